package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// What the switch says about commits (cloudengine.md 6.5, 7).
const (
	saysCommitted   = "Committing..done.\n"
	saysInTrial     = "Error: The system is in trial configuration mode.\n"
	saysNoTrial     = "Error: No trial configuration exists.\n"
	saysWrongTrial  = "Error: The persist ID is different from that of the trial configuration.\n"
	saysCommitBusy  = "Error: The system is busy. Please retry the commit later.\n"
	saysAborted     = "Info: The trial configuration rollback succeeded.\n"
	saysRolledBackC = "Loading rollback changes\nCommitting\nCheck rollback result\nConfiguration rollback succeeded.\nPlease use 'display configuration commit changes last 1' to view the changes.\n"
	asksAbort       = "Warning: The trial configuration will be rolled back. Continue? [Y/N]:"
	asksRollback    = "Warning: This operation will revert configuration changes to the previous status. Continue? [Y/N]:"
	asksSave        = "Warning: The current configuration will be written to the device. Continue? [Y/N]:"
)

// commitOptions is what stands behind commit.
type commitOptions struct {
	trial                       bool
	within                      time.Duration
	persist, label, description string
}

// readCommit reads what stands behind commit: [trial [N]] [label L] [persist ID] [description TEXT]. at is the number of the wrong word.
func readCommit(words []string) (o commitOptions, at int, ok bool) {
	o.within = usualTrial
	for i := 0; i < len(words); i++ {
		word := strings.ToLower(words[i])
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case word == "trial" && i == 0:
			o.trial = true
			if n, err := strconv.Atoi(next); err == nil {
				o.within, i = time.Duration(n)*time.Second, i+1
			}
			if o.within < leastTrial || o.within > mostTrial {
				return o, i + 1, false
			}
		case word == "persist" && isIdentifier(next):
			o.persist, i = next, i+1
		case word == "label" && isIdentifier(next):
			o.label, i = next, i+1
		case word == "description" && next != "":
			o.description = strings.Join(words[i+1:], " ")
			return o, 0, len(o.description) <= 60
		default:
			return o, i + 1, false
		}
	}
	return o, 0, true
}

// isIdentifier tells a label or persist id: it does not start with a digit.
func isIdentifier(s string) bool {
	return s != "" && len(s) <= 256 && (s[0] < '0' || s[0] > '9')
}

func (c *vrpSession) commitPlain([]string) (string, error) { return c.commit(commitOptions{}) }

func (c *vrpSession) commitWith(args []string) (string, error) {
	o, at, ok := readCommit(strings.Fields(args[0]))
	if at := slices.Index(strings.Fields(args[0]), "persist"); at >= 0 && c.v.sw.faulty(FaultNoPersist) {
		return caret(c.prompt(), wordStart("commit "+args[0], at+1)) + "Error: Too many parameters found at '^' position.\n", nil
	}
	if !ok {
		line := "commit " + args[0]
		return caret(c.prompt(), wordStart(line, at)) + "Error: Wrong parameter found at '^' position.\n", nil
	}
	return c.commit(o)
}

// commit makes the candidate live, as a trial or not, or confirms a trial.
func (c *vrpSession) commit(o commitOptions) (string, error) {
	return c.locked(func() string {
		v := c.v
		if says := v.barred(c); says != "" {
			return says
		}
		if v.sw.faulty(FaultBusy) {
			return saysCommitBusy
		}
		if c.f.ignore {
			c.rebase(c.view)
			return saysCommitted
		}
		trial := v.kept.Trial
		switch {
		case o.persist != "" && !o.trial && trial == nil:
			return saysNoTrial
		case o.persist != "" && !o.trial && trial.Persist != o.persist:
			return saysWrongTrial
		case o.persist != "" && !o.trial:
			v.endTrial()
			v.addCommit(c.s.user, c.line, o.label, o.description)
			return saysCommitted
		case trial != nil && trial.Line != c.line:
			return saysInTrial
		case o.trial:
			return c.commitTrial(o)
		}
		return c.commitForGood(o)
	})
}

// commitTrial makes the candidate live until it is confirmed or taken back. A trial of the session that is on goes on with it. mu is held.
func (c *vrpSession) commitTrial(o commitOptions) string {
	v := c.v
	before := string(v.sw.text)
	if v.kept.Trial != nil {
		before = v.kept.Trial.Before
	}
	if says := c.goLive(); says != "" {
		return says
	}
	v.addCommit(c.s.user, c.line, o.label, o.description)
	if v.sw.faulty(FaultNoCommit) {
		return saysCommitted
	}
	v.startTrial(&vrpTrial{Persist: o.persist, User: c.s.user, Line: c.line, Before: before}, o.within)
	return saysCommitted + fmt.Sprintf("Info: The configuration will be rolled back in %d seconds if it is not confirmed.\n", int(o.within.Seconds()))
}

// commitForGood makes the candidate live, and confirms a trial of the session. mu is held.
func (c *vrpSession) commitForGood(o commitOptions) string {
	had := c.pending || c.v.kept.Trial != nil
	if says := c.goLive(); says != "" {
		return says
	}
	c.v.endTrial()
	if had {
		c.v.addCommit(c.s.user, c.line, o.label, o.description)
	}
	return saysCommitted
}

// goLive has the switch run the candidate: its lines on top of what runs now, whatever ran when they were typed. mu is held.
func (c *vrpSession) goLive() (says string) {
	if !c.pending {
		return ""
	}
	if err := c.v.commitLines(c.lines); err != nil {
		if refused, ok := err.(vendors.Answerer); ok {
			return refused.Answer() + "\nError: Failed to commit the configuration.\n"
		}
		return "Error: Failed to commit the configuration.\n"
	}
	c.rebase(c.view)
	return ""
}

func (c *vrpSession) abort(args []string) (string, error) {
	agreed, err := c.yesNo(asksAbort)
	if err != nil || !agreed {
		return "", err
	}
	return c.locked(func() string {
		trial := c.v.kept.Trial
		switch {
		case c.f.ignore:
			return saysAborted
		case trial == nil:
			return saysNoTrial
		case len(args) > 0 && trial.Persist != args[0]:
			return saysWrongTrial
		case len(args) == 0 && trial.Line != c.line:
			return saysInTrial
		}
		if err := c.v.revertTrial(); err != nil {
			return "Error: " + err.Error() + "\n"
		}
		if !c.pending && c.view != nil {
			c.rebase(c.view)
		}
		return saysAborted
	})
}

func (c *vrpSession) clear([]string) (string, error) {
	return c.locked(func() string {
		c.rebase(c.view)
		return ""
	})
}

// refresh puts the lines of the candidate on top of what runs now.
func (c *vrpSession) refresh([]string) (string, error) {
	return c.locked(func() string {
		lines, view := c.lines, c.view
		c.rebase([]string{"system-view"})
		for _, line := range lines {
			if c.take(line) != nil {
				c.rebase(view)
				return "Error: The candidate configuration conflicts with the running configuration.\n"
			}
		}
		return ""
	})
}

func (c *vrpSession) exclusive([]string) (string, error) {
	return c.locked(func() string {
		if says := c.v.barred(c); says != "" {
			return says
		}
		c.v.lock = vrpLock{by: c, used: time.Now()}
		return ""
	})
}

func (c *vrpSession) shared([]string) (string, error) {
	return c.locked(func() string {
		if c.v.lock.by == c {
			c.v.lock = vrpLock{}
		}
		return ""
	})
}

func (c *vrpSession) save([]string) (string, error) {
	agreed, err := c.yesNo(asksSave)
	if err != nil || !agreed {
		return "", err
	}
	return c.locked(func() string {
		const saving = "Now saving the current configuration to the slot 1 ...\n"
		sw := c.v.sw
		switch {
		case sw.faulty(FaultFull):
			return saving + "Error: The disk space is insufficient.\n"
		case sw.faulty(FaultBusy):
			return "Error: The system is busy. Please retry later.\n"
		case !c.f.ignore:
			sw.saved = []byte(string(sw.text))
			sw.changed()
		}
		return saving + "Info: Save the configuration successfully.\n"
	})
}

func (c *vrpSession) rollbackTo(args []string) (string, error) {
	return c.rollback(func() (text string, ok bool) {
		id, _ := strconv.Atoi(args[0])
		for _, p := range c.v.kept.Commits {
			if p.ID == id {
				return p.Text, true
			}
		}
		return "", false
	})
}

func (c *vrpSession) rollbackLast(args []string) (string, error) {
	return c.rollback(func() (text string, ok bool) {
		n, valid := number(args[0], 1, mostCommits)
		if at := len(c.v.kept.Commits) - 1 - n; valid && at >= 0 {
			return c.v.kept.Commits[at].Text, true
		}
		return "", false
	})
}

// rollback has the switch run a point. find is called with mu held.
func (c *vrpSession) rollback(find func() (text string, ok bool)) (string, error) {
	agreed, err := c.yesNo(asksRollback)
	if err != nil || !agreed {
		return "", err
	}
	return c.locked(func() string {
		text, ok := find()
		switch {
		case !ok:
			return "Error: The rollback point does not exist.\n"
		case c.v.kept.Trial != nil:
			return saysInTrial
		case c.v.barred(c) != "":
			return c.v.barred(c)
		case c.f.ignore:
			return saysRolledBackC
		}
		if err := c.v.sw.load([]byte(text)); err != nil {
			return "Error: " + err.Error() + "\n"
		}
		c.v.addCommit(c.s.user, c.line, "", "")
		return saysRolledBackC
	})
}

const asksReboot = "Warning: The system will reboot. Continue? [Y/N]:"

func (c *vrpSession) reboot([]string) (string, error) {
	agreed, err := c.yesNo(asksReboot)
	if err != nil || !agreed {
		return "", err
	}
	c.t.flush()
	if !c.f.ignore {
		if err := c.v.sw.Reboot(faultRules[FaultReboot].wait); err != nil {
			return "Error: " + err.Error() + "\n", nil
		}
	}
	return "", errOver
}
