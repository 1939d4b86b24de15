package nxos

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// The lines of a transaction (nxos.md 7). The snapshot of a transaction is a file of its name, and not a named checkpoint: of those a
// switch has only ten, and no source confirms how one is removed.
const (
	lineRunning   = "show running-config"
	lineSaved     = "show startup-config"
	lineDirectory = "dir bootflash:"
	lineConfigure = "configure terminal"
	lineEnd       = "end"
	lineSave      = "copy running-config startup-config"
	lineReload    = "reload"
	flash         = "bootflash:"
)

// How long the switch may take (transport.md 3.5).
const (
	withinSnapshot = 120 * time.Second
	withinRollback = 180 * time.Second
	withinSave     = 180 * time.Second
)

// Operate gives the operator of a switch.
func (v NXOS) Operate(t vendors.Terminal, site vendors.Site) vendors.Operator {
	return &operator{console: operating.NewConsole(t, v.Dialect()), site: site}
}

// operator reads and changes one switch. A step is live at once, and nothing brings the switch back but weft, unless Arm found that it
// takes dual-stage commits: that holds for the next push of the session alone, and so never for one that leads back.
type operator struct {
	console *operating.Console
	site    vendors.Site
	net     vendors.Net // once that is known of the switch itself
	staged  bool        // the next push goes in dual-stage mode
}

// Running is the whole running configuration.
func (o *operator) Running(ctx context.Context) ([]byte, error) { return o.text(ctx, lineRunning) }

// Saved is the whole startup configuration. Its first line says that it is this one.
func (o *operator) Saved(ctx context.Context) ([]byte, error) { return o.text(ctx, lineSaved) }

func (o *operator) text(ctx context.Context, line string) ([]byte, error) {
	text, err := o.console.Show(ctx, line)
	return []byte(text), err
}

// Claims are the snapshots of transactions, with when each was taken, as the switch lists it. Of a commit that waits to be confirmed no
// command tells, nor how long it has left; and nothing of NX-OS holds a switch for somebody.
func (o *operator) Claims(ctx context.Context) ([]vendors.Claim, error) {
	files, err := o.files(ctx)
	var claims []vendors.Claim
	for _, f := range files {
		claims = append(claims, vendors.Claim{Tx: f.name, What: "checkpoint" + f.taken})
	}
	return claims, err
}

// file is the snapshot of a transaction in the flash of the switch.
type file struct {
	name  string
	taken string // " of Jan 25 21:01:11 2017"; empty where the switch does not say
	empty bool
}

// files lists the snapshots. A line of the directory begins with the size and ends with the name; the date is between.
func (o *operator) files(ctx context.Context) ([]file, error) {
	text, err := o.console.Show(ctx, lineDirectory)
	if err != nil {
		return nil, err
	}
	var files []file
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) > 1 && vendors.IsTx(words[len(words)-1]) {
			f := file{name: words[len(words)-1], empty: strings.Trim(words[0], "0") == ""}
			if date := strings.Join(words[1:len(words)-1], " "); date != "" {
				f.taken = " of " + date
			}
			files = append(files, f)
		}
	}
	return files, nil
}

// find finds the snapshot of a transaction.
func (o *operator) find(ctx context.Context, tx vendors.Tx) (f file, there bool, err error) {
	files, err := o.files(ctx)
	for _, f := range files {
		if f.name == tx.ID {
			return f, true, err
		}
	}
	return file{}, false, err
}

// Arm has the switch write its snapshot, and finds out whether it takes a dual-stage commit where one is to be.
func (o *operator) Arm(ctx context.Context, tx vendors.Tx) error {
	if stages(o.site) {
		o.staged, o.net = false, unprotected("nothing waits to be confirmed")
	}
	if err := o.snapshot(ctx, tx); err != nil {
		return err
	}
	return o.tryStage(ctx, tx)
}

// snapshot has the switch write its snapshot, and looks that it is there.
func (o *operator) snapshot(ctx context.Context, tx vendors.Tx) error {
	line := "checkpoint file " + flash + tx.ID
	_, there, err := o.find(ctx, tx)
	switch {
	case err != nil:
		return fmt.Errorf("looking for snapshots: %w", err)
	case there:
		return operating.Refused(line, "the file is there already")
	}
	if _, err := o.console.Do(ctx, vendors.Entry{Line: line, Within: withinSnapshot}); err != nil {
		return fmt.Errorf("taking a snapshot: %w", err)
	}
	f, there, err := o.find(ctx, tx)
	switch {
	case err != nil:
		return fmt.Errorf("looking for the snapshot: %w", err)
	case !there || f.empty:
		return operating.Refused(line, "it did not: the file is missing or empty")
	}
	return nil
}

// Revert has the switch roll back to the snapshot, which it does wholly or not at all.
func (o *operator) Revert(ctx context.Context, tx vendors.Tx) error {
	line := "rollback running-config file " + flash + tx.ID + " atomic"
	a, err := o.console.Do(ctx, vendors.Entry{Line: line, Within: withinRollback})
	if err == nil && !operating.Says(a.Text, "rollback completed successfully") {
		err = operating.Unsaid(line, a.Text)
	}
	if err != nil {
		return fmt.Errorf("rolling back: %w", err)
	}
	return nil
}

// savePauses are the pauses between attempts to save while the switch has no time for it (nxos.md 6.3).
func savePauses() []time.Duration {
	const s = time.Second
	return []time.Duration{2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s}
}

// transient tells a refusal that passes by itself.
func transient(err error) bool {
	var refused *vendors.RefusedError
	return errors.As(err, &refused) && operating.Says(refused.Says, "transient state")
}

// Save copies the running configuration, which the switch has to say that it did.
func (o *operator) Save(ctx context.Context) error {
	return operating.Again(ctx, savePauses(), transient, func() error {
		a, err := o.console.Do(ctx, vendors.Entry{Line: lineSave, Within: withinSave})
		if err == nil && !operating.Says(a.Text, "copy complete") {
			err = operating.Unsaid(lineSave, a.Text)
		}
		if err != nil {
			return fmt.Errorf("saving: %w", err)
		}
		return nil
	})
}

// Release deletes the snapshot, and looks that it is gone.
func (o *operator) Release(ctx context.Context, tx vendors.Tx) error {
	_, there, err := o.find(ctx, tx)
	if err != nil || !there {
		return err
	}
	line := "delete " + flash + tx.ID
	question := vendors.Reply{Question: "Do you want to delete", Answer: "y"}
	if _, err := o.console.Do(ctx, vendors.Entry{Line: line, Replies: []vendors.Reply{question}}); err != nil {
		return fmt.Errorf("deleting the snapshot: %w", err)
	}
	if _, there, err = o.find(ctx, tx); err == nil && there {
		err = operating.Refused(line, "it did not: the file is still there")
	}
	return err
}
