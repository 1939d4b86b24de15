package ssh

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/weft-net/weft/vendors"
)

// Session is one session with a switch. It belongs to one goroutine; only Close may be called from another.
type Session struct {
	address  string
	timeouts Timeouts
	link     *link
	way      way

	mu   sync.Mutex
	dead error // why the session is of no use any more
	busy bool  // something is going on in it

	closing   atomic.Bool
	closed    chan struct{}
	stop      context.CancelFunc // of the signs of life
	keepalive sync.WaitGroup
}

var _ vendors.Terminal = (*Session)(nil)

// way is how lines are entered.
type way interface {
	greet(ctx context.Context) error
	run(ctx context.Context, e vendors.Entry) (vendors.Answer, error)
	logout(ctx context.Context)
	close()
}

// Dial connects to a switch, proves who it is, logs in, and brings the command line to where lines can be entered. The context
// bounds that alone; each Run has its own. Errors wrap vendors.ErrUnreachable, ErrHostKey, ErrAuth, or are those of a session.
func Dial(ctx context.Context, c Config) (*Session, error) {
	c = c.filled()
	s := &Session{address: c.Address, timeouts: c.Timeouts, closed: make(chan struct{})}
	if err := s.open(ctx, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Address, err)
	}
	alive, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.keepalive.Go(func() {
		keepAlive(alive, s.link.Client, c.Timeouts.Keepalive, func() {
			s.end(fmt.Errorf("%w: no sign of life for %s", ErrLost, missed*c.Timeouts.Keepalive))
		})
	})
	if err := s.greet(ctx); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s: %w", c.Address, err)
	}
	return s, nil
}

func (s *Session) open(ctx context.Context, c *Config) error {
	if c.Dialect.Shell {
		shell, err := openShell(ctx, c)
		if err != nil {
			return err
		}
		s.way, s.link = shell, shell.link
		return nil
	}
	console, err := openConsole(ctx, c)
	if err != nil {
		return err
	}
	s.way, s.link = console, console.wire.link
	return nil
}

func (s *Session) greet(ctx context.Context) error {
	return s.within(ctx, s.timeouts.Total, s.way.greet)
}

// Run enters a line and waits until the switch is done with it. Whatever goes wrong ends the session.
func (s *Session) Run(ctx context.Context, e vendors.Entry) (a vendors.Answer, err error) {
	within := e.Within
	if within <= 0 {
		within = s.timeouts.Total
	}
	err = s.within(ctx, within, func(ctx context.Context) error {
		a, err = s.way.run(ctx, e)
		return err
	})
	if err != nil {
		return vendors.Answer{}, fmt.Errorf("%s: %w", s.address, err)
	}
	return a, nil
}

// within does something in the session that has to be done in time. What is still at it then, reading or writing, is freed by
// the end of the connection.
func (s *Session) within(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	if err := s.begin(); err != nil {
		return err
	}
	defer s.finish()
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("%w: not done within %s", ErrTimeout, limit))
	defer cancel()
	defer context.AfterFunc(ctx, func() { s.end(context.Cause(ctx)) })()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	err := do(ctx)
	if err == nil || errors.Is(err, ErrLine) {
		return err
	}
	if ctx.Err() != nil { // what the closed connection looks like is not the reason
		err = context.Cause(ctx)
	}
	s.end(err)
	return s.why()
}

// begin takes the session. An error is why it cannot be had.
func (s *Session) begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.dead != nil:
		return fmt.Errorf("the session has ended before: %w", s.dead)
	case s.busy:
		return errBusy
	}
	s.busy = true
	return nil
}

func (s *Session) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = false
}

// errBusy is a mistake of a caller: a session belongs to one goroutine.
var errBusy = errors.New("the session is in use")

// end closes the connection. The first reason counts.
func (s *Session) end(why error) {
	s.mu.Lock()
	if s.dead == nil {
		s.dead = why
	}
	s.mu.Unlock()
	s.link.Close()
}

func (s *Session) why() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead
}

// logoutWithin is how long a switch may take to hang up.
const logoutWithin = time.Second

// Close ends the session, and everything that belonged to it. A switch at its first prompt is left with a logout.
func (s *Session) Close() error {
	if s.closing.Swap(true) {
		<-s.closed
		return nil
	}
	if s.begin() == nil {
		ctx, cancel := context.WithTimeout(context.Background(), logoutWithin)
		free := context.AfterFunc(ctx, func() { s.link.Close() })
		s.way.logout(ctx)
		free()
		cancel()
	}
	s.end(ErrClosed)
	s.stop()
	s.way.close()
	s.keepalive.Wait()
	close(s.closed)
	return nil
}
