package lab

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// Pipe is a connection in memory between a client and a switch. Unlike that of net.Pipe its ends have buffers, as sockets do: both
// ends of SSH begin by writing. All its waiting is by channels and conditions, so that it can be used in virtual time.
func Pipe() (client, server net.Conn) {
	there, back := newStream(), newStream()
	return &pipeEnd{in: back, out: there}, &pipeEnd{in: there, out: back}
}

// pipeEnd is one end of a Pipe.
type pipeEnd struct{ in, out *stream }

// Read reads what the other end wrote.
func (p *pipeEnd) Read(b []byte) (int, error) { return p.in.read(b) }

// Write writes to the other end.
func (p *pipeEnd) Write(b []byte) (int, error) { return p.out.write(b) }

// Close ends both directions: what the other end has not read yet can still be read.
func (p *pipeEnd) Close() error {
	p.in.abandon()
	p.out.finish()
	return nil
}

// LocalAddr and RemoteAddr are no addresses.
func (p *pipeEnd) LocalAddr() net.Addr  { return pipeAddr{} }
func (p *pipeEnd) RemoteAddr() net.Addr { return pipeAddr{} }

// SetDeadline, SetReadDeadline and SetWriteDeadline bound reading and writing, as those of net.Conn.
func (p *pipeEnd) SetDeadline(t time.Time) error {
	p.in.readBy(t)
	p.out.writeBy(t)
	return nil
}

func (p *pipeEnd) SetReadDeadline(t time.Time) error {
	p.in.readBy(t)
	return nil
}

func (p *pipeEnd) SetWriteDeadline(t time.Time) error {
	p.out.writeBy(t)
	return nil
}

// pipeAddr is where an end of a Pipe is.
type pipeAddr struct{}

// Network and String are as in net.Addr.
func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "192.0.2.1:0" }

// streamSize is how much a stream holds before its writer waits.
const streamSize = 64 << 10

// stream is one direction of a Pipe.
type stream struct {
	mu             sync.Mutex
	moved          *sync.Cond
	held           []byte
	done, unwanted bool // nothing more comes; nobody reads any more
	reader, writer deadline
}

// deadline is when somebody stops to wait.
type deadline struct {
	timer *time.Timer
	past  bool
}

func newStream() *stream {
	s := &stream{}
	s.moved = sync.NewCond(&s.mu)
	return s
}

func (s *stream) read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.held) == 0 {
		switch {
		case s.unwanted:
			return 0, io.ErrClosedPipe
		case s.done:
			return 0, io.EOF
		case s.reader.past:
			return 0, os.ErrDeadlineExceeded
		}
		s.moved.Wait()
	}
	n := copy(b, s.held)
	if s.held = s.held[n:]; len(s.held) == 0 {
		s.held = nil
	}
	s.moved.Broadcast()
	return n, nil
}

func (s *stream) write(b []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n < len(b) {
		switch {
		case s.done || s.unwanted:
			return n, io.ErrClosedPipe
		case s.writer.past:
			return n, os.ErrDeadlineExceeded
		}
		if room := streamSize - len(s.held); room > 0 {
			part := b[n:min(len(b), n+room)]
			s.held = append(s.held, part...)
			n += len(part)
			s.moved.Broadcast()
			continue
		}
		s.moved.Wait()
	}
	return n, nil
}

// finish says that nothing more comes.
func (s *stream) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	s.moved.Broadcast()
}

// abandon says that nobody reads any more.
func (s *stream) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unwanted, s.held = true, nil
	s.moved.Broadcast()
}

func (s *stream) readBy(t time.Time)  { s.by(&s.reader, t) }
func (s *stream) writeBy(t time.Time) { s.by(&s.writer, t) }

// by sets a deadline; the zero time is none.
func (s *stream) by(d *deadline, t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.past, d.timer = false, nil
	if t.IsZero() {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(t), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.timer == timer {
			d.past = true
			s.moved.Broadcast()
		}
	})
	d.timer = timer
}
