package cloudengine

import (
	"strconv"

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

// portChange is the change of one interface: what it needs to be used, and frees. The next one mostly has the same lines and
// comes to the same.
type portChange struct {
	have, want  *conf.Node
	entries     []entry
	uses, frees []string
}

// port makes the change of one interface.
func (d *changer) port(have, want *conf.Node) {
	name := firstOf(have.Text[len(interfaceWord):])
	p := portChange{have: have, want: want}
	if last := &d.last; last.have != nil && sameLines(last.have.Kids, have.Kids) && sameLines(last.want.Kids, want.Kids) {
		p.entries, p.uses, p.frees = last.entries, last.uses, last.frees
	} else {
		d.work(&p, name)
	}
	d.last = p
	if len(p.entries) == 0 {
		return
	}
	ports := d.portsOf(have)
	d.changes = append(d.changes, vendors.Change{
		Key: have.Text, Rank: rankPort, Text: "set QoS of " + name, Ports: ports, Uses: p.uses, Frees: p.frees,
		Body: body{have.Text, p.entries, ports},
	})
}

// work finds the lines of a change: what goes, the scheduler, what comes or changes.
func (d *changer) work(p *portChange, name string) {
	mark := len(d.entries)
	if viewOfInterface(name) == viewNve {
		d.flags(p.have.Kids, p.want.Kids)
	} else {
		less, more := d.edits(portSettings, p.have.Kids, p.want.Kids)
		d.putPort(p, less)
		d.reschedule(p.have.Kids, p.want.Kids)
		d.putPort(p, more)
		d.reweigh(p.have.Kids, p.want.Kids)
	}
	p.entries = d.since(mark)
}

// putPort adds the lines of edits.
func (d *changer) putPort(p *portChange, edits []edit) {
	for _, e := range edits {
		s := &portSettings.list[e.line().kind]
		add := entry{text: commandOf(portSettings, e), disruption: s.disrupts}
		if s.binds == kindPolicy && e.now == nil {
			add.disruption = vendors.None
		}
		if s.anew && e.old != nil && e.now != nil {
			d.add(entry{text: portSettings.undo(e.old)})
			if s.binds == kindPFC {
				add.rebinds, add.disruption = true, vendors.Loss
			}
		}
		d.add(add)
		if o := portSettings.bound(e.old); o != (named{}) {
			p.frees = append(p.frees, o.String())
		}
		if o := portSettings.bound(e.now); o != (named{}) {
			p.uses = append(p.uses, o.String())
		}
	}
}

// reschedule moves the queues that are scheduled in another way; those that a line does not name stay as they are, weights
// included (2.5).
func (d *changer) reschedule(have, want section) {
	now, said := scheduleOf(have)
	shall, _ := scheduleOf(want)
	if now == shall {
		return
	}
	if shall.line() == "" {
		for _, n := range said {
			d.add(entry{text: "undo " + n.Text})
		}
		return
	}
	var moves schedule
	for i := range shall {
		moves[i] = shall[i] &^ now[i]
	}
	d.add(entry{text: moves.command()})
}

// reweigh gives queues that were taken out of DRR their weights again, where those are to stand though they do nothing there: they
// went with the scheduling (2.5).
func (d *changer) reweigh(have, want section) {
	now, _ := scheduleOf(have)
	shall, _ := scheduleOf(want)
	left := now[byDRR] &^ shall[byDRR]
	for _, q := range left.List() {
		start := "qos queue " + strconv.Itoa(int(q)) + " drr weight "
		weight, n := want.last(start)
		if before, _ := have.last(start); n != nil && before == weight {
			d.add(entry{text: n.Text})
		}
	}
}

// flags adds the lines that each stand for themselves.
func (d *changer) flags(have, want section) {
	for _, n := range have {
		if n.Kind == conf.In && want.find(n.Text) == nil {
			d.add(entry{text: negated(n.Text)})
		}
	}
	for _, n := range want {
		if n.Kind == conf.In && have.find(n.Text) == nil {
			d.add(entry{text: n.Text})
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
