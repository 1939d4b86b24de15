package lab

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The files that are more than files.
const (
	fileSaved       = "/etc/sonic/config_db.json"
	fileReloadLock  = "/etc/sonic/reload.lock"
	checkpointDir   = "/etc/sonic/checkpoints/"
	checkpointTail  = ".cp.json"
	gnmiCheckpoint  = "/etc/sonic/config.cp.json"
	noSuchFile      = "%s: No such file or directory"
	noSpace         = "%s: No space left on device"
	temporaryPrefix = "/tmp/tmp."
)

// lostFiles begin the paths of files that a restart takes away.
var lostFiles = [...]string{"/run/", "/tmp/", "/var/run/", "/dev/shm/"}

// readFile is what a file holds.
func (b *sonic) readFile(path string) ([]byte, error) {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	if path == "/dev/null" {
		return nil, nil
	}
	if path == fileSaved {
		return bytes.Clone(b.sw.saved), nil
	}
	if text, there := b.files[path]; there {
		return bytes.Clone(text), nil
	}
	return nil, fmt.Errorf(noSuchFile, path)
}

// writeFile writes a file, or adds to it.
func (b *sonic) writeFile(path string, text []byte, more bool) error {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	return b.put(path, text, more)
}

// put writes a file. mu is held.
func (b *sonic) put(path string, text []byte, more bool) error {
	switch {
	case path == "/dev/null", path == "/dev/stderr", path == "/dev/stdout":
		return nil
	case !strings.HasPrefix(path, "/") || strings.HasSuffix(path, "/"):
		return fmt.Errorf(noSuchFile, path)
	case b.sw.faulty(FaultFull):
		return fmt.Errorf(noSpace, path)
	case path == fileSaved:
		if more {
			text = slices.Concat(b.sw.saved, text)
		}
		b.sw.saved = bytes.Clone(text)
	case more:
		b.files[path] = slices.Concat(b.files[path], text)
	default:
		b.files[path] = bytes.Clone(text)
	}
	b.sw.changed()
	return nil
}

// remove takes a file away, or all in a directory.
func (b *sonic) remove(path string, all bool) bool {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	_, there := b.files[path]
	delete(b.files, path)
	if path == fileSaved {
		b.sw.saved, there = nil, true
	}
	for name := range b.files {
		if all && strings.HasPrefix(name, strings.TrimSuffix(path, "/")+"/") {
			delete(b.files, name)
			there = true
		}
	}
	b.sw.changed()
	return there
}

// under lists the files of a directory by their names, and whether it is there.
func (b *sonic) under(dir string) (names []string, there bool) {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	dir = strings.TrimSuffix(dir, "/") + "/"
	all := slices.Collect(maps.Keys(b.files))
	if b.sw.saved != nil {
		all = append(all, fileSaved)
	}
	for _, path := range all {
		if below, ok := strings.CutPrefix(path, dir); ok {
			there = true
			if name, _, _ := strings.Cut(below, "/"); name != "" {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), there
}

// fileTools are the programs that work on files.
func fileTools() map[string]tool {
	return map[string]tool{
		"cat": (*proc).cat, "ls": (*proc).list, "rm": (*proc).remove, "cp": (*proc).copyFile, "mv": (*proc).moveFile, "mkdir": (*proc).makeDir, "mktemp": (*proc).makeTemporary,
		"umask": quiet, "chmod": quiet, "chown": quiet, "sync": quiet, "test": (*proc).test, "[": (*proc).test, "tee": (*proc).tee,
		"head": (*proc).head, "tail": (*proc).tail, "wc": (*proc).count, "grep": (*proc).grep,
	}
}

// quiet does nothing: the lab has one user of files.
func quiet(*proc, []string) int { return 0 }

// operands divides arguments into options, without their dashes, and the rest.
func operands(args []string) (options string, rest []string) {
	for i, a := range args {
		switch {
		case a == "--":
			return options, append(rest, args[i+1:]...)
		case len(a) > 1 && a[0] == '-':
			options += a[1:]
		default:
			rest = append(rest, a)
		}
	}
	return options, rest
}

// contents is what the named files hold, or what the process reads where there are none.
func (p *proc) contents(program string, names []string) (text []byte, exit int) {
	if len(names) == 0 {
		return p.input(), 0
	}
	for _, name := range names {
		if name == "-" || name == "/dev/stdin" {
			text = append(text, p.input()...)
			continue
		}
		more, err := p.b.readFile(name)
		if err != nil {
			p.complain("%s: %v", program, err)
			exit = 1
		}
		text = append(text, more...)
	}
	return text, exit
}

func (p *proc) cat(args []string) int {
	_, names := operands(args)
	text, exit := p.contents("cat", names)
	p.out.Write(text)
	return exit
}

func (p *proc) list(args []string) (exit int) {
	_, names := operands(args)
	if len(names) == 0 {
		names = []string{"/home/" + p.user}
	}
	for _, name := range names {
		if _, err := p.b.readFile(name); err == nil {
			p.say("%s", name)
			continue
		}
		files, there := p.b.under(name)
		if !there && name != "/home/"+p.user && name != "/" {
			p.complain("ls: cannot access '%s': No such file or directory", name)
			exit = exitUsage
		}
		for _, f := range files {
			p.say("%s", f)
		}
	}
	return exit
}

func (p *proc) remove(args []string) (exit int) {
	options, names := operands(args)
	for _, name := range names {
		if !p.b.remove(name, strings.ContainsAny(options, "rR")) && !strings.Contains(options, "f") {
			p.complain("rm: cannot remove '%s': No such file or directory", name)
			exit = 1
		}
	}
	return exit
}

func (p *proc) copyFile(args []string) int { return p.carry("cp", args, false) }
func (p *proc) moveFile(args []string) int { return p.carry("mv", args, true) }

// carry copies a file, and takes the first away to move it.
func (p *proc) carry(program string, args []string, away bool) int {
	_, names := operands(args)
	if len(names) != 2 {
		p.complain("%s: missing file operand", program)
		return 1
	}
	text, err := p.b.readFile(names[0])
	if err != nil {
		p.complain("%s: cannot stat '%s': No such file or directory", program, names[0])
		return 1
	}
	if err := p.b.writeFile(names[1], text, false); err != nil {
		p.complain("%s: %v", program, err)
		return 1
	}
	if away {
		p.b.remove(names[0], false)
	}
	return 0
}

// makeDir needs to do nothing: a directory is there when something is in it. A full disk has no room for it.
func (p *proc) makeDir(args []string) int {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	if p.b.sw.faulty(FaultFull) {
		_, names := operands(args)
		p.complain("mkdir: cannot create directory '%s': No space left on device", strings.Join(names, " "))
		return 1
	}
	return 0
}

func (p *proc) makeTemporary(_ []string) int {
	p.b.sw.mu.Lock()
	name := temporaryPrefix + strconv.FormatUint(p.b.sw.random.Uint64(), 36)
	err := p.b.put(name, nil, false)
	p.b.sw.mu.Unlock()
	if err != nil {
		p.complain("mktemp: failed to create file via template '/tmp/tmp.XXXXXXXXXX': No space left on device")
		return 1
	}
	p.say("%s", name)
	return 0
}

// test knows what scripts ask about files and texts.
func (p *proc) test(args []string) int {
	if n := len(args); n > 0 && args[n-1] == "]" {
		args = args[:n-1]
	}
	holds := false
	switch {
	case len(args) == 2 && strings.Contains("-e -f -r -s", args[0]):
		text, err := p.b.readFile(args[1])
		holds = err == nil && (args[0] != "-s" || len(text) > 0)
	case len(args) == 2 && args[0] == "-d":
		_, holds = p.b.under(args[1])
	case len(args) == 2 && args[0] == "-n":
		holds = args[1] != ""
	case len(args) == 2 && args[0] == "-z":
		holds = args[1] == ""
	case len(args) == 3:
		holds = (args[0] == args[2]) == (args[1] != "!=")
	case len(args) == 1:
		holds = args[0] != ""
	}
	if holds {
		return 0
	}
	return 1
}

func (p *proc) tee(args []string) (exit int) {
	options, names := operands(args)
	text := p.input()
	for _, name := range names {
		if err := p.b.writeFile(name, text, strings.Contains(options, "a")); err != nil {
			p.complain("tee: %v", err)
			exit = 1
		}
	}
	p.out.Write(text)
	return exit
}

// endsOf is the number of lines that head and tail print, and the files.
func endsOf(args []string) (lines int, names []string) {
	lines = 10
	for i := 0; i < len(args); i++ {
		number, dashed := strings.CutPrefix(args[i], "-")
		if number == "n" && i+1 < len(args) {
			i++
			number = args[i]
		}
		if n, err := strconv.Atoi(strings.TrimPrefix(number, "n")); dashed && err == nil {
			lines = n
			continue
		}
		names = append(names, args[i])
	}
	return lines, names
}

func (p *proc) head(args []string) int {
	n, names := endsOf(args)
	text, exit := p.contents("head", names)
	lines := slices.Collect(bytes.Lines(text))
	p.out.Write(bytes.Join(lines[:min(n, len(lines))], nil))
	return exit
}

func (p *proc) tail(args []string) int {
	n, names := endsOf(args)
	text, exit := p.contents("tail", names)
	lines := slices.Collect(bytes.Lines(text))
	p.out.Write(bytes.Join(lines[max(0, len(lines)-n):], nil))
	return exit
}

func (p *proc) count(args []string) int {
	_, names := operands(args)
	text, exit := p.contents("wc", names)
	p.say("%d", bytes.Count(text, []byte("\n")))
	return exit
}

// grep finds lines with a text; it knows no patterns.
func (p *proc) grep(args []string) int {
	options, rest := operands(args)
	if len(rest) == 0 {
		p.complain("Usage: grep [OPTION]... PATTERNS [FILE]...")
		return exitUsage
	}
	fold := func(b []byte) []byte {
		if strings.Contains(options, "i") {
			return bytes.ToLower(b)
		}
		return b
	}
	text, _ := p.contents("grep", rest[1:])
	exit := 1
	for line := range bytes.Lines(text) {
		if bytes.Contains(fold(line), fold([]byte(rest[0]))) != strings.Contains(options, "v") {
			exit = 0
			p.out.Write(line)
		}
	}
	return exit
}
