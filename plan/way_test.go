package plan_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// waysBack are changes from whose every state in between there must be a way back.
var waysBack = []struct{ from, edit string }{
	{"", "threshold"}, {"", "both-lossless"}, {"", "moved"}, {"", "storage"}, {"storage", "storage-exchanged"}, {"", "pfc-off"}, {"", "fewer-ports"},
}

// TestWayBackFromEveryState plans from each state that a patch passes through, with a line of somebody else come in meanwhile, and
// holds the way to its end: what weft reads is as before, and that line is still there.
func TestWayBackFromEveryState(t *testing.T) {
	for _, c := range waysBack {
		t.Run(strings.TrimPrefix(c.from+"/"+c.edit, "/"), func(t *testing.T) {
			sw := asked(4)
			if c.from != "" {
				edits[c.from](sw)
			}
			old := managedAs(t, sw)
			edits[c.edit](sw)
			wayBack(t, nxosInput(t, sw, old))
		})
	}
	t.Run("fresh", func(t *testing.T) {
		archive, err := txtar.ParseFile("testdata/nxos/fresh.txtar")
		if err != nil {
			t.Fatal(err)
		}
		wayBack(t, nxosInput(t, asked(4), part(archive, "running")))
	})
}

const theirs = "\nvlan 777\n  name theirs\n"

func wayBack(t *testing.T, in plan.Input) {
	r := plan.Make(in)
	if r.Device.Status != plan.Change {
		t.Fatalf("%s: %s", r.Device.Status, r.Device.Reason)
	}
	steps := plan.StepsOf(r.Device.Steps)
	for k := range len(steps) + 1 {
		old, _ := in.Vendor.Parse(in.Running)
		now, err := plan.Replay(in.Vendor, in.Site, old, steps[:k])
		if err != nil {
			t.Fatal(err)
		}
		now, _ = in.Vendor.Parse(slices.Concat(bytes.Clone(now.Bytes()), []byte(theirs)))
		way, err := plan.Way(in.Vendor, in.Site, now, old, plan.Guarded)
		if err != nil {
			t.Logf("after %d of %d steps: %v", k, len(steps), err)
			way, err = plan.Way(in.Vendor, in.Site, now, old, plan.Bare)
		}
		if err != nil {
			t.Errorf("after %d of %d steps there is no way back: %v", k, len(steps), err)
			continue
		}
		leadsBack(t, in, way, old)
	}
}

func leadsBack(t *testing.T, in plan.Input, way plan.Route, old vendors.Config) {
	t.Helper()
	if in.Vendor.Fingerprint(way.End) != in.Vendor.Fingerprint(old) {
		t.Errorf("the way does not end at the old configuration")
	}
	if !bytes.Contains(way.End.Bytes(), []byte("name theirs")) {
		t.Errorf("the way lost a line of somebody else")
	}
}
