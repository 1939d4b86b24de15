package check

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
)

// examples is the fabric of an example, as compiled.
func example(t *testing.T, name string) *Net {
	t.Helper()
	dir := "../../examples/" + name
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	result, diags := compiler.Compile(in, compiler.Options{Dir: dir})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return FromUnits(in, result.Fabric, result.Units)
}

func TestFromUnits(t *testing.T) {
	n := example(t, "pod1")
	if len(n.Switches) != 6 || len(n.Links) != 8 || n.Routing != "valley-free" || n.Running {
		t.Fatalf("%d switches, %d links, %q", len(n.Switches), len(n.Links), n.Routing)
	}
	host, up := n.Switches[0].port("Ethernet1/1"), n.Switches[0].port("Ethernet1/31")
	if host.NIC == nil || host.Role != "host" || host.Speed.String() != "400G" || host.CableMetres != 3 || host.Far != nil {
		t.Errorf("a port to a host: %+v", host)
	}
	if up.Far == nil || up.Far.Far != up || up.Far.Switch.Name != "spine1" || up.CableMetres != 30 || up.Far.CableMetres != 30 {
		t.Errorf("a port to a spine: %+v", up)
	}
}

// TestExamples: the examples have no errors, and every finding about a port has a place in the intent.
func TestExamples(t *testing.T) {
	for _, name := range []string{"pod1", "mixed"} {
		r := Run(example(t, name))
		if r.Errors() {
			t.Errorf("%s has errors: %+v", name, r.Wrong())
		}
		for _, f := range r.Wrong() {
			if f.Range.Filename == "" {
				t.Errorf("%s: no place for %s", name, say(f))
			}
		}
	}
}

func TestFailedSwitchesAreNotJudged(t *testing.T) {
	in, _ := intent.Load("../../examples/pod1", intent.Options{})
	result, _ := compiler.Compile(in, compiler.Options{Dir: "../../examples/pod1", Target: []string{"leaf*"}})
	result.Units[0].Fitted = nil
	n := FromUnits(in, result.Fabric, result.Units)
	if len(n.Switches) != 3 || len(n.Links) != 0 || len(n.Unread) != 3 || n.Unread[0].Name != "leaf1" || n.Unread[2].Name != "spine2" {
		t.Errorf("%d switches, %d links, %+v", len(n.Switches), len(n.Links), n.Unread)
	}
}

// tooFar is lossless over distances that two platforms refuse to take headroom for.
const tooFar = `
fabric "f" {}
traffic_class "roce" {
  dscp      = [26]
  pcp       = [3]
  queue     = 3
  lossless  = true
  bandwidth = 50
  headroom  = "auto"
}
traffic_class "rest" {
  default   = true
  queue     = 0
  bandwidth = 50
}
device "leaf1" {
  vendor   = "nxos"
  platform = "N9K-C9332D-GX2B"
  release  = "10.4(3)"
  ports "Ethernet1/1-2" {
    speed = "400G"
    cable = "100km"
  }
}
device "leaf2" {
  vendor   = "cloudengine"
  platform = "CE8855"
  release  = "V300R023C00"
  ports "100GE1/0/1-2" {
    speed = "100G"
    cable = "400km"
  }
}
`

// TestTooFarToFit: a switch that no headroom fits is told how many bytes are on its cables.
func TestTooFarToFit(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "fabric.hcl"), []byte(tooFar), 0o600); err != nil {
		t.Fatal(err)
	}
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	result, diags := compiler.Compile(in, compiler.Options{Dir: dir})
	if len(result.Units) != 2 || !result.Units[0].Failed() || !result.Units[1].Failed() {
		t.Fatalf("both are to fail: %v", diags)
	}
	var said []string
	for _, f := range Run(FromUnits(in, result.Fabric, result.Units)).Wrong() {
		said = append(said, say(f))
	}
	want := []string{ // 2 × 100 km × 400 Gb/s, or 2 × 400 km × 100 Gb/s, at 198,000 km/s, and a frame that delays the pause
		"C18 warning leaf1:Ethernet1/1-2: 100 km of cable at 400G hold 50,514,289 B for 1 lossless class before any rounding to cells, of the 120,000,000 B of packet buffer that N9K-C9332D-GX2B has for all ports",
		"C18 warning leaf2:100GE1/0/1-2: 400 km of cable at 100G hold 50,514,289 B for 1 lossless class before any rounding to cells; no source says how much packet buffer CE8855 has",
	}
	if !slices.Equal(said, want) {
		t.Errorf("got %q", said)
	}
}
