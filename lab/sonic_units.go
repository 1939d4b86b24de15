package lab

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// unit is a transient unit of systemd: a service that runs a command, or a timer that will start one.
type unit struct {
	name, description string
	argv              []string
	do                func(p *proc) int // in place of argv
	remain            bool              // stays active when its command has ended well
	ignore            bool              // the fault
	active, sub       string
	status            int
	timer             *time.Timer        // of a timer
	cancel            context.CancelFunc // of a service that runs
	ended             chan struct{}      // closed when its command has ended
}

// end kills what the unit runs, or takes its timer away.
func (u *unit) end() {
	if u.timer != nil {
		u.timer.Stop()
	}
	if u.cancel != nil {
		u.cancel()
	}
}

// unitTools are the programs of systemd.
func unitTools() map[string]tool {
	return map[string]tool{"systemd-run": (*proc).systemdRun, "systemctl": (*proc).systemctl, "journalctl": (*proc).journalctl}
}

func (p *proc) systemdRun(args []string) int {
	u := &unit{ignore: p.ignore}
	name, delay := "", time.Duration(-1)
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		option, value, _ := strings.Cut(args[0], "=")
		switch option {
		case "--unit":
			name = value
		case "--description":
			u.description = value
		case "--remain-after-exit", "-r":
			u.remain = true
		case "--on-active":
			seconds, err := strconv.Atoi(strings.TrimSuffix(value, "s"))
			if err != nil {
				p.complain("Failed to parse timer value: %s", value)
				return 1
			}
			delay = time.Duration(seconds) * time.Second
		}
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		p.complain("Command line to execute required.")
		return 1
	case !p.root:
		p.complain("Failed to start transient service unit: Interactive authentication required.")
		return 1
	}
	u.argv = args
	if u.description == "" {
		u.description = strings.Join(args, " ")
	}
	return p.startTransient(u, name, delay)
}

// startTransient starts a service, or a timer that will.
func (p *proc) startTransient(u *unit, name string, delay time.Duration) int {
	b := p.b
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	if name == "" {
		name = "run-r" + strconv.FormatUint(b.sw.random.Uint64(), 16)
	}
	name = strings.TrimSuffix(name, ".service")
	u.name = name + ".service"
	for _, taken := range []string{u.name, name + ".timer"} {
		if b.units[taken] != nil {
			p.complain("Failed to start transient service unit: Unit %s was already loaded or has a fragment file.", taken)
			return 1
		}
	}
	if delay < 0 {
		p.complain("Running as unit: %s", u.name)
		if err := b.start(u); err != nil {
			p.complain("Failed to start transient service unit: %v", err)
			return 1
		}
		return 0
	}
	p.complain("Running timer as unit: %s.timer\nWill run service as unit: %s", name, u.name)
	if p.ignore {
		return 0
	}
	u.active, u.sub = "inactive", "dead"
	b.units[u.name] = u
	due := &unit{name: name + ".timer", description: u.description, active: "active", sub: "waiting"}
	due.timer = time.AfterFunc(delay, func() { b.elapse(due, u) })
	b.units[due.name] = due
	return 0
}

// elapse starts the service of a timer, which goes away.
func (b *sonic) elapse(due, u *unit) {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	if b.units[due.name] != due {
		return // it was stopped
	}
	delete(b.units, due.name)
	b.start(u) // a switch that is closed starts nothing
}

// start runs the command of a service. mu is held.
func (b *sonic) start(u *unit) error {
	if b.sw.closed {
		return errClosed
	}
	ctx, cancel := context.WithCancel(context.Background())
	u.cancel, u.ended = cancel, make(chan struct{})
	u.active, u.sub = "active", "running"
	b.units[u.name] = u
	b.sw.sessions.Add(1)
	go func() {
		defer b.sw.sessions.Done()
		defer close(u.ended)
		p := b.process(ctx, "root")
		log := &unitLog{b, u.name}
		p.out, p.errOut, p.ignore = log, log, u.ignore
		do := u.do
		if do == nil {
			do = func(p *proc) int { return p.run(u.argv) }
		}
		b.finish(u, do(p))
		cancel()
	}()
	return nil
}

// finish notes how the command of a service ended. One that was stopped is forgotten already; one that ended well and is not to remain
// is now.
func (b *sonic) finish(u *unit, exit int) {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	u.status = exit
	switch {
	case b.units[u.name] != u:
	case exit == 0 && !u.remain:
		delete(b.units, u.name)
	case exit == 0:
		u.active, u.sub = "active", "exited"
	default:
		u.active, u.sub = "failed", "failed"
	}
}

// unitLog puts what a unit prints into the journal.
type unitLog struct {
	b    *sonic
	name string
}

// Write adds to the journal.
func (l *unitLog) Write(text []byte) (int, error) {
	l.b.sw.mu.Lock()
	defer l.b.sw.mu.Unlock()
	l.b.journal[l.name] += string(text)
	return len(text), nil
}

// matching are the units that patterns name, sorted; missing are the names, without a star, that no unit has. mu is held.
func (b *sonic) matching(patterns []string) (units []*unit, missing []string) {
	for _, pattern := range patterns {
		star := strings.ContainsRune(pattern, '*')
		if !star && !strings.Contains(pattern, ".") {
			pattern += ".service"
		}
		found := false
		for _, name := range slices.Sorted(maps.Keys(b.units)) {
			if wildcard(pattern, name) {
				units, found = append(units, b.units[name]), true
			}
		}
		if !star && !found {
			missing = append(missing, pattern)
		}
	}
	return units, missing
}

// wildcard tells whether a text fits a pattern with stars.
func wildcard(pattern, text string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, before)
	if !ok {
		return false
	}
	for i := range len(rest) + 1 {
		if wildcard(after, rest[i:]) {
			return true
		}
	}
	return false
}
