package ssh

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/scrapli/scrapligo/driver/generic"
	"github.com/scrapli/scrapligo/driver/options"

	"github.com/weft-net/weft/vendors"
)

// console is the command line of a switch, read through scrapligo. scrapligo's own operations poll, know no context and take a
// prompt anywhere in a window for the end; only its transport, channel and queue are used.
type console struct {
	wire   *wire
	driver *generic.Driver
	speech *speech
	idle   time.Duration
	limit  int
	first  string // the prompt after login, at which logging out is safe
	prompt string // the one that stands there now
	mute   bool   // the switch does not echo blanks
	proofs int    // so far
}

// openConsole connects and starts a command line; nothing has been said then.
func openConsole(ctx context.Context, c *Config) (*console, error) {
	speech, err := understand(c.Dialect)
	if err != nil {
		return nil, err
	}
	w := newWire(ctx, c)
	driver, err := generic.NewDriver(c.Address, options.WithCustomTransport(w), options.WithTransportReadSize(readSize),
		options.WithReadDelay(0), options.WithAuthBypass())
	if err != nil {
		return nil, err
	}
	if err := driver.Open(); err != nil {
		return nil, err
	}
	return &console{wire: w, driver: driver, speech: speech, idle: c.Timeouts.Idle, limit: c.Limit}, nil
}

func (c *console) close() {
	c.wire.Close()
	<-c.wire.over // scrapligo's reader is on its way out
	c.driver.Close()
	c.wire.tap.close()
}

// greet waits for the first prompt, learns the switch's name from it and enters the lines that come first.
func (c *console) greet(ctx context.Context) error {
	x := &exchange{speech: c.speech, echoed: true, bare: true, blanks: c.blanks()}
	if err := c.hold(ctx, x, c.idle); err != nil {
		return fmt.Errorf("waiting for its prompt: %w", err)
	}
	if err := c.speech.learn(x.prompt); err != nil {
		return err
	}
	c.first, c.mute = c.prompt, x.mute
	for _, line := range c.speech.dialect.Login {
		a, err := c.run(ctx, vendors.Entry{Line: line})
		if err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		if says, refused := c.speech.refusal(a.Text); refused {
			return &vendors.RefusedError{Step: -1, Line: line, Says: shown(says)}
		}
	}
	for _, line := range c.speech.dialect.Wishes {
		if _, err := c.run(ctx, vendors.Entry{Line: line}); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
	}
	return nil
}

// run enters a line and waits for the prompt behind its answer.
func (c *console) run(ctx context.Context, e vendors.Entry) (vendors.Answer, error) {
	if strings.ContainsFunc(e.Line, func(r rune) bool { return r < ' ' || r == '?' || r == 0x7f }) {
		return vendors.Answer{}, ErrLine
	}
	idle := c.idle
	if e.Within > 0 {
		idle = e.Within
	}
	x := &exchange{speech: c.speech, entry: e, blanks: c.blanks()}
	if err := c.enter(e.Line); err != nil {
		return vendors.Answer{}, err
	}
	if err := c.hold(ctx, x, idle); err != nil {
		return vendors.Answer{}, err
	}
	return x.answer(), nil
}

// hold has the exchange until it is done.
func (c *console) hold(ctx context.Context, x *exchange, idle time.Duration) error {
	silence, patience := time.NewTimer(quiet), time.NewTimer(idle)
	defer silence.Stop()
	defer patience.Stop()
	for {
		heard, err := c.listen(ctx, x, silence.C, patience.C)
		if err != nil {
			return err
		}
		var n next
		if len(heard) == 0 {
			n, err = x.silent()
		} else {
			silence.Reset(quiet)
			patience.Reset(idle)
			n, err = x.hear(heard)
		}
		switch {
		case err != nil:
			return err
		case n.done:
			c.prompt = string(x.prompt)
			return nil
		case n.enter:
			if err := c.enter(n.send); err != nil {
				return err
			}
		}
	}
}

// blanks are what proves the next prompt: not as many as the last time.
func (c *console) blanks() string {
	if c.mute {
		return ""
	}
	c.proofs++
	return strings.Repeat(" ", 3+c.proofs%29)
}

// enter sends a line. Whoever waits too long for that is freed by the end of the connection.
func (c *console) enter(line string) error {
	c.wire.tap.entered(line)
	if err := c.driver.Channel.Write([]byte(line+"\n"), true); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return nil
}

// listen waits for more. Nothing and no error is silence.
func (c *console) listen(ctx context.Context, x *exchange, silence, patience <-chan time.Time) ([]byte, error) {
	for {
		if heard := c.driver.Channel.Q.DequeueAll(); len(heard) > 0 {
			c.wire.waiting.Add(-int64(len(heard)))
			if len(x.buf)+len(heard) > c.limit {
				return nil, ErrTooLong
			}
			return heard, nil
		}
		select {
		case <-c.wire.queued:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-c.wire.over:
			return c.rest(x)
		case <-silence:
			return nil, nil
		case <-patience:
			return nil, quoted(fmt.Errorf("%w: the switch is silent", ErrTimeout), x.tail())
		}
	}
}

// rest is what came before the connection ended, and when there is no more of that, why it did.
func (c *console) rest(x *exchange) ([]byte, error) {
	if heard := c.driver.Channel.Q.DequeueAll(); len(heard) > 0 {
		return heard, nil
	}
	return nil, quoted(c.wire.lost, x.tail())
}

// logout leaves the switch properly where that is safe: at the first prompt, where the line cannot mean anything else.
func (c *console) logout(ctx context.Context) {
	line := c.speech.dialect.Logout
	if line == "" || c.prompt != c.first || c.enter(line) != nil {
		return
	}
	select {
	case <-c.wire.over:
	case <-ctx.Done():
	}
}
