package apply

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// subject is one switch while it is being changed. One goroutine has it.
type subject struct {
	run    *run
	sw     *Switch
	device *plan.Device
	tx     vendors.Tx
	start  Start
	report SwitchReport

	steps, undo []vendors.Step
	route       []vendors.Step  // the way back that it was on when a run ended; nil for none
	old, new    vendors.Config  // what it ran, and what it is to run; nil while that is not known
	marks       map[string]bool // what any step of the patch or its undo touches; nil until asked for
	patch       map[string]bool // what the whole patch changes
	signs       []vendors.Sign  // before the change

	session   Session
	held      Session // the one that pushed, where it has to stay open until it confirms
	net       vendors.Net
	armed     time.Time // since when its timer runs at the latest
	touched   bool      // something was done to it that leaves a trace
	pushed    bool      // steps may have been sent to it
	itself    bool      // if it is old again without a way back, it went there by itself
	confirmed bool      // no timer runs on it
	saving    bool      // it was told to save
	kept      bool      // the new configuration was confirmed
	unsettled bool      // contact was lost while it was changing: what it is doing may go on
	alone     bool      // nothing but weft changed its lines since its snapshot, as far as is known
	back      bool      // it is on its way back, which no full disk stops
	onward    bool      // no way back was left, and it is being finished instead
	secrets   []string
}

func (r *run) subject(sw *Switch, d *plan.Device) *subject {
	x := &subject{run: r, sw: sw, device: d, alone: true}
	x.report = SwitchReport{Name: sw.Name, Outcome: Untouched, Wave: r.wave}
	x.steps = plan.StepsOf(d.Steps)
	if d.Undo != nil {
		x.undo = plan.StepsOf(d.Undo.Steps)
	}
	x.tx = vendors.Tx{ID: TxID(r.id, sw.Name), Timer: x.timer(), Steps: x.steps}
	return x
}

// forecast is how long sending steps may take, by what is known of them.
func forecast(steps []vendors.Step) time.Duration {
	var sum time.Duration
	for i := range steps {
		sum += time.Duration(steps[i].Seconds)*time.Second + time.Duration(len(steps[i].Commands))*time.Second
	}
	return sum
}

// longestTimer is the longest that a platform takes.
const longestTimer = 65535 * time.Second

// timer leaves time to send the steps, to look at what they did, and to do it again.
func (x *subject) timer() time.Duration {
	return min(longestTimer, max(x.run.limits.Timer, 2*forecast(x.steps)+x.settle()+2*time.Minute))
}

// settle is how long signs of health may take: longer where ports or the switch itself went down.
func (x *subject) settle() time.Duration {
	worst := vendors.None
	for i := range x.steps {
		worst = vendors.MoreDisruptive(worst, x.steps[i].Disruption)
	}
	return x.run.limits.Settle + map[vendors.Disruption]time.Duration{vendors.Flap: 2 * time.Minute, vendors.Reload: 10 * time.Minute}[worst]
}

// say tells what begins.
func (x *subject) say(doing string) {
	x.run.tell(Event{Device: x.sw.Name, Wave: x.report.Wave, Doing: doing})
}

// warn keeps what a person should know and what stops nothing.
func (x *subject) warn(format string, args ...any) {
	x.report.Warnings = append(x.report.Warnings, x.clean(fmt.Sprintf(format, args...)))
}

// clean takes the secrets of the switch out of a message.
func (x *subject) clean(message string) string { return vendors.RedactProse(message, x.secrets) }

// open gives the session, a new one where there is none.
func (x *subject) open(ctx context.Context) (Session, error) {
	if x.session != nil {
		return x.session, nil
	}
	ctx, cancel := context.WithTimeout(ctx, x.run.limits.Connect)
	defer cancel()
	s, err := x.run.options.Connector.Connect(ctx, x.sw.Site)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	x.session = s
	return s, nil
}

// drop ends the session.
func (x *subject) drop() {
	if x.session != nil {
		_ = x.session.Close() // a session that is over has nothing more to say
		x.session = nil
	}
}

// setAside ends the session, or keeps it aside where its end would take the change back.
func (x *subject) setAside() {
	if x.net.Holds {
		x.held, x.session = x.session, nil
		return
	}
	x.drop()
}

// takeUpHeld goes on in the session that was kept aside, if there is one.
func (x *subject) takeUpHeld() {
	if x.held != nil {
		x.drop()
		x.session, x.held = x.held, nil
	}
}

// leave ends all sessions.
func (x *subject) leave() {
	x.takeUpHeld()
	x.drop()
}

// do has the session do something within a time. A session that failed is of no use and is dropped.
func (x *subject) do(ctx context.Context, within time.Duration, f func(context.Context, Session) error) error {
	s, err := x.open(ctx)
	if err != nil {
		return err
	}
	bounded, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("no answer within %s", within))
	defer cancel()
	err = guard(func() error { return f(bounded, s) })
	if err == nil || answered(err) {
		return err
	}
	x.drop()
	if cause := context.Cause(bounded); cause != nil && errors.Is(err, bounded.Err()) {
		return cause
	}
	return err
}

// answered tells an error that is an answer of the switch from one of the session.
func answered(err error) bool {
	var refused *vendors.RefusedError
	return errors.As(err, &refused) || errors.Is(err, vendors.ErrTimer)
}

// guard turns a fault of weft's own into an error: no switch is left alone because of it.
func guard(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal fault: %T at %s", fault, faultPlace())
		}
	}()
	return do()
}

// faultPlace is the function of weft in which a fault arose.
func faultPlace() string {
	_, after, _ := strings.Cut(string(debug.Stack()), "panic(")
	for row := range strings.Lines(after) {
		if name, ok := strings.CutPrefix(row, "github.com/weft-net/weft/"); ok {
			return strings.TrimSpace(name[:strings.LastIndexByte(name, '(')])
		}
	}
	return "an unknown place"
}

// How often things are tried that can be repeated.
const (
	connectTries = 3
	readTries    = 3
	repeatTries  = 3
)

// again tries something that can be repeated, with pauses that grow. What the switch answered, and a switch that is not who it
// should be or lets nobody in, is not asked again.
func (x *subject) again(ctx context.Context, tries int, f func() error) error {
	wait := time.Second
	for {
		err := f()
		if err == nil || answered(err) || forbidden(err) || ctx.Err() != nil {
			return err
		}
		if tries--; tries == 0 {
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		wait *= 2
	}
}

func forbidden(err error) bool {
	return errors.Is(err, vendors.ErrHostKey) || errors.Is(err, vendors.ErrAuth)
}

// connect opens the first session.
func (x *subject) connect(ctx context.Context) error {
	return x.again(ctx, connectTries, func() error {
		_, err := x.open(ctx)
		return err
	})
}

// read is the whole running configuration.
func (x *subject) read(ctx context.Context) (c vendors.Config, err error) {
	err = x.again(ctx, readTries, func() error {
		c, err = x.readOnce(ctx, Session.Running)
		if err == nil {
			err = x.sw.Vendor.Complete(c, x.ports())
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading what it runs: %w", err)
	}
	return c, nil
}

// readSaved is the fingerprint of what the switch starts with, and that configuration.
func (x *subject) readSaved(ctx context.Context) (c vendors.Config, err error) {
	err = x.again(ctx, readTries, func() error {
		c, err = x.readOnce(ctx, Session.Saved)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading what it starts with: %w", err)
	}
	return c, nil
}

func (x *subject) readOnce(ctx context.Context, from func(Session, context.Context) ([]byte, error)) (c vendors.Config, err error) {
	err = x.do(ctx, x.run.limits.Read, func(ctx context.Context, s Session) error {
		text, err := from(s, ctx)
		if err != nil {
			return err
		}
		x.secrets = vendors.Secrets(text)
		parsed, diags := x.sw.Vendor.Parse(text)
		if err := diags.Err(); err != nil {
			return errors.New(x.clean(err.Error()))
		}
		c = vendors.PlainOf(x.sw.Vendor, parsed, x.sw.Site.Platform)
		return nil
	})
	return c, err
}

func (x *subject) ports() []string {
	names := make([]string, len(x.sw.Site.Ports))
	for i := range names {
		names[i] = x.sw.Site.Ports[i].Name
	}
	return names
}

// hash is the fingerprint of every line that weft reads.
func (x *subject) hash(c vendors.Config) string { return x.sw.Vendor.Fingerprint(c) }

// whole is a hash of every line that sets something, in order.
func (x *subject) whole(c vendors.Config) string {
	empty, _ := x.sw.Vendor.Parse([]byte("{}"))
	sum := sha256.New()
	for _, d := range vendors.Sets(x.sw.Vendor, x.sw.Vendor.Deltas(empty, c)) {
		fmt.Fprintf(sum, "%q\n", deltaKey(d))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// act does something that changes the switch, with a record before it and one after it.
func (x *subject) act(ctx context.Context, name string, within time.Duration, f func(context.Context, Session) error) error {
	return x.acted(ctx, Record{Kind: kindBefore, Act: name}, within, f)
}

// acted is act with more in the record before it.
func (x *subject) acted(ctx context.Context, before Record, within time.Duration, f func(context.Context, Session) error) error {
	x.say(before.Act)
	if err := x.note(before); err != nil {
		return err
	}
	err := x.do(ctx, within, f)
	after := Record{Kind: kindAfter, Act: before.Act}
	if err != nil {
		after.Error = x.clean(err.Error())
		x.unsettled = x.unsettled || !answered(err)
	}
	return errors.Join(err, x.note(after))
}

// note writes a record about the switch. On the way back a journal that cannot be written is no reason to stop.
func (x *subject) note(r Record) error {
	r.Device = x.sw.Name
	err := x.run.journal.append(r)
	if err == nil {
		return nil
	}
	x.run.halt(fmt.Sprintf("%s: %v", x.sw.Name, err))
	if x.back {
		return nil
	}
	return &journalError{err}
}

// journalError is why an act was not done: it could not be recorded.
type journalError struct{ err error }

func (e *journalError) Error() string { return e.err.Error() }
func (e *journalError) Unwrap() error { return e.err }
