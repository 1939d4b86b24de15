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

// changedPaths are the lossless paths that break or heal. A path breaks where nothing on the way was wrong before and something is after, between
// hosts whose switches had the class lossless then; it heals where that is so the other way round.
func changedPaths(before, after *moment) []plan.Path {
	paths := []plan.Path{}
	if !pathsDiffer(before.report.Findings, after.report.Findings) {
		return paths
	}
	had, has := broken(before.net), broken(after.net)
	paths = append(paths, only(has, wholePaths(before.net, had), plan.Breaks)...)
	return append(paths, only(had, wholePaths(after.net, has), plan.Heals)...)
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

// only are faults between hosts that nothing is wrong between at the other moment.
func only(faults []check.PathFault, there *whole, change string) (paths []plan.Path) {
	for i := range faults {
		f := &faults[i]
		for _, s := range there.sides(f) {
			paths = append(paths, plan.Path{
				Class: className(f), From: s.from, To: s.to, Change: change,
				Hop: places([]check.Place{f.Hop})[0], Why: f.Why,
			})
		}
	}
	return paths
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
