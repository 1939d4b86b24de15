package compiler

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mixed is a fabric with a leaf of each vendor, all asked the same.
func mixed(names ...string) string {
	var b strings.Builder
	b.WriteString(plainFabric + classes)
	for i, vendor := range names {
		b.WriteString(strings.Replace(leaf("leaf"+string(rune('1'+i)), "", ""), `"toy"`, `"`+vendor+`"`, 1))
	}
	return b.String()
}

func texts(list []Likeness) []string {
	var texts []string
	for _, l := range list {
		texts = append(texts, l.Text())
	}
	return texts
}

func TestAlike(t *testing.T) {
	const differ = " are asked the same and behave differently, first in egress queues: "
	tests := map[string]struct {
		intent string
		want   []string
	}{
		"one platform":                {mixed("toy", "toy"), nil},
		"two platforms of one vendor": {mixed("toy") + strings.Replace(leaf("leaf2", "", ""), `"T1"`, `"T1000"`, 1), nil},
		"two vendors that do the same": {mixed("toy", "twin"),
			[]string{"leaf1 (toy T1 1) and leaf2 (twin T1 1) behave the same where they are asked the same"}},
		"one rounds": {mixed("toy", "coarse"),
			[]string{"leaf1 and leaf2" + differ + "on leaf2 Port1 traffic_class roce: ecn min 950 KiB becomes 900 KiB (it counts in blocks; S-TOY); leaf1 Port1 does what is asked"}},
		"the first one rounds": {mixed("coarse", "toy"),
			[]string{"leaf1 and leaf2" + differ + "on leaf1 Port1 traffic_class roce: ecn min 950 KiB becomes 900 KiB (it counts in blocks; S-TOY); leaf2 Port1 does what is asked"}},
		"both round": {mixed("coarse", "coarser"),
			[]string{"leaf1 and leaf2" + differ + "on leaf1 Port1 traffic_class roce: ecn min 950 KiB becomes 900 KiB (it counts in blocks; S-TOY); " +
				"on leaf2 Port1 traffic_class roce: ecn min 950 KiB becomes 512 KiB (it counts in blocks; S-TOY)"}},
		"no deviation says it": {mixed("toy", "silent"),
			[]string{"leaf1 and leaf2" + differ + "from 950 KiB to 3000 KiB at 7 % on leaf1 Port1, from 512 KiB to 3000 KiB at 7 % on leaf2 Port1, and neither deviates from what is asked"}},
		"three vendors": {mixed("toy", "twin", "silent"), []string{
			"leaf1 (toy T1 1) and leaf2 (twin T1 1) behave the same where they are asked the same",
			"leaf1 and leaf3" + differ + "from 950 KiB to 3000 KiB at 7 % on leaf1 Port1, from 512 KiB to 3000 KiB at 7 % on leaf3 Port1, and neither deviates from what is asked",
		}},
		"not asked the same": {mixed("toy") + strings.Replace(leaf("leaf2", "", "mtu = 1500"), `"toy"`, `"coarse"`, 1), nil},
		"another cable":      {mixed("toy") + strings.NewReplacer(`"toy"`, `"coarse"`, `"3m"`, `"400m"`).Replace(leaf("leaf2", "", "")), nil},
		"PFC by another field that is as good": {mixed("classed", "tagged"),
			[]string{"leaf1 (classed T1 1) and leaf2 (tagged T1 1) behave the same where they are asked the same"}},
		"PFC by another field": {mixed("classed", "untagged"),
			[]string{"leaf1 and leaf2 are asked the same and behave differently, first in PFC: on leaf2 Port1 traffic_class roce: lossless: tagged ones instead of every packet (it looks at tags); leaf1 Port1 does what is asked"}},
		"one failed": {mixed("toy", "strict"), nil},
		"the same on ports of another kind": {
			mixed("toy", "coarse") + strings.ReplaceAll(leaf("leaf8", "", "mtu = 1500")+strings.Replace(leaf("leaf9", "", "mtu = 1500"), `"toy"`, `"twin"`, 1), "Port1-4", "Port5-8"),
			[]string{
				"leaf1 and leaf2" + differ + "on leaf2 Port1 traffic_class roce: ecn min 950 KiB becomes 900 KiB (it counts in blocks; S-TOY); leaf1 Port1 does what is asked",
				"leaf8 (toy T1 1) and leaf9 (twin T1 1) behave the same where they are asked the same",
			}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result, _ := Compile(load(t, test.intent), Options{})
			if diff := cmp.Diff(test.want, texts(Alike(result.Units))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAlikeTellsTheWorst: of two kinds of ports the one counts where the difference is worse.
func TestAlikeTellsTheWorst(t *testing.T) {
	text := mixed("toy", "moody") + leaf("leaf3", "", "mtu = 1500") +
		strings.Replace(leaf("leaf4", "", "mtu = 1500"), `"toy"`, `"moody"`, 1)
	result, diags := Compile(load(t, text), Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	want := []string{"leaf3 and leaf4 are asked the same and behave differently, first in PFC: " +
		"lossless on leaf3 Port1, lossy on leaf4 Port1, and neither deviates from what is asked"}
	if diff := cmp.Diff(want, texts(Alike(result.Units))); diff != "" {
		t.Error(diff)
	}
}

func TestAlikeInAnyOrder(t *testing.T) {
	result, _ := Compile(load(t, mixed("toy", "coarse", "toy", "twin", "coarse")), Options{})
	want := texts(Alike(result.Units))
	if len(want) != 2 || !strings.HasPrefix(want[0], "leaf1 and leaf2 ") || !strings.HasPrefix(want[1], "leaf1 (toy T1 1) and leaf4 ") {
		t.Fatalf("got %q", want)
	}
	var w Witnesses
	for i, u := range slices.Backward(result.Units) {
		w.Add(i, u)
	}
	if diff := cmp.Diff(want, texts(w.Likenesses())); diff != "" {
		t.Error(diff)
	}
}

// TestEveryFieldHasFacets holds that a deviation of each facet can be found as a cause.
func TestEveryFieldHasFacets(t *testing.T) {
	for field, facets := range map[string]string{
		"traffic_class roce: ecn min":          "egress queues, non-ECT",
		"traffic_class roce: resume threshold": "ingress headroom",
		"traffic_class roce: lossless":         "PFC",
		"pfc_watchdog: detect":                 "watchdog",
		"rewrite: pcp":                         "classification",
		"vxlan: dscp":                          "tunnel",
		"class mtu":                            "class MTU",
		"mtu":                                  "MTU",
		"dcbx":                                 "DCBX",
		"ecn: non_ect":                         "egress queues, non-ECT",
		"nothing known":                        "none",
	} {
		if got := facetsOf(field).String(); got != facets {
			t.Errorf("%s is about %s, want %s", field, got, facets)
		}
	}
}
