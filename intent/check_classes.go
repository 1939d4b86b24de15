package intent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
)

// lowestControl is CS6: from here on DSCPs belong to routing protocols, and to congestion notifications.
const lowestControl = 48

// checkClasses judges the classes as the fabric has them.
func (c *checker) checkClasses() {
	c.checkDefault()
	set := make([]EffectiveClass, len(c.in.Classes))
	for i := range c.in.Classes {
		class := &c.in.Classes[i]
		set[i] = EffectiveClass{Name: class.Name, Default: class.Default, Settings: class.Settings}
		c.checkReachable(class)
		if !class.Queue.Set && !class.Default && c.whole("traffic_class") {
			c.report(problem(class.Range, fmt.Sprintf("No queue for %s", className(class.Name)), "Every class but the default one says which queue it has: queue = 0 to 7."))
		}
		c.checkCurves(class)
	}
	c.checkSet(set, "")
}

func (c *checker) checkDefault() {
	var first *Class
	for i := range c.in.Classes {
		class := &c.in.Classes[i]
		if !class.Default {
			continue
		}
		if first != nil {
			a, b := inFileOrder(first, class)
			c.report(problem(b.Range, "Two default classes", "Both %q (%s) and %q are the default. Packets that no class names need one place to go: keep one.", a.Name, place(a.Range), b.Name))
			continue
		}
		first = class
	}
	if first == nil && c.whole("traffic_class") {
		c.report(homeless("No default class", "One traffic_class has default = true: packets that no class names go there."))
	}
}

func inFileOrder(a, b *Class) (first, second *Class) {
	if compareSubjects(&a.Range, &b.Range) > 0 {
		return b, a
	}
	return a, b
}

// checkReachable warns of a class that no packet can be in.
func (c *checker) checkReachable(class *Class) {
	if class.Default || len(class.DSCP.V) > 0 || len(class.PCP.V) > 0 || !c.whole("traffic_class", "override") {
		return
	}
	for _, o := range c.allOverrides() {
		if o.Class == class.Name && (len(o.DSCP.V) > 0 || len(o.PCP.V) > 0) {
			return
		}
	}
	c.report(warning(class.Range, fmt.Sprintf("Nothing is in %s", className(class.Name)), "It has neither dscp nor pcp, and no override gives it any."))
}

// checkSet judges classes that hold together on some ports. where says which, unless it is the whole fabric.
func (c *checker) checkSet(set []EffectiveClass, where string) {
	for i := range set {
		c.checkClass(&set[i], where)
	}
	c.checkShares(set, where)
	c.checkQueues(set, where)
	checkPoints(c, set, where, "DSCP", func(s *Settings) Opt[[]qos.DSCP] { return s.DSCP })
	checkPoints(c, set, where, "PCP", func(s *Settings) Opt[[]qos.PCP] { return s.PCP })
}

func (c *checker) checkClass(class *EffectiveClass, where string) {
	s, what := &class.Settings, className(class.Name)
	if class.Default && s.Queue.V != 0 {
		c.report(problem(s.Queue.Range, "Default class on another queue", "The default class is on queue 0, where switches put what they do not know: %s has queue %d%s.", what, s.Queue.V, where))
	}
	if class.Default && s.Lossless.V {
		c.report(problem(s.Lossless.Range, "Lossless default class", "Any traffic at all could pause the network. Give lossless traffic a class of its own%s.", where))
	}
	if s.Lossless.V && s.Strict.V {
		c.report(problem(s.Strict.Range, "PFC on a strict class", "A paused strict queue starves everything below it. Make %s lossless or strict, not both%s.", what, where))
	}
	if s.Lossless.V {
		c.checkControl(s, what, where)
	}
	if !s.Lossless.V && s.Headroom.Set {
		c.report(problem(s.Headroom.Range, "Headroom of a lossy class", "Headroom is for what arrives after a pause, and %s never pauses. Remove it, or write lossless = true%s.", what, where))
	}
	if h := s.Headroom.V; s.Headroom.Set && !h.Auto && h.Packets != "" && h.Packets != "worst" {
		c.report(problem(s.Headroom.Range, "Packets of a headroom that is given", "packets says how headroom is computed, and size gives it. Keep one%s.", where))
	}
	if s.Threshold.Set && s.Headroom.V.AlphaNum > 0 {
		c.report(problem(s.Threshold.Range, "Threshold given twice", "alpha of the headroom block, at %s, is the same thing. Keep one%s.", place(s.Headroom.Range), where))
	}
	if s.Min.Set && s.Max.Set && s.Min.V.exceeds(s.Max.V) {
		c.report(problem(s.Min.Range, "Guaranteed rate above the maximum", "min of %s is more than its max, at %s%s.", what, place(s.Max.Range), where))
	}
	if s.Strict.V && len(s.ECN) > 0 {
		c.report(warning(ecnRange(s), "ECN on a strict class", "A strict queue is served first and seldom fills; marking in it slows down what was meant to pass. Remove the ecn block of %s unless you mean it%s.", what, where))
	}
}

func ecnRange(s *Settings) hcl.Range {
	var at *hcl.Range
	for _, e := range s.ECN {
		if at == nil || compareSubjects(&e.Range, at) < 0 {
			at = &e.Range
		}
	}
	return *at
}

// exceeds compares rates of one kind; of a percentage and a rate it cannot know without the port.
func (r Rate) exceeds(other Rate) bool {
	if (r.Percent > 0) != (other.Percent > 0) {
		return false
	}
	return r.Percent > other.Percent || r.BitsPerSecond > other.BitsPerSecond
}

// checkControl keeps network control out of lossless classes.
func (c *checker) checkControl(s *Settings, what, where string) {
	var control []string
	for _, d := range s.DSCP.V {
		if d >= lowestControl {
			control = append(control, fmt.Sprint(d))
		}
	}
	if len(control) > 0 {
		c.report(problem(s.DSCP.Range, "Network control in a lossless class",
			"CS6, CS7 and all from 48 to 63 belong to routing protocols, which lose their sessions behind a pause. Leave %s out of %s; RoCE usually has DSCP 26%s.", strings.Join(control, " and "), what, where))
	}
}

func (c *checker) checkShares(set []EffectiveClass, where string) {
	sum, addends := 0, []string(nil)
	var last *Opt[qos.Percent]
	complete := true
	for i := range set {
		s := &set[i].Settings
		switch {
		case s.Strict.V && s.Bandwidth.Set:
			c.report(problem(s.Bandwidth.Range, "Strict class with a share", "A strict class is served first and has no share. Remove bandwidth or strict of %s%s.", className(set[i].Name), where))
		case s.Strict.V:
		case !s.Bandwidth.Set:
			complete = false
			c.reportShareless(&set[i], where)
		default:
			sum += int(s.Bandwidth.V)
			addends = append(addends, fmt.Sprintf("%s %d", set[i].Name, s.Bandwidth.V))
			if last == nil || compareSubjects(&s.Bandwidth.Range, &last.Range) > 0 {
				last = &s.Bandwidth
			}
		}
	}
	if complete && last != nil && sum != 100 && c.whole("traffic_class") {
		c.report(problem(last.Range, fmt.Sprintf("Shares add to %d, not 100", sum), "The classes that are not strict share what strict ones leave: %s = %d%s. Make it 100.", strings.Join(addends, " + "), sum, where))
	}
}

func (c *checker) reportShareless(class *EffectiveClass, where string) {
	if !c.whole("traffic_class") {
		return
	}
	at := class.Strict.Range
	if i := slices.IndexFunc(c.in.Classes, func(k Class) bool { return k.Name == class.Name }); where == "" {
		at = c.in.Classes[i].Range
	}
	c.report(problem(at, fmt.Sprintf("No share for %s", className(class.Name)), "A class that is not strict has a share: write bandwidth = … in percent, or strict = true%s.", where))
}

func (c *checker) checkQueues(set []EffectiveClass, where string) {
	var owner [qos.NumQueues]*EffectiveClass
	for i := range set {
		class := &set[i]
		if !class.Queue.Set && !class.Default {
			continue
		}
		first := owner[class.Queue.V]
		if first == nil {
			owner[class.Queue.V] = class
			continue
		}
		a, b := first, class
		if compareSubjects(&a.Queue.Range, &b.Queue.Range) > 0 {
			a, b = b, a
		}
		c.report(problem(b.Queue.Range, fmt.Sprintf("Two classes on queue %d", b.Queue.V), "%s and %s (%s) need queues of their own%s.", className(b.Name), className(a.Name), queuePlace(a), where))
	}
}

func queuePlace(c *EffectiveClass) string {
	if !c.Queue.Set {
		return "the default class"
	}
	return place(c.Queue.Range)
}

// checkPoints finds code points that belong to two classes, or twice to one.
func checkPoints[P qos.DSCP | qos.PCP](c *checker, set []EffectiveClass, where, what string, of func(*Settings) Opt[[]P]) {
	type use struct {
		class string
		at    hcl.Range
	}
	first := map[P]use{}
	for i := range set {
		points := of(&set[i].Settings)
		for _, p := range points.V {
			a, b := first[p], use{set[i].Name, points.Range}
			if a.class == "" {
				first[p] = b
				continue
			}
			if compareSubjects(&a.at, &b.at) > 0 {
				a, b = b, a
			}
			c.report(repeatedPoint(what, int(p), a.class, b.class, a.at, b.at, where))
		}
	}
}

func repeatedPoint(what string, p int, firstClass, class string, first, at hcl.Range, where string) *hcl.Diagnostic {
	if firstClass == class {
		return problem(at, fmt.Sprintf("%s %d twice in one list", what, p), "Remove one of them%s.", where)
	}
	return problem(at, fmt.Sprintf("%s %d in two classes", what, p), "It belongs to %s (%s) and to %s%s. A packet has one class: remove it from one of them.",
		className(firstClass), place(first), className(class), where)
}
