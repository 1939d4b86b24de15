package lab

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// session is one channel of a client: a command line, or a single command.
type session struct {
	sw       *Switch
	ctx      context.Context // ends with the connection
	user     string
	breakOff context.CancelFunc // breaks the connection at once
	in       io.Reader
	out      io.Writer
	errOut   io.Writer
	height   int // lines of the terminal; 0 when there is none
}

// errOver says that a session has ended.
var errOver = errors.New("lab: the session has ended")

// The requests of a session channel (RFC 4254, 6).
type (
	ptyRequest struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	execRequest struct{ Command string }
	exitStatus  struct{ Status uint32 }
)

// serve does what the client asks for on a channel, once.
func (s *session) serve(channel ssh.Channel, requests <-chan *ssh.Request) {
	done := make(chan struct{})
	started := false
	start := func(do func() int) {
		if started {
			return
		}
		started = true
		go func() {
			defer close(done)
			status := do()
			channel.SendRequest("exit-status", false, ssh.Marshal(exitStatus{uint32(status)}))
			channel.Close()
		}()
	}
	for r := range requests {
		s.request(r, start)
	}
	if started {
		<-done
	}
	channel.Close()
}

// request answers one request of a channel.
func (s *session) request(r *ssh.Request, start func(do func() int)) {
	ok := true
	var do func() int
	switch r.Type {
	case "pty-req":
		var p ptyRequest
		if ok = ssh.Unmarshal(r.Payload, &p) == nil; ok {
			s.height = int(p.Rows)
		}
	case "shell":
		do = s.shell
	case "exec":
		var e execRequest
		if ok = ssh.Unmarshal(r.Payload, &e) == nil; ok {
			do = func() int { return s.exec(e.Command) }
		}
	case "env", "window-change":
	default:
		ok = false
	}
	if r.WantReply {
		r.Reply(ok, nil) // before it is done: the channel may be closed then
	}
	if do != nil {
		start(do)
	}
}

// shell is a command line until it ends.
func (s *session) shell() int {
	if err := s.sw.kind.shell(s); err != nil {
		return 1
	}
	return 0
}

// exec does a single command.
func (s *session) exec(command string) (exit int) {
	v, err := s.begin(command)
	if err != nil {
		return 255
	}
	if v.refuse {
		io.WriteString(s.errOut, s.sw.kind.refusal()+"\n")
		exit = 1
	} else {
		io.WriteString(s.out, v.garbage)
		exit = s.sw.kind.exec(s, command, v)
	}
	if s.end(v) != nil {
		return 255
	}
	return exit
}

// begin counts a command and has faults happen that come before it is done. An error ends the session.
func (s *session) begin(command string) (verdict, error) {
	v := s.sw.enter(command)
	switch {
	case v.drop:
		s.breakOff()
		return v, errOver
	case v.hang:
		<-s.ctx.Done()
		return v, errOver
	}
	return v, s.ctx.Err()
}

// end has faults happen that come when a command is done and before it is answered. An error ends the session.
func (s *session) end(v verdict) error {
	if v.cut {
		s.breakOff()
		return errOver
	}
	return s.sleep(v.wait)
}

// sleep waits. An error says that the session has ended.
func (s *session) sleep(d time.Duration) error {
	if d <= 0 {
		return s.ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-s.ctx.Done():
		return errOver
	}
}

// spoilt is an answer with what faults put into it.
func (v verdict) spoilt(answer string) string {
	if v.syslog != "" {
		middle := strings.LastIndexByte(answer[:len(answer)/2], '\n') + 1
		answer = answer[:middle] + v.syslog + "\n" + answer[middle:]
	}
	return v.garbage + answer
}
