package apply

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

// roll changes switches wave by wave.
func (r *run) roll(ctx context.Context, w *Work, waves []wave, report *Report) {
	for i, wave := range waves {
		if i > 0 {
			r.soak(ctx)
		}
		r.wave = i + 1
		r.tell(Event{Wave: r.wave, Doing: "wave", Text: fmt.Sprintf("%d of %d", r.wave, len(waves))})
		for _, part := range wave.parts {
			report.Switches = append(report.Switches, r.part(ctx, w, part)...)
		}
		if failed := r.failures(); wave.canary && failed > 0 {
			r.halt(fmt.Sprintf("%d of the canaries failed", failed))
		}
	}
}

// part changes switches side by side. Those that are not started are untouched.
func (r *run) part(ctx context.Context, w *Work, names []string) []SwitchReport {
	_, devices := planned(w.Plan)
	return inParallel(ctx, r, names, func(name string) SwitchReport {
		sw, _ := w.find(name) // there, or the run had not begun
		x := r.subject(sw, devices[name])
		x.change(ctx)
		return x.report
	}, func(name, why string) SwitchReport {
		return SwitchReport{Name: name, Outcome: Untouched, Reason: why}
	})
}

// inParallel does something to switches, as many at once as the run may, and gives the results in the order of the names. Once
// the run is unwilling the rest is skipped.
func inParallel[T any](ctx context.Context, r *run, names []string, do func(name string) T, skip func(name, why string) T) []T {
	results := make([]T, len(names))
	var workers errgroup.Group
	workers.SetLimit(r.options.Parallelism)
	for i, name := range names {
		workers.Go(func() error {
			if why := r.unwilling(ctx); why != "" {
				results[i] = skip(name, why)
			} else {
				results[i] = do(name)
			}
			return nil
		})
	}
	_ = workers.Wait() // they return no errors
	return results
}

// unwilling is why no other switch is started; empty when one is.
func (r *run) unwilling(ctx context.Context) string {
	if why := r.options.Forbidden(); why != "" {
		r.halt(why)
	}
	if why := r.stopped(); why != "" {
		return "the run stopped: " + why
	}
	if r.options.Interrupt.stopping() || ctx.Err() != nil {
		return "the run was interrupted"
	}
	return ""
}

// soak waits between waves, as long as there is a reason to.
func (r *run) soak(ctx context.Context) {
	soak := r.options.Rollout.Soak
	if soak <= 0 || r.unwilling(ctx) != "" {
		return
	}
	r.tell(Event{Wave: r.wave, Doing: "soak", Text: soak.String()})
	t := time.NewTimer(soak)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	case <-r.options.Interrupt.stop:
	}
}

func (r *run) failures() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}
