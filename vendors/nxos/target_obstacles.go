package nxos

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// checkObstacles refuses a switch on which something that weft does not manage stands against what the intent asks: each line
// with the reason and what to do.
func (t *targeter) checkObstacles() {
	if len(t.site.Ports) == 0 {
		return
	}
	t.tellKnobs()
	t.checkOverride()
	t.checkInheritedHeadroom()
	if t.have.tree.Lines()[conf.Odd] > 0 {
		t.checkOdd()
	}
}

// knobs are the lines of the whole switch that change what QoS does in ways the model does not have (nxos.md 2.8, 2.9 and 9).
// They stay, and each is told.
var knobs = []struct{ start, does string }{
	{"hardware qos pfc mc-drop", "multicast packets in lossless queues are dropped"},
	{"hardware qos dynamic-buffer-sharing", "the slices of the switch share their buffers, so that a queue may have more than its share"},
	{"hardware qos nodrop-queue-thresholds ", "no-drop queues have a threshold of their own, and no source says what it does"},
	{"wred-queue ", "ECN goes by queues that the line names, and no source says how"},
	{"priority-flow-control watch-dog internal-interface-multiplier ", "the PFC watchdog of internal interfaces has a time of its own"},
}

func (t *targeter) tellKnobs() {
	for _, line := range t.have.tree.Top {
		if line.Kind != conf.In || strings.HasPrefix(line.Text, "interface ") {
			continue
		}
		for _, knob := range knobs {
			if strings.HasPrefix(line.Text, knob.start) {
				t.warn(line, "%q stays, and what it does is not counted: %s", line.Text, knob.does)
			}
		}
	}
}

// checkOverride finds the line that switches PFC off on every port, whatever the ports say (nxos.md 2.8).
func (t *targeter) checkOverride() {
	const override = "priority-flow-control override-interface mode off"
	line := t.have.tree.Find(override)
	if line == nil || !slices.ContainsFunc(t.want.tree.Top, func(block *conf.Node) bool {
		return strings.HasPrefix(text(fill(block.Kids)[slotPFC]), "priority-flow-control mode on")
	}) {
		return
	}
	t.refuse(line, nil, "take it away first: no "+override, "%q switches PFC off on every port, and the intent has it on", override)
}

// checkInheritedHeadroom finds an input policy under system qos that gives buffers to the no-drop classes of ports which the
// intent leaves to the switch. No source says how one port is kept out of it.
func (t *targeter) checkInheritedHeadroom() {
	o, line := systemPolicy(t.have.tree, "queuing", "input ")
	wanted, _ := systemPolicy(t.want.tree, "network-qos", "")
	classes := losslessOf(t.want, wanted)
	if !t.foreign(o) || builtIn(o) || inputsOf(t.have, o)&classes.noDrop() == 0 {
		return
	}
	var ports []string
	for i := range t.site.Ports {
		p := &t.site.Ports[i]
		name := p.Name
		if p.LAG != "" {
			name = p.LAG
		}
		if !t.scope.Keep[p.Name].Has(qos.FacetIngress) && t.binds(t.tree(), name) == nil && t.binds(t.want.tree, name) == nil {
			ports = append(ports, p.Name)
		}
	}
	if ports == nil {
		return
	}
	t.refuse(line, ports, fmt.Sprintf("give the class a headroom in bytes, or take the line away first: system qos, no %s", line.Text),
		"%s under system qos sets the ingress buffers of these ports, and the intent leaves them to the switch", o)
}

// binds is the line that attaches an input queuing policy to an interface, or nil.
func (t *targeter) binds(tree *conf.Tree, name string) *conf.Node {
	return fill(kids(tree.Find("interface " + name)))[slotHeadroom]
}

// inputsOf are the queues whose ingress buffers a queuing policy sets.
func inputsOf(s *survey, policy mqc) qos.QueueSet {
	var set qos.QueueSet
	for _, class := range kids(s.nodes[policy]) {
		c, _ := classOf("queuing", class.Text)
		if q, known := queueOf(s, c); known && class.FindPrefix("pause buffer-size ") != nil {
			set |= 1 << q
		}
	}
	return set
}

// checkOdd refuses the lines that are not understood where they decide something that is not as the intent asks: in weft's own
// objects, under system qos, and on the named ports.
func (t *targeter) checkOdd() {
	for _, o := range t.want.objects {
		if node := t.have.nodes[o]; node != nil && t.used[o] && !t.keptOnAll(facetsOf(o)...) {
			t.may(node)
		}
	}
	if block := t.have.block("system qos"); block != nil && !t.keptOnAll(qos.FacetPFC, qos.FacetClassMTU, qos.FacetIngress) {
		t.may(block)
	}
	for i, block := range t.blocks {
		keep := t.scope.Keep[t.site.Ports[i].Name]
		for _, line := range block.Kids {
			if facets, ok := oddFacets[oddWord(viewPort, line)]; ok && line.Kind == conf.Odd && keep&facets != facets {
				t.may(block)
			}
		}
	}
}

// facetsOf are the facets that an object of a type decides.
func facetsOf(o mqc) []qos.Facet {
	switch o.typ {
	case "qos":
		return []qos.Facet{qos.FacetClassify}
	case "network-qos":
		return []qos.Facet{qos.FacetPFC, qos.FacetClassMTU}
	}
	return []qos.Facet{qos.FacetEgress, qos.FacetIngress}
}

// oddFacets are the facets of a port that a line of these keywords decides.
var oddFacets = map[string]qos.FacetSet{
	"priority-flow-control": 1<<qos.FacetPFC | 1<<qos.FacetWatchdog,
	"service-policy":        1<<qos.FacetClassify | 1<<qos.FacetEgress | 1<<qos.FacetIngress,
	"mtu":                   1 << qos.FacetMTU,
}

// refuse makes a line of the running configuration an error.
func (t *targeter) refuse(line *conf.Node, ports []string, detail, format string, args ...any) {
	t.diags = append(t.diags, vendors.Diagnostic{
		Severity: vendors.Error, Line: int(line.Line), Ports: ports, Summary: fmt.Sprintf(format, args...), Detail: detail,
	})
}
