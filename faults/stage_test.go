package faults

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/test/bufconn"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

// stage is switches of the lab, the way to them, and weft as a process that can be ended.
type stage struct {
	dir   string // beside which the runs are on record
	nodes map[string]*node
	book  *reach.Book
	work  apply.Work
	gate  gate
	told  []string // what happened, for those who look into a failure

	mu     sync.Mutex
	dead   bool             // weft is: nothing that it still does reaches anybody
	conns  map[*conn]bool   // that are open
	kill   func()           // ends the context of what runs
	stop   *apply.Interrupt // of what runs
	serve  sync.WaitGroup   // of switches
	others sync.WaitGroup   // other wefts
	away   *reach.Book      // by which those reach the switches
	asked  int              // how often weft was interrupted in its last life
}

// node is one switch on the stage.
type node struct {
	*model
	sw       *lab.Switch
	gnmi     *bufconn.Listener // nil where it is reached over SSH
	restarts bool              // it forgets what nobody saved
	edits    atomic.Int32      // of others, that came about
	second   apply.Outcome     // that another weft says it has; empty for none
}

// inVirtualTime runs a test in a bubble with a directory of its own, in memory where there is such a place: a journal waits for the disk.
func inVirtualTime(t *testing.T, test func(t *testing.T, dir string)) {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "weft")
	if err != nil {
		dir = t.TempDir()
	}
	defer os.RemoveAll(dir)
	synctest.Test(t, func(t *testing.T) { test(t, dir) })
}

// cast is a switch, the change that is planned for it, and what goes wrong there.
type cast struct {
	Name   string
	Change change
	Seed   uint64      `json:",omitempty"` // of the readings of what no source confirms
	Faults []lab.Fault `json:",omitempty"`
}

// newStage puts switches on a stage. close takes them off.
func newStage(t testing.TB, dir string, players ...cast) *stage {
	t.Helper()
	s := &stage{dir: dir, nodes: map[string]*node{}, conns: map[*conn]bool{}}
	var reached []reach.Switch
	var devices []plan.Device
	for _, p := range players {
		n := s.enter(t, p)
		reached = append(reached, reach.Switch{
			Name: p.Name, Address: p.Name + ":22", GNMI: p.Name + ":8080", Via: n.via, Vendor: n.in.Vendor,
			Login: &reach.Login{Name: "lab", User: "admin", Password: secret.Source{Literal: secret.New(password)}, CAFile: proof().ca},
		})
		devices = append(devices, n.result.Device)
		s.work.Switches = append(s.work.Switches, apply.Switch{Name: p.Name, Vendor: n.in.Vendor, Site: n.in.Site, Watch: watched(&n.in.Site)})
	}
	s.work.Plan = plan.Assemble(devices, plan.Meta{WeftVersion: "test", IntentHash: "intent"})
	s.book = reach.New(dir, proof().known, reached)
	s.book.Dial = s.dial
	s.away = reach.New(dir, proof().known, reached)
	s.away.Dial = s.connect
	return s
}

// enter starts a switch.
func (s *stage) enter(t testing.TB, p cast) *node {
	t.Helper()
	n := &node{model: modelFor(t, p.Name, p.Change)}
	sw, err := lab.New(lab.Config{
		Name: p.Name, Vendor: n.in.Vendor, Platform: n.in.Site.Platform, Running: n.in.Running, Seed: p.Seed,
		Users: []lab.User{{Name: "admin", Password: password}}, HostKey: proof().hostKey,
		Certificate: proof().own[p.Name], Expired: proof().expired[p.Name],
	})
	if err != nil {
		t.Fatal(err)
	}
	n.sw = sw
	if n.via == "gnmi" {
		n.gnmi = bufconn.Listen(256 << 10)
		s.serve.Go(func() { _ = sw.ServeGNMI(n.gnmi) }) // it ends with the switch
	}
	for _, f := range p.Faults {
		n.restarts = n.restarts || f.Name == lab.FaultReboot
		_ = sw.Inject(f) // one that switches of this kind do not have is none
	}
	s.nodes[p.Name] = n
	return n
}

func watched(site *vendors.Site) []vendors.PortWatch {
	var ports []vendors.PortWatch
	for _, p := range site.Ports {
		ports = append(ports, vendors.PortWatch{Name: p.Name, LAG: p.LAG})
	}
	return ports
}

// close ends the switches.
func (s *stage) close() error {
	var errs []error
	for _, n := range s.nodes {
		errs = append(errs, n.sw.Close())
		if n.gnmi != nil {
			n.gnmi.Close()
		}
	}
	s.serve.Wait()
	return errors.Join(errs...)
}

// connect connects to a switch.
func (s *stage) connect(ctx context.Context, _, address string) (net.Conn, error) {
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	n := s.nodes[name]
	if port == "8080" {
		return n.gnmi.DialContext(ctx)
	}
	near, far := lab.Pipe()
	s.serve.Go(func() { _ = n.sw.ServeSSH(far) }) // why it ended is the client's to say
	return near, nil
}

// dial connects weft to a switch.
func (s *stage) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if s.isDead() {
		return nil, errDead
	}
	near, err := s.connect(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: near, stage: s}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead {
		near.Close()
		return nil, errDead
	}
	s.conns[c] = true
	return c, nil
}

// conn is a connection of weft's. What goes over it drives the gate.
type conn struct {
	net.Conn
	stage *stage
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.stage.pass(byWire) {
		return 0, errDead
	}
	return n, err
}

func (c *conn) Write(p []byte) (int, error) {
	if !c.stage.pass(byWire) {
		return 0, errDead
	}
	return c.Conn.Write(p)
}

func (c *conn) Close() error {
	c.stage.mu.Lock()
	delete(c.stage.conns, c)
	c.stage.mu.Unlock()
	return c.Conn.Close()
}

var errDead = errors.New("the process is gone")

// crash ends weft as SIGKILL does: its connections break, its disk gets nothing more, and all that it knew is gone.
func (s *stage) crash() {
	s.mu.Lock()
	s.dead = true
	var open []*conn
	for c := range s.conns {
		open = append(open, c)
	}
	kill := s.kill
	s.mu.Unlock()
	if kill != nil {
		kill()
	}
	for _, c := range open {
		c.Conn.Close()
	}
}

func (s *stage) isDead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead
}

// Connect opens a session with a switch.
func (s *stage) Connect(ctx context.Context, site vendors.Site) (apply.Session, error) {
	return s.book.Open(ctx, site)
}

// options are those of a run on the stage.
func (s *stage) options() apply.Options {
	return apply.Options{
		Dir: filepath.Join(s.dir, ".weft"), Run: apply.FreeRunID(filepath.Join(s.dir, ".weft"), time.Now()), Connector: s,
		MaxDisruption: vendors.Reload, Rollout: apply.Rollout{Budget: 100},
	}
}

// verb is apply.Run or apply.Resume.
type verb func(ctx context.Context, o apply.Options) (*apply.Report, error)

func (s *stage) apply(ctx context.Context, o apply.Options) (*apply.Report, error) {
	return apply.Run(ctx, s.work, o)
}

func (s *stage) resume(ctx context.Context, o apply.Options) (*apply.Report, error) {
	return apply.Resume(ctx, "", o)
}

// live has weft live, and do something until that is done or weft dies.
func (s *stage) live(ctx context.Context, o apply.Options, do verb) (*apply.Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	o.Interrupt = apply.NewInterrupt()
	o.Event = s.tell
	o.Wrap = func(d apply.Disk) apply.Disk { return &disk{Disk: d, stage: s} }
	s.mu.Lock()
	s.dead, s.kill, s.stop, s.asked = false, cancel, o.Interrupt, 0
	s.mu.Unlock()
	s.note("weft starts")
	r, err := do(ctx, o)
	s.mu.Lock()
	s.kill, s.stop = nil, nil
	s.mu.Unlock()
	switch {
	case s.isDead():
		s.note("weft is dead")
	case err != nil:
		s.note("weft ends: %v", err)
	default:
		s.note("weft ends: %d", r.ExitCode())
	}
	return r, err
}

// tell takes an event of apply.
func (s *stage) tell(e apply.Event) {
	if e.Step > 0 && e.Step < e.Of {
		return
	}
	s.note("%s %s %d/%d %s %s", e.Device, e.Doing, e.Step, e.Of, e.Outcome, e.Text)
}

// note keeps what happened.
func (s *stage) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, time.Now().Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
}

// story is what happened so far.
func (s *stage) story() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.told)
}

// open counts the connections that weft has.
func (s *stage) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}
