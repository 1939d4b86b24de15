package lab

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-net/weft/qos"
	secrets "github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
	"golang.org/x/crypto/ssh/knownhosts"
)

// person is somebody who reaches a switch of the lab through the transport, as weft does.
type person struct {
	t      *testing.T
	sw     *Switch
	known  *ssh.KnownHosts
	site   vendors.Site
	served sync.WaitGroup
}

func newPerson(t *testing.T, sw *Switch) *person {
	t.Helper()
	file := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(file, []byte(knownhosts.Line([]string{"leaf1:22"}, sw.HostKey())+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := ssh.LoadKnownHosts(file)
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: sw.cfg.Platform, Prefix: "WEFT"}
	return &person{t: t, sw: sw, known: known, site: site}
}

// operate opens a session. done closes it.
func (p *person) operate() (o vendors.Operator, done func()) {
	p.t.Helper()
	liver := p.sw.cfg.Vendor.(vendors.Liver)
	s, err := ssh.Dial(p.t.Context(), ssh.Config{
		Host: ssh.Host{Address: "leaf1", User: "admin", Password: secrets.New(secret)}, KnownHosts: p.known, Dialect: liver.Dialect(),
		Dial: func(context.Context, string, string) (net.Conn, error) {
			near, far := Pipe()
			p.served.Go(func() { p.sw.ServeSSH(far) })
			return near, nil
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return liver.Operate(s, p.site), func() { s.Close() }
}

// live runs a test with a person at a switch, in virtual time.
func live(t *testing.T, m model, do func(t *testing.T, p *person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, m, "", func(c *Config) {
			c.Links = []Link{{"Ethernet1/1", "spine1", "Ethernet0"}, {"100GE1/0/1", "spine1", "100GE1/0/7"}}
		})
		p := newPerson(t, sw)
		do(t, p)
		if err := sw.Close(); err != nil {
			t.Fatal(err)
		}
		p.served.Wait()
	})
}

// changes are steps for each kind of switch, and a line that they make.
func changes(m model) (steps []vendors.Step, line string) {
	if m == nexus {
		return []vendors.Step{
			{Commands: []string{"class-map type qos match-any WEFT-a"}},
			{Commands: []string{"match dscp 24", "exit"}},
			{Commands: []string{"interface Ethernet1/3", "priority-flow-control mode on", "exit"}},
		}, "class-map type qos match-any WEFT-a"
	}
	return []vendors.Step{{Commands: []string{"dcb pfc WEFT-a", "priority 5", "quit", "interface 100GE1/0/3", "undo portswitch", "dcb pfc enable WEFT-a mode manual", "quit"}}}, "dcb pfc WEFT-a"
}

// TestTransaction goes through a whole transaction with the vendor's operator: it holds after the session, and nothing is left of it.
func TestTransaction(t *testing.T) {
	for _, m := range []model{nexus, engine} {
		live(t, m, func(t *testing.T, p *person) {
			steps, line := changes(m)
			tx := vendors.Tx{ID: "weft-0123456789", Timer: 10 * time.Minute, Steps: steps}
			ctx := t.Context()
			o, done := p.operate()
			noClaims(t, o)
			must(t, o.Arm(ctx, tx))
			must(t, o.Push(ctx, tx, steps, func(int) error { return nil }))
			second, over := p.operate()
			running, err := second.Running(ctx)
			must(t, err)
			sameConfig(t, p.sw.cfg.Vendor, m.vendor+": read", running, p.sw.Running())
			if !hasLine(running, line) {
				t.Errorf("%s: no %s in\n%s", m.vendor, line, running)
			}
			must(t, second.Confirm(ctx, tx))
			must(t, second.Save(ctx))
			must(t, second.Release(ctx, tx))
			noClaims(t, second)
			over()
			done()
			time.Sleep(time.Hour)
			if !hasLine(p.sw.Running(), line) || !hasLine(p.sw.Saved(), line) {
				t.Errorf("%s: the change is gone", m.vendor)
			}
		})
	}
}

// TestRevert takes a transaction back.
func TestRevert(t *testing.T) {
	for _, m := range []model{nexus, engine} {
		live(t, m, func(t *testing.T, p *person) {
			steps, line := changes(m)
			tx := vendors.Tx{ID: "weft-0123456789", Timer: 10 * time.Minute, Steps: steps}
			before := string(p.sw.Running())
			o, done := p.operate()
			must(t, o.Arm(t.Context(), tx))
			must(t, o.Push(t.Context(), tx, steps, func(int) error { return nil }))
			done()
			if !hasLine(p.sw.Running(), line) {
				t.Errorf("%s: nothing was pushed", m.vendor)
			}
			o, done = p.operate()
			must(t, o.Revert(t.Context(), tx))
			must(t, o.Release(t.Context(), tx))
			done()
			if string(p.sw.Running()) != before {
				t.Errorf("%s: it did not go back", m.vendor)
			}
		})
	}
}

// TestRefusedPush has each command of a push refused in turn: the operator says which, and on a CloudEngine nothing has changed.
func TestRefusedPush(t *testing.T) {
	for _, m := range []model{nexus, engine} {
		steps, _ := changes(m)
		for _, refused := range commandsOf(steps) {
			live(t, m, func(t *testing.T, p *person) {
				before := string(p.sw.Running())
				tx := vendors.Tx{ID: "weft-0123456789", Timer: 10 * time.Minute, Steps: steps}
				o, done := p.operate()
				defer done()
				must(t, o.Arm(t.Context(), tx))
				inject(t, p.sw, Fault{Name: FaultRefuse, Match: refused})
				err := o.Push(t.Context(), tx, steps, func(int) error { return nil })
				var refusal *vendors.RefusedError
				if !errors.As(err, &refusal) || refusal.Line != refused {
					t.Errorf("%s: refusing %q: %v", m.vendor, refused, err)
				}
				if m == engine && string(p.sw.Running()) != before {
					t.Errorf("refusing %q: the switch changed", refused)
				}
				running, err := o.Running(t.Context())
				must(t, err)
				sameConfig(t, p.sw.cfg.Vendor, "after a refusal", running, p.sw.Running())
			})
		}
	}
}

// TestHealthIsSeen injects what only health shows, sets PFC and classification on another port, and looks for the signs that tell.
func TestHealthIsSeen(t *testing.T) {
	sets := map[string][]string{
		"nxos": {"interface Ethernet1/3", "priority-flow-control mode on", "no switchport", "service-policy type qos input INPUT"},
		"cloudengine": {"traffic classifier c1 type or", "if-match dscp 26", "quit", "traffic behavior b1", "statistics enable", "quit",
			"traffic policy p1", "classifier c1 behavior b1 precedence 5", "quit",
			"interface 100GE1/0/3", "undo portswitch", "dcb pfc enable roce mode manual", "traffic-policy p1 inbound"},
	}
	up := map[string][]string{
		"nxos":        {"interface Ethernet1/3", "no shutdown"},
		"cloudengine": {"interface 100GE1/0/3", "undo shutdown"},
	}
	ports := map[string][]vendors.PortWatch{
		"nxos":        {{Name: "Ethernet1/1", Lossless: []qos.Queue{3}}, {Name: "Ethernet1/2", LAG: "port-channel10"}, {Name: "Ethernet1/3", Lossless: []qos.Queue{3}}},
		"cloudengine": {{Name: "100GE1/0/1", Lossless: []qos.Queue{3, 4}}, {Name: "100GE1/0/2", LAG: "Eth-Trunk10"}, {Name: "100GE1/0/3", Lossless: []qos.Queue{3, 4}}},
	}
	for _, m := range []model{nexus, engine} {
		for fault, tell := range map[string][]string{
			"":                {},
			FaultLinkDown:     {"oper state", "LLDP neighbours"},
			FaultDrops:        {"drops"},
			FaultDeadlock:     {"PFC storms"},
			FaultTCAM:         {"ACLQOS"},
			FaultUnprogrammed: {"lossless"},
		} {
			if m == engine && fault == FaultTCAM {
				continue // its hardware tells at the command
			}
			live(t, m, func(t *testing.T, p *person) {
				o, done := p.operate()
				defer done()
				must(t, p.sw.Edit(up[m.vendor]...))
				before, err := o.Health(t.Context(), ports[m.vendor])
				must(t, err)
				if fault != "" {
					inject(t, p.sw, Fault{Name: fault})
				}
				must(t, p.sw.Edit(sets[m.vendor]...))
				after, err := o.Health(t.Context(), ports[m.vendor])
				must(t, err)
				told := worse(t, before, after)
				if fault == "" && told != "" {
					t.Errorf("%s: a healthy switch tells %s", m.vendor, told)
				}
				for _, what := range tell {
					if !strings.Contains(told, what) {
						t.Errorf("%s: %s does not show in %q, but in %q", m.vendor, fault, what, told)
					}
				}
			})
		}
	}
}

// worse names the signs that do not hold after a change.
func worse(t *testing.T, before, after []vendors.Sign) (told string) {
	was := map[string]vendors.Sign{}
	for _, s := range before {
		was[s.Port+s.What] = s
	}
	for _, s := range after {
		old := was[s.Port+s.What]
		switch {
		case s.Unchecked != "":
			t.Logf("unchecked: %s %s: %s", s.Port, s.What, s.Unchecked)
		case s.Rule == vendors.Steady && s.Value != old.Value, s.Rule == vendors.Met && s.Value != s.Want, s.Rule == vendors.Counter && s.Count > old.Count:
			told += s.Port + " " + s.What + "; "
		}
	}
	return told
}

func commandsOf(steps []vendors.Step) (all []string) {
	for _, s := range steps {
		for _, c := range s.Commands {
			if c != "exit" && c != "quit" {
				all = append(all, c)
			}
		}
	}
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func noClaims(t *testing.T, o vendors.Operator) {
	t.Helper()
	claims, err := o.Claims(t.Context())
	if err != nil || len(claims) > 0 {
		t.Fatalf("claims %v, %v", claims, err)
	}
}

// TestNobodyElseInATrial has another operator come while a trial is on: only whose trial it is may configure.
func TestNobodyElseInATrial(t *testing.T) {
	live(t, engine, func(t *testing.T, p *person) {
		steps, _ := changes(engine)
		tx := vendors.Tx{ID: "weft-0123456789", Timer: 10 * time.Minute, Steps: steps}
		o, done := p.operate()
		defer done()
		must(t, o.Arm(t.Context(), tx))
		must(t, o.Push(t.Context(), tx, steps, func(int) error { return nil }))
		if err := p.sw.Edit("drop-profile theirs", "quit"); err == nil || !strings.Contains(err.Error(), "trial") {
			t.Errorf("in the trial: %v", err)
		}
		must(t, o.Confirm(t.Context(), tx))
		must(t, p.sw.Edit("drop-profile theirs", "quit"))
	})
}
