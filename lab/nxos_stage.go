package lab

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// nxosStage is the dual-stage mode of a session (nxos.md 6.3, 6.4, 7): lines are kept, and become live together in a commit.
type nxosStage struct {
	device vendors.Device // what ran when the mode was entered, with the lines on top
	lines  []string       // that were taken
	typed  bool           // there is something to commit, though it was ignored
	wrong  string         // what the commit is going to say about the first line that is only wrong where it stands
	void   bool           // a line was ignored that led into a view: nothing of it comes to anything
}

// What the switch says and asks in dual-stage mode.
const (
	saysEnter       = "Enter configuration commands, one per line. End with CNTL/Z.\n"
	saysVerified    = "Verification Succeeded.\n\nProceeding to apply configuration. This might take a while depending on amount of configuration in buffer.\nPlease avoid other configuration changes during this time.\n"
	saysCommitID    = "Configuration committed by user '%s' using Commit ID : %d\n"
	saysUnverified  = "Failed. err=%s\ncommit verification failed\n"
	asksUncommitted = "Uncommitted changes found, commit them before exiting (yes/no/cancel)? [cancel] "
)

// nxosStageVerbs are the commands of dual-stage mode that are no configuration.
var nxosStageVerbs = []verb[*nxosSession]{
	{"show configuration", "in dual-stage mode: what is not committed", (*nxosSession).showStaged},
	{"commit", "make it live, and confirm a commit before", (*nxosSession).commitPlain},
	{"commit confirmed <seconds>", "make it live until then, or for good when it is confirmed", (*nxosSession).commitConfirmed},
	{"abort", "leave without it", (*nxosSession).abortStage},
	{"end", "leave", (*nxosSession).endStage},
}

// hasStage tells whether a release has the mode: 10.2 and later.
func hasStage(release string) bool {
	return strings.HasPrefix(release, "10.") && !strings.HasPrefix(release, "10.1(") && release != "10.1"
}

func (c *nxosSession) enterStage([]string) (string, error) {
	return c.locked(func() string {
		if !hasStage(c.n.sw.cfg.Platform.Release) {
			return "% Invalid command at '^' marker.\n"
		}
		c.restage()
		if c.n.sw.faulty(FaultCandidate) {
			c.stage.lines = c.n.foreign()
		}
		return saysEnter
	})
}

// restage begins the mode anew, with nothing in it. mu is held.
func (c *nxosSession) restage() {
	c.view = []string{"configure terminal"}
	c.stage = &nxosStage{device: c.n.copyOf(c.n.sw.text)}
	enterView(c.stage.device, c.view, nil)
}

// leaveStage is in exec mode again.
func (c *nxosSession) leaveStage() { c.view, c.stage = nil, nil }

// inStage does a line in dual-stage mode. done says that it is a line of this mode.
func (c *nxosSession) inStage(line string) (answer string, done bool, err error) {
	words := strings.Fields(line)
	if do, args, why, _ := find(nxosStageVerbs, words); why == fits {
		answer, err = do.do(c, args)
		return answer, true, err
	}
	switch {
	case words[0] == "exit" && len(c.view) == 1:
		answer, err = c.endStage(nil)
	case isExec(words):
		return "", false, nil
	default:
		answer = c.stageLine(line)
	}
	return answer, true, err
}

// stageLine keeps a line. Its syntax is looked at now, and whether it can be done at the commit.
func (c *nxosSession) stageLine(line string) (answer string) {
	prompt := c.prompt()
	answer, _ = c.locked(func() string {
		s, was := c.stage, len(c.view)
		if _, err := s.device.Do(vendors.Step{Commands: []string{line}}); err != nil {
			says := nxosRefusal(prompt, line, err)
			if strings.Contains(says, "% ") {
				return says
			}
			if s.wrong == "" {
				s.wrong = strings.TrimSpace(strings.TrimPrefix(says, "ERROR:"))
			}
		}
		c.view, s.typed = vendors.ViewOf(s.device), true
		switch {
		case !c.v.ignore:
			s.lines = append(s.lines, line)
		case len(c.view) != was:
			s.void = true
		}
		return ""
	})
	return answer
}

func (c *nxosSession) showStaged([]string) (string, error) {
	return c.locked(func() string {
		var b strings.Builder
		b.WriteString("! Cached configuration\n")
		if len(c.stage.lines) > 0 {
			b.WriteString("!\n" + strings.Join(c.stage.lines, "\n") + "\n")
		}
		return b.String()
	})
}

func (c *nxosSession) commitPlain([]string) (string, error) {
	return c.locked(func() string { return c.commit(0) })
}

func (c *nxosSession) commitConfirmed(args []string) (string, error) {
	seconds, ok := number(args[0], 30, 65535)
	if !ok {
		return caret(c.prompt(), len("commit confirmed ")) + "% Invalid number at '^' marker.\n", nil
	}
	return c.locked(func() string { return c.commit(time.Duration(seconds) * time.Second) })
}

// commit makes live what was typed, until some time has passed or, with none, for good. mu is held.
func (c *nxosSession) commit(within time.Duration) (says string) {
	n, s := c.n, c.stage
	if len(s.lines) == 0 && !s.typed {
		if within == 0 && !c.v.ignore {
			n.confirm(c)
		}
		return ""
	}
	device, wrong := n.verified(s)
	if wrong != "" {
		return fmt.Sprintf(saysUnverified, wrong)
	}
	before := string(n.sw.text)
	if !c.v.ignore && !s.void {
		n.sw.device = device
		n.sw.changed()
		for _, line := range s.lines {
			n.remark(line)
		}
		n.note("%VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty by " + c.s.user + " on ssh")
		n.confirmed(c, before, within)
	}
	c.restage()
	return saysVerified + fmt.Sprintf(saysCommitID, c.s.user, n.addCommit(c.s.user, before))
}

// verified is a device that runs what is typed, on top of what runs now, or what is wrong with it. mu is held.
func (n *nxos) verified(s *nxosStage) (device vendors.Device, wrong string) {
	switch {
	case n.sw.readings[doubtStageQoS] == 1 && len(s.lines) > 0 && !strings.HasPrefix(s.lines[0], "feature "):
		return nil, "the configuration is not supported in dual-stage mode"
	case s.wrong != "":
		return nil, s.wrong
	}
	device = n.copyOf(n.sw.text)
	enterView(device, nil, nil)
	for _, line := range s.lines {
		feature, _, _ := strings.Cut(strings.TrimPrefix(line, "no "), " ")
		if feature == "lldp" && !hasLine(n.sw.text, "feature lldp") {
			return nil, "feature lldp is not enabled"
		}
		if _, err := device.Do(vendors.Step{Commands: []string{line}}); err != nil {
			return nil, strings.TrimSpace(strings.TrimPrefix(nxosRefusal("", line, err), "ERROR:"))
		}
	}
	return device, ""
}

func (c *nxosSession) abortStage([]string) (string, error) {
	c.leaveStage()
	return "", nil
}

// endStage leaves the mode, and asks about what is not committed.
func (c *nxosSession) endStage([]string) (string, error) {
	says := ""
	if len(c.stage.lines) > 0 && !c.dontAsk {
		answer, err := c.t.ask(asksUncommitted)
		switch {
		case err != nil:
			return "", err
		case yes(answer):
			if says, _ = c.commitPlain(nil); strings.HasPrefix(says, "Failed") {
				return says, nil
			}
		case answer == "" || !hasPrefixFold("no", answer):
			return "", nil
		}
	}
	c.leaveStage()
	return says, nil
}
