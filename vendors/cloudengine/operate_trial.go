package cloudengine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// trial is what a switch says of the trial of a commit.
type trial struct {
	status, id string
	left       time.Duration
}

// The states of a trial. While it is taken back it is CANCELING or WAITCANCEL.
const (
	inactive = "INACTIVE"
	active   = "ACTIVE"
)

func (t *trial) on() bool { return t.status != inactive }

// of tells whether it is the trial of a transaction, and can still be confirmed.
func (t *trial) of(tx vendors.Tx) bool { return t.status == active && t.id == tx.ID }

// own tells whether a trial is the one that this operator, or another session of the transaction, began.
func (o *operator) own(t *trial, tx vendors.Tx) bool {
	return t.of(tx) || o.plain == tx.ID && t.status == active && t.id == ""
}

// claim is a trial as others see it. The one of this session has no name on the switch.
func (o *operator) claim(t *trial) vendors.Claim {
	c := vendors.Claim{What: "trial", Left: t.left, Live: true, Busy: t.status != active}
	switch {
	case vendors.IsTx(t.id):
		c.Tx = t.id
	case t.id == "":
		c.Tx = o.plain
	}
	return c
}

// trial asks for the trial.
func (o *operator) trial(ctx context.Context) (trial, error) {
	text, err := o.console.Show(ctx, lineTrial)
	if err != nil {
		return trial{}, fmt.Errorf("asking for a trial: %w", err)
	}
	t := trial{status: strings.ToUpper(fieldOf(text, "Trial status")), id: fieldOf(text, "Persist id")}
	if t.status == "" {
		return t, operating.Unsaid(lineTrial, text)
	}
	if seconds, err := strconv.ParseUint(fieldOf(text, "Trial time left (sec)"), 10, 32); err == nil {
		t.left = time.Duration(seconds) * time.Second
	}
	return t, nil
}

// confirmed tells whether a commit has the name of a transaction for its description, which is how Confirm marks it.
func (o *operator) confirmed(ctx context.Context, tx vendors.Tx) (bool, error) {
	text, err := o.console.Show(ctx, lineCommits)
	if err != nil {
		return false, fmt.Errorf("asking for commits: %w", err)
	}
	for line := range strings.Lines(text) {
		if fieldOf(line, "Description") == tx.ID {
			return true, nil
		}
	}
	return false, nil
}

// Confirm makes the trial of a transaction last.
func (o *operator) Confirm(ctx context.Context, tx vendors.Tx) error {
	t, err := o.trial(ctx)
	if err != nil {
		return err
	}
	if !o.own(&t, tx) {
		done, err := o.confirmed(ctx, tx)
		if err != nil || done && !t.on() {
			return err
		}
		return fmt.Errorf("no trial of %s is on: %w", tx.ID, vendors.ErrTimer)
	}
	line := "commit persist " + tx.ID + " description " + tx.ID
	if o.plain != "" {
		line = "commit description " + tx.ID
	}
	if err := o.inView(ctx, vendors.Entry{Line: line, Within: withinCommit}); err != nil {
		return fmt.Errorf("confirming: %w", err)
	}
	if t, err = o.trial(ctx); err == nil && t.on() {
		err = operating.Refused(line, "it did not: the trial is "+t.status)
	}
	return err
}

// inView enters one line in the system view.
func (o *operator) inView(ctx context.Context, e vendors.Entry) error {
	if _, err := o.console.Do(ctx, vendors.Entry{Line: lineEnter}); err != nil {
		return err
	}
	_, err := o.console.Do(ctx, e)
	if err != nil && !isRefusal(err) {
		return err
	}
	return o.leave(ctx, err)
}

// How the end of a trial that was aborted is waited for.
const (
	abortLooks = 24
	abortPause = 5 * time.Second
)

// Revert aborts the trial. One that is over has been taken back, unless it was confirmed: then the way back is another commit.
func (o *operator) Revert(ctx context.Context, tx vendors.Tx) error {
	t, err := o.trial(ctx)
	if err != nil {
		return err
	}
	line := "abort trial persist " + tx.ID
	if o.plain != "" {
		line = "abort trial"
	}
	switch {
	case o.own(&t, tx):
		question := vendors.Reply{Question: "will be rolled back", Answer: "Y"}
		if err := o.inView(ctx, vendors.Entry{Line: line, Within: withinCommit, Replies: []vendors.Reply{question}}); err != nil {
			return fmt.Errorf("aborting the trial: %w", err)
		}
	case t.status == active:
		return operating.Refused(line, "the trial that is on is another one")
	case !t.on():
		done, err := o.confirmed(ctx, tx)
		if err == nil && done {
			err = operating.Refused(line, "it is confirmed: its undo is the way back")
		}
		return err
	}
	return o.ended(ctx, line)
}

// ended waits until no trial is on.
func (o *operator) ended(ctx context.Context, line string) error {
	for range abortLooks {
		t, err := o.trial(ctx)
		if err != nil || !t.on() {
			return err
		}
		if err := operating.Sleep(ctx, abortPause); err != nil {
			return err
		}
	}
	return operating.Refused(line, "it did not: the trial does not end")
}
