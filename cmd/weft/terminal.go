package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/weft-net/weft/intent"
	"golang.org/x/term"
)

// plainWidth is how wide text is made where it does not go to a terminal.
const plainWidth = 100

// terminal is the file descriptor of a stream that is a terminal.
func terminal(stream any) (fd int, ok bool) {
	f, isFile := beneath(stream).(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	return int(f.Fd()), true
}

// widthOf is how wide text for a stream is made.
func widthOf(w io.Writer) int {
	if fd, ok := terminal(w); ok {
		if width, _, err := term.GetSize(fd); err == nil && width > 0 {
			return width
		}
	}
	return plainWidth
}

// colour tells whether a stream takes colour.
func (a *app) colour(w io.Writer) bool {
	_, ok := terminal(w)
	return !a.noColor && coloured(ok, os.Getenv)
}

// coloured is what the environment says of colour: a terminal has it unless it is dumb or CLICOLOR is 0, and what is no terminal,
// such as the log of a pipeline, has it where CLICOLOR_FORCE asks for it. NO_COLOR goes before all of them.
func coloured(terminal bool, getenv func(string) string) bool {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return terminal && getenv("TERM") != "dumb" && getenv("CLICOLOR") != "0"
}

// asking asks a person for a variable, or is nil when nobody is there or wants to be asked.
func (a *app) asking() func(intent.Question) (string, error) {
	fd, ok := terminal(a.in)
	if !ok || !a.ask {
		return nil
	}
	return func(q intent.Question) (string, error) {
		fmt.Fprintf(a.err, "var.%s", q.Name)
		if q.Description != "" {
			fmt.Fprintf(a.err, " (%s)", q.Description)
		}
		fmt.Fprint(a.err, ": ")
		if q.Sensitive {
			secret, err := term.ReadPassword(fd)
			fmt.Fprintln(a.err)
			return string(secret), err
		}
		line, err := bufio.NewReader(a.in).ReadString('\n')
		return strings.TrimRight(line, "\r\n"), err
	}
}

// progress counts on one line of a terminal, and nowhere else. It is used by one goroutine at a time.
type progress struct {
	w           io.Writer
	what        string
	done, total int
}

// watch starts a progress line about so many switches.
func (a *app) watch(what string, total int) *progress {
	if _, ok := terminal(a.err); !ok {
		return &progress{w: io.Discard}
	}
	return &progress{w: beneath(a.err).(io.Writer), what: what, total: total}
}

func (p *progress) step() {
	p.done++
	fmt.Fprintf(p.w, "\r%s: %d of %d switches", p.what, p.done, p.total)
}

// end wipes the line.
func (p *progress) end() { fmt.Fprint(p.w, "\r\x1b[K") }
