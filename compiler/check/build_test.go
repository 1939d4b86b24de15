package check

import (
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
