package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-net/weft/apply"
	report "github.com/weft-net/weft/apply/view"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
)

// applying is the command line of `weft apply`.
type applying struct {
	planning
	run       running
	file      string // a saved plan; empty to plan anew
	signed    verifying
	digest    string // of the saved plan
	intent    string
	resume    bool
	skipStale bool
	leftovers bool
	// acceptWorse carries a plan out that brings errors to the fabric as a whole, without asking.
	acceptWorse bool
}

// running is what every command shares that changes switches.
type running struct {
	approve bool
	format  *format
	json    bool
	stream  *report.Stream // of events, where --json asks for them
}

func (r *running) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&r.approve, "auto-approve", false, "change the switches without asking")
	flags.BoolVar(&r.json, "json", false, "print what happens as it happens, one JSON object a line: docs/events.schema.json")
	r.format.flag(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "format")
}

func (a *app) applyCommand() *cobra.Command {
	p := &applying{run: running{format: textOrJSON()}}
	cmd := &cobra.Command{
		Use:   "apply [DIR | FILE]",
		Short: "Change the switches as planned, wave by wave, each wholly or not at all",
		Long: `Plans, shows the plan, asks, and applies it; or applies the plan that "weft plan --out FILE" saved, when the intent in --intent is the one
it was made from and every switch still runs what it was made from. A saved plan is carried out once.

Each switch is a transaction: a snapshot, the switch's own way back where it has one, the commands, reading back in a second session, a look
at its health, and only then saving. Whatever goes wrong on the way, it goes back to what it was. Switches change in the waves of the
intent's rollout block; once more have failed than its budget allows, the rest is left untouched.

A plan that brings errors to the fabric as a whole, by the rules of docs/checks, is asked about by name; with --auto-approve it is refused,
unless --accept-worse says that this is meant, or a policy that the rule is worth less. A plan that breaks a rule of the house, a policy
of MAX-SWITCHES, TOGETHER or HOURS, is refused where the rule is an error, and asked about where it is a warning. Once the hours of a policy
have ended no other switch is started.

Ctrl-C lets the switches that are being changed finish, and starts no others; a second one has them go back at once. After a crash,
--resume reads every switch that was being changed and makes it old or new. What was done is in .weft beside the intent: "weft runs" lists it.

Exit codes: 0 done, 1 error before anything was touched, 3 some switches failed, 4 the plan is stale, 5 declined, 6 some switches could not
be read or were refused and the rest is done, 130 interrupted.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.arguments(args); err != nil {
				return err
			}
			return a.streamed(cmd.Context(), &p.run, func() error { return a.apply(cmd.Context(), p) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&p.intent, "intent", "", "the intent `DIR` that a saved plan was made from (default the current directory)")
	flags.Var(&p.commit, "commit", "refuse a saved plan that weft plan --commit did not make of this commit")
	p.signed.flags(cmd)
	flags.BoolVar(&p.resume, "resume", false, "end a run that was broken off: each switch becomes old or new by what is found on it")
	flags.BoolVar(&p.skipStale, "skip-stale", false, "leave out switches that run something else than the plan was made from")
	flags.BoolVar(&p.acceptWorse, "accept-worse", false, "with --auto-approve: carry out also a plan that brings errors to the fabric as a whole, by the checks")
	flags.BoolVar(&p.leftovers, "remove-leftovers", false, "remove from switches what runs of other directories or machines left there: you know that they are dead")
	flags.StringVar(&p.disruption, "max-disruption", "", "refuse a switch whose change does more to traffic than `WORST`: none, loss, recarve, flap or reload (default recarve)")
	p.run.flags(cmd)
	p.live.flags(cmd)
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	return cmd
}

// arguments tells a saved plan from an intent.
func (p *applying) arguments(args []string) error {
	if err := p.signed.check(); err != nil {
		return err
	}
	p.dir = dirArg(args)
	info, err := os.Stat(p.dir)
	isFile := err == nil && !info.IsDir() || err != nil && filepath.Ext(p.dir) == ".json" // a plan that is not there
	switch {
	case isFile && p.resume:
		return errors.New("--resume takes the directory of the intent: the plan is on record there")
	case isFile:
		p.file, p.dir = p.dir, "."
		if p.intent != "" {
			p.dir = p.intent
		}
	case p.intent != "":
		return errors.New("--intent goes with a saved plan: write weft apply FILE --intent DIR")
	case p.signed.given() || p.commit != "":
		return errors.New("--verify-key and --commit go with a saved plan: write weft apply FILE")
	}
	return nil
}

func (a *app) apply(ctx context.Context, p *applying) error {
	in, err := a.load(&p.project)
	if err != nil {
		return err
	}
	defer p.live.close()
	if err := p.live.open(in, p.dir); err != nil {
		return failed(err)
	}
	if p.resume {
		return a.carryOut(ctx, p, func(ctx context.Context, o apply.Options) (*apply.Report, error) {
			return apply.Resume(ctx, "", o)
		})
	}
	limit, err := disruption(p.disruption)
	if err != nil {
		return err
	}
	made, err := a.planToApply(ctx, in, p)
	if err != nil {
		return err
	}
	if err := p.doubts.refuse(); err != nil {
		return failed(fmt.Errorf("nothing was touched: %w", err))
	}
	if made.Summary.Change == 0 {
		return silently(p.code(made.Summary))
	}
	if err := a.forbidden(in, made); err != nil {
		return failed(err)
	}
	question, err := p.question(made, a.broken(in, made, "warning"))
	if err != nil {
		return failed(err)
	}
	if err := a.approve(ctx, &p.run, made.Summary.Change, question); err != nil {
		return err
	}
	work, err := workOf(ctx, in, made, &p.project)
	if err != nil {
		return failed(err)
	}
	return a.carryOut(ctx, p, func(ctx context.Context, o apply.Options) (*apply.Report, error) {
		o.SkipStale, o.Rollout, o.MaxDisruption = p.skipStale, rollout(in), p.choices(in, limit).MaxDisruption
		o.RefuseUnsaved, o.Gates = refusesUnsaved(in), in.EffectiveRollout().Gates.V
		o.Forbidden = func() string { return sentences(a.broken(in, made, "error")) } // hours end, also while somebody thinks
		return apply.Run(ctx, work, o)
	})
}

// planToApply is the saved plan, or one that is made now. It is shown, unless it was saved and nobody is going to be asked.
func (a *app) planToApply(ctx context.Context, in *intent.Intent, p *applying) (made *plan.Plan, err error) {
	if p.file == "" {
		made, err = a.makePlan(ctx, in, &p.planning)
	} else {
		made, err = a.savedPlan(ctx, in, p)
	}
	if err != nil {
		return nil, err
	}
	if p.file != "" && p.run.approve {
		return made, nil
	}
	return made, failed(a.showToApprove(made, p))
}

// showToApprove shows what is going to be done.
func (a *app) showToApprove(made *plan.Plan, p *applying) error {
	out := a.out
	if p.run.format.is("json") || p.run.json {
		out = a.err // the report alone is data, or the events
	}
	return a.planText(out, made, false)
}

// savedPlan reads a plan, and sees that it is what weft plans from this intent now.
func (a *app) savedPlan(ctx context.Context, in *intent.Intent, p *applying) (*plan.Plan, error) {
	saved, err := a.openPlan(p.file, &p.signed)
	if err != nil {
		return nil, failed(err)
	}
	made := saved.plan
	p.digest = apply.Digest(saved.bytes)
	if err := p.commit.same(p.file, made); err != nil {
		return nil, ended{exitStale, err}
	}
	if in.Hash != made.IntentHash {
		return nil, ended{exitStale, fmt.Errorf("%s was made from another intent than %s is now: plan again", p.file, p.dir)}
	}
	again := p.planning
	again.takeOver, again.destroy, again.prune = made.Choices.TakeOver, made.Choices.Destroy, made.Choices.Prune
	again.disruption = made.Choices.MaxDisruption
	now, err := a.makePlan(ctx, in, &again)
	if err != nil {
		return nil, err
	}
	if name := made.DiffersIn(now); name != "" {
		return nil, ended{exitStale, fmt.Errorf("%s has other steps for %s than weft plans for it now: it was edited, or made by another weft; plan again", p.file, name)}
	}
	made.Fabric, made.Checks, made.Policies = now.Fabric, now.Checks, now.Policies // what else is in the fabric may have changed since
	return made, nil
}

// carryOut changes switches, tells what happens and then what happened.
func (a *app) carryOut(ctx context.Context, p *applying, do func(context.Context, apply.Options) (*apply.Report, error)) error {
	stop := apply.NewInterrupt()
	telling := newRelay()
	ctx, deaf := a.listen(ctx, stop, telling)
	event := a.follow
	if p.run.stream != nil {
		event = p.run.stream.Event
	}
	at := filepath.Join(p.dir, journalDir)
	done, err := do(ctx, apply.Options{
		Dir: at, Run: apply.FreeRunID(at, a.now()), PlanFile: p.digest, RemoveLeftovers: p.leftovers, Connector: connector{p.live.book},
		Parallelism: int(p.parallelism), Interrupt: stop, Event: func(e apply.Event) { telling.tell(func() { event(e) }) },
	})
	deaf() // before the end of telling, which Ctrl-C may break off
	telling.end()
	switch {
	case errors.Is(err, plan.ErrStale), errors.Is(err, apply.ErrApplied):
		return ended{exitStale, err}
	case err != nil:
		return failed(err)
	}
	a.touched = true
	if err := a.printReport(done, &p.run); err != nil {
		return failed(err)
	}
	return silently(done.ExitCode())
}

// streamed does the work of a command that changes switches. Where events are asked for, the last of them says how it ended.
func (a *app) streamed(ctx context.Context, r *running, work func() error) error {
	if !r.json {
		return work()
	}
	r.stream = report.NewStream(a.out)
	err := work()
	switch code := codeOf(ctx, err); {
	case r.stream.Over(): // with the report
	case err == nil || code == exitPartly:
		r.stream.End(nil, code)
	default:
		r.stream.Fail(err, code)
	}
	return err
}

// journalDir is where runs are on record, beside the intent.
const journalDir = ".weft"

// listen turns Ctrl-C into the wish to stop: the first, the second, and at the third everything is left as it stands. The context
// of the command ends with the first one, so that the run gets another.
func (a *app) listen(ctx context.Context, stop *apply.Interrupt, telling *relay) (context.Context, func()) {
	signals := make(chan os.Signal, 3)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	over := make(chan struct{})
	say := func(text string) { telling.tell(func() { fmt.Fprintln(a.err, text) }) }
	go func() {
		for {
			select {
			case <-over:
				return
			case <-signals:
			}
			switch stop.Interrupt() {
			case 1:
				say("Stopping: switches that are being changed finish. Ctrl-C again has them go back at once.")
			case 2:
				say("Going back at once. A third Ctrl-C leaves everything as it stands, for weft apply --resume.")
			default:
				cancel()
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(over)
		cancel()
	}
}

// follow tells one event; each step only to those who want everything.
func (a *app) follow(e apply.Event) {
	if e.Step > 0 && !a.verbose {
		return
	}
	fmt.Fprintf(a.err, "%s  %s\n", e.Time.Format(time.TimeOnly), report.Line(e))
}

// approve asks a person. Without one, and without --auto-approve, nothing is done.
func (a *app) approve(ctx context.Context, r *running, switches int, question string) error {
	if r.approve {
		return nil
	}
	if _, there := terminal(a.in); !there || !a.ask {
		return failed(errors.New("nobody can be asked here: look at the plan, then run again with --auto-approve"))
	}
	if err := cmp.Or(lost(a.out), lost(a.err)); err != nil {
		return failed(fmt.Errorf("nothing was touched: what is to be done cannot be shown: %w", err))
	}
	fmt.Fprintf(a.err, "\n%s to %s? Only \"yes\" does it: ", question, count(switches, "switch", "switches"))
	said := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.in).ReadString('\n') // the end of the input is no "yes"
		said <- strings.TrimSpace(line)
	}()
	select {
	case <-ctx.Done():
		return silently(exitInterrupted)
	case answer := <-said:
		if answer != "yes" {
			return ended{exitDeclined, errors.New("declined: nothing was touched")}
		}
	}
	return nil
}

// printReport prints what a run did.
func (a *app) printReport(r *apply.Report, how *running) error {
	switch {
	case how.stream != nil:
		how.stream.End(r, r.ExitCode())
		return nil
	case how.format.is("json"):
		return report.JSON(a.out, r)
	}
	return report.Text(a.out, r)
}

// printJSON prints a value for programs.
func (a *app) printJSON(v any) error {
	out := json.NewEncoder(a.out)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(v)
}
