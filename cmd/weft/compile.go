package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/plan"
)

// compiling is the command line of `weft compile`.
type compiling struct {
	project
	out      string
	commands string
}

func (a *app) compileCommand() *cobra.Command {
	p := &compiling{}
	cmd := &cobra.Command{
		Use:   "compile [DIR] --out OUT",
		Short: "Write the QoS configuration that weft owns on each switch",
		Long: `Writes the QoS configuration that weft owns on each switch.

--commands writes the same for SONiC as it is sent to a switch with the stock configuration of its model: SWITCH.patch.json for "config
apply-patch", SWITCH.gnmi.json, one gNMI Set for "gnmic set --request-file", and before them what no patch can do. Rows are set one by one,
so that others stay. All of it is proved on the model of such a switch; on releases before 202511, which take no patch for it, it is
an error. For a switch that runs more than that, "weft plan --commands" knows what to send. The files of other vendors are what is typed.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			return a.compile(p)
		},
	}
	cmd.Flags().StringVar(&p.out, "out", "", "write each configuration to `DIR`/SWITCH.cfg (.json for SONiC)")
	cmd.Flags().StringVar(&p.commands, "commands", "", "write what is to be sent to each SONiC switch to `DIR`, which is new or empty")
	_ = cmd.MarkFlagRequired("out") // the flag is there
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	return cmd
}

// compile writes every switch that compiles, also when others do not.
func (a *app) compile(p *compiling) error {
	in, err := a.load(&p.project)
	if err != nil {
		return err
	}
	result, diags := compiler.Compile(in, p.options())
	a.diagnose(in.Files, append(diags, compiler.Deviations(result.Units)...))
	a.likenesses(in, compiler.Alike(result.Units))
	written, err := a.writeUnits(p, result.Units)
	if err != nil {
		return failed(err)
	}
	if failures := len(result.Units) - written; failures > 0 {
		return failed(fmt.Errorf("%s did not compile; %s written", count(failures, "switch", "switches"), count(written, "configuration", "configurations")))
	}
	if diags.HasErrors() {
		return silently(exitError)
	}
	return nil
}

// writeUnits writes the configurations, and what is to be sent where that is asked for.
func (a *app) writeUnits(p *compiling, units []*compiler.Unit) (written int, err error) {
	var commands *outDir
	if p.commands != "" {
		if commands, err = openEmpty(p.commands); err != nil {
			return 0, err
		}
		defer commands.close()
	}
	dir, err := openOut(p.out)
	if err != nil {
		return 0, err
	}
	defer dir.close()
	var unsent []error
	for _, u := range units {
		if u.Failed() {
			continue
		}
		path, err := dir.writeConfig(u.Device.Name, u.Vendor, u.Desired.Bytes())
		if err != nil {
			return written, err
		}
		written++
		fmt.Fprintln(a.out, path)
		if commands != nil {
			unsent = append(unsent, a.writeStart(commands, u))
		}
	}
	return written, errors.Join(unsent...)
}

// writeStart writes what is to be sent to one switch.
func (a *app) writeStart(dir *outDir, u *compiler.Unit) error {
	files, err := plan.Start(plan.Input{Name: u.Device.Name, Vendor: u.Vendor, Site: u.Site, Fitted: u.Fitted, Desired: u.Desired})
	if err != nil {
		return fmt.Errorf("nothing is written to be sent to %s: %w; \"weft plan --commands\" looks at what the switch runs, and knows what to send", u.Device.Name, err)
	}
	for _, f := range files {
		path, err := dir.write(u.Device.Name, f.Ending, f.Text)
		if err != nil {
			return err
		}
		fmt.Fprintln(a.out, path)
	}
	return nil
}
