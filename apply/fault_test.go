package apply

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// broken is a vendor that breaks down from some moment on.
type broken struct {
	vendors.Vendor
	down atomic.Bool
}

func (b *broken) Fingerprint(c vendors.Config) string {
	if b.down.Load() {
		panic("a fault of weft's own")
	}
	return b.Vendor.Fingerprint(c)
}

// TestOwnFault ends no run: the switch in whose change it struck is told as what it is, and the others go on.
func TestOwnFault(t *testing.T) {
	inVirtualTime(t, func(t *testing.T, dir string) {
		f := fabricOf(tuned(t, "leaf1"), tuned(t, "leaf2"))
		v := &broken{Vendor: f.work.Switches[0].Vendor}
		f.work.Switches[0].Vendor = v
		o := f.options(dir)
		o.Parallelism = 2
		o.Event = func(e Event) {
			if e.Device == "leaf1" && e.Doing == "read back" {
				v.down.Store(true)
			}
		}
		r, err := Run(t.Context(), f.work, o)
		if err != nil {
			t.Fatal(err)
		}
		s := r.Switches[0]
		if s.Outcome != Between || !strings.Contains(s.Reason, "internal fault") || strings.Contains(s.Reason, "of weft's own") {
			t.Errorf("%+v", s)
		}
		if r.Switches[1].Outcome != New || r.ExitCode() != 3 {
			t.Errorf("exit code %d, %+v", r.ExitCode(), r.Switches[1])
		}
		v.down.Store(false)
		r, err = Resume(t.Context(), "", f.options(dir))
		if err != nil || r.Switches[0].Outcome != New {
			t.Errorf("%v, %+v", err, r)
		}
	})
}
