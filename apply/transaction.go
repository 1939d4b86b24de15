package apply

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// change takes the switch from old to new, or back to old, and says which.
func (x *subject) change(ctx context.Context) {
	defer x.leave()
	forward, cancel := x.run.options.Interrupt.forward(ctx)
	defer cancel()
	err := guard(func() error { return x.forward(forward) })
	if err != nil && errors.Is(context.Cause(forward), ErrInterrupted) {
		err = fmt.Errorf("%w: %v", ErrInterrupted, err) // whatever it looked like where it struck
	}
	if err == nil {
		err = guard(func() error { return x.keep(ctx) })
	}
	switch {
	case err == nil:
	case !x.touched:
		x.spared(err)
	default:
		x.goBack(ctx, err)
	}
	x.close()
}

// forward goes from connecting to the health gate. Until something is armed the switch is as it was.
func (x *subject) forward(ctx context.Context) error {
	x.say("connect")
	if err := x.connect(ctx); err != nil {
		return err
	}
	if err := x.clear(ctx); err != nil {
		return err
	}
	if err := x.prepare(ctx); err != nil {
		return err
	}
	if err := x.note(Record{Kind: kindSwitch, Start: &x.start}); err != nil {
		return err
	}
	x.touched = true
	if err := x.arm(ctx); err != nil {
		return fmt.Errorf("arming: %w", err)
	}
	if err := x.ahead(ctx); err != nil {
		return err
	}
	err := x.push(ctx, actPush, x.steps)
	x.netNow()
	if err != nil {
		return fmt.Errorf("pushing: %w", err)
	}
	x.setAside() // that a second session can be had shows that the switch can still be reached
	if err := x.arrived(ctx); err != nil {
		return err
	}
	return x.healthy(ctx)
}

// refusal is why a switch must not be changed now.
type refusal struct{ reason string }

func (e *refusal) Error() string { return e.reason }

// clear looks for what others have on the switch. What may still act refuses it; what dead runs left is removed.
func (x *subject) clear(ctx context.Context) error {
	claims, err := x.claims(ctx)
	if err != nil {
		return fmt.Errorf("looking for other transactions: %w", err)
	}
	if err := x.taken(claims); err != nil {
		return err
	}
	for _, c := range claims {
		if c.Tx == x.tx.ID {
			continue
		}
		err := x.act(ctx, "clean", x.run.limits.Act, func(ctx context.Context, s Session) error {
			return s.Release(ctx, vendors.Tx{ID: c.Tx})
		})
		if err != nil {
			return fmt.Errorf("removing the %s of the dead transaction %s: %w", c.What, c.Tx, err)
		}
		x.warn("removed the %s that the dead transaction %s left", c.What, c.Tx)
	}
	return nil
}

func (x *subject) claims(ctx context.Context) (claims []vendors.Claim, err error) {
	err = x.again(ctx, readTries, func() error {
		return x.do(ctx, x.run.limits.Act, func(ctx context.Context, s Session) error {
			claims, err = s.Claims(ctx)
			return err
		})
	})
	if slices.ContainsFunc(claims, func(c vendors.Claim) bool { return c.Tx == "" }) {
		x.drop() // it may stand among what somebody else left, which is not weft's to clear away
	}
	return claims, err
}

// taken names the first claim that refuses the switch.
func (x *subject) taken(claims []vendors.Claim) error {
	for _, c := range claims {
		switch {
		case c.Tx == x.tx.ID:
		case c.Tx == "":
			return &refusal{fmt.Sprintf("there is a %s of somebody else on it", c.What)}
		case c.Live || c.Busy || c.Left > 0:
			return &refusal{fmt.Sprintf("the %s of the transaction %s is on it%s", c.What, c.Tx, left(c.Left))}
		case !x.run.options.RemoveLeftovers && !x.run.dead(c.Tx, x.sw.Name):
			return &refusal{fmt.Sprintf("the %s of the transaction %s is on it, of a run that is not known here and may be at work", c.What, c.Tx)}
		}
	}
	return nil
}

func left(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf(", for another %s", d.Round(time.Second))
}

// prepare reads the switch again and proves once more, on what it runs now, that the steps lead where they should.
func (x *subject) prepare(ctx context.Context) error {
	x.say("read")
	now, err := x.read(ctx)
	if err != nil {
		return err
	}
	if err := x.foresee(now); err != nil {
		return err
	}
	if err := x.unsaved(ctx); err != nil {
		return err
	}
	if x.signs, err = x.signsNow(ctx); err != nil {
		return fmt.Errorf("its health cannot be read: %w", err)
	}
	x.start.Tx, x.start.Timer, x.start.Signs = x.tx.ID, x.tx.Timer, x.signs
	if x.session == nil {
		return errors.New("the session was lost")
	}
	x.netNow()
	return nil
}

// foresee works out, from what the switch runs, what it is to run.
func (x *subject) foresee(now vendors.Config) error {
	if err := x.stale(now); err != nil {
		return err
	}
	after, err := plan.Replay(x.sw.Vendor, x.sw.Site, now, x.steps)
	if err != nil {
		return &refusal{x.clean(fmt.Sprintf("the steps of the plan fail on a model of it: %v", err))}
	}
	before, err := plan.Replay(x.sw.Vendor, x.sw.Site, after, x.undo)
	if err != nil {
		return &refusal{x.clean(fmt.Sprintf("the undo of the plan fails on a model of it: %v", err))}
	}
	if x.hash(before) != x.hash(now) {
		return &refusal{"the undo of the plan does not lead back to what it runs"}
	}
	x.know(now, after)
	x.start.Old, x.start.New, x.start.Whole = x.hash(now), x.hash(after), x.whole(now)
	return nil
}

// stale compares what the switch runs with what its plan was made from.
func (x *subject) stale(now vendors.Config) error {
	if hash := x.hash(now); hash != x.device.RunningHash {
		return fmt.Errorf("%w: its configuration changed since the plan was made (%s, now %s)", plan.ErrStale, x.device.RunningHash, hash)
	}
	return nil
}

// unsaved looks at what saving is going to keep beside the change.
func (x *subject) unsaved(ctx context.Context) error {
	saved, err := x.readSaved(ctx)
	if err != nil {
		if !answered(err) {
			return err
		}
		x.warn("it does not say what it starts with: %v", err)
		return nil
	}
	x.start.Saved = x.hash(saved)
	lines := shown(vendors.Sets(x.sw.Vendor, x.sw.Vendor.Deltas(saved, x.old)))
	if len(lines) == 0 {
		return nil
	}
	text := fmt.Sprintf("others left %d lines unsaved, which saving keeps too: %s", len(lines), some(lines))
	if x.run.options.RefuseUnsaved {
		return &refusal{x.clean(text)}
	}
	x.warn("%s", text)
	return nil
}

// ahead looks once more for others, now that what this transaction has on the switch keeps them out: of two that came at the same
// time neither goes on, unless the platform itself lets only one in.
func (x *subject) ahead(ctx context.Context) error {
	if x.net.Alone {
		return nil
	}
	claims, err := x.claims(ctx)
	if err != nil {
		return fmt.Errorf("looking for other transactions: %w", err)
	}
	return x.taken(claims)
}

// arm has the switch take its snapshot and start its timer.
func (x *subject) arm(ctx context.Context) error {
	x.armed = time.Now()
	err := x.act(ctx, "arm", x.run.limits.Act, func(ctx context.Context, s Session) error { return s.Arm(ctx, x.tx) })
	x.netNow()
	return err
}

// netNow takes what catches the switch from the session, which may know it better by now. Without a session it is as it was.
func (x *subject) netNow() {
	if x.session != nil {
		x.net = x.session.Net()
		x.report.Net = x.net.Text
	}
}

// actPush is the act from which on the switch may be another one.
const actPush = "push"

// push sends steps, with a record after each.
func (x *subject) push(ctx context.Context, name string, steps []vendors.Step) error {
	tx := x.tx
	tx.Steps = steps
	within := x.run.limits.Push + 2*forecast(steps)
	x.armed, x.confirmed = time.Now().Add(forecast(steps)), false
	record := Record{Kind: kindBefore, Act: name}
	x.pushed = true
	if name != actPush {
		for i := range steps {
			record.Route = append(record.Route, steps[i].Commands)
		}
	}
	return x.acted(ctx, record, within, func(ctx context.Context, s Session) error {
		return s.Push(ctx, tx, steps, func(step int) error {
			x.run.tell(Event{Device: x.sw.Name, Wave: x.report.Wave, Doing: name, Step: step + 1, Of: len(steps)})
			return x.note(Record{Kind: kindStep, Act: name, Step: step + 1})
		})
	})
}

// arrived reads the switch back in another session and compares it with what it is to run.
func (x *subject) arrived(ctx context.Context) error {
	x.say("read back")
	now, err := x.look(ctx)
	for range steadyReads {
		if err != nil || x.hash(now) == x.start.New {
			break
		}
		if err = pause(ctx, steadyPause); err == nil {
			now, err = x.read(ctx)
		}
	}
	if err != nil {
		return fmt.Errorf("reading it back: %w", err)
	}
	x.meet(x.others(now))
	if x.hash(now) == x.start.New {
		return nil
	}
	differ := shown(vendors.Sets(x.sw.Vendor, x.sw.Vendor.Deltas(x.new, now)))
	return fmt.Errorf("it does not run what it was to run: %s", x.clean(some(differ)))
}

// keep makes the new configuration stay: confirmed, saved, and nothing of the transaction left.
func (x *subject) keep(ctx context.Context) error {
	if err := x.confirm(ctx); err != nil {
		return fmt.Errorf("confirming: %w", err)
	}
	x.kept = true
	hash, err := x.save(ctx, x.start.New, func(at place) bool { return at.new(len(x.steps)) })
	if err != nil {
		return err
	}
	x.report.Outcome, x.report.Hash = New, hash
	x.release(ctx)
	return nil
}

// confirm stops the timer, and sees that it is gone: a switch that says so and goes back later has failed.
func (x *subject) confirm(ctx context.Context) error {
	x.takeUpHeld()
	tx, within := x.tx, x.run.limits.Act
	if x.net.Reverts {
		within += tx.Timer + timerGrace + 2*x.run.limits.Read // a switch that does not say that its timer is gone is waited for
	} else {
		tx.Timer = 0
	}
	err := x.again(ctx, repeatTries, func() error {
		err := x.act(ctx, "confirm", within, func(ctx context.Context, s Session) error { return s.Confirm(ctx, tx) })
		if err != nil || !x.net.Reverts {
			return err
		}
		return x.timerGone(ctx)
	})
	if err == nil || errors.Is(err, vendors.ErrTimer) {
		x.confirmed = true
	}
	return err
}

// timerGone fails while the switch shows a timer of this transaction.
func (x *subject) timerGone(ctx context.Context) error {
	claims, err := x.claims(ctx)
	if err != nil {
		return fmt.Errorf("whether its timer is gone: %v", err) // worth another try, whatever it was
	}
	for _, c := range claims {
		if c.Tx == x.tx.ID && (c.Live || c.Left > 0) {
			return fmt.Errorf("its %s is still there", c.What)
		}
	}
	return nil
}

// savePause is how long a switch is given that does not save at once.
const savePause = 10 * time.Second

// save has the switch start with what it runs, and reads that back: a switch that says so and does not has failed. What it runs
// may have become something else than was expected, through somebody else, as long as the switch may stay there.
func (x *subject) save(ctx context.Context, expected string, mayStay func(place) bool) (hash string, err error) {
	for try := range repeatTries {
		if try > 0 {
			if err := pause(ctx, savePause); err != nil {
				return "", err
			}
		}
		x.saving = true
		err = x.act(ctx, "save", x.run.limits.Save, func(ctx context.Context, s Session) error { return s.Save(ctx) })
		if fatal := new(journalError); errors.As(err, &fatal) {
			return "", err
		}
		saved, unread := x.readSaved(ctx)
		switch {
		case unread != nil:
			err = errors.Join(err, unread)
		case x.hash(saved) == expected || x.runsToo(ctx, x.hash(saved), mayStay):
			return x.hash(saved), nil
		case err == nil:
			err = errors.New("what it starts with is not what it runs")
		}
	}
	return "", fmt.Errorf("saving: %w", err)
}

// runsToo tells whether the switch runs what it starts with, and may stay there.
func (x *subject) runsToo(ctx context.Context, saved string, mayStay func(place) bool) bool {
	now, err := x.read(ctx)
	if err != nil || x.hash(now) != saved {
		return false
	}
	at := x.locate(now)
	x.meet(at.others)
	return mayStay(at)
}

// release removes what the transaction left on the switch. What stays is told, and harms nobody.
func (x *subject) release(ctx context.Context) {
	err := x.again(ctx, repeatTries, func() error {
		err := x.act(ctx, "release", x.run.limits.Act, func(ctx context.Context, s Session) error { return s.Release(ctx, x.tx) })
		if err != nil && answered(err) {
			err = fmt.Errorf("%v", err) // worth another try: it can be repeated
		}
		return err
	})
	if err != nil {
		x.warn("what the transaction %s has on it could not be removed: %v", x.tx.ID, err)
	}
}

// spared closes the account of a switch that nothing was done to.
func (x *subject) spared(err error) {
	var no *refusal
	x.report.Reason = x.clean(err.Error())
	x.report.Failed = !errors.Is(err, ErrInterrupted)
	switch {
	case errors.As(err, &no):
		x.report.Outcome = Refused
	case errors.Is(err, vendors.ErrUnreachable), forbidden(err):
		x.report.Outcome = Unreachable
	}
	x.run.blame(err)
}

// close writes the outcome and tells it.
func (x *subject) close() {
	result := x.report
	if err := x.note(Record{Kind: kindOutcome, Result: &result}); err != nil {
		x.warn("its outcome is not in the journal: %v", err)
	}
	x.run.tell(Event{Device: x.sw.Name, Wave: x.report.Wave, Outcome: x.report.Outcome, Text: x.report.Reason})
}
