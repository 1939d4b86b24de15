package apply

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// Options are how a run goes.
type Options struct {
	Dir       string // ".weft", beside the intent
	Run       string // RunID of when it starts
	PlanFile  string // Digest of the saved plan that is carried out; empty for one that was made just now
	Connector Connector
	Rollout   Rollout
	// Parallelism is how many switches change at once; 0 means 16.
	Parallelism int
	// MaxDisruption refuses a switch whose plan would disrupt more.
	MaxDisruption vendors.Disruption
	SkipStale     bool     // leave out switches whose plan is stale, where it otherwise refuses the run
	Gates         []string // of health, that count: "links", "programmed", "drops"; all where none is named
	RefuseUnsaved bool     // refuse switches on which others left something unsaved
	// RemoveLeftovers takes what a run that is not known in Dir left on a switch to be dead, where the switch cannot tell. Without
	// it such a switch is refused: on some platforms this is all that keeps runs of different machines apart.
	RemoveLeftovers bool
	// Forbidden is asked before each switch why no other may be started now; empty when one may. Nil forbids nothing.
	Forbidden func() string
	Limits    Limits
	Interrupt *Interrupt // nil for a run that nobody interrupts
	Event     func(Event)

	// Wrap stands between the run and the file of its journal; nil for nothing. Tests have that disk fail.
	Wrap func(Disk) Disk
}

// run is one run at work.
type run struct {
	id      string
	options Options
	limits  Limits
	journal *journal
	wave    int
	earlier []RunInfo // that have ended
	telling sync.Mutex

	mu      sync.Mutex
	halted  string // why no other switch is started
	failed  int    // switches
	shutOut int    // switches that let nobody in
}

func (o Options) filled() Options {
	if o.Interrupt == nil {
		o.Interrupt = NewInterrupt()
	}
	if o.Parallelism <= 0 {
		o.Parallelism = 16
	}
	if o.Wrap == nil {
		o.Wrap = func(d Disk) Disk { return d }
	}
	if o.Forbidden == nil {
		o.Forbidden = func() string { return "" }
	}
	o.Limits = o.Limits.filled()
	return o
}

// Run carries a plan out. An error says that nothing was touched: plan.ErrStale among others where a switch no longer runs what its
// plan was made from, ErrLocked where another run is at work, ErrUnfinished where an earlier one did not end. What happens once
// switches are touched is in the report.
func Run(ctx context.Context, w Work, o Options) (*Report, error) {
	return begin(ctx, w, o, "")
}

// begin is Run, of a run that may roll another one back.
func begin(ctx context.Context, w Work, o Options, rolls string) (report *Report, err error) {
	o = o.filled()
	held, err := acquire(o.Dir, holder(o.Run))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, held.release()) }()
	r := &run{id: o.Run, options: o, limits: o.Limits}
	if r.earlier, err = ended(o.Dir); err != nil {
		return nil, err
	}
	if err := r.notApplied(w.Plan); err != nil {
		return nil, err
	}
	report = &Report{Run: o.Run, Rolls: rolls, Switches: notChanged(w.Plan)}
	ready, err := r.preflight(ctx, &w, report)
	if err != nil {
		return nil, err
	}
	waves, err := o.Rollout.waves(ready, apartOf(w.Switches))
	if err != nil {
		return nil, err
	}
	leftOut := report.Switches[len(notChanged(w.Plan)):]
	if err := r.record(&w, Record{Kind: kindBegin, Rolls: rolls, PlanFile: o.PlanFile, Switches: ready, LeftOut: leftOut}); err != nil {
		return nil, err
	}
	r.roll(ctx, &w, waves, report)
	return report, r.end(report)
}

// record makes the directory of the run and its journal.
func (r *run) record(w *Work, begin Record) error {
	runs := filepath.Join(r.options.Dir, runsDir)
	if err := os.MkdirAll(runs, 0o700); err != nil {
		return fmt.Errorf("the directory of runs: %w", err)
	}
	dir := filepath.Join(runs, r.id)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("the directory of the run: %w", err)
	}
	if err := saveWork(dir, w); err != nil {
		return err
	}
	file, err := createJournal(dir)
	if err != nil {
		return err
	}
	r.journal = &journal{file: r.options.Wrap(file)}
	if err := r.journal.append(begin); err != nil {
		return errors.Join(err, file.Close(), os.RemoveAll(dir)) // nothing was done, and nothing is left to resume
	}
	return nil
}

// end closes the journal and completes the report.
func (r *run) end(report *Report) error {
	report.sort()
	report.Stopped = r.stopped()
	report.Interrupted = r.options.Interrupt.stopping()
	open := false
	for _, s := range report.Switches {
		open = open || s.Outcome == Between
	}
	if !open {
		if err := r.journal.append(Record{Kind: kindEnd}); err != nil {
			report.Warnings = append(report.Warnings, fmt.Sprintf("the end of the run is not in the journal: %v", err))
		}
	}
	if err := r.journal.close(); err != nil {
		report.Warnings = append(report.Warnings, fmt.Sprintf("closing the journal: %v", err))
	}
	return nil
}

// dead tells whether a transaction is of a run that has ended.
func (r *run) dead(tx, device string) bool {
	return slices.ContainsFunc(r.earlier, func(e RunInfo) bool { return TxID(e.ID, device) == tx })
}

// planned are the names of the switches that a plan changes, in natural order, and their plans.
func planned(p *plan.Plan) (names []string, devices map[string]*plan.Device) {
	devices = map[string]*plan.Device{}
	for i := range p.Devices {
		if d := &p.Devices[i]; d.Status == plan.Change {
			names, devices[d.Name] = append(names, d.Name), d
		}
	}
	naturally(names)
	return names, devices
}

// halt has no other switch started. The first reason counts.
func (r *run) halt(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.halted == "" {
		r.halted = why
	}
}

func (r *run) stopped() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.halted
}

// MostShutOut is how many switches may let nobody in before the credentials are taken to be wrong: more tries lock accounts.
const MostShutOut = 3

// blame counts a switch that failed, and stops the run where its reason speaks of more than this switch.
func (r *run) blame(err error) {
	if errors.Is(err, ErrInterrupted) {
		return
	}
	r.shut(err)
	r.mu.Lock()
	r.failed++
	failed, budget := r.failed, r.options.Rollout.Budget
	r.mu.Unlock()
	if failed > budget {
		r.halt(fmt.Sprintf("more switches failed than the budget of %d allows", budget))
	}
}
