package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// systemSlots are the lines under system qos, one of each.
var systemSlots = []string{
	"service-policy type network-qos ",
	"service-policy type queuing input ", "service-policy type queuing output ", "service-policy type qos input ",
}

// systemQoS finds the changes of what is bound on the switch as a whole.
func (d *differ) systemQoS() {
	const header = "system qos"
	have, want := d.from.tree.Find(header), d.to.tree.Find(header)
	if have == want {
		return
	}
	for _, e := range edits(kids(have), kids(want), func(line string) string { return slotIn(systemSlots, line) }) {
		d.systemEdit(where{outer: header}, e)
	}
}

func kids(block *conf.Node) []*conf.Node {
	if block == nil {
		return nil
	}
	return block.Kids
}

// systemEdit binds, swaps or unbinds one policy. Network-qos and queuing policies are replaced in place (S-3232).
func (d *differ) systemEdit(in where, e edit) {
	c := command{in: in, text: orNegated(e), audience: audience{all: true}}
	change := vendors.Change{Key: strings.TrimSpace(in.outer + " " + e.slot), Rank: rankPortMore}
	old, hadOld := policyOf(e.old)
	now, hasNow := policyOf(e.now)
	switch {
	case !hasNow:
		c.words = "unbind " + old.String()
		change.Rank = rankPortLess
	case !hadOld:
		c.words = "bind " + now.String()
		change.Rank = rankSystemMore
	default:
		c.words = "bind " + now.String() + " instead of " + old.name
	}
	switch e.slot {
	case systemSlots[0]:
		c.disruption = vendors.Recarve
		change.Rank = d.losslessRank(old, now)
	case systemSlots[1], systemSlots[2]:
		c.disruption = vendors.Loss // S-QUE
	default:
		change.Rank = rankSystemClassify
		if !hasNow {
			change.Rank = rankSystemUnclassify
		}
	}
	if hadOld {
		change.Frees = []string{old.key()}
	}
	if hasNow {
		change.Uses = []string{now.key()}
	}
	change.Text = c.words
	mark := d.mark()
	d.add(c)
	d.change(mark, change)
}

// losslessRank places a swap of network-qos: before traffic is moved when what is left stays lossless, else after.
func (d *differ) losslessRank(old, now mqc) int {
	before, after := losslessOf(d.from, old), losslessOf(d.to, now)
	if d.flows.all(duty{before.noDrop(), after.noDrop()}).early() {
		return rankLosslessMore
	}
	return rankLosslessLess
}

// globals finds the changes of lines at the top.
func (d *differ) globals() {
	for _, want := range d.to.tree.Top {
		if want.Kind == conf.In && !isBlock(want.Text) && !carves(want) && d.from.tree.Find(want.Text) == nil {
			name, _ := globalSetting(want.Text)
			d.global(edit{name, text(settingIn(d.from.tree, name)), want.Text})
		}
	}
	for _, have := range d.from.tree.Top {
		if have.Kind == conf.In && !isBlock(have.Text) && !carves(have) && d.to.tree.Find(have.Text) == nil {
			if name, _ := globalSetting(have.Text); settingIn(d.to.tree, name) == nil {
				d.global(edit{name, have.Text, ""})
			}
		}
	}
}

// global changes one line at the top.
func (d *differ) global(e edit) {
	mark := d.mark()
	d.add(command{text: orNegated(e), words: changed(e)})
	c := vendors.Change{Key: e.slot, Rank: rankGlobalMore, Text: changed(e)}
	gone := e.now == ""
	switch feature, isFeature := strings.CutPrefix(e.slot, "feature "); {
	case isFeature && gone:
		c.Rank, c.Removes = rankFeatureGone, []string{"feature:" + feature}
	case isFeature:
		c.Rank, c.Defines = rankFeature, []string{"feature:" + feature}
	case e.slot == "system jumbomtu" && numberOf(e.now, defaultJumbo) >= numberOf(e.old, defaultJumbo):
		c.Rank = rankJumbo
	case e.slot == "system jumbomtu":
		c.Rank = rankJumboLess
	case gone || isDefault(e.now):
		c.Rank = rankGlobalLess
	}
	d.change(mark, c)
}
