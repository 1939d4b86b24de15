package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"strconv"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/semaphore"

	"github.com/weft-net/weft/transport/gnmi"
	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
)

// Switch is how one switch is reached.
type Switch struct {
	Name    string
	Address string // "host" or "host:port", the port being that of SSH; empty for the name
	// GNMI is "host:port" of its gNMI server; empty for DefaultGNMIPort on the host of Address.
	GNMI   string
	Via    string // "ssh", "gnmi", or "auto", which is SSH where the login opens it
	Login  *Login
	Vendor vendors.Vendor
}

// DefaultGNMIPort is where SONiC's gNMI server listens when its configuration does not say otherwise (sonic.md 6.4).
const DefaultGNMIPort = 8080

// Login says whose secret opens a switch. Its files are relative to the directory of the intent. Switches that share a Login share
// what was read of it: a command that prints a password runs once.
type Login struct {
	Name     string // of the credentials block, for messages
	User     string // empty for the user who runs weft
	Password secret.Source
	KeyFile  string
	Agent    bool
	JumpHost string // "[user@]host[:port]"
	CAFile   string
	CertFile string
	CertKey  string

	once     sync.Once
	password secret.Text
	failed   error
}

// opensSSH tells whether the login has anything to log in to SSH with.
func (l *Login) opensSSH() bool { return l.Password.Given() || l.KeyFile != "" || l.Agent }

// secret reads the password, once.
func (l *Login) secret(ctx context.Context) (secret.Text, error) {
	l.once.Do(func() {
		if l.password, l.failed = l.Password.Read(ctx); l.failed != nil {
			l.failed = fmt.Errorf("%w: credentials %q: %w", vendors.ErrAuth, l.Name, l.failed)
		}
	})
	return l.password, l.failed
}

func (l *Login) user() string {
	if l.User != "" {
		return l.User
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

// mostLogins is how many sessions log in over SSH at a time: of more, some miss their time.
const mostLogins = 32

// Book knows the switches of a fabric. It is safe for concurrent use.
type Book struct {
	// Dir is the directory of the intent, which relative files are in.
	Dir string
	// KnownHosts are the host keys that are believed.
	KnownHosts *ssh.KnownHosts
	// Transcript gets what is said in SSH sessions; nil for none.
	Transcript *ssh.Transcript
	// Dial makes connections; nil is the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	switches map[string]*Switch
	logins   *semaphore.Weighted
}

// New makes a book of switches.
func New(dir string, known *ssh.KnownHosts, switches []Switch) *Book {
	b := &Book{Dir: dir, KnownHosts: known, switches: make(map[string]*Switch, len(switches)), logins: semaphore.NewWeighted(mostLogins)}
	for i := range switches {
		b.switches[switches[i].Name] = &switches[i]
	}
	return b
}

// Session is an open session with a switch.
type Session struct {
	vendors.Operator
	close func() error
}

// Close ends the session.
func (s *Session) Close() error { return s.close() }

// Open opens a session with the switch of a site. Its errors wrap vendors.ErrUnreachable, ErrHostKey or ErrAuth where they know;
// they name its address, and leave its name to the caller.
func (b *Book) Open(ctx context.Context, site vendors.Site) (*Session, error) {
	name := site.Device
	sw := b.switches[name]
	if sw == nil {
		return nil, fmt.Errorf("%s: nobody says how to reach it", name)
	}
	open := b.overSSH
	if sw.Transport() == viaGNMI {
		open = b.overGNMI
	}
	return open(ctx, sw, site)
}

// readTries is how often a switch is asked for what it runs, and firstPause how long the first pause between is at most.
const (
	readTries  = 3
	firstPause = time.Second
)

// Running reads what a switch runs, in a session of its own. A switch that cannot be reached is tried again; one that refuses the
// login or is not who it should be is not.
func (b *Book) Running(ctx context.Context, site vendors.Site) ([]byte, error) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.RandomizationFactor, pauses.Multiplier = firstPause, 0.5, 2
	return backoff.Retry(ctx, func() ([]byte, error) {
		text, err := b.readOnce(ctx, site)
		if err != nil && !errors.Is(err, vendors.ErrUnreachable) {
			err = backoff.Permanent(err)
		}
		return text, err
	}, backoff.WithMaxTries(readTries), backoff.WithBackOff(pauses))
}

func (b *Book) readOnce(ctx context.Context, site vendors.Site) (text []byte, err error) {
	s, err := b.Open(ctx, site)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if text, err = s.Running(ctx); err != nil {
		return nil, fmt.Errorf("reading what it runs: %w", err)
	}
	return text, nil
}

// The transports.
const (
	viaSSH  = "ssh"
	viaGNMI = "gnmi"
)

// Transport is the one that a switch is spoken to over: "ssh" or "gnmi".
func (sw *Switch) Transport() string {
	if sw.Via == viaSSH || sw.Via == viaGNMI {
		return sw.Via
	}
	if _, can := sw.Vendor.(vendors.StoreLiver); can && sw.Login != nil && !sw.Login.opensSSH() {
		return viaGNMI
	}
	return viaSSH
}

// Transport is the one that a switch is spoken to over: "ssh" or "gnmi".
func (b *Book) Transport(name string) string { return b.switches[name].Transport() }

// HostKeys asks a switch for its SSH host keys. Only a jump host on the way is logged in to.
func (b *Book) HostKeys(ctx context.Context, name string) ([]ssh.HostKey, error) {
	sw := b.switches[name]
	c := b.ssh(sw)
	if sw.Login != nil && sw.Login.JumpHost != "" {
		var err error
		if c, err = b.sshLogin(ctx, sw); err != nil {
			return nil, err
		}
	}
	return ssh.ScanHostKeys(ctx, c)
}

// ssh is how a switch is reached over SSH, whoever logs in.
func (b *Book) ssh(sw *Switch) ssh.Config {
	c := ssh.Config{Host: ssh.Host{Address: sw.sshAddress()}, KnownHosts: b.KnownHosts, Transcript: b.Transcript, Dial: b.Dial, Logins: b.logins}
	if live, can := sw.Vendor.(vendors.Liver); can {
		c.Dialect = live.Dialect()
	}
	return c
}

func (sw *Switch) sshAddress() string {
	if sw.Address == "" {
		return sw.Name
	}
	return sw.Address
}

func (sw *Switch) gnmiAddress() string {
	if sw.GNMI != "" {
		return sw.GNMI
	}
	host := sw.sshAddress()
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return net.JoinHostPort(host, strconv.Itoa(DefaultGNMIPort))
}

func (b *Book) overSSH(ctx context.Context, sw *Switch, site vendors.Site) (*Session, error) {
	live, can := sw.Vendor.(vendors.Liver)
	if !can {
		return nil, fmt.Errorf("weft does not operate switches of %s", sw.Vendor.Name())
	}
	s, err := b.terminal(ctx, sw)
	if err != nil {
		return nil, err
	}
	return &Session{live.Operate(s, site), s.Close}, nil
}

// Terminal opens a session in which a person's lines are entered.
func (b *Book) Terminal(ctx context.Context, name string) (*ssh.Session, error) {
	sw := b.switches[name]
	if sw == nil {
		return nil, fmt.Errorf("%s: nobody says how to reach it", name)
	}
	return b.terminal(ctx, sw)
}

func (b *Book) terminal(ctx context.Context, sw *Switch) (*ssh.Session, error) {
	c, err := b.sshLogin(ctx, sw)
	if err != nil {
		return nil, err
	}
	return ssh.Dial(ctx, c)
}

// sshLogin is how to log in to a switch.
func (b *Book) sshLogin(ctx context.Context, sw *Switch) (ssh.Config, error) {
	c := b.ssh(sw)
	l := sw.Login
	if l == nil {
		return c, fmt.Errorf("%w: the intent names no credentials for it", vendors.ErrAuth)
	}
	password, err := l.secret(ctx)
	if err != nil {
		return c, err
	}
	c.User, c.Password = l.user(), password
	if l.KeyFile != "" {
		c.Keys = []ssh.Key{{Path: secret.Path(b.Dir, l.KeyFile), Passphrase: password}}
	}
	if l.Agent {
		if c.Agent = os.Getenv("SSH_AUTH_SOCK"); c.Agent == "" {
			return c, fmt.Errorf("%w: credentials %q: there is no SSH agent: SSH_AUTH_SOCK is not set", vendors.ErrAuth, l.Name)
		}
	}
	if l.JumpHost != "" {
		jump := c.Host
		host := ssh.ParseHost(l.JumpHost)
		if jump.Address = host.Address; host.User != "" {
			jump.User = host.User
		}
		c.Jump = &jump
	}
	return c, nil
}

func (b *Book) overGNMI(ctx context.Context, sw *Switch, site vendors.Site) (*Session, error) {
	live, can := sw.Vendor.(vendors.StoreLiver)
	if !can {
		return nil, fmt.Errorf("weft does not speak gNMI with switches of %s: write transport = \"ssh\"", sw.Vendor.Name())
	}
	c, err := b.gnmiLogin(ctx, sw)
	if err != nil {
		return nil, err
	}
	s, err := gnmi.Dial(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Session{live.OperateStore(s, site), s.Close}, nil
}

// gnmiLogin is how to log in to the gNMI server of a switch.
func (b *Book) gnmiLogin(ctx context.Context, sw *Switch) (gnmi.Config, error) {
	c := gnmi.Config{Device: sw.Name, Address: sw.gnmiAddress(), Dial: b.Dial}
	l := sw.Login
	if l == nil {
		return c, fmt.Errorf("%w: the intent names no credentials for it", vendors.ErrAuth)
	}
	var err error
	if l.Password.Given() {
		c.User = l.user()
		if c.Password, err = l.secret(ctx); err != nil {
			return c, err
		}
	}
	if c.TLS.CA, err = b.file(l.CAFile); err != nil {
		return c, err
	}
	if c.TLS.Certificate, err = b.file(l.CertFile); err != nil {
		return c, err
	}
	key, err := b.file(l.CertKey)
	c.TLS.Key = secret.New(string(key))
	return c, err
}

// file reads a file of a login; none is empty.
func (b *Book) file(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(secret.Path(b.Dir, name))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", vendors.ErrAuth, err)
	}
	return text, nil
}
