package nxos

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Refusal is what the switch answers to a command that it does not take. The command changed nothing.
type Refusal struct {
	Command string
	Says    string // as the switch prints it: "ERROR: ..." or "% ..."
}

// Error names the command and the answer.
func (r *Refusal) Error() string { return fmt.Sprintf("%s: %s", r.Command, r.Says) }

// Answer is what the switch prints.
func (r *Refusal) Answer() string { return r.Says }

// device is a model of a Nexus switch that runs a configuration and is in configuration mode. What it knows about commands
// is the manual (replay_table.go).
type device struct {
	edit     *conf.Editor
	tree     *conf.Tree // what it runs: a view of edit
	start    *conf.Tree // what it ran when it was started
	now      vendors.Config
	hardware hardware
	readings [numDoubts]uint8
	leaned   [numDoubts]bool
	leanings []string // their ids, sorted

	at      place
	cmd     typed
	heard   map[string]*typed // commands on interfaces
	changed bool
	effect  vendors.Effect

	objects  []*object
	named    map[objectKey]*object
	found    [numKinds]*object   // the last of each kind that was looked for
	hidden   map[string]bool     // names that lines which the model does not understand attach
	members  map[string][]string // ports of each bundle
	prints   map[*manualRow]bool // whether it prints the default of a row when it is typed, once known
	ceiling  int                 // of the interface MTU; 0 when no line says it
	widest   int                 // largest interface MTU at the start
	switched []int               // MTUs of switched ports at the start
	epoch    int                 // counts what can change the ports that an object reaches
	saved    int                 // the mark of what was saved, and one; 0 for nothing
	carved   map[string]bool     // lines at the top when it started again; nil when it never did
	lines    []conf.Node         // where the next lines are cut from
	ports    []string            // where the effects of one port are cut from
}

// hardware is what the model of a switch decides about the answers.
type hardware struct {
	userGroups bool // classes of network-qos and queuing policies are made by users: Nexus 3000
	fourQueues bool // there are no classes of the eight-queue set
	oldEX      bool // 93180YC-EX: no pause no-drop, known minima of pause buffers
	ex         bool // EX family
	shapeStep  bool // shaping starts at 200 Mbps: GX2 and H families
}

func hardwareOf(p vendors.Platform) hardware {
	return hardware{
		userGroups: strings.HasPrefix(p.Model, "N3K") || strings.HasPrefix(p.Family, "3"),
		fourQueues: p.Queues > 0 && p.Queues < 8,
		oldEX:      strings.Contains(p.Model, "93180YC-EX"),
		ex:         strings.HasSuffix(p.Model, "-EX"),
		shapeStep:  strings.Contains(p.Model, "GX2") || strings.Contains(p.Model, "-H"),
	}
}

// Replay starts a model of the switch that runs c, in configuration mode. readings chooses, by assumption id, another
// reading than the assumed one.
func (NXOS) Replay(c vendors.Config, p vendors.Platform, readings map[string]int) vendors.Device {
	start := treeOf(c)
	edit := start.Edit()
	d := &device{
		edit: edit, tree: edit.Tree(), start: start, now: viewOf(edit.Tree()),
		hardware: hardwareOf(p), at: place{mode: inConfig}, named: map[objectKey]*object{},
	}
	for i := range doubts {
		if r := readings[doubts[i].ID]; r > 0 && r < len(doubts[i].Readings) {
			d.readings[i] = uint8(r)
		}
	}
	d.survey()
	return d
}

// Do runs the commands of a step in order. It stops at the first one that the switch refuses and returns its *Refusal; the
// commands before it stay done.
func (d *device) Do(s vendors.Step) (vendors.Effect, error) {
	d.effect = vendors.Effect{}
	for _, command := range s.Commands {
		if says := d.run(command); says != "" {
			return d.effect, &Refusal{Command: strings.TrimSpace(command), Says: says}
		}
	}
	return d.effect, nil
}

// Config is the configuration now. It is a view: the next Do may change it.
func (d *device) Config() vendors.Config { return d.now }

// Leaned lists the assumptions that an outcome so far hung on, sorted.
func (d *device) Leaned() []string { return d.leanings }

// reads is the reading of a doubt. Asking is leaning on it.
func (d *device) reads(i doubt) uint8 {
	if !d.leaned[i] {
		d.leaned[i] = true
		d.leanings = append(slices.Clip(d.leanings), doubts[i].ID)
		slices.Sort(d.leanings)
	}
	return d.readings[i]
}

// run does one command, or says why not.
func (d *device) run(command string) (says string) {
	from := d.at
	c := d.heard[command]
	if c == nil || from.mode != inInterface {
		c = &d.cmd
		c.split(command)
		if len(c.words) == 0 || c.words[0][0] == '!' {
			return ""
		}
		if says, ok := d.move(c); ok {
			return says
		}
		if says := d.locate(c); says != "" {
			return says
		}
		d.hear(from.mode, c)
	}
	d.changed = false
	if says := d.apply(c); says != "" {
		d.at = from
		return says
	}
	if d.changed {
		d.reached(c.row.reach())
	}
	return ""
}

// hear keeps what a command on an interface was found to be: interfaces repeat theirs.
func (d *device) hear(in cliMode, c *typed) {
	if in != inInterface || d.at.mode != inInterface || c.row.does == lists {
		return
	}
	if d.heard == nil {
		d.heard = map[string]*typed{}
	}
	d.heard[c.raw] = c.clone()
}

// move does the commands that only change the mode. ok is false for any other command.
func (d *device) move(c *typed) (says string, ok bool) {
	switch {
	case len(c.words) <= 2 && len(c.words[0]) >= 4 && startsFold("configure", c.words[0]):
		if len(c.words) == 2 && !startsFold("terminal", c.words[1]) {
			return saysInvalid, true
		}
		d.at = place{mode: inConfig}
	case d.at.mode == inExec:
		return d.exec(c), true
	case len(c.words) > 1:
		return "", false
	case strings.EqualFold(c.words[0], "exit"):
		d.at = d.at.outer(outerMode[d.at.mode])
	case strings.EqualFold(c.words[0], "end"):
		d.at = place{mode: inExec}
	default:
		return "", false
	}
	return "", true
}

// locate finds the command in the grammar of the mode, or of the modes around it, to which the switch then falls back. The
// model keeps lines that are not of QoS without knowing them, so a mode further out that does know the command comes first.
func (d *device) locate(c *typed) (says string) {
	kept := inExec
	for mode := d.at.mode; mode != inExec; mode = outerMode[mode] {
		if !c.match(cliTree, mode) {
			continue
		}
		if c.row.does != keeps {
			d.at = d.at.outer(mode)
			return ""
		}
		if kept == inExec {
			kept = mode
		}
	}
	if kept == inExec {
		return c.says
	}
	c.match(cliTree, kept)
	d.at = d.at.outer(kept)
	return ""
}

// place is the mode the switch is in, and what it is about.
type place struct {
	mode   cliMode
	block  *conf.Node     // the open block at the top; nil for none, or for a block that is not printed yet
	class  *conf.Node     // the open class in it
	object *object        // what the block defines
	port   string         // the interface
	reach  vendors.Effect // the ports that lines of the interface are about
}

// outer is the place after leaving modes until one is reached.
func (p place) outer(mode cliMode) place {
	switch mode {
	case p.mode:
		return p
	case inConfig, inExec:
		return place{mode: mode}
	}
	p.mode, p.class = mode, nil
	return p
}

// apply does what the row of the manual says.
func (d *device) apply(c *typed) (says string) {
	if c.no {
		return d.negate(c)
	}
	switch c.row.does {
	case opensObject:
		return d.openObject(c)
	case opensClass:
		return d.openClass(c)
	case opensSystem:
		d.at = place{mode: inSystemQoS, block: d.tree.Find("system qos")}
		return ""
	case opensPort:
		return d.openPort(c)
	case opensForeign:
		return d.openForeign(c)
	case joins:
		return d.join(c)
	case lists:
		return d.list(c)
	case toggles:
		return d.toggle(c, c.text, "no "+c.text)
	case binds, swaps:
		return d.bind(c)
	case keeps:
		return d.keep(c)
	default:
		return d.set(c)
	}
}

// negate does what the row says about "no".
func (d *device) negate(c *typed) (says string) {
	switch c.row.does {
	case opensObject:
		return d.removeObject(c)
	case opensClass:
		return d.removeClass(c)
	case opensPort:
		return d.removePort(c)
	case opensForeign:
		return d.removeForeign(c)
	case joins:
		return d.take(c)
	case toggles:
		return d.toggle(c, "no "+c.text, c.text)
	case binds, swaps:
		return d.unbind(c)
	case keeps:
		return d.unkeep(c)
	default:
		return d.unset(c)
	}
}
