package ssh

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/crypto/ssh"

	"github.com/weft-net/weft/vendors"
)

// shell runs each line as a command of its own on one connection: no terminal, no echo, no prompt.
type shell struct {
	link  *link
	tap   *tap
	limit int
}

func openShell(ctx context.Context, c *Config) (*shell, error) {
	link, err := connect(ctx, c)
	if err != nil {
		return nil, err
	}
	return &shell{link, c.Transcript.tap(c), c.Limit}, nil
}

func (s *shell) close() {
	s.link.Close()
	s.tap.close()
}

func (s *shell) greet(context.Context) error { return nil }

func (s *shell) logout(context.Context) {}

// run runs a command to its end. The context ends it only by ending the connection, which is up to the caller.
func (s *shell) run(_ context.Context, e vendors.Entry) (vendors.Answer, error) {
	if strings.ContainsRune(e.Line, 0) {
		return vendors.Answer{}, ErrLine
	}
	session, err := s.link.NewSession()
	if err != nil {
		return vendors.Answer{}, fmt.Errorf("%w: %w", ErrLost, err)
	}
	defer session.Close()
	out, errs := &bounded{shell: s}, &bounded{shell: s}
	session.Stdin, session.Stdout, session.Stderr = bytes.NewReader(e.Input), out, errs
	s.tap.entered(e.Line)
	if err := session.Start(e.Line); err != nil {
		return vendors.Answer{}, fmt.Errorf("%w: %w", ErrLost, err)
	}
	err = session.Wait()
	s.tap.heard(out.text.Bytes())
	s.tap.heard(errs.text.Bytes())
	a := vendors.Answer{Text: out.text.String(), Errors: errs.text.String()}
	var exit *ssh.ExitError
	switch {
	case out.over || errs.over:
		return vendors.Answer{}, ErrTooLong
	case errors.As(err, &exit):
		a.Exit = exit.ExitStatus()
	case errors.Is(err, io.EOF): // it ended well without having read all of its input
	case err != nil:
		return vendors.Answer{}, fmt.Errorf("%w: %w", ErrLost, err)
	}
	return a, nil
}

// bounded takes what a command writes up to the limit; behind it the connection ends. It is no io.ReaderFrom, as a bytes.Buffer
// would be: that takes everything.
type bounded struct {
	text  bytes.Buffer
	shell *shell
	over  bool
}

// Write writes p.
func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > b.shell.limit {
		b.over = true
		b.shell.link.Close()
		return 0, ErrTooLong
	}
	return b.text.Write(p)
}
