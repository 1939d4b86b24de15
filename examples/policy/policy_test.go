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
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"
)

const (
	night = "2026-06-16T22:30:00Z" // 00:30 on a Wednesday in Berlin
	noon  = "2026-06-16T10:00:00Z" // 12:00 there, on a Tuesday
	rest  = "2026-06-14T10:00:00Z" // a Sunday
)

// TestPolicies asks the policies about the plan of examples/pod1, as it is and changed.
func TestPolicies(t *testing.T) {
	query := prepare(t)
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
		{"both spines", night, func(p object) { p.device("spine2")["status"] = "change" }, []string{"spine1 and spine2 are spines of one pod"}},
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

// plan has weft plan the example.
func plan(t *testing.T) (p object) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan.json")
	cmd := exec.Command("go", "run", "./cmd/weft", "plan", "examples/pod1", "--offline", "examples/pod1/backups", "--out", file)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func prepare(t *testing.T) rego.PreparedEvalQuery {
	t.Helper()
	query, err := rego.New(rego.Query("data.weft.deny"), rego.Load([]string{"."}, func(path string, info os.FileInfo, _ int) bool {
		return !info.IsDir() && filepath.Ext(path) != ".rego" && filepath.Base(path) != "house.json"
	})).PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// denied are the reasons, sorted.
func denied(t *testing.T, query rego.PreparedEvalQuery, now string, p object) (reasons []string) {
	t.Helper()
	result, err := query.Eval(context.Background(), rego.EvalInput(map[string]any{"now": now, "plan": map[string]any(p)}))
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range result[0].Expressions[0].Value.([]any) {
		reasons = append(reasons, reason.(string))
	}
	slices.Sort(reasons)
	return reasons
}
