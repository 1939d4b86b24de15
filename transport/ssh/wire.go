package ssh

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/scrapli/scrapligo/transport"
	"golang.org/x/crypto/ssh"
)

// wire is the transport below scrapligo: a shell with a terminal on a connection of ours. scrapligo has no context; what bounds
// and cancels here is that closing the connection frees whoever reads or writes.
type wire struct {
	ctx  context.Context // bounds Open only
	cfg  *Config
	link *link
	in   io.WriteCloser
	out  io.Reader

	buf    []byte
	escape escape
	tap    *tap
	// waiting counts the bytes that were read and not yet taken out of scrapligo's queue.
	waiting atomic.Int64
	// queued has a token when bytes were put into the queue since it was last looked at.
	queued chan struct{}
	// over is closed when nothing more comes. lost is then why.
	over chan struct{}
	lost error
}

var _ transport.Implementation = (*wire)(nil)

const (
	readSize = 64 << 10
	// width keeps switches from breaking the echo of a line in two, and height from stopping before paging is off.
	width, height = 511, 255
)

func newWire(ctx context.Context, c *Config) *wire {
	return &wire{ctx: ctx, cfg: c, tap: c.Transcript.tap(c), buf: make([]byte, readSize), queued: make(chan struct{}, 1), over: make(chan struct{})}
}

// Open connects, logs in and starts the shell.
func (w *wire) Open(*transport.Args) error {
	link, err := connect(w.ctx, w.cfg)
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeoutCause(w.ctx, w.cfg.Timeouts.Handshake, ErrTimeout)
	defer cancel()
	stop := context.AfterFunc(within, func() { link.Close() })
	err = w.start(link)
	if !stop() {
		err = context.Cause(within)
	}
	if err != nil {
		link.Close()
		return fmt.Errorf("starting a command line: %w", err)
	}
	w.link = link
	return nil
}

func (w *wire) start(l *link) error {
	session, err := l.NewSession()
	if err != nil {
		return err
	}
	if err := session.RequestPty("vt100", height, width, ssh.TerminalModes{ssh.ECHO: 1}); err != nil {
		return err
	}
	if w.in, err = session.StdinPipe(); err != nil {
		return err
	}
	if w.out, err = session.StdoutPipe(); err != nil {
		return err
	}
	return session.Shell()
}

// Read gives what the switch sent next. scrapligo copies it into its queue before it calls Read again.
func (w *wire) Read(int) ([]byte, error) {
	select {
	case w.queued <- struct{}{}:
	default:
	}
	for {
		n, err := w.out.Read(w.buf)
		if text := w.escape.strip(w.buf[:n]); len(text) > 0 {
			w.tap.heard(text)
			if w.waiting.Add(int64(len(text))) <= int64(w.cfg.Limit) {
				return text, nil
			}
			err = ErrTooLong
		}
		if err != nil {
			return nil, w.end(err)
		}
	}
}

// end says that nothing more comes.
func (w *wire) end(err error) error {
	if errors.Is(err, io.EOF) {
		err = ErrLost
	}
	w.lost = err
	close(w.over)
	return io.EOF
}

// Write sends.
func (w *wire) Write(b []byte) error {
	_, err := w.in.Write(b)
	return err
}

// Close ends the connection at once.
func (w *wire) Close() error {
	if w.link == nil {
		return nil
	}
	return w.link.Close()
}

// IsAlive tells whether there is a connection.
func (w *wire) IsAlive() bool { return w.link != nil }

// escape takes the control sequences of terminals (ECMA-48) out of a stream, wherever it is cut.
type escape uint8

// Where in a sequence the stream is.
const (
	inText escape = iota
	afterEscape
	inSequence
)

const esc = 0x1b

// strip takes the sequences out of b, in place.
func (e *escape) strip(b []byte) []byte {
	kept := b[:0]
	for i, c := range b {
		switch {
		case *e == inText && c == esc, *e == inSequence && c == esc:
			*e = afterEscape
		case *e == inText:
			if len(kept) == i { // nothing was taken out so far
				kept = b[:i+1]
				continue
			}
			kept = append(kept, c)
		case *e == afterEscape && c == '[':
			*e = inSequence
		case *e == afterEscape, c >= '@' && c <= '~':
			*e = inText
		case c < ' ' || c > '~': // broken off: this byte is none of it
			*e = inText
			kept = append(kept, c)
		}
	}
	return kept
}
