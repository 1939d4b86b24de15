package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/intent"
)

func (a *app) validateCommand() *cobra.Command {
	p := &project{}
	cmd := &cobra.Command{
		Use:   "validate [DIR]",
		Short: "Check an intent as far as that needs no switch",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			return a.validate(p)
		},
	}
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	return cmd
}

func (a *app) validate(p *project) error {
	in, err := a.load(p)
	if err != nil {
		return err
	}
	result, diags := compiler.Compile(in, p.options())
	a.diagnose(in.Files, append(diags, compiler.Deviations(result.Units)...))
	a.likenesses(in, compiler.Alike(result.Units))
	report := check.Run(check.FromUnits(in, result.Fabric, result.Units))
	if err := a.findings(in, report); err != nil {
		return failed(err)
	}
	if diags.HasErrors() || report.Errors() {
		return silently(exitError)
	}
	_, err = fmt.Fprintf(a.out, "The intent is valid: %s, %s.\n",
		count(len(result.Units), "switch", "switches"), count(len(in.Classes), "traffic class", "traffic classes"))
	return failed(err)
}

// findings prints what the checks say: what is wrong like every diagnostic, the rest in short.
func (a *app) findings(in *intent.Intent, report *check.Report) error {
	a.diagnose(in.Files, report.Diagnostics())
	rest := *report
	rest.Findings = report.Findings[len(report.Wrong()):]
	return check.Text(a.err, &rest)
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
