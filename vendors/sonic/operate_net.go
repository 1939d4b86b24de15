package sonic

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// isPatch tells whether a step is a patch for the updater.
func isPatch(s *vendors.Step) bool {
	return len(s.Commands) == 1 && strings.HasPrefix(s.Commands[0], "[")
}

// isLoad tells whether a step starts the services anew with another database.
func isLoad(s *vendors.Step) bool {
	return len(s.Commands) > 0 && strings.HasSuffix(s.Commands[len(s.Commands)-1], loadReload)
}

// The bounds of a step: twice what was measured, since switches differ, and never more than the longest (transport.md 3.5).
const (
	perStep     = 30 * time.Second
	perChange   = 1500 * time.Millisecond
	perFlap     = 2 * time.Second
	reloadTakes = 5 * time.Minute
	longestStep = 30 * time.Minute
	netMargin   = 2 * time.Minute
)

// forecast is how long a step is expected to take. The forecast of the step itself counts the rows that are written.
func forecast(s *vendors.Step) time.Duration {
	if isLoad(s) {
		return reloadTakes
	}
	writes, flaps := s.Seconds, 0
	var operations []json.RawMessage
	if isPatch(s) && json.Unmarshal([]byte(s.Commands[0]), &operations) == nil {
		writes = max(writes, len(operations))
	}
	if s.Disruption == vendors.Flap {
		flaps = len(s.Ports)
	}
	return perStep + time.Duration(writes)*perChange + time.Duration(flaps)*perFlap
}

// limit is how long a step may take.
func limit(s *vendors.Step) time.Duration { return min(2*forecast(s), longestStep) }

// Arm has the switch take a checkpoint, asks the updater what it would do, and starts the timer that brings the checkpoint back. The
// timer is never shorter than the steps may take.
func (o *shellOperator) Arm(ctx context.Context, tx vendors.Tx) error {
	if err := o.checkpoint(ctx, tx); err != nil {
		return err
	}
	if len(tx.Steps) > 0 && isPatch(&tx.Steps[0]) {
		if err := o.dryRun(ctx, &tx.Steps[0]); err != nil {
			return fmt.Errorf("dry run: %w", err)
		}
	}
	back, err := o.wayBack(ctx, tx)
	if err != nil {
		return fmt.Errorf("preparing the way back: %w", err)
	}
	return o.startNet(ctx, tx, back)
}

// checkpoint takes the checkpoint. The switch would write over an older one of the same name without a word.
func (o *shellOperator) checkpoint(ctx context.Context, tx vendors.Tx) error {
	names, err := o.checkpoints(ctx)
	if err != nil {
		return err
	}
	line := lineCheckpoint + tx.ID
	if slices.Contains(names, tx.ID) {
		return operating.Refused(line, "there is a checkpoint of this name already")
	}
	if _, err := o.ask(ctx, vendors.Entry{Line: line, Within: withinCheckpoint}); err != nil {
		return fmt.Errorf("taking a checkpoint: %w", err)
	}
	if names, err = o.checkpoints(ctx); err == nil && !slices.Contains(names, tx.ID) {
		err = operating.Refused(line, "it did not: there is no checkpoint of this name")
	}
	return err
}

// flapped finds the ports whose state an order of writes changes.
var flapped = regexp.MustCompile(`/PORT/([^/"]+)/admin_status`)

// dryRun asks the updater whether it takes a patch, and which ports it takes down for it: none but those that the step says.
func (o *shellOperator) dryRun(ctx context.Context, s *vendors.Step) error {
	text, err := o.ask(ctx, vendors.Entry{Line: lineDryRun, Input: []byte(s.Commands[0]), Within: withinDryRun})
	if err != nil {
		return err
	}
	for _, found := range flapped.FindAllStringSubmatch(text, -1) {
		if port := found[1]; s.Disruption != vendors.Flap || !slices.Contains(s.Ports, port) {
			return operating.Refused(lineDryRun, "it would take "+port+" down, which is not planned")
		}
	}
	return nil
}

// wayBack is the command that brings the checkpoint back. After a full load only another one does, and the file that the switch
// starts with was written too.
func (o *shellOperator) wayBack(ctx context.Context, tx vendors.Tx) (string, error) {
	if !slices.ContainsFunc(tx.Steps, func(s vendors.Step) bool { return isLoad(&s) }) {
		return rollbackOf(tx), nil
	}
	if _, err := o.ask(ctx, vendors.Entry{Line: root + "cp " + savedFile + " " + keptOf(tx)}); err != nil {
		return "", err
	}
	script := []string{"cp " + checkpointOf(tx) + " " + savedFile, loadReload, "cp " + keptOf(tx) + " " + savedFile}
	return reloadBackOf(tx), o.write(ctx, tx, backOf(tx), strings.Join(script, "\n")+"\n")
}

func rollbackOf(tx vendors.Tx) string   { return "flock " + updaterLock + " config rollback " + tx.ID }
func reloadBackOf(tx vendors.Tx) string { return "flock " + updaterLock + " sh -e " + backOf(tx) }

// startNet starts the timer. When it falls stands in its description, by the clock of the switch.
func (o *shellOperator) startNet(ctx context.Context, tx vendors.Tx, back string) error {
	text, err := o.ask(ctx, vendors.Entry{Line: "date +%s"})
	if err != nil {
		return fmt.Errorf("asking for the time: %w", err)
	}
	now, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return operating.Unsaid("date +%s", text)
	}
	after := int64(netTime(tx) / time.Second)
	line := fmt.Sprintf("%ssystemd-run --on-active=%d --unit=%s --remain-after-exit --description=%s%d %s", root, after, netOf(tx), until, now+after, back)
	if _, err := o.ask(ctx, vendors.Entry{Line: line}); err != nil {
		return fmt.Errorf("starting the timer: %w", err)
	}
	t, err := o.show(ctx, netOf(tx)+".timer")
	if err == nil && t.active != "active" {
		err = operating.Refused(line, "it did not: the timer is "+t.active)
	}
	return err
}

// netTime is when the timer of a transaction falls: as late as is asked for, and not before all steps must be done.
func netTime(tx vendors.Tx) time.Duration {
	all := netMargin
	for i := range tx.Steps {
		all += limit(&tx.Steps[i])
	}
	return max(tx.Timer, all)
}

// write writes a file of a transaction, for root alone.
func (o *shellOperator) write(ctx context.Context, tx vendors.Tx, name, text string) error {
	if _, err := o.ask(ctx, vendors.Entry{Line: root + "mkdir -p -m 700 " + folderOf(tx)}); err != nil {
		return err
	}
	_, err := o.ask(ctx, vendors.Entry{Line: root + "sh -c 'umask 077; cat > " + name + "'", Input: []byte(text)})
	return err
}
