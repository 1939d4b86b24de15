package apply

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
)

// wired is one switch of the lab behind the transport, in virtual time.
type wired struct {
	sw     *lab.Switch
	known  *ssh.KnownHosts
	m      model
	served sync.WaitGroup
}

func wire(t *testing.T, m model, dir string, readings map[string]int) *wired {
	t.Helper()
	sw, err := lab.New(lab.Config{
		Name: m.in.Name, Vendor: m.in.Vendor, Platform: m.in.Site.Platform, Running: m.in.Running,
		Users: []lab.User{{Name: "admin", Password: theSecret}}, Readings: readings,
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &wired{sw: sw, m: m}
	w.trust(t, dir)
	return w
}

// trust believes the host key that the switch has now.
func (w *wired) trust(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "known_hosts")
	if err := os.WriteFile(file, []byte(knownhosts.Line([]string{w.m.in.Name + ":22"}, w.sw.HostKey())+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := ssh.LoadKnownHosts(file)
	if err != nil {
		t.Fatal(err)
	}
	w.known = known
}

// dialled is a session over the transport.
type dialled struct {
	vendors.Operator
	*ssh.Session
}

func (w *wired) Connect(ctx context.Context, site vendors.Site) (Session, error) {
	liver := w.m.in.Vendor.(vendors.Liver)
	s, err := ssh.Dial(ctx, ssh.Config{
		Host: ssh.Host{Address: site.Device, User: "admin", Password: secret.New(theSecret)}, KnownHosts: w.known, Dialect: liver.Dialect(),
		Dial: func(context.Context, string, string) (net.Conn, error) {
			near, far := lab.Pipe()
			w.served.Go(func() { _ = w.sw.ServeSSH(far) }) // why it ended is the client's to say
			return near, nil
		},
	})
	if err != nil {
		return nil, err
	}
	return dialled{liver.Operate(s, site), s}, nil
}

// state says what a configuration of the switch is.
func (w *wired) state(text []byte) string {
	c, _ := w.m.in.Vendor.Parse(text)
	switch w.m.in.Vendor.Fingerprint(c) {
	case w.m.result.Device.RunningHash:
		return "old"
	case w.m.in.Vendor.Fingerprint(w.m.result.Predicted):
		return "new"
	}
	return "neither"
}

// neverAgain are the faults after which a switch lets nobody in, or heeds nothing, until a person has seen to it. Such a switch may be
// between, and resuming ends that.
var neverAgain = []string{lab.FaultPassword, lab.FaultHostKey, lab.FaultIgnore}

// TestLabFaults strikes a change of a switch of the lab, over the real transport, with each fault of the lab at some commands. The
// switch is old or new after it, running and saved, and the report says which.
func TestLabFaults(t *testing.T) {
	m := tuned(t, "leaf1")
	for _, name := range lab.Faults() {
		if strings.HasPrefix(name, "gnmi") || name == lab.FaultForeign {
			continue // of another transport; and one whose lines would be the test's
		}
		for _, after := range []int{0, 3, 12, 20, 24, 30, 40} {
			t.Run(fmt.Sprintf("%s:%d", name, after), func(t *testing.T) {
				inVirtualTime(t, func(t *testing.T, dir string) {
					labFault(t, wire(t, m, dir, nil), dir, lab.Fault{Name: name, After: after})
				})
			})
		}
	}
}

func labFault(t *testing.T, w *wired, dir string, fault lab.Fault) {
	defer w.served.Wait()
	defer w.sw.Close()
	if err := w.sw.Inject(fault); err != nil {
		return // which switches of this vendor do not have
	}
	f := fabricOf(w.m)
	o := f.options(dir)
	o.Connector = w
	r, err := Run(t.Context(), f.work, o)
	if err == nil && r.Switches[0].Outcome == Between && slices.Contains(neverAgain, fault.Name) {
		w.sw.Heal()
		w.trust(t, dir)
		r, err = Resume(t.Context(), "", o)
	}
	time.Sleep(time.Hour)
	w.tells(t, r, err)
}

// tells checks that the switch is what the report says.
func (w *wired) tells(t *testing.T, r *Report, err error) {
	t.Helper()
	want := "old"
	if err == nil && r.Switches[0].Outcome == New {
		want = "new"
	}
	if running, saved := w.state(w.sw.Running()), w.state(w.sw.Saved()); running != want || saved != want {
		t.Errorf("it runs %s and has saved %s: %v %+v", running, saved, err, r)
	}
	if err == nil && r.Switches[0].Outcome == Between {
		t.Errorf("between: %+v", r.Switches[0])
	}
}
