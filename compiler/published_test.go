package compiler

import (
	"testing"

	"github.com/weft-net/weft/compiler/headroom/headroomtest"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/sonic"
)

// TestPublishedHeadroom: what an intent has computed for a platform of the table is what its maker publishes, row by row.
func TestPublishedHeadroom(t *testing.T) {
	v, err := vendors.Lookup("sonic")
	if err != nil {
		t.Fatal(err)
	}
	rows := headroomtest.Published(t)
	for _, row := range rows {
		p, err := v.Platform(row.Platform, "202511")
		if err != nil {
			t.Fatal(err)
		}
		g := &group{block: &intent.Ports{}, speed: row.Speed}
		g.settings.MTU = intent.Opt[qos.Bytes]{V: row.MTU, Set: true}
		l := &lowering{node: &node{platform: p}, in: &intent.Intent{}}
		class := &intent.EffectiveClass{}
		class.Headroom.V.Packets = row.Packets
		if got := l.computed(class, ingressKey{g, row.CableMetres}); got != row.XOFF {
			t.Errorf("%s %s %g m: %d, want %d", row.Table, row.Speed, row.CableMetres, got, row.XOFF)
		}
	}
	if len(rows) != 128 {
		t.Errorf("%d rows, want 128", len(rows))
	}
}
