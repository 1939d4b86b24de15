package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// streams are where a command reads and writes: data to out, everything else to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// app is what every command shares: the streams and the flags that all have.
type app struct {
	streams
	noColor   bool
	verbose   bool
	ask       bool
	logFormat string
	log       *slog.Logger
	touched   bool             // switches may have been changed
	now       func() time.Time // the one clock of what is decided; waiting has its own
}

const about = `weft compiles one intent for a whole fabric into the QoS configuration of every switch in it, shows what would
change against what the switches run now, and proves the way there and back before anything is touched.`

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, s streams) int {
	a := &app{streams: streams{in: s.in, out: newOutlet(s.out), err: newOutlet(s.err)}, log: slog.New(slog.DiscardHandler), now: time.Now}
	root := a.root()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	code := codeOf(ctx, err)
	a.report(cmd, err, code)
	code = a.heard(code)
	_ = lost(a.err) // there is nobody to tell
	return code
}

// report says what is still to be said about a command's end.
func (a *app) report(cmd *cobra.Command, err error, code int) {
	var end ended
	switch {
	case code == exitInterrupted:
		fmt.Fprintln(a.err, "Interrupted.")
	case code == exitUsage:
		fmt.Fprintf(a.err, "%s: %s: see '%s --help'\n", cmd.CommandPath(), oneLine(err), cmd.CommandPath())
	case errors.As(err, &end) && end.err != nil:
		fmt.Fprintf(a.err, "Error: %v\n", end.err)
	}
}

// oneLine puts what the parser says on one line, with the first of its suggestions.
func oneLine(err error) string {
	said, suggested, ok := strings.Cut(err.Error(), "\n\nDid you mean this?\n\t")
	if !ok {
		return said
	}
	best, _, _ := strings.Cut(suggested, "\n")
	return said + ", did you mean " + strconv.Quote(best) + "?"
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:               "weft",
		Short:             "QoS of a lossless fabric, compiled and proved",
		Long:              about,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.start() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	a.commonFlags(root.PersistentFlags())
	root.AddCommand(a.initCommand(), a.validateCommand(), a.fmtCommand(), a.compileCommand(), a.planCommand(),
		a.applyCommand(), a.rollbackCommand(), a.runsCommand(), a.driftCommand(), a.showCommand(), a.hostkeysCommand(), a.labCommand(), a.explainCommand(), a.auditCommand(), a.alertsCommand(), a.schemaCommand(), a.versionCommand())
	fixed("text", "json").flag(root, "log-format")
	complete(root)
	knownShells(root)
	knownTopics(root)
	return root
}

// knownTopics makes help on a command that there is none an error: the parser would print the help of weft and be content.
func knownTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Args = func(_ *cobra.Command, topic []string) error {
				if _, rest, err := root.Find(topic); err != nil || len(rest) > 0 {
					return fmt.Errorf("no command %q", strings.Join(topic, " "))
				}
				return nil
			}
		}
	}
}

// knownShells makes completion for a shell that there is none for an error: the parser would print the help and be content.
func knownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = func(_ *cobra.Command, args []string) error {
				if len(args) == 0 {
					return errors.New("name a shell: bash, zsh, fish or powershell")
				}
				return fmt.Errorf("no shell %q: there is bash, zsh, fish and powershell", args[0])
			}
			c.RunE = func(*cobra.Command, []string) error { return nil } // Args has refused
		}
	}
}

func (a *app) commonFlags(flags *pflag.FlagSet) {
	flags.BoolVar(&a.noColor, "no-color", os.Getenv("NO_COLOR") != "", "print without colour; also NO_COLOR")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "print everything, and log what is being done")
	flags.BoolVar(&a.ask, "input", os.Getenv("WEFT_INPUT") != "false", "ask on a terminal for what is missing; also WEFT_INPUT")
	flags.StringVar(&a.logFormat, "log-format", "text", "how to log: text or json")
}
