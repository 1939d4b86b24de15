package sonic

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// The lines of a transaction over a shell (sonic.md 5.4, transport.md 3.2). Every line is a command of its own; what needs root is
// run by sudo, which must not ask. What the updater does runs in a unit of its own, so that a session that is lost cannot stop it half-way.
const (
	root            = "sudo -n "
	lineRunning     = root + "sonic-cfggen -d --print-data"
	lineSaved       = root + "cat " + savedFile
	lineCheckpoints = root + "config list-checkpoints"
	lineCheckpoint  = root + "config checkpoint "
	lineForget      = root + "config delete-checkpoint "
	lineSave        = root + "config save -y"
	lineDryRun      = root + "config apply-patch -d /dev/stdin"
	savedFile       = "/etc/sonic/config_db.json"
	updaterLock     = "/run/lock/weft-gcu"
	reloadLock      = "/etc/sonic/reload.lock"
)

// How long commands may take that are no units (transport.md 3.5).
const (
	withinCheckpoint = 120 * time.Second
	withinDryRun     = 5 * time.Minute
	withinSave       = 120 * time.Second
)

// Operate gives the operator of a switch over a shell.
func (v SONiC) Operate(t vendors.Terminal, site vendors.Site) vendors.Operator {
	return &shellOperator{shell: shell{operating.NewConsole(t, v.Dialect())}, site: site}
}

// Net says what a switch has that catches it when contact to it is lost.
func (SONiC) Net(_ vendors.Site, transport string) vendors.Net {
	if transport == "gnmi" {
		return vendors.Net{Text: "no lost-connection protection: the switch makes what was asked for live and saves it, whatever becomes of the session, " +
			"and with it what others left unsaved, which gNMI does not show"}
	}
	return vendors.Net{Reverts: true, Text: "a timer on the switch brings its own checkpoint back when nobody confirms"}
}

// shellOperator reads and changes one switch over a shell.
type shellOperator struct {
	shell
	site vendors.Site
}

// The names of what a transaction has on the switch: a checkpoint of its own name, units, and files.
func unitOf(tx vendors.Tx, step int) string { return fmt.Sprintf("%s-%d", tx.ID, step) }
func netOf(tx vendors.Tx) string            { return tx.ID + "-back" }
func revertOf(tx vendors.Tx) string         { return tx.ID + "-now" }
func folderOf(tx vendors.Tx) string         { return "/run/" + tx.ID }
func backOf(tx vendors.Tx) string           { return folderOf(tx) + "/back.sh" }
func keptOf(tx vendors.Tx) string           { return "/etc/sonic/" + tx.ID + ".json" }
func checkpointOf(tx vendors.Tx) string     { return "/etc/sonic/checkpoints/" + tx.ID + ".cp.json" }

// Running is the whole database.
func (o *shellOperator) Running(ctx context.Context) ([]byte, error) { return o.text(ctx, lineRunning) }

// Saved is the file that the switch starts with.
func (o *shellOperator) Saved(ctx context.Context) ([]byte, error) { return o.text(ctx, lineSaved) }

func (o *shellOperator) text(ctx context.Context, line string) ([]byte, error) {
	text, err := o.ask(ctx, vendors.Entry{Line: line})
	return []byte(text), err
}

// Net is that of every switch with a shell.
func (o *shellOperator) Net() vendors.Net { return SONiC{}.Net(o.site, "ssh") }

// Save writes the database into the file that the switch starts with.
func (o *shellOperator) Save(ctx context.Context) error {
	if _, err := o.ask(ctx, vendors.Entry{Line: lineSave, Within: withinSave}); err != nil {
		return fmt.Errorf("saving: %w", err)
	}
	return nil
}

// checkpoints lists the checkpoints on the switch.
func (o *shellOperator) checkpoints(ctx context.Context) ([]string, error) {
	text, err := o.ask(ctx, vendors.Entry{Line: lineCheckpoints})
	if err != nil {
		return nil, fmt.Errorf("listing checkpoints: %w", err)
	}
	var names []string
	if err := json.Unmarshal([]byte(text), &names); err != nil {
		return nil, operating.Unsaid(lineCheckpoints, text)
	}
	return names, nil
}

// Release takes the units, the checkpoint and the files of a transaction off the switch, and looks that they are gone. A unit that
// still runs is left to end.
func (o *shellOperator) Release(ctx context.Context, tx vendors.Tx) error {
	units, err := o.units(ctx, tx.ID+"-*")
	if err != nil {
		return err
	}
	for _, u := range units {
		if u.running() {
			return operating.Refused("systemctl stop "+u.name, "it still runs")
		}
	}
	for _, u := range units {
		if u.active == "inactive" {
			continue
		}
		if err := o.end(ctx, &u); err != nil {
			return err
		}
	}
	if err := o.forget(ctx, tx); err != nil {
		return err
	}
	return o.gone(ctx, tx)
}

// forget removes the checkpoint and the files of a transaction.
func (o *shellOperator) forget(ctx context.Context, tx vendors.Tx) error {
	names, err := o.checkpoints(ctx)
	if err != nil {
		return err
	}
	if slices.Contains(names, tx.ID) {
		if _, err := o.ask(ctx, vendors.Entry{Line: lineForget + tx.ID}); err != nil {
			return fmt.Errorf("removing the checkpoint: %w", err)
		}
	}
	_, err = o.ask(ctx, vendors.Entry{Line: root + "rm -rf " + folderOf(tx) + " " + keptOf(tx)})
	return err
}

// gone looks whether anything of a transaction is still there, whatever was said when it was removed.
func (o *shellOperator) gone(ctx context.Context, tx vendors.Tx) error {
	units, err := o.units(ctx, tx.ID+"-*")
	if err != nil {
		return err
	}
	for _, u := range units {
		if u.active != "inactive" {
			return operating.Refused("systemctl stop "+u.name, "it did not: the unit is "+u.active)
		}
	}
	names, err := o.checkpoints(ctx)
	if err == nil && slices.Contains(names, tx.ID) {
		err = operating.Refused(lineForget+tx.ID, "it did not: the checkpoint is still there")
	}
	for _, file := range []string{folderOf(tx), keptOf(tx)} {
		there := false
		if err == nil {
			there, err = o.exists(ctx, file)
		}
		if there {
			err = operating.Refused("rm -rf "+file, "it did not: it is still there")
		}
	}
	return err
}
