package apply

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// ErrNoRun says that there is no run to be resumed, or none of that name.
var ErrNoRun = errors.New("there is no such run")

// errCrashed is why a switch goes back that a run left in between.
var errCrashed = errors.New("the run ended while it was being changed")

// Resume ends a run that did not: each switch that it left without an outcome is read, and becomes old or new by what is found
// there. What is new and healthy stays, what is in between goes back. Switches that were not started stay untouched. An empty run
// is the last one that did not end. Of the options the run, the rollout and what refuses switches are not used.
func Resume(ctx context.Context, id string, o Options) (report *Report, err error) {
	o = o.filled()
	held, err := acquire(o.Dir, holder(id))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, held.release()) }()
	if id == "" {
		if id, err = lastOpen(o.Dir); err != nil {
			return nil, err
		}
	}
	dir := filepath.Join(o.Dir, runsDir, id)
	h, err := readHistory(dir)
	if err != nil {
		return nil, err
	}
	if h.begin.Time.IsZero() {
		return nil, fmt.Errorf("%w: %s", ErrNoRun, id)
	}
	w, err := loadWork(dir)
	if err != nil {
		return nil, err
	}
	r := &run{id: id, options: o, limits: o.Limits}
	file, err := reopenJournal(dir, h.size)
	if err != nil {
		return nil, err
	}
	r.journal = &journal{file: o.Wrap(file), size: h.size, seq: h.seq}
	return r.resume(ctx, w, &h)
}

func lastOpen(dir string) (string, error) {
	runs, err := Runs(dir)
	if err != nil {
		return "", err
	}
	for _, r := range slices.Backward(runs) {
		if !r.Ended && !r.Start.IsZero() {
			return r.ID, nil
		}
	}
	return "", fmt.Errorf("%w: every run has ended", ErrNoRun)
}

func (r *run) resume(ctx context.Context, w *Work, h *history) (*Report, error) {
	report := &Report{Run: r.id, Switches: notChanged(w.Plan)}
	if err := r.journal.append(Record{Kind: kindResume}); err != nil {
		return nil, errors.Join(err, r.journal.close())
	}
	open := h.open()
	for name, result := range h.results {
		if !slices.Contains(open, name) {
			report.Switches = append(report.Switches, result)
		}
	}
	for _, name := range h.waiting() {
		report.Switches = append(report.Switches, SwitchReport{Name: name, Outcome: Untouched, Failed: true, Reason: "the run ended before it"})
	}
	_, devices := planned(w.Plan)
	report.Switches = append(report.Switches, inParallel(ctx, r, open, func(name string) SwitchReport {
		return r.resumeSwitch(ctx, w, h, devices[name], name)
	}, func(name, why string) SwitchReport {
		return notTakenUp(w, name, why, devices[name])
	})...)
	return report, r.end(report)
}

// notTakenUp is the report of a switch that a resumed run did not look at.
func notTakenUp(w *Work, name, why string, d *plan.Device) SwitchReport {
	s := SwitchReport{Name: name, Outcome: Between, Failed: true, Reason: why, Lines: []string{notKnown}}
	if sw, err := w.find(name); err == nil && d != nil && d.Undo != nil {
		s.Commands = vendors.ByHand(sw.Vendor, plan.StepsOf(d.Undo.Steps))
	}
	return s
}

func (r *run) resumeSwitch(ctx context.Context, w *Work, h *history, d *plan.Device, name string) SwitchReport {
	sw, err := w.find(name)
	if err != nil || d == nil {
		return SwitchReport{Name: name, Outcome: Between, Failed: true, Reason: "the directory of the run does not have its plan"}
	}
	x := r.subject(sw, d)
	x.start = h.started[name]
	x.signs, x.tx.ID, x.tx.Timer = x.start.Signs, x.start.Tx, x.start.Timer
	x.touched, x.unsettled, x.armed = true, true, time.Now()
	x.kept, x.pushed = h.kept[name], h.pushed[name]
	for _, commands := range h.routes[name] {
		x.route = append(x.route, vendors.Step{Commands: commands})
	}
	x.resume(ctx)
	return x.report
}

// resume decides by what the switch runs. It goes back unless it is new, healthy and can be kept.
func (x *subject) resume(ctx context.Context) {
	defer x.drop()
	err := guard(func() error { return x.takeUp(ctx) })
	if err == nil {
		err = guard(func() error { return x.keep(ctx) })
	}
	if err != nil {
		x.goBack(ctx, err)
	}
	x.close()
}

// takeUp reads the switch and finds out what it ran and was to run. It fails unless the switch is new and healthy.
func (x *subject) takeUp(ctx context.Context) error {
	now, err := x.look(ctx)
	if err != nil {
		return err
	}
	x.netNow()
	x.remember(now)
	if at := x.locate(now); at.hash != x.start.New || !x.pushed { // what nobody pushed is another's
		return errCrashed
	}
	return x.healthy(ctx)
}
