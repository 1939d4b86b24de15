package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// additive is the order in which the lines of an interface are set; they are taken back in the reverse of it.
var additive = [numSlots]slot{slotMTU, slotHeadroom, slotEgress, slotPFC, slotClassify, slotWatchdog}

// exchanges names, for each slot whose policy has no in-place replacement, the row of the exchange table (S-ATT).
var exchanges = [numSlots]string{
	slotClassify: "nxos.exchange-qos-input",
	slotHeadroom: "nxos.exchange-queuing-input",
	slotEgress:   "nxos.exchange-queuing-output",
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

// phaseKind says how the changes of a phase are called and where they stand.
type phaseKind struct {
	phase
	part string
	rank int
}

var phases = [...]phaseKind{
	{more, "", rankPortMore},
	{unclassify, " unclassify", rankPortUnclassify},
	{classify, " classify", rankPortClassify},
	{less, " less", rankPortLess},
}

// recipe is how the slots of an interface are edited. Interfaces that have, and get, the same lines share it.
type recipe struct {
	have, want [numSlots]string
	phaseOf    [numSlots]phase
	parts      [len(phases)]recipePart
}

// recipePart is one phase of it: commands without the interface, and the names of policies that they bring and take.
type recipePart struct {
	commands    []command
	uses, frees []string
}

// recipeFor finds the recipe of an interface, or makes it.
func (d *differ) recipeFor(have, want *filled) *recipe {
	for _, r := range d.recipes {
		if have.hasTexts(&r.have) && want.hasTexts(&r.want) {
			return r
		}
	}
	r := &recipe{have: have.texts(), want: want.texts()}
	d.schedule(r)
	for i := range phases {
		d.cook(r, i)
	}
	d.recipes = append(d.recipes, r)
	return r
}

// hasTexts tells whether these are the lines of a block by slot.
func (f *filled) hasTexts(t *[numSlots]string) bool {
	for s, line := range f {
		if text(line) != t[s] {
			return false
		}
	}
	return true
}

// texts are the lines of a block by slot.
func (f *filled) texts() (t [numSlots]string) {
	for s, line := range f {
		t[s] = text(line)
	}
	return t
}

// schedule finds the phase of every slot that differs.
func (d *differ) schedule(r *recipe) {
	var in [less + 1]slotSet
	for s := range numSlots {
		old, now := r.have[s], r.want[s]
		switch {
		case old == now:
		case s == slotClassify:
			r.phaseOf[s] = d.classification(old, now)
		case d.adds(r, s):
			r.phaseOf[s] = more
		default:
			r.phaseOf[s] = less
		}
		in[r.phaseOf[s]] |= 1 << s
	}
	if in[more] == 1<<slotClassify && in[less] != 0 && !d.editedInPlace(r.have[slotClassify]) {
		r.phaseOf[slotClassify] = less // one visit does for both
	}
}

// classification is when the classification of a port changes: a port that joins a policy must not see the edits of it, nor
// must one that leaves it.
func (d *differ) classification(old, now string) phase {
	switch {
	case now == "" && d.editedInPlace(old):
		return unclassify
	case now == "":
		return less
	case d.editedInPlace(now):
		return classify
	}
	return more
}

// editedInPlace tells whether the type qos policy that a line binds, or a class-map of it, is edited.
func (d *differ) editedInPlace(line string) bool {
	o, _ := policyOf(line)
	return editedInPlace(d.from, d.to, o)
}

func editedInPlace(from, to *survey, o mqc) bool {
	have, want := from.nodes[o], to.nodes[o]
	if have == nil || want == nil {
		return false
	}
	return have != want || !slices.Equal(classMaps(from, have), classMaps(to, want))
}

// adds tells whether a slot's new line protects at least as the old one does.
func (d *differ) adds(r *recipe, s slot) bool {
	old, now := r.have[s], r.want[s]
	switch s {
	case slotMTU:
		return numberOf(now, 1500) > numberOf(old, 1500)
	case slotPFC:
		return insists(now) >= insists(old)
	case slotEgress:
		from, to := boundOutput(d.from, old), boundOutput(d.to, now)
		p := d.flows.egress(r.have[slotClassify], r.want[slotClassify], from, to, rowOf(d.site.Platform))
		return p.early()
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

// cook makes the commands of one phase, in reverse order where they take away.
func (d *differ) cook(r *recipe, i int) {
	part := &r.parts[i]
	for at := range additive {
		s := additive[at]
		if phases[i].phase == less {
			s = additive[len(additive)-1-at]
		}
		if r.phaseOf[s] == phases[i].phase {
			part.edit(s, r.have[s], r.want[s])
		}
	}
}

// edit adds the commands of one slot. A policy that has no in-place replacement is exchanged: the old one goes and the new one
// comes in two adjacent commands.
func (p *recipePart) edit(s slot, old, now string) {
	had, hadPolicy := policyOf(old)
	has, hasPolicy := policyOf(now)
	if hadPolicy {
		p.frees = append(p.frees, had.key())
	}
	if hasPolicy {
		p.uses = append(p.uses, has.key())
	}
	var effect vendors.Disruption
	if s == slotEgress || s == slotHeadroom {
		effect = vendors.Loss // S-QUE
	}
	switch {
	case now == "":
		p.commands = append(p.commands, command{text: negated(old), words: sayEdit(s, old, now), disruption: effect})
		return
	case hadPolicy:
		p.commands = append(p.commands, command{
			text: negated(old), words: sayEdit(s, old, ""), disruption: vendors.Loss, exchange: exchanges[s],
		})
	}
	p.commands = append(p.commands, command{text: now, words: sayEdit(s, old, now), disruption: effect})
}

// sayEdit puts the edit of a slot into words.
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
