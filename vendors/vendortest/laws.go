package vendortest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// converges: after the patch the next plan is empty, and a configuration that already behaves so gives an empty plan
// whatever its order, spelling or names.
func (b *bench) converges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		running, w := b.configured(t, "intent")
		b.plan(t, running, w, plan.Unchanged)
		disguised := b.Disguise(t, running)
		b.plan(t, disguised, w, plan.Unchanged)
		res := b.plan(t, b.Rename(disguised, b.site.Prefix), w, plan.Unchanged)
		if bytes.Contains(running, []byte(b.site.Prefix+"-")) && len(res.Device.Kept) == 0 {
			t.Fatal("an operator's objects do all of it, and none is listed as kept")
		}
	})
}

// meansWhatItSays: reading what was rendered gives the fitted model, both ways.
func (b *bench) meansWhatItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := b.want(t, "intent")
		text := w.desired.Bytes()
		got := b.Vendor.Read(w.desired, b.site.Platform).Switch
		if !qos.Satisfied(got, w.fitted) {
			t.Fatalf("the rendered configuration reads otherwise than fitted: %v\n%s", qos.Diff(got, w.fitted), text)
		}
		printed := b.read(t, text)
		for port, met := range qos.Satisfies(printed, w.fitted) {
			all := qos.PortFacets
			if port == "" {
				all = qos.SwitchFacets
			}
			if missed := all &^ met &^ b.Unprinted; missed != 0 {
				t.Fatalf("%q: the text reads otherwise than fitted (%s): %v\n%s", port, missed, qos.Diff(printed, w.fitted), text)
			}
		}
	})
}

// patchIsProved: from any configured switch to any other model, the patch and its undo hold when replayed by the suite's own
// plain means, in every form that they can be sent in: a whole Read after every step.
func (b *bench) patchIsProved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		running, _ := b.configured(t, "intent before")
		w := b.want(t, "intent after")
		res := b.plan(t, running, w, plan.Change, plan.Unchanged)
		if res.Device.Status == plan.Unchanged {
			return
		}
		predicted := res.Predicted.Bytes()
		b.walk(t, running, predicted, res.Device.Steps)
		b.walk(t, predicted, running, res.Device.Undo.Steps)
		for _, form := range b.forms(res.Device.Steps) {
			b.walk(t, running, predicted, b.inForm(res.Device.Steps, form))
		}
		for _, form := range b.forms(res.Device.Undo.Steps) {
			b.walk(t, predicted, running, b.inForm(res.Device.Undo.Steps, form))
		}
	})
}

// walk replays steps and checks what is in force after each, by code point.
func (b *bench) walk(t *rapid.T, from, to []byte, steps []plan.Step) {
	before, after := b.read(t, from), b.read(t, to)
	device := b.Vendor.Replay(b.parse(t, from), b.site.Platform, nil)
	for i, s := range steps {
		if _, err := device.Do(vendors.Step{Commands: s.Commands}); err != nil {
			t.Fatalf("step %d %q: %v", i, s.Commands, err)
		}
		if excused(steps, i) {
			continue
		}
		now := b.read(t, device.Config().Bytes())
		for p := range now.Ports {
			if lost := lostBetween(&before.Ports[p], &now.Ports[p], &after.Ports[p]); lost != "" {
				t.Fatalf("after step %d %q, %s: %s\nsteps: %v\nfrom:\n%s", i, s.Commands, now.Ports[p].Name, lost, commands(steps), from)
			}
		}
	}
	end := device.Config()
	balance := map[string]int{}
	b.count(balance, end.Bytes(), +1)
	b.count(balance, to, -1)
	for line, n := range balance {
		if n != 0 {
			t.Fatalf("the line %q is there %+d times too often after %v", line, n, commands(steps))
		}
	}
	if deltas := b.Vendor.Deltas(end, b.parse(t, to)); len(deltas) > 0 {
		t.Fatalf("after %v the order of lines differs: %v", commands(steps), deltas)
	}
}

// excused tells whether a step is the first half of an exchange: the disruption says loss, and the next step ends it.
func excused(steps []plan.Step, i int) bool {
	return steps[i].Disruption == vendors.Loss.String() && i+1 < len(steps)
}

// lostBetween says, in words, what a port lacks now that it has before and after.
func lostBetween(before, now, after *qos.Port) string {
	for d := range qos.NumDSCP {
		b, n, a := before.Classify.DSCP[d], now.Classify.DSCP[d], after.Classify.DSCP[d]
		switch {
		case n != b && n != a:
			return "a DSCP is in a third queue"
		case isLossless(before, b) && isLossless(after, a) && !isLossless(now, n):
			return "a DSCP is lossy for a moment"
		case marks(before, b) && marks(after, a) && !marks(now, n):
			return "a DSCP is without ECN for a moment"
		}
	}
	return ""
}

func isLossless(p *qos.Port, q qos.Queue) bool {
	return p.PFC.Priorities.Known() && p.PFC.Priorities.V.Has(q)
}

func marks(p *qos.Port, q qos.Queue) bool {
	ecn := p.Egress.Queues[q].ECN
	return ecn.Known() && ecn.V.On
}

// staysInScope: no line appears or disappears that the plan does not show, and those it shows are in weft's scope.
func (b *bench) staysInScope(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		running, _ := b.configured(t, "intent before")
		res := b.plan(t, running, b.want(t, "intent after"), plan.Change, plan.Unchanged)
		balance := map[string]int{}
		b.count(balance, running, -1)
		b.count(balance, res.Predicted.Bytes(), +1)
		for _, d := range res.Device.LineDiff {
			if d.Op == "+" {
				balance[d.Text]--
			} else {
				balance[d.Text]++
			}
		}
		for line, n := range balance {
			if n != 0 {
				t.Fatalf("the line %q came or went (%+d) and the plan does not show it", line, n)
			}
		}
		blank := b.outOfScope(t, b.sw.Blank)
		if got := b.outOfScope(t, res.Predicted.Bytes()); got < blank {
			t.Fatalf("%d of %d lines that are out of scope are left", got, blank)
		}
	})
}

func (b *bench) outOfScope(t *rapid.T, text []byte) int {
	return b.Vendor.Read(b.parse(t, text), b.site.Platform).Foreign
}

func (b *bench) count(balance map[string]int, text []byte, by int) {
	if b.Lines != nil {
		for _, line := range b.Lines(text) {
			balance[line] += by
		}
		return
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != b.Separator || line == "" {
			balance[line] += by
		}
	}
}

// leaves: destroying what weft made gives the switch back as it was, byte for byte.
func (b *bench) leaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		running, w := b.configured(t, "intent")
		in := b.input(running, w)
		in.Options.Destroy = true
		res := expect(t, plan.Make(in), running, plan.Change, plan.Unchanged)
		if bytes.Contains(res.Predicted.Bytes(), []byte(b.site.Prefix+"-")) {
			t.Fatalf("weft's objects are left:\n%s", res.Predicted.Bytes())
		}
	})
}

// deterministic: the same inputs give the same bytes.
func (b *bench) deterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		running, _ := b.configured(t, "intent before")
		w := b.want(t, "intent after")
		first := document(t, plan.Make(b.input(running, w)))
		for range 3 {
			if again := document(t, plan.Make(b.input(running, w))); !bytes.Equal(first, again) {
				t.Fatalf("two plans of the same inputs differ:\n%s\n%s", first, again)
			}
		}
	})
}

// keepsSecrets: nothing that a configuration keeps secret is in the plan.
func (b *bench) keepsSecrets(t *testing.T) {
	if len(b.sw.Secrets) == 0 {
		t.Fatal("no secret is planted in the blank configuration")
	}
	for _, secret := range b.sw.Secrets {
		if !bytes.Contains(b.sw.Blank, []byte(secret)) {
			t.Fatalf("the secret %q is not in the blank configuration", secret)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		doc := document(t, plan.Make(b.input(b.sw.Blank, b.want(t, "intent"))))
		for _, secret := range b.sw.Secrets {
			if bytes.Contains(doc, []byte(secret)) {
				t.Fatalf("the plan holds the secret %q", secret)
			}
		}
	})
}

// neverGuesses: parsing loses no byte, and a configuration that was cut is not planned against.
func (b *bench) neverGuesses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		running, w := b.configured(t, "intent")
		if got := b.parse(t, running).Bytes(); !bytes.Equal(got, running) {
			t.Fatalf("printed otherwise than parsed:\n%s", got)
		}
		last := bytes.LastIndex(running, []byte(b.Cut))
		if last < 1 {
			t.Fatalf("no %q in\n%s", b.Cut, running)
		}
		cut := rapid.IntRange(0, last-1).Draw(t, "cut at")
		b.plan(t, running[:cut], w, plan.Refused)
	})
}

func document(t *rapid.T, res plan.Result) []byte {
	t.Helper()
	var out bytes.Buffer
	err := plan.Write(&out, &plan.Plan{FormatVersion: plan.FormatVersion, Devices: []plan.Device{res.Device}})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
