package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/compiler/explain"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/transport/backup"
)

// explaining is the command line of `weft explain`.
type explaining struct {
	project
	format       *format
	device, port string
	dscp, pcp    field
	class        string // whose packet it is, instead of dscp and pcp
	offline      string
	running      string // a file; nothing else is known then
	diff         bool
}

func (a *app) explainCommand() *cobra.Command {
	e := &explaining{format: textOrJSON(), dscp: absent(qos.NumDSCP), pcp: absent(qos.NumPCP)}
	cmd := &cobra.Command{
		Use:   "explain DEVICE PORT [DIR] --dscp N | --class NAME",
		Short: "Tell what a switch does with one packet, and which line says so",
		Long: `Follows a packet that arrives at PORT, and leaves through a port that is configured alike: its class, PFC, headroom and watchdog, queue,
ECN, MTU, and what the switch at the other end of the cable does with it. With each decision are the line of the intent that says so, or with
--offline the line of the switch's running configuration, and what the rules of docs/checks find about it.

--class takes a packet with the first DSCP and the first 802.1p priority that the traffic_class block NAME lists.

--diff shows the way before, by the running configuration in BACKUPS, and after, by the intent: what changes has a sign. --running takes one
running configuration of a switch by the name DEVICE, and needs no intent.`,
		Args:              cobra.RangeArgs(2, 3),
		ValidArgsFunction: e.arguments,
		RunE: func(_ *cobra.Command, args []string) error {
			e.device, e.port, e.dir = args[0], args[1], dirArg(args[2:])
			if e.diff && e.offline == "" {
				return errors.New("--diff goes with --offline: what the switches run is what it compares the intent with")
			}
			return a.explain(e)
		},
	}
	flags := cmd.Flags()
	flags.Var(&e.dscp, "dscp", "the packet's DSCP, 0 to 63")
	flags.Var(&e.pcp, "pcp", "the 802.1p priority in the packet's tag, 0 to 7")
	flags.StringVar(&e.class, "class", "", "a packet of the traffic class `NAME`: with the first DSCP and the first 802.1p priority that it lists")
	flags.StringVar(&e.offline, "offline", "", "explain by the running configuration in `BACKUPS`")
	flags.StringVar(&e.running, "running", "", "explain by one running configuration, from `FILE`, without an intent")
	flags.BoolVar(&e.diff, "diff", false, "show what changes from the running configuration in BACKUPS to the intent")
	cmd.MarkFlagsMutuallyExclusive("running", "offline")
	cmd.MarkFlagsMutuallyExclusive("running", "diff")
	for _, other := range []string{"dscp", "pcp", "running"} {
		cmd.MarkFlagsMutuallyExclusive("class", other)
	}
	cmd.MarkFlagsOneRequired("dscp", "pcp", "class")
	completing(e.classNames).flag(cmd, "class")
	e.format.flag(cmd)
	e.variableFlags(cmd)
	return cmd
}

func (a *app) explain(e *explaining) error {
	packet, err := explain.NewPacket(e.dscp.value, e.pcp.value)
	if err != nil {
		return err
	}
	if e.running != "" {
		report, err := e.alone(packet)
		return failed(errors.Join(err, a.printExplained(e, report)))
	}
	in, err := a.load(&e.project)
	if err != nil {
		return err
	}
	if e.class != "" {
		if packet, err = packetOf(in, e.class); err != nil {
			return failed(err)
		}
	}
	compiled, _ := compiler.Compile(in, e.options()) // what is wrong with other switches is none of this
	if !slices.ContainsFunc(compiled.Units, func(u *compiler.Unit) bool { return u.Device.Name == e.device }) {
		e.targets = []string{e.device}
		_, diags := compiler.Resolve(in, e.options())
		a.diagnose(in.Files, diags)
		return silently(exitError)
	}
	if e.diff {
		return failed(a.explainDiff(e, in, compiled, packet))
	}
	report, err := e.report(in, compiled, packet)
	return failed(errors.Join(err, a.printExplained(e, report)))
}

// packetOf is a packet of a traffic class, as its block says.
func packetOf(in *intent.Intent, name string) (explain.Packet, error) {
	i := slices.IndexFunc(in.Classes, func(c intent.Class) bool { return c.Name == name })
	if i < 0 {
		return explain.Packet{}, fmt.Errorf("there is no traffic class %q: there is %s", name, alternatives(classNames(in), "and"))
	}
	dscp, pcp := explain.Absent, explain.Absent
	c := &in.Classes[i]
	if len(c.DSCP.V) > 0 {
		dscp = int(c.DSCP.V[0])
	}
	if len(c.PCP.V) > 0 {
		pcp = int(c.PCP.V[0])
	}
	if dscp == explain.Absent && pcp == explain.Absent {
		return explain.Packet{}, fmt.Errorf("the traffic class %q lists no DSCP and no 802.1p priority: say with --dscp or --pcp which packet is meant", name)
	}
	return explain.NewPacket(dscp, pcp)
}

// classNames are the traffic classes of an intent.
func classNames(in *intent.Intent) []string {
	names := make([]string, len(in.Classes))
	for i := range in.Classes {
		names[i] = in.Classes[i].Name
	}
	return names
}

// report explains a packet by the intent, or by what the switches run.
func (e *explaining) report(in *intent.Intent, compiled *compiler.Result, packet explain.Packet) (*explain.Report, error) {
	if e.offline == "" {
		return explain.Intended(in, compiled, e.device, e.port, packet)
	}
	return e.actual(in, compiled, packet)
}

// actual explains a packet by what the switches run.
func (e *explaining) actual(in *intent.Intent, compiled *compiler.Result, packet explain.Packet) (*explain.Report, error) {
	backups, err := backup.Open(e.offline)
	if err != nil {
		return nil, err
	}
	defer backups.Close()
	find := func(device string) (string, []byte, error) {
		text, err := backups.Read(device)
		if err != nil {
			return "", nil, err
		}
		path, err := backups.Path(device)
		return path, text, err
	}
	return explain.ReadAll(in, compiled.Fabric, compiled.Units, find).Explain(e.device, e.port, packet)
}

// alone explains a packet by one running configuration.
func (e *explaining) alone(packet explain.Packet) (*explain.Report, error) {
	text, err := os.ReadFile(e.running)
	if err != nil {
		return nil, fmt.Errorf("reading the running configuration: %w", err)
	}
	reading, err := check.Read(e.running, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.running, err)
	}
	if reading.Name != e.device {
		return nil, fmt.Errorf("%s is the configuration of %s, not of %s", e.running, reading.Name, e.device)
	}
	return explain.Alone(reading, text, e.port, packet)
}

// explainDiff explains a packet by what the switches run, and beside it by the intent.
func (a *app) explainDiff(e *explaining, in *intent.Intent, compiled *compiler.Result, packet explain.Packet) error {
	before, err := e.actual(in, compiled, packet)
	if err != nil {
		return err
	}
	after, err := explain.Intended(in, compiled, e.device, e.port, packet)
	if err != nil {
		return err
	}
	if e.format.is("json") {
		return explain.DiffJSON(a.out, explain.Between(before, after))
	}
	return explain.DiffText(a.out, explain.Between(before, after))
}

// printExplained prints a report, if there is one.
func (a *app) printExplained(e *explaining, report *explain.Report) error {
	switch {
	case report == nil:
		return nil
	case e.format.is("json"):
		return explain.JSON(a.out, report)
	}
	return explain.Text(a.out, report)
}
