package cloudengine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

func parsed(text string) vendors.Config {
	c, _ := New().Parse([]byte(text))
	return c
}

// A change shows in the fingerprint and in the differences as far as the line is in scope; out of scope in the latter only.
func TestFingerprintAndDeltas(t *testing.T) {
	base := golden("leaf-v200")
	for name, c := range map[string]struct {
		from, to string // what is replaced in the configuration
		print    bool   // the fingerprint is the same
		deltas   string
	}{
		"nothing":                {"", "", true, ""},
		"blanks and case":        {" trust dscp\n", " TRUST  dscp \n", true, ""},
		"order of lines":         {" qos queue 4 wred roce25\n qos queue 4 ecn\n", " qos queue 4 ecn\n qos queue 4 wred roce25\n", true, ""},
		"a default spelled":      {" qos drr 0 to 5\n", " qos pq 6 to 7 drr 0 to 5\n", true, ""},
		"a weight":               {"weight 65\n jumbo", "", false, ""},
		"a value":                {"low-limit 7000 high-limit 150000", "low-limit 7040 high-limit 150000", false, "-ecn buffer-size low-limit 7000 high-limit 150000 discard-percentage 30 +ecn buffer-size low-limit 7040 high-limit 150000 discard-percentage 30"},
		"a description":          {"description host-01", "description host-02", true, "-description host-01 +description host-02"},
		"a rule of a list":       {"rule 5 permit udp destination-port eq 4791", "rule 5 permit udp destination-port eq 4792", true, "-rule 5 permit udp destination-port eq 4791 +rule 5 permit udp destination-port eq 4792"},
		"the head":               {"17:31:05", "17:31:06", true, "-!Last configuration was updated at 2025-08-09 17:31:05+00:00 by admin +!Last configuration was updated at 2025-08-09 17:31:06+00:00 by admin"},
		"what is not understood": {" trust upstream roce\n dcb", " trust exp\n trust upstream roce\n dcb", false, "+trust exp"},
		"a block":                {"lldp enable\n#\n", "", false, "-lldp enable"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(base, c.from, c.to, 1)
			if same := New().Fingerprint(parsed(base)) == New().Fingerprint(parsed(text)); same != (c.print || text == base) {
				t.Errorf("same fingerprint: %v", same)
			}
			var got []string
			for _, d := range New().Deltas(parsed(base), parsed(text)) {
				got = append(got, string(d.Op)+d.Text)
			}
			if text != base && fmt.Sprint(got) != fmt.Sprintf("[%s]", c.deltas) {
				t.Errorf("differences %v, want %s", got, c.deltas)
			}
		})
	}
}

func TestDeltasSayWhere(t *testing.T) {
	base := golden("leaf-v200")
	ds := New().Deltas(parsed(base), parsed(strings.Replace(base, " qos queue 4 ecn\n", "", 1)))
	if len(ds) != 1 || ds[0].Op != '-' || ds[0].Number != 58 || fmt.Sprint(ds[0].Path) != "[interface 25GE1/0/1]" {
		t.Errorf("%+v", ds)
	}
}

func BenchmarkFingerprint(b *testing.B) {
	c := parsed(leafText(64))
	b.ReportAllocs()
	for b.Loop() {
		New().Fingerprint(c)
	}
}
