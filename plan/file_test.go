package plan

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func planFile(t *testing.T, p *Plan) string {
	t.Helper()
	var file bytes.Buffer
	if err := Write(&file, p); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func TestFileRoundTrip(t *testing.T) {
	p, _ := Build(context.Background(), fleet(6), Meta{WeftVersion: "1.2", IntentHash: "sha256:00", Commit: "c0ffee", Choices: Choices{Prune: true, MaxDisruption: "flap"}}, 1)
	p.Policies = []Policy{{Code: "HOURS", Severity: "error", Switches: []string{"leaf1"}, Text: "waits", Hours: &Hours{When: []string{}, Zone: "UTC"}, Reason: "by day", Intent: "house.hcl:1"}}
	text := planFile(t, p)
	back, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, back); diff != "" {
		t.Errorf("the plan that is read back differs:\n%s", diff)
	}
	if again := planFile(t, back); again != text {
		t.Error("the plan that is read back writes other bytes")
	}
	if lines := strings.Count(text, "\n"); lines != len(p.Devices)+11 {
		t.Errorf("%d lines for %d switches: each switch should have one", lines, len(p.Devices))
	}
}

func TestFileHasNoNull(t *testing.T) {
	text := planFile(t, &Plan{FormatVersion: 1, Devices: []Device{{
		Proof: &Proof{}, Undo: &Undo{Steps: []Step{{}}}, Steps: []Step{{}}, LineDiff: []Diff{{}}, Unread: []Line{{}},
		Deviations: []Deviation{{}}, Behaviour: []Behaviour{{}}, Unnamed: []Behaviour{{}}, Kept: []Kept{{}},
	}}})
	if strings.Contains(text, "null") {
		t.Errorf("a list is null:\n%s", text)
	}
	if strings.Contains(planFile(t, &Plan{Devices: []Device{{Name: "a<b&c"}}}), `\u`) {
		t.Error("characters are escaped that need not be")
	}
}

func TestReadRefuses(t *testing.T) {
	good := planFile(t, &Plan{FormatVersion: 1, WeftVersion: "1.2", Summary: Summary{Change: 1}, Devices: []Device{{
		Name: "leaf1", Status: Change, Disruption: "loss", Steps: []Step{{Commands: []string{"mtu 9216"}, Disruption: "flap"}},
		Undo: &Undo{Steps: []Step{{Commands: []string{"no mtu"}, Disruption: "none"}}},
	}}})
	if _, err := Read(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, text, want string }{
		{"cut short", good[:len(good)-9], "cut short"},
		{"no JSON", "Plan: 1 switch", "not a plan file"},
		{"other JSON", `{"name": "x"}`, "not a plan file: it has no format_version"},
		{"a later version", strings.Replace(good, `"format_version": 1`, `"format_version": 7`, 1),
			"format version 7, written by weft 1.2; this weft reads version 1: plan again"},
		{"no more than a version", `{"format_version": 1}`, "damaged: it has no devices"},
		{"two plans", good + good, "not a plan file, or one that was cut short"},
		{"another type", strings.Replace(good, `"kept":[]`, `"kept":"x"`, 1), "damaged"},
		{"an unknown status", strings.Replace(good, `"status":"change"`, `"status":"maybe"`, 1), `leaf1 has the unknown status "maybe"`},
		{"an unknown disruption", strings.Replace(good, `"disruption":"loss"`, `"disruption":"banana"`, 1), `leaf1 has the unknown disruption "banana"`},
		{"one of a step", strings.Replace(good, `"disruption":"flap"`, `"disruption":"banana"`, 1), `leaf1 has a step of the unknown disruption "banana"`},
		{"one of the way back", strings.Replace(good, `"disruption":"none"`, `"disruption":""`, 1), `leaf1 has a step of the unknown disruption ""`},
		{"a step of nothing", strings.Replace(good, `["mtu 9216"]`, `[]`, 1), "leaf1 has a step without a command"},
		{"no steps", strings.Replace(good, `"steps":[{"commands":["mtu 9216"]`, `"steps":[],"was":[{"commands":["mtu 9216"]`, 1), "steps for that, or for the way back, are not there"},
		{"no way back", strings.Replace(good, `"undo":`, `"was":`, 1), "steps for that, or for the way back, are not there"},
		{"a switch less", strings.Replace(good, `"change":1`, `"change":2`, 1), "its summary counts"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Read(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteSaysWhatFailed(t *testing.T) {
	if err := Write(failingWriter{}, &Plan{}); err == nil || err.Error() != "writing the plan file: disk full" {
		t.Errorf("got %v", err)
	}
}

func TestStale(t *testing.T) {
	in := toyInput(newToy(), runningOld, desiredNew)
	d := Make(in).Device
	if err := Stale(&d, in.Vendor, []byte(runningOld)); err != nil {
		t.Errorf("unchanged: %v", err)
	}
	outside := strings.Replace(runningOld, "hostname leaf1", "hostname something-else", 1)
	if err := Stale(&d, in.Vendor, []byte(outside)); err != nil {
		t.Errorf("a line out of scope changed: %v", err)
	}
	inside := strings.Replace(runningOld, "  pfc\n", "", 1)
	if err := Stale(&d, in.Vendor, []byte(inside)); !errors.Is(err, ErrStale) || !strings.Contains(err.Error(), "leaf1") {
		t.Errorf("a line in scope changed: %v", err)
	}
	if err := Stale(&d, in.Vendor, []byte("\x00\n")); err == nil || errors.Is(err, ErrStale) {
		t.Errorf("a configuration that cannot be parsed: %v", err)
	}
}

// FuzzRead reads anything without a crash, and writes what it could read so that it reads the same again.
func FuzzRead(f *testing.F) {
	p, _ := Build(context.Background(), fleet(4), Meta{WeftVersion: "1"}, 1)
	var file bytes.Buffer
	if err := Write(&file, p); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte(`{"format_version":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		first, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		written := planFile(t, first)
		second, err := Read(strings.NewReader(written))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if again := planFile(t, second); again != written {
			t.Errorf("it is written in two ways:\n%s%s", written, again)
		}
	})
}
