package main

import (
	"context"
	"fmt"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/transport/ssh"
)

// scanning is the command line of `weft hostkeys scan`.
type scanning struct {
	project
	format *format
	accept bool
}

func (a *app) hostkeysCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "hostkeys", Short: "Collect the host keys of switches"}
	cmd.AddCommand(a.hostkeysScanCommand())
	return cmd
}

func (a *app) hostkeysScanCommand() *cobra.Command {
	s := &scanning{format: textOrJSON()}
	cmd := &cobra.Command{
		Use:   "scan [DIR]",
		Short: "Show the host key of each switch, for a person to compare and accept",
		Long: `Asks every switch of the intent for its SSH host keys, without logging in, and shows their fingerprints. Nothing vouches for them:
compare them with what the switch says on its console, or with an inventory.

--accept then writes the new ones to the file known_hosts beside the intent, which is what weft believes. A switch that shows another key
than the one on record there is reported and never accepted: take its line out of the file first, if it has new keys for a reason.

Exit codes: 0 all switches answered, 1 error, or a key has changed, 6 some switches did not answer.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.dir = dirArg(args)
			return a.scanHostKeys(cmd.Context(), s)
		},
	}
	cmd.Flags().BoolVar(&s.accept, "accept", false, "believe the new ones from now on: add them to known_hosts")
	s.format.flag(cmd)
	s.variableFlags(cmd)
	s.switchFlags(cmd)
	return cmd
}

// scanned is what one switch showed.
type scanned struct {
	name string
	keys []ssh.HostKey
	err  error
}

// shownKey is one key as it is printed.
type shownKey struct {
	Switch      string `json:"switch"`
	Address     string `json:"address"`
	Fingerprint string `json:"fingerprint"`
	State       string `json:"state"` // "known", "new" or "CHANGED"
}

func (a *app) scanHostKeys(ctx context.Context, s *scanning) error {
	in, err := a.load(&s.project)
	if err != nil {
		return err
	}
	work, diags := compiler.Resolve(in, s.options())
	if a.diagnose(in.Files, diags); diags.HasErrors() {
		return silently(exitError)
	}
	book, err := fieldBook(in, s.dir)
	if err != nil {
		return failed(err)
	}
	all, err := scanAll(ctx, book, work, s)
	if err != nil {
		return failed(err)
	}
	return a.judgeKeys(book.KnownHosts, all, s)
}

// scanAll asks the switches that are spoken to over SSH.
func scanAll(ctx context.Context, book *reach.Book, work *compiler.Project, s *scanning) ([]scanned, error) {
	all := make([]scanned, work.Len())
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.liveOptions().Parallelism)
	for i, name := range work.Names() {
		all[i].name = name
		if book.Transport(name) != "ssh" {
			continue
		}
		group.Go(func() error {
			all[i].keys, all[i].err = book.HostKeys(ctx, name)
			return ctx.Err()
		})
	}
	return all, group.Wait()
}

// judgeKeys shows what the switches showed, and accepts it if that is wanted.
func (a *app) judgeKeys(known *ssh.KnownHosts, all []scanned, s *scanning) error {
	code, changed := exitOK, false
	rows := []shownKey{}
	var fresh []ssh.HostKey
	for _, sw := range all {
		if sw.err != nil {
			fmt.Fprintf(a.err, "%s: %v\n", sw.name, sw.err)
			code = exitPartly
		}
		for _, key := range sw.keys {
			isNew, err := known.Takes(key)
			rows = append(rows, shownKey{sw.name, key.Address, key.Fingerprint(), stateOf(isNew, err)})
			switch {
			case err != nil:
				fmt.Fprintf(a.err, "%s: %v\n", sw.name, err)
				changed = true
			case isNew:
				fresh = append(fresh, key)
			}
		}
	}
	if err := a.printKeys(rows, s.format); err != nil {
		return failed(err)
	}
	if err := a.acceptKeys(fresh, s); err != nil {
		return failed(err)
	}
	if changed {
		code = exitError
	}
	return silently(code)
}

func (a *app) printKeys(rows []shownKey, f *format) error {
	if f.is("json") {
		return a.printJSON(rows)
	}
	table := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.Switch, r.Address, r.Fingerprint, r.State)
	}
	return table.Flush()
}

// stateOf says in a word whether a key is on record.
func stateOf(isNew bool, err error) string {
	switch {
	case err != nil:
		return "CHANGED"
	case isNew:
		return "new"
	}
	return "known"
}

// acceptKeys adds new keys to the file beside the intent, or says how.
func (a *app) acceptKeys(fresh []ssh.HostKey, s *scanning) error {
	switch {
	case len(fresh) == 0:
		return nil
	case !s.accept:
		fmt.Fprintf(a.err, "%s not on record. When you have compared the fingerprints: weft hostkeys scan %s --accept\n",
			count(len(fresh), "key is", "keys are"), s.dir)
		return nil
	}
	file := filepath.Join(s.dir, knownHosts)
	added, err := ssh.AddHostKeys(file, fresh)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.err, "%s now in %s.\n", count(len(added), "new key is", "new keys are"), file)
	return nil
}
