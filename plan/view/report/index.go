package report

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/weft-net/weft/plan"
)

// index is what search needs to know: every switch by number, and sets of switches as spans of numbers.
type index struct {
	Names []string `json:"names"`
	Sets  [][]int  `json:"sets"` // first, count, first, count…

	number  map[string]int
	sets    map[string]int
	classes map[string]map[string]bool // by switch: what changes there
	known   []string
	entries int
}

// entry is what every part of the page that can be searched for carries.
type entry struct {
	ID      string
	Grade   string   // what the filter calls it: worse, changed, better, stays, stopped, or same
	Set     int      // index of its set of switches
	Classes []string // that it is about
	Count   int      // of switches
}

func newIndex(p *plan.Plan) *index {
	ix := &index{Names: []string{}, Sets: [][]int{}, number: map[string]int{}, sets: map[string]int{}, classes: map[string]map[string]bool{}}
	for i := range p.Devices {
		d := &p.Devices[i]
		ix.number[d.Name] = len(ix.Names)
		ix.Names = append(ix.Names, d.Name)
		for _, group := range d.Classes {
			for j := range group.Queues {
				ix.note(d.Name, &group.Queues[j])
			}
		}
	}
	return ix
}

// note remembers that a class changes on a switch.
func (ix *index) note(device string, q *plan.ClassQueue) {
	if q.Before == nil {
		return
	}
	name := className(q)
	if ix.classes[device] == nil {
		ix.classes[device] = map[string]bool{}
	}
	ix.classes[device][name] = true
	if !slices.Contains(ix.known, name) {
		ix.known = append(ix.known, name)
	}
}

const queueWord = "queue "

// className is the class as the intent calls it, or the number of its queue.
func className(q *plan.ClassQueue) string {
	if q.Class != "" {
		return q.Class
	}
	return queueWord + strconv.Itoa(q.Queue)
}

// classNames are all classes of which something changes, in order.
func (ix *index) classNames() []string {
	names := slices.Clone(ix.known)
	slices.Sort(names)
	return names
}

// entry registers a part of the page. Without classes it is about those that change on its switches.
func (ix *index) entry(severity string, switches, classes []string) entry {
	ix.entries++
	if classes == nil {
		classes = ix.changing(switches)
	}
	return entry{ID: fmt.Sprintf("e%d", ix.entries), Grade: severity, Set: ix.set(switches), Classes: classes, Count: len(switches)}
}

// changing are the classes that change on any of some switches.
func (ix *index) changing(switches []string) []string {
	var names []string
	for _, name := range ix.classNames() {
		if slices.ContainsFunc(switches, func(s string) bool { return ix.classes[s][name] }) {
			names = append(names, name)
		}
	}
	return names
}

// set is the number of a set of switches. One that has no plan of its own is given a number when it is first met.
func (ix *index) set(switches []string) int {
	numbers := make([]int, len(switches))
	for i, name := range switches {
		number, known := ix.number[name]
		if !known {
			number = len(ix.Names)
			ix.number[name] = number
			ix.Names = append(ix.Names, name)
		}
		numbers[i] = number
	}
	spans := spansOf(numbers)
	key := fmt.Sprint(spans)
	at, known := ix.sets[key]
	if !known {
		at = len(ix.Sets)
		ix.sets[key] = at
		ix.Sets = append(ix.Sets, spans)
	}
	return at
}

// spansOf are numbers as first and count of each run.
func spansOf(numbers []int) []int {
	slices.Sort(numbers)
	spans := []int{}
	for _, n := range slices.Compact(numbers) {
		if last := len(spans) - 2; last >= 0 && spans[last]+spans[last+1] == n {
			spans[last+1]++
			continue
		}
		spans = append(spans, n, 1)
	}
	return spans
}
