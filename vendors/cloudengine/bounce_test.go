package cloudengine

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/vendors"
)

func TestBounce(t *testing.T) {
	ports, moves := []string{"100GE1/0/1", "100GE1/0/2"}, []vendors.Move{{From: 24, Priority: 4, DSCP: 32}}
	p, err := CloudEngine{}.Platform("CE8850-SAN", "V300R023C00")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"dcb pfc uplink group bounced", "adjust original-dscp 24 to priority 4 dscp 32", "group-member interface 100GE1/0/1", "group-member interface 100GE1/0/2"}
	if got := (CloudEngine{}).Bounce(p, ports, moves); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if p, err = (CloudEngine{}).Platform("CE6857", "V200R020C10"); err != nil || (CloudEngine{}).Bounce(p, ports, moves) != nil {
		t.Errorf("V200 has it too, %v", err)
	}
}
