package plan

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// CycleError says that changes wait for each other in a circle that nothing can divide.
type CycleError struct {
	Changes []string // what they do, in words; each waits for the next, the last for the first
	Names   []string // the names they wait over
}

// Error names the changes and what they wait for.
func (e *CycleError) Error() string {
	return fmt.Sprintf("these changes wait for each other over %s: %s",
		strings.Join(e.Names, ", "), strings.Join(e.Changes, "; "))
}

// Order sorts changes so that names exist while they are used: what defines a name goes before what uses it, what uses or
// frees a name before what removes it, and what removes a name before what defines it anew. Among changes that no name
// orders, lower Rank goes first, then Key in natural order.
//
// When changes wait for each other in a circle, one of them that frees names and uses others may be the knot: splitter, if
// not nil, divides such changes into a part that only frees and a part that only uses. A circle that remains is a
// *CycleError.
func Order(changes []vendors.Change, splitter vendors.Splitter) ([]vendors.Change, error) {
	q := newQueue(changes)
	ordered, stuck := q.run()
	if len(stuck) == 0 {
		return ordered, nil
	}
	if splitter != nil {
		q = newQueue(q.divide(stuck, splitter))
		if ordered, stuck = q.run(); len(stuck) == 0 {
			return ordered, nil
		}
	}
	return nil, q.circle(stuck[0])
}

// queue holds the changes whose turn it is. A gate stands for one condition on one name, such as "every change that defines
// it has run": with gates, a name that n changes mention costs n edges and not n².
type queue struct {
	changes []*vendors.Change // in order of turn: a lower index goes first
	waits   []int             // for each change, the gates it still waits for
	opens   [][]int           // for each change, the gates that wait for it
	gates   []gate
}

type gate struct {
	name          string
	waits         int // how many of before have not run
	before, after []int
}

// mentions are the changes that speak of one name, by index, ascending.
type mentions struct {
	name                          string
	defines, uses, frees, removes []int
}

func newQueue(changes []vendors.Change) *queue {
	q := &queue{
		changes: make([]*vendors.Change, len(changes)),
		waits:   make([]int, len(changes)),
		opens:   make([][]int, len(changes)),
	}
	for i := range changes {
		q.changes[i] = &changes[i]
	}
	slices.SortFunc(q.changes, func(a, b *vendors.Change) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), qos.ComparePorts(a.Key, b.Key))
	})
	for _, m := range mentioned(q.changes) {
		q.gate(m.name, m.defines, m.uses)
		q.gate(m.name, m.removes, m.defines)
		q.gate(m.name, m.frees, m.removes)
		if len(m.defines) == 0 { // what is used is the old object of the name
			q.gate(m.name, m.uses, m.removes)
		}
	}
	return q
}

// mentioned collects who speaks of each name, in order of first mention.
func mentioned(changes []*vendors.Change) []*mentions {
	byName := make(map[string]*mentions, len(changes))
	var all []*mentions
	of := func(name string) *mentions {
		m, ok := byName[name]
		if !ok {
			m = &mentions{name: name}
			byName[name] = m
			all = append(all, m)
		}
		return m
	}
	for i, c := range changes {
		for _, name := range c.Defines {
			of(name).defines = append(of(name).defines, i)
		}
		for _, name := range c.Uses {
			of(name).uses = append(of(name).uses, i)
		}
		for _, name := range c.Frees {
			of(name).frees = append(of(name).frees, i)
		}
		for _, name := range c.Removes {
			of(name).removes = append(of(name).removes, i)
		}
	}
	return all
}

// gate makes every change of after wait for every change of before. A change never waits for itself.
func (q *queue) gate(name string, before, after []int) {
	g := gate{name: name, waits: len(before), before: before}
	for _, i := range after {
		if _, itself := slices.BinarySearch(before, i); !itself {
			g.after = append(g.after, i)
		}
	}
	if len(before) == 0 || len(g.after) == 0 {
		return
	}
	for _, i := range before {
		q.opens[i] = append(q.opens[i], len(q.gates))
	}
	for _, i := range g.after {
		q.waits[i]++
	}
	q.gates = append(q.gates, g)
}

// run takes the changes in turn. What is left when none is ready is stuck.
func (q *queue) run() (ordered []vendors.Change, stuck []int) {
	var ready turns
	for i, n := range q.waits {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	ordered = make([]vendors.Change, 0, len(q.changes))
	for len(ready) > 0 {
		i := heap.Pop(&ready).(int)
		ordered = append(ordered, *q.changes[i])
		q.done(i, &ready)
	}
	for i, n := range q.waits {
		if n > 0 {
			stuck = append(stuck, i)
		}
	}
	return ordered, stuck
}

// done opens the gates that waited for change i alone.
func (q *queue) done(i int, ready *turns) {
	for _, id := range q.opens[i] {
		g := &q.gates[id]
		if g.waits--; g.waits > 0 {
			continue
		}
		for _, next := range g.after {
			if q.waits[next]--; q.waits[next] == 0 {
				heap.Push(ready, next)
			}
		}
	}
}

// divide gives all changes with the stuck ones in parts where the vendor can divide them.
func (q *queue) divide(stuck []int, splitter vendors.Splitter) []vendors.Change {
	divided := make([]vendors.Change, 0, len(q.changes)+len(stuck))
	for i, c := range q.changes {
		if _, is := slices.BinarySearch(stuck, i); is && len(c.Frees) > 0 && len(c.Uses) > 0 {
			if parts := splitter.Split(*c); len(parts) > 0 {
				divided = append(divided, parts...)
				continue
			}
		}
		divided = append(divided, *c)
	}
	return divided
}

// circle follows what stuck changes wait for until one comes round again.
func (q *queue) circle(from int) error {
	e := &CycleError{}
	at := map[int]int{} // change → its place in e.Changes
	for i := from; ; {
		if start, again := at[i]; again {
			e.Changes, e.Names = e.Changes[start:], e.Names[start:]
			slices.Sort(e.Names)
			e.Names = slices.Compact(e.Names)
			return e
		}
		at[i] = len(e.Changes)
		blocker, name := q.blocker(i)
		e.Changes = append(e.Changes, q.changes[i].Text)
		e.Names = append(e.Names, name)
		i = blocker
	}
}

// blocker finds a stuck change that stuck change i waits for, and the name they wait over.
func (q *queue) blocker(i int) (int, string) {
	for _, g := range q.gates {
		if _, waits := slices.BinarySearch(g.after, i); g.waits == 0 || !waits {
			continue
		}
		for _, b := range g.before {
			if q.waits[b] > 0 {
				return b, g.name
			}
		}
	}
	return i, "" // cannot be: a stuck change waits for a gate that waits for a stuck change
}

// turns is a heap of changes, the lowest index first.
type turns []int

func (t turns) Len() int           { return len(t) }
func (t turns) Less(a, b int) bool { return t[a] < t[b] }
func (t turns) Swap(a, b int)      { t[a], t[b] = t[b], t[a] }
func (t *turns) Push(x any)        { *t = append(*t, x.(int)) }
func (t *turns) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}
