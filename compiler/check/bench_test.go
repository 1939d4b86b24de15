package check

import (
	"fmt"
	"testing"

	"github.com/weft-net/weft/fabric"
)

// large is a sound fabric of so many leaves with a link to each of so many spines.
func large(leaves, spines int) *Net {
	n := &Net{}
	var links []fabric.Link
	add := func(name string, ports int) {
		s := goodSwitch(name)
		first := s.QoS.Ports[0]
		s.QoS.Ports, s.Ports = nil, make([]Port, ports)
		for i := range ports {
			p := first
			p.Name = fmt.Sprintf("Port%d", i+1)
			s.QoS.Ports = append(s.QoS.Ports, p)
		}
		for i := range s.Ports {
			s.Ports[i] = Port{Port: &s.QoS.Ports[i], Switch: s, Speed: fabric.Speed(100e9), CableMetres: 40, Routed: true}
		}
		n.Switches = append(n.Switches, s)
	}
	for l := range leaves {
		add(fmt.Sprintf("leaf%d", l+1), 2*spines)
		for s := range spines {
			links = append(links, fabric.Link{
				A: fabric.PortRef{Device: fmt.Sprintf("leaf%d", l+1), Port: fmt.Sprintf("Port%d", s+1)},
				B: fabric.PortRef{Device: fmt.Sprintf("spine%d", s+1), Port: fmt.Sprintf("Port%d", l+1)},
			})
		}
	}
	for s := range spines {
		add(fmt.Sprintf("spine%d", s+1), leaves)
	}
	return n.finish(links)
}

// BenchmarkRun judges 2,000 switches of 64 ports or more.
func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		n := large(1968, 32)
		n.LatencySLO.Set, n.LatencySLO.V = true, 1
		b.StartTimer()
		Run(n)
	}
}
