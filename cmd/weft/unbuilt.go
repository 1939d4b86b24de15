package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// unbuilt are the commands that weft will have. They are not listed, and say so when somebody tries them.
func unbuilt() []*cobra.Command {
	names := []string{"schema"}
	commands := make([]*cobra.Command, len(names))
	for i, name := range names {
		commands[i] = &cobra.Command{
			Use:                name,
			Hidden:             true,
			DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return failed(fmt.Errorf("weft %s is not built yet: this version has no use for it yet", name))
			},
		}
	}
	return commands
}
