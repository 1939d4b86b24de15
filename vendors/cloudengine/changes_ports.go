package cloudengine

import (
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// interfaces finds the changes of interfaces.
func (d *changer) interfaces() {
	for _, have := range d.from.tree.Top {
		if !isInterface(have) {
			continue
		}
		if want := d.to.tree.Find(have.Text); want != nil && want != have && d.from.tree.Find(have.Text) == have {
			d.port(have, want)
		}
	}
}

// port makes the change of one interface: what goes, the scheduler, what comes or changes.
func (d *changer) port(have, want *conf.Node) {
	name := firstOf(have.Text[len(interfaceWord):])
	c := vendors.Change{Key: have.Text, Rank: rankPort, Text: "set QoS of " + name, Ports: d.portsOf(have)}
	p := portChange{changer: d, in: have.Text, Change: &c}
	mark := len(d.commands)
	if viewOfInterface(name) == viewNve {
		p.flags(have.Kids, want.Kids)
	} else {
		less, more := d.edits(portSettings, have.Kids, want.Kids)
		p.put(less)
		p.reschedule(have.Kids, want.Kids)
		p.put(more)
	}
	d.change(mark, c)
}

// portChange is the change of one interface while it is made.
type portChange struct {
	*changer
	*vendors.Change
	in string
}

// put adds the commands of edits.
func (p *portChange) put(edits []edit) {
	for _, e := range edits {
		p.edit(e)
	}
}

func (p *portChange) edit(e edit) {
	l := e.now
	if l == nil {
		l = e.old
	}
	s := &portSettings.list[l.kind]
	c := entry{in: p.in, text: commandOf(portSettings, e), disruption: s.disrupts, ports: p.Ports}
	if s.binds == kindPolicy && e.now == nil {
		c.disruption = vendors.None
	}
	if s.anew && e.old != nil && e.now != nil {
		p.add(entry{in: p.in, text: portSettings.undo(e.old)})
		if s.binds == kindPFC {
			c.rebinds, c.disruption = true, vendors.Loss
		}
	}
	p.add(c)
	if o := portSettings.bound(e.old); o != (named{}) {
		p.Frees = append(p.Frees, p.keyOf(o))
	}
	if o := portSettings.bound(e.now); o != (named{}) {
		p.Uses = append(p.Uses, p.keyOf(o))
	}
}

// reschedule moves the queues that are scheduled in another way; those that a line does not name stay as they are, weights
// included (2.5).
func (p *portChange) reschedule(have, want section) {
	now, said := scheduleOf(have)
	shall, _ := scheduleOf(want)
	if now == shall {
		return
	}
	if shall.line() == "" {
		for _, n := range said {
			p.add(entry{in: p.in, text: "undo " + n.Text})
		}
		return
	}
	var moves schedule
	for i := range shall {
		moves[i] = shall[i] &^ now[i]
	}
	p.add(entry{in: p.in, text: moves.command()})
}

// flags adds the commands of lines that each stand for themselves.
func (p *portChange) flags(have, want section) {
	for _, n := range have {
		if n.Kind == conf.In && want.find(n.Text) == nil {
			p.add(entry{in: p.in, text: negated(n.Text)})
		}
	}
	for _, n := range want {
		if n.Kind == conf.In && have.find(n.Text) == nil {
			p.add(entry{in: p.in, text: n.Text})
		}
	}
}

// portsOf are the ports that an interface stands for: itself, or what the intent names, or else the switch has, in an
// Eth-Trunk.
func (d *changer) portsOf(block *conf.Node) []string {
	name := firstOf(block.Text[len(interfaceWord):])
	if of, sub := isSub(name); sub {
		name = of
	}
	if !isBundle(name) {
		return []string{name}
	}
	if d.members == nil {
		d.findMembers()
	}
	if ports := d.members[name]; ports != nil {
		return ports
	}
	return []string{name}
}

func (d *changer) findMembers() {
	d.members = map[string][]string{}
	for i := range d.site.Ports {
		if p := &d.site.Ports[i]; p.LAG != "" {
			d.members[p.LAG] = append(d.members[p.LAG], p.Name)
		}
	}
	unnamed := map[string][]string{}
	for _, block := range d.from.tree.Top {
		if !isInterface(block) {
			continue
		}
		if trunk, _ := trunkOf(block); trunk != "" && d.members[trunk] == nil {
			unnamed[trunk] = append(unnamed[trunk], block.Text[len(interfaceWord):])
		}
	}
	for trunk, ports := range unnamed {
		d.members[trunk] = ports
	}
}
