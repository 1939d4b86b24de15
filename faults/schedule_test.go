package faults

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/vendors"
)

var (
	schedules = flag.Int("schedules", usual, "how many random schedules of faults")
	seed      = flag.Uint64("seed", 1, "of the first of them")
	replayed  = flag.String("schedule", "", "one schedule to be played again, as a failure prints it")
)

// schedule is all that goes wrong in one play.
type schedule struct {
	Cast        []cast
	Parallelism int      `json:",omitempty"`
	Budget      int      `json:",omitempty"`
	Waves       []string `json:",omitempty"`
	Soak        int      `json:",omitempty"` // seconds
	Acts        []act    `json:",omitempty"`
	Pause       int      `json:",omitempty"` // seconds from a crash until weft starts again
}

// command is how a schedule is played again.
func (s *schedule) command() string {
	text, err := json.Marshal(s)
	must(err)
	return fmt.Sprintf("go test ./faults -run 'TestSchedules$' -v -schedule '%s'", text)
}

// TestSchedules plays random schedules. Of one that fails the least part that still does is printed.
func TestSchedules(t *testing.T) {
	proof()
	if *replayed != "" {
		var s schedule
		if err := json.Unmarshal([]byte(*replayed), &s); err != nil {
			t.Fatal(err)
		}
		p := s.play(t)
		t.Logf("%s", strings.Join(p.told, "\n"))
		for _, w := range p.wrong {
			t.Error(w)
		}
		return
	}
	t.Logf("%d schedules from seed %d", *schedules, *seed)
	for worker := range workers {
		t.Run(fmt.Sprintf("%d", worker), func(t *testing.T) {
			t.Parallel()
			failed := 0
			for n := worker; n < *schedules && failed < mostFailures; n += workers {
				if !try(t, *seed+uint64(n)) {
					failed++
				}
			}
		})
	}
}

const (
	workers      = 2 // that play schedules side by side
	mostFailures = 3 // of one of them until it stops
)

// try plays the schedule of a seed.
func try(t *testing.T, seed uint64) bool {
	s := draw(seed)
	p := s.play(t)
	if len(p.wrong) == 0 {
		return true
	}
	s, p = s.shrunk(t, p)
	t.Errorf("seed %d: %s\n%s\n%s", seed, strings.Join(p.wrong, "\n"), strings.Join(p.told, "\n"), s.command())
	return false
}

// played is what came of a schedule: how weft ended, what is against the law, and what happened.
type played struct {
	ending
	wrong, told []string
}

// play plays a schedule.
func (s *schedule) play(t *testing.T) (p played) {
	defer func() {
		if fault := recover(); fault != nil {
			p.wrong = append(p.wrong, fmt.Sprintf("%v: %s", fault, s.command()))
		}
	}()
	inVirtualTime(t, func(t *testing.T, dir string) {
		st := newStage(t, dir, s.Cast...)
		st.gate.waiting = slices.Clone(s.Acts)
		st.gate.do = func(a act) { st.happen(t, a) }
		stop := st.gate.timed()
		p.ending = s.lives(t, st)
		stop()
		p.wrong = st.holds(t, p.ending)
		if err := st.close(); err != nil {
			p.wrong = append(p.wrong, fmt.Sprintf("closing: %v", err))
		}
		p.told = st.story()
	})
	return p
}

// lives has weft apply the plan, and resume as often as it takes.
func (s *schedule) lives(t *testing.T, st *stage) ending {
	o := st.options()
	o.Parallelism = s.Parallelism
	o.Rollout = apply.Rollout{Budget: s.Budget, Waves: s.Waves, Soak: time.Duration(s.Soak) * time.Second}
	e := ending{mercy: s.mercy()}
	e.report, e.err = st.live(t.Context(), o, st.apply)
	for range 8 {
		runs, err := apply.Runs(o.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(runs, func(r apply.RunInfo) bool { return r.ID == o.Run && !r.Ended && !r.Start.IsZero() }) {
			break
		}
		if !st.isDead() && e.err == nil {
			break // it is between, and says so
		}
		time.Sleep(time.Duration(s.Pause) * time.Second)
		e.report, e.err = st.live(t.Context(), o, st.resume)
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	e.asked = st.asked
	return e
}

// holds checks the law: when weft has ended, two hours later, and, where a switch is between, after a person has seen to it and weft
// has resumed.
func (s *stage) holds(t *testing.T, e ending) (wrong []string) {
	s.others.Wait()
	synctest.Wait()
	s.gate.end()
	wrong = s.breaks(t, e)
	time.Sleep(2 * time.Hour)
	for _, w := range s.breaks(t, e) {
		wrong = append(wrong, "two hours later: "+w)
	}
	if len(wrong) > 0 {
		return wrong
	}
	s.heal()
	if e.err == nil && slices.ContainsFunc(e.report.Switches, func(r apply.SwitchReport) bool { return r.Outcome == apply.Between }) {
		e.mercy, e.asked = false, 0
		if e.report, e.err = s.live(t.Context(), s.options(), s.resume); e.err != nil {
			return []string{fmt.Sprintf("resuming what is between: %v", e.err)}
		}
		wrong = s.breaks(t, e)
	}
	return append(wrong, s.left(t, e)...)
}

// happen has an act happen.
func (s *stage) happen(t testing.TB, a act) {
	s.note("%s %s", a.What, a.On)
	switch a.What {
	case actCrash, actTear:
		s.crash()
	case actInterrupt:
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.stop != nil {
			s.asked = s.stop.Interrupt()
		}
	case actElsewhere, actBeside:
		n := s.nodes[a.On]
		if err := n.sw.Edit(n.typed(a.What)...); err != nil {
			s.note("%s: %v", a.On, err)
			return
		}
		n.edits.Add(1)
	case actTwin, actSecond:
		s.others.Go(func() { s.another(t, a.What) })
	}
}

// another is a weft that comes while the first one is at work: in the same directory it does nothing, from another machine it is kept
// from what the first one holds.
func (s *stage) another(t testing.TB, what string) {
	o := s.options()
	o.Connector = elsewhere{s}
	if what == actSecond {
		o.Dir += "-second"
		o.Run += "-second"
	}
	r, err := apply.Run(t.Context(), s.work, o)
	if err != nil {
		s.note("another weft: %v", err)
		return
	}
	for _, sw := range r.Switches {
		s.note("another weft: %s %s %s", sw.Name, sw.Outcome, sw.Reason)
		s.nodes[sw.Name].second = sw.Outcome
	}
}

// elsewhere connects from another machine.
type elsewhere struct{ *stage }

func (e elsewhere) Connect(ctx context.Context, site vendors.Site) (apply.Session, error) {
	return e.stage.away.Open(ctx, site)
}

// mercy tells whether so much goes wrong that a switch may be between.
func (s *schedule) mercy() bool {
	faults := 0
	for _, a := range s.Acts {
		if a.What != actElsewhere && a.What != actBeside {
			faults++
		}
	}
	for _, c := range s.Cast {
		faults += len(c.Faults)
		if slices.ContainsFunc(c.Faults, shutsOut) {
			return true
		}
	}
	return faults > 1
}

// shutsOut tells whether nobody gets in any more once a fault has struck, or the switch heeds nothing any more.
func shutsOut(f lab.Fault) bool {
	return slices.Contains([]string{lab.FaultPassword, lab.FaultHostKey, lab.FaultGNMICert}, f.Name) || f.Name == lab.FaultIgnore && f.Times == 0
}

// draw draws a schedule.
func draw(seed uint64) *schedule {
	rng := rand.New(rand.NewPCG(seed, 7))
	s := &schedule{
		Parallelism: 1 + rng.IntN(4), Budget: rng.IntN(3), Waves: [][]string{nil, {"1"}, {"50%"}}[rng.IntN(3)],
		Soak: rng.IntN(2) * rng.IntN(300), Pause: rng.IntN(2) * rng.IntN(1500),
	}
	chosen := rng.Perm(len(names))[:1+rng.IntN(3)]
	slices.Sort(chosen)
	for _, i := range chosen {
		s.Cast = append(s.Cast, drawCast(rng, names[i]))
	}
	for range rng.IntN(3) {
		s.Acts = append(s.Acts, drawAct(rng, s.Cast))
	}
	return s
}

func drawCast(rng *rand.Rand, name string) cast {
	c := cast{Name: name, Change: change(rng.IntN(int(numChanges)))}
	if rng.IntN(3) == 0 {
		c.Seed = 1 + rng.Uint64N(1000)
	}
	for range rng.IntN(4) {
		all := lab.Faults()
		f := lab.Fault{Name: all[rng.IntN(len(all))], After: rng.IntN(130)}
		if f.Name == lab.FaultIgnore || f.Name == lab.FaultRefuse {
			f.Times = 1 + rng.IntN(4)
		}
		if f.Name == lab.FaultForeign {
			continue // an act
		}
		c.Faults = append(c.Faults, f)
	}
	return c
}

func drawAct(rng *rand.Rand, players []cast) act {
	kinds := []string{actCrash, actCrash, actCrash, actTear, actInterrupt, actInterrupt, actFull, actFilled, actElsewhere, actBeside, actSecond, actTwin}
	a := act{What: kinds[rng.IntN(len(kinds))], On: players[rng.IntN(len(players))].Name}
	switch a.What {
	case actTear, actFull, actFilled:
		a.When = moment{byRecord, 1 + rng.IntN(20*len(players))}
		a.On = ""
	case actCrash:
		a.When = drawMoment(rng, len(players))
		a.On = ""
	default:
		a.When = drawMoment(rng, len(players))
	}
	return a
}

func drawMoment(rng *rand.Rand, switches int) moment {
	switch rng.IntN(4) {
	case 0:
		return moment{byRecord, 1 + rng.IntN(20*switches)}
	case 1:
		return moment{byTime, rng.IntN(60000)}
	}
	return moment{byWire, 1 + rng.IntN(500*switches)}
}

// shrunk is the least part of a schedule that still fails, and what comes of it.
func (s *schedule) shrunk(t *testing.T, p played) (*schedule, played) {
	for smaller := true; smaller; {
		smaller = false
		for _, part := range s.parts() {
			if q := part.play(t); len(q.wrong) > 0 {
				s, p, smaller = part, q, true
				break
			}
		}
	}
	return s, p
}

// parts are the schedules with one thing less.
func (s *schedule) parts() (all []*schedule) {
	with := func(edit func(*schedule)) {
		var part schedule
		text, err := json.Marshal(s)
		must(err)
		must(json.Unmarshal(text, &part))
		edit(&part)
		all = append(all, &part)
	}
	for i := range s.Cast {
		gone := s.Cast[i].Name
		if len(s.Cast) > 1 && !slices.ContainsFunc(s.Acts, func(a act) bool { return a.On == gone }) {
			with(func(p *schedule) { p.Cast = slices.Delete(p.Cast, i, i+1) })
		}
		for j := range s.Cast[i].Faults {
			with(func(p *schedule) { p.Cast[i].Faults = slices.Delete(p.Cast[i].Faults, j, j+1) })
		}
		if s.Cast[i].Seed > 0 {
			with(func(p *schedule) { p.Cast[i].Seed = 0 })
		}
	}
	for i := range s.Acts {
		with(func(p *schedule) { p.Acts = slices.Delete(p.Acts, i, i+1) })
	}
	if s.Soak+s.Pause+len(s.Waves) > 0 {
		with(func(p *schedule) { p.Soak, p.Pause, p.Waves = 0, 0, nil })
	}
	return all
}
