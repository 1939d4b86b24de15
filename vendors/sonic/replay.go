package sonic

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// A step has one of four forms, and Do knows which by its commands:
//
//   - A patch: one command, the JSON text of an RFC 6902 patch of CONFIG_DB on one line, as `config apply-patch` reads it.
//   - A gNMI Set: one command, the JSON text of a file of `gnmic set --request-file` on one line.
//   - A command of the watchdog, `pfcwd interval 200` or `pfcwd start_default`, as it is typed on the switch.
//   - A full load: one command (loadCommand), as it is typed in a root shell on the switch. It applies an RFC 6902 patch to what
//     the switch runs and writes the whole to its saved file; nothing is live until its last part, loadReload, restarts the
//     services from that file, which it does only when the file is written. A patch and not a merge of rows, since `config load` takes nothing away, and not
//     the database itself, since that holds other people's secrets.
//
// Config is CONFIG_DB as it was written. The rows that the buffer manager of the traditional model adds by itself are not in
// it unless they were there at the start: they are never a difference. Settled has them too.

// Refusal is what the switch answers to a step that it does not take. The step changed nothing in this model. The real updater
// can stop half-way, which is why nothing that is refused here may be sent.
type Refusal struct {
	Says   string // as the switch prints it, or what would silently not work
	Source string // where in the reference the rule is
}

// Error is the answer.
func (r *Refusal) Error() string { return r.Says + " (" + r.Source + ")" }

// refuse makes a refusal.
func refuse(source, format string, args ...any) *Refusal {
	return &Refusal{Says: fmt.Sprintf(format, args...), Source: source}
}

// updaterSays is how the updater begins the reason why it does not apply a patch (5.4).
const updaterSays = "Failed to apply patch due to: "

// device is a model of a SONiC switch that runs a CONFIG_DB. What it knows is the reference: the tables (replay_tables.go),
// what a release lets a patch change (replay_legal.go), and what the daemons refuse (replay_daemons.go).
type device struct {
	doc      *document
	release  release
	asic     asic
	platform vendors.Platform
	readings [numDoubts]uint8
	leaned   [numDoubts]bool

	checked bool      // the database was checked as a whole
	broken  []finding // what is wrong with it, when checked
	returns bool      // a full load leads to what the switch ran before
}

// Returning has a full load take what the switch ran before, since nobody checks it there.
func (d *device) Returning() { d.returns = true }

// Replay starts a model of the switch that runs c. readings chooses, by assumption id, another reading than the assumed one.
func (SONiC) Replay(c vendors.Config, p vendors.Platform, readings map[string]int) vendors.Device {
	d := &device{doc: docOf(c), release: releaseOf(p.Release), platform: p}
	d.asic = asicOf(d.doc, p, d.release)
	for i := range doubts {
		if r := readings[doubts[i].ID]; r > 0 && r < len(doubts[i].Readings) {
			d.readings[i] = uint8(r)
		}
	}
	return d
}

// Do runs one step. An error is a *Refusal.
func (d *device) Do(s vendors.Step) (vendors.Effect, error) {
	effect, refusal := d.run(s.Commands)
	if refusal != nil {
		return vendors.Effect{}, refusal
	}
	return effect, nil
}

func (d *device) run(commands []string) (vendors.Effect, *Refusal) {
	switch {
	case len(commands) == 0:
		return vendors.Effect{}, nil
	case len(commands) == 1 && strings.HasPrefix(commands[0], "["):
		return d.patch(commands[0])
	case len(commands) == 1 && strings.HasPrefix(commands[0], "{"):
		return d.request(commands[0])
	case len(commands) == 1 && strings.HasPrefix(commands[0], "pfcwd "):
		return d.pfcwd(commands[0])
	case len(commands) == 1 && strings.HasPrefix(commands[0], loadHead):
		return d.load(commands[0])
	}
	return vendors.Effect{}, refuse("replay.go", "%d commands that are no patch, no Set, no watchdog command and no full load", len(commands))
}

// Config is the database now, as it was written.
func (d *device) Config() vendors.Config { return configOf(d.doc) }

// patch runs one RFC 6902 patch through the updater (5.2).
func (d *device) patch(text string) (vendors.Effect, *Refusal) {
	o, refusal := d.consider(text)
	if refusal != nil {
		return vendors.Effect{}, refusal
	}
	d.commit(o.store)
	return o.effect, nil
}

// outcome is what a patch would do.
type outcome struct {
	store  *store
	effect vendors.Effect
	flaps  []string // the ports that the updater takes down and up
}

// consider judges a patch without making it live, in the order of 5.2.
func (d *device) consider(text string) (*outcome, *Refusal) {
	ops, refusal := readPatch(text)
	if refusal != nil {
		return nil, refusal
	}
	s := newStore(d.doc)
	s.makesTables = d.release >= release202511
	for i := range ops {
		if refusal := s.apply(&ops[i]); refusal != nil {
			return nil, refusal
		}
	}
	changes := s.changes()
	for _, judge := range []func(*store, []rowChange) *Refusal{d.valid, d.legal, d.noEmpty, d.modelled, d.sortable} {
		if refusal := judge(s, changes); refusal != nil {
			return nil, refusal
		}
	}
	flaps := s.flaps(changes)
	if refusal := d.daemons(s, changes, flaps); refusal != nil {
		return nil, refusal
	}
	return &outcome{store: s, effect: s.effect(changes), flaps: flaps}, nil
}

// Flaps tells which ports the updater takes down and up for a patch, in the order of the PORT table, or why it refuses the patch.
func (d *device) Flaps(patch string) ([]string, error) {
	o, refusal := d.consider(patch)
	if refusal != nil {
		return nil, refusal
	}
	return o.flaps, nil
}

// Moves tells in which order the updater changes rows for a patch, as its dry run does, or why it refuses the patch.
func (d *device) Moves(patch string) ([]string, error) {
	o, refusal := d.consider(patch)
	if refusal != nil {
		return nil, refusal
	}
	var moves []string
	for _, c := range d.order(o.store.changes()) {
		moves = append(moves, c.verb().String()+" /"+c.table.name+"/"+c.key)
	}
	return moves, nil
}

// commit makes what a step did the state of the switch.
func (d *device) commit(s *store) {
	d.doc = s.document()
	d.broken = nil
}
