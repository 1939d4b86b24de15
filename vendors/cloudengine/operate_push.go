package cloudengine

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

// Push types each step into the candidate and commits it on trial. Until then nothing is live: a line that is refused clears the
// candidate. A later step makes the trial start again, and it is still taken back as a whole.
func (o *operator) Push(ctx context.Context, tx vendors.Tx, steps []vendors.Step, done func(step int) error) error {
	a, err := o.console.Do(ctx, vendors.Entry{Line: lineEnter})
	switch {
	case err != nil:
		return fmt.Errorf("entering the system view: %w", err)
	case dirty(a.Prompt):
		return operating.Refused(lineEnter, "the candidate has changes of somebody else")
	}
	for i := range steps {
		err := o.step(ctx, tx, &steps[i])
		switch {
		case isRefusal(err):
			return o.leave(ctx, inStep(i, err))
		case err != nil: // the candidate goes with the session
			return err
		}
		if err := done(i); err != nil {
			return o.leave(ctx, err)
		}
	}
	return o.leave(ctx, nil)
}

// step types a step and commits it. A refusal leaves no candidate.
func (o *operator) step(ctx context.Context, tx vendors.Tx, s *vendors.Step) error {
	last := vendors.Answer{}
	for _, command := range s.Commands {
		a, err := o.console.Do(ctx, vendors.Entry{Line: command})
		if isRefusal(err) {
			return o.clear(ctx, err)
		}
		if err != nil {
			return err
		}
		last = a
	}
	if !dirty(last.Prompt) {
		return operating.Refused(lineChanges, "the lines were accepted, and the candidate has no changes")
	}
	return o.commit(ctx, tx)
}

// commitPause is how long a commit that was refused waits for another try: somebody else's may have been on (D300).
const commitPause = 30 * time.Second

// commit commits the candidate on trial, and looks that the trial is on. A commit that is refused changed nothing.
func (o *operator) commit(ctx context.Context, tx vendors.Tx) error {
	line, err := o.onTrial(ctx, tx)
	if malformed(err) && o.plain == "" { // persist is not known everywhere (7.2)
		o.plain = tx.ID
		line, err = o.onTrial(ctx, tx)
	}
	switch {
	case isRefusal(err):
		return o.clear(ctx, err)
	case err != nil:
		return fmt.Errorf("committing: %w", err)
	}
	t, err := o.trial(ctx)
	if err == nil && !o.own(&t, tx) {
		err = operating.Refused(line, "it is committed, and no trial of this name is on")
	}
	return err
}

// onTrial enters the commit. One that is refused for another reason than its form gets another try.
func (o *operator) onTrial(ctx context.Context, tx vendors.Tx) (line string, err error) {
	line = "commit trial " + strconv.Itoa(int(tx.Timer/time.Second))
	if o.plain == "" {
		line += " persist " + tx.ID
	}
	busy := func(err error) bool { return isRefusal(err) && !malformed(err) }
	return line, operating.Again(ctx, []time.Duration{commitPause}, busy, func() error {
		_, err := o.console.Do(ctx, vendors.Entry{Line: line, Within: withinCommit})
		return err
	})
}

// malformed tells a refusal of the form of a line (6.4).
func malformed(err error) bool {
	var refused *vendors.RefusedError
	return errors.As(err, &refused) && strings.Contains(refused.Says, " found at '^' position")
}

// clear drops the candidate after a refusal, which stays the error. Nothing of it was live.
func (o *operator) clear(ctx context.Context, why error) error {
	if _, err := o.console.Do(ctx, vendors.Entry{Line: lineClear}); err != nil && !isRefusal(err) {
		return err
	}
	var refused *vendors.RefusedError
	if errors.As(why, &refused) {
		refused.Idle = true
	}
	return why
}

// inStep says in which step a line was refused. Steps before it are live.
func inStep(step int, err error) error {
	var refused *vendors.RefusedError
	if errors.As(err, &refused) {
		refused.Step, refused.Idle = step, refused.Idle && step == 0
	}
	return err
}
