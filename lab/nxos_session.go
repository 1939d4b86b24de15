package lab

import (
	"errors"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// nxosSession is one session on the command line of a Nexus.
type nxosSession struct {
	n       *nxos
	s       *session
	t       *tty
	view    []string // where it is in configuration; none is exec mode
	dontAsk bool
	v       verdict        // of the line that is being done
	shadow  vendors.Device // where lines go that are to change nothing
	stage   *nxosStage     // the dual-stage mode, while it is in it
}

func (c *nxosSession) prompt() string {
	c.n.sw.mu.Lock()
	defer c.n.sw.mu.Unlock()
	mode := nxosMode(c.view)
	if c.stage != nil {
		mode = strings.Replace(mode, "(config", "(config-dual-stage", 1)
	}
	return c.n.sw.hostname() + mode + "# "
}

// press does what keys ask for: Ctrl-Z ends configuration, Ctrl-D leaves a view.
func (c *nxosSession) press(key keyError) error {
	switch {
	case c.stage != nil && (key == keySuspend || key == keyEnd):
		_, err := c.endStage(nil)
		return err
	case key == keySuspend && c.view != nil:
		c.configure("end")
	case key == keyEnd && c.view != nil:
		c.configure("exit")
	case key == keyEnd:
		return errOver
	}
	return nil
}

// execWords begin commands that are no configuration, which are taken in every view (nxos.md 6.2: a view falls back).
var execWords = []string{"show", "copy", "checkpoint", "rollback", "dir", "delete", "terminal", "reload"}

func isExec(words []string) bool { return slices.Contains(execWords, words[0]) }

func (c *nxosSession) run(line string, v verdict) (answer string, err error) {
	c.v = v
	words := strings.Fields(line)
	if words[0][0] == '!' {
		return "", nil
	}
	if isHelp(words) {
		return helpText + helpOf(nxosVerbs) + helpOf(nxosStageVerbs), nil
	}
	if c.stage != nil {
		if answer, done, err := c.inStage(line); done {
			return answer, err
		}
	} else if c.view != nil && !isExec(words) {
		return c.configure(line), nil
	}
	line, filter, _ := strings.Cut(line, "|")
	words = strings.Fields(line)
	if len(words) == 0 {
		return c.wrong(line, 0, unknown), nil
	}
	do, args, why, at := find(nxosVerbs, words)
	if why != fits {
		return c.wrong(line, wordStart(line, at), why), nil
	}
	return c.filtered(do, args, filter)
}

// helpText comes before the list of commands.
const helpText = "What this simulated switch knows beside configuration. Words may be cut short, and | include WORD filters.\n\n"

func isHelp(words []string) bool { return words[0] == "?" || words[0] == "help" }

// filtered does a verb, and what stands behind the | of its line.
func (c *nxosSession) filtered(do *verb[*nxosSession], args []string, filter string) (answer string, err error) {
	filter = strings.TrimSpace(filter)
	if as, ok := nxosJSON[do.pattern]; ok && filter == "json" {
		return string(encode(as(c, args))), nil
	}
	if answer, err = do.do(c, args); err != nil || filter == "" || filter == "json" {
		return answer, err
	}
	kept, ok := filtered(answer, filter)
	if !ok {
		return "% Invalid command at '^' marker.\n", nil
	}
	return kept, nil
}

var nxosMisfits = map[misfit]string{
	unknown:    "% Invalid command at '^' marker.\n",
	incomplete: "% Incomplete command at '^' marker.\n",
	ambiguous:  "% Ambiguous command at '^' marker.\n",
}

// wrong says where a line goes wrong, and how.
func (c *nxosSession) wrong(line string, at int, why misfit) string {
	return caret(c.prompt(), min(at, len(line))) + nxosMisfits[why]
}

// configure types a line at the device, in the view of the session.
func (c *nxosSession) configure(line string) (answer string) {
	prompt := c.prompt()
	sw := c.n.sw
	sw.mu.Lock()
	defer sw.mu.Unlock()
	device := c.device()
	_, err := device.Do(vendors.Step{Commands: []string{line}})
	was := c.view
	c.view = vendors.ViewOf(device)
	if err != nil {
		return nxosRefusal(prompt, line, err)
	}
	if c.shadow != nil {
		return ""
	}
	sw.changed()
	c.n.remark(line)
	if was != nil && c.view == nil {
		c.n.note("%VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty by " + c.s.user + " on ssh")
	}
	return ""
}

// remark writes what hardware says about a line that was accepted. mu is held.
func (n *nxos) remark(line string) {
	if n.sw.faulty(FaultTCAM) && strings.HasPrefix(line, "service-policy type qos") {
		n.note("%ACLQOS-SLOT1-2-ACLQOS_OOTR: Tcam resource exhausted: Feature QoS")
	}
}

// nxosRefusal is what the switch prints about a line of configuration that it does not take.
func nxosRefusal(prompt, line string, err error) string {
	var refused vendors.Answerer
	if !errors.As(err, &refused) {
		return "ERROR: " + err.Error() + "\n"
	}
	says := refused.Answer() + "\n"
	if !strings.Contains(says, "'^'") {
		return says
	}
	return caret(prompt, strings.LastIndexByte(line, ' ')+1) + says
}

// device is the device to type at, in the view of the session. mu is held.
func (c *nxosSession) device() vendors.Device {
	n := c.n
	if c.v.ignore {
		if c.shadow == nil {
			c.shadow = n.copyOf(n.sw.text)
			enterView(c.shadow, c.view, n.sw.text)
		}
		return c.shadow
	}
	c.shadow = nil
	if n.typed != c || n.on != n.sw.device {
		enterView(n.sw.device, c.view, n.sw.text)
		n.typed, n.on = c, n.sw.device
	}
	return n.sw.device
}

// copyOf is a device that runs a text apart from the switch.
func (n *nxos) copyOf(text []byte) vendors.Device {
	parsed, _ := n.sw.cfg.Vendor.Parse(text)
	return n.sw.cfg.Vendor.Replay(parsed, n.sw.cfg.Platform, n.sw.readings)
}

// enterView brings a device to a view of configuration, or as near as there still is a block to enter: entering one that is
// gone would make it again.
func enterView(device vendors.Device, view []string, text []byte) {
	if len(view) == 0 {
		view = []string{"configure terminal"}
	}
	for i, command := range view {
		always := i == 0 || command == "system qos" || strings.HasPrefix(command, "interface ")
		if !always && !hasLine(text, command) {
			return
		}
		if _, err := device.Do(vendors.Step{Commands: []string{command}}); err != nil {
			return
		}
	}
}

// hasLine tells whether a text has a line, whatever its indentation.
func hasLine(text []byte, line string) bool {
	for l := range strings.Lines(string(text)) {
		if strings.TrimSpace(l) == line {
			return true
		}
	}
	return false
}

// nxosModes are what stands in the prompt for a view, by how the command begins that leads to it. The second form is of a class in it.
var nxosModes = []struct{ view, mode, class string }{
	{"class-map type qos", "(config-cmap-qos)", ""},
	{"class-map type network-qos", "(config-cmap-nqos)", ""},
	{"class-map type queuing", "(config-cmap-que)", ""},
	{"policy-map type qos", "(config-pmap-qos)", "(config-pmap-c-qos)"},
	{"policy-map type network-qos", "(config-pmap-nqos)", "(config-pmap-nqos-c)"},
	{"policy-map type queuing", "(config-pmap-que)", "(config-pmap-c-que)"},
	{"system qos", "(config-sys-qos)", ""},
	{"interface nve", "(config-if-nve)", ""},
	{"interface", "(config-if)", ""},
	{"ip access-list", "(config-acl)", ""},
	{"ipv6 access-list", "(config-ipv6-acl)", ""},
	{"mac access-list", "(config-mac-acl)", ""},
	{"vlan", "(config-vlan)", ""},
	{"vrf", "(config-vrf)", ""},
	{"router", "(config-router)", ""},
	{"line", "(config-line)", ""},
}

// nxosMode is what stands in the prompt for a view.
func nxosMode(view []string) string {
	switch len(view) {
	case 0:
		return ""
	case 1:
		return "(config)"
	}
	for _, m := range nxosModes {
		if !strings.HasPrefix(view[1], m.view) {
			continue
		}
		if len(view) > 2 && m.class != "" {
			return m.class
		}
		return m.mode
	}
	return "(config-sub)"
}
