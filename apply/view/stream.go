package view

import (
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/weft-net/weft/apply"
)

// The types of a line of a stream, beside "wave" and "soak", which are what the run as a whole does.
const (
	lineDoing   = "doing"   // something begins on a switch
	lineStep    = "step"    // a step is sent to a switch
	lineOutcome = "outcome" // a switch is done
	lineEnd     = "end"     // the run is over; the last line
	lineError   = "error"   // the run could not begin or go on; the last line
)

// streamLine is one line of a stream, as docs/events.schema.json describes it.
type streamLine struct {
	FormatVersion int           `json:"format_version"`
	Time          *time.Time    `json:"time,omitempty"`
	Type          string        `json:"type"`
	Wave          int           `json:"wave,omitempty"`
	Device        string        `json:"device,omitempty"`
	Doing         string        `json:"doing,omitempty"`
	Step          int           `json:"step,omitempty"`
	Of            int           `json:"of,omitempty"`
	Outcome       apply.Outcome `json:"outcome,omitempty"`
	Text          string        `json:"text,omitempty"`
	ExitCode      *int          `json:"exit_code,omitempty"`
	Report        *document     `json:"report,omitempty"`
}

// Stream writes a run as it happens, one JSON object a line. It is safe for concurrent use. A line that
// cannot be written stops nothing: whose the stream is knows of it.
type Stream struct {
	mu   sync.Mutex
	enc  *json.Encoder
	over bool
}

// NewStream begins a stream.
func NewStream(w io.Writer) *Stream {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &Stream{enc: enc}
}

// Event writes one event.
func (s *Stream) Event(e apply.Event) {
	at := e.Time.UTC()
	l := streamLine{Time: &at, Type: typeOf(e), Wave: e.Wave, Device: e.Device, Step: e.Step, Of: e.Of, Outcome: e.Outcome, Text: e.Text}
	if e.Device != "" {
		l.Doing = e.Doing
	}
	s.line(l)
}

func typeOf(e apply.Event) string {
	switch {
	case e.Device == "":
		return e.Doing // "wave" or "soak"
	case e.Outcome != "":
		return lineOutcome
	case e.Step > 0:
		return lineStep
	}
	return lineDoing
}

// End writes the last line: what became of every switch, or nothing where there was nothing to do, and the exit code.
func (s *Stream) End(r *apply.Report, code int) {
	last := streamLine{Type: lineEnd, ExitCode: &code, Text: "nothing to do"}
	if r != nil {
		d := documentOf(r)
		last.Text, last.Report = Summary(r), &d
	}
	s.line(last)
}

// Fail writes the last line of a run that could not begin or go on.
func (s *Stream) Fail(err error, code int) {
	s.line(streamLine{Type: lineError, Text: err.Error(), ExitCode: &code})
}

// Over tells whether the last line was written.
func (s *Stream) Over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

func (s *Stream) line(l streamLine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.FormatVersion = formatVersion
	s.over = s.over || l.ExitCode != nil
	_ = s.enc.Encode(l) // a run goes on when nobody reads
}
