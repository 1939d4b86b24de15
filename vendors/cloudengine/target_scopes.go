package cloudengine

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// wider is a traffic policy that is applied to more than one port: to the switch, a slot, a VLAN, or what an interface routes.
type wider struct {
	block  *conf.Node // in which the line stands, or nil
	line   *conf.Node
	policy named
}

// checkWider looks at the policies that are applied to more than ports. They are not weft's to unbind: one that does as is asked is
// listed as kept, and one in whose way a port is not classified as asked is an error.
func (t *targeter) checkWider() {
	if len(t.site.Ports) == 0 {
		return
	}
	all := t.widerPolicies()
	if len(all) == 0 {
		return
	}
	spoiled := t.spoiledBy(all)
	for i := range all {
		w := &all[i]
		var kept, wrong []string
		for j := range t.site.Ports {
			switch p := &t.site.Ports[j]; {
			case !w.reaches(p):
			case spoiled[p.Name]:
				wrong = append(wrong, p.Name)
			case setsClasses&^t.keepOf(p.Name) == 0:
				kept = append(kept, p.Name)
			}
		}
		if kept != nil {
			t.kept.add(w.policy, qos.FacetClassify, kept)
		}
		if wrong != nil {
			t.diags = append(t.diags, w.refusal(wrong))
		}
	}
}

// widerPolicies are those that do more than count.
func (t *targeter) widerPolicies() (all []wider) {
	add := func(block, n *conf.Node) {
		if n.Kind != conf.In || !strings.HasPrefix(n.Text, "traffic-policy ") || !strings.HasSuffix(n.Text, " inbound") {
			return
		}
		if l, ok := portSettings.of(n); ok && t.acts(portSettings.bound(&l)) {
			all = append(all, wider{block, n, portSettings.bound(&l)})
		}
	}
	for _, n := range t.have.tree.Top {
		if n.Kind != conf.In {
			continue
		}
		add(nil, n)
		if isInterface(n) && viewOfInterface(firstOf(n.Text[len(interfaceWord):])) != viewScope {
			continue
		}
		for _, kid := range n.Kids {
			add(n, kid)
		}
	}
	return all
}

// acts tells whether a traffic policy does more than count.
func (t *targeter) acts(policy named) bool {
	node := t.have.nodes[policy]
	if node == nil {
		return true
	}
	for _, part := range partsOf(node) {
		if part.kind != kindBehavior || t.have.nodes[part] == nil {
			continue
		}
		for _, does := range t.have.nodes[part].Kids {
			if does.Text != "statistics enable" && does.Text != "permit" {
				return true
			}
		}
	}
	return false
}

// reaches tells whether a policy takes frames that arrive at a port.
func (w *wider) reaches(p *vendors.SitePort) bool {
	_, slot, inSlot := strings.Cut(strings.TrimSuffix(w.line.Text, " inbound"), " slot ")
	return (!inSlot || slot == slotOf(p.Name)) && (w.block == nil || !p.Routed || !strings.HasPrefix(w.block.Text, "vlan "))
}

// spoiledBy are the ports that the target classifies as desired without the policies, and not with them.
func (t *targeter) spoiledBy(all []wider) map[string]bool {
	without := t.tree().Edit()
	for _, w := range all {
		if w.block == nil {
			without.Remove(nil, w.line)
		} else if block := t.tree().Find(w.block.Text); block != nil {
			without.Remove(without.Own(block), w.line)
		}
	}
	f := factsOf(t.site.Platform)
	want := read(t.want.tree, f, nil).Switch
	with := qos.Satisfies(read(t.tree(), f, nil).Switch, want)
	free := qos.Satisfies(read(without.Tree(), f, nil).Switch, want)
	spoiled := map[string]bool{}
	for port, met := range free {
		spoiled[port] = met.Has(qos.FacetClassify) && !with[port].Has(qos.FacetClassify)
	}
	return spoiled
}

func (w *wider) refusal(ports []string) vendors.Diagnostic {
	where, undo := "in the system view", "undo "+w.line.Text
	if w.block != nil {
		where, undo = "in "+w.block.Text, w.block.Text+", "+undo
	}
	return vendors.Diagnostic{
		Line: int(w.line.Line), Ports: ports,
		Summary: fmt.Sprintf("%q %s makes classes of frames other than the intent asks", w.line.Text, where),
		Detail:  fmt.Sprintf("it is not weft's to unbind; unbind it by hand (%s), or change %s", undo, w.policy),
	}
}
