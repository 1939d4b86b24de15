package deadlock

import "slices"

// knots are the sets of buffers that wait for each other in rings, by size and then first buffer: the strongly connected components
// of more than one vertex among what has no rank (R. Tarjan, 1972, without recursion: a fabric can be a long way round).
func (g *graph) knots(ranks []int32) [][]int32 {
	t := &tarjan{graph: g, number: make([]int32, len(ranks)), low: make([]int32, len(ranks)), onStack: make([]bool, len(ranks))}
	for x, in := range g.in {
		if in && ranks[x] == 0 && t.number[x] == 0 {
			t.visit(int32(x), ranks)
		}
	}
	slices.SortFunc(t.found, func(a, b []int32) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return int(a[0] - b[0])
	})
	return t.found
}

type tarjan struct {
	*graph
	count       int32
	number, low []int32
	onStack     []bool
	stack       []int32
	path        []visit
	found       [][]int32
}

// visit is a vertex on the way, and what of the vertices behind it is still to be seen.
type visit struct {
	x    int32
	left []int32
}

func (t *tarjan) visit(root int32, ranks []int32) {
	t.enter(root, ranks)
	for len(t.path) > 0 {
		top := &t.path[len(t.path)-1]
		if len(top.left) == 0 {
			t.leave()
			continue
		}
		y := top.left[0]
		top.left = top.left[1:]
		if t.number[y] == 0 {
			t.enter(y, ranks)
		} else if t.onStack[y] {
			t.low[top.x] = min(t.low[top.x], t.number[y])
		}
	}
}

func (t *tarjan) enter(x int32, ranks []int32) {
	t.count++
	t.number[x], t.low[x], t.onStack[x] = t.count, t.count, true
	t.stack = append(t.stack, x)
	left := slices.DeleteFunc(t.behind(x, nil), func(y int32) bool { return ranks[y] != 0 })
	t.path = append(t.path, visit{x, left})
}

// leave ends the visit of the last vertex on the way, and takes its component off the stack where it is the first of one.
func (t *tarjan) leave() {
	x := t.path[len(t.path)-1].x
	t.path = t.path[:len(t.path)-1]
	if len(t.path) > 0 {
		above := t.path[len(t.path)-1].x
		t.low[above] = min(t.low[above], t.low[x])
	}
	if t.low[x] != t.number[x] {
		return
	}
	from := len(t.stack) - 1
	for t.stack[from] != x {
		from--
	}
	component := slices.Clone(t.stack[from:])
	t.stack = t.stack[:from]
	for _, y := range component {
		t.onStack[y] = false
	}
	if len(component) > 1 {
		slices.Sort(component)
		t.found = append(t.found, component)
	}
}

// effort is how many turns the search for a smaller ring may look at.
const effort = 1 << 26

// smallest is a ring of the fewest buffers: the one with the lowest first buffer. It tells whether the search came to its end.
func (g *graph) smallest(knots [][]int32) (best []int32, proven bool) {
	s := &search{graph: g, from: make([]int32, len(g.in)), knot: make([]int32, len(g.in)), stamp: make([]int32, len(g.in))}
	var starts []int32
	for i, k := range knots {
		for _, x := range k {
			s.knot[x] = int32(i + 1)
		}
		starts = append(starts, k...)
	}
	slices.Sort(starts)
	least := g.leastRing()
	for _, x := range starts {
		if ring := s.around(x, len(best)); ring != nil {
			best = ring
		}
		if len(best) == least {
			return best, true
		}
		if s.looked > effort && best != nil {
			return best, false
		}
	}
	return best, true
}

// leastRing is the fewest buffers that a ring can have. No turn leads back to where it came from, so that it is 3; where every link
// joins one half of the switches with the other, as between tiers, a ring has an even number.
func (l *layout) leastRing() int {
	side := make([]int8, len(l.out))
	for root := range side {
		if side[root] != 0 {
			continue
		}
		side[root] = 1
		for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
			v := queue[0]
			for _, c := range l.out[v] {
				w := l.net.To(c).Node
				switch side[w] {
				case side[v]:
					return 3
				case 0:
					side[w] = -side[v]
					queue = append(queue, w)
				}
			}
		}
	}
	return 4
}

type search struct {
	*graph
	from  []int32 // the vertex before, where stamp says that it was seen
	stamp []int32
	knot  []int32 // by vertex: its component, from 1
	list  []int32
	// looked counts the turns that were looked at.
	looked int
}

// around looks for the shortest ring through a vertex, of fewer than limit vertices; 0 is no limit.
func (s *search) around(start int32, limit int) []int32 {
	near := []int32{start}
	for length := 1; len(near) > 0 && (limit == 0 || length < limit); length++ {
		var far []int32
		for _, x := range near {
			s.list = s.behind(x, s.list[:0])
			s.looked += len(s.list)
			for _, y := range s.list {
				if y == start {
					return s.trace(start, x)
				}
				if s.knot[y] == s.knot[start] && s.stamp[y] != start+1 {
					s.stamp[y], s.from[y] = start+1, x
					far = append(far, y)
				}
			}
		}
		near = far
	}
	return nil
}

func (s *search) trace(start, last int32) []int32 {
	ring := []int32{last}
	for x := last; x != start; {
		x = s.from[x]
		ring = append(ring, x)
	}
	slices.Reverse(ring)
	return ring
}
