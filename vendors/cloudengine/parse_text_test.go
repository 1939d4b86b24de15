package cloudengine

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
)

// freeTexts are commands that text follows, with how they end.
var freeTexts = [][2]string{
	{"header login information \"\n", "\"\n"},
	{"header shell information %welcome\n", "bye %\n"},
	{"rsa peer-public-key k\n public-key-code begin\n", " public-key-code end\npeer-public-key end\n"},
	{"xpl route-filter F\n", "end-filter\n"},
	{"-----BEGIN CERTIFICATE-----\n", "-----END CERTIFICATE-----\n"},
}

// textLines are what free text may look like.
var textLines = []string{
	"#", " #", "! note", " ! note", "!Software Version V200R019C10", "", " ", "# Authorised use only", "interface 100GE1/0/1", " trust dscp",
	"dcb pfc WEFT-pfc", "return", "sysname other", "drop-profile WEFT-ecn", " traffic-policy WEFT-x inbound", "aaa", "ip route-static 0.0.0.0 0", "^", "3081 8902",
}

// Whatever stands in free text: a patch goes as it does beside an empty one, and the text stays as it was.
func TestFreeTextIsOpaque(t *testing.T) {
	p, err := New().Platform("CE8855", "V300R023C00")
	if err != nil {
		t.Fatal(err)
	}
	step := vendors.Step{Commands: []string{
		"drop-profile WEFT-ecn", "quit", "dcb pfc WEFT-pfc", "priority 4", "quit", "dcb pfc dscp-mapping enable slot 1",
		"qos buffer headroom-pool size 4 mbytes slot 1", "diffserv domain WEFT-classify", "quit", "interface 100GE1/0/1", "dcb pfc enable WEFT-pfc mode manual",
		"quit", "lldp enable",
	}}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(freeTexts).Draw(t, "kind")
		body := strings.Join(rapid.SliceOf(rapid.SampledFrom(textLines)).Draw(t, "body"), "\n") + "\n"
		at := rapid.IntRange(0, 3).Draw(t, "place")
		after := func(text string) string {
			parts := [4]string{"", "#\nsysname A\n", "#\ninterface 100GE1/0/1\n", "#\nlldp enable\n"}
			parts[at] += "#\n" + text
			before, diags := New().Parse([]byte("!Software Version V300R023C00\n" + strings.Join(parts[:], "") + "#\nreturn\n"))
			device := New().Replay(before, p, nil)
			if _, err := device.Do(step); err != nil || diags != nil {
				t.Fatalf("%v %v", err, diags)
			}
			end, _ := New().Parse(device.Config().Bytes())
			if treeOf(end).Lines() != treeOf(device.Config()).Lines() || New().Deltas(end, device.Config()) != nil {
				t.Fatalf("parsed again it is another configuration: %v", New().Deltas(end, device.Config()))
			}
			return string(device.Config().Bytes())
		}
		whole := kind[0] + body + kind[1]
		got := after(whole)
		if strings.Count(got, whole) != 1 {
			t.Fatalf("the text %q is not what it was in\n%s", whole, got)
		}
		empty := kind[0] + kind[1]
		if diff := cmp.Diff(after(empty), strings.Replace(got, whole, empty, 1)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A separator in free text is part of the text.
func TestFreeTextDiffers(t *testing.T) {
	parse := func(text string) vendors.Config {
		c, _ := New().Parse([]byte("header login information \"\n" + text + "\"\n#\nreturn\n"))
		return c
	}
	if ds := New().Deltas(parse("#\n"), parse("")); len(ds) != 1 || ds[0].Text != "#" {
		t.Errorf("got %v", ds)
	}
}
