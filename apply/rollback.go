package apply

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// Rollback brings the switches that a run left new back to what they ran before, by its undo and through the same machine: proved
// again on what each runs now, refused as stale where that is not what the run left.
func Rollback(ctx context.Context, run string, o Options) (*Report, error) {
	w, err := Inverse(o.Dir, run)
	if err != nil {
		return nil, err
	}
	return begin(ctx, *w, o, run)
}

// Inverse is the work that takes a run back. A switch that the run did not leave new is not in it.
func Inverse(dir, run string) (*Work, error) {
	path := filepath.Join(dir, runsDir, run)
	h, err := readHistory(path)
	if err != nil {
		return nil, err
	}
	if h.begin.Time.IsZero() {
		return nil, fmt.Errorf("%w: %s", ErrNoRun, run)
	}
	if open := h.open(); len(open) > 0 {
		return nil, fmt.Errorf("%w: %s; resume it first", ErrUnfinished, run)
	}
	w, err := loadWork(path)
	if err != nil {
		return nil, err
	}
	var devices []plan.Device
	for i := range w.Plan.Devices {
		d := &w.Plan.Devices[i]
		if h.results[d.Name].Outcome == New {
			devices = append(devices, inverse(d, h.started[d.Name].New))
		}
	}
	w.Plan = plan.Assemble(devices, plan.Meta{WeftVersion: w.Plan.WeftVersion, IntentHash: w.Plan.IntentHash, Choices: w.Plan.Choices})
	return w, nil
}

// inverse is the plan of the way back: the undo is what is done, and the steps are how that is undone.
func inverse(d *plan.Device, hash string) plan.Device {
	back := plan.Device{
		Name: d.Name, Vendor: d.Vendor, Platform: d.Platform, Release: d.Release,
		Status: plan.Change, RunningHash: hash, Disruption: worst(d.Undo.Steps),
		Steps: d.Undo.Steps, Assumptions: d.Assumptions, Proof: &d.Undo.Proof, Undo: &plan.Undo{Steps: d.Steps},
	}
	if d.Proof != nil {
		back.Undo.Proof = *d.Proof
	}
	for _, line := range d.LineDiff {
		line.Op = map[string]string{"+": "-", "-": "+"}[line.Op]
		line.Line = 0
		back.LineDiff = append(back.LineDiff, line)
	}
	for _, b := range d.Behaviour {
		back.Behaviour = append(back.Behaviour, plan.Behaviour{Kind: b.Kind, Where: b.Where, Before: b.After, After: b.Before, Text: "back: " + b.Text})
	}
	return back
}

func worst(steps []plan.Step) string {
	d := vendors.None
	for _, s := range plan.StepsOf(steps) {
		d = vendors.MoreDisruptive(d, s.Disruption)
	}
	return d.String()
}
