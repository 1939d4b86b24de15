package sonic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// Push runs each step as a unit and waits for it. At the end every port must be up that was up: an updater that is stopped, or fails
// half-way, leaves ports down.
func (o *shellOperator) Push(ctx context.Context, tx vendors.Tx, steps []vendors.Step, done func(step int) error) error {
	if len(steps) == 0 {
		return nil
	}
	before, err := o.portStates(ctx)
	if err != nil {
		return err
	}
	for i := range steps {
		if err := o.step(ctx, tx, i, &steps[i]); err != nil {
			return inStep(i, err)
		}
		if err := done(i); err != nil {
			return err
		}
	}
	after, err := o.portStates(ctx)
	if err != nil {
		return err
	}
	if down := downSince(before, after); down != nil {
		return inStep(len(steps)-1, operating.Refused(whatOf(&steps[len(steps)-1]), "it left down what was up: "+some(down)))
	}
	return nil
}

// step runs one step.
func (o *shellOperator) step(ctx context.Context, tx vendors.Tx, i int, s *vendors.Step) error {
	file := fmt.Sprintf("%s/%d", folderOf(tx), i)
	command := ""
	switch {
	case isPatch(s):
		file += ".json"
		command = "config apply-patch " + file
	default:
		file += ".sh"
		command = "sh -e " + file
	}
	if err := o.write(ctx, tx, file, strings.Join(s.Commands, "\n")+"\n"); err != nil {
		return fmt.Errorf("sending a step: %w", err)
	}
	command = "flock " + updaterLock + " " + command
	if !isLoad(s) { // which takes the lock itself
		command = fmt.Sprintf("flock -n -E %d %s %s", exitLocked, reloadLock, command)
	}
	if err := o.begin(ctx, unitOf(tx, i), command); err != nil {
		return err
	}
	return o.await(ctx, unitOf(tx, i), whatOf(s), limit(s))
}

// whatOf names a step in errors: its command, or what does a patch.
func whatOf(s *vendors.Step) string {
	switch {
	case isPatch(s):
		return "config apply-patch"
	case isLoad(s):
		return loadReload
	}
	return strings.Join(s.Commands, "; ")
}

// portStates are the ports as the database has them now.
func (o *shellOperator) portStates(ctx context.Context) (map[string]string, error) {
	rows, err := o.dump(ctx, "CONFIG_DB", "PORT|*")
	if err != nil {
		return nil, fmt.Errorf("reading the ports: %w", err)
	}
	states := map[string]string{}
	for key, row := range rows {
		states[strings.TrimPrefix(key, "PORT|")] = row["admin_status"]
	}
	return states, nil
}

// downSince are the ports that were up and are not, in natural order.
func downSince(before, after map[string]string) []string {
	var down []string
	for port, state := range before {
		if state == "up" && after[port] != "up" {
			down = append(down, port)
		}
	}
	slices.SortFunc(down, qos.ComparePorts)
	return down
}

// inStep says in which step something was refused.
func inStep(step int, err error) error {
	var refused *vendors.RefusedError
	if errors.As(err, &refused) {
		refused.Step = step
	}
	return err
}
