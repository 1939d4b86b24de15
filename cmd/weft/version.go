package main

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// version is weft's own, as plan files name it. The linker sets it for a release; nothing else does.
var version = "0.1.0"

func (a *app) versionCommand() *cobra.Command {
	format := textOrJSON()
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print weft's version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if format.is("json") {
				return failed(json.NewEncoder(a.out).Encode(map[string]string{"version": version, "go": runtime.Version()}))
			}
			_, err := fmt.Fprintf(a.out, "weft %s (%s)\n", version, runtime.Version())
			return failed(err)
		},
	}
	format.flag(cmd)
	return cmd
}
