package plan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

const (
	runningOld = `hostname leaf1
snmp community hunter2
map OLD 26:3 48:6
curve OLD-CURVE 3:50-60
nodrop OLD-SET 3
use OLD-SET
port e1
  map OLD
  curve OLD-CURVE
  pfc
port e2
  map OLD
  curve OLD-CURVE
  pfc
end
`
	desiredNew = `map W-a 26:3 27:4
curve W-c 3:100-200
nodrop W-n 3 4
use W-n
port e1
  map W-a
  curve W-c
  pfc
port e2
  map W-a
  curve W-c
  pfc
`
)

// broken plans the same change with one thing broken in the vendor.
func broken(t *testing.T, hurt func(*toy, *Input)) Result {
	t.Helper()
	v := newToy()
	in := toyInput(v, runningOld, desiredNew)
	in.Site.Ports = slices.Clone(in.Site.Ports)
	if hurt != nil {
		hurt(v, &in)
	}
	r := Make(in)
	if r.Device.Status != Change && (len(r.Device.Steps) > 0 || r.Device.Undo != nil || r.Predicted != nil) {
		t.Errorf("a switch with status %s shows steps", r.Device.Status)
	}
	return r
}

func wantRefusal(t *testing.T, r Result, words ...string) {
	t.Helper()
	if r.Device.Status != Refused {
		t.Fatalf("status %s, want refused", r.Device.Status)
	}
	for _, word := range words {
		if !strings.Contains(r.Device.Reason, word) {
			t.Errorf("the reason lacks %q:\n%s", word, r.Device.Reason)
		}
	}
}

func TestWholeVendorGivesAChange(t *testing.T) {
	r := broken(t, nil)
	if r.Device.Status != Change {
		t.Fatalf("%s: %s", r.Device.Status, r.Device.Reason)
	}
	if got := strings.Join(r.Device.Proof.Gaps, "; "); got != "2 ports unclassified for one command each" {
		t.Errorf("gaps %q", got)
	}
	if r.Device.Disruption != "recarve" {
		t.Errorf("disruption %s", r.Device.Disruption)
	}
}

// command finds the step that sends a command.
func command(steps []vendors.Step, text string) int {
	return slices.IndexFunc(steps, func(s vendors.Step) bool { return slices.Contains(s.Commands, text) })
}

func TestProofRefuses(t *testing.T) {
	move := func(text string, to int) func([]vendors.Step) []vendors.Step {
		return func(steps []vendors.Step) []vendors.Step {
			at := command(steps, text)
			if at < 0 {
				return steps
			}
			s := steps[at]
			steps = slices.Delete(steps, at, at+1)
			return slices.Insert(steps, min(to, len(steps)), s)
		}
	}
	tests := []struct {
		name  string
		hurt  func(*toy, *Input)
		words []string
	}{
		{"use before define", func(v *toy, _ *Input) { v.tamperSteps = move("map W-a 26:3 27:4", 99) },
			[]string{`the device refuses "port e1 ; map W-a ; exit"`, "not defined"}},
		{"a step is missing", func(v *toy, _ *Input) {
			v.tamperSteps = func(s []vendors.Step) []vendors.Step {
				at := command(s, "curve W-c")
				return slices.Delete(s, at, at+1)
			}
		}, []string{"does not end where it should", "2 lines differ, the first is - port e1 > curve OLD-CURVE"}},
		{"a step is more than it should be", func(v *toy, _ *Input) {
			v.tamperSteps = func(s []vendors.Step) []vendors.Step {
				return append(s, vendors.Step{Commands: []string{"map STRAY 1:1"}})
			}
		}, []string{"does not end where it should", "STRAY"}},
		{"nothing between detach and attach", func(v *toy, _ *Input) { v.tamperSteps = move("port e2", 6) },
			[]string{`after "port e1 ; no map OLD ; exit" e1: DSCP 26 is in queue 0`}},
		{"an exchange the table does not know", func(v *toy, _ *Input) { v.exchange = "toy.other" },
			[]string{`after "port e1 ; no map OLD ; exit"`}},
		{"a detach that is no exchange", func(v *toy, _ *Input) { v.exchange = "" },
			[]string{`after "port e1 ; no map OLD ; exit"`}},
		{"a protection lost on the way", func(v *toy, _ *Input) {
			v.tamperSteps = func(s []vendors.Step) []vendors.Step {
				off := vendors.Step{Commands: []string{"port e2", "no pfc", "exit"}, Exchange: "toy.map"}
				on := vendors.Step{Commands: []string{"port e2", "pfc", "exit"}}
				return append([]vendors.Step{off, {Commands: []string{"map STRAY 1:1"}}, on}, s...)
			}
		}, []string{`after "port e2 ; no pfc ; exit" e2: DSCP 26 is lossy`}},
		{"an exchange at the very end", func(v *toy, in *Input) {
			in.Running = []byte(strings.Replace(runningOld, "  map OLD\n", "", 1))
			v.tamperSteps = func(s []vendors.Step) []vendors.Step {
				return append(s, vendors.Step{Commands: []string{"port e2", "no map W-a", "exit"}, Exchange: "toy.map"})
			}
		}, []string{`after "port e2 ; no map W-a ; exit" e2`}},
		{"a line outside the scope", func(v *toy, _ *Input) {
			v.target = func(c toyConfig) toyConfig { return c.without("", "hostname leaf1") }
		}, []string{"internal fault", "outside weft's scope: - hostname leaf1"}},
		{"a target that never settles", func(v *toy, _ *Input) {
			n := 0
			v.target = func(c toyConfig) toyConfig {
				n++
				return c.with("", fmt.Sprintf("map EXTRA-%d 1:1", n))
			}
		}, []string{"planning again after the patch would change more: + map EXTRA-2 1:1"}},
		{"a target that does not do what was asked", func(v *toy, _ *Input) {
			v.target = func(c toyConfig) toyConfig { return c.without("e2", "pfc") }
		}, []string{"does not read as the intent asks", "e2: PFC"}},
		{"an effect that hides a port", func(v *toy, _ *Input) {
			v.reread = func(r vendors.Reading) vendors.Reading { r.Foreign++; return r }
		}, []string{"internal fault", "read step by step"}},
		{"a circle of changes", func(v *toy, _ *Input) {
			v.changes = func(cs []vendors.Change) []vendors.Change {
				cs[0].Uses, cs[1].Defines = []string{"x"}, append(cs[1].Defines, "x")
				cs[1].Uses, cs[0].Defines = []string{"y"}, append(cs[0].Defines, "y")
				return cs
			}
		}, []string{"wait for each other over x, y"}},
		{"a command with a secret", func(v *toy, _ *Input) {
			v.tamperSteps = func(s []vendors.Step) []vendors.Step {
				return append(s, vendors.Step{Commands: []string{"user bob password 5 xyzzy"}})
			}
		}, []string{"holds a secret: user bob password 5 <redacted>"}},
		{"a vendor that panics", func(v *toy, _ *Input) {
			v.target = func(c toyConfig) toyConfig { return c[:len(c)+1000] }
		}, []string{"internal fault at", "plan.TestProofRefuses", "out of range"}},
		{"more disruption than allowed", func(_ *toy, in *Input) { in.Options.MaxDisruption = vendors.None },
			[]string{"more than none allows; --max-disruption recarve allows it", "recarve on the whole switch: bind use W-n on ", "loss on e1-2: bind map W-a on e1, in 2 steps"}},
		{"a configuration that cannot be parsed", func(_ *toy, in *Input) { in.Running = []byte("port e1\nx\x00\nend\n") },
			[]string{"cannot be parsed", "line 2: a NUL byte"}},
		{"a port that is not there", func(_ *toy, in *Input) {
			in.Site.Ports = append(in.Site.Ports, vendors.SitePort{Name: "e9"})
		}, []string{"incomplete: it has no port e9"}},
		{"an intent that cannot be compiled", func(_ *toy, in *Input) { in.Refusal = "queue 9 is no queue" },
			[]string{"queue 9 is no queue"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { wantRefusal(t, broken(t, test.hurt), test.words...) })
	}
}

func TestUndoIsProvedLikeThePatch(t *testing.T) {
	calls := 0
	r := broken(t, func(v *toy, _ *Input) {
		v.tamperSteps = func(s []vendors.Step) []vendors.Step {
			if calls++; calls == 2 { // the undo is the second way that is looked for
				return s[:len(s)-1]
			}
			return s
		}
	})
	wantRefusal(t, r, "the way back failed its proof", "does not end where it should")
}

func TestUnchangedMustDoWhatIsAsked(t *testing.T) {
	r := broken(t, func(v *toy, in *Input) {
		v.target = func(toyConfig) toyConfig {
			c, _ := v.Parse(in.Running)
			return c.(toyConfig)
		}
	})
	wantRefusal(t, r, "does not read as the intent asks", "e1-2: classification")
}

func TestDisrupted(t *testing.T) {
	steps := []vendors.Step{
		{Disruption: vendors.Loss, Ports: []string{"e2"}, Text: "rebind e2"},
		{Disruption: vendors.Flap, Ports: []string{"e3"}, Text: "flap e3"},
		{Disruption: vendors.Loss, Text: "rebind everything"},
		{Disruption: vendors.Flap, Ports: []string{"e4"}, Text: "flap e4"},
	}
	for d, want := range map[vendors.Disruption]string{
		vendors.Loss:    "loss on the whole switch: rebind e2, in 2 steps",
		vendors.Flap:    "flap on e3-4: flap e3, in 2 steps",
		vendors.Recarve: "",
	} {
		if got := disrupted(steps, d); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}

// TestLossesOfABundle looks at every port when an effect names something that is no port.
func TestLossesOfABundle(t *testing.T) {
	v := newToy()
	read := func(text string) vendors.Reading {
		c, _ := v.Parse([]byte(text))
		return v.Read(c, vendors.Platform{})
	}
	bound := read("map A 26:3\nport e1\nport e2\n  map A\n")
	g := newGuard(bound, bound)
	now := read("map A 26:3\nport e1\nport e2\n")
	for _, ports := range [][]string{{"bundle1"}, {"e2"}, {"e1", "e2"}} {
		if lost := g.losses(now, vendors.Effect{Ports: ports}); len(lost) != 1 || lost[0].port != 1 {
			t.Errorf("effect on %v: lost %v", ports, lost)
		}
	}
	if lost := g.losses(now, vendors.Effect{Ports: []string{"e1"}}); lost != nil {
		t.Errorf("effect on e1 alone: lost %v", lost)
	}
}

func TestReadErrorIsNotPlanned(t *testing.T) {
	r := broken(t, func(_ *toy, in *Input) { in.ReadError = errors.New("no route to host") })
	if r.Device.Status != NotPlanned || r.Device.Reason != "no route to host" {
		t.Errorf("%s: %s", r.Device.Status, r.Device.Reason)
	}
}

// editing is a change that edits a bound map in place, which leans on an assumption.
func editing(readings int) Result {
	v := newToy()
	v.readings = readings
	running := "map W-a 26:3 48:6\nnodrop W-n 3\nuse W-n\nport e1\n  map W-a\n  pfc\nend\n"
	return Make(toyInput(v, running, "map W-a 26:3 46:5\nnodrop W-n 3\nuse W-n\nport e1\n  map W-a\n  pfc\n"))
}

func TestOtherReadings(t *testing.T) {
	for readings := 1; readings <= 2; readings++ { // a refusal changes nothing, and so is safe
		r := editing(readings)
		if r.Device.Status != Change || !slices.Equal(r.Device.Proof.Assumptions, []string{"toy.edit"}) {
			t.Errorf("%d readings: %s, leaning on %v: %s", readings, r.Device.Status, r.Device.Proof, r.Device.Reason)
		}
	}
	wantRefusal(t, editing(3), "it leans on toy.edit", "if instead it unbinds the map", "DSCP 26 is in queue 0")
}

// What skipped steps did on other ports than the next one is read with it.
func TestSkippedStepsAreRead(t *testing.T) {
	v := newToy()
	running, _ := v.Parse([]byte("nodrop N 3\nuse N\nport e1\nport e2\nend\n"))
	from := side{running, v.Read(running, vendors.Platform{})}
	m := &maker{vendor: v, guard: newGuard(from.reading, from.reading)}
	w := m.walk(from, nil)
	if err := w.skip([]vendors.Step{{Commands: []string{"port e1", "pfc", "exit"}}}); err != nil {
		t.Fatal(err)
	}
	if err := w.run([]vendors.Step{{Commands: []string{"port e2", "pfc", "exit"}}}); err != nil {
		t.Fatal(err)
	}
	if whole := v.Read(w.device.Config(), vendors.Platform{}); !qos.Equal(w.reading.Switch, whole.Switch) {
		t.Errorf("read %+v, and all of it is %+v", w.reading.Switch.Ports, whole.Switch.Ports)
	}
}

// A device that may refuse the attach of an exchange would be left without the protection.
func TestRefusalInsideAnExchangeIsUnsafe(t *testing.T) {
	r := broken(t, func(v *toy, _ *Input) {
		v.readings = 2
		v.tamperSteps = func(steps []vendors.Step) []vendors.Step {
			at := command(steps, "no map OLD")
			if at < 0 {
				return steps
			}
			edit := vendors.Step{Commands: []string{"map OLD 48:6 26:3"}}
			undo := vendors.Step{Commands: []string{"map OLD 26:3 48:6"}}
			steps[at+1].Commands = append([]string{"map OLD 26:3 48:6"}, steps[at+1].Commands...)
			return slices.Insert(steps, at, edit, undo)
		}
	})
	if r.Device.Status != Change {
		t.Fatalf("%s: %s", r.Device.Status, r.Device.Reason)
	}
	r = broken(t, func(v *toy, _ *Input) {
		v.readings = 2
		v.tamperSteps = func(steps []vendors.Step) []vendors.Step {
			at := command(steps, "no map OLD")
			if at < 0 {
				return steps
			}
			// e2 still binds OLD: editing it leans on the assumption, in the step that should give the protection back
			steps[at+1].Commands = append([]string{"map OLD 26:3 48:6"}, steps[at+1].Commands...)
			return steps
		}
	})
	wantRefusal(t, r, "if instead it is refused", "e1: DSCP 26 is in queue 0")
}

// Swapping the classes of DSCP 26 and 46 in one command per object cannot keep 26 lossless; a set with both can.
func TestBridge(t *testing.T) {
	running := "map OLD 26:3\nnodrop W-n 3\nuse W-n\nport e1\n  map OLD\n  pfc\nend\n"
	desired := "map W-a 26:4\nnodrop W-m 4\nuse W-m\nport e1\n  map W-a\n  pfc\n"
	v := newToy()
	wantRefusal(t, Make(toyInput(v, running, desired)), "DSCP 26 is lossy")
	v.bridge = func(_, target toyConfig) vendors.Config {
		return replaceLine(target.with("", "nodrop W-both 3 4"), "", "use "+target.bound("", "use"), "use W-both")
	}
	in := toyInput(v, running, desired)
	r := Make(in)
	if r.Device.Status != Change {
		t.Fatalf("%s: %s", r.Device.Status, r.Device.Reason)
	}
	if command := "nodrop W-both 3 4"; !strings.Contains(string(dump(&r)), command) {
		t.Errorf("the patch does not go over the configuration in between:\n%s", dump(&r))
	}
	checkLaws(t, in, r)
	v.bridge = func(running, _ toyConfig) vendors.Config {
		return running.without("", "hostname leaf1").with("", "banner")
	}
	wantRefusal(t, Make(toyInput(v, running, desired)), "the way over a configuration in between fails too", "outside weft's scope: + banner")
}

func TestSecretsStayIn(t *testing.T) {
	running := strings.Replace(runningOld, "hunter2", "hunter2\nuser bob password 5 $5$abc\nmystery key 7 0xfeed", 1)
	r := broken(t, func(v *toy, in *Input) {
		in.Running = []byte(running)
		v.target = func(c toyConfig) toyConfig { return c.without("", "snmp community hunter2") }
	})
	leaky := broken(t, func(_ *toy, in *Input) {
		in.Running, in.ReadError = []byte(running), errors.New("cannot parse: snmp community hunter2")
	})
	var file bytes.Buffer
	if err := Write(&file, &Plan{FormatVersion: FormatVersion, Devices: []Device{r.Device, leaky.Device}}); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"hunter2", "$5$abc", "0xfeed"} {
		if strings.Contains(file.String(), secret) {
			t.Errorf("the plan file tells %s:\n%s", secret, file.String())
		}
	}
	if !strings.Contains(file.String(), "mystery key 7 <redacted>") {
		t.Errorf("the line that is not understood is not listed:\n%s", file.String())
	}
}

func TestBuildIsDeterministic(t *testing.T) {
	inputs := fleet(12)
	var first []byte
	for run := range 100 {
		rand.New(rand.NewSource(int64(run))).Shuffle(len(inputs), func(i, j int) { inputs[i], inputs[j] = inputs[j], inputs[i] })
		p, results := Build(context.Background(), inputs, Meta{WeftVersion: "1", IntentHash: "h"}, 1+run%7)
		var file bytes.Buffer
		if err := Write(&file, p); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = file.Bytes()
		}
		if !bytes.Equal(first, file.Bytes()) {
			t.Fatalf("run %d differs", run)
		}
		if !slices.IsSortedFunc(results, func(a, b Result) int { return qos.ComparePorts(a.Device.Name, b.Device.Name) }) {
			t.Fatal("the results are not in order of names")
		}
	}
}

// fleet is n switches: most change, one is unchanged, one is refused, one could not be read.
func fleet(n int) []Input {
	inputs := make([]Input, n)
	for i := range inputs {
		inputs[i] = toyInput(newToy(), runningOld, desiredNew)
		inputs[i].Name = fmt.Sprintf("leaf%d", i+1)
	}
	inputs[0].Running = Make(inputs[0]).Predicted.Bytes()
	inputs[1].Refusal = "no"
	inputs[2].ReadError = errors.New("unreachable")
	return inputs
}

func TestBuildCounts(t *testing.T) {
	p, _ := Build(context.Background(), fleet(5), Meta{}, 0)
	if want := (Summary{Change: 2, Unchanged: 1, Refused: 1, NotPlanned: 1}); p.Summary != want {
		t.Errorf("summary %+v, want %+v", p.Summary, want)
	}
}

func TestBuildStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, _ := Build(ctx, fleet(5), Meta{}, 2)
	if want := (Summary{Refused: 1, NotPlanned: 4}); p.Summary != want {
		t.Errorf("summary %+v, want %+v", p.Summary, want)
	}
	if reason := p.Devices[4].Reason; !strings.Contains(reason, "planning was stopped before this switch") {
		t.Errorf("reason %q", reason)
	}
}
