package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// additive is the order in which the lines of an interface are set; they are taken back in the reverse of it.
var additive = [numSlots]slot{slotMTU, slotHeadroom, slotEgress, slotPFC, slotClassify, slotWatchdog}

// exchanges names, for each slot whose policy has no in-place replacement, the row of the exchange table (S-ATT).
var exchanges = [numSlots]string{
	slotClassify: "nxos.exchange-qos-input",
	slotHeadroom: "nxos.exchange-queuing-input",
	slotEgress:   "nxos.exchange-queuing-output",
}

// ports finds the changes of interfaces.
func (d *differ) ports() {
	for _, have := range d.from.tree.Top {
		if have.Kind != conf.In || !strings.HasPrefix(have.Text, "interface ") {
			continue
		}
		if want := d.to.tree.Find(have.Text); want != nil && want != have && d.from.tree.Find(have.Text) == have {
			d.port(have, want)
		}
	}
}

// portEdit is the edit of one interface.
type portEdit struct {
	*differ
	in         where
	have, want filled
	on         audience
	phases     [numSlots]phase
}

// phase is when a slot is edited: with what adds, before or after policies that classify are edited, or with what takes
// away.
type phase uint8

const (
	unchanged phase = iota
	more
	unclassify
	classify
	less
)

// phases says of each how its changes are called and where they stand.
var phases = [...]struct {
	phase
	part string
	rank int
}{
	{more, "", rankPortMore},
	{unclassify, " unclassify", rankPortUnclassify},
	{classify, " classify", rankPortClassify},
	{less, " less", rankPortLess},
}

// port finds the changes of one interface.
func (d *differ) port(have, want *conf.Node) {
	name := strings.TrimPrefix(have.Text, "interface ")
	p := portEdit{differ: d, in: where{outer: have.Text}, have: fill(have.Kids), want: fill(want.Kids), on: audience{ports: d.portsOf(name)}}
	p.sort()
	rest := edits(have.Kids, want.Kids, slotless)

	for i := range phases {
		ph := &phases[i]
		mark := d.mark()
		p.others(rest, ph.phase)
		p.edits(ph.phase)
		d.portChange(mark, name, ph.rank, ph.part, p.on.ports)
	}
}

// edits adds the commands of the slots of one phase, in reverse where they take away.
func (p *portEdit) edits(ph phase) {
	for i := range additive {
		s := additive[i]
		if ph == less {
			s = additive[len(additive)-1-i]
		}
		if p.phases[s] == ph {
			p.edit(s)
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

func (d *differ) portChange(mark int, name string, rank int, part string, ports []string) {
	if len(d.commands) == mark {
		return
	}
	c := vendors.Change{Key: "interface " + name + part, Rank: rank, Text: "set QoS of " + name, Ports: ports}
	for _, e := range d.commands[mark:] {
		o, binds := policyOf(strings.TrimPrefix(e.text, "no "))
		switch {
		case !binds:
		case strings.HasPrefix(e.text, "no "):
			c.Frees = append(c.Frees, d.keyOf(o))
		default:
			c.Uses = append(c.Uses, d.keyOf(o))
		}
	}
	d.change(mark, c)
}

// sort finds the phase of every slot that differs.
func (p *portEdit) sort() {
	var in [less + 1]slotSet
	for _, s := range additive {
		old, now := text(p.have[s]), text(p.want[s])
		switch {
		case old == now:
		case s == slotClassify:
			p.phases[s] = p.classification(old, now)
		case p.adds(s, old, now):
			p.phases[s] = more
		default:
			p.phases[s] = less
		}
		in[p.phases[s]] |= 1 << s
	}
	if in[more] == 1<<slotClassify && in[less] != 0 {
		if old, _ := policyOf(text(p.have[slotClassify])); !p.editedInPlace(old) {
			p.phases[slotClassify] = less // one visit does for both
		}
	}
}

// classification is when the classification of a port changes: a port that joins a policy must not see the edits of it, nor
// must one that leaves it.
func (d *differ) classification(old, now string) phase {
	had, _ := policyOf(old)
	has, _ := policyOf(now)
	switch {
	case now == "" && d.editedInPlace(had):
		return unclassify
	case now == "":
		return less
	case d.editedInPlace(has):
		return classify
	}
	return more
}

// editedInPlace tells whether a type qos policy, or a class-map of it, is edited.
func (d *differ) editedInPlace(o mqc) bool {
	edited, known := d.inPlace[o]
	if known {
		return edited
	}
	have, want := d.from.nodes[o], d.to.nodes[o]
	if have != nil && want != nil {
		edited = have != want || !slices.Equal(classMaps(d.from, have), classMaps(d.to, want))
	}
	if d.inPlace == nil {
		d.inPlace = map[mqc]bool{}
	}
	d.inPlace[o] = edited
	return edited
}

// adds tells whether a slot's new line protects at least as the old one does.
func (p *portEdit) adds(s slot, old, now string) bool {
	switch s {
	case slotMTU:
		return numberOf(now, 1500) > numberOf(old, 1500)
	case slotPFC:
		return insists(now) >= insists(old)
	case slotEgress:
		had, has := p.marking(p.from, old), p.marking(p.to, now)
		if had == has {
			return true
		}
		return p.flows.of(p.have[slotClassify], p.want[slotClassify], had, has).early(had, has)
	}
	return now != ""
}

// insists ranks PFC modes: off, as the peer agrees, on.
func insists(line string) int {
	switch {
	case strings.HasPrefix(line, "priority-flow-control mode on"):
		return 2
	case strings.HasPrefix(line, "priority-flow-control mode off"):
		return 0
	}
	return 1
}

// marking are the queues that the policy of an egress line marks in; without a line it is the policy of the whole switch.
func (d *differ) marking(s *survey, line string) qos.QueueSet {
	o, ok := policyOf(line)
	if !ok {
		o, _ = systemPolicy(s.tree, "queuing", "output ")
	}
	key := markingKey{s, o}
	known, seen := d.marks[key]
	if !seen {
		known = markingOf(s, s.nodes[o])
		if d.marks == nil {
			d.marks = map[markingKey]qos.QueueSet{}
		}
		d.marks[key] = known
	}
	return known
}

type markingKey struct {
	in     *survey
	policy mqc
}

// markingOf are the queues that a queuing policy marks in.
func markingOf(s *survey, policy *conf.Node) qos.QueueSet {
	var set qos.QueueSet
	if policy == nil {
		return 0
	}
	for _, class := range policy.Kids {
		line := class.FindPrefix("random-detect ")
		c, _ := classOf("queuing", class.Text)
		if q, known := queueOf(s, c); known && line != nil && marks(line.Text) {
			set |= 1 << q
		}
	}
	return set
}

// edit adds the commands of one slot.
func (p *portEdit) edit(s slot) {
	old, now := text(p.have[s]), text(p.want[s])
	c := command{in: p.in, audience: p.on}
	if s == slotEgress || s == slotHeadroom {
		c.disruption = vendors.Loss // S-QUE
	}
	switch {
	case now == "":
		c.text = negated(old)
	case old != "" && exchanges[s] != "":
		out := c
		out.text, out.exchange, out.disruption = negated(old), exchanges[s], vendors.Loss
		out.words = p.say(s, old, "")
		p.add(out)
		c.text = now
	default:
		c.text = now
	}
	c.words = p.say(s, old, now)
	p.add(c)
}

// say puts the edit of a slot into words.
func (d *differ) say(s slot, old, now string) string {
	key := [2]string{old, now}
	words, known := d.words[key]
	if !known {
		words = sayEdit(s, old, now)
		if d.words == nil {
			d.words = map[[2]string]string{}
		}
		d.words[key] = words
	}
	return words
}

func sayEdit(s slot, old, now string) string {
	had, _ := policyOf(old)
	has, _ := policyOf(now)
	switch {
	case exchanges[s] != "" && now == "":
		return "unbind " + had.String()
	case exchanges[s] != "" && old == "":
		return "bind " + has.String()
	case exchanges[s] != "":
		return "bind " + has.String() + " instead of " + had.name
	case now == "":
		return slots[s].prefix + "back to the default (was" + strings.TrimPrefix(old, strings.TrimSuffix(slots[s].prefix, " ")) + ")"
	}
	return changed(edit{slots[s].prefix, old, now})
}

// others adds the edits of lines that fill no slot: new ones with what adds, those that go with what takes away.
func (p *portEdit) others(rest []edit, ph phase) {
	for _, e := range rest {
		if e.now != "" && ph == more || e.now == "" && ph == less {
			p.add(command{in: p.in, text: orNegated(e), words: changed(e), audience: p.on})
		}
	}
}

// portsOf are the ports that an interface stands for: itself, or what the intent names, or else the switch has, in a bundle.
func (d *differ) portsOf(name string) []string {
	if !strings.HasPrefix(name, "port-channel") {
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

// keyOf is the key of an mqc, made once.
func (d *differ) keyOf(o mqc) string {
	key, known := d.keys[o]
	if !known {
		key = o.key()
		if d.keys == nil {
			d.keys = map[mqc]string{}
		}
		d.keys[o] = key
	}
	return key
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
