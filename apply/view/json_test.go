package view

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/docs/schematest"
)

// full is a report with everything in it.
func full() *apply.Report {
	return &apply.Report{
		Run: "b", Rolls: "a", Stopped: "2 switches failed", Interrupted: true, Warnings: []string{"slow"},
		Switches: []apply.SwitchReport{{
			Name: "leaf1", Outcome: apply.Between, Failed: true, Reason: "r", Wave: 1, Net: "n", Hash: "h", WayBack: "undo",
			Unchecked: []string{"u"}, Others: []string{"o"}, Warnings: []string{"w"}, Lines: []string{"l"}, Commands: []string{"c"},
		}, {Name: "leaf2", Outcome: apply.New}},
	}
}

// fits holds a type, its schema in docs and what is written together.
func fits(t *testing.T, file string, typ reflect.Type, written ...string) {
	t.Helper()
	schema := schematest.Read(t, "../../docs/"+file)
	schema.Match(t, typ)
	for _, text := range written {
		for _, fault := range schema.Validate([]byte(text)) {
			t.Errorf("%s: %s", fault, text)
		}
	}
}

func TestReportsFitTheSchema(t *testing.T) {
	var out, empty bytes.Buffer
	if err := errors.Join(JSON(&out, full()), JSON(&empty, &apply.Report{Run: "c"})); err != nil {
		t.Fatal(err)
	}
	fits(t, "run.schema.json", reflect.TypeFor[document](), out.String(), empty.String())
}

func TestRunsFitTheSchema(t *testing.T) {
	var out, empty bytes.Buffer
	runs := []apply.RunInfo{{ID: "a", Start: time.Unix(0, 0)}, {ID: "b", Rolls: "a", PlanFile: "sha256:1", Ended: true, Switches: full().Switches, Damage: "torn"}}
	if err := errors.Join(RunsJSON(&out, runs), RunsJSON(&empty, nil)); err != nil {
		t.Fatal(err)
	}
	fits(t, "runs.schema.json", reflect.TypeFor[runsDocument](), out.String(), empty.String())
}

// TestStream writes a line for each event, and the report at the end.
func TestStream(t *testing.T) {
	var out bytes.Buffer
	s := NewStream(&out)
	at := time.Date(2026, 11, 30, 10, 15, 0, 5e6, time.FixedZone("", 3600))
	for _, e := range []apply.Event{
		{Wave: 1, Doing: "wave", Text: "1 of 2"},
		{Device: "leaf1", Wave: 1, Doing: "connect"},
		{Device: "leaf1", Wave: 1, Doing: "push", Step: 2, Of: 9, Text: "<mtu>"},
		{Device: "leaf1", Wave: 1, Outcome: apply.Old, Text: "it hung"},
		{Wave: 1, Doing: "soak", Text: "1m0s"},
	} {
		e.Time = at
		s.Event(e)
	}
	if s.Over() {
		t.Error("it is over before it ended")
	}
	s.End(full(), 3)
	if !s.Over() {
		t.Error("it is not over")
	}
	s.End(nil, 0)
	s.Fail(errors.New("no lock"), 1)
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	want := []string{
		`{"format_version":1,"time":"2026-11-30T09:15:00.005Z","type":"wave","wave":1,"text":"1 of 2"}`,
		`{"format_version":1,"time":"2026-11-30T09:15:00.005Z","type":"doing","wave":1,"device":"leaf1","doing":"connect"}`,
		`{"format_version":1,"time":"2026-11-30T09:15:00.005Z","type":"step","wave":1,"device":"leaf1","doing":"push","step":2,"of":9,"text":"<mtu>"}`,
		`{"format_version":1,"time":"2026-11-30T09:15:00.005Z","type":"outcome","wave":1,"device":"leaf1","outcome":"old","text":"it hung"}`,
		`{"format_version":1,"time":"2026-11-30T09:15:00.005Z","type":"soak","wave":1,"text":"1m0s"}`,
	}
	if diff := cmp.Diff(want, lines[:5]); diff != "" {
		t.Error(diff)
	}
	var last streamLine
	if err := json.Unmarshal([]byte(lines[5]), &last); err != nil || last.Type != "end" || *last.ExitCode != 3 || last.Report.Run != "b" {
		t.Errorf("%v: %s", err, lines[5])
	}
	if got, want := lines[6], `{"format_version":1,"type":"end","text":"nothing to do","exit_code":0}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	fits(t, "events.schema.json", reflect.TypeFor[streamLine](), lines...)
}

// TestStreamWithoutReader goes on to its end.
func TestStreamWithoutReader(t *testing.T) {
	s := NewStream(gone{})
	s.Event(apply.Event{Doing: "wave"})
	s.End(nil, 0)
	if !s.Over() {
		t.Error("it is not over")
	}
}

type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }
