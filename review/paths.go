package review

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// changedPaths are the lossless paths that break or heal. A path breaks where something on the way is wrong that was not before, between hosts
// whose switches had the class lossless then and have it so after; it heals where that is so the other way round.
func changedPaths(before, after *moment) []plan.Path {
	paths := []plan.Path{}
	if !pathsDiffer(before.report.Findings, after.report.Findings) {
		return paths
	}
	had, has := broken(before.net), broken(after.net)
	paths = append(paths, only(has, had, before.net, plan.Breaks)...)
	return append(paths, only(had, has, after.net, plan.Heals)...)
}

// pathCode is the rule about lossless paths.
const pathCode = "C21"

// pathsDiffer tells whether what the rule about paths finds differs.
func pathsDiffer(before, after []check.Finding) bool {
	about := func(list []check.Finding) bool {
		return slices.ContainsFunc(list, func(f check.Finding) bool { return f.Code == pathCode && !f.NotChecked })
	}
	_, left := parted(before, after)
	_, came := parted(after, before)
	return about(left) || about(came)
}

// broken are the paths that are not lossless, not those that are weak.
func broken(n *check.Net) []check.PathFault {
	return slices.DeleteFunc(check.Paths(n), func(f check.PathFault) bool { return f.NotChecked || f.Severity != vendors.Error })
}

// only are the faults that the other moment does not have, between switches that pause the class there.
func only(faults, other []check.PathFault, there *check.Net, change string) (paths []plan.Path) {
	pausing := map[qos.Queue][]string{}
	for _, f := range faults {
		if slices.ContainsFunc(other, func(o check.PathFault) bool { return covers(&o, &f) }) {
			continue
		}
		if pausing[f.Priority] == nil {
			pausing[f.Priority] = pausers(there, f.Priority)
		}
		from, to := common(f.From, pausing[f.Priority]), common(f.To, pausing[f.Priority])
		if from == nil || to == nil {
			continue
		}
		paths = append(paths, plan.Path{
			Class: className(&f), From: from, To: to, Change: change,
			Hop: places([]check.Place{f.Hop})[0], Why: f.Why,
		})
	}
	return paths
}

// covers tells whether a fault is the same as another, on the same hop, or breaks all paths that the other breaks.
func covers(o, f *check.PathFault) bool {
	if o.Priority != f.Priority {
		return false
	}
	same := o.Hop.Device == f.Hop.Device && o.Hop.Port == f.Hop.Port && o.Hop.Far == f.Hop.Far
	return same || within(f.From, o.From) && within(f.To, o.To)
}

// within tells whether a sorted list of switches is part of another.
func within(some, all []string) bool { return len(common(some, all)) == len(some) }

// common are the switches of a list that are in another one, too. Both are in natural order.
func common(some, all []string) (both []string) {
	for _, name := range some {
		if _, in := slices.BinarySearchFunc(all, name, qos.ComparePorts); in {
			both = append(both, name)
		}
	}
	return both
}

// pausers are the switches that pause a priority on a port.
func pausers(n *check.Net, q qos.Queue) []string {
	names := []string{}
	for _, s := range n.Switches {
		if slices.ContainsFunc(s.Ports, func(p check.Port) bool { return p.Lossless().Has(q) }) {
			names = append(names, s.Name)
		}
	}
	return names
}

// className is what a class is called, or its priority.
func className(f *check.PathFault) string {
	return cmp.Or(f.Class, "priority "+strconv.Itoa(int(f.Priority)))
}
