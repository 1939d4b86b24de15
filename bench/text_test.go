package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
)

// TestEqualChangesAreShort: what 12,800 ports change alike is told in 60 lines, whatever the vendors and whatever they ran. All is told
// when everything is asked for, and to forges.
func TestEqualChangesAreShort(t *testing.T) {
	for _, state := range []string{drifted, blank} {
		all := &plan.Plan{}
		for _, vendor := range dialects {
			d := planned(t, spec{vendor: vendor, switches: 1, ports: 64, state: state})
			short(t, vendor.name+" "+state, &plan.Plan{Devices: copies(d, vendor.name, 200)})
			all.Devices = append(all.Devices, copies(d, vendor.name, 67)...)
		}
		short(t, "mixed "+state, all)
	}
}

func planned(t *testing.T, s spec) plan.Device {
	t.Helper()
	dir := t.TempDir()
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	inputs, err := s.inputs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Make(inputs[0]).Device
}

// copies are n switches that do as one does.
func copies(d plan.Device, name string, n int) []plan.Device {
	list := make([]plan.Device, n)
	for i := range list {
		list[i] = d
		list[i].Name = fmt.Sprintf("%s%04d", name, i)
	}
	return list
}

func short(t *testing.T, what string, p *plan.Plan) {
	t.Helper()
	p.Summary.Change = len(p.Devices)
	var text, verbose, markdown strings.Builder
	tree := view.Of(p)
	for out, err := range map[*strings.Builder]error{
		&text:     view.Text(&text, tree, view.Options{Width: 100}),
		&verbose:  view.Text(&verbose, tree, view.Options{Width: 100, Verbose: true}),
		&markdown: view.Markdown(&markdown, tree, view.MarkdownOptions{MaxBytes: 1 << 20}),
	} {
		if err != nil || out.Len() == 0 {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if n := strings.Count(text.String(), "\n"); n > 60 {
		t.Errorf("%s: %d lines:\n%s", what, n, text.String())
	}
	for _, g := range tree.Changes {
		if !strings.Contains(text.String(), g.Effects[0].Text) {
			t.Errorf("%s: nothing of %q in:\n%s", what, g.Effects[0].Text, text.String())
		}
		for _, e := range g.Effects {
			for face, said := range map[string]string{"-v": verbose.String(), "Markdown": strings.ReplaceAll(markdown.String(), "\\", "")} {
				if first, _, _ := strings.Cut(e.Text, " ("); !strings.Contains(strings.Join(strings.Fields(said), " "), first) {
					t.Errorf("%s: %s has no %q", what, face, e.Text)
				}
			}
		}
	}
}
