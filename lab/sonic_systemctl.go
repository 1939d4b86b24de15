package lab

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

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
