package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (a *app) driftCommand() *cobra.Command {
	p := &planning{format: driftFormats()}
	cmd := &cobra.Command{
		Use:   "drift [DIR] [--offline BACKUPS]",
		Short: "Tell which switches do not run what the intent asks",
		Long: `Reads every switch, as "weft plan" does, and shows what differs from the intent and what it would take to heal it. Nothing is changed.

Exit codes: 0 no drift, 1 error, 2 drift, 6 some switches could not be read or were refused.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			return a.drift(cmd.Context(), p)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&p.offline, "offline", "", "look at the running configurations in `BACKUPS`")
	flags.BoolVar(&p.requireAll, "require-all", false, "fail when a switch could not be read or was refused")
	p.format.flag(cmd)
	p.live.flags(cmd)
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("offline", "lab")
	return cmd
}

func (a *app) drift(ctx context.Context, p *planning) error {
	in, err := a.load(&p.project)
	if err != nil {
		return err
	}
	defer p.live.close()
	p.unjudged = true
	p.disruption, p.detailed = "reload", true // what it would take to heal a switch is no reason not to tell of it
	made, err := a.makePlan(ctx, in, p)
	if err != nil {
		return err
	}
	if err := a.printDrift(made, p.format, in.Fabric.Name); err != nil {
		return failed(err)
	}
	return silently(p.code(made.Summary))
}
