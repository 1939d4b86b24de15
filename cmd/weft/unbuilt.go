package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// unbuilt are the commands that weft will have. They are not listed, and say so when somebody tries them.
func unbuilt() []*cobra.Command {
	names := []string{"apply", "rollback", "runs", "drift", "audit", "hostkeys", "lab", "schema"}
	commands := make([]*cobra.Command, len(names))
	for i, name := range names {
		commands[i] = &cobra.Command{
			Use:                name,
			Hidden:             true,
			DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return failed(fmt.Errorf("weft %s is not built yet: this version compiles and plans offline, and never connects to a switch", name))
			},
		}
	}
	return commands
}
