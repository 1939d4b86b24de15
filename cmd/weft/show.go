package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
)

func (a *app) showCommand() *cobra.Command {
	format := planFormats()
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Print a saved plan again",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			saved, err := readPlan(args[0])
			if err != nil {
				return failed(err)
			}
			return failed(a.printPlan(saved, format))
		},
	}
	format.flag(cmd)
	return cmd
}

func readPlan(path string) (*plan.Plan, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the plan: %w", err)
	}
	defer f.Close()
	saved, err := plan.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return saved, nil
}

// printPlan prints a plan in the chosen format.
func (a *app) printPlan(p *plan.Plan, f *format) error {
	if f.is("json") {
		return view.JSON(a.out, view.Of(p))
	}
	return a.planText(a.out, p, false)
}

// planText prints a plan for a person: for what to do, or for what is different.
func (a *app) planText(w io.Writer, p *plan.Plan, drift bool) error {
	return view.Text(w, view.Of(p), view.Options{Width: widthOf(w), Color: a.colour(w), Verbose: a.verbose, Drift: drift})
}
