package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// objects finds the changes of class-maps and policy-maps.
func (d *differ) objects() {
	d.findVanishing()
	d.findRequeued()
	for _, o := range d.from.objects {
		switch have, want := d.from.nodes[o], d.to.nodes[o]; {
		case have == want:
		case want == nil:
			d.remove(o, have)
		case o.policy:
			d.editPolicy(o, have, want)
		default:
			d.editClassMap(o, have, want)
		}
	}
	for _, o := range d.to.objects {
		if d.from.nodes[o] == nil {
			d.create(o, d.to.nodes[o])
		}
	}
}

// newRank and goneRank order the making and deleting of objects.
func (o mqc) newRank() int {
	switch {
	case !o.policy:
		return rankClassMapNew
	case o.typ == "network-qos":
		return rankNetworkQoSNew
	case o.typ == "qos":
		return rankQoSNew
	}
	return rankQueuingNew
}

func (o mqc) goneRank() int {
	switch {
	case !o.policy:
		return rankClassMapGone
	case o.typ == "network-qos":
		return rankNetworkQoSGone
	case o.typ == "qos":
		return rankQoSGone
	}
	return rankQueuingGone
}

// create makes an object that is not there.
func (d *differ) create(o mqc, node *conf.Node) {
	mark := d.mark()
	d.make(where{}, node, "create "+o.String())
	d.change(mark, vendors.Change{
		Key: o.key(), Rank: o.newRank(), Text: "create " + o.String(),
		Defines: []string{o.key()}, Uses: classKeys(d.to, o, node.Kids),
	})
}

// make adds the commands that make a block with all in it.
func (d *differ) make(in where, block *conf.Node, words string) {
	d.add(command{in: in, text: block.Text, opens: true, words: words})
	in = in.into(block.Text)
	for _, line := range block.Kids {
		switch {
		case line.Kind == conf.Out:
			for _, text := range outOfScope(line) {
				d.add(command{in: in, text: text, words: words + ": " + text})
			}
		case isClass(line):
			d.make(in, line, words+", "+line.Text)
		default:
			d.add(command{in: in, text: line.Text, words: words + ": " + line.Text})
		}
	}
}

// outOfScope are the commands of a run that is out of scope, such as descriptions: its comments and what leaves a view apart.
func outOfScope(run *conf.Node) []string {
	var list []string
	for line := range strings.Lines(run.Raw()) {
		text := strings.TrimSpace(line)
		if text != "" && text[0] != '!' && text[0] != '#' && text != "exit" && text != "end" {
			list = append(list, text)
		}
	}
	return list
}

// into is the view of a block that is entered from v.
func (v where) into(header string) where {
	if v.outer == "" {
		return where{outer: header}
	}
	return where{v.outer, header}
}

func isClass(line *conf.Node) bool {
	return line.Kind == conf.In && strings.HasPrefix(line.Text, "class ")
}

// remove deletes an object.
func (d *differ) remove(o mqc, node *conf.Node) {
	mark := d.mark()
	d.add(command{text: negated(node.Text), words: "delete " + o.String()})
	d.change(mark, vendors.Change{
		Key: o.key() + " gone", Rank: o.goneRank(), Text: "delete " + o.String(),
		Removes: []string{o.key()}, Frees: classKeys(d.from, o, node.Kids),
	})
}

// classKeys are the class-maps of one's own that classes are.
func classKeys(s *survey, policy mqc, classes []*conf.Node) []string {
	var keys []string
	for _, class := range classes {
		if c, ok := classOf(policy.typ, class.Text); ok && policy.policy && s.nodes[c] != nil {
			keys = append(keys, c.key())
		}
	}
	return keys
}

// findVanishing finds the fields that policies edited in place match before and not after, while another field is matched
// anew: how ports are trusted changes then. Their code points go first, so that never two fields decide where one does before
// and after.
func (d *differ) findVanishing() {
	var had, has [numMatchFields]values
	for _, o := range d.from.objects {
		have, want := d.from.nodes[o], d.to.nodes[o]
		if !o.policy || o.typ != "qos" || want == nil {
			continue
		}
		before, after := classMaps(d.from, have), classMaps(d.to, want)
		if have == want && slices.Equal(before, after) {
			continue
		}
		for f := range matchFields {
			for _, classMap := range before {
				had[f] |= valuesOf(classMap)[f]
			}
			for _, classMap := range after {
				has[f] |= valuesOf(classMap)[f]
			}
		}
	}
	appears := false
	for f := range matchFields {
		appears = appears || had[f] == 0 && has[f] != 0
	}
	for f := range matchFields {
		d.vanishing[f] = appears && had[f] != 0 && has[f] == 0
	}
}

// classMaps are the class-maps of a type qos policy.
func classMaps(s *survey, policy *conf.Node) []*conf.Node {
	var list []*conf.Node
	for _, class := range policy.Kids {
		if c, ok := classOf("qos", class.Text); ok && s.nodes[c] != nil {
			list = append(list, s.nodes[c])
		}
	}
	return list
}

// vanishes tells whether a class-map matches nothing but vanishing fields.
func (d *differ) vanishes(classMap *conf.Node) bool {
	sets := valuesOf(classMap)
	some := false
	for f, set := range sets {
		if set != 0 && !d.vanishing[f] {
			return false
		}
		some = some || set != 0
	}
	return some
}

// classMapSlots are the lines of a class-map of which there is one.
var classMapSlots = []string{"match qos-group ", "description "}

// editClassMap changes what a class-map matches: new values before old ones go, so that a value that moves between classes
// is always in one of them.
func (d *differ) editClassMap(o mqc, have, want *conf.Node) {
	in := where{outer: have.Text}
	had, wanted := valuesOf(have), valuesOf(want)
	var less [numMatchFields]values
	ranks := d.matchRanks(o, had, wanted)
	mark := d.mark()
	for f := range matchFields {
		less[f] = had[f] &^ wanted[f]
		d.match(in, o, f, wanted[f]&^had[f], "add")
	}
	list := edits(have.Kids, want.Kids, classMapSlot)
	for _, e := range list {
		if e.now != "" {
			d.add(command{in: in, text: e.now, words: o.String() + ": " + e.now})
		}
	}
	d.edited(mark, o, ranks.more, "")
	for f := range matchFields {
		mark := d.mark()
		d.match(in, o, f, less[f], "take out")
		rank := ranks.less
		if d.vanishing[f] {
			rank = min(rank, rankClassifyEarly)
		}
		d.edited(mark, o, rank, " less "+matchFields[f])
	}
	mark = d.mark()
	for _, e := range list {
		if e.now == "" {
			d.add(command{in: in, text: negated(e.old), words: o.String() + ": " + negated(e.old)})
		}
	}
	d.edited(mark, o, ranks.less, " less")
}

// match adds the command that adds values to a class-map or takes them out.
func (d *differ) match(in where, o mqc, field int, set values, verb string) {
	if set == 0 {
		return
	}
	line := matchFields[field] + set.String()
	words := verb + " " + strings.TrimPrefix(line, "match ") + ": " + o.String()
	if verb != "add" {
		line = negated(line)
	}
	d.add(command{in: in, text: line, words: words})
}

// classMapSlot is the setting of a line of a class-map that does not list code points, empty for one that does.
func classMapSlot(line string) string {
	if _, _, lists := matchField(line); lists {
		return ""
	}
	return slotIn(classMapSlots, line)
}

// edited ends the body of an edit of an object that stays.
func (d *differ) edited(mark int, o mqc, rank int, part string) {
	d.change(mark, vendors.Change{Key: o.key() + part, Rank: rank, Text: "edit " + o.String()})
}

// editPolicy changes a policy in place.
func (d *differ) editPolicy(o mqc, have, want *conf.Node) {
	if o.typ == "qos" {
		d.editQoS(o, have, want)
		return
	}
	mark := d.mark()
	p := policyEdit{differ: d, policy: o, header: have.Text, effect: d.editDisturbs(o), shares: sharesOf(have, want)}
	p.lower(have, want)
	p.raise(have, want)
	d.change(mark, vendors.Change{
		Key: o.key(), Rank: rankQueueMore, Text: "edit " + o.String(), Uses: classKeys(d.to, o, newClasses(have, want)),
	})
	mark = d.mark()
	p.less(have, want)
	p.settle()
	d.change(mark, vendors.Change{
		Key: o.key() + " less", Rank: rankQueueLess, Text: "edit " + o.String(), Frees: classKeys(d.from, o, newClasses(want, have)),
	})
}

// newClasses are the classes of a policy that another state of it does not have.
func newClasses(have, want *conf.Node) []*conf.Node {
	var list []*conf.Node
	for _, class := range want.Kids {
		if isClass(class) && have.Find(class.Text) == nil {
			list = append(list, class)
		}
	}
	return list
}

// policyEdit is the edit of one queuing or network-qos policy in place.
type policyEdit struct {
	*differ
	policy mqc
	header string
	effect command // what every command of it has: disruption and ports
	shares []classShare
}

// set adds a command in a class. words say what it does.
func (p *policyEdit) set(class *conf.Node, line, words string) {
	c := p.effect
	c.in, c.text = where{p.header, class.Text}, line
	c.words = p.policy.String() + ", " + class.Text + ": " + words
	p.add(c)
}

// lower does everything but raise shares and take away. No share is ever taken out, it is set to 0, and shares that fall do
// so before others rise: their sum stays within 100.
func (p *policyEdit) lower(have, want *conf.Node) {
	for _, class := range want.Kids {
		old := have.Find(class.Text)
		if old == nil || !isClass(class) {
			continue
		}
		if s := p.shareOf(class); s != nil && s.between < s.old {
			p.setShare(s, s.old, s.between)
		}
		if old != class {
			p.addLines(old, class)
		}
	}
}

// addLines sets the lines of a class that add something.
func (p *policyEdit) addLines(old, class *conf.Node) {
	for _, e := range edits(old.Kids, class.Kids, classSlot) {
		if p.adds(e) && e.slot != slotBandwidth {
			p.set(class, e.now, changed(e))
		}
	}
}

// raise gives shares that rise, and adds classes.
func (p *policyEdit) raise(have, want *conf.Node) {
	for _, class := range want.Kids {
		if !isClass(class) {
			continue
		}
		s := p.shareOf(class)
		switch {
		case have.Find(class.Text) == nil:
			p.addClass(class)
		case s != nil && s.between > s.old:
			p.setShare(s, s.old, s.between)
		}
	}
}

func (p *policyEdit) addClass(class *conf.Node) {
	c := p.effect
	c.in, c.text, c.opens = where{outer: p.header}, class.Text, true
	c.words = p.policy.String() + ": add " + class.Text
	p.add(c)
	for _, line := range class.Kids {
		switch s := p.shareOf(class); {
		case line.Kind != conf.In:
		case s != nil && strings.HasPrefix(line.Text, slotBandwidth):
			p.set(class, s.line(s.between), s.line(s.between))
		default:
			p.set(class, line.Text, line.Text)
		}
	}
}

// less takes away shares, lines and classes.
func (p *policyEdit) less(have, want *conf.Node) {
	for _, class := range have.Kids {
		if !isClass(class) {
			continue
		}
		if s := p.shareOf(class); s != nil && s.now < s.between {
			p.setShare(s, s.between, s.now)
		}
		switch now := want.Find(class.Text); now {
		case class:
		case nil:
			c := p.effect
			c.in, c.text, c.words = where{outer: p.header}, negated(class.Text), p.policy.String()+": remove "+class.Text
			p.add(c)
		default:
			for _, e := range edits(class.Kids, now.Kids, classSlot) {
				if !p.adds(e) && (e.slot != slotBandwidth || e.now == "") {
					p.set(class, orNegated(e), changed(e))
				}
			}
		}
	}
}

func orNegated(e edit) string {
	if e.now == "" {
		return negated(e.old)
	}
	return e.now
}

// adds tells whether an edit of a class adds something, or at least takes nothing away that protects.
func (p *policyEdit) adds(e edit) bool {
	switch e.slot {
	case "random-detect ":
		return e.now != "" && (marks(e.now) || !marks(e.old))
	case "mtu ":
		return numberOf(e.now, 1500) >= numberOf(e.old, 1500)
	case "pause pfc-cos ":
		now, old := pausesOf(e.now), pausesOf(e.old)
		return now&old == old
	}
	return e.now != ""
}

// marks tells whether a random-detect line marks packets instead of dropping them.
func marks(line string) bool { return strings.HasSuffix(line, " ecn") }

func pausesOf(line string) values {
	list, ok := strings.CutPrefix(line, "pause pfc-cos ")
	if !ok {
		return 0
	}
	return parseValues(list)
}

// changed says an edit in words.
func changed(e edit) string {
	switch {
	case e.old == "":
		return e.now
	case e.now == "":
		return "no " + e.old
	}
	return e.now + " (was " + strings.TrimPrefix(e.old, commonWords(e.old, e.now)) + ")"
}

// commonWords is what two lines start with, whole words only.
func commonWords(a, b string) string {
	at := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == ' ' {
			at = i + 1
		}
	}
	return a[:at]
}

// editDisturbs is what an edit of an attached policy does to traffic: queuing policies make the ports that they are on lose
// traffic for a moment (S-QUE), an active network-qos policy divides the buffers anew (nxos.md 6.1).
func (d *differ) editDisturbs(o mqc) command {
	on := d.boundTo(o)
	switch {
	case on.none():
		return command{}
	case o.typ == "network-qos":
		return command{audience: on, disruption: vendors.Recarve}
	}
	return command{audience: on, disruption: vendors.Loss}
}
