package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/lab"
)

// completing offers words for what is being typed. It says nothing of errors: a shell has no place for them.
type completing func(cmd *cobra.Command, args []string) []string

// words makes a function for the parser of it.
func (c completing) words(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return c(cmd, args), cobra.ShellCompDirectiveNoFileComp
}

// flag offers the words for a flag of a command.
func (c completing) flag(cmd *cobra.Command, name string) {
	if err := cmd.RegisterFlagCompletionFunc(name, c.words); err != nil {
		panic(err) // the command has no such flag
	}
}

// fixed offers the same words always.
func fixed(words ...string) completing {
	return func(*cobra.Command, []string) []string { return words }
}

// directories is the completion of arguments that name a directory.
func directories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// complete offers words for what commands have in common: formats, disruptions, and the directory of an intent.
func complete(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		complete(c)
	}
	if f := cmd.LocalFlags().Lookup("format"); f != nil {
		fixed(f.Value.(*format).has...).flag(cmd, "format")
	}
	if cmd.LocalFlags().Lookup("max-disruption") != nil {
		fixed("none", "loss", "recarve", "flap", "reload").flag(cmd, "max-disruption")
	}
	if cmd.ValidArgsFunction == nil && strings.Contains(cmd.Use, " [DIR]") {
		cmd.ValidArgsFunction = directories
	}
}

// intentOf is the directory of the intent as far as a command line says it.
func intentOf(cmd *cobra.Command, args []string) string {
	if f := cmd.Flag("intent"); f != nil && f.Value.String() != "" {
		return f.Value.String()
	}
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			return arg
		}
	}
	return "."
}

// read reads the intent of a command line without a word; nil when it cannot be read.
func (p *project) read(cmd *cobra.Command, args []string) *intent.Intent {
	in, diags := intent.Load(intentOf(cmd, args), intent.Options{Vars: p.vars, VarFiles: p.varFiles})
	if diags.HasErrors() {
		return nil
	}
	return in
}

// switchNames offers the switches of the intent.
func (p *project) switchNames(cmd *cobra.Command, args []string) []string {
	in := p.read(cmd, args)
	if in == nil {
		return nil
	}
	names := make([]string, len(in.Devices))
	for i := range in.Devices {
		names[i] = in.Devices[i].Name
	}
	return names
}

// faultNames offers what can happen to each switch of the intent.
func (l *labUp) faultNames(cmd *cobra.Command, args []string) (names []string) {
	for _, device := range l.switchNames(cmd, args) {
		for _, fault := range lab.Faults() {
			names = append(names, device+"="+fault)
		}
	}
	return names
}

// classNames offers the traffic classes of the intent. Of what stands before the flag only a third argument is one.
func (e *explaining) classNames(cmd *cobra.Command, args []string) []string {
	in := e.read(cmd, args[min(len(args), 2):])
	if in == nil {
		return nil
	}
	return classNames(in)
}

// portNames offers the ports that the intent names on a switch.
func (p *project) portNames(cmd *cobra.Command, args []string, device string) (names []string) {
	in := p.read(cmd, args)
	if in == nil {
		return nil
	}
	work, diags := compiler.Resolve(in, compiler.Options{Target: []string{device}, Dir: intentOf(cmd, args)})
	if diags.HasErrors() {
		return nil
	}
	err := work.Each(context.Background(), func(_ int, u *compiler.Unit) {
		for i := range u.Site.Ports {
			names = append(names, u.Site.Ports[i].Name)
		}
	})
	if err != nil {
		return nil
	}
	return names
}

// arguments offers a switch, then its ports, then directories.
func (e *explaining) arguments(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return completing(e.switchNames).words(cmd, args, typed)
	case 1:
		return e.portNames(cmd, nil, args[0]), cobra.ShellCompDirectiveNoFileComp
	}
	return directories(cmd, args, typed)
}

// runNames offers the runs on record, the last one first.
func runNames(cmd *cobra.Command, args []string) (names []string) {
	runs, err := apply.Runs(filepath.Join(intentOf(cmd, nil), journalDir))
	if err != nil || len(args) > 0 {
		return nil
	}
	for i := range runs {
		names = append(names, runs[len(runs)-1-i].ID)
	}
	return names
}
