package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/fabric"
)

// woven is two spines and four leaves with a host each, without some of the links.
func woven(routing string, without ...string) *Net {
	n := &Net{Routing: routing}
	for i := range 4 {
		n.Switches = append(n.Switches, wovenSwitch(fmt.Sprintf("leaf%d", i+1), "leaf", 3))
	}
	for i := range 2 {
		n.Switches = append(n.Switches, wovenSwitch(fmt.Sprintf("spine%d", i+1), "spine", 4))
	}
	var links []fabric.Link
	for l := 1; l <= 4; l++ {
		for s := 1; s <= 2; s++ {
			a, b := fabric.PortRef{Device: fmt.Sprintf("leaf%d", l), Port: fmt.Sprintf("Port%d", s)}, fabric.PortRef{Device: fmt.Sprintf("spine%d", s), Port: fmt.Sprintf("Port%d", l)}
			n.port(a).Role, n.port(b).Role = "fabric", "fabric"
			if !slices.Contains(without, a.String()) {
				links = append(links, fabric.Link{A: a, B: b})
			}
		}
	}
	return n.finish(links)
}

// round is four leaves in a ring, of which no tier and no routing is known.
func round() *Net {
	n := &Net{}
	var links []fabric.Link
	for i := range 4 {
		s := wovenSwitch(fmt.Sprintf("leaf%d", i+1), "", 3)
		n.Switches = append(n.Switches, s)
		next := fmt.Sprintf("leaf%d", (i+1)%4+1)
		links = append(links, fabric.Link{A: fabric.PortRef{Device: s.Name, Port: "Port1"}, B: fabric.PortRef{Device: next, Port: "Port2"}})
	}
	return n.finish(links)
}

func wovenSwitch(name, role string, ports int) *Switch {
	s := goodSwitch(name)
	s.Role, s.Ports, s.QoS.Ports = role, nil, nil
	for p := range ports {
		s.QoS.Ports = append(s.QoS.Ports, goodPort(fmt.Sprintf("Port%d", p+1)))
	}
	for p := range ports {
		s.Ports = append(s.Ports, Port{Port: &s.QoS.Ports[p], Switch: s, Role: "host"})
	}
	return s
}

func (n *Net) port(ref fabric.PortRef) *Port {
	for _, s := range n.Switches {
		for i := range s.Ports {
			if s.Name == ref.Device && s.Ports[i].Name == ref.Port {
				return &s.Ports[i]
			}
		}
	}
	return nil
}

func about(n *Net, codes ...string) []string {
	var said []string
	for _, f := range Run(n).Findings {
		if slices.Contains(codes, f.Code) {
			said = append(said, say(f))
		}
	}
	return said
}

func TestRings(t *testing.T) {
	down := []string{"leaf2:Port1", "leaf1:Port2"}
	tests := []struct {
		name string
		net  *Net
		want []string // beginnings
	}{
		{"valley-free", woven("valley-free"), nil},
		{"a failed link, valley-free", woven("valley-free", down[0]), []string{"C05 not checked leaf2:Port1; spine1:Port2"}},
		{"shortest paths", woven("shortest-path"), []string{
			"C06 info leaf1:Port1 - spine1:Port1; leaf2:Port2 - spine2:Port2: 2 failed links let buffers wait for each other for ever in 12 of 28 sets of links",
			"C07 info leaf1-4: packets bounce up to once on a path: 2 lossless priorities",
		}},
		{"two failed links", woven("shortest-path", down...), []string{
			"C05 error", "C07 info leaf3-4: packets bounce up to once on a path: 2 lossless priorities", "C05 not checked",
		}},
		{"nobody says", round(), []string{"C05 error", "C07 info leaf1-4: packets bounce up to once on a path"}},
		{"no cables", &Net{Switches: woven("").Switches}, []string{
			"C05 not checked leaf1-4,spine1-2: not checked: whether buffers wait for each other in a ring: the cables between the switches are not given"}},
		{"two failed links, valley-free", woven("valley-free", down...), []string{
			"C05 error", "C05 warning leaf1:Port3: valley-free routing leaves the host at leaf1:Port3 without a path to the host at leaf2:Port3",
			"C07 info", "C05 not checked",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := about(test.net, "C05", "C06", "C07")
			if len(got) != len(test.want) {
				t.Fatalf("%d findings, want %d:\n%s", len(got), len(test.want), strings.Join(got, "\n"))
			}
			for i := range got {
				if !strings.HasPrefix(got[i], test.want[i]) {
					t.Errorf("%s\nwant %s", got[i], test.want[i])
				}
			}
		})
	}
}

// TestProofs: what was looked at is told, and the certificate has a line for each buffer.
func TestProofs(t *testing.T) {
	for _, test := range []struct {
		net  *Net
		want []Proof
	}{
		{woven("valley-free"), []Proof{{"C05", "proved", "priority 3: 24 buffers, 40 waits: acyclic, ranks 0..3, whatever links fail"}}},
		{woven("shortest-path"), []Proof{
			{"C05", "proved", "priority 3: 24 buffers, 40 waits: acyclic, ranks 0..3"},
			{"C06", "tried", "sets of k failed links that open a ring: k=1: 0 of 8 (all), k=2: 12 of 28 (all)"},
		}},
		{woven("shortest-path", "leaf2:Port1"), []Proof{
			{"C05", "proved", "priority 3: 22 buffers, 32 waits: acyclic, ranks 0..3, as far as the fabric is known"},
			{"C06", "tried", "sets of k failed links that open a ring: k=1: 3 of 7 (all), k=2: 0 of 21 (all)"},
		}},
		{round(), nil},
	} {
		r := Run(test.net)
		var rings []Proof
		for _, p := range r.Proofs {
			if p.Code != "C03" { // TestMargin has it
				rings = append(rings, p)
			}
		}
		if diff := cmp.Diff(test.want, rings); diff != "" {
			t.Error(diff)
		}
		var text strings.Builder
		if err := r.Certify(&text); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(text.String(), "\n"); test.want != nil && lines < 23 || test.want == nil && !strings.HasPrefix(text.String(), "# priority 3: no ranks: 4 buffers") {
			t.Errorf("the certificate is %s", text.String())
		}
	}
}
