package apply

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/weft-net/weft/vendors"
)

// box is a simulated switch: NX-OS's own model of the device, with what is around it. It draws its net and its faults from a test.
type box struct {
	mu             sync.Mutex
	m              model
	old            string // fingerprints
	new            string
	running, saved []byte
	kind           netKind
	snaps          map[string][]byte // by transaction
	timers         map[string]time.Time
	trial          string // the transaction of the trial that is alive
	before         []byte // what a trial goes back to
	expired        map[string]bool
	saves          bool // by itself

	faults       map[int]fault // by number of the call
	calls        int
	log          []string
	down         time.Time // until when it does not answer
	dead         bool      // for good
	sick         bool
	hushed       bool   // it refuses everything that changes it
	refuses      string // a command that it refuses always
	deaf         bool   // it says yes to steps and does nothing
	unsaving     bool   // it refuses to save
	refuseAt     int    // the step that it refuses of a push of refuseOf steps
	refuseOf     int
	unprogrammed bool
	drops        uint64
	theirs       int  // lines that somebody else wrote
	wiped        bool // a timer or a reboot took those away
	sessions     int
}

// netKind is how a box catches a change that nobody confirms.
type netKind int

const (
	checkpoints netKind = iota // nothing but a snapshot
	deadMan                    // a timer that puts the snapshot back
	trials                     // what is pushed is on trial, and nobody else can write meanwhile
	netKinds
)

func newBox(m model) *box {
	b := &box{m: m, running: m.in.Running, saved: m.in.Running, snaps: map[string][]byte{}, timers: map[string]time.Time{}, expired: map[string]bool{}}
	b.old, b.new = m.result.Device.RunningHash, m.in.Vendor.Fingerprint(m.result.Predicted)
	return b
}

// fault is what goes wrong with one call.
type fault int

const (
	fine      fault = iota
	lost            // the session ends, nothing is done
	lostAfter       // it is done, and the session ends before the answer
	hang            // no answer, nothing is done
	late            // no answer, and it is done after the session was given up
	refuse          // the switch says no
	ignore          // the switch says yes and does nothing
	theirsOut       // somebody else adds a line that weft does not read
	theirsIn        // somebody else adds an object that weft reads
	reboot          // it starts again with what it saved
	away            // it cannot be reached for some minutes
	ill             // it is not healthy any more
	numFaults
)

var faultNames = [numFaults]string{"fine", "lost", "lostAfter", "hang", "late", "refuse", "ignore", "theirsOut", "theirsIn", "reboot", "away", "ill"}

func (f fault) String() string { return faultNames[f] }

var errLost = fmt.Errorf("connection reset: %w", vendors.ErrUnreachable)

func (f *fabric) Connect(ctx context.Context, site vendors.Site) (Session, error) {
	b := f.boxes[site.Device]
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tick()
	if ctx.Err() != nil || f.crashed.Load() || b.dead || time.Now().Before(b.down) {
		return nil, errLost
	}
	b.sessions++
	return &tap{f: f, b: b}, nil
}

// tick does what timers do. The lock is held.
func (b *box) tick() {
	for tx, until := range b.timers {
		if time.Now().Before(until) {
			continue
		}
		delete(b.timers, tx)
		b.expired[tx] = true
		if b.kind == trials {
			b.running, b.trial = b.before, ""
		} else if snap := b.snaps[tx]; snap != nil {
			b.wiped = b.wiped || b.theirs > 0
			b.running = snap
		}
	}
}

// tap is one session with a box.
type tap struct {
	f    *fabric
	b    *box
	over bool
}

func (s *tap) Close() error {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if !s.over {
		s.b.sessions--
		s.over = true
	}
	return nil
}

// call does one call with the fault that is due. The deed runs with the lock held.
func (s *tap) call(ctx context.Context, name string, deed func(f fault) error) error {
	b := s.b
	b.mu.Lock()
	b.tick()
	if s.over {
		b.mu.Unlock()
		return errors.New("the session is over")
	}
	if ctx.Err() != nil || s.f.crashed.Load() || b.dead || time.Now().Before(b.down) {
		b.mu.Unlock()
		return errLost
	}
	b.calls++
	f := b.faults[b.calls]
	b.log = append(b.log, fmt.Sprintf("%d %s %s", b.calls, name, f))
	err, wait := s.suffer(ctx, f, deed)
	b.mu.Unlock()
	if wait {
		<-ctx.Done()
		return ctx.Err()
	}
	return err
}

// suffer does the deed with a fault. wait says that there is no answer.
func (s *tap) suffer(ctx context.Context, f fault, deed func(fault) error) (err error, wait bool) {
	b := s.b
	switch f {
	case lost:
		return errLost, false
	case lostAfter:
		return errors.Join(errLost, deed(fine)), false
	case hang:
		return nil, true
	case late:
		context.AfterFunc(ctx, func() {
			time.Sleep(3 * time.Second)
			b.mu.Lock()
			defer b.mu.Unlock()
			_ = deed(fine)
		})
		return nil, true
	case theirsOut, theirsIn:
		b.meddle(f)
	case reboot:
		b.running, b.trial, b.timers = b.saved, "", map[string]time.Time{}
		b.wiped = b.wiped || b.theirs > 0
		b.down = time.Now().Add(90 * time.Second)
		return errLost, false
	case away:
		b.down = time.Now().Add(4 * time.Minute)
		return errLost, false
	case ill:
		b.sick = true
	}
	return deed(f), false
}

// meddle is somebody else at work.
func (b *box) meddle(f fault) {
	if b.trial != "" {
		return
	}
	b.theirs++
	text := fmt.Sprintf("vlan %d\n  name theirs\n", 700+b.theirs)
	if f == theirsIn {
		text = fmt.Sprintf("class-map type qos match-any THEIRS-%d\n  match dscp 5\n", b.theirs)
	}
	b.running = append(bytes.Clone(b.running), text...)
}

// ours is a configuration without what somebody else wrote.
func (b *box) ours(text []byte) []byte {
	s := string(text)
	for i := range b.theirs {
		s = strings.Replace(s, fmt.Sprintf("vlan %d\n  name theirs\n", 701+i), "", 1)
		s = strings.Replace(s, fmt.Sprintf("class-map type qos match-any THEIRS-%d\n  match dscp 5\n", i+1), "", 1)
	}
	return []byte(s)
}

// hash is the fingerprint of a configuration without what somebody else wrote.
func (b *box) hash(text []byte) string {
	c, _ := b.m.in.Vendor.Parse(b.ours(text))
	return b.m.in.Vendor.Fingerprint(c)
}

func no(step int, what string) error {
	return &vendors.RefusedError{Step: step, Line: what, Says: "ERROR: no"}
}

func (s *tap) Running(ctx context.Context) (text []byte, err error) {
	err = s.call(ctx, "running", func(f fault) error { text, err = s.text(s.b.running, f); return err })
	return text, err
}

func (s *tap) Saved(ctx context.Context) (text []byte, err error) {
	err = s.call(ctx, "saved", func(f fault) error { text, err = s.text(s.b.saved, f); return err })
	return text, err
}

// text is what a reading gives: with another time in its head each time, and cut where the switch says yes and does nothing.
func (s *tap) text(of []byte, f fault) ([]byte, error) {
	switch f {
	case refuse:
		return nil, no(-1, "show")
	case ignore:
		return of[:len(of)/4], nil
	}
	return bytes.Replace(of, []byte("09:00:00"), []byte(time.Now().Format("15:04:05")), 1), nil
}

func (s *tap) Claims(ctx context.Context) (claims []vendors.Claim, err error) {
	err = s.call(ctx, "claims", func(f fault) error {
		if f == refuse {
			return no(-1, "show claims")
		}
		for tx := range s.b.snaps {
			claims = append(claims, vendors.Claim{Tx: tx, What: "checkpoint", Left: max(0, time.Until(s.b.timers[tx])), Live: s.b.trial == tx})
		}
		return nil
	})
	return claims, err
}

func (s *tap) Net() vendors.Net {
	return [netKinds]vendors.Net{
		checkpoints: {Text: "checkpoint only"},
		deadMan:     {Reverts: true, Text: "a timer puts the snapshot back"},
		trials:      {Reverts: true, Alone: true, Text: "on trial"},
	}[s.b.kind]
}

func (s *tap) Arm(ctx context.Context, tx vendors.Tx) error {
	return s.call(ctx, "arm", func(f fault) error {
		switch {
		case f == refuse || s.b.hushed:
			return no(-1, "checkpoint")
		case f == ignore:
			return nil
		}
		s.b.snaps[tx.ID] = s.b.running
		if s.b.kind == deadMan {
			s.b.timers[tx.ID] = time.Now().Add(tx.Timer)
		}
		return nil
	})
}

func (s *tap) Push(ctx context.Context, tx vendors.Tx, steps []vendors.Step, done func(int) error) error {
	var halt error
	err := s.call(ctx, fmt.Sprintf("push %d", len(steps)), func(f fault) error {
		if s.b.hushed {
			return no(0, "push")
		}
		if len(steps) == 0 {
			panic("nothing to push")
		}
		if s.b.deaf {
			f = ignore
		}
		at := len(steps) // where the fault strikes, deep in the steps
		if f == refuse || f == ignore {
			at = s.b.calls * 7 % max(1, len(steps))
		}
		return s.b.push(tx, steps, at, f, func(step int) error {
			if halt == nil {
				halt = done(step)
			}
			return halt
		})
	})
	return err
}

// push runs steps. At one of them the fault strikes.
func (b *box) push(tx vendors.Tx, steps []vendors.Step, at int, f fault, done func(int) error) error {
	if b.kind == trials && b.trial == "" {
		b.before, b.trial = b.running, tx.ID
	}
	if b.kind == trials {
		b.timers[tx.ID] = time.Now().Add(tx.Timer)
	}
	c, _ := b.m.in.Vendor.Parse(b.running)
	device := b.m.in.Vendor.Replay(c, b.m.in.Site.Platform, nil)
	for i := range steps {
		if i == at && f == refuse || len(steps) == b.refuseOf && i == b.refuseAt || b.refuses != "" && strings.Contains(strings.Join(steps[i].Commands, "\n"), b.refuses) {
			return no(i, steps[i].Commands[0])
		}
		if i >= at && f == ignore { // from here on it says yes to everything
			if err := done(i); err != nil {
				return err
			}
			continue
		}
		if _, err := device.Do(steps[i]); err != nil {
			return no(i, steps[i].Commands[0])
		}
		b.running = bytes.Clone(device.Config().Bytes())
		if b.saves {
			b.saved = b.running
		}
		if err := done(i); err != nil {
			return err
		}
	}
	return nil
}

func (s *tap) Confirm(ctx context.Context, tx vendors.Tx) error {
	return s.call(ctx, "confirm", func(f fault) error {
		switch {
		case f == refuse || s.b.hushed:
			return no(-1, "confirm")
		case f == ignore:
			return nil
		case s.b.expired[tx.ID]:
			s.b.expired[tx.ID] = false
			return vendors.ErrTimer
		}
		delete(s.b.timers, tx.ID)
		s.b.trial = ""
		return nil
	})
}

func (s *tap) Revert(ctx context.Context, tx vendors.Tx) error {
	return s.call(ctx, "revert", func(f fault) error {
		snap := s.b.snaps[tx.ID]
		if s.b.kind == trials {
			if snap = nil; s.b.trial == tx.ID {
				snap = s.b.before
			}
		}
		switch {
		case f == refuse, snap == nil, s.b.hushed:
			return no(-1, "rollback")
		case f == ignore:
			return nil
		}
		delete(s.b.timers, tx.ID)
		s.b.wiped = s.b.wiped || s.b.theirs > 0 && s.b.ours(snap) == nil
		s.b.running, s.b.trial = snap, ""
		return nil
	})
}

func (s *tap) Save(ctx context.Context) error {
	return s.call(ctx, "save", func(f fault) error {
		switch {
		case f == refuse || s.b.hushed || s.b.unsaving:
			return no(-1, "copy running-config startup-config")
		case f == ignore:
			return nil
		}
		s.b.saved = s.b.running
		return nil
	})
}

func (s *tap) Release(ctx context.Context, tx vendors.Tx) error {
	return s.call(ctx, "release", func(f fault) error {
		switch {
		case f == refuse || s.b.hushed:
			return no(-1, "delete")
		case f == ignore:
			return nil
		}
		delete(s.b.snaps, tx.ID)
		return nil
	})
}

func (s *tap) Health(ctx context.Context, ports []vendors.PortWatch) (signs []vendors.Sign, err error) {
	err = s.call(ctx, "health", func(f fault) error {
		if f == refuse {
			return no(-1, "show interface")
		}
		state, drops := "up", s.b.drops
		if s.b.sick {
			state = "down"
		}
		hardware := "3"
		if s.b.unprogrammed && s.b.hash(s.b.running) == s.b.new {
			hardware = "none"
		}
		for _, p := range ports {
			signs = append(signs,
				vendors.Sign{Port: p.Name, What: "oper state", Rule: vendors.Steady, Value: state},
				vendors.Sign{Port: p.Name, What: "lossless priorities in hardware", Rule: vendors.Met, Value: hardware, Want: "3"},
				vendors.Sign{Port: p.Name, What: "drops in queue 3", Rule: vendors.Counter, Count: drops},
				vendors.Sign{Port: p.Name, What: "headroom", Rule: vendors.Met, Unchecked: "this platform does not show it"},
			)
		}
		return nil
	})
	return signs, err
}
