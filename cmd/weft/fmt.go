package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/intent"
)

func (a *app) fmtCommand() *cobra.Command {
	check := false
	cmd := &cobra.Command{
		Use:   "fmt [DIR | FILE...]",
		Short: "Write an intent's files in canonical form",
		Long: `Writes the files of an intent, or those that are named, in canonical form: indentation, aligned equals signs, comments kept. The names of
those that were not in it are printed.

Exit codes: 0 done, or with --check all are in canonical form; 1 error; 3 with --check some are not.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{dirArg(args)}
			}
			return a.format(args, check)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "change nothing, and exit with 3 when a file is not in canonical form")
	return cmd
}

// format prints the names of the files that were not in canonical form.
func (a *app) format(paths []string, check bool) error {
	different, broken := false, false
	for _, path := range paths {
		changed, ok := a.formatPath(path, check)
		different, broken = different || changed, broken || !ok
	}
	switch {
	case broken:
		return silently(exitError)
	case check && different:
		return silently(exitUnformatted)
	}
	return nil
}

// formatPath formats a file, or those of a directory.
func (a *app) formatPath(path string, check bool) (different, ok bool) {
	format, under := intent.FormatDir, path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		format, under = intent.FormatFile, ""
	}
	changed, sources, diags := format(path, check)
	for _, name := range changed {
		fmt.Fprintln(a.out, filepath.Join(under, name))
	}
	a.diagnose(sources, diags)
	return len(changed) > 0, !diags.HasErrors()
}
