package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/intent"
)

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a small working intent, with running configurations to plan against",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := dirArg(args)
			written, err := intent.Init(dir)
			for _, name := range written {
				fmt.Fprintln(a.out, filepath.Join(dir, name))
			}
			if err != nil {
				return failed(err)
			}
			fmt.Fprintf(a.err, "\nTry it: weft plan %s --offline %s\n", dir, filepath.Join(dir, "backups"))
			return nil
		},
	}
}
