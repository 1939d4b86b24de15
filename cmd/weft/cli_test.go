package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestCommandPage keeps docs/cli.md equal to what the commands say of themselves; -update writes it.
func TestCommandPage(t *testing.T) {
	for _, name := range []string{"NO_COLOR", "WEFT_INPUT"} { // they decide defaults
		t.Setenv(name, "")
	}
	page := filepath.Join("..", "..", "docs", "cli.md")
	want := commandPage()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), want); diff != "" {
		t.Errorf("docs/cli.md is behind the commands; run make docs\n%s", diff)
	}
}

// TestReadmeCommands wants every command in the table of the README.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Commands")
	eachCommand(func(cmd *cobra.Command) {
		if !strings.Contains(table, "`"+cmd.CommandPath()) {
			t.Errorf("the README does not list %s", cmd.CommandPath())
		}
	})
}

// eachCommand calls with every command that does something, in the order of their names.
func eachCommand(do func(cmd *cobra.Command)) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.Name() != "completion" {
				walk(c)
			}
		}
		if !cmd.HasSubCommands() {
			do(cmd)
		}
	}
	walk((&app{}).root())
}

func commandPage() string {
	var b strings.Builder
	b.WriteString("# Commands\n\nWritten by `make docs` from what the commands say of themselves: `weft help COMMAND`.\n\n")
	eachCommand(func(cmd *cobra.Command) {
		fmt.Fprintf(&b, "- [%s](#%s): %s\n", cmd.CommandPath(), anchor(cmd), cmd.Short)
	})
	eachCommand(func(cmd *cobra.Command) {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s\n\n%s\n```\n", cmd.CommandPath(), cmd.UseLine(), strings.TrimSpace(orShort(cmd)))
		flagTable(&b, cmd.NonInheritedFlags())
	})
	b.WriteString("\n## Flags of every command\n")
	flagTable(&b, (&app{}).root().PersistentFlags())
	return b.String()
}

func anchor(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func orShort(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}

func flagTable(b *strings.Builder, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString("\n| flag | value | default | meaning |\n| --- | --- | --- | --- |\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		fallback := f.DefValue
		if fallback == "[]" || fallback == "0" || f.Value.Type() == "bool" && fallback == "false" {
			fallback = ""
		}
		fmt.Fprintf(b, "| `--%s` | %s | %s | %s |\n", f.Name, value, fallback, strings.ReplaceAll(usage, "|", "\\|"))
	})
}
