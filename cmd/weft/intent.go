package main

import (
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
)

// project is the command line of a command that works on an intent.
type project struct {
	dir            string
	vars, varFiles []string
	targets        []string
	exclude        []string
	parallelism    workers
}

// variableFlags are those of every command that reads an intent.
func (p *project) variableFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(repeated{&p.vars, pair("NAME=VALUE")}, "var", "give a variable its value: `NAME=VALUE`; may be repeated")
	flags.StringArrayVar(&p.varFiles, "var-file", nil, "read values of variables from a `FILE`; may be repeated")
}

// switchFlags choose switches.
func (p *project) switchFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&p.targets, "target", nil, "only switches whose name matches `GLOB`; may be repeated")
	flags.StringArrayVar(&p.exclude, "exclude", nil, "no switches whose name matches `GLOB`; may be repeated")
	completing(p.switchNames).flag(cmd, "target")
	completing(p.switchNames).flag(cmd, "exclude")
	flags.Var(&p.parallelism, "parallelism", "switches to work on at once (default one for each processor; 64 that are read live, 16 that are changed)")
}

func (p *project) options() compiler.Options {
	return compiler.Options{Target: p.targets, Exclude: p.exclude, Dir: p.dir, Parallelism: int(p.parallelism)}
}

// liveOptions are those for work that mostly waits for switches.
func (p *project) liveOptions() compiler.Options {
	o := p.options()
	if o.Parallelism == 0 {
		o.Parallelism = liveParallelism
	}
	return o
}

// dirArg is the directory that a command was given, or the current one.
func dirArg(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// load reads the intent. Its diagnostics are printed; with an error among them there is none.
func (a *app) load(p *project) (*intent.Intent, error) {
	in, diags := a.read(p)
	if diags.HasErrors() {
		return nil, silently(exitError)
	}
	return in, nil
}

// read reads the intent, and prints its diagnostics. With an error among them the intent has nothing but its files.
func (a *app) read(p *project) (*intent.Intent, hcl.Diagnostics) {
	in, diags := intent.Load(p.dir, intent.Options{Vars: p.vars, VarFiles: p.varFiles, Ask: a.asking()})
	a.diagnose(in.Files, diags)
	if !diags.HasErrors() {
		a.log.Info("read the intent", "dir", p.dir, "switches", len(in.Devices))
	}
	return in, diags
}

// likenesses tells which platforms behave the same where the intent asks the same of them, and which do not.
func (a *app) likenesses(in *intent.Intent, list []compiler.Likeness) {
	var differ hcl.Diagnostics
	for _, l := range list {
		if l.Same() {
			fmt.Fprintf(a.err, "%s.\n", l.Text())
			continue
		}
		differ = append(differ, l.Warning())
	}
	a.diagnose(in.Files, differ)
}

// diagnose prints diagnostics with their source lines.
func (a *app) diagnose(files map[string]*hcl.File, diags hcl.Diagnostics) {
	if len(diags) == 0 {
		return
	}
	if err := intent.WriteDiagnostics(a.err, files, diags, uint(widthOf(a.err)), a.colour(a.err)); err != nil {
		fmt.Fprintln(os.Stderr, diags.Error())
	}
}
