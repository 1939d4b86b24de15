package sonic

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// TestByHand is what a person is told to enter, from logging in to saving.
func TestByHand(t *testing.T) {
	got := vendors.ByHand(New(), []vendors.Step{{Commands: []string{`[{"op":"remove","path":"/PFC_WD"}]`}}, {Commands: []string{"pfcwd interval 200"}}})
	if want := []string{"config apply-patch /dev/stdin <<'PATCH'", `[{"op":"remove","path":"/PFC_WD"}]`, "PATCH", "pfcwd interval 200", "config save -y"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
