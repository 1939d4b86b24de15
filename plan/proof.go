package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// way is a list of steps from one configuration to another, with its proof.
type way struct {
	changes []vendors.Change
	steps   []vendors.Step
	proof   Proof
}

// mostBridges is how many configurations a way goes over at most.
const mostBridges = 2

// way finds steps and proves them. When the direct way takes a protection away for a while and the vendor knows a
// configuration in between that does not, the way goes over it, and over another one where that is not enough.
func (m *maker) way(from, to side) (way, error) {
	direct, err := m.over(from, nil, to)
	bridger, can := m.vendor.(vendors.Bridger)
	if !can {
		return direct, err
	}
	var between []vendors.Config
	last, failed := from.config, err
	for gap := (*gapError)(nil); errors.As(failed, &gap) && len(between) < mostBridges; {
		if last = bridger.Bridge(last, to.config, m.in.Site); last == nil {
			break
		}
		between = append(between, last)
		var bridged way
		if bridged, failed = m.over(from, between, to); failed == nil {
			return bridged, nil
		}
	}
	if between != nil {
		err = fmt.Errorf("%w; the way over a configuration in between fails too: %w", err, failed)
	}
	return direct, err
}

// over is the way through configurations in between, if any, proved as one.
func (m *maker) over(from side, between []vendors.Config, to side) (w way, err error) {
	at := from.config
	for _, next := range between {
		if err := m.inScope(m.vendor.Deltas(at, next)); err != nil {
			return w, err
		}
		if err := m.extend(&w, at, next); err != nil {
			return w, err
		}
		at = next
	}
	if err := m.extend(&w, at, to.config); err != nil {
		return w, err
	}
	if w.proof, err = m.prove(from, to, w.steps); err == nil || between != nil {
		return w, err
	}
	return m.loaded(from, to, w, err)
}

// extend adds a leg to a way.
func (m *maker) extend(w *way, from, to vendors.Config) error {
	leg, err := m.leg(from, to)
	if w.steps == nil {
		w.changes, w.steps = leg.changes, leg.steps
		return err
	}
	w.changes, w.steps = append(w.changes, leg.changes...), append(w.steps, leg.steps...)
	return err
}

// leg orders the changes between two configurations and turns them into steps.
func (m *maker) leg(from, to vendors.Config) (way, error) {
	w := way{changes: m.vendor.Changes(from, to, m.in.Site)}
	splitter, _ := m.vendor.(vendors.Splitter)
	ordered, err := Order(w.changes, splitter)
	if err != nil {
		return w, err
	}
	w.steps = m.vendor.Sequence(from, ordered, m.in.Site)
	return w, m.sendable(w.steps)
}

// prove replays steps under the assumed readings of the vendor's manual, then under every other reading that they touch. It
// raises the disruption of each exchange that leaves a gap.
func (m *maker) prove(from, to side, steps []vendors.Step) (Proof, error) {
	w := m.walk(from, nil)
	if err := w.run(steps); err != nil {
		return Proof{}, err
	}
	if err := m.arrived(w, to); err != nil {
		return Proof{}, err
	}
	assumed := slices.Concat(from.reading.Assumed, to.reading.Assumed)
	for _, l := range w.leans {
		if err := m.proveOthers(l, from, steps); err != nil && !m.bare {
			return Proof{}, err
		}
		assumed = append(assumed, l.id)
	}
	slices.Sort(assumed)
	return Proof{OK: true, Assumptions: slices.Compact(assumed), Gaps: append(w.gaps.texts(), within(steps)...)}, nil
}

// within are the exchanges inside single steps. The device does them at once, and no replay can look in between.
func within(steps []vendors.Step) []string {
	var texts []string
	for i := range steps {
		if steps[i].Within != "" {
			texts = append(texts, steps[i].Within)
		}
	}
	return texts
}

// arrived checks the end of a replay: it is the target, line by line, and reads like it.
func (m *maker) arrived(w *walk, to side) error {
	if m.partly {
		return m.arrivedPartly(w, to)
	}
	if deltas := m.vendor.Deltas(w.device.Config(), to.config); len(deltas) > 0 {
		return fmt.Errorf("it does not end where it should: %d lines differ, the first is %s", len(deltas), deltaText(deltas[0]))
	}
	if !sameReading(w.reading, to.reading) {
		return errors.New("internal fault: read step by step, the end behaves differently from the same configuration read at once")
	}
	return nil
}

func sameReading(a, b vendors.Reading) bool {
	return qos.Equal(a.Switch, b.Switch) && len(a.Unread) == len(b.Unread) && a.Foreign == b.Foreign &&
		slices.Equal(a.Assumed, b.Assumed)
}

// proveOthers replays under every reading of an assumption but the assumed one. The device may refuse a step: the patch
// stops there, and what it leaves behind must be safe. Where the patch ends does not count, what it takes away does.
func (m *maker) proveOthers(l lean, from side, steps []vendors.Step) error {
	a := m.assumption(l.id)
	for reading := 1; reading < len(a.Readings); reading++ {
		w := m.walk(from, map[string]int{l.id: reading})
		err := w.skip(steps[:l.from])
		if err == nil {
			err = w.run(steps[l.from:])
		}
		var refused *refusedError
		if errors.As(err, &refused) {
			err = w.closed()
		}
		if err != nil {
			return fmt.Errorf("it leans on %s (%s), and if instead %s, then %w", l.id, a.Question, a.Readings[reading], err)
		}
	}
	return nil
}

// assumption finds an assumption by id. One that the vendor does not list has no question, and the id for its only reading.
func (m *maker) assumption(id string) vendors.Assumption {
	for _, a := range m.vendor.Assumptions() {
		if a.ID == id {
			return a
		}
	}
	return vendors.Assumption{ID: id, Readings: []string{id + " holds"}}
}

// walk is one replay on a model of the device.
type walk struct {
	m       *maker
	guard   *guard
	device  vendors.Device
	reading vendors.Reading
	skipped bool // steps were done since the reading
	leans   []lean
	gaps    gaps
	open    []portLoss    // what the last step, an exchange, took away and the next one must give back
	opener  *vendors.Step // that step
}

// lean is an assumption that a replay leaned on. Up to a step, by index, the device did not ask for its reading: whatever it
// is, all goes as it went, and nothing was left open.
type lean struct {
	id   string
	from int
}

func (m *maker) walk(from side, readings map[string]int) *walk {
	device := m.vendor.Replay(from.config, m.in.Site.Platform, readings)
	if m.returns {
		vendors.Returning(device)
	}
	return &walk{m: m, guard: m.guard, device: device, reading: from.reading}
}

// refusedError is a step that the device does not accept.
type refusedError struct {
	command string
	err     error
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("the device refuses %s: %v", e.command, e.err)
}
func (e *refusedError) Unwrap() error { return e.err }

// run takes every step: each must be accepted, and leave every port with what it has before and after.
func (w *walk) run(steps []vendors.Step) error {
	at := 0 // where nothing was open
	w.lean(at)
	for i := range steps {
		s := &steps[i]
		if len(w.open) == 0 {
			at = i
		}
		effect, err := w.device.Do(*s)
		if err != nil {
			return &refusedError{commandText(s), err}
		}
		w.lean(at)
		w.reread(&effect)
		if err := w.protected(s, effect); err != nil {
			return err
		}
	}
	return w.closed()
}

// skip takes steps that are known to be accepted and safe.
func (w *walk) skip(steps []vendors.Step) error {
	for i := range steps {
		if _, err := w.device.Do(steps[i]); err != nil {
			return &refusedError{commandText(&steps[i]), err}
		}
	}
	w.skipped = len(steps) > 0
	return nil
}

// reread reads the configuration after a step. After steps that were skipped the effect is theirs too.
func (w *walk) reread(effect *vendors.Effect) {
	if w.skipped {
		*effect, w.skipped = vendors.Effect{All: true}, false
	}
	w.reading = w.m.vendor.Reread(w.device.Config(), w.m.in.Site.Platform, w.reading, *effect)
}

// lean notes the assumptions that the device has leaned on since the last time.
func (w *walk) lean(from int) {
	leaned := w.device.Leaned()
	if len(leaned) == len(w.leans) {
		return
	}
	for _, id := range leaned {
		if !slices.ContainsFunc(w.leans, func(l lean) bool { return l.id == id }) {
			w.leans = append(w.leans, lean{id, from})
		}
	}
	slices.SortFunc(w.leans, func(a, b lean) int { return strings.Compare(a.id, b.id) })
}

// protected judges the state after a step.
func (w *walk) protected(s *vendors.Step, effect vendors.Effect) error {
	for _, l := range w.open {
		if !w.guard.loss(w.reading, l.port).None() {
			return w.closed()
		}
	}
	w.open, w.opener = nil, s
	lost := w.guard.losses(w.reading, effect)
	if len(lost) == 0 || w.m.bare {
		return nil
	}
	if !w.m.exchanges(s.Exchange) {
		return w.guard.gap(s, lost)
	}
	w.open = lost
	w.gaps.count(lost)
	s.Disruption = vendors.MoreDisruptive(s.Disruption, vendors.Loss)
	return nil
}

// closed fails while something that an exchange took away has not been given back by the very next step.
func (w *walk) closed() error {
	if len(w.open) == 0 {
		return nil
	}
	return w.guard.gap(w.opener, w.open)
}

// exchanges tells whether the vendor's table of exchanges has this row.
func (m *maker) exchanges(id string) bool {
	return id != "" && slices.ContainsFunc(m.vendor.Exchanges(), func(e vendors.Exchange) bool { return e.ID == id })
}
