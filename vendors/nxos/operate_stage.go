package nxos

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// acceptDualStage has changes go in one commit that the switch takes back by itself (S-DUAL). No source confirms that it takes lines of
// QoS that way, whether its timer outlives the session that committed, and whether another session may confirm.
const acceptDualStage = "nxos.dual-stage"

// The lines of a dual-stage commit (nxos.md 7).
const (
	lineStage     = "configure dual-stage"
	lineStaged    = "show configuration"
	lineCommit    = "commit"
	lineConfirmed = "commit confirmed " // and the seconds
	lineAbort     = "abort"
)

// How long a commit may take, what its timer can be, and how long the switch may need to go back once it ran out.
const (
	withinCommit    = 180 * time.Second
	shortestConfirm = 30 * time.Second
	longestConfirm  = 65535 * time.Second
	confirmGrace    = 60 * time.Second
)

// unprotected is what there is without a dual-stage commit. why says why there is none; it is empty where none was asked for.
func unprotected(why string) vendors.Net {
	if why != "" {
		why = " (" + acceptDualStage + ": " + why + ")"
	}
	return vendors.Net{Text: "no lost-connection protection" + why + ": a checkpoint is taken, and a lost session leaves what was sent"}
}

// selfReverting is what catches a switch that takes changes in dual-stage mode.
func selfReverting() vendors.Net {
	return vendors.Net{Reverts: true, Text: "a checkpoint, and a dual-stage commit that the switch takes back by itself when it is not confirmed in time, and with it what others change meanwhile"}
}

// Net says what a switch has that catches it when contact to it is lost. Whether it takes a dual-stage commit, where the intent accepts
// one, is only known once it was tried.
func (NXOS) Net(site vendors.Site, _ string) vendors.Net {
	switch {
	case !site.Accept[acceptDualStage]:
		return unprotected("")
	case !stages(site):
		return unprotected(fmt.Sprintf("release 10.2 or later has it, and this is %s", site.Platform.Release))
	}
	n := selfReverting()
	n.Text += "; one that refuses it is changed line by line, with no lost-connection protection"
	return n
}

// stages tells whether changes are to go in dual-stage mode: the intent accepts it, and the release has it.
func stages(site vendors.Site) bool {
	t, err := trainOf(site.Platform.Release)
	return err == nil && t.dualStage && site.Accept[acceptDualStage]
}

// Net is that of the site until something is known of the switch itself.
func (o *operator) Net() vendors.Net {
	if o.net.Text != "" {
		return o.net
	}
	return NXOS{}.Net(o.site, "")
}

// tryStage finds out, with a commit of nothing, whether the switch takes the steps in dual-stage mode. One that does not is changed line
// by line.
func (o *operator) tryStage(ctx context.Context, tx vendors.Tx) error {
	if !stages(o.site) {
		return nil
	}
	if why := unstageable(tx); why != "" {
		o.net = unprotected(why)
		return nil
	}
	err := o.commit(ctx, lineCommit)
	switch {
	case isRefusal(err):
		o.net = unprotected(err.Error())
		return nil
	case err != nil:
		return fmt.Errorf("trying dual-stage mode: %w", err)
	}
	o.staged, o.net = true, selfReverting()
	return nil
}

// unstageable says why steps cannot go in dual-stage mode, or nothing.
func unstageable(tx vendors.Tx) string {
	if tx.Timer < shortestConfirm || tx.Timer > longestConfirm {
		return fmt.Sprintf("its timer lasts between %s and %s, and not %s", shortestConfirm, longestConfirm, tx.Timer)
	}
	for i := features(tx.Steps); i < len(tx.Steps); i++ {
		for _, command := range tx.Steps[i].Commands {
			switch {
			case command == lineSave, command == lineReload:
				return "the change has a reload in it"
			case strings.HasPrefix(command, "feature "):
				return "a feature is switched on in the middle of the change, and it takes that beforehand only"
			}
		}
	}
	return ""
}

// features is how many steps at the beginning switch features on, which has to be committed before anything that needs them (S-DUAL).
func features(steps []vendors.Step) int {
	for i := range steps {
		for _, command := range steps[i].Commands {
			if !strings.HasPrefix(command, "feature ") {
				return i
			}
		}
	}
	return 0 // nothing needs them
}

// pushStaged commits the steps together, with the timer. Features are committed before, for good: on their own they do nothing.
func (o *operator) pushStaged(ctx context.Context, tx vendors.Tx, steps []vendors.Step, done func(step int) error) error {
	first := features(steps)
	confirmed := lineConfirmed + strconv.Itoa(int(tx.Timer/time.Second))
	for _, part := range []struct {
		from, to int
		commit   string
	}{{0, first, lineCommit}, {first, len(steps), confirmed}} {
		if part.from == part.to {
			continue
		}
		if err := o.commit(ctx, part.commit, steps[part.from:part.to]...); err != nil {
			return shifted(part.from, err)
		}
		for i := part.from; i < part.to; i++ {
			if err := done(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// shifted counts the step of a refusal from another one on.
func shifted(from int, err error) error {
	var refused *vendors.RefusedError
	if errors.As(err, &refused) && refused.Step >= 0 {
		refused.Step += from
	}
	return err
}

// commit enters dual-stage mode, types steps and commits them by a line. After a refusal nothing of them is there.
func (o *operator) commit(ctx context.Context, line string, steps ...vendors.Step) error {
	if err := o.stage(ctx); err != nil {
		return err
	}
	for i := range steps {
		if _, err := o.step(ctx, &steps[i]); err != nil {
			return o.discard(ctx, inStep(i, err))
		}
	}
	a, err := o.console.Do(ctx, vendors.Entry{Line: line, Within: withinCommit})
	switch {
	case err != nil:
		return o.discard(ctx, err)
	case len(steps) > 0 && !operating.Says(a.Text, "configuration committed by"):
		return o.unstage(ctx, lineEnd, operating.Unsaid(line, a.Text)) // it may be
	}
	return o.unstage(ctx, lineEnd, nil)
}

// stage enters dual-stage mode, in which nothing may be yet.
func (o *operator) stage(ctx context.Context) error {
	a, err := o.console.Do(ctx, vendors.Entry{Line: lineStage})
	if err != nil {
		return err
	}
	if !strings.Contains(a.Prompt, "(config-dual-stage") {
		return o.unstage(ctx, lineEnd, operating.Unsaid(lineStage, a.Text))
	}
	text, err := o.console.Show(ctx, lineStaged)
	if err != nil {
		return o.discard(ctx, err)
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '!' {
			return o.unstage(ctx, lineEnd, operating.Refused(lineStage, "there are changes of somebody in it"))
		}
	}
	return nil
}

// discard leaves dual-stage mode without what was typed in it after a refusal, which is the error. The switch has not committed anything.
func (o *operator) discard(ctx context.Context, why error) error {
	if !isRefusal(why) { // the session is of no use any more
		return why
	}
	o.net = unprotected("nothing waits to be confirmed")
	return o.unstage(ctx, lineAbort, why)
}

// unstage leaves dual-stage mode. What went wrong before, if anything did, is the error all the same.
func (o *operator) unstage(ctx context.Context, line string, why error) error {
	drop := vendors.Reply{Question: "Uncommitted changes found", Answer: "no"}
	_, err := o.console.Do(ctx, vendors.Entry{Line: line, Replies: []vendors.Reply{drop}})
	return operating.Left("dual-stage mode", why, err)
}

// errTakenBack is a timer that heeded no confirmation.
var errTakenBack = fmt.Errorf("the commit was confirmed, and what it did changed all the same: %w", vendors.ErrTimer)

// Confirm commits once more, which stops the timer. A switch does not say that it did, and it may heed only the session that committed:
// so the time of the timer is waited for, and what runs must not have changed by then.
func (o *operator) Confirm(ctx context.Context, tx vendors.Tx) error {
	if !stages(o.site) || tx.Timer == 0 {
		return nil
	}
	if err := o.commit(ctx, lineCommit); err != nil && !isRefusal(err) {
		return fmt.Errorf("confirming: %w", err)
	}
	before, err := o.Running(ctx)
	if err != nil {
		return err
	}
	if err := operating.Sleep(ctx, tx.Timer+confirmGrace); err != nil {
		return err
	}
	after, err := o.Running(ctx)
	if err != nil {
		return err
	}
	if fingerprintOf(before) != fingerprintOf(after) {
		return errTakenBack
	}
	return nil
}

// fingerprintOf is that of the lines of a text that weft reads: what others do beside them is not what a timer takes back.
func fingerprintOf(text []byte) string {
	c, _ := NXOS{}.Parse(text)
	return NXOS{}.Fingerprint(c)
}
