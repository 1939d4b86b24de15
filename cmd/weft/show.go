package main

import "github.com/spf13/cobra"

func (a *app) showCommand() *cobra.Command {
	format, signed := planFormats(), &verifying{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Print a saved plan again",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := signed.check(); err != nil {
				return err
			}
			saved, err := a.openPlan(args[0], signed)
			if err != nil {
				return failed(err)
			}
			return failed(a.printPlan(saved.plan, format))
		},
	}
	format.flag(cmd)
	signed.flags(cmd)
	return cmd
}
