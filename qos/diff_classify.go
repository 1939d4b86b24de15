package qos

import (
	"slices"
	"strconv"
)

// queue names a queue in a sentence, and class is what follows a number that is known already.
func (d *differ) queue(q Queue) string { return queueName(q, d.names) }
func (d *differ) class(q Queue) string { return classWord(int(q), d.names) }

// losslessness is what turns lossy and lossless, with the priorities of which that says enough.
type losslessness struct {
	groups []*group
	told   QueueSet
}

// losslessness adds a port to what turns lossy and lossless between two promises.
func (d *differ) losslessness(before, after *Protections, port string) (told QueueSet) {
	if before == after {
		return 0
	}
	p := pair[Protections]{before, after}
	found, ok := d.lossless.get(p)
	if !ok {
		changes, told := d.losslessChanges(before, after)
		found = d.lossless.put(p, losslessness{d.group(changes), told})
	}
	for _, g := range found.groups {
		g.ports = append(g.ports, port)
	}
	return found.told
}

// losslessChanges judges losslessness by code point: the class it gets and whether that is paused. Where one of the sides
// cannot be read, the change of that facet says so.
func (d *differ) losslessChanges(before, after *Protections) (changes []change, told QueueSet) {
	if !before.judged || !after.judged {
		return nil, 0
	}
	facet := FacetPFC
	if before.class != after.class {
		facet = FacetClassify
	}
	note := func(k kind, from, to string, lossless *Protections, points CodePoints) {
		for q, points := range lossless.byQueue(points) {
			if points.Empty() {
				continue
			}
			text := points.String() + d.class(Queue(q)) + turns(points) + to
			if k == losslessGained {
				text += after.proviso(Queue(q), points)
			}
			changes = append(changes, change{kind: k, facet: facet, before: from, after: to, text: text})
			told |= 1 << q
		}
	}
	note(losslessLost, "lossless", "lossy", before, before.lossless.without(after.lossless))
	note(losslessGained, "lossy", "lossless", after, after.lossless.without(before.lossless))
	for _, r := range unmatched(before.ruled, after.ruled) {
		changes = append(changes, change{kind: losslessLost, facet: facet, before: "lossless", after: "lossy", text: r.Match + " turn lossy" + butFor(after.lossless)})
		told |= 1 << r.Queue
	}
	for _, r := range unmatched(after.ruled, before.ruled) {
		text := r.Match + " turn lossless" + after.proviso(r.Queue, CodePoints{})
		changes = append(changes, change{kind: losslessGained, facet: facet, before: "lossy", after: "lossless", text: text})
		told |= 1 << r.Queue
	}
	return changes, told
}

// unmatched are the rules of a list whose packets no rule of another one is for.
func unmatched(list, other []Rule) (rules []Rule) {
	for _, r := range list {
		if !slices.ContainsFunc(other, func(o Rule) bool { return o.Match == r.Match }) {
			rules = append(rules, r)
		}
	}
	return rules
}

// butFor excepts code points that are lossless whatever a rule says of their packets.
func butFor(points CodePoints) string {
	if points.Empty() {
		return ""
	}
	return ", but for " + points.String()
}

// proviso says on what it depends that code points of a class are lossless: where PFC goes by the tag, on the tag. What has the right
// tag anyway needs none.
func (p *Protections) proviso(q Queue, points CodePoints) string {
	if !p.byTag || points == (CodePoints{PCP: 1 << q}) {
		return ""
	}
	return ", as far as tagged with priority " + strconv.Itoa(int(q))
}

func turns(points CodePoints) string {
	if points.plural() {
		return " turn "
	}
	return " turns "
}

func (d *differ) classifyChanges(b, a *Classify) []change {
	if b == nil || a == nil {
		return described(FacetClassify, b != nil, a != nil)
	}
	changes := trustChanges(b, a)
	changes = append(changes, d.moves(b, a)...)
	changes = append(changes, d.rewrites(b, a)...)
	return append(changes, ruleChanges(b.Rules, a.Rules)...)
}

// precedenceWords say how tagged IP packets get their class.
var precedenceWords = [...]string{byNothing: "nothing", byDSCP: "DSCP", byPCP: "PCP", byEither: "whichever of DSCP and PCP matches first"}

// trustChanges says when another field decides. Between "none" and a field the moves of code points say all there is.
func trustChanges(b, a *Classify) []change {
	if !b.Trust.Known() || !a.Trust.Known() {
		return value(FacetClassify, trustChanged, "trust", b.Trust, a.Trust, Trust.String, nil)
	}
	before, after := b.precedence(), a.precedence()
	if before == after || before == byNothing || after == byNothing {
		return nil
	}
	c := change{kind: trustChanged, facet: FacetClassify, before: precedenceWords[before], after: precedenceWords[after]}
	c.text = "tagged IP packets are classed by " + c.after + " (was by " + c.before + ")"
	return []change{c}
}

// moves says which code points change their queue, together where they move alike.
func (d *differ) moves(b, a *Classify) []change {
	var moved [NumQueues][NumQueues]CodePoints
	note := func(from, to Queue, i int) {
		if from != to {
			moved[from][to] = moved[from][to].or(point(i))
		}
	}
	for i := range b.DSCP {
		note(b.DSCP[i], a.DSCP[i], i)
	}
	for i := range b.PCP {
		note(b.PCP[i], a.PCP[i], NumDSCP+i)
	}
	note(b.Other, a.Other, NumDSCP+NumPCP)

	var changes []change
	for from := range moved {
		for to, points := range moved[from] {
			if !points.Empty() {
				changes = append(changes, d.move(points, Queue(from), Queue(to)))
			}
		}
	}
	return changes
}

func (d *differ) move(points CodePoints, from, to Queue) change {
	c := change{kind: classMoved, facet: FacetClassify, before: d.queue(from), after: d.queue(to)}
	c.text = sentence(points, "moves", "move") + " from " + c.before + " to " + c.after
	return c
}

// rewrites says which fields packets leave with otherwise, together where the change is the same.
func (d *differ) rewrites(b, a *Classify) []change {
	type fromTo struct{ before, after int8 }
	var order []fromTo
	points := map[fromTo]CodePoints{}
	for i := range b.RewriteDSCP {
		if ft := (fromTo{b.RewriteDSCP[i], a.RewriteDSCP[i]}); ft.before != ft.after {
			if _, seen := points[ft]; !seen {
				order = append(order, ft)
			}
			points[ft] = points[ft].or(point(i))
		}
	}
	var changes []change
	for _, ft := range order {
		subject := sentence(points[ft], "is", "are")
		changes = append(changes, rewrite(subject, "DSCP", ft.before, ft.after))
	}
	for q := range b.RewritePCP {
		if b.RewritePCP[q] != a.RewritePCP[q] {
			subject := "the PCP of " + d.queue(Queue(q)) + " is"
			changes = append(changes, rewrite(subject, "PCP", b.RewritePCP[q], a.RewritePCP[q]))
		}
	}
	return changes
}

func rewrite(subject, field string, before, after int8) change {
	words := func(v int8) string {
		if v == Keep {
			return "kept"
		}
		return "rewritten to " + field + " " + strconv.Itoa(int(v))
	}
	c := change{kind: rewriteChanged, facet: FacetClassify, before: words(before), after: words(after)}
	c.text = subject + " " + c.after + " (was " + c.before + ")"
	return c
}

// ruleChanges says which rules go and come, or that their order changes.
func ruleChanges(before, after []Rule) []change {
	var changes []change
	for _, r := range lacking(before, after) {
		changes = append(changes, ruleChange("no longer: ", r.String(), ""))
	}
	for _, r := range lacking(after, before) {
		changes = append(changes, ruleChange("now: ", "", r.String()))
	}
	if changes == nil && !sameRules(before, after) {
		changes = []change{{kind: rulesChanged, facet: FacetClassify, before: "rules in order", after: "rules in another order",
			text: "classification rules are tried in another order"}}
	}
	return changes
}

func ruleChange(how, before, after string) change {
	return change{kind: rulesChanged, facet: FacetClassify, before: before, after: after, text: how + before + after}
}

// lacking returns the rules that list has more often than other, each once.
func lacking(list, other []Rule) []Rule {
	left := make(map[Rule]int, len(other))
	for _, r := range other {
		r.Line = 0
		left[r]++
	}
	var lacks []Rule
	for _, r := range list {
		r.Line = 0
		if left[r]--; left[r] == -1 {
			lacks = append(lacks, r)
		}
	}
	return lacks
}

// String says what the rule does.
func (r Rule) String() string {
	text := r.Match + " go to queue " + strconv.Itoa(int(r.Queue))
	if r.Does != "" {
		text += " and " + r.Does
	}
	return text
}
