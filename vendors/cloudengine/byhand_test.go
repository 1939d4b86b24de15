package cloudengine

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// TestByHand is what a person is told to enter, from logging in to saving.
func TestByHand(t *testing.T) {
	got := vendors.ByHand(New(), []vendors.Step{{Commands: []string{"interface 100GE1/0/1", "undo dcb pfc enable", "quit"}}, {Commands: []string{"undo dcb pfc P"}}})
	if want := []string{"system-view", "interface 100GE1/0/1", "undo dcb pfc enable", "quit", "commit", "undo dcb pfc P", "commit", "return", "save"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
