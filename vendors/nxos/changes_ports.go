package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// ports finds the changes of interfaces.
func (d *differ) ports() {
	type pair struct{ have, want *conf.Node }
	var changed []pair
	for _, have := range d.from.tree.Top {
		if have.Kind != conf.In || !strings.HasPrefix(have.Text, "interface ") {
			continue
		}
		if want := d.to.tree.Find(have.Text); want != nil && want != have && d.from.tree.Find(have.Text) == have {
			changed = append(changed, pair{have, want})
		}
	}
	d.changes = slices.Grow(d.changes, len(changed)) // most have one
	for _, p := range changed {
		d.port(p.have, p.want)
	}
}

// port finds the changes of one interface.
func (d *differ) port(have, want *conf.Node) {
	name := strings.TrimPrefix(have.Text, "interface ")
	in, on := where{outer: have.Text}, audience{ports: d.portsOf(name)}
	rest := edits(have.Kids, want.Kids, slotless)
	had, wanted := fill(have.Kids), fill(want.Kids)
	r := d.recipeFor(&had, &wanted)
	for i := range phases {
		mark := d.mark()
		for _, e := range rest {
			if phases[i].takes(e) {
				d.add(command{in: in, text: orNegated(e), words: changed(e), audience: on})
			}
		}
		part := &r.parts[i]
		for _, c := range part.commands {
			c.in, c.audience = in, on
			d.add(c)
		}
		if len(d.commands) > mark {
			d.change(mark, vendors.Change{
				Key: have.Text + phases[i].part, Rank: phases[i].rank, Text: "set QoS of " + name,
				Ports: on.ports, Uses: part.uses, Frees: part.frees,
			})
		}
	}
}

// slotless is the setting of a line that fills no slot, empty for one that does.
func slotless(line string) string {
	if _, fills := slotOf(line); fills {
		return ""
	}
	return slotIn(nil, line)
}

// takes tells whether a phase has the edit of a line that fills no slot: new ones come with what adds, those that go go with
// what takes away.
func (p *phaseKind) takes(e edit) bool {
	return e.now != "" && p.phase == more || e.now == "" && p.phase == less
}

// portsOf are the ports that an interface stands for: itself, or what the intent names, or else the switch has, in a bundle.
func (d *differ) portsOf(name string) []string {
	if !strings.HasPrefix(name, "port-channel") {
		d.names = append(d.names, name)
		return d.names[len(d.names)-1 : len(d.names) : len(d.names)]
	}
	if d.members == nil {
		d.findMembers()
	}
	if ports := d.members[name]; ports != nil {
		return ports
	}
	return []string{name}
}

func (d *differ) findMembers() {
	d.members = map[string][]string{}
	for i := range d.site.Ports {
		if p := &d.site.Ports[i]; p.LAG != "" {
			d.members[p.LAG] = append(d.members[p.LAG], p.Name)
		}
	}
	unnamed := map[string][]string{}
	for _, n := range d.from.tree.Top {
		port, isPort := strings.CutPrefix(n.Text, "interface ")
		if bundle := bundleOf(n.FindPrefix("channel-group ")); isPort && bundle != "" && d.members[bundle] == nil {
			unnamed[bundle] = append(unnamed[bundle], port)
		}
	}
	for bundle, ports := range unnamed {
		d.members[bundle] = ports
	}
}

// boundTo is who has a policy now.
func (d *differ) boundTo(o mqc) audience {
	on, known := d.bound[o]
	if known {
		return on
	}
	for _, block := range d.from.tree.Top {
		name, isPort := strings.CutPrefix(block.Text, "interface ")
		switch {
		case !bindsPolicies(block) || !bindsPolicy(block, o):
		case isPort:
			on.ports = append(on.ports, d.portsOf(name)...)
		default:
			on.all = true
		}
	}
	if d.bound == nil {
		d.bound = map[mqc]audience{}
	}
	d.bound[o] = on
	return on
}

func (a audience) none() bool { return !a.all && len(a.ports) == 0 }
