package sonic

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// unit is the state of a unit of systemd.
type unit struct {
	name, load, active, sub string
	exit                    int
	description             string
}

// running tells whether a unit is at work: a service that runs or is about to.
func (u *unit) running() bool {
	return strings.HasSuffix(u.name, ".service") && (u.active == "active" && u.sub != "exited" || strings.HasSuffix(u.active, "ing"))
}

// absent tells whether there is no such unit, or it has not begun yet.
func (u *unit) absent() bool { return u.load == "not-found" || u.active == "inactive" }

// units lists units by a pattern of their names.
func (s *shell) units(ctx context.Context, pattern string) ([]unit, error) {
	text, err := s.ask(ctx, vendors.Entry{Line: "systemctl list-units --all --no-legend --plain '" + pattern + "'"})
	if err != nil {
		return nil, fmt.Errorf("listing units: %w", err)
	}
	var units []unit
	for line := range strings.Lines(text) {
		if w := strings.Fields(line); len(w) >= 4 {
			units = append(units, unit{name: w[0], load: w[1], active: w[2], sub: w[3], description: strings.Join(w[4:], " ")})
		}
	}
	return units, nil
}

// show asks for the state of one unit. One that does not exist has a state too.
func (s *shell) show(ctx context.Context, name string) (unit, error) {
	line := "systemctl show " + name + " -p LoadState -p ActiveState -p SubState -p ExecMainStatus"
	text, err := s.ask(ctx, vendors.Entry{Line: line})
	if err != nil {
		return unit{}, fmt.Errorf("asking for a unit: %w", err)
	}
	u := unit{name: name}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "LoadState":
			u.load = value
		case "ActiveState":
			u.active = value
		case "SubState":
			u.sub = value
		case "ExecMainStatus":
			u.exit, _ = strconv.Atoi(value)
		}
	}
	if u.load == "" || u.active == "" {
		return u, operating.Unsaid(line, text)
	}
	return u, nil
}

// begin starts a unit. It remains when it has ended, so that its exit status can be read whenever. One of the same name that has
// ended, of an earlier push of the same transaction, makes room.
func (s *shell) begin(ctx context.Context, name, command string) error {
	u, err := s.show(ctx, name+".service")
	if err != nil {
		return err
	}
	if u.running() {
		return operating.Refused("systemd-run --unit="+name, "a unit of this name still runs")
	}
	if !u.absent() {
		if err := s.end(ctx, &u); err != nil {
			return err
		}
	}
	line := root + "systemd-run --unit=" + name + " --remain-after-exit " + command
	if _, err := s.ask(ctx, vendors.Entry{Line: line}); err != nil {
		return fmt.Errorf("starting a unit: %w", err)
	}
	return nil
}

// end takes a unit out of the way: one that remains, or that failed.
func (s *shell) end(ctx context.Context, u *unit) error {
	verb := "stop "
	if u.active == "failed" {
		verb = "reset-failed "
	}
	if _, err := s.ask(ctx, vendors.Entry{Line: root + "systemctl " + verb + u.name}); err != nil {
		return fmt.Errorf("removing a unit: %w", err)
	}
	return nil
}

// exitLocked is the exit status of a unit that found the lock of reloads taken.
const exitLocked = 75

// await waits until a unit has ended, looking more and more seldom. That it failed is a refusal of what.
func (s *shell) await(ctx context.Context, name, what string, limit time.Duration) error {
	for start := time.Now(); ; {
		u, err := s.show(ctx, name+".service")
		switch {
		case err != nil:
			return err
		case u.load == "not-found":
			return operating.Refused(what, "the unit "+name+" is gone: the switch has restarted")
		case u.active == "failed" && u.exit == exitLocked:
			return operating.Refused(what, "somebody reloads the configuration: "+reloadLock+" is held")
		case u.active == "failed":
			return operating.Refused(what, s.journal(ctx, name, u.exit))
		case u.active == "active" && u.sub == "exited":
			return nil
		case !u.running():
			return operating.Refused(what, "the unit "+name+" is "+u.active+", and nothing says how it ended")
		}
		passed := time.Since(start)
		if passed > limit {
			return operating.Refused(what, fmt.Sprintf("the unit %s still runs after %s", name, limit))
		}
		if err := operating.Sleep(ctx, min(time.Second+passed/10, 5*time.Second)); err != nil {
			return err
		}
	}
}

// journal is why a unit failed.
func (s *shell) journal(ctx context.Context, name string, exit int) string {
	text, err := s.ask(ctx, vendors.Entry{Line: root + "journalctl -u " + name + ".service --no-pager -o cat -n 50"})
	if reason := reasonOf(text); err == nil && reason != "" {
		return reason
	}
	return "exit status " + strconv.Itoa(exit)
}
