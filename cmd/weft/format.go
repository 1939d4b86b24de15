package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// format is the value of a --format flag: one of those that a command has.
type format struct {
	value      string
	has, later []string // later are those that are not built yet
}

// textOrJSON are the formats of most commands.
func textOrJSON() *format { return &format{value: "text", has: []string{"text", "json"}} }

// planFormats are the formats of a plan.
func planFormats() *format {
	f := textOrJSON()
	f.later = []string{"markdown", "html"}
	return f
}

// flag adds --format to a command.
func (f *format) flag(cmd *cobra.Command) {
	cmd.Flags().Var(f, "format", "how to print: "+strings.Join(f.has, " or "))
}

func (f *format) is(name string) bool { return f.value == name }

// String, Set and Type are those of a flag's value.
func (f *format) String() string { return f.value }

func (f *format) Set(s string) error {
	switch {
	case slices.Contains(f.has, s):
		f.value = s
		return nil
	case slices.Contains(f.later, s):
		return fmt.Errorf("%s is not built yet: there is %s", s, strings.Join(f.has, " and "))
	}
	return fmt.Errorf("there is %s", strings.Join(f.has, " and "))
}

func (f *format) Type() string { return "FORMAT" }
