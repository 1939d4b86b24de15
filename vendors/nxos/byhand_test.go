package nxos

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// TestByHand is what a person is told to enter, from logging in to saving.
func TestByHand(t *testing.T) {
	got := vendors.ByHand(New(), []vendors.Step{{Commands: []string{"interface Ethernet1/1", "no mtu 9216", "exit"}}, {Commands: []string{"no policy-map type qos P"}}})
	if want := []string{"configure terminal", "interface Ethernet1/1", "no mtu 9216", "exit", "no policy-map type qos P", "end", "copy running-config startup-config"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
