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

const (
	mostRounds   = 16 // of looking and going back
	mostTries    = 2  // of one way back
	steadyReads  = 3
	steadyPause  = 5 * time.Second
	longestPause = 30 * time.Second
	loginTries   = 3                // after a change: more would lock the account
	timerGrace   = 60 * time.Second // that a switch may take to go back once its timer ran out
)

// goBack brings the switch back to what it ran, and says what it is in the end.
func (x *subject) goBack(ctx context.Context, cause error) {
	x.back = true
	x.report.Reason = x.clean(cause.Error())
	x.report.Failed = !errors.Is(cause, ErrInterrupted)
	x.run.blame(cause)
	x.takeUpHeld()
	x.pushed = x.pushed && !x.nothingSent(ctx, cause)
	if !x.pushed && guard(func() error { return x.stepBack(ctx) }) == nil {
		return
	}
	var refused *vendors.RefusedError
	x.itself = x.pushed && !errors.As(cause, &refused)
	if err := guard(func() error { return x.descend(ctx) }); err != nil {
		x.lost(err)
	}
}

// nothingSent tells whether a push was refused before anything of it was live, on a switch that shows what is not there for good. What
// stands there then is another's, whatever it looks like.
func (x *subject) nothingSent(ctx context.Context, cause error) bool {
	var refused *vendors.RefusedError
	if !x.net.Alone || !errors.As(cause, &refused) || !refused.Idle {
		return false
	}
	claims, err := x.claims(ctx)
	return err == nil && !slices.ContainsFunc(claims, func(c vendors.Claim) bool { return c.Tx == x.tx.ID || c.Tx == "" })
}

// stepBack leaves a switch to which nothing was sent. Nobody who is at work on it has to be waited for.
func (x *subject) stepBack(ctx context.Context) error {
	now, err := x.read(ctx)
	if err != nil {
		return err
	}
	at := x.locate(now)
	x.meet(at.others)
	return x.leaveOld(ctx, now, at)
}

// descend takes one way after the other. Each round reads where the switch stands and takes the first way from there that has not
// failed. An error says that it is not known where the switch stands.
func (x *subject) descend(ctx context.Context) error {
	tried := map[string]int{}
	var at place
	var now vendors.Config
	for range mostRounds {
		var err error
		x.say("look")
		if now, err = x.look(ctx); err != nil {
			return fmt.Errorf("contact was lost: %w", err)
		}
		at = x.locate(now)
		x.meet(at.others)
		if x.mayStay(at) {
			if x.settled(ctx, now, at) {
				return nil
			}
			continue
		}
		w := x.nextWay(now, at, tried)
		if w == nil {
			break
		}
		tried[w.name]++
		if err := x.take(ctx, w); err != nil {
			x.warn("way back by %s: %v", w.name, err)
		}
	}
	x.stuck(now, at)
	return nil
}

// mayStay tells whether the switch is where it may stay: old, new where no way led back, or wherever others brought it when
// nothing was sent to it.
func (x *subject) mayStay(at place) bool {
	return at.old || !x.pushed || x.onward && at.new(len(x.steps))
}

// settled makes the switch stay where it is and closes its account.
func (x *subject) settled(ctx context.Context, now vendors.Config, at place) bool {
	err := guard(func() error {
		if at.old || !x.pushed {
			return x.leaveOld(ctx, now, at)
		}
		return x.keep(ctx)
	})
	if err != nil {
		if !errors.Is(err, errTimerRan) {
			x.warn("%v", err)
		}
		return false
	}
	gone := slices.DeleteFunc(slices.Clone(x.report.Others), func(l string) bool { return slices.Contains(at.others, l) })
	if len(gone) > 0 {
		x.warn("what somebody else changed meanwhile went with the way back: %s", some(gone))
	}
	if at.old && x.itself && x.report.WayBack == "" {
		x.warn("a timer or a restart of its own brought it back as a whole: what somebody else changed meanwhile, if anything, went with the way back")
	}
	return true
}

// meet notes lines that somebody else changed.
func (x *subject) meet(others []string) {
	for _, l := range others {
		if !slices.Contains(x.report.Others, l) {
			x.report.Others = append(x.report.Others, l)
		}
	}
}

// look waits until the switch answers and nothing on it is changing, and reads it.
func (x *subject) look(ctx context.Context) (now vendors.Config, err error) {
	until, wait, logins := x.patience(), time.Second, loginTries
	for {
		if now, err = x.lookOnce(ctx); err == nil {
			return now, nil
		}
		if errors.Is(err, vendors.ErrAuth) {
			wait = longestPause
			logins--
		}
		late := time.Now().Add(wait).After(until)
		if late && errors.Is(err, errOthersBusy) {
			return x.steady(ctx) // who is at work for so long, and changes nothing, is not waited for
		}
		if late || ctx.Err() != nil || errors.Is(err, vendors.ErrHostKey) || logins == 0 {
			return nil, err
		}
		if pause(ctx, wait) != nil {
			return nil, err
		}
		wait = min(2*wait, longestPause)
	}
}

// patience is until when a switch that does not answer is waited for: where it goes back by itself, until it has done so.
func (x *subject) patience() time.Time {
	until := time.Now().Add(x.run.limits.Patience)
	if reverts := x.reverts(); reverts.After(until) {
		return reverts.Add(x.run.limits.Patience)
	}
	return until
}

// reverts is when the switch has gone back by itself at the latest; zero when it does not.
func (x *subject) reverts() time.Time {
	if !x.net.Reverts || x.kept || x.armed.IsZero() {
		return time.Time{}
	}
	return x.armed.Add(x.tx.Timer + timerGrace)
}

// What a switch is waited for.
var (
	errBusy       = errors.New("it is still at work on an earlier step")
	errOthersBusy = errors.New("somebody else is at work on it")
)

func (x *subject) lookOnce(ctx context.Context) (vendors.Config, error) {
	claims, err := x.claims(ctx)
	if err != nil && !answered(err) {
		return nil, err
	}
	if err := busy(claims); err != nil {
		return nil, err
	}
	if !x.unsettled {
		return x.read(ctx)
	}
	return x.steady(ctx)
}

// busy is why a switch is not read yet. What a transaction does goes before what others do: it is going to have an effect.
func busy(claims []vendors.Claim) (why error) {
	for _, c := range claims {
		switch {
		case c.Busy && c.Tx != "":
			return errBusy
		case c.Busy:
			why = errOthersBusy
		}
	}
	return why
}

// steady reads until the switch says the same twice: an act whose answer was lost may still be going on.
func (x *subject) steady(ctx context.Context) (vendors.Config, error) {
	before, err := x.read(ctx)
	if err != nil {
		return nil, err
	}
	for range 2 * steadyReads {
		if err := pause(ctx, steadyPause); err != nil {
			return nil, err
		}
		now, err := x.read(ctx)
		if err != nil {
			return nil, err
		}
		if len(vendors.Sets(x.sw.Vendor, x.sw.Vendor.Deltas(before, now))) == 0 {
			x.unsettled = false
			return now, nil
		}
		before = now
	}
	return nil, errBusy
}

// errTimerRan has a switch looked at again whose timer ran out: it may not have been done yet.
var errTimerRan = errors.New("its timer ran out")

// leaveOld makes a switch stay that runs what it ran: its timer stopped, what it starts with as before, nothing of the
// transaction left. One that others changed before anything was sent to it stays as they have it.
func (x *subject) leaveOld(ctx context.Context, now vendors.Config, at place) error {
	if !x.confirmed {
		if err := x.stopTimer(ctx); err != nil {
			return err
		}
	}
	if !at.old {
		x.warn("somebody else changed it meanwhile, and it is left as it is")
		x.release(ctx)
		return nil
	}
	if err := x.savedAsBefore(ctx, x.hash(now)); err != nil {
		return err
	}
	x.report.Outcome, x.report.Hash = Old, x.hash(now)
	x.release(ctx)
	return nil
}

// stopTimer stops the timer of a switch that is to stay where it is.
func (x *subject) stopTimer(ctx context.Context) error {
	switch err := x.confirm(ctx); {
	case errors.Is(err, vendors.ErrTimer): // it is going back to where it is
		x.unsettled = !x.net.Alone
	case err != nil && !answered(err):
		return err
	case err != nil:
		x.warn("its timer: %v", err)
		x.confirmed = true
	}
	if x.unsettled {
		return errTimerRan
	}
	return nil
}

// savedAsBefore checks that the switch starts with what it did before, or with what it runs.
func (x *subject) savedAsBefore(ctx context.Context, running string) error {
	saved, err := x.readSaved(ctx)
	switch {
	case err != nil && answered(err) && x.start.Saved == "" && !x.saving:
		x.warn("what it starts with could not be read: %v", err)
		return nil
	case err != nil && !answered(err):
		return err
	case err != nil: // it did say before: what it starts with now may be new
	case x.hash(saved) == running || x.hash(saved) == x.start.Saved:
		return nil
	}
	_, err = x.save(ctx, running, func(at place) bool { return at.old })
	return err
}

// wayBack is one way to where a switch may stay.
type wayBack struct {
	name  string
	steps []vendors.Step
	do    func(context.Context) error // for a way without steps
}

// nextWay is the first way that leads on from here and was not refused before.
func (x *subject) nextWay(now vendors.Config, at place, tried map[string]int) *wayBack {
	for _, find := range []func(vendors.Config, place) *wayBack{
		x.byTrial, x.byUndo, x.byPlan, x.byRevert, x.byBarePlan, x.byTimer, x.byFinishing,
	} {
		if w := find(now, at); w != nil && tried[w.name] < mostTries {
			return w
		}
	}
	return nil
}

// byTrial ends a change that only exists on trial, where nobody else could change anything meanwhile.
func (x *subject) byTrial(vendors.Config, place) *wayBack {
	if !x.net.Alone || x.kept {
		return nil
	}
	return &wayBack{name: "ending the trial", do: x.revert}
}

// byUndo is the undo that the plan proved, where all of the patch is there. It keeps what others changed.
func (x *subject) byUndo(now vendors.Config, at place) *wayBack {
	if !at.new(len(x.steps)) {
		return nil
	}
	end, err := plan.Replay(x.sw.Vendor, x.sw.Site, now, x.undo)
	if err != nil || x.hash(end) != x.start.Old && (x.old == nil || len(x.remnants(end)) > 0) {
		return nil
	}
	return &wayBack{name: "the undo", steps: x.undo}
}

// byPlan plans and proves the way to the old configuration anew, from what the switch runs.
func (x *subject) byPlan(now vendors.Config, at place) *wayBack {
	return x.planned("a plan from where it is", now, at, plan.Guarded)
}

// byBarePlan does the same without regard to traffic.
func (x *subject) byBarePlan(now vendors.Config, at place) *wayBack {
	return x.planned("a plan that holds to the end alone", now, at, plan.Bare)
}

func (x *subject) planned(name string, now vendors.Config, at place, care plan.Care) *wayBack {
	if x.old == nil {
		return nil
	}
	way, err := plan.Way(x.sw.Vendor, x.sw.Site, now, x.goal(now, at), care)
	if err != nil {
		return nil
	}
	return &wayBack{name: name, steps: way.Steps}
}

// byRevert is the platform's own, for the whole switch: only where nobody else changed anything since the snapshot.
func (x *subject) byRevert(_ vendors.Config, at place) *wayBack {
	if len(at.others) > 0 || !x.alone || x.old == nil {
		return nil
	}
	return &wayBack{name: "the switch's own snapshot", do: x.revert}
}

// byTimer waits for the switch to go back by itself.
func (x *subject) byTimer(vendors.Config, place) *wayBack {
	until := x.reverts()
	if !until.After(time.Now()) {
		return nil
	}
	return &wayBack{name: "the timer on the switch", do: func(ctx context.Context) error {
		x.drop()
		x.unsettled = true
		return pause(ctx, time.Until(until))
	}}
}

// finishing is the name of the way that leads on.
const finishing = "finishing it instead"

// byFinishing goes on to the new configuration, where no way leads back from in between.
func (x *subject) byFinishing(_ vendors.Config, at place) *wayBack {
	if at.done < 0 {
		return nil
	}
	w := &wayBack{name: finishing, steps: x.steps[at.done:]}
	if len(w.steps) == 0 {
		w.do = func(context.Context) error { return nil }
	}
	return w
}

// take goes one way.
func (x *subject) take(ctx context.Context, w *wayBack) error {
	x.onward = w.name == finishing
	x.report.WayBack = w.name
	if w.do != nil {
		x.say("way back: " + w.name)
		return w.do(ctx)
	}
	return x.push(ctx, "way back: "+w.name, w.steps)
}

func (x *subject) revert(ctx context.Context) error {
	return x.act(ctx, "revert", x.run.limits.Push, func(ctx context.Context, s Session) error { return s.Revert(ctx, x.tx) })
}

// notKnown stands in for the lines of a switch that nobody looked at.
const notKnown = "what it runs now is not known"

// lost closes the account of a switch of which it is not known where it stands, after something was done to it.
func (x *subject) lost(err error) {
	x.report.Outcome = Between
	x.report.Failed = true
	x.report.Reason = x.clean(fmt.Sprintf("%s; then %v", x.report.Reason, err))
	x.report.Commands = vendors.ByHand(x.sw.Vendor, x.undo)
	x.report.Lines = []string{notKnown}
	if reverts := x.reverts(); !reverts.IsZero() {
		x.report.Lines = append(x.report.Lines, "it goes back by itself at "+reverts.UTC().Format(time.RFC3339)+" at the latest")
	}
	x.run.halt(x.sw.Name + " may be between old and new")
}

// stuck closes the account of a switch that refused every way.
func (x *subject) stuck(now vendors.Config, at place) {
	x.report.Outcome = Between
	x.report.Failed = true
	x.report.Commands = vendors.ByHand(x.sw.Vendor, x.undo)
	switch {
	case x.mayStay(at):
		x.report.Lines = []string{"it is where it may stay, and could not be left there: see its warnings"}
		x.report.Commands = nil
	case x.old == nil:
		x.report.Lines = []string{"somebody else changed what weft reads, so that what it ran before cannot be told from here"}
	default:
		x.report.Lines = shown(x.remnants(now))
		if way, err := plan.Way(x.sw.Vendor, x.sw.Site, now, x.old, plan.Bare); err == nil {
			x.report.Commands = vendors.ByHand(x.sw.Vendor, way.Steps)
		}
	}
	x.run.halt(x.sw.Name + " is between old and new")
}
