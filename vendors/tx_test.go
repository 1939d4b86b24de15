package vendors_test

import (
	"testing"

	"github.com/weft-net/weft/vendors"
)

func TestIsTx(t *testing.T) {
	for name, want := range map[string]bool{
		"weft-0123456789": true, "weft-abcdefghij": true,
		"weft-abcdefghi": false, "weft-abcdefghijk": false, "weft-abcdefghiJ": false, "weft-abcde fghi": false, "abcdefghij": false, "": false,
	} {
		if vendors.IsTx(name) != want {
			t.Errorf("IsTx(%q) is not %v", name, want)
		}
	}
}
