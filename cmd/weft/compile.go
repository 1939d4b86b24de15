package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
)

func (a *app) compileCommand() *cobra.Command {
	p, out := &project{}, ""
	cmd := &cobra.Command{
		Use:   "compile [DIR] --out OUT",
		Short: "Write the QoS configuration that weft owns on each switch",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			return a.compile(p, out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write each configuration to `DIR`/SWITCH.cfg (.json for SONiC)")
	_ = cmd.MarkFlagRequired("out") // the flag is there
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	return cmd
}

// compile writes every switch that compiles, also when others do not.
func (a *app) compile(p *project, out string) error {
	in, err := a.load(p)
	if err != nil {
		return err
	}
	result, diags := compiler.Compile(in, p.options())
	a.diagnose(in.Files, append(diags, compiler.Deviations(result.Units)...))
	a.likenesses(in, compiler.Alike(result.Units))
	dir, err := openOut(out)
	if err != nil {
		return failed(err)
	}
	defer dir.close()
	written := 0
	for _, u := range result.Units {
		if u.Failed() {
			continue
		}
		path, err := dir.writeConfig(u.Device.Name, u.Vendor, u.Desired.Bytes())
		if err != nil {
			return failed(err)
		}
		written++
		fmt.Fprintln(a.out, path)
	}
	if failures := len(result.Units) - written; failures > 0 {
		return failed(fmt.Errorf("%s did not compile; %s written", count(failures, "switch", "switches"), count(written, "configuration", "configurations")))
	}
	if diags.HasErrors() {
		return silently(exitError)
	}
	return nil
}
