package sonic

import (
	"context"
	"fmt"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// Confirm stops the timer.
func (o *shellOperator) Confirm(ctx context.Context, tx vendors.Tx) error {
	if err := o.notFallen(ctx, tx); err != nil {
		return err
	}
	if err := o.stopNet(ctx, tx); err != nil {
		return err
	}
	return o.notFallen(ctx, tx)
}

// notFallen makes sure that the timer has not begun to bring the checkpoint back.
func (o *shellOperator) notFallen(ctx context.Context, tx vendors.Tx) error {
	u, err := o.show(ctx, netOf(tx)+".service")
	if err == nil && !u.absent() {
		err = fmt.Errorf("%s is %s: %w", u.name, u.active, vendors.ErrTimer)
	}
	return err
}

// stopNet stops the timer, if it is there.
func (o *shellOperator) stopNet(ctx context.Context, tx vendors.Tx) error {
	t, err := o.show(ctx, netOf(tx)+".timer")
	if err != nil || t.absent() {
		return err
	}
	if _, err := o.ask(ctx, vendors.Entry{Line: root + "systemctl stop " + t.name}); err != nil {
		return fmt.Errorf("stopping the timer: %w", err)
	}
	if t, err = o.show(ctx, t.name); err == nil && !t.absent() {
		err = operating.Refused("systemctl stop "+t.name, "it did not: the timer is "+t.active)
	}
	return err
}

// Revert brings the checkpoint back at once, or waits until the timer, if it has fallen, has done so; then it takes up the ports
// that were up. It can be repeated.
func (o *shellOperator) Revert(ctx context.Context, tx vendors.Tx) error {
	name, err := o.reverting(ctx, tx)
	if err != nil {
		return err
	}
	if err := o.await(ctx, name, "config rollback "+tx.ID, longestStep); err != nil {
		return err
	}
	if name != netOf(tx) {
		if err := o.stopNet(ctx, tx); err != nil {
			return err
		}
	}
	return o.takeUp(ctx, tx)
}

// reverting is the unit that brings the checkpoint back: one that is at it already, or a new one.
func (o *shellOperator) reverting(ctx context.Context, tx vendors.Tx) (name string, err error) {
	for _, name := range []string{netOf(tx), revertOf(tx)} {
		u, err := o.show(ctx, name+".service")
		if err != nil {
			return "", err
		}
		if u.running() {
			return name, nil
		}
	}
	command := rollbackOf(tx)
	byReload, err := o.exists(ctx, backOf(tx))
	if err != nil {
		return "", err
	}
	if byReload {
		command = reloadBackOf(tx)
	}
	return revertOf(tx), o.begin(ctx, revertOf(tx), command)
}

// takeUp takes up the ports that the checkpoint has up.
func (o *shellOperator) takeUp(ctx context.Context, tx vendors.Tx) error {
	text, err := o.ask(ctx, vendors.Entry{Line: root + "cat " + checkpointOf(tx)})
	if err != nil {
		return fmt.Errorf("reading the checkpoint: %w", err)
	}
	was, err := portStatesIn(text)
	if err != nil {
		return operating.Refused("cat "+checkpointOf(tx), err.Error())
	}
	is, err := o.portStates(ctx)
	if err != nil {
		return err
	}
	for _, port := range downSince(was, is) {
		if _, err := o.ask(ctx, vendors.Entry{Line: root + "config interface startup " + port}); err != nil {
			return fmt.Errorf("taking up %s: %w", port, err)
		}
	}
	return nil
}
