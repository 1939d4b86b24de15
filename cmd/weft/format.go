package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// format is the value of a --format flag: one of those that a command has.
type format struct {
	value    string
	has      []string
	maxBytes byteLimit // of Markdown
}

// formats are those of a command. The first is what it prints unless it is told otherwise.
func formats(names ...string) *format { return &format{value: names[0], has: names} }

// textOrJSON are the formats of most commands.
func textOrJSON() *format { return formats("text", "json") }

// planFormats are the formats of a plan. A comment on a forge takes 65,536 characters.
func planFormats() *format {
	f := formats("text", "json", "markdown", "html")
	f.maxBytes = 60_000
	return f
}

// driftFormats are those of a plan that is read for what is different.
func driftFormats() *format {
	f := planFormats()
	f.has = append(f.has, "junit")
	return f
}

// flag adds --format to a command, and what belongs to it.
func (f *format) flag(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(f, "format", "how to print: "+alternatives(f.has, "or"))
	if slices.Contains(f.has, "markdown") {
		flags.Var(&f.maxBytes, "max-bytes", "make Markdown no longer than that; what is cut is named")
	}
}

// alternatives lists words: "text, json or markdown".
func alternatives(words []string, last string) string {
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

func (f *format) is(name string) bool { return f.value == name }

// String, Set and Type are those of a flag's value.
func (f *format) String() string { return f.value }

func (f *format) Set(s string) error {
	if !slices.Contains(f.has, s) {
		return fmt.Errorf("there is %s", alternatives(f.has, "and"))
	}
	f.value = s
	return nil
}

func (f *format) Type() string { return "FORMAT" }
