package apply

import (
	"time"

	"github.com/weft-net/weft/vendors"
)

// Event is something that a person who watches a run wants to see.
type Event struct {
	Time   time.Time
	Device string // empty for the run
	Wave   int    // from 1; 0 before the first
	// Doing is what begins now: "connect", "read", "push", "wave", "soak", "way back: undo". Empty when the switch is done.
	Doing string
	Step  int // of a push, from 1; 0 beside it
	Of    int // steps of it
	// Outcome is what the switch is, once it is done.
	Outcome Outcome
	Text    string
}

// tell hands an event on. Events come one at a time.
func (r *run) tell(e Event) {
	if r.options.Event == nil {
		return
	}
	e.Time, e.Text = time.Now(), vendors.RedactLine(e.Text)
	r.telling.Lock()
	defer r.telling.Unlock()
	r.options.Event(e)
}
