package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-net/weft/apply"
	report "github.com/weft-net/weft/apply/view"
)

func (a *app) rollbackCommand() *cobra.Command {
	p := &applying{run: running{format: textOrJSON()}}
	cmd := &cobra.Command{
		Use:   "rollback [RUN]",
		Short: "Bring the switches of an earlier run back to what they ran before it",
		Long: `Shows the way back, asks, and goes it: the undo that was proved with the plan, proved again on what each switch runs now, as a run of its own
with everything that "weft apply" does. A switch that was changed since the run is stale, and nothing is touched.

RUN is one of those that "weft runs" lists; without it, the last one that changed a switch.

Exit codes are those of "weft apply".`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completing(runNames).words,
		RunE: func(cmd *cobra.Command, args []string) error {
			p.dir = "."
			if p.intent != "" {
				p.dir = p.intent
			}
			return a.streamed(cmd.Context(), &p.run, func() error { return a.rollback(cmd.Context(), p, args) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&p.intent, "intent", "", "the `DIR` of the intent (default the current directory)")
	flags.StringVar(&p.disruption, "max-disruption", "", "refuse a switch whose way back does more to traffic than `WORST`: none, loss, recarve, flap or reload (default recarve)")
	p.run.flags(cmd)
	p.live.flags(cmd)
	p.variableFlags(cmd)
	flags.Var(&p.parallelism, "parallelism", "switches to work on at once (default 16)")
	return cmd
}

func (a *app) rollback(ctx context.Context, p *applying, args []string) error {
	limit, err := disruption(p.disruption)
	if err != nil {
		return err
	}
	in, err := a.load(&p.project)
	if err != nil {
		return err
	}
	defer p.live.close()
	if err := p.live.open(in, p.dir); err != nil {
		return failed(err)
	}
	id, err := chosenRun(p.dir, args)
	if err != nil {
		return failed(err)
	}
	back, err := apply.Inverse(filepath.Join(p.dir, journalDir), id)
	if err != nil {
		return failed(err)
	}
	if err := a.showToApprove(back.Plan, p); err != nil {
		return failed(err)
	}
	if back.Plan.Summary.Change == 0 {
		return nil
	}
	if err := a.approve(ctx, &p.run, back.Plan.Summary.Change, "Take run "+id+" back"); err != nil {
		return err
	}
	return a.carryOut(ctx, p, func(ctx context.Context, o apply.Options) (*apply.Report, error) {
		o.Rollout, o.MaxDisruption = rollout(in), p.choices(in, limit).MaxDisruption
		o.RefuseUnsaved, o.Gates = refusesUnsaved(in), in.EffectiveRollout().Gates.V
		return apply.Rollback(ctx, id, o)
	})
}

// chosenRun is the run that was named, or the last one that changed a switch.
func chosenRun(dir string, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	runs, err := apply.Runs(filepath.Join(dir, journalDir))
	if err != nil {
		return "", err
	}
	for _, r := range slices.Backward(runs) {
		if slices.ContainsFunc(r.Switches, func(s apply.SwitchReport) bool { return s.Outcome == apply.New }) {
			return r.ID, nil
		}
	}
	return "", errors.New("no run on record here changed a switch")
}

func (a *app) runsCommand() *cobra.Command {
	f := textOrJSON()
	cmd := &cobra.Command{
		Use:   "runs [DIR]",
		Short: "List the runs of weft apply and weft rollback",
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return failed(a.listRuns(dirArg(args), f)) },
	}
	f.flag(cmd)
	return cmd
}

func (a *app) listRuns(dir string, f *format) error {
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("the runs: %w", err)
	}
	runs, err := apply.Runs(filepath.Join(dir, journalDir))
	if err != nil {
		return err
	}
	if f.is("json") {
		return report.RunsJSON(a.out, runs)
	}
	if len(runs) == 0 {
		fmt.Fprintln(a.err, "No runs.")
		return nil
	}
	table := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "RUN\tSTART\tSTATE\tSWITCHES")
	for i := range runs {
		r := &runs[i]
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.ID, r.Start.UTC().Format(time.DateTime), stateOfRun(r), switchesOf(r))
	}
	return table.Flush()
}

// stateOfRun is what a person has to know first.
func stateOfRun(r *apply.RunInfo) string {
	switch {
	case r.Damage != "":
		return "damaged: " + r.Damage
	case !r.Ended:
		return "broken off: weft apply --resume"
	case r.Rolls != "":
		return "took " + r.Rolls + " back"
	}
	return "done"
}

// switchesOf counts the switches of a run by what they became, and names those of which it is not known.
func switchesOf(r *apply.RunInfo) string {
	count := map[apply.Outcome]int{}
	var order []apply.Outcome
	for i := range r.Switches {
		o := r.Switches[i].Outcome
		if count[o]++; count[o] == 1 {
			order = append(order, o)
		}
	}
	var parts []string
	for _, o := range order {
		parts = append(parts, fmt.Sprintf("%d %s", count[o], o))
	}
	if len(r.Open) > 0 {
		parts = append(parts, "open: "+strings.Join(r.Open, ", "))
	}
	if len(r.Waiting) > 0 {
		parts = append(parts, fmt.Sprintf("%d not started", len(r.Waiting)))
	}
	return strings.Join(parts, ", ")
}
