package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
	"github.com/weft-net/weft/vendors/fitting"
)

// spanClasses lets classes that cannot become what they shall be in place, because others wait for what they lose or lose what
// they wait for, pass through stand-ins: classes under other names that do what those shall do. In between nothing is in a
// class that changes queue, so that the classes are free to be put together anew.
//
// Ports that pass from one policy that is edited to another one join that on the way to the bridge, as it shall be. Theirs is
// edited after that, be it over a bridge of its own.
func (b *bridge) spanClasses() {
	joined := b.joined()
	for _, o := range b.from.objects {
		have, want := b.from.nodes[o], b.to.nodes[o]
		if !o.policy || o.typ != "qos" || want == nil || b.from.joined[have.Text] != nil {
			continue
		}
		if stuck := b.stuck(have, want); joined[o] || len(joined) == 0 && len(stuck) > 0 {
			b.moves = true
			b.leave(o)
			b.editor().Replace(nil, have, b.spannedPolicy(have, want, stuck))
			for _, class := range classesOf(want) {
				b.spanClassMap(class, stuck[class.Text])
			}
		}
	}
	b.join(joined)
}

// passes tells whether a port passes from one policy that is edited in place to another, and to which.
func (b *bridge) passes(have *conf.Node) (to mqc, passes bool) {
	want := b.to.tree.Find(have.Text)
	if want == nil || want == have || !bindsPolicies(have) {
		return to, false
	}
	from, to := policy(fill(have.Kids)[slotClassify]), policy(fill(want.Kids)[slotClassify])
	return to, from != to && editedInPlace(b.from, b.to, from) && editedInPlace(b.from, b.to, to)
}

// joined are the policies that ports pass to.
func (b *bridge) joined() map[mqc]bool {
	joined := map[mqc]bool{}
	for _, have := range b.from.tree.Top {
		if to, passes := b.passes(have); passes {
			joined[to] = true
		}
	}
	return joined
}

// join gives these ports their policies.
func (b *bridge) join(joined map[mqc]bool) {
	if len(joined) == 0 {
		return
	}
	for _, have := range b.from.tree.Top {
		if _, passes := b.passes(have); passes {
			b.rebind(have, fill(have.Kids)[slotClassify], fill(b.to.tree.Find(have.Text).Kids)[slotClassify])
		}
	}
}

// leave takes the ports off a policy that leave it for one that is not there yet, or for none: what happens to it is not theirs.
func (b *bridge) leave(o mqc) {
	for _, have := range b.from.tree.Top {
		want := b.to.tree.Find(have.Text)
		if want == nil || want == have || !bindsPolicies(have) || !strings.HasPrefix(have.Text, "interface ") {
			continue
		}
		old, now := fill(have.Kids)[slotClassify], fill(want.Kids)[slotClassify]
		if policy(old) == o && policy(now) != o && b.from.nodes[policy(now)] == nil {
			b.makeClassified(policy(now))
			b.rebind(have, old, now)
		}
	}
}

// makeClassified makes a type qos policy that is not there, with its class-maps.
func (b *bridge) makeClassified(o mqc) {
	want := b.to.nodes[o]
	if want == nil || b.editor().Tree().Find(want.Text) != nil {
		return
	}
	for _, classMap := range classMaps(b.to, want) {
		if c, _ := mqcOf(classMap.Text); b.from.nodes[c] == nil && b.edit.Tree().Find(classMap.Text) == nil {
			placeTop(b.edit, conf.Copy(classMap))
		}
	}
	placeTop(b.edit, conf.Copy(want))
}

// reclassed is a class with what it loses and gains.
type reclassed struct {
	text         string
	had, has     [numMatchFields]values
	lost, gained [numMatchFields]values
	requeues     bool
}

// stuck are the classes, by header, that need stand-ins: those that give another queue after and match otherwise, where
// another such class is involved, or they keep nothing and another class is, or they have to move behind others.
func (b *bridge) stuck(have, want *conf.Node) map[string]bool {
	all := b.reclassed(have, want)
	tail := tailOf(classesOf(have), classesOf(want))
	stuck := map[string]bool{}
	for i := range all {
		c := &all[i]
		if !c.requeues || c.had == c.has {
			continue
		}
		moves := indexOf(tail, c.text) >= 0
		if moves || slices.ContainsFunc(all, func(other reclassed) bool { return other.text != c.text && c.waitsFor(&other) }) {
			stuck[c.text] = true
		}
	}
	return stuck
}

// waitsFor tells whether a class cannot change queue before or after another one changes.
func (c *reclassed) waitsFor(other *reclassed) bool {
	if other.requeues && (meet(c.lost, other.gained) || meet(c.gained, other.lost)) {
		return true
	}
	return !meet(c.had, c.has) && (meet(c.lost, other.has) || meet(c.gained, other.had))
}

// reclassed are the classes of both states of a policy.
func (b *bridge) reclassed(have, want *conf.Node) []reclassed {
	var list []reclassed
	for _, class := range slices.Concat(classesOf(have), classesOf(&conf.Node{Kids: newClasses(have, want)})) {
		c, _ := classOf("qos", class.Text)
		r := reclassed{text: class.Text, requeues: requeues(class, want.Find(class.Text))}
		if have.Find(class.Text) != nil {
			r.had = valuesOf(b.from.nodes[c])
		}
		if want.Find(class.Text) != nil {
			r.has = valuesOf(b.to.nodes[c])
		}
		for f := range r.had {
			r.lost[f], r.gained[f] = r.had[f]&^r.has[f], r.has[f]&^r.had[f]
		}
		list = append(list, r)
	}
	return list
}

// spannedPolicy is a policy as it shall be, in the order that it has, with stand-ins for the stuck classes, and these and new
// classes behind the others.
func (b *bridge) spannedPolicy(have, want *conf.Node, stuck map[string]bool) *conf.Node {
	policy := conf.New(have.Text)
	for _, line := range have.Kids {
		switch now := want.Find(line.Text); {
		case line.Kind != conf.In || !isClass(line):
			policy.Kids = append(policy.Kids, line)
		case now != nil && !stuck[line.Text] && line.Text != catchAll:
			policy.Kids = append(policy.Kids, conf.Copy(now))
		}
	}
	for _, class := range classesOf(want) {
		if stuck[class.Text] || have.Find(class.Text) == nil {
			policy.Kids = append(policy.Kids, conf.New(b.headerOf(class, stuck), conf.Copy(class).Kids...))
		}
	}
	if rest := want.Find(catchAll); rest != nil {
		policy.Kids = append(policy.Kids, conf.Copy(rest))
	}
	return policy
}

// headerOf is the header of a class, or of its stand-in.
func (b *bridge) headerOf(class *conf.Node, stuck map[string]bool) string {
	if !stuck[class.Text] {
		return class.Text
	}
	return "class " + b.standIn(class)
}

// standIn is the name of the class-map that stands in for a class.
func (b *bridge) standIn(class *conf.Node) string {
	c, _ := classOf("qos", class.Text)
	return fitting.ObjectName(b.site.Prefix, "moving", strings.TrimPrefix(c.name, b.own))
}

// spanClassMap makes the class-map of a class as it shall be, or that of its stand-in.
func (b *bridge) spanClassMap(class *conf.Node, stuck bool) {
	c, _ := classOf("qos", class.Text)
	have, want := b.from.nodes[c], b.to.nodes[c]
	switch {
	case want == nil:
	case stuck:
		b.put(mqc{typ: "qos", name: b.standIn(class)}, conf.New("class-map type qos match-any "+b.standIn(class), conf.Copy(want).Kids...))
	case have == nil:
		placeTop(b.edit, conf.Copy(want))
	case have != want && b.from.joined[have.Text] == nil:
		b.edit.Replace(nil, have, conf.Copy(want))
	}
}

// put places an object in the bridge, or in the place of one that an earlier patch left behind.
func (b *bridge) put(o mqc, now *conf.Node) {
	if old := b.from.nodes[o]; old != nil {
		b.edit.Replace(nil, old, now)
		return
	}
	placeTop(b.edit, now)
}
