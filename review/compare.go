package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// compare tells of two lists of findings what is worse in the second, what stays, and what is mended in it; the worst first. What could
// not be checked says nothing of a change: it is told as it is in the second.
func compare(before, after []check.Finding) []plan.Finding {
	stay, came := parted(after, before)
	_, left := parted(before, after)
	p := pairing(left, came)
	list := []plan.Finding{}
	for i := range stay {
		list = add(list, &stay[i], plan.Stays, stay[i].Where)
	}
	for i := range came {
		f := &came[i]
		list = add(list, f, plan.Worse, with(f, p.after[i], false))
		list = add(list, f, plan.Stays, with(f, p.after[i], true))
	}
	for i := range left {
		list = add(list, &left[i], plan.Mended, with(&left[i], p.before[i], false))
	}
	slices.SortStableFunc(list, worstFirst)
	return list
}

// parted divides a list into findings that another list has as they are, on the same places, and the rest. Most of a fabric stays as it
// is: that is not looked at place by place.
func parted(list, other []check.Finding) (there, rest []check.Finding) {
	for _, f := range list {
		same := func(g check.Finding) bool {
			return f.Code == g.Code && f.Severity == g.Severity && f.Text == g.Text && slices.Equal(f.Where, g.Where)
		}
		if slices.ContainsFunc(other, same) {
			there = append(there, f)
		} else {
			rest = append(rest, f)
		}
	}
	return there, rest
}

// add adds a finding on some of its places, if there are any.
func add(list []plan.Finding, f *check.Finding, change string, where []check.Place) []plan.Finding {
	if len(where) == 0 {
		return list
	}
	return append(list, plan.Finding{
		Code: f.Code, Title: f.Title(), Severity: f.Word(), Change: change, Where: places(where),
		Text: strings.TrimPrefix(f.Text, "not checked: "), Fix: f.Fix, Reason: f.Reason, Intent: source(f.Range),
	})
}

// places joins the ports of each switch that lead to the same, such as hosts of one kind. A cable between switches is a place of its own.
func places(where []check.Place) []plan.Place {
	var list []plan.Place
	for _, p := range where {
		last := len(list) - 1
		if last < 0 || list[last].Device != p.Device || list[last].Far != p.Far {
			list = append(list, plan.Place{Device: p.Device, Ports: []string{}, Far: p.Far})
			last++
		}
		if p.Port != "" {
			list[last].Ports = append(list[last].Ports, p.Port)
		}
	}
	return list
}

func source(at hcl.Range) string {
	if at == (hcl.Range{}) {
		return ""
	}
	return fmt.Sprintf("%s:%d", at.Filename, at.Start.Line)
}

// rank puts words of a change, and of a severity, in order.
var rank = map[string]int{
	plan.Worse: 0, plan.Stays: 1, plan.Mended: 2,
	"error": 0, "warning": 1, "info": 2, "not checked": 3,
}

func worstFirst(a, b plan.Finding) int {
	return cmp.Or(
		cmp.Compare(rank[a.Change], rank[b.Change]), cmp.Compare(rank[a.Severity], rank[b.Severity]), strings.Compare(a.Code, b.Code),
		cmp.Compare(len(b.Where), len(a.Where)), qos.ComparePorts(a.Where[0].Device, b.Where[0].Device), strings.Compare(a.Text, b.Text),
	)
}

// tally counts findings by how bad they are.
func tally(findings []check.Finding) (t plan.Tally) {
	for i := range findings {
		switch f := &findings[i]; {
		case f.NotChecked:
			t.NotChecked++
		case f.Severity == vendors.Error:
			t.Errors++
		case f.Severity == vendors.Warning:
			t.Warnings++
		default:
			t.Infos++
		}
	}
	return t
}
