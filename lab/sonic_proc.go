package lab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
	"time"
)

// proc is a process on a SONiC switch: a shell, or a command that it runs. It belongs to one goroutine.
type proc struct {
	b           *sonic
	ctx         context.Context // ends when it is killed
	user        string
	root        bool
	ignore      bool // the fault: what it changes stays as it is
	in          io.Reader
	out, errOut io.Writer
	vars        map[string]string
}

// tool is a program.
type tool func(p *proc, args []string) (exit int)

// Exit statuses of the shell.
const (
	exitUsage    = 2
	exitNotFound = 127
	exitKilled   = 143
)

// script runs a text in the language of the shell. With strict the first command that fails ends it.
func (p *proc) script(text string, strict bool) (exit int) {
	parsed, err := parseScript(text)
	if err != nil {
		p.complain("-bash: %v", err)
		return exitUsage
	}
	for _, next := range parsed {
		if next.by == "&&" && exit != 0 || next.by == "||" && exit == 0 {
			continue
		}
		if strict && next.by == ";" && exit != 0 {
			return exit
		}
		if p.ctx.Err() != nil {
			return exitKilled
		}
		exit = p.pipeline(next.pipes)
		p.vars["?"] = strconv.Itoa(exit)
	}
	return exit
}

// pipeline runs commands that read what the one before wrote. They run one after the other: nothing here writes without end.
func (p *proc) pipeline(commands []command) (exit int) {
	in := p.in
	for i := range commands {
		stage := *p
		stage.in = in
		if i == len(commands)-1 {
			return stage.command(&commands[i])
		}
		var between bytes.Buffer
		stage.out = &between
		stage.command(&commands[i])
		in = &between
	}
	return exit
}

// command runs one command with its redirections.
func (p *proc) command(c *command) int {
	files, err := p.redirect(c.redirects)
	if err != nil {
		p.complain("-bash: %v", err)
		return 1
	}
	words := c.words
	for len(words) > 0 && isAssignment(words[0]) {
		name, value, _ := strings.Cut(p.text(words[0]), "=")
		p.vars[name] = value
		words = words[1:]
	}
	var argv []string
	for _, w := range words {
		argv = append(argv, p.expand(w)...)
	}
	exit := 0
	if len(argv) > 0 {
		exit = p.run(argv)
	}
	for _, f := range files {
		if err := f.save(p.b); err != nil {
			p.complain("-bash: %v", err)
			exit = 1
		}
	}
	return exit
}

// isAssignment tells a word such as NAME=value.
func isAssignment(w word) bool {
	name, _, ok := strings.Cut(w[0].text, "=")
	return ok && w[0].kind == literal && !w[0].quoted && name != "" && variableName(name) == name
}

// run runs a program by its words.
func (p *proc) run(argv []string) int {
	name := argv[0][strings.LastIndexByte(argv[0], '/')+1:]
	t, known := p.b.tools[name]
	if !known {
		p.complain("-bash: %s: command not found", argv[0])
		return exitNotFound
	}
	return t(p, argv[1:])
}

// expand gives the words that a word stands for: values of variables divide at blanks where they are not quoted.
func (p *proc) expand(w word) []string {
	var words []string
	var b strings.Builder
	there := false
	for _, part := range w {
		text := p.value(part)
		if part.kind == literal || part.quoted {
			b.WriteString(text)
			there = true
			continue
		}
		for i, field := range strings.Fields(text) {
			if i > 0 {
				words = append(words, b.String())
				b.Reset()
			}
			b.WriteString(field)
			there = true
		}
	}
	if there {
		words = append(words, b.String())
	}
	return words
}

// text is what a word stands for where it is not divided.
func (p *proc) text(w word) string {
	var b strings.Builder
	for _, part := range w {
		b.WriteString(p.value(part))
	}
	return b.String()
}

// value is what a part of a word stands for.
func (p *proc) value(part part) string {
	switch part.kind {
	case variable:
		return p.vars[part.text]
	case substitution:
		inner := *p
		var out bytes.Buffer
		inner.out, inner.vars = &out, maps.Clone(p.vars)
		inner.script(part.text, false)
		return strings.TrimRight(out.String(), "\n")
	}
	return part.text
}

// opened is a file that is being written.
type opened struct {
	path   string
	append bool
	bytes.Buffer
}

// save puts what was written into the file.
func (o *opened) save(b *sonic) error { return b.writeFile(o.path, o.Bytes(), o.append) }

// redirect opens the files of redirections. What is written to them is saved when the command has ended.
func (p *proc) redirect(list []redirect) (files []*opened, err error) {
	for _, r := range list {
		name := p.text(r.to)
		switch r.op {
		case "2>&1":
			p.errOut = p.out
		case ">&2":
			p.out = p.errOut
		case "<":
			text, err := p.b.readFile(name)
			if err != nil {
				return nil, err
			}
			p.in = bytes.NewReader(text)
		default:
			f := &opened{path: name, append: strings.HasSuffix(r.op, ">>")}
			files = append(files, f)
			if r.op[0] == '2' {
				p.errOut = f
			} else {
				p.out = f
			}
		}
	}
	return files, nil
}

// say writes a line, and complain one to the error output. Nobody may be there to read it.
func (p *proc) say(format string, args ...any)      { fmt.Fprintf(p.out, format+"\n", args...) }
func (p *proc) complain(format string, args ...any) { fmt.Fprintf(p.errOut, format+"\n", args...) }

// pause waits; false says that the process was killed.
func (p *proc) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return p.ctx.Err() == nil
	case <-p.ctx.Done():
		return false
	}
}

// input is all that the process can read.
func (p *proc) input() []byte {
	text, _ := io.ReadAll(p.in) // a connection that breaks ends the text
	return text
}
