package ssh

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/weft-net/weft/vendors"
)

// Transcript is a file in which stands what was said in sessions, line by line and without secrets. Configurations are left out
// whole, since nobody knows every form that a secret has in one: so are long answers, and what commands read from their input.
type Transcript struct {
	mu sync.Mutex
	to io.WriteCloser
}

// OpenTranscript appends to a file that only its owner can read.
func OpenTranscript(path string) (*Transcript, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	if err := file.Chmod(0o600); err != nil {
		file.Close()
		return nil, fmt.Errorf("transcript: %w", err)
	}
	return &Transcript{to: file}, nil
}

// Close closes the file.
func (t *Transcript) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.to.Close()
}

// tap is the transcript of one session. It is safe for concurrent use, and nil for none.
type tap struct {
	t       *Transcript
	address string
	hidden  []string // what lines begin with whose answers are configurations

	mu      sync.Mutex
	partial []byte   // of the line that has not ended
	answer  []string // its lines so far, up to longestAnswer and one more
	lines   int      // of it
	omit    bool     // whether it is left out
	private bool     // inside a private key
}

func (t *Transcript) tap(c *Config) *tap {
	if t == nil {
		return nil
	}
	return &tap{t: t, address: c.Address, hidden: c.Dialect.Configurations}
}

// longestAnswer is how many lines an answer may have that is written.
const longestAnswer = 40

// longestPartial bounds what is held of a line; the rest of a longer one is left out.
const longestPartial = 1 << 16

// heard takes what the switch said. Only whole lines are written: a secret may come in pieces.
func (p *tap) heard(text []byte) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for line := range bytes.Lines(text) {
		p.partial = append(p.partial, line[:min(len(line), max(0, longestPartial-len(p.partial)))]...)
		if bytes.HasSuffix(line, []byte("\n")) {
			p.flush()
		}
	}
}

// entered takes what was sent to the switch.
func (p *tap) entered(line string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
	p.omit = slices.ContainsFunc(p.hidden, func(start string) bool { return strings.HasPrefix(strings.TrimSpace(line), start) })
	p.write('>', line)
}

func (p *tap) close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
}

// flush ends the line so far. mu is held.
func (p *tap) flush() {
	line := strings.TrimRight(string(p.partial), "\r\n")
	p.partial = p.partial[:0]
	if line == "" {
		return
	}
	if p.lines++; p.lines <= longestAnswer {
		p.answer = append(p.answer, line)
	}
	p.omit = p.omit || p.lines == 1 && strings.HasPrefix(line, "{") // a database
}

// end writes the answer so far, or how long it is. mu is held.
func (p *tap) end() {
	p.flush()
	switch {
	case p.omit && p.lines > 0, p.lines > longestAnswer:
		p.write('<', fmt.Sprintf("(%d lines, not written)", p.lines))
	default:
		for _, line := range p.answer {
			p.write('<', line)
		}
	}
	p.answer, p.lines, p.omit = nil, 0, false
}

// write writes a line. mu is held. Failing to write is not a failure of the session.
func (p *tap) write(way byte, line string) {
	if strings.Contains(line, "-----BEGIN") && strings.Contains(line, "PRIVATE KEY") {
		p.private = true
	}
	if p.private {
		p.private = !strings.Contains(line, "-----END")
		line = "<private key>"
	}
	p.t.mu.Lock()
	defer p.t.mu.Unlock()
	fmt.Fprintf(p.t.to, "%s %s %c %s\n", time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), p.address, way, vendors.RedactLine(line))
}
