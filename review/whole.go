package review

import (
	"math/big"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/qos"
)

// whole knows between which hosts paths are lossless at a moment. Its sets are of switches, a bit for each, by index.
type whole struct {
	names   []string // of the switches, in natural order
	index   map[string]int
	classes map[qos.Queue]*wholeClass
}

// wholeClass is that of one class.
type wholeClass struct {
	hosts   map[hop]bool // with no fault at them
	count   []int        // of those, by switch
	with    *big.Int     // switches that have some
	pausing *big.Int     // switches that pause the class
	broken  []*big.Int   // by switch: those between which and it a fault breaks all paths; nil for none
}

// hop is a port to a host.
type hop struct{ device, port string }

// sides are switches with hosts, and switches with others. One in both is meant as in check.PathFault.
type sides struct{ from, to []string }

// wholePaths is what some faults leave whole.
func wholePaths(n *check.Net, faults []check.PathFault) *whole {
	w := &whole{index: map[string]int{}, classes: map[qos.Queue]*wholeClass{}}
	for i, s := range n.Switches {
		w.names, w.index[s.Name] = append(w.names, s.Name), i
	}
	for q, ports := range check.PathHosts(n) {
		w.classes[q] = w.class(ports, pausers(n, q))
	}
	for i := range faults {
		if c := w.classes[faults[i].Priority]; c != nil {
			w.take(c, &faults[i])
		}
	}
	for _, c := range w.classes {
		for i, count := range c.count {
			c.with.SetBit(c.with, i, uint(min(count, 1)))
		}
	}
	return w
}

// class is a class without faults, which some switches pause, and whose hosts are at ports of switches.
func (w *whole) class(ports map[string][]string, pausing []string) *wholeClass {
	c := &wholeClass{
		hosts: map[hop]bool{}, count: make([]int, len(w.names)), with: new(big.Int), pausing: w.set(pausing), broken: make([]*big.Int, len(w.names)),
	}
	for name, list := range ports {
		c.count[w.index[name]] = len(list)
		for _, port := range list {
			c.hosts[hop{name, port}] = true
		}
	}
	return c
}

// take takes away what a fault breaks: one host, or the paths between switches.
func (w *whole) take(c *wholeClass, f *check.PathFault) {
	if !f.Host {
		w.cut(c, f.From, w.set(f.To))
		w.cut(c, f.To, w.set(f.From))
		return
	}
	if at := hopOf(f); c.hosts[at] {
		delete(c.hosts, at)
		c.count[w.index[at.device]]--
	}
}

// cut takes away the paths between switches and others. Those inside a switch are over no link.
func (w *whole) cut(c *wholeClass, names []string, others *big.Int) {
	for _, name := range names {
		i := w.index[name]
		if c.broken[i] == nil {
			c.broken[i] = new(big.Int)
		}
		c.broken[i].Or(c.broken[i], others)
		c.broken[i].SetBit(c.broken[i], i, 0)
	}
}

func hopOf(f *check.PathFault) hop { return hop{f.Hop.Device, f.Hop.Port} }

// sides are the switches that a fault of the other moment is between, as far as paths between hosts of theirs are whole at this one: several
// where they are no two sets. None has a pair of switches that another has.
func (w *whole) sides(f *check.PathFault) (list []sides) {
	c := w.classes[f.Priority]
	if c == nil || f.Host && !c.hosts[hopOf(f)] {
		return nil
	}
	from, rows := w.rows(c, f)
	for len(from) > 0 {
		first, told := rows[0], new(big.Int)
		var rest []int
		var others []*big.Int
		for k, i := range from {
			if rows[k].Cmp(first) == 0 {
				told.SetBit(told, i, 1)
			} else {
				rest, others = append(rest, i), append(others, rows[k])
			}
		}
		if s := (sides{w.named(told), w.to(f, told, first)}); len(s.to) > 0 {
			list = append(list, s)
		}
		for k, i := range rest {
			if first.Bit(i) == 1 {
				others[k].AndNot(others[k], told)
			}
		}
		from, rows = rest, others
	}
	return list
}

// rows are the switches on one side of a fault, and for each those on the other to which there are whole paths. On a link a switch that is on both
// sides has itself among them, so that those with the same others are alike.
func (w *whole) rows(c *wholeClass, f *check.PathFault) (from []int, rows []*big.Int) {
	to := w.set(f.To)
	for _, name := range f.From {
		i, known := w.index[name]
		if !known || c.count[i] == 0 || c.pausing.Bit(i) == 0 {
			continue
		}
		row := new(big.Int).And(to, c.pausing)
		row.And(row, c.with)
		if c.broken[i] != nil {
			row.AndNot(row, c.broken[i])
		}
		if f.Host && c.count[i] < 2 {
			row.SetBit(row, i, 0)
		}
		from, rows = append(from, i), append(rows, row)
	}
	return from, rows
}

// to names the other side. On a link a switch that is alone on its side is not on the other.
func (w *whole) to(f *check.PathFault, from, row *big.Int) []string {
	if alone := uint(from.BitLen() - 1); !f.Host && from.TrailingZeroBits() == alone {
		row = new(big.Int).AndNot(row, from)
	}
	return w.named(row)
}

// set are switches by their names. Those that nothing is known of are left out.
func (w *whole) set(names []string) *big.Int {
	set := new(big.Int)
	for _, name := range names {
		if i, known := w.index[name]; known {
			set.SetBit(set, i, 1)
		}
	}
	return set
}

func (w *whole) named(set *big.Int) (names []string) {
	for i := range w.names[:set.BitLen()] {
		if set.Bit(i) == 1 {
			names = append(names, w.names[i])
		}
	}
	return names
}
