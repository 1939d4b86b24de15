package apply

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestSchedules runs random schedules of faults, crashes, full disks and interrupts over mixed fabrics, and holds law 4 after each.
func TestSchedules(t *testing.T) {
	var models [3][3]model
	for i := range models {
		name := fmt.Sprintf("leaf%d", i+1)
		models[i] = [3]model{fresh(t, name), tuned(t, name), moved(t, name)}
	}
	for n := range *schedules {
		s := *seed + uint64(n)
		inVirtualTime(t, func(t *testing.T, dir string) {
			play := &schedule{rng: rand.New(rand.NewPCG(s, 5)), dir: dir}
			play.draw(models)
			for _, wrong := range play.run(t) {
				t.Errorf("seed %d: %s\n%s", s, wrong, play)
			}
			noSecrets(t, dir)
		})
		if t.Failed() {
			return
		}
	}
}

// schedule is one random play.
type schedule struct {
	rng     *rand.Rand
	dir     string
	fabric  *fabric
	options Options
	at      int // the write of the journal at which something happens; 0 for never
	what    diskFault
	first   time.Duration // until the first interrupt; 0 for none
	second  time.Duration
	told    []string
}

func (s *schedule) draw(models [3][3]model) {
	var chosen []model
	for i := range 1 + s.rng.IntN(3) {
		chosen = append(chosen, models[i][s.rng.IntN(3)])
	}
	s.fabric = fabricOf(chosen...)
	for i := range chosen {
		s.drawBox(s.fabric.boxes[chosen[i].in.Name])
	}
	s.options = s.fabric.options(s.dir)
	s.options.Parallelism = 1 + s.rng.IntN(3)
	s.options.Rollout = Rollout{Budget: s.rng.IntN(3), Waves: [][]string{nil, {"1"}, {"50%"}}[s.rng.IntN(3)], Soak: time.Duration(s.rng.IntN(300)) * time.Second}
	if s.rng.IntN(2) == 0 {
		s.at, s.what = 1+s.rng.IntN(25), diskFault(s.rng.IntN(int(diskFaults)))
	}
	if s.rng.IntN(4) == 0 {
		s.first = time.Duration(1+s.rng.IntN(60000)) * time.Millisecond
		s.second = s.first + time.Duration(s.rng.IntN(60000))*time.Millisecond
	}
}

func (s *schedule) drawBox(b *box) {
	b.kind = netKind(s.rng.IntN(int(netKinds)))
	b.saves = b.kind == checkpoints && s.rng.IntN(4) == 0
	b.faults = map[int]fault{}
	for range s.rng.IntN(4) {
		b.faults[1+s.rng.IntN(30)] = fault(1 + s.rng.IntN(int(numFaults)-1))
	}
}

// run plays it, resumes as often as it takes, and says what is against the law then.
func (s *schedule) run(t *testing.T) []string {
	r, err := s.once(t, func(ctx context.Context, o Options) (*Report, error) { return Run(ctx, s.fabric.work, o) })
	for range 6 {
		if runs, _ := Runs(s.options.Dir); len(runs) == 0 || runs[0].Ended {
			break
		}
		time.Sleep(time.Duration(s.rng.IntN(1200)) * time.Second)
		s.at = max(0, s.rng.IntN(60)-40) // now and then it crashes again
		r, err = s.once(t, func(ctx context.Context, o Options) (*Report, error) { return Resume(ctx, "", o) })
	}
	if err != nil {
		return s.untouched(err)
	}
	return s.fabric.holds(t, r, true)
}

// untouched checks a run that says that it touched nothing.
func (s *schedule) untouched(err error) (wrong []string) {
	time.Sleep(2 * time.Hour) // what is still under way arrives
	for name, b := range s.fabric.boxes {
		if b.hash(b.running) != b.old || b.hash(b.saved) != b.old {
			wrong = append(wrong, fmt.Sprintf("%s was touched, and yet: %v", name, err))
		}
	}
	return wrong
}

func (s *schedule) once(t *testing.T, do func(context.Context, Options) (*Report, error)) (*Report, error) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := s.options
	s.fabric.crashed.Store(false)
	o.Wrap = func(d Disk) Disk {
		return &brittle{Disk: d, at: s.at, what: s.what, left: 0, crash: func() {
			s.fabric.crashed.Store(true)
			cancel()
		}}
	}
	o.Interrupt = NewInterrupt()
	o.Event = func(e Event) {
		if e.Step > 0 && e.Step < e.Of {
			return
		}
		s.told = append(s.told, fmt.Sprintf("%s %s %s %d/%d %s %s", e.Time.Format("15:04:05"), e.Device, e.Doing, e.Step, e.Of, e.Outcome, e.Text))
	}
	if s.first > 0 {
		defer time.AfterFunc(s.first, func() { o.Interrupt.Interrupt() }).Stop()
		defer time.AfterFunc(s.second, func() { o.Interrupt.Interrupt() }).Stop()
	}
	r, err := do(ctx, o)
	s.first = 0
	return r, err
}

// String is what happened, for those who look into a failure.
func (s *schedule) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "disk %d at %d, interrupts %s %s\n", s.what, s.at, s.first, s.second)
	for name, box := range s.fabric.boxes {
		fmt.Fprintf(&b, "%s kind %d saves %t faults %v\n  %s\n", name, box.kind, box.saves, box.faults, strings.Join(box.log, "\n  "))
	}
	fmt.Fprintf(&b, "%s\n", strings.Join(s.told, "\n"))
	return b.String()
}
