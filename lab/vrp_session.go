package lab

import (
	"bytes"
	"errors"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// vrpSession is one session on the command line of a CloudEngine.
type vrpSession struct {
	v     *vrp
	s     *session
	t     *tty
	line  string // of the terminal: "VTY 0"
	quiet bool   // no questions (mmi-mode)
	f     verdict

	// The candidate. It is there while the session is in the system view or a view of it.
	view      []string       // where it is; none is the user view
	candidate vendors.Device // what runs with the lines on top
	base      []byte         // what ran when it was made
	lines     []string       // that were taken, from the system view on
	pending   bool           // they make a difference
	ignored   int            // the depth of the view where a line was ignored that led into another one; 0 for none
}

func (c *vrpSession) prompt() string {
	c.v.sw.mu.Lock()
	defer c.v.sw.mu.Unlock()
	name := c.v.sw.hostname()
	if c.view == nil {
		return "<" + name + ">"
	}
	flag := "~"
	if c.pending {
		flag = "*"
	}
	return "[" + flag + name + vrpView(c.view) + "]"
}

// vrpViews are what stands in the prompt for a view, before the last word of the command that leads to it.
var vrpViews = []struct{ view, says string }{
	{"interface", "-"},
	{"dcb pfc", "-dcb-pfc-"},
	{"dcb ets-profile", "-dcb-ets-"},
	{"dcb app-profile", "-dcb-app-"},
	{"drop-profile", "-drop-"},
	{"diffserv domain", "-dsdomain-"},
	{"traffic classifier", "-classifier-"},
	{"traffic behavior", "-behavior-"},
	{"traffic policy", "-trafficpolicy-"},
	{"acl", "-acl-"},
	{"port-group", "-port-group-"},
}

// vrpView is what stands in the prompt for a view.
func vrpView(view []string) string {
	if len(view) == 1 {
		return ""
	}
	words := strings.Fields(view[1])
	for _, v := range vrpViews {
		if !strings.HasPrefix(view[1], v.view) {
			continue
		}
		name := strings.Fields(strings.TrimPrefix(view[1], v.view))
		switch {
		case len(name) == 0:
			return strings.TrimSuffix(v.says, "-")
		case v.view == "traffic classifier":
			return v.says + name[0]
		}
		return v.says + name[len(name)-1]
	}
	return "-" + strings.Join(words, "-")
}

// press does what keys ask for: Ctrl-Z returns to the user view.
func (c *vrpSession) press(key keyError) error {
	if key != keySuspend || c.view == nil {
		return nil
	}
	_, err := c.back([]string{})
	return err
}

func (c *vrpSession) run(line string, f verdict) (answer string, err error) {
	c.f = f
	c.reserve()
	words := strings.Fields(line)
	if words[0][0] == '#' || words[0][0] == '!' {
		return "", nil
	}
	if isHelp(words) {
		return helpText + helpOf(vrpVerbs) + helpOf(c.ownVerbs()), nil
	}
	command, filter, _ := strings.Cut(line, "|")
	words = strings.Fields(command)
	verbs := append(append([]verb[*vrpSession]{}, vrpVerbs...), c.ownVerbs()...)
	do, args, why, at := find(verbs, words)
	switch {
	case why == fits:
		answer, err = do.do(c, args)
	case c.view != nil && !isVRPVerb(words):
		return c.configure(line), nil
	default:
		return c.wrong(command, wordStart(command, at), why), nil
	}
	if filter = strings.TrimSpace(filter); filter == "" || err != nil {
		return answer, err
	}
	kept, ok := filtered(answer, filter)
	if !ok {
		return c.wrong(line, strings.Index(line, "|"), unknown), nil
	}
	return kept, nil
}

// ownVerbs are the verbs of the user view, or of the other views.
func (c *vrpSession) ownVerbs() []verb[*vrpSession] {
	if c.view == nil {
		return vrpUserVerbs
	}
	return vrpSystemVerbs
}

// isVRPVerb tells words that cannot be configuration.
func isVRPVerb(words []string) bool {
	return len(words) == 0 || len(words[0]) > 2 && hasPrefixFold("display", words[0]) || strings.EqualFold(words[0], "commit") || strings.EqualFold(words[0], "abort")
}

var vrpMisfits = map[misfit]string{
	unknown:    "Error: Unrecognized command found at '^' position.\n",
	incomplete: "Error: Incomplete command found at '^' position.\n",
	ambiguous:  "Error: Ambiguous command found at '^' position.\n",
}

// wrong says where a line goes wrong, and how.
func (c *vrpSession) wrong(line string, at int, why misfit) string {
	return caret(c.prompt(), min(at, len(line))) + vrpMisfits[why]
}

// leave ends the session: its lock goes, and so does a trial that is not persistent.
func (c *vrpSession) leave() {
	v := c.v
	v.sw.mu.Lock()
	defer v.sw.mu.Unlock()
	if v.lock.by == c {
		v.lock = vrpLock{}
	}
	if t := v.kept.Trial; t != nil && t.Persist == "" && t.Line == c.line && !v.sw.closed {
		v.revertTrial()
	}
}

// reserve keeps the lock of a session that does something.
func (c *vrpSession) reserve() {
	c.v.sw.mu.Lock()
	defer c.v.sw.mu.Unlock()
	if c.v.lock.by == c {
		c.v.lock.used = time.Now()
	}
}

// locked reads or changes the state.
func (c *vrpSession) locked(do func() string) (string, error) {
	c.v.sw.mu.Lock()
	defer c.v.sw.mu.Unlock()
	return do(), nil
}

func (c *vrpSession) enter([]string) (string, error) {
	return c.locked(func() string {
		c.rebase([]string{"system-view"})
		if c.v.sw.faulty(FaultCandidate) {
			for _, line := range c.v.foreign() {
				c.take(line)
			}
		}
		return "Enter system view, return user view with return command.\n"
	})
}

// rebase starts a candidate on what runs now, in a view or as near to it as there is a block to enter. mu is held.
func (c *vrpSession) rebase(view []string) {
	sw := c.v.sw
	parsed, _ := sw.cfg.Vendor.Parse(sw.text)
	c.candidate = sw.cfg.Vendor.Replay(parsed, sw.cfg.Platform, sw.readings)
	c.base, c.lines, c.pending, c.ignored = sw.text, nil, false, 0
	for _, command := range view[1:] {
		if !hasLine(sw.text, command) {
			break
		}
		if c.take(command) != nil {
			break
		}
	}
	c.view = vendors.ViewOf(c.candidate)
}

// take types a line at the candidate. mu is held.
func (c *vrpSession) take(line string) error {
	if _, err := c.candidate.Do(vendors.Step{Commands: []string{line}}); err != nil {
		return err
	}
	was := len(c.view)
	c.view = vendors.ViewOf(c.candidate)
	if leaves := len(c.view) < was; c.ignored == 0 && c.f.ignore && !leaves {
		c.ignored = was
	}
	if c.ignored > 0 { // and so is all that is typed in a view that was entered so
		if len(c.view) <= c.ignored {
			c.ignored = 0
		}
		return nil
	}
	c.lines = append(c.lines, line)
	c.pending = c.pending || !bytes.Equal(c.candidate.Config().Bytes(), c.base)
	return nil
}

// configure types a line at the candidate.
func (c *vrpSession) configure(line string) (answer string) {
	prompt := c.prompt()
	answer, _ = c.locked(func() string {
		if says := c.v.barred(c); says != "" {
			return says
		}
		if !c.pending && !bytes.Equal(c.base, c.v.sw.text) {
			c.rebase(c.view)
		}
		err := c.take(line)
		var refused vendors.Answerer
		switch {
		case err == nil:
			return ""
		case !errors.As(err, &refused):
			return "Error: " + err.Error() + "\n"
		case !strings.Contains(refused.Answer(), "'^'"):
			return refused.Answer() + "\n"
		}
		return caret(prompt, strings.LastIndexByte(line, ' ')+1) + refused.Answer() + "\n"
	})
	return answer
}

// barred says why a session may not configure now, or nothing. mu is held.
func (v *vrp) barred(c *vrpSession) string {
	if by := v.lock.by; by != nil && by != c && time.Since(v.lock.used) < exclusiveIdles {
		return "Error: The configuration has been locked by user " + by.s.user + ".\n"
	}
	if t := v.kept.Trial; t != nil && t.User != c.s.user {
		return saysInTrial
	}
	return ""
}

// yesNo asks until the answer is yes or no.
func (c *vrpSession) yesNo(question string) (bool, error) {
	if c.quiet {
		return true, nil
	}
	for {
		answer, err := c.t.ask(question)
		switch {
		case err != nil:
			return false, err
		case yes(answer):
			return true, nil
		case answer != "" && hasPrefixFold("no", answer):
			return false, nil
		}
		question = "Error: Please choose 'YES' or 'NO' first before pressing 'Enter'. [Y/N]:"
	}
}

// asksCommit is asked when a view with changes in its candidate is left (cloudengine.md 6.5).
const asksCommit = "Warning: Uncommitted configurations found. Are you sure to commit them before exiting? [Y(yes)/N(no)/C(cancel)]:"

// up leaves a view, from the system view to the user view.
func (c *vrpSession) up(args []string) (string, error) {
	if len(c.view) > 1 {
		return c.configure("quit"), nil
	}
	return c.back(args)
}

// back goes to the user view.
func (c *vrpSession) back([]string) (string, error) {
	says, question := "", asksCommit
	for c.pending && !c.quiet {
		answer, err := c.t.ask(question)
		switch {
		case err != nil:
			return "", err
		case yes(answer):
			if says, err = c.commit(commitOptions{}); err != nil || strings.Contains(says, "Error:") {
				return says, err
			}
		case answer != "" && hasPrefixFold("no", answer):
			c.pending = false
		case answer != "" && hasPrefixFold("cancel", answer):
			return "", nil
		}
		question = "Error: Please choose 'YES', 'NO' or 'CANCEL' first before pressing 'Enter'. [Y(yes)/N(no)/C(cancel)]:"
	}
	c.view, c.candidate, c.base, c.lines, c.pending = nil, nil, nil, nil, false
	return says, nil
}

func (c *vrpSession) logout([]string) (string, error) { return "", errOver }
