package nxos

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// The lines that show how a switch is (nxos.md 8.1).
const (
	lineInterfaces = "show interface brief"
	lineNeighbours = "show lldp neighbors"
	lineBundles    = "show port-channel summary"
	linePFC        = "show interface priority-flow-control"
	lineQueues     = "show queuing interface"
	lineWatchdog   = "show queuing pfc-queue detail"
	lineHardware   = "show logging logfile | include ACLQOS"
)

// look is one line of the gate: what it shows, and who reads it.
type look struct {
	line   string
	whats  []string
	read   func(text string, v *operating.View)
	needed func(ports []vendors.PortWatch) bool // nil for always
}

func looks() []look {
	return []look{
		{lineInterfaces, []string{operating.AdminState, operating.OperState}, readInterfaces, nil},
		{lineNeighbours, []string{operating.Neighbours}, readNeighbours, nil},
		{lineBundles, []string{operating.Member}, readBundles, anyBundle},
		{linePFC, []string{operating.Programmed}, readPFC, nil},
		{lineQueues, []string{operating.Drops}, readQueues, anyLossless},
		{lineWatchdog, []string{operating.Storms}, readWatchdog, anyLossless},
		{lineHardware, []string{hardwareErrors}, readHardware, nil},
	}
}

func anyBundle(ports []vendors.PortWatch) bool {
	return slices.ContainsFunc(ports, func(p vendors.PortWatch) bool { return p.LAG != "" })
}

func anyLossless(ports []vendors.PortWatch) bool {
	return slices.ContainsFunc(ports, func(p vendors.PortWatch) bool { return len(p.Lossless) > 0 })
}

// Health is what the switch says of itself. A line that it refuses leaves its signs unchecked.
func (o *operator) Health(ctx context.Context, ports []vendors.PortWatch) ([]vendors.Sign, error) {
	var v operating.View
	for _, l := range looks() {
		if l.needed != nil && !l.needed(ports) {
			continue
		}
		text, err := o.console.Show(ctx, l.line)
		var refused *vendors.RefusedError
		switch {
		case errors.As(err, &refused):
			for _, what := range l.whats {
				v.Miss(what, refused.Error())
			}
		case err != nil:
			return nil, err
		default:
			l.read(text, &v)
		}
	}
	if why := v.Missing[hardwareErrors]; why != "" {
		v.Extra = append(v.Extra, vendors.Sign{What: hardwareErrors, Rule: vendors.Counter, Unchecked: why})
	}
	return v.Signs(ports), nil
}

// hardwareErrors is the sign of the syslog: what QoS did not get into hardware, the switch says there and nowhere else.
const hardwareErrors = "ACLQOS messages in the log"

func readHardware(text string, v *operating.View) {
	n := uint64(0)
	for line := range strings.Lines(text) {
		if strings.Contains(line, "%ACLQOS") {
			n++
		}
	}
	v.Extra = append(v.Extra, vendors.Sign{What: hardwareErrors, Rule: vendors.Counter, Count: n})
}

// fullName is a port by its full name: switches shorten them in tables. Empty for what is no port.
func fullName(short string) string {
	ports, err := expandItem(short, 1)
	if err != nil || len(ports) != 1 {
		return ""
	}
	return ports[0].String()
}

// readInterfaces reads the states of ports. A port that was taken down by command says so in its reason.
func readInterfaces(text string, v *operating.View) {
	v.Admin, v.Oper = map[string]string{}, map[string]string{}
	for cells := range operating.Rows(text, "Ethernet", "Status", "Reason") {
		port := fullName(cells[0])
		if port == "" || v.Oper[port] != "" {
			continue
		}
		v.Oper[port], v.Admin[port] = cells[1], "up"
		if operating.Says(cells[2], "administratively") {
			v.Admin[port] = "down"
		}
	}
}

// readNeighbours reads who is at the other end. A long name of a device stands on a line of its own, before the rest.
func readNeighbours(text string, v *operating.View) {
	v.Neighbours = map[string][]string{}
	alone := ""
	for cells := range operating.Rows(text, "Device ID", "Local Intf", "Port ID") {
		device := cells[0]
		if device == "" {
			device = alone
		}
		alone = ""
		if cells[1] == "" {
			alone = cells[0]
			continue
		}
		if port := fullName(cells[1]); port != "" {
			v.Neighbours[port] = append(v.Neighbours[port], strings.TrimSpace(device+" "+cells[2]))
		}
	}
}

// readBundles reads the bundles and their members, whose flags stand in brackets: "10  Po10(SU)  Eth  LACP  Eth1/1(P)  Eth1/2(P)".
// Members that have no room on the line stand on the next ones.
func readBundles(text string, v *operating.View) {
	v.Members = map[string]string{}
	bundle := ""
	for line := range strings.Lines(text) {
		for _, word := range strings.Fields(line) {
			name, flags, flagged := strings.Cut(strings.TrimSuffix(word, ")"), "(")
			if !flagged {
				continue
			}
			switch port := fullName(name); {
			case strings.HasPrefix(port, "port-channel"):
				bundle = port
			case port != "" && bundle != "":
				v.Members[port] = bundle + " " + flags
			}
		}
	}
}

// readPFC reads which priorities PFC works for: "Ethernet1/1  On  On  (18)  0  0", where the bitmap is hexadecimal.
func readPFC(text string, v *operating.View) {
	v.Lossless = map[string]qos.QueueSet{}
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(line))
		if len(words) < 3 {
			continue
		}
		port := fullName(words[0])
		if port == "" {
			continue
		}
		set := qos.QueueSet(0)
		if len(words) > 4 && strings.EqualFold(words[2], "on") && words[3] == "(" {
			bits, err := strconv.ParseUint(words[4], 16, 8)
			if err != nil {
				continue
			}
			set = qos.QueueSet(bits)
		}
		v.Lossless[port] = set
	}
}
