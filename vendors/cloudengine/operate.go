package cloudengine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// The lines of a transaction (cloudengine.md 7.2, D300). All that a transaction has on the switch is a trial of its name: a commit
// that the switch takes back by itself unless it is confirmed, which any session can do that knows the name.
const (
	lineRunning = "display current-configuration"
	lineSaved   = "display saved-configuration"
	lineTrial   = "display configuration trial status"
	lineCommits = "display configuration commit list verbose"
	lineChanges = "display configuration candidate changes"
	lineEnter   = "system-view"
	lineLeave   = "return"
	lineClear   = "clear configuration candidate"
	lineSave    = "save"
)

// How long the switch may take (transport.md 3.5), and the limits of a trial.
const (
	withinCommit  = 120 * time.Second
	withinSave    = 120 * time.Second
	shortestTrial = 60 * time.Second
	longestTrial  = 65535 * time.Second
)

// Operate gives the operator of a switch.
func (v CloudEngine) Operate(t vendors.Terminal, site vendors.Site) vendors.Operator {
	return &operator{console: operating.NewConsole(t, v.Dialect()), site: site}
}

// Net says what a switch has that catches it when contact to it is lost. No source confirms that V200 knows persistent trials
// (7.2): a switch that does not refuses the commit.
func (CloudEngine) Net(site vendors.Site, _ string) vendors.Net {
	n := vendors.Net{Reverts: true, Alone: true, Text: "the switch takes the commit back by itself when it is not confirmed in time, and lets nobody else change it before"}
	if strings.HasPrefix(site.Platform.Release, "V200") {
		n.Text += "; no source confirms commit trial with persist for V200: on a switch that refuses it the trial ends with the session"
	}
	return n
}

// operator reads and changes one switch in two-stage mode.
type operator struct {
	console *operating.Console
	site    vendors.Site
	// plain is the transaction of a switch that does not know persistent trials: only this session can confirm the one that is on,
	// which has no name and ends with it. Empty for every other switch.
	plain string
}

// Running is the whole running configuration.
func (o *operator) Running(ctx context.Context) ([]byte, error) { return o.text(ctx, lineRunning) }

// Saved is the whole configuration that the switch starts with.
func (o *operator) Saved(ctx context.Context) ([]byte, error) { return o.text(ctx, lineSaved) }

func (o *operator) text(ctx context.Context, line string) ([]byte, error) {
	text, err := o.console.Show(ctx, line)
	return []byte(text), err
}

// Net is that of every switch, until one shows that it has no persistent trials.
func (o *operator) Net() vendors.Net {
	if o.plain != "" {
		return vendors.Net{Reverts: true, Alone: true, Holds: true, Text: "the switch takes the commit back by itself when it is not confirmed " +
			"in time or this session ends, and lets nobody else change it before"}
	}
	return CloudEngine{}.Net(o.site, "")
}

// Claims are the trial that is on, the lock that somebody holds, and changes that somebody has not committed.
func (o *operator) Claims(ctx context.Context) ([]vendors.Claim, error) {
	var claims []vendors.Claim
	t, err := o.trial(ctx)
	if err != nil {
		return nil, err
	}
	if t.on() {
		claims = append(claims, o.claim(&t))
	}
	holder, err := o.lock(ctx)
	if err != nil {
		return claims, err
	}
	if holder != "" {
		claims = append(claims, vendors.Claim{What: "exclusive lock of " + holder, Live: true})
	}
	pending, err := o.pending(ctx)
	if pending {
		claims = append(claims, vendors.Claim{What: "candidate", Live: true})
	}
	return claims, err
}

// lock is who holds the configuration for himself, or empty. Releases have two forms of the line; where neither is known, or may be
// entered, nothing is known of locks, and a commit under one is refused.
func (o *operator) lock(ctx context.Context) (holder string, err error) {
	for _, line := range []string{"display configuration exclusive user", "display configuration-occupied user"} {
		text, err := o.console.Show(ctx, line)
		if isRefusal(err) {
			continue
		}
		if err != nil || strings.TrimSpace(text) == "" {
			return "", err
		}
		if name := fieldOf(text, "User Name"); name != "" {
			return name, nil
		}
		return "another user", nil
	}
	return "", nil
}

// pending tells whether there are changes in the candidate that are not committed. A session that begins with some is not left by
// the usual line, which would ask what shall become of them.
func (o *operator) pending(ctx context.Context) (bool, error) {
	a, err := o.console.Do(ctx, vendors.Entry{Line: lineEnter})
	if err != nil {
		return false, fmt.Errorf("entering the system view: %w", err)
	}
	if dirty(a.Prompt) {
		return true, nil
	}
	text, err := o.console.Show(ctx, lineChanges)
	if err != nil {
		return false, o.leave(ctx, fmt.Errorf("looking at the candidate: %w", err))
	}
	found := false
	for line := range strings.Lines(text) {
		found = found || line[0] == '+' || line[0] == '-'
	}
	return found, o.leave(ctx, nil)
}

// dirty tells whether a prompt says that there are changes that are not committed: "[*leaf1]". A clean one is "[~leaf1]".
func dirty(prompt string) bool { return strings.Contains(prompt, "[*") }

// leave leaves the system view. Changes that are still there are those of a push that failed: they are dropped. What went wrong
// before, if anything did, is the error all the same.
func (o *operator) leave(ctx context.Context, why error) error {
	drop := vendors.Reply{Question: "Uncommitted configurations", Answer: "N"}
	_, err := o.console.Do(ctx, vendors.Entry{Line: lineLeave, Replies: []vendors.Reply{drop}})
	return operating.Left("the system view", why, err)
}

// Arm looks that nothing is in the way. The timer starts with the commit.
func (o *operator) Arm(ctx context.Context, tx vendors.Tx) error {
	if tx.Timer < shortestTrial || tx.Timer > longestTrial {
		return fmt.Errorf("a trial lasts between %s and %s, and not %s", shortestTrial, longestTrial, tx.Timer)
	}
	claims, err := o.Claims(ctx)
	if err != nil {
		return err
	}
	if len(claims) > 0 {
		return operating.Refused(lineEnter, "in the way: "+claims[0].What)
	}
	return nil
}

// Save saves what runs, which the switch has to say that it did. It asks whether it shall, and some ask for the name of a file.
func (o *operator) Save(ctx context.Context) error {
	a, err := o.console.Do(ctx, vendors.Entry{Line: lineSave, Within: withinSave, Replies: []vendors.Reply{
		{Question: "Continue?", Answer: "Y"}, {Question: "Are you sure to continue?", Answer: "Y"}, {Question: "input the file name", Answer: ""},
	}})
	if err == nil && !operating.Says(a.Text, "successfully") {
		err = operating.Unsaid(lineSave, a.Text)
	}
	if err != nil {
		return fmt.Errorf("saving: %w", err)
	}
	return nil
}

// Release has nothing to remove: a trial ends by itself, and the points that commits leave are the switch's own.
func (o *operator) Release(context.Context, vendors.Tx) error { return nil }

// fieldOf is what stands behind a name and a colon on a line of its own.
func fieldOf(text, name string) string {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		if strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// isRefusal tells errors after which the session still stands.
func isRefusal(err error) bool {
	var refused *vendors.RefusedError
	return errors.As(err, &refused)
}
