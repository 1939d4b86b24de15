package apply

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// Connector opens sessions with switches.
type Connector interface {
	// Connect opens a session with the switch of a site. Errors wrap vendors.ErrHostKey, ErrAuth or ErrUnreachable
	// where that is the reason. It is called from several goroutines.
	Connect(ctx context.Context, site vendors.Site) (Session, error)
}

// Session is one session with one switch. It belongs to one goroutine.
type Session interface {
	vendors.Operator
	Close() error
}

// Work is what a run does: a plan, and what has to be known of each switch that it changes.
type Work struct {
	Plan     *plan.Plan
	Switches []Switch
}

// Switch is what has to be known of a switch beside its plan.
type Switch struct {
	Name   string
	Vendor vendors.Vendor
	Site   vendors.Site
	Watch  []vendors.PortWatch // ports whose health counts
	Apart  []string            // switches that do not change at the same time: other ends of links, the other of a pair
}

// find is the switch of a name.
func (w *Work) find(name string) (*Switch, error) {
	for i := range w.Switches {
		if w.Switches[i].Name == name {
			return &w.Switches[i], nil
		}
	}
	return nil, fmt.Errorf("%s: the plan changes this switch, and it is not among those that are known", name)
}

// savedSwitch is a Switch in the directory of a run, so that the run can be resumed and rolled back whatever the intent says then.
type savedSwitch struct {
	Name, Vendor, Model, Release string
	Site                         vendors.Site
	Watch                        []vendors.PortWatch
	Apart                        []string
}

const (
	planFile     = "plan.json"
	switchesFile = "switches.json"
	journalFile  = "journal"
)

// saveWork writes what a run does into its directory.
func saveWork(dir string, w *Work) error {
	file, err := renameio.NewPendingFile(filepath.Join(dir, planFile), renameio.WithPermissions(0o600))
	if err != nil {
		return fmt.Errorf("saving the plan of the run: %w", err)
	}
	defer file.Cleanup()
	if err := plan.Write(file, w.Plan); err != nil {
		return err
	}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("saving the plan of the run: %w", err)
	}
	saved := make([]savedSwitch, len(w.Switches))
	for i := range w.Switches {
		saved[i] = saveSwitch(w.Switches[i])
	}
	text, err := json.MarshalIndent(saved, "", " ")
	if err == nil {
		err = renameio.WriteFile(filepath.Join(dir, switchesFile), text, 0o600)
	}
	if err != nil {
		return fmt.Errorf("saving the switches of the run: %w", err)
	}
	return nil
}

func saveSwitch(s Switch) savedSwitch {
	saved := savedSwitch{
		Name: s.Name, Vendor: s.Vendor.Name(), Model: s.Site.Platform.Model, Release: s.Site.Platform.Release,
		Site: s.Site, Watch: s.Watch, Apart: s.Apart,
	}
	saved.Site.Platform = vendors.Platform{} // a row of a table, found again by model and release
	return saved
}

// loadWork reads what a run did.
func loadWork(dir string) (*Work, error) {
	file, err := os.Open(filepath.Join(dir, planFile))
	if err != nil {
		return nil, fmt.Errorf("the plan of the run: %w", err)
	}
	defer file.Close()
	w := &Work{}
	if w.Plan, err = plan.Read(file); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, switchesFile))
	if err != nil {
		return nil, fmt.Errorf("the switches of the run: %w", err)
	}
	var saved []savedSwitch
	if err := json.Unmarshal(text, &saved); err != nil {
		return nil, fmt.Errorf("the switches of the run: %w", err)
	}
	for _, s := range saved {
		loaded, err := loadSwitch(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		w.Switches = append(w.Switches, loaded)
	}
	return w, nil
}

func loadSwitch(s savedSwitch) (Switch, error) {
	v, err := vendors.Lookup(s.Vendor)
	if err != nil {
		return Switch{}, err
	}
	if s.Site.Platform, err = v.Platform(s.Model, s.Release); err != nil {
		return Switch{}, err
	}
	return Switch{Name: s.Name, Vendor: v, Site: s.Site, Watch: s.Watch, Apart: s.Apart}, nil
}

// Limits are how long things may take. A zero field is its default.
type Limits struct {
	Connect time.Duration // one attempt to open a session
	Read    time.Duration // one reading of a configuration
	Act     time.Duration // arming, confirming, reverting, releasing, reading health
	Push    time.Duration // sending steps, beside what they are forecast to take
	Save    time.Duration
	// Timer is the least after which a switch goes back by itself when nobody confirms.
	Timer time.Duration
	// Patience is how long a switch that was touched and does not answer is waited for.
	Patience time.Duration
	// Settle is how long signs of health may take to be as they should after a change.
	Settle time.Duration
}

func (l Limits) filled() Limits {
	for _, d := range []struct {
		field *time.Duration
		is    time.Duration
	}{
		{&l.Connect, 30 * time.Second}, {&l.Read, 180 * time.Second}, {&l.Act, 120 * time.Second}, {&l.Push, 5 * time.Minute},
		{&l.Save, 180 * time.Second}, {&l.Timer, 600 * time.Second}, {&l.Patience, 10 * time.Minute}, {&l.Settle, 30 * time.Second},
	} {
		if *d.field == 0 {
			*d.field = d.is
		}
	}
	return l
}
