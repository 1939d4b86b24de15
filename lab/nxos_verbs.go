package lab

import (
	"strings"
	"time"
)

// nxosVerbs are the commands that are no configuration (nxos.md 5 to 8).
var nxosVerbs = []verb[*nxosSession]{
	{"configure terminal", "change the configuration, one line after the other; end leaves", (*nxosSession).enter},
	{"configure dual-stage", "change the configuration, all lines in one commit", (*nxosSession).enterStage},
	{"end", "", nothing[*nxosSession]},
	{"exit", "log out", (*nxosSession).logout},
	{"logout", "", (*nxosSession).logout},
	{"quit", "", (*nxosSession).logout},
	{"terminal length <lines>", "lines of a page; 0 prints on", (*nxosSession).length},
	{"terminal width <columns>", "", nothing[*nxosSession]},
	{"terminal session-timeout <minutes>", "", nothing[*nxosSession]},
	{"terminal dont-ask", "no questions", (*nxosSession).doNotAsk},
	{"terminal no dont-ask", "", (*nxosSession).doAsk},
	{"no terminal dont-ask", "", (*nxosSession).doAsk},
	{"terminal no monitor", "", nothing[*nxosSession]},
	{"terminal monitor", "", nothing[*nxosSession]},
	{"show running-config", "what runs", (*nxosSession).showRunning},
	{"show running-config ipqos", "what runs of QoS", (*nxosSession).showQoS},
	{"show running-config interface <port>", "what runs of a port", (*nxosSession).showPort},
	{"show startup-config", "what it starts with", (*nxosSession).showStartup},
	{"copy running-config startup-config", "save", (*nxosSession).save},
	{"reload", "restart with what is saved", (*nxosSession).reload},
	{"checkpoint", "", (*nxosSession).pointUnnamed},
	{"checkpoint <name>", "a checkpoint, of at most ten", (*nxosSession).point},
	{"checkpoint file <file>", "a checkpoint as a file, such as bootflash:NAME", (*nxosSession).pointFile},
	{"show checkpoint summary", "the checkpoints", (*nxosSession).showPoints},
	{"show checkpoint <name>", "one of them", (*nxosSession).showPoint},
	{"rollback running-config checkpoint <name> [atomic] [best-effort] [stop-at-first-failure] [verbose]", "go back to a checkpoint", (*nxosSession).rollbackPoint},
	{"rollback running-config file <file> [atomic] [best-effort] [stop-at-first-failure] [verbose]", "go back to one in a file", (*nxosSession).rollbackFile},
	{"show configuration commit list", "the commits of dual-stage mode", (*nxosSession).showCommits},
	{"show configuration commit changes <id>", "what one of them changed", (*nxosSession).showCommit},
	{"rollback configuration to <id>", "go back to one of them", (*nxosSession).rollbackCommit},
	{"dir", "", (*nxosSession).dir},
	{"dir bootflash:", "the files", (*nxosSession).dir},
	{"show file <file>", "a file", (*nxosSession).showFile},
	{"delete <file>", "remove a file", (*nxosSession).remove},
	{"show version", "model and release", (*nxosSession).showVersion},
	{"show hostname", "", (*nxosSession).showHostname},
	{"show clock", "", (*nxosSession).showClock},
	{"show users", "", (*nxosSession).showUsers},
	{"show interface brief", "the ports", (*nxosSession).showBrief},
	{"show interface status", "", (*nxosSession).showStatus},
	{"show interface priority-flow-control", "PFC as hardware has it", (*nxosSession).showPFC},
	{"show interface <port> priority-flow-control", "", (*nxosSession).showPFC},
	{"show lldp neighbors", "the neighbours", (*nxosSession).showLLDP},
	{"show port-channel summary", "the bundles", (*nxosSession).showBundles},
	{"show queuing interface", "counters of queues", (*nxosSession).showQueuing},
	{"show queuing interface <port>", "", (*nxosSession).showQueuing},
	{"show queuing pfc-queue detail", "the PFC watchdog", (*nxosSession).showWatchdog},
	{"show queuing pfc-queue", "", (*nxosSession).showWatchdog},
	{"show logging", "the system log", (*nxosSession).showLog},
	{"show logging logfile", "", (*nxosSession).showLog},
	{"show logging last <lines>", "", (*nxosSession).showLast},
}

// nothing does nothing.
func nothing[C any](C, []string) (string, error) { return "", nil }

func (c *nxosSession) enter([]string) (string, error) {
	c.view = []string{"configure terminal"}
	c.n.sw.mu.Lock()
	defer c.n.sw.mu.Unlock()
	if c.n.typed == c {
		c.n.typed = nil
	}
	return saysEnter, nil
}

func (c *nxosSession) logout([]string) (string, error) { return "", errOver }

func (c *nxosSession) length(args []string) (string, error) {
	lines, ok := number(args[0], 0, 511)
	if !ok {
		return c.wrong("terminal length "+args[0], len("terminal length "), unknown), nil
	}
	c.t.page = lines
	return "", nil
}

func (c *nxosSession) doNotAsk([]string) (string, error) {
	c.dontAsk = true
	return "", nil
}

func (c *nxosSession) doAsk([]string) (string, error) {
	c.dontAsk = false
	return "", nil
}

// locked reads the state.
func (c *nxosSession) locked(read func() string) (string, error) {
	c.n.sw.mu.Lock()
	defer c.n.sw.mu.Unlock()
	return read(), nil
}

// printed is a text with the header that `show` puts before it. Comments that its file had there are left out (nxos.md 5).
func (n *nxos) printed(command string, text []byte) string {
	return "\n!Command: " + command +
		"\n!Running configuration last done at: " + n.sw.edited.UTC().Format(time.ANSIC) +
		"\n!Time: " + time.Now().UTC().Format(time.ANSIC) + "\n\n" + bodyOf(string(text))
}

// bodyOf is a configuration without the comments at its beginning.
func bodyOf(text string) string {
	for text != "" && (text[0] == '!' || text[0] == '\n' || text[0] == '\r') {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}

func (c *nxosSession) showRunning([]string) (string, error) {
	return c.locked(func() string { return c.n.printed("show running-config", c.n.sw.text) })
}

func (c *nxosSession) showStartup([]string) (string, error) {
	return c.locked(func() string {
		printed := c.n.printed("show startup-config", c.n.sw.saved)
		return strings.TrimPrefix(strings.Replace(printed, "!Running", "!Startup", 1), "\n")
	})
}

func (c *nxosSession) showQoS([]string) (string, error) {
	return c.locked(func() string {
		return c.n.printed("show running-config ipqos", []byte(qosLines(bodyOf(string(c.n.sw.text)))))
	})
}

func (c *nxosSession) showPort(args []string) (string, error) {
	return c.locked(func() string {
		name := nxosPortName(args[0])
		block := blockOf(string(c.n.sw.text), "interface "+name)
		if block == "" {
			return "% Invalid interface format at '^' marker.\n"
		}
		return c.n.printed("show running-config interface "+name, []byte("version "+c.n.sw.cfg.Platform.Release+"\n\n"+block))
	})
}

// qosLines are the blocks of policies and classes, and the lines of interfaces that attach policies.
func qosLines(text string) string {
	var b strings.Builder
	keep, header := false, ""
	for line := range strings.Lines(text) {
		words := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "interface "):
			keep, header = false, line
		case line[0] != ' ':
			keep, header = isQoSBlock(words), ""
			if keep {
				b.WriteString(line)
			}
		case keep:
			b.WriteString(line)
		case header != "" && strings.HasPrefix(words, "service-policy "):
			b.WriteString(header + line)
			keep, header = false, " "
		case header == " " && strings.HasPrefix(words, "service-policy "):
			b.WriteString(line)
		}
	}
	return b.String()
}

func isQoSBlock(header string) bool {
	for _, start := range []string{"version ", "class-map type ", "policy-map type ", "system qos"} {
		if strings.HasPrefix(header, start) && !strings.Contains(header, "control-plane") {
			return true
		}
	}
	return false
}

// blockOf is a block of a text, with its header; empty when there is none.
func blockOf(text, header string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch {
		case strings.TrimSpace(line) == header && line[0] != ' ':
			b.WriteString(line)
		case b.Len() > 0 && line[0] != ' ':
			return b.String()
		case b.Len() > 0:
			b.WriteString(line)
		}
	}
	return b.String()
}

func (c *nxosSession) showVersion([]string) (string, error) {
	return c.locked(func() string {
		p := c.n.sw.cfg.Platform
		return "Cisco Nexus Operating System (NX-OS) Software\n\nSoftware\n  NXOS: version " + p.Release +
			"\n\nHardware\n  cisco Nexus " + p.Model + " Chassis (simulated)\n  Device name: " + c.n.sw.hostname() + "\n"
	})
}

func (c *nxosSession) showHostname([]string) (string, error) {
	return c.locked(func() string { return c.n.sw.hostname() + "\n" })
}

func (c *nxosSession) showClock([]string) (string, error) {
	return time.Now().UTC().Format("15:04:05.000 UTC Mon Jan 02 2006") + "\n", nil
}

func (c *nxosSession) showUsers([]string) (string, error) {
	return "NAME     LINE         TIME         IDLE          PID COMMENT\n" + c.s.user + "\n", nil
}

func (c *nxosSession) showLog([]string) (string, error) {
	return c.locked(func() string { return strings.Join(c.n.log, "\n") + "\n" })
}

func (c *nxosSession) showLast(args []string) (string, error) {
	lines, ok := number(args[0], 1, 9999)
	if !ok {
		return "% Invalid number at '^' marker.\n", nil
	}
	return c.locked(func() string {
		log := c.n.log
		return strings.Join(log[max(0, len(log)-lines):], "\n") + "\n"
	})
}
