package check

import (
	"testing"

	"github.com/weft-net/weft/qos"
)

// BenchmarkPaths judges the paths between the hosts of 2,016 switches: a sound fabric, one with a broken link, and one in which every
// port to a host and every link is broken.
func BenchmarkPaths(b *testing.B) {
	breaks := map[string]func(*Net){
		"sound":    func(*Net) {},
		"one link": func(n *Net) { n.Switches[0].Ports[0].PFC.Priorities = qos.Is(qos.Queues(4)) },
		"all":      func(n *Net) { n.all(func(p *Port) { p.Egress.Queues[3].ECN = qos.Is(qos.ECN{}) }) },
	}
	for _, name := range []string{"sound", "one link", "all"} {
		for _, routing := range []string{"valley-free", "shortest-path"} {
			b.Run(name+" "+routing, func(b *testing.B) {
				n := large(63)
				n.Routing = routing
				breaks[name](n)
				graph := n.waits()
				j := &judge{net: n, waits: func() *buffers { return graph }, rule: &rules[len(rules)-1], groups: map[key]*group{}}
				for b.Loop() {
					losslessPaths(j)
				}
			})
		}
	}
}
