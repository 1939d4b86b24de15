package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/fabric"
)

// large is a sound fabric of so many pods, each of 16 leaves with 48 hosts and 16 links up, and 16 spines.
func large(pods int) *Net {
	const width, hosts = 16, 48
	n := &Net{}
	var links []fabric.Link
	for pod := range pods {
		name := func(role string, i int) string { return fmt.Sprintf("%s%d", role, pod*width+i+1) }
		port := func(i int) string { return fmt.Sprintf("Port%d", i+1) }
		for i := range width {
			n.Switches = append(n.Switches, broad(name("leaf", i), width+hosts), broad(name("spine", i), width))
			for k := range width {
				links = append(links, fabric.Link{
					A: fabric.PortRef{Device: name("leaf", i), Port: port(k)}, B: fabric.PortRef{Device: name("spine", k), Port: port(i)},
				})
			}
		}
	}
	return n.finish(links)
}

// broad is a switch with so many ports alike.
func broad(name string, ports int) *Switch {
	s := goodSwitch(name)
	s.Role = strings.TrimRight(name, "0123456789")
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
	return s
}

// BenchmarkRun judges 2,016 switches with 80,640 ports, by each routing rule.
func BenchmarkRun(b *testing.B) {
	for _, routing := range []string{"valley-free", "shortest-path"} {
		b.Run(routing, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				n := large(63)
				n.LatencySLO.Set, n.LatencySLO.V = true, 1
				n.Routing = routing
				b.StartTimer()
				Run(n)
			}
		})
	}
}

// flat is switches without roles, each linked to eight others: a ring with chords, in which there are rings of buffers.
func flat(n int) *Net {
	net := &Net{Routing: "shortest-path"}
	var links []fabric.Link
	for i := range n {
		s := broad(fmt.Sprintf("sw%d", i+1), 16)
		s.Role = ""
		net.Switches = append(net.Switches, s)
		for k, d := range []int{1, 7, 53, 397} {
			links = append(links, fabric.Link{
				A: fabric.PortRef{Device: fmt.Sprintf("sw%d", i+1), Port: fmt.Sprintf("Port%d", 2*k+1)},
				B: fabric.PortRef{Device: fmt.Sprintf("sw%d", (i+d)%n+1), Port: fmt.Sprintf("Port%d", 2*k+2)},
			})
		}
	}
	return net.finish(links)
}

// BenchmarkFlat judges 2,000 switches in no order.
func BenchmarkFlat(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		n := flat(2000)
		b.StartTimer()
		Run(n)
	}
}
