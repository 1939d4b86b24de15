package deadlock

import "math/bits"

// flows are the turns that traffic makes. With a chain of priorities a channel is there once for each number of changes.
type flows struct {
	*layout
	next   func(at, host int) []int // nil: shortest paths
	levels int
	raise  func(in, out Channel) bool // nil: never

	via     []int32 // by changes and turn: 1 + the place whose traffic makes it, 0 when none does; nil where every one is made that is no bounce
	fed     []bool  // by channel: hosts of the switch that it leaves send into it
	reached []bool  // by changes and channel
	drained []bool  // by changes and channel: what arrives leaves to hosts
	most    int     // changes that some traffic makes, be there a priority for them or not
	looked  int     // turns and channels that were looked at
	cut     Cut

	batch
}

// batch is the work on up to 64 places at once, a bit each.
type batch struct {
	first   int       // place of bit 0
	here    []uint64  // by switch: the places it belongs to
	seen    []uint64  // by switch: the places it has a path to
	toward  []uint64  // by channel: the places that it is on a path to
	live    [][]int32 // by switch: the places in out of the channels that are on a path to some
	carried []uint64  // by changes and channel: the places whose traffic came through
	fresh   []uint64  // that part of it that has not been led on
	queue   []int32   // changes and channels with something fresh
	steps   [2][]int  // switches at one distance, and those one further
	gained  [2][]uint64
}

// route finds the turns that the routing rule allows, with up to levels priorities one after the other.
func route(l *layout, o Options, levels int) *flows {
	channels := 2 * len(l.net.Links)
	f := &flows{
		layout: l, levels: levels, fed: make([]bool, channels),
		reached: make([]bool, levels*channels), drained: make([]bool, levels*channels),
	}
	if len(o.Chain) > 0 {
		if f.raise = o.Raise; f.raise == nil {
			f.raise = l.bounces
		}
	}
	if o.Routing == ValleyFree {
		f.valleyFree()
		return f
	}
	f.via = make([]int32, levels*l.turns)
	if o.Routing == NextHops {
		f.next = o.Next
	}
	nodes := len(l.net.Nodes)
	f.batch = batch{
		live: make([][]int32, nodes), here: make([]uint64, nodes), seen: make([]uint64, nodes), toward: make([]uint64, channels),
		carried: make([]uint64, levels*channels), fresh: make([]uint64, levels*channels),
		gained: [2][]uint64{make([]uint64, nodes), make([]uint64, nodes)},
	}
	for f.first = 0; f.first < len(l.places); f.first += 64 {
		f.start()
		if f.next == nil {
			f.shortest()
		} else {
			f.told()
		}
		f.count()
		f.send()
	}
	return f
}

// start clears the batch and enters its places.
func (f *flows) start() {
	f.looked += len(f.base) / 8 // clearing takes less
	clear(f.here)
	clear(f.toward)
	clear(f.carried)
	for i, p := range f.places[f.first:min(f.first+64, len(f.places))] {
		for _, v := range p.switches {
			f.here[v] |= 1 << i
		}
	}
	copy(f.seen, f.here)
}

// shortest fills toward by going back from all places of the batch at once, a link further each round.
func (f *flows) shortest() {
	near, far := 0, 1
	f.steps[near] = f.steps[near][:0]
	for _, v := range f.sources {
		if f.here[v] != 0 {
			f.gained[near][v] = f.here[v]
			f.steps[near] = append(f.steps[near], v)
		}
	}
	for ; len(f.steps[near]) > 0; near, far = far, near {
		f.steps[far] = f.steps[far][:0]
		for _, v := range f.steps[near] {
			f.looked += len(f.out[v])
			for _, c := range f.out[v] {
				f.back(c.back(), f.gained[near][v], far)
			}
			f.gained[near][v] = 0
		}
		for _, u := range f.steps[far] {
			f.seen[u] |= f.gained[far][u]
		}
	}
}

// back enters the places that a channel leads to by one link more than what it leads to.
func (f *flows) back(c Channel, places uint64, far int) {
	u := f.net.From(c).Node
	places &^= f.seen[u]
	if places == 0 || f.failed[c.Link()] {
		return
	}
	f.toward[c] |= places
	if f.gained[far][u] == 0 {
		f.steps[far] = append(f.steps[far], u)
	}
	f.gained[far][u] |= places
}

// told fills toward from next hops.
func (f *flows) told() {
	for i, p := range f.places[f.first:min(f.first+64, len(f.places))] {
		for v := range f.out {
			if f.net.Nodes[v].Host || f.here[v]>>i&1 == 1 {
				continue
			}
			for _, link := range f.next(v, p.host) {
				c := Channel(2 * link)
				if f.net.From(c).Node != v {
					c = c.back()
				}
				f.toward[c] |= 1 << i
				f.seen[v] |= 1 << i
			}
		}
	}
}

// count adds the pairs of places of the batch without a path.
func (f *flows) count() {
	all := ^uint64(0) >> (64 - min(64, len(f.places)-f.first))
	for i, p := range f.places {
		reach := uint64(0)
		for _, v := range p.switches {
			reach |= f.seen[v]
		}
		f.lost(i, all&^reach)
	}
}

// lost notes places of the batch that another has no path to.
func (f *flows) lost(from int, places uint64) {
	if places == 0 {
		return
	}
	if f.cut.Pairs == 0 {
		f.cut.Src, f.cut.Dst = f.places[from].host, f.places[f.first+bits.TrailingZeros64(places)].host
	}
	f.cut.Pairs += bits.OnesCount64(places)
}

// send leads traffic from all hosts on, until it has arrived.
func (f *flows) send() {
	for v, out := range f.out {
		f.live[v] = f.live[v][:0]
		for i, c := range out {
			if f.toward[c] != 0 {
				f.live[v] = append(f.live[v], int32(i))
			}
		}
	}
	for _, v := range f.sources {
		for _, c := range f.out[v] {
			if places := f.toward[c] &^ f.here[v]; places != 0 {
				f.fed[c] = true
				f.carry(c, 0, places)
			}
		}
	}
	for i := 0; i < len(f.queue); i++ {
		f.lead(f.queue[i])
	}
	f.queue = f.queue[:0]
}

// carry enters traffic to places into a channel.
func (f *flows) carry(c Channel, level int, places uint64) {
	x := f.vertex(c, level)
	if places &^= f.carried[x]; places == 0 {
		return
	}
	if f.fresh[x] == 0 {
		f.queue = append(f.queue, x)
	}
	f.carried[x] |= places
	f.fresh[x] |= places
	f.reached[x] = true
}

// lead takes what is fresh in a channel through the turns behind it.
func (f *flows) lead(x int32) {
	c, level := f.split(x)
	v := f.net.To(c).Node
	places := f.fresh[x]
	f.fresh[x] = 0
	f.drained[x] = f.drained[x] || places&f.here[v] != 0
	if places &^= f.here[v]; places == 0 {
		return
	}
	f.looked += len(f.live[v])
	for _, i := range f.live[v] {
		d := f.out[v][i]
		through := places & f.toward[d]
		if through == 0 {
			continue
		}
		to := f.after(level, c, d)
		f.most = max(f.most, to)
		if to == f.levels {
			continue
		}
		if turn := level*f.turns + f.base[c] + int(i); f.via[turn] == 0 {
			f.via[turn] = int32(1 + f.first + bits.TrailingZeros64(through))
		}
		f.carry(d, to, through)
	}
}

// makes tells whether traffic makes a turn: from a channel that it came over so many changes before, to one of out.
func (f *flows) makes(c Channel, level, i int) bool {
	if f.via != nil {
		return f.via[level*f.turns+f.base[c]+i] != 0
	}
	d := f.out[f.net.To(c).Node][i]
	return f.net.To(d).Node != f.net.From(c).Node && !f.bounces(c, d)
}

// after is how often traffic has changed priority after a turn.
func (f *flows) after(level int, in, out Channel) int {
	if f.raise != nil && f.raise(in, out) {
		return level + 1
	}
	return level
}

// vertex numbers the channels, once for each number of changes.
func (f *flows) vertex(c Channel, level int) int32 { return int32(level*len(f.base) + int(c)) }

func (f *flows) split(x int32) (Channel, int) {
	return Channel(int(x) % len(f.base)), int(x) / len(f.base)
}
