package qos

import (
	"slices"
	"strconv"
	"strings"
)

// judgements are what is looked for, one kind or a few that belong together each.
var judgements = [...]func(j *judge, have, want *side) []finding{
	(*judge).losslessness,
	(*judge).control,
	(*judge).lossless,
	(*judge).shares,
	(*judge).packets,
	(*judge).watchdog,
	(*judge).builtin,
}

// control is what routing protocols and congestion notifications are marked with: CS6, CS7 and what lies between and above,
// and the 802.1p priorities of the same meaning.
var control = CodePoints{DSCP: 0xffff << cs6, PCP: 1<<6 | 1<<7}

const cs6, cs7 = 48, 56

// losslessness looks for ports on which something shall be lossless and nothing is, by its code point or by a rule.
func (j *judge) losslessness(have, want *side) []finding {
	if !have.judged || !want.judged || want.lossless.Empty() || !have.lossless.Empty() || have.ruled != nil {
		return nil
	}
	return []finding{{kind: nothingLossless, text: NothingLossless(have.port.PFC.Priorities)}}
}

// control looks for control traffic that is paused or in a queue with data.
func (j *judge) control(have, want *side) []finding {
	var found []finding
	paused := have.lossless.and(control).without(want.lossless)
	for q, points := range have.byQueue(paused) {
		if points.DSCP != 0 {
			found = append(found, about(points, q, controlLossless, controlWords(points)+" is lossless: PFC can hold it up in "+have.name(q)))
		}
	}
	mixed := have.mixed().without(want.mixed()).without(paused)
	for q, points := range have.byQueue(mixed) {
		if points.DSCP != 0 {
			found = append(found, about(points, q, controlShares, controlWords(points)+" shares "+have.name(q)+" with data"))
		}
	}
	return found
}

// about is a finding about code points in a queue.
func about(points CodePoints, q int, k faultKind, text string) finding {
	return finding{kind: k, text: text, queues: Queues(Queue(q)), points: points}
}

// mixed are the control code points in a queue that others are in too.
func (s *side) mixed() CodePoints {
	var mixed CodePoints
	for q := range Queue(NumQueues) {
		if in := s.in(Queues(q)); !in.without(control).Empty() {
			mixed = mixed.or(in.and(control))
		}
	}
	return mixed
}

// lossless looks for traffic that is lossless, or shall be, and is dropped early, strict, or not marked.
func (j *judge) lossless(have, want *side) []finding {
	if want.port.Egress == nil {
		return nil
	}
	precious := have.lossless.or(want.lossless)
	strict := have.lossless.and(have.in(have.strict)).without(want.in(want.strict))
	unmarked := precious.and(have.in(have.unmarked)).and(want.ecn)
	early := precious.and(have.in(have.early)).without(want.in(want.early))
	found := j.of(losslessStrict, want, strict, "is", "are", "lossless and strict priority: nothing keeps the other queues from starving")
	found = append(found, j.of(losslessUnmarked, want, unmarked.and(have.lossless), "is", "are", "lossless and "+Unmarked)...)
	found = append(found, j.of(losslessUnmarked, want, unmarked.without(have.lossless), "is", "are", Unmarked)...)
	return append(found, j.of(losslessEarly, want, early, "is", "are", "dropped early instead of being marked")...)
}

// shares looks for traffic without a guaranteed share.
func (j *judge) shares(have, want *side) []finding {
	if want.port.Egress == nil {
		return nil
	}
	precious := have.lossless.or(want.lossless)
	var found []finding
	for q, points := range have.byQueue(have.in(have.starved).without(want.in(want.starved))) {
		shareless := Shareless + " in " + have.name(q)
		found = append(found, j.of(losslessStarved, want, points.and(precious), "has", "have", shareless)...)
		points = points.without(precious)
		switch controls := points.and(control); {
		case points.Empty():
		case controls == points && controls.DSCP != 0:
			found = append(found, about(points, q, controlShares, controlWords(points)+" shares its class, "+have.name(q)+
				", with data marked alike, without a guaranteed share"))
		default:
			found = append(found, about(points, q, starved, sentence(points, "has", "have")+" "+shareless))
		}
	}
	return found
}

// packets looks for classes that drop packets of a size that shall pass.
func (j *judge) packets(have, want *side) []finding {
	h, w := have.port.ClassMTU, want.port.ClassMTU
	if h == nil || w == nil {
		return nil
	}
	var found []finding
	var all QueueSet
	var alike []QueueSet // the queues of each finding
	for q := range h.MTU {
		if h.MTU[q].State != NotApplicable {
			all |= 1 << q
		}
		if !h.MTU[q].Known() || !w.MTU[q].Known() || h.MTU[q].V >= w.MTU[q].V {
			continue
		}
		f := finding{kind: classMTUSmall, text: " is " + octets(h.MTU[q].V) + "; " + octets(w.MTU[q].V) + " is wanted"}
		at := slices.Index(found, f)
		if at < 0 {
			at = len(found)
			found, alike = append(found, f), append(alike, 0)
		}
		alike[at] |= 1 << q
	}
	for i := range found {
		found[i].queues = alike[i]
		found[i].text = largest + " of " + queueNames(alike[i], all, have.names()) + found[i].text
	}
	return found
}

// watchdog looks for ports that pause although no watchdog guards them.
func (j *judge) watchdog(have, want *side) []finding {
	paused, watched, wanted := have.port.PFC.Priorities, have.port.Watchdog.On, want.port.Watchdog.On
	if !paused.Known() || paused.V == 0 || !watched.Known() || watched.V || !wanted.Known() || !wanted.V {
		return nil
	}
	return []finding{{kind: unwatched, text: Unguarded(paused.V), queues: paused.V}}
}

// builtin looks for strict queues of a built-in policy, unless the policy does as it should.
func (j *judge) builtin(have, want *side) []finding {
	if have.builtin == 0 || !j.compare.Port(have.port, want.port).Has(FacetEgress) {
		return nil
	}
	var uncapped QueueSet
	for _, q := range have.builtin.List() {
		if have.port.Egress.Queues[q].Max.State == NotApplicable {
			uncapped |= Queues(q)
		}
	}
	const verdict = " strict priority, without a cap"
	if uncapped.Len() > 1 {
		return strictByDefault(have, want, uncapped, verdict)
	}
	var found []finding
	for _, q := range uncapped.List() {
		text := "the built-in policy makes " + have.name(int(q)) + verdict
		if points := have.in(Queues(q)); !points.Empty() {
			text += "; " + sentence(points, "is", "are") + " in it"
		}
		found = append(found, finding{kind: builtinStrict, text: text, queues: Queues(q)})
	}
	return found
}

// strictByDefault tells of a platform whose built-in policy makes several queues strict: those that something is in and that are
// not to be so.
func strictByDefault(have, want *side, queues QueueSet, verdict string) []finding {
	var odd QueueSet
	for _, q := range (queues &^ want.strict).List() {
		if points := have.in(Queues(q)); !points.Empty() {
			odd |= Queues(q)
		}
	}
	if odd == 0 {
		return nil
	}
	word := "queues "
	if odd.Len() == 1 {
		word = "queue "
	}
	return []finding{{kind: builtinStrict, text: "the built-in policy makes " + word + odd.String() + verdict, queues: odd}}
}

// of is a finding for each wanted class among code points: "DSCP 24,26 (roce) are not marked by ECN".
func (j *judge) of(k faultKind, want *side, points CodePoints, singular, plural, what string) []finding {
	var found []finding
	for q, points := range want.byQueue(points) {
		if points.Empty() {
			continue
		}
		verb := singular
		if points.plural() {
			verb = plural
		}
		found = append(found, finding{kind: k, text: points.String() + classWord(q, j.names) + " " + verb + " " + what, points: points})
	}
	return found
}

// name is a queue by its index in byQueue, with the configuration's own name of its class.
func (s *side) name(q int) string { return queueWord(q) + classWord(q, s.names()) }

// names are what the configuration calls its classes.
func (s *side) names() (names [NumQueues]string) {
	if c := s.port.Classify; c != nil {
		names = c.Names
	}
	return names
}

// controlWords names control code points: "control traffic (DSCP 48: CS6)".
func controlWords(points CodePoints) string {
	var selectors []string
	for _, cs := range []int{cs6, cs7} {
		if points.DSCP>>cs&1 == 1 {
			selectors = append(selectors, "CS"+strconv.Itoa(cs/8))
		}
	}
	text := "control traffic (" + CodePoints{DSCP: points.DSCP}.String()
	if selectors != nil {
		text += ": " + strings.Join(selectors, ", ")
	}
	return text + ")"
}
