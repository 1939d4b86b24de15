package main

import (
	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
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
	offline      string
}

func (a *app) explainCommand() *cobra.Command {
	e := &explaining{format: textOrJSON(), dscp: absent(qos.NumDSCP), pcp: absent(qos.NumPCP)}
	cmd := &cobra.Command{
		Use:   "explain DEVICE PORT [DIR] --dscp N",
		Short: "Tell what a switch does with one packet, and which line says so",
		Long: `Follows a packet that arrives at PORT: its class, queue, PFC, ECN, schedule and MTU, each with the line of the intent that
says so, or with --offline the line of the switch's running configuration.`,
		Args:              cobra.RangeArgs(2, 3),
		ValidArgsFunction: e.arguments,
		RunE: func(_ *cobra.Command, args []string) error {
			e.device, e.port, e.dir = args[0], args[1], dirArg(args[2:])
			return a.explain(e)
		},
	}
	flags := cmd.Flags()
	flags.Var(&e.dscp, "dscp", "the packet's DSCP, 0 to 63")
	flags.Var(&e.pcp, "pcp", "the 802.1p priority in the packet's tag, 0 to 7")
	flags.StringVar(&e.offline, "offline", "", "explain by the running configuration in `BACKUPS`")
	cmd.MarkFlagsOneRequired("dscp", "pcp")
	e.format.flag(cmd)
	e.variableFlags(cmd)
	return cmd
}

func (a *app) explain(e *explaining) error {
	packet, err := explain.NewPacket(e.dscp.value, e.pcp.value)
	if err != nil {
		return err
	}
	in, err := a.load(&e.project)
	if err != nil {
		return err
	}
	e.targets = []string{e.device}
	result, diags := compiler.Compile(in, e.options())
	if len(result.Units) == 0 {
		a.diagnose(in.Files, diags)
		return silently(exitError)
	}
	report, err := e.report(in, result.Units[0], packet)
	if err != nil {
		return failed(err)
	}
	if e.format.is("json") {
		return failed(explain.JSON(a.out, report))
	}
	return failed(explain.Text(a.out, report))
}

func (e *explaining) report(in *intent.Intent, u *compiler.Unit, packet explain.Packet) (*explain.Report, error) {
	if e.offline == "" {
		return explain.Intended(in, u, e.port, packet)
	}
	backups, err := backup.Open(e.offline)
	if err != nil {
		return nil, err
	}
	defer backups.Close()
	text, err := backups.Read(u.Device.Name)
	if err != nil {
		return nil, err
	}
	path, err := backups.Path(u.Device.Name)
	if err != nil {
		return nil, err
	}
	return explain.Actual(u, path, text, e.port, packet)
}
