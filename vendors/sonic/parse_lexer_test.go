package sonic

import (
	"strings"
	"testing"
)

func TestOrdinaryRunEndsAtTheFirstByteThatIsNot(t *testing.T) {
	for c := range 256 {
		for at := range 20 {
			s := strings.Repeat("\xff", at) + string([]byte{byte(c)}) + "\x00\"\\" + strings.Repeat("x", 16)
			want := at
			if ordinary[c] {
				want++
			}
			if got := ordinaryRun(s); got != want {
				t.Fatalf("in %q it is %d bytes long, want %d", s, got, want)
			}
		}
	}
	if got := ordinaryRun(strings.Repeat("x", 21)); got != 16 {
		t.Errorf("without an end it is %d bytes long", got)
	}
}
