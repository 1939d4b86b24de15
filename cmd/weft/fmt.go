package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/intent"
)

func (a *app) fmtCommand() *cobra.Command {
	check := false
	cmd := &cobra.Command{
		Use:   "fmt [DIR]",
		Short: "Write an intent's files in canonical form",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.format(dirArg(args), check)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "change nothing, and exit with 3 when a file is not in canonical form")
	return cmd
}

// format prints the names of the files that were not in canonical form.
func (a *app) format(dir string, check bool) error {
	changed, sources, diags := intent.FormatDir(dir, check)
	for _, name := range changed {
		fmt.Fprintln(a.out, filepath.Join(dir, name))
	}
	a.diagnose(sources, diags)
	switch {
	case diags.HasErrors():
		return silently(exitError)
	case check && len(changed) > 0:
		return silently(exitUnformatted)
	}
	return nil
}
