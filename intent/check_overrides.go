package intent

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2"
)

// allOverrides are the overrides of every profile, device and ports block, in a fixed order.
func (c *checker) allOverrides() []Override {
	var out []Override
	add := func(p *PortSettings) {
		for _, name := range slices.Sorted(maps.Keys(p.Overrides)) {
			out = append(out, p.Overrides[name])
		}
	}
	for i := range c.in.Profiles {
		add(&c.in.Profiles[i].PortSettings)
	}
	for i := range c.in.Devices {
		d := &c.in.Devices[i]
		add(&d.PortSettings)
		for j := range d.Ports {
			add(&d.Ports[j].PortSettings)
		}
	}
	return out
}

// checkOverrides judges each override by itself: a class that is lossless anywhere has one queue everywhere.
func (c *checker) checkOverrides() {
	all := c.allOverrides()
	lossless := map[string]hcl.Range{}
	for _, class := range c.in.Classes {
		if class.Lossless.V {
			lossless[class.Name] = class.Lossless.Range
		}
	}
	for _, o := range all {
		if o.Lossless.V {
			lossless[o.Class] = o.Lossless.Range
		}
	}
	for _, o := range all {
		if at, is := lossless[o.Class]; is && o.Queue.Set {
			c.report(problem(o.Queue.Range, "Queue of a lossless class changed", "%s is lossless (%s), and its queue is its PFC priority: it must be the same on every switch and NIC. Set it in the traffic_class.", className(o.Class), place(at)))
		}
	}
}

// situation is everything that decides the classes of some ports. Ports in the same situation have the same classes.
type situation struct {
	speed, profiles string
	device, ports   uintptr // the overrides themselves
}

// checkPlaces judges the classes wherever overrides change them. Where they are not sound in the first place, that was said.
func (c *checker) checkPlaces(sound bool) {
	judged := map[situation]bool{}
	for i := range c.in.Devices {
		d := &c.in.Devices[i]
		for j := range d.Ports {
			p := &d.Ports[j]
			c.checkPortQueues(d, p)
			s, changed := c.situation(d, p)
			if judged[s] || !changed || !sound {
				continue
			}
			judged[s] = true
			set, _ := c.in.Effective(d, p)
			where := fmt.Sprintf(" (on %s of %s)", p.Label(), d.Name)
			c.checkSet(set, where)
			c.checkSetCurves(set, p.Speed.V, where)
		}
	}
}

func (c *checker) situation(d *Device, p *Ports) (s situation, changed bool) {
	s = situation{speed: p.Speed.V, device: identity(d.Overrides), ports: identity(p.Overrides)}
	changed = len(d.Overrides)+len(p.Overrides) > 0
	for _, list := range [][]string{d.Profiles.V, p.Profiles.V} {
		for _, name := range list {
			s.profiles += name + "\n"
			if profile := c.in.Profile(name); profile != nil && len(profile.Overrides) > 0 {
				changed = true
			}
		}
		s.profiles += "\n"
	}
	return s, changed
}

// identity tells maps apart without comparing them: equal ones that are not shared are only judged twice.
func identity(m map[string]Override) uintptr { return reflect.ValueOf(m).Pointer() }

// checkPortQueues refuses a queue that differs between the ports of one switch: it has one map.
func (c *checker) checkPortQueues(d *Device, p *Ports) {
	c.checkQueueScope(p.Overrides, p)
	for _, name := range p.Profiles.V {
		if profile := c.in.Profile(name); profile != nil && !slices.Contains(d.Profiles.V, name) {
			c.checkQueueScope(profile.Overrides, p)
		}
	}
}

func (c *checker) checkQueueScope(overrides map[string]Override, p *Ports) {
	for _, o := range overrides {
		if o.Queue.Set {
			c.report(problem(o.Queue.Range, "Queue of a class changed on some ports", "A switch has one queue for a class. Override the queue of %s in a device, or in a profile that the device lists, not on ports such as %s.", className(o.Class), p.Label()))
		}
	}
}

// checkCurves judges the ecn blocks of a class at every port speed that they can be used at.
func (c *checker) checkCurves(class *Class) {
	if len(class.ECN) == 0 {
		return
	}
	for _, speed := range c.speedsInUse(class) {
		f := flatten(class.Settings, speed)
		if f.hasECN {
			c.checkCurve(class.Name, &f.ecn, speed, "")
		}
	}
}

func (c *checker) speedsInUse(class *Class) []string {
	used := map[string]bool{}
	for label := range class.ECN {
		used[label] = label != ""
	}
	for i := range c.in.Devices {
		for _, p := range c.in.Devices[i].Ports {
			used[p.Speed.V] = p.Speed.V != ""
		}
	}
	delete(used, "")
	if len(used) == 0 {
		return []string{""}
	}
	return slices.SortedFunc(maps.Keys(used), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
}

func (c *checker) checkSetCurves(set []EffectiveClass, speed, where string) {
	for i := range set {
		if curve, has := set[i].ECN[""]; has {
			c.checkCurve(set[i].Name, &curve, speed, where)
		}
	}
}

func (c *checker) checkCurve(class string, e *ECN, speed, where string) {
	if speed != "" && where == "" {
		where = " (at " + speed + ")"
	}
	c.requireCurve(class, e, where)
	switch {
	case e.Min.Set && e.Min.V == 0:
		c.report(problem(e.Min.Range, "ECN threshold of nothing", "Marking would start at an empty queue, and slow every sender down all the time. Write the depth at which it starts, such as \"150KiB\"%s.", where))
	case e.Min.Set && e.Max.Set && e.Min.V > e.Max.V:
		at, other := e.Min.Range, e.Max.Range
		c.report(problem(at, "ECN min above max", "%s: min is %v and max, at %s, is %v%s. Marking starts at min and is complete at max.", className(class), e.Min.V, place(other), e.Max.V, where))
	}
}

// requireCurve wants a complete curve. min, max and probability depend on each other, so none has a default.
func (c *checker) requireCurve(class string, e *ECN, where string) {
	for _, part := range []struct {
		name, sample string
		set          bool
	}{{"min", `"150KiB"`, e.Min.Set}, {"max", `"1500KiB"`, e.Max.Set}, {"probability", "7", e.Probability.Set}} {
		if !part.set && c.whole("ecn") {
			c.report(problem(e.Range, fmt.Sprintf("No %s in ecn of %s", part.name, className(class)), "A marking curve has min, max and probability: write %s = %s here, or in the ecn block without a label%s.", part.name, part.sample, where))
		}
	}
}
