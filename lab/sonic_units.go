package lab

import (
	"context"
	"fmt"
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
		b.finish(u, do(p), ctx.Err() != nil)
		cancel()
	}()
	return nil
}

// finish notes how the command of a service ended. One that was stopped, or ended well and is not to remain, is forgotten.
func (b *sonic) finish(u *unit, exit int, killed bool) {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	u.status = exit
	switch {
	case b.units[u.name] != u:
	case killed || exit == 0 && !u.remain:
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

// systemctl knows what is asked about units, and stops them.
func (p *proc) systemctl(args []string) int {
	var properties, names []string
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case (a == "-p" || a == "--property") && i+1 < len(args):
			i++
			properties = append(properties, strings.Split(args[i], ",")...)
		case strings.HasPrefix(a, "--property="):
			properties = append(properties, strings.Split(strings.TrimPrefix(a, "--property="), ",")...)
		case !strings.HasPrefix(a, "-"):
			names = append(names, a)
		}
	}
	if len(names) == 0 {
		names = []string{"list-units"}
	}
	verb, names := names[0], names[1:]
	switch verb {
	case "show":
		return p.showUnits(names, properties)
	case "list-units":
		return p.listUnits(names)
	case "is-active":
		return p.areActive(names)
	case "status":
		return p.unitStatus(names)
	case "stop":
		return p.stopUnits(names)
	case "reset-failed":
		return p.resetUnits(names)
	}
	p.complain("Unknown command verb %s.", verb)
	return 1
}

func (p *proc) showUnits(names, properties []string) int {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	units, missing := p.b.matching(names)
	for range missing {
		units = append(units, nil)
	}
	for i, u := range units {
		if i > 0 {
			p.say("")
		}
		of := map[string]string{"Id": "", "LoadState": "not-found", "ActiveState": "inactive", "SubState": "dead", "ExecMainStatus": "0", "Result": "success"}
		if u != nil {
			of = u.properties()
		}
		shown := properties
		if len(shown) == 0 {
			shown = slices.Sorted(maps.Keys(of))
		}
		for _, name := range shown {
			if value, known := of[name]; known {
				p.say("%s=%s", name, value)
			}
		}
	}
	return 0
}

func (u *unit) properties() map[string]string {
	result := "success"
	if u.active == "failed" {
		result = "exit-code"
	}
	return map[string]string{
		"Id": u.name, "Description": u.description, "LoadState": "loaded", "ActiveState": u.active, "SubState": u.sub,
		"ExecMainStatus": strconv.Itoa(u.status), "Result": result,
	}
}

func (p *proc) listUnits(patterns []string) int {
	if len(patterns) == 0 {
		patterns = []string{"*"}
	}
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	units, _ := p.b.matching(patterns)
	for _, u := range units {
		p.say("%s loaded %s %s %s", u.name, u.active, u.sub, u.description)
	}
	return 0
}

// areActive prints a state for each unit; it succeeds if one of them is active.
func (p *proc) areActive(names []string) int {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	exit := 3
	units, missing := p.b.matching(names)
	for _, u := range units {
		p.say("%s", u.active)
		if u.active == "active" {
			exit = 0
		}
	}
	for range missing {
		p.say("inactive")
	}
	return exit
}

func (p *proc) unitStatus(names []string) (exit int) {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	units, missing := p.b.matching(names)
	for _, u := range units {
		p.say("%s - %s\n   Loaded: loaded (transient)\n   Active: %s (%s)\n\n%s", u.name, u.description, u.active, u.sub, p.b.journal[u.name])
	}
	for _, name := range missing {
		p.complain("Unit %s could not be found.", name)
		exit = 4
	}
	return exit
}

// stopUnits kills services and takes timers away, with the services that they would have started.
func (p *proc) stopUnits(names []string) (exit int) {
	b := p.b
	b.sw.mu.Lock()
	units, missing := b.matching(names)
	for _, u := range units {
		if p.ignore {
			break
		}
		u.end()
		delete(b.units, u.name)
		if base, timer := strings.CutSuffix(u.name, ".timer"); timer {
			if s := b.units[base+".service"]; s != nil && s.cancel == nil {
				delete(b.units, s.name)
			}
		}
	}
	b.sw.mu.Unlock()
	for _, u := range units {
		if u.ended != nil && !p.ignore {
			<-u.ended
		}
	}
	for _, name := range missing {
		p.complain("Failed to stop %s: Unit %s not loaded.", name, name)
		exit = 5
	}
	return exit
}

// resetUnits forgets units that have failed.
func (p *proc) resetUnits(names []string) (exit int) {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	units, missing := p.b.matching(names)
	for _, u := range units {
		if u.active == "failed" && !p.ignore {
			delete(p.b.units, u.name)
		}
	}
	for _, name := range missing {
		p.complain("Failed to reset failed state of unit %s: Unit %s not loaded.", name, name)
		exit = 1
	}
	return exit
}

// journalctl prints what a unit printed: journalctl -u UNIT [-n LINES].
func (p *proc) journalctl(args []string) int {
	lines, name := 0, ""
	for i := 0; i+1 < len(args); i++ {
		switch args[i] {
		case "-u", "--unit":
			name = args[i+1]
		case "-n":
			lines, _ = strconv.Atoi(args[i+1])
		}
	}
	p.b.sw.mu.Lock()
	text := p.b.journal[name]
	p.b.sw.mu.Unlock()
	all := strings.SplitAfter(text, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	if len(all) == 0 {
		p.say("-- No entries --")
	}
	if lines > 0 {
		all = all[max(0, len(all)-lines):]
	}
	fmt.Fprint(p.out, strings.Join(all, ""))
	return 0
}
