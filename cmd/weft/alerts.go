package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/alerts"
	"github.com/weft-net/weft/compiler/check"
)

// alerting is the command line of `weft alerts`.
type alerting struct {
	project
	out, metrics string
}

func (a *app) alertsCommand() *cobra.Command {
	p := &alerting{}
	cmd := &cobra.Command{
		Use:   "alerts [DIR]",
		Short: "Write Prometheus rules that watch what the proofs take for granted",
		Long: `Writes recording and alerting rules for Prometheus, as docs/checks/C20.md explains them: pauses, drops, marks, buffers and retransmissions
against what the checks proved with. The metrics that they look at are named there, for whoever collects them.

--metrics writes what the intent expects of every port and priority, and what the checks find wrong, in the text format of Prometheus, such as
for the textfile collector of node_exporter.

Exit codes: 0 written, 1 the intent is not valid.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			return a.alerts(p)
		},
	}
	cmd.Flags().StringVar(&p.out, "out", "", "write the rules to `FILE` (default standard output)")
	cmd.Flags().StringVar(&p.metrics, "metrics", "", "write the expected values to `FILE`")
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	return cmd
}

func (a *app) alerts(p *alerting) error {
	in, err := a.load(&p.project)
	if err != nil {
		return err
	}
	result, diags := compiler.Compile(in, p.options())
	if diags.HasErrors() {
		a.diagnose(in.Files, diags)
		return silently(exitError)
	}
	expected := alerts.FromUnits(result.Fabric, result.Units)
	if err := a.writeTo(p.out, func(w io.Writer) error { return alerts.Rules(w, expected) }); err != nil || p.metrics == "" {
		return failed(err)
	}
	report := check.Run(check.FromUnits(in, result.Fabric, result.Units))
	return failed(a.writeTo(p.metrics, func(w io.Writer) error { return alerts.Metrics(w, expected, report) }))
}

// writeTo writes to a file, or to standard output where none is named.
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(a.out)
	}
	return writeOut(path, func(f *os.File) error { return write(f) })
}
