package ssh

import (
	"context"
	"net"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

// Config says how a switch is reached and talked to.
type Config struct {
	Host
	// Jump is a host that the way to the switch goes through, or nil.
	Jump *Host
	// KnownHosts are the host keys that are believed, of the switch and of the jump host. Without any no session comes about.
	KnownHosts *KnownHosts
	Dialect    vendors.Dialect
	Timeouts   Timeouts
	// Limit is the number of bytes from which an answer is taken for one that does not end. 0 is 64 MiB.
	Limit int
	// Dial makes connections; nil is the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Logins bounds how many sessions that share it log in at the same time: handshakes are work, and many at once miss their
	// time; nil for no bound.
	Logins *semaphore.Weighted
	// Transcript gets what is said in the session; nil for none.
	Transcript *Transcript
}

// Host is a host, and how to log in there.
type Host struct {
	Address string // "leaf1", "192.0.2.1:2222", "2001:db8::1" or "[2001:db8::1]:22"
	User    string
	// Password is also the answer to a keyboard-interactive question that is not echoed, if it was not refused already.
	Password secret.Text
	Keys     []Key
	// Agent is the socket of an SSH agent, or empty. Its keys are tried after Keys.
	Agent string
	// Answer is asked for everything that a host wants to know interactively; nil for Password alone.
	Answer func(question string, echo bool) (string, error)
}

// Key is a file with a private key.
type Key struct {
	Path       string
	Passphrase secret.Text
}

// ParseHost reads "[user@]host[:port]".
func ParseHost(text string) Host {
	user, address, found := strings.Cut(text, "@")
	if !found {
		return Host{Address: text}
	}
	return Host{Address: address, User: user}
}

// Timeouts bound everything that waits. A zero is the default.
type Timeouts struct {
	Dial      time.Duration // until there is a connection: 10 s
	Handshake time.Duration // from there until the login is done: 15 s
	Idle      time.Duration // without a byte, for a line that does not say how long it may take: 30 s
	Total     time.Duration // for such a line as a whole: 180 s
	Keepalive time.Duration // between signs of life, of which three may be missed: 15 s
}

func (t Timeouts) filled() Timeouts {
	orDefault := func(d *time.Duration, is time.Duration) {
		if *d <= 0 {
			*d = is
		}
	}
	orDefault(&t.Dial, 10*time.Second)
	orDefault(&t.Handshake, 15*time.Second)
	orDefault(&t.Idle, 30*time.Second)
	orDefault(&t.Total, 180*time.Second)
	orDefault(&t.Keepalive, 15*time.Second)
	return t
}

// quiet is how long nothing comes before a line that looks like a question is taken for one, if nobody expected it: text of an
// answer that stops at such a place goes on sooner.
const quiet = time.Second

const defaultLimit = 64 << 20

// filled puts the defaults where nothing is said.
func (c Config) filled() Config {
	c.Timeouts = c.Timeouts.filled()
	if c.Limit <= 0 {
		c.Limit = defaultLimit
	}
	return c
}

// endpoint is an address with its port, as net.Dial takes it.
func endpoint(address string) string {
	if host, port, err := net.SplitHostPort(address); err == nil && port != "" {
		return net.JoinHostPort(host, port)
	}
	return net.JoinHostPort(strings.Trim(strings.TrimSuffix(address, ":"), "[]"), "22")
}
