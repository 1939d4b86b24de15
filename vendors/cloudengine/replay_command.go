package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// The refusals of the command line itself (reference 6.4).
const (
	saysUnrecognized = "Error: Unrecognized command found at '^' position."
	saysWrong        = "Error: Wrong parameter found at '^' position."
	saysIncomplete   = "Error: Incomplete command found at '^' position."
	saysAmbiguous    = "Error: Ambiguous command found at '^' position."
	saysTooMany      = "Error: Too many parameters found at '^' position."
)

var complaints = conf.Complaints{Unknown: saysUnrecognized, Incomplete: saysIncomplete, Ambiguous: saysAmbiguous, TooMany: saysTooMany}

// command is a command that the switch knows in a view.
type command struct {
	row  *manualRow // nil for one that only changes the view
	to   cliMode    // the view that one leads to
	undo bool
	args []string // its parameters
	text string   // the line as the switch prints it, without undo
	key  string   // its first words, which tell the line that it takes the place of
	tail string   // its last words, which tell that too

	queues queueModes // that it schedules
}

// up leads to the view around.
const up = numModes

// mostKnown is how many commands are remembered for a view.
const mostKnown = 1024

// parse finds a command in the manual. A comment gives neither command nor complaint. Switches are told the same for each of
// their ports, so what was found is remembered.
func (d *device) parse(raw string) (c *command, says string) {
	mode := d.at.mode
	if c := d.known[mode][raw]; c != nil {
		return c, ""
	}
	t := &d.typed
	t.Split(raw)
	if len(t.Words) == 0 || t.Words[0][0] == '!' || t.Words[0][0] == '#' {
		return nil, ""
	}
	c = &command{}
	if to, ok := moveOf(t.Words, mode); ok {
		c.to = to
	} else if says := c.look(t, mode, d.hardware); says != "" {
		return nil, says
	}
	if d.known[mode] == nil || len(d.known[mode]) == mostKnown {
		d.known[mode] = map[string]*command{}
	}
	d.known[mode][raw] = c
	return c, ""
}

// moveOf is the view that a command leads to which does nothing else.
func moveOf(words []string, mode cliMode) (to cliMode, ok bool) {
	switch {
	case mode == inUser:
		return inSystem, strings.EqualFold(words[0], "system-view") && len(words) == 1
	case len(words) > 1:
		return 0, false
	case strings.EqualFold(words[0], "quit"):
		return up, true
	}
	return inUser, strings.EqualFold(words[0], "return")
}

// look finds the row of the manual.
func (c *command) look(t *conf.Typed, mode cliMode, on hardware) (says string) {
	from, grammar := 0, cliTree[mode].yes
	if c.undo = strings.EqualFold(t.Words[0], "undo"); c.undo {
		from, grammar = 1, cliTree[mode].no
	}
	c.row = grammar.Match(t, from, func(row *manualRow) bool { return row.on == 0 || on.is(row.on) }, &complaints)
	if c.row == nil {
		return t.Says
	}
	c.args = append([]string(nil), t.Args...)
	if c.row.does == reschedules {
		c.queues, _ = queueModesOf(c.args[0])
	}
	c.prints(t.Text(from))
	return ""
}

// prints takes the line that the command stands for.
func (c *command) prints(text string) {
	c.text, c.key, c.tail = text, text, ""
	if c.row.tail > 0 {
		c.tail = lastWords(text, c.row.tail)
		c.key = strings.TrimSuffix(text, " "+c.tail)
	}
	if c.row.key > 0 && !c.undo {
		c.key = firstWords(c.key, c.row.key)
	}
}

// fits tells whether a line is one that the command takes the place of, or takes away.
func (c *command) fits(line string) bool {
	return startsWith(line, c.key) && strings.HasSuffix(line, c.tail)
}

// owns tells whether a line is of the row: whether its first words are those of the row's grammar.
func (r *manualRow) owns(line string) bool {
	if r.rival != "" && startsWith(line, r.rival) {
		return true
	}
	pattern := r.line
	if r.does == wipes {
		pattern = r.undo
	}
	for n := range r.key {
		if p := wordAt(pattern, n); p[0] != '<' && p[0] != '{' && p != wordAt(line, n) {
			return false
		}
	}
	return r.key > 0 || wordAt(pattern, 0) == wordAt(line, 0) || pattern[0] == '{'
}
