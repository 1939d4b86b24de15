// Package policy tests the example policies on plans that weft makes. It is a module of its own, so that weft does not depend on Open
// Policy Agent.
package policy

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

const (
	night = "2026-06-16T22:30:00Z" // 00:30 on a Wednesday in Berlin
	noon  = "2026-06-16T10:00:00Z" // 12:00 there, on a Tuesday
	rest  = "2026-06-14T10:00:00Z" // a Sunday
)

// TestPolicies asks the policies about the plan of examples/pod1, as it is and changed.
func TestPolicies(t *testing.T) {
	query := prepare(t, house(t))
	made := plan(t)
	cases := []struct {
		name, now string
		change    func(p object)
		want      []string // beginnings of what is denied
	}{
		{"a plan at night", night, func(object) {}, nil},
		{"on a Sunday", rest, func(object) {}, nil},
		{"at noon", noon, func(object) {}, []string{"leaf1: disruption recarve in business hours", "leaf3: disruption loss", "leaf4: ", "spine1: "}},
		{"at noon without disruption", noon, func(p object) { p.eachDevice(func(d object) { d["disruption"] = "none" }) }, nil},
		{"both spines", night, func(p object) { p.device("spine2")["status"] = "change" }, []string{"spine1 and spine2 are spines of one fabric"}},
		{"a pair", night, func(p object) { p.device("leaf1")["name"], p.device("leaf3")["name"] = "border1", "border2" }, []string{"border1 and border2 never change together"}},
		{"too many", night, func(p object) {
			for i := range 7 {
				more := maps.Clone(map[string]any(p.device("leaf1")))
				more["name"] = fmt.Sprintf("leaf%d", 100+i)
				p["devices"] = append(p["devices"].([]any), more)
			}
		}, []string{"11 switches change, and 10 may"}},
		{"a check that gets worse", night, func(p object) { p.find("error", "worse") }, []string{"C09 gets worse on leaf1: it can be filled"}},
		{"an error that stays", night, func(p object) { p.find("error", "stays") }, nil},
		{"a warning that is new", night, func(p object) { p.find("warning", "worse") }, nil},
		{"nobody asked the checks", night, func(p object) { delete(p, "checks") }, []string{"the plan does not say"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := copied(t, made)
			c.change(p)
			got := denied(t, query, c.now, p)
			if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
				t.Errorf("denied %q, want %q", got, c.want)
			}
		})
	}
}

// TestFailClosed takes away or misspells what the policies judge by: each says so, and denies.
func TestFailClosed(t *testing.T) {
	made := plan(t)
	noHours, noTime := "house.hours is not whole", "nobody knows what time it is"
	hours := func(key string, value any) func(h, p object) {
		return func(h, _ object) { h["hours"].(map[string]any)[key] = value }
	}
	without := func(key string) func(h, p object) { return func(h, _ object) { delete(h, key) } }
	cases := []struct {
		name, now string
		change    func(h, p object)
		want      []string
	}{
		{"no time", "", func(_, _ object) {}, []string{noTime}},
		{"not a time", "yesterday", func(_, _ object) {}, []string{noTime}},
		{"no such zone", night, hours("zone", "Europe/Berlim"), []string{noTime}},
		{"days of another language", night, hours("days", []any{"Montag"}), []string{noHours}},
		{"no days", night, hours("days", []any{}), []string{noHours}},
		{"an hour that is a text", night, hours("from", "8"), []string{noHours}},
		{"no hours", night, without("hours"), []string{noHours, noTime}},
		{"no limit", night, without("max_switches"), []string{"house.max_switches is not there"}},
		{"no groups", night, without("never_together"), []string{"house.never_together is not there"}},
		{"an empty group", night, func(h, _ object) { h["never_together"] = []any{[]any{}} }, []string{"house.never_together: [] are not two"}},
		{"a group that is a name", night, func(h, _ object) { h["never_together"] = []any{"border1"} }, []string{`house.never_together: border1 are not two`}},
		{"no fabric", night, func(_, p object) { delete(p, "fabric") }, []string{"the plan does not say which switches are spines"}},
		{"checks without findings", night, func(_, p object) { p["checks"] = map[string]any{} }, []string{"the plan does not say what the checks"}},
		{"no devices", night, func(_, p object) { delete(p, "devices") }, []string{"the input has no plan of weft"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h, p := house(t), copied(t, made)
			c.change(h, p)
			got := denied(t, prepare(t, h), c.now, p)
			if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
				t.Errorf("denied %q, want %q", got, c.want)
			}
		})
	}
}

// TestPastMidnight has business hours from 22 to 6, which belong to the day on which they began.
func TestPastMidnight(t *testing.T) {
	h := house(t)
	h["hours"] = map[string]any{"zone": "Europe/Berlin", "days": []any{"Tuesday"}, "from": 22, "to": 6}
	query, made := prepare(t, h), plan(t)
	for now, closed := range map[string]bool{
		"2026-06-16T19:59:00Z": false, "2026-06-16T20:00:00Z": true, night: true, "2026-06-17T03:59:00Z": true,
		"2026-06-17T04:00:00Z": false, "2026-06-17T20:00:00Z": false, "2026-06-16T03:00:00Z": false,
	} {
		if got := denied(t, query, now, made); closed != (len(got) > 0) {
			t.Errorf("at %s: denied %q", now, got)
		}
	}
}

// object is a JSON object.
type object map[string]any

func (p object) eachDevice(do func(d object)) {
	for _, d := range p["devices"].([]any) {
		do(d.(map[string]any))
	}
}

func (p object) device(name string) (found object) {
	p.eachDevice(func(d object) {
		if d["name"] == name {
			found = d
		}
	})
	return found
}

// find adds a finding to those of the plan.
func (p object) find(severity, change string) {
	checks := p["checks"].(map[string]any)
	checks["findings"] = append(checks["findings"].([]any), map[string]any{
		"code": "C09", "severity": severity, "change": change, "text": "it can be filled",
		"where": []any{map[string]any{"device": "leaf1", "ports": []any{"Ethernet1/9"}}},
	})
}

func copied(t *testing.T, p object) (out object) {
	t.Helper()
	text, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// plan is a copy of what weft plans for the example.
func plan(t *testing.T) object {
	t.Helper()
	p, err := planned()
	if err != nil {
		t.Fatal(err)
	}
	return copied(t, p)
}

// planned has weft plan the example, once for all tests.
var planned = sync.OnceValues(func() (p object, err error) {
	dir, err := os.MkdirTemp("", "policy")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "plan.json")
	cmd := exec.Command("go", "run", "./cmd/weft", "plan", "examples/pod1", "--offline", "examples/pod1/backups", "--out", file)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return p, json.Unmarshal(text, &p)
})

// house is the data of the policies.
func house(t *testing.T) object {
	t.Helper()
	text, err := os.ReadFile("house.json")
	if err != nil {
		t.Fatal(err)
	}
	var data struct{ House object }
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	return data.House
}

func prepare(t *testing.T, house object) rego.PreparedEvalQuery {
	t.Helper()
	files, err := filepath.Glob("*.rego")
	if err != nil {
		t.Fatal(err)
	}
	options := []func(*rego.Rego){
		rego.Query("data.weft.deny"),
		rego.Store(inmem.NewFromObject(map[string]any{"house": map[string]any(copied(t, house))})),
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		options = append(options, rego.Module(file, string(text)))
	}
	query, err := rego.New(options...).PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// denied are the reasons, sorted.
func denied(t *testing.T, query rego.PreparedEvalQuery, now string, p object) (reasons []string) {
	t.Helper()
	input := map[string]any{"plan": map[string]any(p)}
	if now != "" {
		input["now"] = now
	}
	result, err := query.Eval(context.Background(), rego.EvalInput(input))
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range result[0].Expressions[0].Value.([]any) {
		reasons = append(reasons, reason.(string))
	}
	slices.Sort(reasons)
	return reasons
}
