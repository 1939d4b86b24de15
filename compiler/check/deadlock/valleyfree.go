package deadlock

import (
	"cmp"
	"slices"
)

// valleyFree allows every turn but bounces and those back to where traffic came from. They are a rule of each switch by itself: no
// failure adds one.
func (f *flows) valleyFree() {
	for _, v := range f.sources {
		for _, c := range f.out[v] {
			f.fed[c] = true
			f.reach(c)
		}
	}
	for i := 0; i < len(f.queue); i++ {
		c := Channel(f.queue[i])
		v := f.net.To(c).Node
		f.drained[c] = len(f.hosts[v]) > 0
		for j, d := range f.out[v] {
			if !f.reached[d] && f.makes(c, 0, j) {
				f.reach(d)
			}
		}
	}
	f.queue = nil
	f.countValleyFree()
}

func (f *flows) reach(c Channel) {
	if !f.reached[c] {
		f.reached[c] = true
		f.queue = append(f.queue, int32(c))
	}
}

// countValleyFree counts the places without a path that goes up, at most once across, and down.
func (f *flows) countValleyFree() {
	nodes := len(f.net.Nodes)
	rising := make([]int, nodes)
	for v := range rising {
		rising[v] = v
	}
	slices.SortStableFunc(rising, func(a, b int) int { return cmp.Compare(f.tiers[a], f.tiers[b]) })
	f.here, f.seen = make([]uint64, nodes), make([]uint64, nodes)
	down := make([]uint64, nodes)
	for f.first = 0; f.first < len(f.places); f.first += 64 {
		f.start()
		for _, v := range rising {
			f.gather(v, -1, f.seen)
		}
		copy(down, f.seen)
		for _, v := range rising {
			f.gather(v, 0, down)
		}
		for _, v := range slices.Backward(rising) {
			f.gather(v, 1, f.seen)
		}
		f.count()
	}
}

// gather adds to what a switch has a path to what its neighbours one way have.
func (f *flows) gather(v, way int, of []uint64) {
	for _, c := range f.out[v] {
		if int(f.ways[c]) == way {
			f.seen[v] |= of[f.net.To(c).Node]
		}
	}
}
