package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/house"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/review"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/vendors"
)

// planning is the command line of `weft plan`.
type planning struct {
	project
	live
	format     *format
	offline    string
	out        string
	sign       string
	commit     commit
	predict    string
	commands   string
	takeOver   bool
	destroy    bool
	prune      bool
	requireAll bool
	detailed   bool
	unjudged   bool // nobody wants to know what it does to the fabric as a whole
	disruption string
}

func (a *app) planCommand() *cobra.Command {
	p := &planning{format: planFormats()}
	cmd := &cobra.Command{
		Use:   "plan [DIR] [--offline BACKUPS]",
		Short: "Show what would change on each switch, proved",
		Long: `Plans the way from what the switches run to what the intent asks, and proves it and the way back.

The switches are asked for what they run: at their addresses in the intent, with its credentials, when their host keys are in the file
known_hosts beside it ("weft hostkeys scan" collects them). A switch that does not answer does not stop the plan of the others.

BACKUPS is a directory with one running configuration for each switch, named SWITCH.cfg, .conf, .txt, .json or SWITCH. With --offline
no switch is connected to.

--commands writes what is to be sent to each switch that changes, for those who send it by other means. For NX-OS and CloudEngine it
is SWITCH.txt, the lines as they are entered in configuration mode; on CloudEngine a commit comes after them. For SONiC a patch
is both SWITCH.patch.json, for "config apply-patch", and SWITCH.gnmi.json, the same as one gNMI Set for "gnmic set --request-file": send
one of them. What no patch can do is SWITCH.txt there, commands for a root shell. Where there are several steps they are numbered
SWITCH.step1..., and each is sent when the one before it is done. A gNMI Set that does not do the same as its patch on the model of the
switch is not written.

Exit codes: 0 planned, 1 error, 6 some switches could not be read or were refused and the rest is complete. With
--detailed-exitcode 0 means that there is nothing to do and 2 that there is.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			if p.sign != "" && p.out == "" {
				return errors.New("--sign goes with --out: a signature is of a file")
			}
			return a.plan(cmd.Context(), p)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&p.offline, "offline", "", "plan against the running configurations in `BACKUPS`")
	flags.StringVar(&p.out, "out", "", "save the plan to `FILE`")
	flags.StringVar(&p.sign, "sign", "", "sign the saved plan with an SSH `KEY`, to FILE.sig as ssh-keygen -Y does; of a public key the agent holds the private one")
	flags.Var(&p.commit, "commit", "say in the plan which commit of the intent's repository it is of, for weft apply --commit")
	flags.StringVar(&p.predict, "predict", "", "write the configuration that each switch would run then to `DIR`/SWITCH.cfg (.json for SONiC)")
	flags.StringVar(&p.commands, "commands", "", "write what is to be sent to each switch that changes to `DIR`, which is new or empty")
	flags.BoolVar(&p.takeOver, "take-over", false, "move to weft's own objects also what foreign ones already do as asked")
	flags.BoolVar(&p.destroy, "destroy", false, "remove everything that weft owns")
	flags.BoolVar(&p.prune, "prune", false, "remove foreign QoS objects that nothing uses")
	flags.BoolVar(&p.requireAll, "require-all", false, "fail when a switch could not be read or was refused")
	flags.BoolVar(&p.detailed, "detailed-exitcode", false, "exit with 2 when there is something to do")
	flags.StringVar(&p.disruption, "max-disruption", "", "refuse a patch that does more to traffic than `WORST`: none, loss, recarve, flap or reload (default recarve)")
	p.format.flag(cmd)
	p.live.flags(cmd)
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("offline", "lab")
	cmd.MarkFlagsMutuallyExclusive("destroy", "take-over")
	return cmd
}

func (a *app) plan(ctx context.Context, p *planning) error {
	in, err := a.load(&p.project)
	if err != nil {
		return err
	}
	defer p.live.close()
	key, err := a.signer(p.sign)
	if err != nil {
		return failed(err)
	}
	defer key.Close()
	made, err := a.makePlan(ctx, in, p)
	if err != nil {
		return err
	}
	if err := save(p.out, made, key); err != nil {
		return failed(err)
	}
	if err := a.printPlan(made, p.format); err != nil {
		return failed(err)
	}
	return silently(p.code(made.Summary))
}

// makePlan plans every chosen switch. Its error is the end of the command.
func (a *app) makePlan(ctx context.Context, in *intent.Intent, p *planning) (*plan.Plan, error) {
	limit, err := disruption(p.disruption)
	if err != nil {
		return nil, err
	}
	options := p.options()
	if p.offline == "" {
		options = p.liveOptions()
	}
	options.Remove = p.destroy
	work, diags := compiler.Resolve(in, options)
	if a.diagnose(in.Files, diags); diags.HasErrors() {
		return nil, silently(exitError)
	}
	from, err := openSource(in, p.dir, p.offline, &p.live)
	if err != nil {
		return nil, failed(err)
	}
	defer from.Close()
	made, err := a.planAll(ctx, p, &planner{in: in, work: work, from: from, logins: logins(in, p.dir), options: p.choices(in, limit)})
	return made, failed(err)
}

// disruption reads --max-disruption; empty leaves it to the intent.
func disruption(word string) (*vendors.Disruption, error) {
	if word == "" {
		return nil, nil
	}
	d, ok := vendors.ParseDisruption(word)
	if !ok {
		return nil, fmt.Errorf("--max-disruption %q is none of none, loss, recarve, flap, reload", word)
	}
	return &d, nil
}

// code is the exit code of a plan.
func (p *planning) code(s plan.Summary) int {
	partly := s.Refused+s.NotPlanned > 0
	switch {
	case partly && p.requireAll:
		return exitError
	case partly:
		return exitPartly
	case p.detailed && s.Change > 0:
		return exitChanges
	}
	return exitOK
}

// choices are the options of the plan: the command line's, or else the intent's.
func (p *planning) choices(in *intent.Intent, limit *vendors.Disruption) plan.Options {
	o := plan.Options{TakeOver: p.takeOver, Destroy: p.destroy, Prune: p.prune, MaxDisruption: vendors.Recarve}
	if in.Rollout != nil {
		if d, ok := vendors.ParseDisruption(in.Rollout.MaxDisruption.V); ok {
			o.MaxDisruption = d
		}
	}
	if limit != nil {
		o.MaxDisruption = *limit
	}
	for _, policy := range in.Policies {
		if policy.Code == plan.UnnamedCode && policy.Severity.V != "error" {
			o.AllowUnnamed = policy.Reason.V
		}
	}
	return o
}

// planner plans the switches of a project one by one.
type planner struct {
	in      *intent.Intent
	work    *compiler.Project
	from    source
	logins  map[string]*reach.Login
	options plan.Options
}

// planAll plans every switch, writes what they would run then where that is asked for, and reports what the compiler has to say.
func (a *app) planAll(ctx context.Context, p *planning, pl *planner) (*plan.Plan, error) {
	to, err := p.outputs()
	if err != nil {
		return nil, err
	}
	defer to.close()
	bar := a.watch("Planning", pl.work.Len())
	defer bar.end()
	units := make([]*compiler.Unit, pl.work.Len())
	devices := make([]plan.Device, pl.work.Len())
	var failure error
	var one sync.Mutex
	var witnesses compiler.Witnesses
	judged := review.New(pl.in, pl.work.Fabric)
	err = pl.work.Each(ctx, func(i int, u *compiler.Unit) {
		in := pl.input(ctx, u)
		result := plan.Make(in)
		files := to.deliver(in, &result)
		witnesses.Add(i, u)
		if !p.unjudged {
			judged.Add(u, in.Running, &result)
		}
		one.Lock()
		defer one.Unlock()
		bar.step()
		a.log.Info("planned", "switch", result.Device.Name, "status", result.Device.Status)
		units[i], devices[i] = &compiler.Unit{Device: u.Device, Diagnostics: u.Diagnostics}, result.Device
		if failure == nil {
			failure = to.write(u, &result, files)
		}
	})
	if err := errors.Join(err, failure); err != nil {
		return nil, err
	}
	a.diagnose(pl.in.Files, compiler.Diagnostics(units))
	if !p.destroy { // what is removed does not have to be alike
		warn(devices, witnesses.Likenesses())
	}
	made := plan.Assemble(devices, plan.Meta{WeftVersion: version, IntentHash: pl.in.Hash, Commit: string(p.commit), Choices: pl.options.Choices()})
	if p.unjudged {
		return made, nil
	}
	made.Policies = house.Judge(pl.in, made)
	if err := pl.around(ctx, judged); err != nil {
		return nil, err
	}
	return made, judged.Fill(made)
}

// around adds the switches that are left out of the plan to its review. They are read and not planned.
func (pl *planner) around(ctx context.Context, judged *review.Review) error {
	near := map[string]bool{}
	for _, name := range pl.work.Names() {
		for _, other := range neighbours(pl.work.Fabric, name) {
			near[other] = true
		}
	}
	return pl.work.Others().Each(ctx, func(_ int, u *compiler.Unit) {
		running, err := pl.from.Glance(ctx, u, near[u.Device.Name])
		why := ""
		switch {
		case errors.Is(err, errNotAsked):
			why = "it is left out of this plan, and was not asked"
		case err != nil:
			why = "it is left out of this plan, and could not be read"
		}
		judged.AddOther(u, running, why)
	})
}

// warn tells of switches that are asked the same and behave differently, on both of them.
func warn(devices []plan.Device, likenesses []compiler.Likeness) {
	for _, l := range likenesses {
		for i := range devices {
			if d := &devices[i]; !l.Same() && slices.Contains(l.Switches[:], d.Name) {
				d.Warnings = append(d.Warnings, l.Text())
			}
		}
	}
}

// input is what decides the plan of one switch.
func (pl *planner) input(ctx context.Context, u *compiler.Unit) plan.Input {
	running, err := pl.from.Read(ctx, u)
	return plan.Input{
		Name: u.Device.Name, Vendor: u.Vendor, Site: u.Site,
		Fitted: u.Fitted, Deviations: u.Deviations, Desired: u.Desired,
		Running: running, ReadError: err, Refusal: u.Reason(), Net: netOf(u, pl.logins), Options: pl.options,
	}
}
