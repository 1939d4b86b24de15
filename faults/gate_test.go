package faults

import (
	"fmt"
	"sync"
	"time"
)

// clock is by what a moment is counted.
type clock string

// The clocks.
const (
	byWire   clock = "wire"   // pieces that went over any connection, one way or the other
	byRecord clock = "record" // records of the journal
	byTime   clock = "time"   // milliseconds since weft first started
)

// moment is when something happens.
type moment struct {
	By clock
	At int
}

func (m moment) String() string { return fmt.Sprintf("%s %d", m.By, m.At) }

// act is something that happens to weft, or to everybody, at a moment.
type act struct {
	What string
	When moment
	On   string `json:",omitempty"` // the switch, where it happens on one
}

// What can happen.
const (
	actCrash     = "crash"     // weft ends
	actTear      = "tear"      // weft ends within a record of the journal
	actInterrupt = "interrupt" // SIGINT
	actFull      = "full"      // no room for a record of the journal
	actFilled    = "filled"    // no room for records from here on, until weft starts again
	actElsewhere = "elsewhere" // somebody changes what weft does not look at
	actBeside    = "beside"    // somebody makes a QoS object of his own
	actSecond    = "second"    // another weft starts, on another machine
	actTwin      = "twin"      // another weft starts in the same directory
)

// gate counts what weft does, and has acts happen at their moments.
type gate struct {
	mu      sync.Mutex
	counts  map[clock]int
	waiting []act
	do      func(act)
}

// tick counts one and has the acts happen that are due. It gives their names.
func (g *gate) tick(by clock) (due []string) {
	g.mu.Lock()
	if g.counts == nil {
		g.counts = map[clock]int{}
	}
	g.counts[by]++
	var now, later []act
	for _, a := range g.waiting {
		if a.When.By == by && a.When.At <= g.counts[by] {
			now = append(now, a)
		} else {
			later = append(later, a)
		}
	}
	g.waiting = later
	g.mu.Unlock()
	for _, a := range now {
		g.do(a)
		due = append(due, a.What)
	}
	return due
}

// timed starts the clock of acts that happen by time.
func (g *gate) timed() (stop func()) {
	var timers []*time.Timer
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, a := range g.waiting {
		if a.When.By == byTime {
			timers = append(timers, time.AfterFunc(time.Duration(a.When.At)*time.Millisecond, func() { g.do(a) }))
		}
	}
	return func() {
		for _, t := range timers {
			t.Stop()
		}
	}
}

// count is how far a clock is.
func (g *gate) count(by clock) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.counts[by]
}

// pass counts a piece on the wire, and tells whether weft still lives.
func (s *stage) pass(by clock) bool {
	if s.isDead() {
		return false
	}
	s.gate.tick(by)
	return !s.isDead()
}

// end lets nothing more happen.
func (g *gate) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = nil
}
