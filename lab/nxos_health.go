package lab

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
)

// nxosPortName is the full name of a port as it is typed: e1/1, eth1/1, Po10.
func nxosPortName(typed string) string {
	at := strings.IndexAny(typed, "0123456789")
	if at <= 0 {
		return typed
	}
	for _, full := range []string{"Ethernet", "port-channel", "Vlan", "loopback", "mgmt", "nve"} {
		if hasPrefixFold(full, typed[:at]) {
			return full + typed[at:]
		}
	}
	return typed
}

// short is the name of a port in tables: Eth1/1, Po10.
func short(name string) string {
	if number, ok := strings.CutPrefix(name, "Ethernet"); ok {
		return "Eth" + number
	}
	if number, ok := strings.CutPrefix(name, "port-channel"); ok {
		return "Po" + number
	}
	return name
}

// looked writes a table of health.
func (c *nxosSession) looked(args []string, table func(health) string) (string, error) {
	return c.locked(func() string {
		name := ""
		if len(args) > 0 {
			name = nxosPortName(args[0])
		}
		ports := c.n.sw.health().port(name)
		if ports == nil && name != "" {
			return "% Invalid interface format at '^' marker.\n"
		}
		return table(ports)
	})
}

const ruler = "--------------------------------------------------------------------------------\n"

func (c *nxosSession) showBrief(args []string) (string, error) {
	return c.looked(args, func(h health) string {
		var b strings.Builder
		b.WriteString("\n" + ruler +
			"Ethernet      VLAN    Type Mode   Status  Reason                   Speed     Port\n" +
			"Interface                                                                    Ch #\n" + ruler)
		for _, p := range h {
			fmt.Fprintf(&b, "%-13s %-7s eth  %-6s %-7s %-24s %-9s %s\n", short(p.name), p.vlan(), p.mode(), p.state(), p.reason(), p.rate(), p.bundle())
		}
		names, members := h.bundles()
		if len(names) > 0 {
			b.WriteString("\n" + ruler + "Port-channel  VLAN    Type Mode   Status  Reason                   Speed     Protocol\nInterface\n" + ruler)
		}
		for _, name := range names {
			fmt.Fprintf(&b, "%-13s %-7s eth  %-6s %-7s %-24s %-9s lacp\n", short(name), "--", "routed", upWord(members[name].anyUp()), "none", "auto")
		}
		return b.String()
	})
}

func upWord(up bool) string {
	if up {
		return "up"
	}
	return "down"
}

func (p portHealth) vlan() string {
	if p.routed {
		return "--"
	}
	return "1"
}

func (p portHealth) mode() string {
	if p.routed {
		return "routed"
	}
	return "access"
}

func (p portHealth) reason() string {
	switch {
	case p.shut:
		return "Administratively down"
	case !p.up:
		return "Link not connected"
	}
	return "none"
}

func (p portHealth) rate() string {
	if p.speed != "" {
		return p.speed + "(D)"
	}
	return "auto(D)"
}

// bundle is the number of the port-channel of a port.
func (p portHealth) bundle() string {
	if p.lag == "" {
		return "--"
	}
	return strings.TrimPrefix(p.lag, "port-channel")
}

func (c *nxosSession) showStatus(args []string) (string, error) {
	return c.looked(args, func(h health) string {
		var b strings.Builder
		b.WriteString("\n" + ruler + "Port          Name               Status    Vlan      Duplex  Speed   Type\n" + ruler)
		for _, p := range h {
			fmt.Fprintf(&b, "%-13s %-18s %-9s %-9s %-7s %-7s --\n", short(p.name), "--", p.connected(), p.vlanWord(), "full", p.speedWord())
		}
		return b.String()
	})
}

func (p portHealth) connected() string {
	switch {
	case p.shut:
		return "disabled"
	case !p.up:
		return "notconnec"
	}
	return "connected"
}

func (p portHealth) vlanWord() string {
	if p.routed {
		return "routed"
	}
	return "1"
}

func (p portHealth) speedWord() string {
	if p.speed != "" {
		return p.speed
	}
	return "auto"
}

// bitmap is the priorities that a port pauses, as the tables have them: 8 is priority 3.
func bitmap(set qos.QueueSet) string { return fmt.Sprintf("%x", uint8(set)) }

// admin is the mode of PFC.
func (p portHealth) admin() string {
	switch p.pfc {
	case "on":
		return "On"
	case "off":
		return "Off"
	}
	return "Auto"
}

// oper is whether PFC works, and for which priorities.
func (p portHealth) oper() string {
	if p.lossless == 0 {
		return "Off"
	}
	return "On  (" + bitmap(p.lossless) + ")"
}

func (c *nxosSession) showPFC(args []string) (string, error) {
	return c.looked(args, func(h health) string {
		line := strings.Repeat("=", 60) + "\n"
		var b strings.Builder
		b.WriteString("slot  1\n=======\n\n" + line + "Port               Mode Oper(VL bmap)  RxPPP      TxPPP\n" + line + "\n")
		for _, p := range h {
			fmt.Fprintf(&b, "%-18s %-4s %-14s %-10d %d\n", p.name, p.admin(), p.oper(), 0, 0)
		}
		return b.String()
	})
}

// hasFeature tells whether a feature is on. mu is held.
func (c *nxosSession) hasFeature(name string) bool { return hasLine(c.n.sw.text, "feature "+name) }

func (c *nxosSession) showLLDP([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		if !c.hasFeature("lldp") {
			return "     ^\n% Invalid command at '^' marker.\n"
		}
		var b strings.Builder
		b.WriteString("Capability codes:\n  (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device\n" +
			"  (W) WLAN Access Point, (P) Repeater, (S) Station, (O) Other\n" +
			"Device ID            Local Intf      Hold-time  Capability  Port ID\n")
		count := 0
		for _, p := range h {
			if p.link == nil || !p.up {
				continue
			}
			count++
			device := fmt.Sprintf("%-20s ", p.link.Neighbour)
			if len(p.link.Neighbour) > 20 {
				device = p.link.Neighbour + "\n" + strings.Repeat(" ", 21)
			}
			fmt.Fprintf(&b, "%s%-15s %-10d %-11s %s\n", device, short(p.name), 120, "BR", p.link.NeighbourPort)
		}
		fmt.Fprintf(&b, "Total entries displayed: %d\n", count)
		return b.String()
	})
}

func (c *nxosSession) showBundles([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		var b strings.Builder
		b.WriteString("Flags:  D - Down        P - Up in port-channel (members)\n        S - Switched    R - Routed\n        U - Up (port-channel)\n" +
			ruler + "Group Port-       Type     Protocol  Member Ports\n      Channel\n" + ruler)
		names, members := h.bundles()
		for _, name := range names {
			number := strings.TrimPrefix(name, "port-channel")
			fmt.Fprintf(&b, "%-5s %-11s %-8s %-8s ", number, short(name)+bundleFlags(members[name]), "Eth", "LACP")
			for i, p := range members[name] {
				if i > 0 && i%3 == 0 {
					b.WriteString("\n" + strings.Repeat(" ", 36))
				}
				fmt.Fprintf(&b, " %-12s", short(p.name)+memberFlag(p))
			}
			b.WriteString("\n")
		}
		return b.String()
	})
}

func bundleFlags(members health) string {
	layer := "S"
	if members[0].routed {
		layer = "R"
	}
	if members.anyUp() {
		return "(" + layer + "U)"
	}
	return "(" + layer + "D)"
}

func memberFlag(p portHealth) string {
	if p.up {
		return "(P)"
	}
	return "(D)"
}

// dropsOf is what a queue of a port has dropped: only lossless ones ever do, when a fault says so.
func (p portHealth) dropsOf(q int) uint64 {
	if p.wanted>>q&1 == 1 {
		return p.drops
	}
	return 0
}

func (c *nxosSession) showQueuing(args []string) (string, error) {
	return c.looked(args, func(h health) string {
		var b strings.Builder
		b.WriteString("slot  1\n=======\n\n")
		for _, p := range h {
			fmt.Fprintf(&b, "\nEgress Queuing for %s [System]\n", p.name)
			for q := range c.n.sw.cfg.Platform.Queues {
				writeQueue(&b, q, p.dropsOf(q))
			}
			fmt.Fprintf(&b, "\nIngress Queuing for %s\nIngress Overflow Drop Pkts %d\n", p.name, 0)
		}
		return b.String()
	})
}

func writeQueue(b *strings.Builder, q int, drops uint64) {
	const box = "+-------------------------------------------------------------------+\n"
	fmt.Fprintf(b, box+"|                              QOS GROUP %d                          |\n"+box, q)
	b.WriteString("|                             |  Unicast   |OOBFC Unicast|  Multicast |\n" + box)
	for _, row := range []struct {
		label string
		count uint64
	}{{"Tx Pkts", 0}, {"Tx Byts", 0}, {"WRED/AFD & Tail Drop Pkts", drops}, {"WRED/AFD & Tail Drop Byts", drops * 1000}, {"Q Depth Byts", 0}} {
		fmt.Fprintf(b, "| %27s |%12d|%13d|%12d|\n", row.label, row.count, 0, 0)
	}
	b.WriteString(box)
}

func (c *nxosSession) showWatchdog([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		var b strings.Builder
		b.WriteString("slot  1\n=======\n")
		for _, p := range h {
			mode := "Disabled"
			if p.watched {
				mode = "Enabled"
			}
			fmt.Fprintf(&b, "\n%s Interface PFC watchdog: [%s]\n", p.name, mode)
			for q := range qos.NumQueues {
				if p.lossless>>q&1 == 1 {
					writeWatched(&b, q, p)
				}
			}
		}
		return b.String()
	})
}

func writeWatched(b *strings.Builder, q int, p portHealth) {
	const box = "+----------------------------------------------------+\n"
	fmt.Fprintf(b, box+"| QOS GROUP %d [Active] PFC [YES] PFC-COS [%d]\n"+box, q, q)
	fmt.Fprintf(b, "|                 |  Stats            |\n"+box)
	for _, row := range []struct {
		label string
		count uint64
	}{{"Shutdown", p.shuts}, {"Restored", p.shuts}, {"Total pkts drained", 0}, {"Total pkts dropped", p.shuts * 10}} {
		fmt.Fprintf(b, "| %20s|%19d|\n", row.label, row.count)
	}
	b.WriteString(box)
}
