package cloudengine

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

// The lines that show how a switch is (cloudengine.md 8, D300).
const (
	lineInterfaces = "display interface brief"
	lineNeighbours = "display lldp neighbor brief"
	lineBundles    = "display eth-trunk"
	linePorts      = "display dcb"
	linePauses     = "display dcb pfc"
	lineApplied    = "display traffic-policy applied-record"
	lineQueues     = "display qos queue statistics interface "
)

// gate looks at a switch, line by line.
type gate struct {
	operating.View
	console *operating.Console
	prefix  string // of weft's objects
	ports   []vendors.PortWatch
}

// Health is what the switch says of itself. A line that it refuses leaves its signs unchecked.
func (o *operator) Health(ctx context.Context, ports []vendors.PortWatch) ([]vendors.Sign, error) {
	g := &gate{console: o.console, prefix: o.site.Prefix + "-", ports: ports}
	looks := []func(context.Context) error{g.interfaces, g.neighbours, g.bundles, g.pfc, g.applied, g.queues}
	for _, look := range looks {
		if err := look(ctx); err != nil {
			return nil, err
		}
	}
	return g.Signs(ports), nil
}

// show enters a line. Where it is refused the signs have the reason, and nothing is shown.
func (g *gate) show(ctx context.Context, line string, whats ...string) (text string, shown bool, err error) {
	text, err = g.console.Show(ctx, line)
	var refused *vendors.RefusedError
	if errors.As(err, &refused) {
		for _, what := range whats {
			g.Miss(what, refused.Error())
		}
		return "", false, nil
	}
	return text, err == nil, err
}

// plainName is the name of a port without what stands behind it in brackets, such as its bandwidth.
func plainName(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return name
}

// interfaces reads the states of ports. One that was shut down by command has an asterisk.
func (g *gate) interfaces(ctx context.Context) error {
	text, shown, err := g.show(ctx, lineInterfaces, operating.AdminState, operating.OperState)
	if !shown {
		return err
	}
	g.Admin, g.Oper = map[string]string{}, map[string]string{}
	for cells := range operating.Rows(text, "Interface", "PHY") {
		port, state := plainName(cells[0]), plainName(cells[1])
		g.Admin[port] = "up"
		if strings.HasPrefix(state, "*") {
			g.Admin[port] = "down"
		}
		g.Oper[port] = strings.TrimLeft(state, "*^")
	}
	return nil
}

// neighbours reads who is at the other end.
func (g *gate) neighbours(ctx context.Context) error {
	text, shown, err := g.show(ctx, lineNeighbours, operating.Neighbours)
	if !shown {
		return err
	}
	g.Neighbours = map[string][]string{}
	for cells := range operating.Rows(text, "Local Interface|Local Intf", "Neighbor Device|Neighbor Dev", "Neighbor Interface|Neighbor Intf") {
		g.Neighbours[cells[0]] = append(g.Neighbours[cells[0]], strings.TrimSpace(cells[1]+" "+cells[2]))
	}
	return nil
}

// bundles reads the bundles, each with a table of its own members before the one of the other end.
func (g *gate) bundles(ctx context.Context) error {
	if !slices.ContainsFunc(g.ports, func(p vendors.PortWatch) bool { return p.LAG != "" }) {
		return nil
	}
	text, shown, err := g.show(ctx, lineBundles, operating.Member)
	if !shown {
		return err
	}
	g.Members = map[string]string{}
	const title = "'s state information is"
	parts := strings.Split(text, title)
	for i, part := range parts[1:] {
		bundle := operating.LastLine(parts[i])
		own, _, _ := strings.Cut(part, "Partner:")
		for cells := range operating.Rows(own, "ActorPortName|PortName", "Status") {
			if cells[1] != "" {
				g.Members[plainName(cells[0])] = bundle + " " + cells[1]
			}
		}
	}
	return nil
}

// pfc reads on which ports PFC works, and for which queues: the statistics have those, and no others.
func (g *gate) pfc(ctx context.Context) error {
	status, told, err := g.show(ctx, linePorts)
	if err != nil {
		return err
	}
	off := map[string]bool{}
	for cells := range operating.Rows(status, "Interface", "PFC Status") {
		state := strings.ToUpper(cells[1])
		off[plainName(cells[0])] = !strings.HasPrefix(state, "ENABLE") && !strings.HasPrefix(state, "SUCCEED")
	}
	text, shown, err := g.show(ctx, linePauses, operating.Programmed, operating.Storms)
	if !shown {
		return err
	}
	g.Lossless, g.Storms = map[string]qos.QueueSet{}, map[operating.PortQueue]uint64{}
	port := ""
	for cells := range operating.Rows(text, "Interface", "Queue", "DeadlockNum") {
		queue, ok := queueOf(cells[1])
		if !ok {
			continue
		}
		if cells[0] != "" {
			port = plainName(cells[0])
		}
		g.Storms[operating.PortQueue{Port: port, Queue: queue}], _ = strconv.ParseUint(cells[2], 10, 64)
		if !told || !off[port] {
			g.Lossless[port] |= qos.Queues(queue)
		}
	}
	return nil
}

// queueOf reads the number of a queue.
func queueOf(word string) (qos.Queue, bool) {
	n, err := strconv.ParseUint(word, 10, 8)
	return qos.Queue(n), err == nil && n < qos.NumQueues
}

// The signs of traffic policies. One of weft's that is not in hardware must get there; of others there must not be more than before.
const (
	ownPolicies   = "weft's traffic policies in hardware"
	otherPolicies = "traffic policies of others that failed"
)

// applied reads whether traffic policies got into hardware, each with where it is applied: "100GE1/0/1(IN)", "Global(IN)".
func (g *gate) applied(ctx context.Context) error {
	text, shown, err := g.show(ctx, lineApplied, ownPolicies)
	if err != nil {
		return err
	}
	own, others := vendors.Sign{What: ownPolicies, Rule: vendors.Met, Value: "all", Want: "all"}, vendors.Sign{What: otherPolicies, Rule: vendors.Counter}
	if !shown {
		own.Unchecked, others.Unchecked = g.Missing[ownPolicies], g.Missing[ownPolicies]
	}
	for cells := range operating.Rows(text, "Policy Type/Name", "Apply Parameter", "State") {
		switch {
		case cells[1] == "" || strings.Contains(cells[2], "success"):
		case strings.HasPrefix(cells[0], g.prefix):
			own.Value = strings.Join(cells, " ")
		case strings.Contains(cells[2], "fail"):
			others.Count++
		}
	}
	g.Extra = append(g.Extra, own, others)
	return nil
}

// queues reads what was dropped in the queues of ports with lossless classes. The first line of a queue counts packets.
func (g *gate) queues(ctx context.Context) error {
	for i := range g.ports {
		port := g.ports[i].Name
		if len(g.ports[i].Lossless) == 0 {
			continue
		}
		text, shown, err := g.show(ctx, lineQueues+port, operating.Drops)
		if !shown {
			return err
		}
		for cells := range operating.Rows(text, "Queue", "Dropped") {
			queue, ok := queueOf(cells[0])
			dropped, err := strconv.ParseUint(cells[1], 10, 64)
			if !ok || err != nil {
				continue
			}
			if g.Drops == nil {
				g.Drops = map[operating.PortQueue]uint64{}
			}
			g.Drops[operating.PortQueue{Port: port, Queue: queue}] = dropped
		}
	}
	return nil
}
