package apply

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// preflight looks at every switch before any is touched. It gives the names of those that can be changed; those that cannot be
// are in the report. A stale plan refuses the run, and so does a switch that does not prove who it is.
func (r *run) preflight(ctx context.Context, w *Work, report *Report) (ready []string, err error) {
	names, devices := planned(w.Plan)
	for _, name := range names {
		if _, err := w.find(name); err != nil {
			return nil, err
		}
	}
	found := inParallel(ctx, r, names, func(name string) error {
		sw, _ := w.find(name) // there, as was just seen
		x := r.subject(sw, devices[name])
		defer x.drop()
		return x.check(ctx)
	}, func(_, why string) error { return errors.New(why) })
	if why := r.unwilling(ctx); why != "" {
		return nil, fmt.Errorf("nothing was touched: %s", why)
	}
	var stale []string
	for i, name := range names {
		switch err := found[i]; {
		case err == nil:
			ready = append(ready, name)
		case errors.Is(err, plan.ErrStale) && !r.options.SkipStale:
			stale = append(stale, name)
		default:
			report.Switches = append(report.Switches, unready(name, err))
		}
	}
	if len(stale) > 0 {
		return nil, fmt.Errorf("%w, and nothing was touched: what it was made from is no longer what runs on %s", plan.ErrStale, strings.Join(stale, ", "))
	}
	return ready, nil
}

// unready is the report of a switch that is left out from the start.
func unready(name string, err error) SwitchReport {
	s := SwitchReport{Name: name, Outcome: Unreachable, Reason: err.Error()}
	var no *refusal
	if errors.Is(err, plan.ErrStale) || errors.As(err, &no) {
		s.Outcome = Refused
	}
	return s
}

// check tells whether the switch can be changed, without changing anything.
func (x *subject) check(ctx context.Context) error {
	x.say("check")
	if d, _ := vendors.ParseDisruption(x.device.Disruption); d > x.run.options.MaxDisruption {
		return &refusal{fmt.Sprintf("its change disrupts traffic by %s, and no more than %s is allowed", d, x.run.options.MaxDisruption)}
	}
	if err := x.connect(ctx); err != nil {
		x.run.shut(err)
		return err
	}
	claims, err := x.claims(ctx)
	if err != nil {
		return fmt.Errorf("looking for other transactions: %w", err)
	}
	if err := x.taken(claims); err != nil {
		return err
	}
	now, err := x.read(ctx)
	if err != nil {
		return errors.New(x.clean(err.Error()))
	}
	return x.stale(now)
}

// shut stops a run whose switches do not let it in, or one that is not who it was.
func (r *run) shut(err error) {
	if errors.Is(err, vendors.ErrHostKeyChanged) {
		r.halt(err.Error())
	}
	if !errors.Is(err, vendors.ErrAuth) {
		return
	}
	r.mu.Lock()
	r.shutOut++
	many := r.shutOut > MostShutOut
	r.mu.Unlock()
	if many {
		r.halt(fmt.Sprintf("more than %d switches let nobody in: are the credentials right?", MostShutOut))
	}
}
