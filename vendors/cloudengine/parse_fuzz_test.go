package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/vendors"
)

// fuzzSeeds are short texts with everything that the parser treats in its own way.
var fuzzSeeds = []string{
	"!Software Version V200R019C10\n#\nsysname A\n#\nreturn\n",
	"header login information \"\ninterface 10GE1/0/1\n\"\n#\nreturn\n",
	"rsa peer-public-key x\n public-key-code begin\n  3081\n public-key-code end\npeer-public-key end\n",
	"xpl route-filter f\n!\n end-filter\n",
	"ai-service\n #\n ai-ecn\n  assign queue 4\n   x\n    y\n",
	"dcb pfc x\r\n priority 3 4\r\n undo priority 3\r\n priority 4 turn-off threshold 9 \r\n",
	"diffserv domain d\n ip-dscp-inbound 64 phb af4 green\n mpls-exp-inbound 3 phb af3 green\n",
	"dcb ets-profile e\n priority-group 9 queue 0\n queue 1 lpq\n queue 3 shaping cir 1 gbps\n#\ninterface 10GE1/0/1\n dcb ets enable e\n",
	"traffic classifier c type and\n if-match dscp 1\n if-match any\n#\ntraffic policy p\n classifier c behavior b\n#\ninterface GE1/0/1\n traffic-policy p inbound\n",
	"interface 100GE1/0/1:1\n eth-trunk 1\n qos pq 7 drr 0 to 3\n qos queue 1 shaping percent cir 5\n#\ninterface Eth-Trunk1\n trust dscp\n",
	"interface 100GE1/0/1.7 mode l2\n trust dscp\n#\ninterface 100GE1/0/1\n dcb pfc enable\n dcb pfc buffer 3 guaranteed\n dcb pfc buffer 3 xoff\n",
	"traffic-policy p global slot 1 inbound\nvlan 3\n traffic-policy q inbound\n",
}

// FuzzParse: every byte comes back, and nothing that reads a configuration fails on it.
func FuzzParse(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	for _, name := range goldens {
		f.Add(golden(name))
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, _ := New().Parse([]byte(text))
		if got := string(c.Bytes()); got != text {
			t.Fatalf("parsed %q, printed %q", text, got)
		}
		if got := string(treeOf(c).Edit().Tree().Bytes()); got != text {
			t.Fatalf("parsed %q, printed node by node %q", text, got)
		}
		if ds := New().Deltas(c, c); ds != nil {
			t.Fatalf("differs from itself: %v", ds)
		}
		New().Fingerprint(c)
		_ = New().Complete(c, []string{"100GE1/0/1"})
		r := New().Read(c, vendors.Platform{Release: "V300R023C00"})
		counts := treeOf(c).Lines()
		if len(r.Unread) != counts[2] || r.Foreign != counts[0] {
			t.Fatalf("%d lines unread and %d foreign, of %v", len(r.Unread), r.Foreign, counts)
		}
		for _, line := range r.Unread {
			if line.Text == "" {
				t.Fatalf("an empty line is unread: %v", line)
			}
		}
	})
}
