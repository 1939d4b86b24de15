package deadlock

import "github.com/weft-net/weft/qos"

// Retag is how a fabric with a ring gets along: packets change to another priority each time they bounce, so that the packets of
// one priority never do (S. Hu et al., Tagger, CoNEXT 2017).
type Retag struct {
	// Priorities is how many lossless priorities that takes: one more than the most bounces on one path, over what was found to have
	// a ring, failed links and all. Packets that bounce more often become lossy.
	Priorities int
	// AtLeast tells that the fabric is too large to count further.
	AtLeast bool
	// Groups are the switches at which packets can bounce, with their links up: an uplink group each, where a switch has these.
	Groups []Uplinks
	// Flat are switches at which packets bounce between links of one tier, which no uplinks cover.
	Flat int
}

// Uplinks are the links from a switch to those above.
type Uplinks struct {
	Node  int
	Links []int
}

// retag finds what would break the rings of a result; nil when there are none.
func (l *layout) retag(o Options, r *Result) *Retag {
	t := &Retag{Priorities: 1}
	found := false
	for i := range r.Graphs {
		found = found || r.Graphs[i].Ring != nil
	}
	if found {
		bounces, all := l.bouncing(o)
		t.Priorities, t.AtLeast = bounces+1, !all
	}
	for i := range r.Sweeps {
		found = found || r.Sweeps[i].Rings > 0
		t.Priorities = max(t.Priorities, r.Sweeps[i].Bounces+1)
	}
	if !found {
		return nil
	}
	for v := range l.out {
		t.add(l, v)
	}
	return t
}

// add enters a switch that has two neighbours above, or two beside it.
func (t *Retag) add(l *layout, v int) {
	up := Uplinks{Node: v}
	above, beside := map[int]bool{}, map[int]bool{}
	for _, c := range l.out[v] {
		switch way := l.ways[c]; {
		case way > 0:
			up.Links = append(up.Links, c.Link())
			above[l.net.To(c).Node] = true
		case way == 0:
			beside[l.net.To(c).Node] = true
		}
	}
	if len(above) > 1 {
		t.Groups = append(t.Groups, up)
	}
	if len(beside) > 1 {
		t.Flat++
	}
}

// bouncing is the most often that a packet bounces on one path, and whether it never does so more often: from mostBounces on it is not
// counted further, nor where that takes too long.
func (l *layout) bouncing(o Options) (most int, all bool) {
	o.Raise = nil
	for levels := 2; ; levels *= 2 {
		o.Chain = make([]qos.Queue, levels)
		f := route(l, o, levels)
		if f.most < levels {
			return f.most, true
		}
		if levels >= mostBounces || f.looked > allowed/2 {
			return f.most, false
		}
	}
}
