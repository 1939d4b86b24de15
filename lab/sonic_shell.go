package lab

import (
	"strings"
)

// bash is the shell of somebody who has logged in.
type bash struct {
	s    *session
	t    *tty
	proc *proc
}

// shell is a command line on a terminal.
func (b *sonic) shell(s *session) error {
	t := newTTY(s, "")
	t.page = 0 // a shell prints on
	p := b.process(s.ctx, s.user)
	t.write("Debian GNU/Linux 12 " + b.hostname() + "\r\nThis is a simulated SONiC switch; help lists its programs.\r\n\r\n")
	return s.converse(t, &bash{s, t, p})
}

func (c *bash) prompt() string {
	mark := "$"
	if c.proc.root {
		mark = "#"
	}
	return c.proc.user + "@" + c.proc.b.hostname() + ":~" + mark + " "
}

// run does a line and prints what it said when it has ended.
func (c *bash) run(line string, v verdict) (string, error) {
	if line == "exit" || line == "logout" {
		return "", errOver
	}
	var said strings.Builder
	c.proc.in, c.proc.out, c.proc.errOut, c.proc.ignore = strings.NewReader(""), &said, &said, v.ignore
	c.proc.script(line, false)
	return said.String(), nil
}

// press takes Ctrl-D for the end, and Ctrl-C for another line.
func (c *bash) press(key keyError) error {
	if key == keyEnd {
		return errOver
	}
	return nil
}
