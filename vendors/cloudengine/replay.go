package cloudengine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Refusal is what the switch answers to a command that it does not take. The candidate is gone then, and nothing changed.
type Refusal struct {
	Command string
	Says    string // as the switch prints it: "Error: ..."
}

// Error names the command and the answer.
func (r *Refusal) Error() string { return fmt.Sprintf("%s: %s", r.Command, r.Says) }

// Answer is what the switch prints.
func (r *Refusal) Answer() string { return r.Says }

// device is a model of a CloudEngine switch that runs a configuration and is in the system view. What it knows about
// commands is the manual (replay_table.go).
type device struct {
	edit     *conf.Editor
	tree     *conf.Tree // what it runs; while it does a step, the candidate: a view of edit
	start    *conf.Tree // what it ran when it was started
	now      vendors.Config
	hardware hardware
	readings [numDoubts]uint8
	leaned   [numDoubts]bool

	at      place
	typed   conf.Typed
	known   [numModes]map[string]*command // what was typed before, by view
	touched touched
	lines   []conf.Node // where the next lines are cut from

	named      [numKinds]map[string]*object
	last       [numKinds]recent // ports in a row mostly refer to the same
	counts     [numKinds]objectCount
	hidden     map[string]bool // names in lines that the model does not understand
	pools      map[string]bool // slots that have a headroom pool
	thresholds map[string]int  // how many lines have each setting of a PFC buffer
	distinct   map[string]int  // how many settings there are of each kind
}

// place is the view the switch is in, and what it is about.
type place struct {
	mode   cliMode
	header string     // of the open block; empty in the system view
	block  *conf.Node // the open block; nil for none, or for one that is not printed yet
	inner  *conf.Node // the open block in it
	object objectKey  // what the block defines
	port   string     // the interface
}

// Replay starts a model of the switch that runs c, in the system view. readings chooses, by assumption id, another reading
// than the assumed one.
func (CloudEngine) Replay(c vendors.Config, p vendors.Platform, readings map[string]int) vendors.Device {
	start := treeOf(c)
	d := &device{tree: start, start: start, now: c, hardware: hardwareOf(p), at: place{mode: inSystem}}
	for i := range doubts {
		if r := readings[doubts[i].ID]; r > 0 && r < len(doubts[i].Readings) {
			d.readings[i] = uint8(r)
		}
	}
	d.survey()
	return d
}

// Do runs the commands of a step on a candidate and commits it. At the first command that the switch refuses it returns the
// *Refusal: the candidate is cleared, and configuration and view are as before.
func (d *device) Do(s vendors.Step) (vendors.Effect, error) {
	tree, at := d.tree, d.at
	d.edit = tree.Edit()
	d.tree = d.edit.Tree()
	d.touched = touched{}
	for _, command := range s.Commands {
		if says := d.run(command); says != "" {
			d.tree, d.at = tree, at
			d.survey()
			return vendors.Effect{}, &Refusal{Command: strings.TrimSpace(command), Says: says}
		}
	}
	d.now = configOf(d.tree)
	return d.effect(), nil
}

// Config is the configuration now.
func (d *device) Config() vendors.Config { return d.now }

// Leaned lists the assumptions that an outcome so far hung on, sorted.
func (d *device) Leaned() []string {
	var ids []string
	for i, leaned := range d.leaned {
		if leaned {
			ids = append(ids, doubts[i].ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// reads is the reading of a doubt. Asking is leaning on it.
func (d *device) reads(i doubt) uint8 {
	d.leaned[i] = true
	return d.readings[i]
}

// run does one command, or says why not.
func (d *device) run(raw string) (says string) {
	if d.enterPort(raw) {
		return ""
	}
	c, says := d.parse(raw)
	switch {
	case c == nil && says == "":
		return "" // a comment
	case says != "" && d.at.mode == inGroup:
		return d.runOnMembers(raw, says)
	case says != "":
		return says
	case c.row == nil:
		d.at = c.leads(d.at)
		return ""
	}
	return d.apply(c)
}

// leads is the place after a command that only changes the view.
func (c *command) leads(from place) place {
	if c.to != up {
		return place{mode: c.to}
	}
	switch from.mode {
	case inSystem:
		return place{mode: inUser}
	case inAIQueues:
		from.mode, from.inner = inAI, nil
		return from
	}
	return place{mode: inSystem}
}

// apply does what the row of the manual says.
func (d *device) apply(c *command) (says string) {
	if c.undo {
		return d.negate(c)
	}
	switch c.row.does {
	case opensObject:
		return d.openObject(c)
	case opensBlock:
		return d.openBlock(c)
	case opensPort:
		return d.openPort(c)
	case opensForeign:
		return d.openForeign(c)
	case adds:
		return d.addLine(c)
	case joins:
		return d.join(c)
	case reschedules:
		return d.reschedule(c)
	case moves:
		return d.regroup(c)
	case applies:
		return d.applyPolicy(c)
	case routes:
		return d.toSwitched(c)
	case keeps:
		return d.keep(c)
	default:
		return d.set(c)
	}
}

// negate does what the row says about undo.
func (d *device) negate(c *command) (says string) {
	switch c.row.does {
	case opensObject:
		return d.removeObject(c)
	case opensBlock:
		return d.removeBlock(c)
	case opensPort:
		return d.removePort(c)
	case opensForeign:
		return d.removeForeign(c)
	case joins:
		return d.takePriorities(c)
	case reschedules:
		return d.unschedule(c)
	case routes:
		return d.toRouted(c)
	case keeps:
		return d.unkeep(c)
	default:
		return d.unset(c)
	}
}

// check asks every demand until one refuses.
func (d *device) check(demands []demand, c *command) (says string) {
	for _, holds := range demands {
		if says = holds(d, c); says != "" {
			return says
		}
	}
	return ""
}

// demand is something that must hold before a command is accepted: empty, or the refusal.
type demand func(d *device, c *command) (says string)

// isDefault tells whether a command says what holds without it, so that the switch does not print it.
type isDefault func(d *device, c *command) bool

// storedAs is the line that the switch makes of a command.
type storedAs func(d *device, c *command) string
