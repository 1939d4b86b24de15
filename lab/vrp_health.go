package lab

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
)

// looked writes a table of health, of one port or of all.
func (c *vrpSession) looked(args []string, table func(health) string) (string, error) {
	return c.locked(func() string {
		name := ""
		if len(args) > 0 {
			name = args[0]
		}
		ports := c.v.sw.health().port(name)
		if ports == nil && name != "" {
			return "Error: Wrong parameter found at '^' position.\n"
		}
		return table(ports)
	})
}

func (p portHealth) phy() string {
	if p.shut {
		return "*down"
	}
	return p.state()
}

func (c *vrpSession) showBrief([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		var b strings.Builder
		b.WriteString("PHY: Physical\n*down: administratively down\n^down: standby\n(l): loopback\n(s): spoofing\n(ed): error down\n" +
			"InUti/OutUti: input utility rate/output utility rate\n" +
			"Interface                  PHY      Protocol  InUti OutUti   inErrors  outErrors\n")
		for _, p := range h {
			if p.lag == "" {
				fmt.Fprintf(&b, "%-26s %-8s %-9s %5s %6s %10d %10d\n", p.name, p.phy(), p.state(), "0%", "0%", 0, 0)
			}
		}
		names, members := h.bundles()
		for _, name := range names {
			up := upWord(members[name].anyUp())
			fmt.Fprintf(&b, "%-26s %-8s %-9s %5s %6s %10d %10d\n", name, up, up, "0%", "0%", 0, 0)
			for _, p := range members[name] {
				fmt.Fprintf(&b, "  %-24s %-8s %-9s %5s %6s %10d %10d\n", p.name, p.phy(), p.state(), "0%", "0%", 0, 0)
			}
		}
		return b.String()
	})
}

func (c *vrpSession) showLLDP([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		if !hasLine(c.v.sw.text, "lldp enable") {
			return "Error: LLDP is not enabled globally.\n"
		}
		var b strings.Builder
		b.WriteString("Local Interface         Exptime(s) Neighbor Interface      Neighbor Device\n" + strings.Repeat("-", 74) + "\n")
		for _, p := range h {
			if p.link != nil && p.up {
				fmt.Fprintf(&b, "%-23s %10d %-23s %s\n", p.name, 96, p.link.NeighbourPort, p.link.Neighbour)
			}
		}
		return b.String()
	})
}

func (c *vrpSession) showTrunks([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		var b strings.Builder
		names, members := h.bundles()
		for _, name := range names {
			fmt.Fprintf(&b, "%s's state information is:\nLocal:\nLAG ID: %s       WorkingMode: Static\nOperating Status: %s       Number Of Up Ports In Trunk: %d\n%s",
				name, strings.TrimPrefix(name, "Eth-Trunk"), upWord(members[name].anyUp()), members[name].up(), ruler)
			b.WriteString("ActorPortName              Status   PortType PortPri PortNo PortKey PortState Weight\n")
			for _, p := range members[name] {
				fmt.Fprintf(&b, "%-26s %-8s %-8s %-7d %-6d %-7d %-9s %d\n", p.name, p.selected(), "-", 32768, 1, 1, "10111100", 1)
			}
			b.WriteString("\nPartner:\n" + ruler + "ActorPortName              SysPri   SystemID       PortPri PortNo PortKey PortState\n\n")
		}
		return b.String()
	})
}

func (p portHealth) selected() string {
	if p.up {
		return "Selected"
	}
	return "Unselect"
}

// up counts the ports that are up.
func (h health) up() (n int) {
	for _, p := range h {
		if p.up {
			n++
		}
	}
	return n
}

func (c *vrpSession) showDCB([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		line := strings.Repeat("-", 79) + "\n"
		var b strings.Builder
		b.WriteString("M:Manual;    A:Auto\n" + line + "Interface         PFC Name     PFC Status  ETS Name    ETS Status App-Profile\n" + line)
		for _, p := range h {
			fmt.Fprintf(&b, "%-17s %-12s %-11s %-11s %-10s %s\n", p.name, dash(p.profile), p.pfcStatus(), "-", "-", "-")
		}
		return b.String() + line
	})
}

// pfcStatus is whether PFC works on a port: in manual mode when hardware has it, in auto mode never, since no peer in the lab negotiates.
func (p portHealth) pfcStatus() string {
	switch {
	case p.pfc == "auto":
		return "FAILED(A)"
	case p.lossless == 0:
		return "-"
	}
	return "ENABLE(M)"
}

func (c *vrpSession) showPFC(args []string) (string, error) {
	return c.looked(args, func(h health) string {
		line := strings.Repeat("-", 89) + "\n"
		var b strings.Builder
		b.WriteString(line + "Interface         Queue         Received(Frames)        ReceivedRate(pps)     DeadlockNum\n" +
			"                             Transmitted(Frames)     TransmittedRate(pps)     RecoveryNum\n" + line)
		for _, p := range h {
			name := p.name
			for q := range qos.NumQueues {
				if p.lossless>>q&1 == 0 {
					continue
				}
				fmt.Fprintf(&b, "%-17s %5d %24d %24d %15d\n%48d %24d %15d\n", name, q, 0, 0, p.shuts, 0, 0, p.shuts)
				name = ""
			}
			if name == "" {
				b.WriteString(line)
			}
		}
		return b.String()
	})
}

func (c *vrpSession) showDeadlocks([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		line := strings.Repeat("-", 54) + "\n"
		var b strings.Builder
		b.WriteString(line + "Interface      Queue  TriggerMode Threshold  Status\n" + line)
		for _, p := range h {
			name := p.name
			for q := range qos.NumQueues {
				if p.lossless>>q&1 == 1 && p.watched {
					fmt.Fprintf(&b, "%-14s %5d  %-11s %9d  %s\n", name, q, "TurnOff", 20, "LinkUp")
					name = ""
				}
			}
		}
		return b.String() + line
	})
}

func (c *vrpSession) showQueues(args []string) (string, error) {
	return c.looked(args, func(h health) string {
		line := " " + strings.Repeat("-", 94) + "\n"
		var b strings.Builder
		b.WriteString(line + " Queue   CIR/PIR              Passed     Pass Rate             Dropped     Drop Rate  Drop Time\n" +
			"     (% or kbps)     (Packets/Bytes)     (pps/bps)     (Packets/Bytes)     (pps/bps)\n" + line)
		for q := range qos.NumQueues {
			drops := h[0].dropsOf(q)
			fmt.Fprintf(&b, "%6d %9d %19d %13d %19d %13d %10s\n%16d %19d %13d %19d %13d\n%s", q, 0, 0, 0, drops, 0, "-", 100000000, 0, 0, drops*1000, 0, line)
		}
		return b.String()
	})
}

func (c *vrpSession) showApplied([]string) (string, error) {
	return c.looked(nil, func(h health) string {
		var rows []string
		for _, p := range h {
			for _, policy := range p.policies {
				name, direction, _ := strings.Cut(policy, " ")
				where := map[string]string{"inbound": "(IN)", "outbound": "(OUT)"}[direction]
				state := "success"
				if p.failed[policy] {
					state = "fail(3)"
				}
				rows = append(rows, fmt.Sprintf("%-36s %-26s %-5s %s\n", name, p.name+where, "1", state))
			}
		}
		return fmt.Sprintf("Total records : %d\n", len(rows)) + ruler + "Policy Type/Name                     Apply Parameter            Slot  State\n" + ruler +
			strings.Join(rows, "") + ruler
	})
}
