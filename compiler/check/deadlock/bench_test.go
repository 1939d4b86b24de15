package deadlock

import (
	"fmt"
	"testing"
)

// clos is pods of 40 leaves and 8 spines, all spines of a plane linked to its superspines: at 200 pods 9,744 switches with 99,200
// links between them.
func clos(pods int) *builder {
	b := newBuilder()
	const planes, supers = 8, 22
	for i := range planes * supers {
		b.node(fmt.Sprintf("super%d", i), 3, false)
	}
	for p := range pods {
		for s := range planes {
			spine := fmt.Sprintf("spine%d.%d", p, s)
			b.node(spine, 2, false)
			for i := range supers {
				b.link(spine, fmt.Sprintf("super%d", s*supers+i))
			}
		}
		for l := range 40 {
			leaf := fmt.Sprintf("leaf%d.%d", p, l)
			b.leaf(leaf, 1)
			for s := range planes {
				b.link(leaf, fmt.Sprintf("spine%d.%d", p, s))
			}
		}
	}
	return b
}

func BenchmarkCheck(b *testing.B) {
	for _, routing := range []Routing{ValleyFree, ShortestPath} {
		for _, pods := range []int{50, 100, 200} {
			n := clos(pods)
			name := fmt.Sprintf("%s/%d-switches", map[Routing]string{ValleyFree: "valley-free", ShortestPath: "shortest-path"}[routing], pods*48+176)
			b.Run(name, func(b *testing.B) {
				edges := 0
				for b.Loop() {
					g := Check(n.Net, Options{Routing: routing}).Graphs[0]
					if g.Ranks == nil {
						b.Fatal("a ring")
					}
					edges = g.Edges
				}
				b.ReportMetric(float64(edges), "edges")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(edges), "ns/edge")
			})
		}
	}
}
