package lab

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// shellTools are the programs that run others, and small ones.
func shellTools() map[string]tool {
	return map[string]tool{
		"sudo": (*proc).sudo, "sh": (*proc).shell, "bash": (*proc).shell, "flock": (*proc).flock, "sleep": (*proc).sleep, "python3": (*proc).python,
		"true": quiet, ":": quiet, "false": func(*proc, []string) int { return 1 },
		"echo": (*proc).echo, "printf": (*proc).printf, "date": (*proc).date, "id": (*proc).id, "whoami": (*proc).whoami, "hostname": (*proc).hostname, "uname": (*proc).uname, "help": (*proc).help,
		"exit": quiet, "set": quiet, "cd": quiet, "pwd": (*proc).pwd, "export": (*proc).export,
	}
}

// sudo runs a command as root. Everybody may.
func (p *proc) sudo(args []string) int {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if args[0] == "-u" && len(args) > 1 {
			args = args[1:]
		}
		args = args[1:]
	}
	if len(args) == 0 {
		p.complain("usage: sudo [-n] command")
		return 1
	}
	as := *p
	as.root, as.user = true, "root"
	return as.run(args)
}

// shell runs a text (-c) or a file. With -e the first command that fails ends it.
func (p *proc) shell(args []string) int {
	options, rest := operands(args)
	text := ""
	switch {
	case strings.Contains(options, "c") && len(rest) > 0:
		text = rest[0]
	case len(rest) > 0:
		file, err := p.b.readFile(rest[0])
		if err != nil {
			p.complain("sh: %v", err)
			return exitNotFound
		}
		text = string(file)
	default:
		text = string(p.input())
	}
	inner := *p
	inner.vars = maps.Clone(p.vars)
	return inner.script(text, strings.Contains(options, "e"))
}

// lock takes a lock on a file, and waits for it or not. mu is not held.
func (p *proc) lock(path string, wait bool) bool {
	b := p.b
	for {
		b.sw.mu.Lock()
		busy := b.locks[path] || path == fileReloadLock && b.sw.faulty(FaultBusy)
		if !busy {
			b.locks[path] = true
		}
		freed := b.freed
		b.sw.mu.Unlock()
		if !busy || !wait {
			return !busy
		}
		select {
		case <-freed:
		case <-time.After(perWrite): // a fault that goes away frees nothing
		case <-p.ctx.Done():
			return false
		}
	}
}

func (p *proc) unlock(path string) {
	b := p.b
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	delete(b.locks, path)
	close(b.freed)
	b.freed = make(chan struct{})
}

// flock runs a command while it has a lock.
func (p *proc) flock(args []string) int {
	wait, conflict := true, 1
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch {
		case args[0] == "-n":
			wait = false
		case args[0] == "-E" && len(args) > 1:
			conflict, _ = strconv.Atoi(args[1])
			args = args[1:]
		}
		args = args[1:]
	}
	if len(args) < 2 {
		p.complain("flock: requires file descriptor, file or directory")
		return 64
	}
	path, command := args[0], args[1:]
	if !p.lock(path, wait) {
		return conflict
	}
	defer p.unlock(path)
	if command[0] == "-c" && len(command) == 2 {
		command = []string{"sh", "-c", command[1]}
	}
	return p.run(command)
}

func (p *proc) sleep(args []string) int {
	_, rest := operands(args)
	if len(rest) == 0 {
		p.complain("sleep: missing operand")
		return 1
	}
	d := 100 * 365 * 24 * time.Hour // infinity
	if seconds, err := strconv.ParseFloat(strings.TrimSuffix(rest[0], "s"), 64); err == nil && seconds < d.Seconds() {
		d = time.Duration(seconds * float64(time.Second))
	}
	if !p.pause(d) {
		return exitKilled
	}
	return 0
}

// python knows one program: the one that applies a JSON patch, the input or an argument, to the database, or to what it reads.
func (p *proc) python(args []string) int {
	base, patch := p.b.printed(), []byte(nil)
	switch {
	case len(args) == 2 && args[0] == "-c" && strings.Contains(args[1], `jsonpatch.apply_patch(json.loads(subprocess.check_output(["sonic-cfggen", "-d", "--print-data"]))`):
		patch = p.input()
	case len(args) == 3 && args[0] == "-c" && strings.Contains(args[1], "jsonpatch.apply_patch(json.load(sys.stdin)"):
		base, patch = p.input(), []byte(args[2])
	default:
		p.complain("python3: the lab has no Python but for jsonpatch.apply_patch")
		return 1
	}
	t, err := parseTree(base)
	if err == nil {
		t, err = patchTree(t, patch)
	}
	if err != nil {
		p.complain("Traceback (most recent call last):\njsonpatch.JsonPatchConflict: %v", err)
		return 1
	}
	p.out.Write(printTree(t))
	return 0
}

func (p *proc) echo(args []string) int {
	if len(args) > 0 && args[0] == "-n" {
		p.out.Write([]byte(strings.Join(args[1:], " ")))
		return 0
	}
	p.say("%s", strings.Join(args, " "))
	return 0
}

func (p *proc) printf(args []string) int {
	if len(args) == 0 {
		return exitUsage
	}
	text := strings.ReplaceAll(args[0], `\n`, "\n")
	for _, a := range args[1:] {
		text = strings.Replace(text, "%s", a, 1)
	}
	p.out.Write([]byte(text))
	return 0
}

func (p *proc) date(args []string) int {
	if len(args) > 0 && args[0] == "+%s" {
		p.say("%d", time.Now().Unix())
		return 0
	}
	p.say("%s", time.Now().UTC().Format("Mon Jan _2 03:04:05 PM UTC 2006"))
	return 0
}

func (p *proc) id(args []string) int {
	number := 1000
	if p.root {
		number = 0
	}
	if options, _ := operands(args); options == "u" {
		p.say("%d", number)
		return 0
	}
	p.say("uid=%d(%s) gid=%d(%s)", number, p.user, number, p.user)
	return 0
}

func (p *proc) whoami(_ []string) int {
	p.say("%s", p.user)
	return 0
}

func (p *proc) hostname(_ []string) int {
	p.say("%s", p.b.hostname())
	return 0
}

// hostname is what the switch calls itself.
func (b *sonic) hostname() string {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	return b.sw.hostname()
}

func (p *proc) uname(_ []string) int {
	p.say("Linux")
	return 0
}

func (p *proc) pwd(_ []string) int {
	p.say("/home/%s", p.user)
	return 0
}

func (p *proc) export(args []string) int {
	for _, a := range args {
		if name, value, ok := strings.Cut(a, "="); ok {
			p.vars[name] = value
		}
	}
	return 0
}

func (p *proc) help(_ []string) int {
	p.say("This is a simulated SONiC switch. Its programs:")
	p.say("%s", strings.Join(slices.Sorted(maps.Keys(p.b.tools)), " "))
	return 0
}
