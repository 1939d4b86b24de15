package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/transport/backup"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
)

// labDir is where a lab keeps its switches, beside the intent.
func labDir(dir string) string { return filepath.Join(dir, journalDir, "lab") }

func (a *app) labCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "lab", Short: "Simulated switches to try weft on"}
	cmd.AddCommand(a.labUpCommand(), a.labEnterCommand())
	return cmd
}

// labUp is the command line of `weft lab up`.
type labUp struct {
	project
	configs string
	faults  []string
	seed    uint64
}

func (a *app) labUpCommand() *cobra.Command {
	l := &labUp{}
	cmd := &cobra.Command{
		Use:   "up [DIR]",
		Short: "Simulate every switch of an intent on loopback, until Ctrl-C",
		Long: `Starts a switch for each device of the intent: an SSH server that behaves as its vendor's command line does, and for SONiC a gNMI server as
well, each on a loopback port of its own. What a switch runs comes from BACKUPS the first time; afterwards every switch keeps what was
done to it, in .weft/lab beside the intent.

"weft plan --lab", "weft apply --lab" and the like speak to these switches. A person can log in with plain ssh, as is printed.

A fault happens to a switch from its N-th command on: ` + strings.Join(lab.Faults(), ", ") + `.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l.dir = dirArg(args)
			return a.labUp(cmd.Context(), l)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&l.configs, "configs", "", "what the switches run the first time: a directory of `BACKUPS` (default DIR/backups)")
	flags.Var(repeated{&l.faults, knownFault}, "fault", "have a fault happen: `SWITCH=NAME[:N]`; may be repeated")
	flags.Uint64Var(&l.seed, "seed", 0, "draw how switches behave where no source says; 0 is as weft assumes")
	l.variableFlags(cmd)
	l.switchFlags(cmd)
	completing(l.faultNames).flag(cmd, "fault")
	return cmd
}

func (a *app) labUp(ctx context.Context, l *labUp) error {
	in, err := a.load(&l.project)
	if err != nil {
		return err
	}
	work, diags := compiler.Resolve(in, l.options())
	if a.diagnose(in.Files, diags); diags.HasErrors() {
		return silently(exitError)
	}
	configs, err := labConfigs(ctx, work, l)
	if err != nil {
		return failed(err)
	}
	up, err := lab.Up(labDir(l.dir), configs)
	if err != nil {
		return failed(err)
	}
	if err := a.inject(up, l.faults); err != nil {
		return failed(errors.Join(err, up.Close()))
	}
	if err := a.tellLab(up, l.dir); err != nil {
		return failed(errors.Join(err, up.Close()))
	}
	<-ctx.Done()
	return failed(up.Close())
}

// labConfigs are the switches of an intent as they come to the lab.
func labConfigs(ctx context.Context, work *compiler.Project, l *labUp) ([]lab.Config, error) {
	from := l.configs
	if from == "" {
		from = filepath.Join(l.dir, "backups")
	}
	backups, err := backup.Open(from)
	if err != nil {
		return nil, err
	}
	defer backups.Close()
	configs := make([]lab.Config, work.Len())
	errs := make([]error, work.Len())
	err = work.Each(ctx, func(i int, u *compiler.Unit) {
		running, err := backups.Read(u.Device.Name)
		errs[i] = err
		configs[i] = lab.Config{
			Name: u.Device.Name, Vendor: u.Vendor, Platform: u.Site.Platform, Running: running, Seed: l.seed,
			Links: cables(work.Fabric, u.Device.Name),
		}
		if u.Vendor == nil || u.Site.Platform.Row == nil {
			errs[i] = fmt.Errorf("%s: %s", u.Device.Name, u.Reason())
		}
	})
	return configs, errors.Join(append(errs, err)...)
}

// cables are what LLDP shows of a switch.
func cables(f *fabric.Fabric, name string) []lab.Link {
	var links []lab.Link
	for _, l := range f.Links {
		if l.A.Device == name {
			links = append(links, lab.Link{Port: l.A.Port, Neighbour: l.B.Device, NeighbourPort: l.B.Port})
		}
		if l.B.Device == name {
			links = append(links, lab.Link{Port: l.B.Port, Neighbour: l.A.Device, NeighbourPort: l.A.Port})
		}
	}
	return links
}

// knownFault judges a value of --fault, but for the switch.
func knownFault(text string) error {
	_, _, err := lab.ParseFault(text)
	return err
}

func (a *app) inject(up *lab.Fabric, faults []string) error {
	for _, text := range faults {
		device, fault, err := lab.ParseFault(text)
		if err != nil {
			return err
		}
		if err := up.Inject(device, fault); err != nil {
			return err
		}
	}
	return nil
}

// tellLab prints how to reach each switch.
func (a *app) tellLab(up *lab.Fabric, dir string) error {
	at, err := up.Reach()
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, sw := range up.Switches() {
		how := at.Switches[sw.Name()]
		host, port, _ := strings.Cut(how.SSH, ":")
		fmt.Fprintf(table, "%s\t%s\tssh -o UserKnownHostsFile=%s -p %s %s@%s", sw.Name(), how.Vendor, shown(at.KnownHosts), port, at.User, host)
		if how.GNMI != "" {
			fmt.Fprintf(table, "\tgNMI %s", how.GNMI)
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "The password is in %s. %s up, until Ctrl-C. Try: weft plan %s --lab\n",
		shown(at.PasswordFile), count(len(up.Switches()), "switch is", "switches are"), dir)
	return nil
}

// shown is a path as it is shortest from here.
func shown(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && len(short) < len(path) {
		return short
	}
	return path
}

// labBook has the addresses and credentials of the lab beside the intent.
func labBook(in *intent.Intent, dir string) (*reach.Book, error) {
	at, err := lab.ReadReach(labDir(dir))
	if err != nil {
		return nil, fmt.Errorf("%w: start it with weft lab up %s", err, dir)
	}
	known, err := ssh.LoadKnownHosts(at.KnownHosts)
	if err != nil {
		return nil, err
	}
	login := &reach.Login{Name: "lab", User: at.User, Password: secret.Source{File: at.PasswordFile}, CAFile: at.CA}
	var switches []reach.Switch
	for i := range in.Devices {
		d := &in.Devices[i]
		how, there := at.Switches[d.Name]
		vendor, err := vendors.Lookup(d.Vendor.V)
		if !there || err != nil {
			continue
		}
		switches = append(switches, reach.Switch{Name: d.Name, Address: how.SSH, GNMI: how.GNMI, Via: d.Transport.V, Login: login, Vendor: vendor})
	}
	return reach.New(dir, known, switches), nil
}

func (a *app) labEnterCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "enter SWITCH LINE...",
		Short: "Log in to a switch of the lab and enter lines, as a person would",
		Args:  cobra.MinimumNArgs(2),
		ValidArgsFunction: completing(func(cmd *cobra.Command, args []string) []string {
			if len(args) > 0 {
				return nil
			}
			return (&project{}).switchNames(cmd, nil)
		}).words,
		RunE: func(cmd *cobra.Command, args []string) error {
			return failed(a.labEnter(cmd.Context(), dir, args[0], args[1:]))
		},
	}
	cmd.Flags().StringVar(&dir, "intent", ".", "the `DIR` of the intent that the lab is of")
	return cmd
}

func (a *app) labEnter(ctx context.Context, dir, name string, lines []string) (err error) {
	p := &project{dir: dir}
	in, err := a.load(p)
	if err != nil {
		return err
	}
	book, err := labBook(in, dir)
	if err != nil {
		return err
	}
	s, err := book.Terminal(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, line := range lines {
		answer, err := s.Run(ctx, vendors.Entry{Line: line})
		if err != nil {
			return err
		}
		fmt.Fprintln(a.out, line)
		if text := strings.TrimSpace(answer.Text + answer.Errors); text != "" {
			fmt.Fprintln(a.out, text)
		}
	}
	return nil
}
