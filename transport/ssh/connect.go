package ssh

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/weft-net/weft/vendors"
)

// link is a connection on which somebody is logged in, with the one to the jump host below it.
type link struct {
	*ssh.Client
	below *ssh.Client
}

// Close ends the connection at once; whoever reads or writes on it is freed.
func (l *link) Close() error {
	err := l.Client.Close()
	if l.below != nil {
		l.below.Close()
	}
	return err
}

// connect logs in on the switch, by way of the jump host if there is one.
func connect(ctx context.Context, c *Config) (*link, error) {
	if c.KnownHosts == nil {
		return nil, fmt.Errorf("%w: no host keys are known: there is no known_hosts file", vendors.ErrHostKey)
	}
	conn, below, err := reach(ctx, c)
	if err != nil {
		return nil, err
	}
	client, err := logIn(ctx, conn, &c.Host, c)
	if err != nil {
		if below != nil {
			below.Close()
		}
		return nil, err
	}
	return &link{client, below}, nil
}

// reach makes a connection to the switch. below is the jump host's, nil without one.
func reach(ctx context.Context, c *Config) (conn net.Conn, below *ssh.Client, err error) {
	if c.Jump == nil {
		conn, err = dial(ctx, c.Dial, c.Address, c.Timeouts)
		return conn, nil, err
	}
	through, err := dial(ctx, c.Dial, c.Jump.Address, c.Timeouts)
	if err == nil {
		below, err = logIn(ctx, through, c.Jump, c)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("jump host %s: %w", c.Jump.Address, err)
	}
	if conn, err = dial(ctx, below.DialContext, c.Address, c.Timeouts); err != nil {
		below.Close()
		return nil, nil, fmt.Errorf("from the jump host %s: %w", c.Jump.Address, err)
	}
	return conn, below, nil
}

type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

func dial(ctx context.Context, by dialFunc, address string, t Timeouts) (net.Conn, error) {
	if by == nil {
		by = new(net.Dialer).DialContext
	}
	within, cancel := context.WithTimeout(ctx, t.Dial)
	defer cancel()
	conn, err := by(within, "tcp", endpoint(address))
	switch {
	case err == nil:
		return conn, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case within.Err() != nil:
		return nil, fmt.Errorf("%w: no connection within %s", vendors.ErrUnreachable, t.Dial)
	}
	return nil, fmt.Errorf("%w: %w", vendors.ErrUnreachable, err)
}

// logIn does the handshake and logs in. It owns conn until it succeeds.
func logIn(ctx context.Context, conn net.Conn, h *Host, c *Config) (*ssh.Client, error) {
	if c.Logins != nil {
		if err := c.Logins.Acquire(ctx, 1); err != nil {
			conn.Close()
			return nil, context.Cause(ctx)
		}
		defer c.Logins.Release(1)
	}
	within, cancel := context.WithTimeout(ctx, c.Timeouts.Handshake)
	defer cancel()
	attempt := &login{host: h}
	defer func() { attempt.close() }()
	methods, err := attempt.methods(within)
	if err != nil {
		conn.Close()
		return nil, err
	}
	stop := context.AfterFunc(within, func() {
		conn.Close()
		attempt.close()
	})
	address := endpoint(h.Address)
	secured, channels, requests, err := ssh.NewClientConn(conn, address, &ssh.ClientConfig{
		User:              h.User,
		Auth:              methods,
		HostKeyCallback:   func(_ string, _ net.Addr, key ssh.PublicKey) error { return c.KnownHosts.Check(address, key) },
		HostKeyAlgorithms: c.KnownHosts.algorithms(address),
	})
	if inTime := stop(); err == nil && inTime {
		return ssh.NewClient(secured, channels, requests), nil
	}
	conn.Close()
	return nil, handshakeError(ctx, within, c.Timeouts.Handshake, attempt, err)
}

// handshakeError tells why a handshake failed: for most callers the host key, the user and everything else are three things.
func handshakeError(ctx, within context.Context, limit time.Duration, attempt *login, err error) error {
	var key *HostKeyError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &key):
		return key
	case within.Err() != nil:
		return fmt.Errorf("%w: it answers, and no SSH login comes about within %s", vendors.ErrUnreachable, limit)
	case attempt.failed != nil:
		return fmt.Errorf("%w: user %s: %w", vendors.ErrAuth, attempt.host.User, attempt.failed)
	case refused(err):
		return fmt.Errorf("%w: user %s: %w", vendors.ErrAuth, attempt.host.User, err)
	}
	return fmt.Errorf("%w: no SSH login comes about: %w", vendors.ErrUnreachable, err)
}
