package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
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
	if diags.HasErrors() {
		return silently(exitError)
	}
	_, err = fmt.Fprintf(a.out, "The intent is valid: %s, %s.\n",
		count(len(result.Units), "switch", "switches"), count(len(in.Classes), "traffic class", "traffic classes"))
	return failed(err)
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
