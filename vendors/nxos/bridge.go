package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
	"github.com/weft-net/weft/vendors/fitting"
)

// Bridge is a configuration between two others for traffic that moves between queues and is lossless, or marked, in both:
// running with a network-qos policy that pauses in the old queues and in the new ones, and with queuing policies that mark in
// both. It is nil where no such traffic needs it.
func (NXOS) Bridge(running, target vendors.Config, site vendors.Site) vendors.Config {
	b := bridge{site: site, own: site.Prefix + "-", from: surveyIn(running), to: surveyIn(target)}
	b.flows = newFlows(b.from, b.to)
	b.spanClasses()
	b.spanLossless()
	b.spanEgress()
	if b.edit == nil {
		return nil
	}
	return configOf(b.edit.Tree())
}

// bridge builds the configuration in between.
type bridge struct {
	site     vendors.Site
	own      string
	from, to *survey
	flows    *flows
	edit     *conf.Editor
	widened  []widened
	moves    bool // classes pass through stand-ins, and traffic moves to where it shall be on the way to the bridge
}

func (b *bridge) editor() *conf.Editor {
	if b.edit == nil {
		b.edit = b.from.tree.Edit()
	}
	return b.edit
}

// spanLossless puts a network-qos policy in between that pauses in every queue that needs it, with the larger MTU of each.
func (b *bridge) spanLossless() {
	old, line := systemPolicy(b.from.tree, "network-qos", "")
	now, _ := systemPolicy(b.to.tree, "network-qos", "")
	had, has := losslessOf(b.from, old), losslessOf(b.to, now)
	moved := b.flows.all(duty{had.noDrop(), has.noDrop()})
	before, after := moved.may()
	if !b.needed(before, after) {
		return
	}
	policy := conf.Copy(b.to.nodes[now])
	if !before {
		policy = b.spanPolicy(b.spanned(moved), b.from.nodes[old], b.to.nodes[now])
	}
	placeTop(b.editor(), policy)
	o, _ := mqcOf(policy.Text)
	b.edit.Replace(b.from.tree.Find("system qos"), line, conf.New("service-policy type network-qos "+o.name))
}

// spanned are the queues that a policy in between has to pause in. Where traffic moves on the way to it, it must not end there
// what it begins to do for a queue that traffic enters.
func (b *bridge) spanned(moved passage) qos.QueueSet {
	set := moved.left | moved.entered | moved.had&moved.has
	for b.moves {
		left := b.flows.all(duty{moved.had, set}).left
		if left&^set == 0 {
			break
		}
		set |= left
	}
	return set
}

// spanPolicy is the network-qos policy in between, made of classes of the two around it.
func (b *bridge) spanPolicy(needed qos.QueueSet, old, now *conf.Node) *conf.Node {
	var classes []*conf.Node
	body := ""
	for _, class := range slices.Concat(now.Kids, newClasses(now, old)) {
		spanned := conf.New(class.Text)
		c, _ := classOf("network-qos", class.Text)
		q, _ := queueOf(b.from, c)
		for _, line := range spanLines(old.Find(class.Text), now.Find(class.Text)) {
			if !strings.HasPrefix(line, "pause ") || needed.Has(q) {
				spanned.Kids = append(spanned.Kids, conf.New(line))
				body += line + "\n"
			}
		}
		body += class.Text + "\n"
		classes = append(classes, spanned)
	}
	return conf.New("policy-map type network-qos "+fitting.ObjectName(b.site.Prefix, roleNoDrop, fitting.Hash6(body)), classes...)
}

// spanLines are the lines of a class that two policies have, the larger MTU and the pause of either.
func spanLines(old, now *conf.Node) []string {
	lines := map[string]string{}
	order := []string{"mtu ", "pause pfc-cos ", "pause no-drop"}
	for _, line := range slices.Concat(kids(old), kids(now)) {
		slot := classSlot(line.Text)
		if slot != "mtu " || numberOf(line.Text, 0) >= numberOf(lines[slot], 0) {
			lines[slot] = line.Text
		}
	}
	var list []string
	for _, slot := range order {
		if line := lines[slot]; line != "" && !strings.HasPrefix(line, "no ") {
			list = append(list, line)
		}
	}
	return list
}
