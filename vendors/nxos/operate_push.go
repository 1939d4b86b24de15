package nxos

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// Push types the commands, one after the other, and stops at the first that is refused. Steps begin and end in configuration mode;
// after the last one, or a refusal, the session is out of it. In dual-stage mode they are committed together.
func (o *operator) Push(ctx context.Context, tx vendors.Tx, steps []vendors.Step, done func(step int) error) error {
	switch {
	case o.staged:
		o.staged = false
		return o.pushStaged(ctx, tx, steps, done)
	case o.net.Text == "" && stages(o.site):
		o.net = unprotected("the session that tried it was lost")
	}
	if err := o.configure(ctx); err != nil {
		return err
	}
	for i := range steps {
		reloads, err := o.step(ctx, &steps[i])
		switch {
		case isRefusal(err):
			return o.leave(ctx, inStep(i, err))
		case err != nil: // the session is of no use any more
			return err
		}
		if err := done(i); err != nil {
			return o.leave(ctx, err)
		}
		switch {
		case reloads && i+1 < len(steps):
			return errors.New("the switch reloads, and there are steps behind that")
		case reloads:
			return nil
		}
	}
	return o.leave(ctx, nil)
}

// configure enters configuration mode.
func (o *operator) configure(ctx context.Context) error {
	a, err := o.console.Do(ctx, vendors.Entry{Line: lineConfigure})
	if err == nil && !strings.Contains(a.Prompt, "(config") {
		err = operating.Unsaid(lineConfigure, a.Text)
	}
	if err != nil {
		return fmt.Errorf("entering configuration mode: %w", err)
	}
	return nil
}

// leave leaves configuration mode. What ended the push, if anything did, is the error all the same.
func (o *operator) leave(ctx context.Context, why error) error {
	_, err := o.console.Do(ctx, vendors.Entry{Line: lineEnd})
	return operating.Left("configuration mode", why, err)
}

// step types the commands of a step. What stands behind a reload only says where the next step would begin.
func (o *operator) step(ctx context.Context, s *vendors.Step) (reloads bool, err error) {
	for _, command := range s.Commands {
		switch command {
		case lineSave:
			err = o.Save(ctx)
		case lineReload:
			return true, o.reload(ctx)
		default:
			_, err = o.console.Do(ctx, vendors.Entry{Line: command})
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// reload restarts the switch, which ends the session.
func (o *operator) reload(ctx context.Context) error {
	question := vendors.Reply{Question: "reboot the system", Answer: "y"}
	_, err := o.console.Do(ctx, vendors.Entry{Line: lineReload, Replies: []vendors.Reply{question}})
	switch {
	case err == nil:
		return operating.Refused(lineReload, "it did not: the session goes on")
	case isRefusal(err), ctx.Err() != nil:
		return err
	}
	return nil
}

// isRefusal tells errors after which the session still stands.
func isRefusal(err error) bool {
	var refused *vendors.RefusedError
	return errors.As(err, &refused)
}

// inStep says in which step a line was refused.
func inStep(step int, err error) error {
	var refused *vendors.RefusedError
	if errors.As(err, &refused) {
		refused.Step = step
	}
	return err
}
