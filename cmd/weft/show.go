package main

import (
	"fmt"
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
	tree := view.Of(p)
	if f.is("json") {
		return view.JSON(a.out, tree)
	}
	return view.Text(a.out, tree, view.Options{Width: widthOf(a.out), Color: a.colour(a.out), Verbose: a.verbose})
}
