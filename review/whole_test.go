package review

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// between are the paths that a plan of pod1 breaks or heals, without the hops and the reasons: "heals leaf1 / leaf3,leaf4". What a switch does
// otherwise than the intent asks, before and after, is by its name.
func between(t *testing.T, before, after map[string]func(*qos.Switch)) []string {
	t.Helper()
	c := example(t, "pod1")
	r := New(c.in, c.work.Fabric)
	for _, u := range c.work.Units {
		result := &plan.Result{Device: plan.Device{Name: u.Device.Name, Status: plan.Change}, Before: u.Fitted, After: u.Fitted}
		if odd := before[u.Device.Name]; odd != nil {
			result.Before = does(u.Fitted, odd)
		}
		if odd := after[u.Device.Name]; odd != nil {
			result.After = does(u.Fitted, odd)
		}
		r.Add(u, nil, result)
	}
	p := &plan.Plan{}
	if err := r.Fill(p); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, path := range p.Checks.Paths {
		list = append(list, fmt.Sprintf("%s %s / %s", path.Change, strings.Join(path.From, ","), strings.Join(path.To, ",")))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// deaf pauses nothing at hosts.
func deaf(ports ...string) func(*qos.Switch) {
	return func(s *qos.Switch) {
		for i := range s.Ports {
			if p := &s.Ports[i]; p.PFC.Priorities.V != 0 && p.Name != "Ethernet1/31" && p.Name != "Ethernet1/32" && (len(ports) == 0 || slices.Contains(ports, p.Name)) {
				p.PFC.Priorities = qos.Is(qos.QueueSet(0))
			}
		}
	}
}

// TestExactPaths: a path heals only where nothing breaks it after, and breaks only where nothing did before.
func TestExactPaths(t *testing.T) {
	type odd = map[string]func(*qos.Switch)
	both := func(s *qos.Switch) { silent(s); deaf()(s) }
	for name, test := range map[string]struct {
		before, after odd
		want          []string
	}{
		"nothing":                         {nil, nil, nil},
		"a leaf breaks":                   {nil, odd{"leaf1": silent}, []string{"breaks leaf1 / leaf2,leaf3,leaf4"}},
		"another is broken all the time":  {odd{"leaf2": silent}, odd{"leaf1": silent, "leaf2": silent}, []string{"breaks leaf1 / leaf3,leaf4"}},
		"and one heals":                   {odd{"leaf1": silent, "leaf2": silent}, odd{"leaf2": silent}, []string{"heals leaf1 / leaf3,leaf4"}},
		"two heal":                        {odd{"leaf1": silent, "leaf2": silent}, nil, []string{"heals leaf1 / leaf2,leaf3,leaf4", "heals leaf2 / leaf1,leaf3,leaf4"}},
		"a host breaks":                   {nil, odd{"leaf1": deaf("Ethernet1/3")}, []string{"breaks leaf1 / leaf1,leaf2,leaf3,leaf4"}},
		"on a switch that was cut off":    {odd{"leaf1": silent}, odd{"leaf1": both}, []string{"breaks leaf1 / leaf1"}},
		"and to one that is":              {odd{"leaf2": silent}, odd{"leaf1": deaf("Ethernet1/3"), "leaf2": silent}, []string{"breaks leaf1 / leaf1,leaf3,leaf4"}},
		"all hosts of another are broken": {odd{"leaf2": deaf()}, odd{"leaf1": silent, "leaf2": deaf()}, []string{"breaks leaf1 / leaf3,leaf4"}},
		"one of them is":                  {odd{"leaf2": deaf("Ethernet1/3")}, odd{"leaf1": silent, "leaf2": deaf("Ethernet1/3")}, []string{"breaks leaf1 / leaf2,leaf3,leaf4"}},
		"the hosts break instead":         {odd{"leaf1": silent}, odd{"leaf1": deaf()}, []string{"breaks leaf1 / leaf1"}},
		"a link for a host":               {odd{"leaf1": deaf("Ethernet1/3")}, odd{"leaf1": silent}, []string{"breaks leaf1 / leaf2,leaf3,leaf4", "heals leaf1 / leaf1"}},
	} {
		if got := between(t, test.before, test.after); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestSides: pairs that are no two sets are told in parts, each pair once.
func TestSides(t *testing.T) {
	w := &whole{names: []string{"a", "b", "c", "d"}, index: map[string]int{"a": 0, "b": 1, "c": 2, "d": 3}}
	ports := map[string][]string{"a": {"1"}, "b": {"1"}, "c": {"1"}, "d": {"1"}}
	c := w.class(ports, w.names)
	c.with = w.set(w.names)
	w.classes = map[qos.Queue]*wholeClass{3: c}
	w.take(c, &check.PathFault{Priority: 3, From: []string{"a"}, To: []string{"b"}})
	list := w.sides(&check.PathFault{Priority: 3, From: w.names, To: w.names})
	told := map[[2]string]int{}
	for _, s := range list {
		for _, a := range s.from {
			for _, b := range s.to {
				if a < b || a > b && !(slices.Contains(s.from, b) && slices.Contains(s.to, a)) {
					told[[2]string{min(a, b), max(a, b)}]++
				}
			}
		}
	}
	if len(list) != 2 || len(told) != 5 || told[[2]string{"a", "b"}] != 0 {
		t.Errorf("%v: %v", list, told)
	}
	for pair, times := range told {
		if times != 1 {
			t.Errorf("%v is told %d times", pair, times)
		}
	}
	c.pausing = new(big.Int)
	if list := w.sides(&check.PathFault{Priority: 3, From: w.names, To: w.names}); list != nil {
		t.Errorf("%v of switches that pause nothing", list)
	}
}
