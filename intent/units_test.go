package intent

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
)

func TestUnits(t *testing.T) {
	rows := []struct {
		parse func(string) (any, error)
		text  string
		want  any
	}{
		{as(parseSize), "0B", qos.Bytes(0)},
		{as(parseSize), "150KiB", qos.Bytes(153600)},
		{as(parseSize), "150KB", qos.Bytes(150000)},
		{as(parseSize), "1.5 MiB", qos.Bytes(1572864)},
		{as(parseSize), "9223372036854775807B", qos.Bytes(1<<63 - 1)},
		{as(parseLength), "3m", 3.0},
		{as(parseLength), "0.5m", 0.5},
		{as(parseLength), "1.2km", 1200.0},
		{as(parseDuration), "200us", 200 * time.Microsecond},
		{as(parseDuration), "1.5s", 1500 * time.Millisecond},
		{as(parseDuration), "2m", 2 * time.Minute},
		{as(parseSpeed), "400G", "400G"},
		{as(parseRate), "40Gbps", Rate{BitsPerSecond: 40 * qos.Gbps}},
		{as(parseRate), "2.5Gbps", Rate{BitsPerSecond: 2500 * qos.Mbps}},
		{as(parseRate), "10%", Rate{Percent: 10}},
		{as(parseRate), "100 %", Rate{Percent: 100}},
		{as(parseThreshold), "alpha 1/8", Threshold{AlphaNum: 1, AlphaDen: 8}},
		{as(parseThreshold), "alpha 4", Threshold{AlphaNum: 4, AlphaDen: 1}},
		{as(parseThreshold), "2MB", Threshold{Bytes: 2000000}},
	}
	for _, r := range rows {
		if got, err := r.parse(r.text); err != nil || got != r.want {
			t.Errorf("%q is %v, %v, want %v", r.text, got, err, r.want)
		}
	}
}

func as[T any](parse func(string) (T, error)) func(string) (any, error) {
	return func(s string) (any, error) { return parse(s) }
}

// TestUnitErrors wants every error to offer what would be right.
func TestUnitErrors(t *testing.T) {
	rows := []struct {
		parse func(string) (any, error)
		text  string
		want  string // part of the message
	}{
		{as(parseSize), "", `is no size: write a number and a unit, such as "150KiB"`},
		{as(parseSize), "KiB", `write a number and a unit`},
		{as(parseSize), "-1KiB", `write a number and a unit`},
		{as(parseSize), "1e3KiB", `has the unit "e3KiB"`},
		{as(parseSize), "1.2.3KiB", `"1.2.3" is no number`},
		{as(parseSize), ".", `no unit`},
		{as(parseSize), "150", `write "150KiB"`},
		{as(parseSize), "153600", `write "153600B"`},
		{as(parseSize), "150kib", `write "150KiB"`},
		{as(parseSize), "150k", `write "150KiB"`},
		{as(parseSize), "150  KiB", `has the unit " KiB"`},
		{as(parseSize), "1.5B", `no whole number of bytes`},
		{as(parseSize), "9223372036854775807KiB", `too large`},
		{as(parseSize), "99999999999999999999999KiB", `write a number and a unit`},
		{as(parseLength), "3", `write "3m"`},
		{as(parseLength), "0m", `"0m" is no length of a cable: it is more than 0`},
		{as(parseLength), "3 meters", `write "3m"`},
		{as(parseDuration), "200", `write "200ms"`},
		{as(parseDuration), "200µs", `write "200us"`},
		{as(parseSpeed), "400", `write "400G"`},
		{as(parseSpeed), "400GE", `write "400G"`},
		{as(parseSpeed), "1G", `the speeds are 10G, 25G`},
		{as(parseRate), "40", `write "40Gbps"`},
		{as(parseRate), "0%", `from 1 to 100`},
		{as(parseRate), "0Gbps", `leave the attribute out`},
		{as(parseThreshold), "alpha 1/0", `write "alpha 1/8"`},
		{as(parseThreshold), "alpha", `write "alpha 1/8"`},
		{as(parseThreshold), "150", `or a factor of the free buffer`},
	}
	for _, r := range rows {
		got, err := r.parse(r.text)
		if err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%q is %v, %v, want an error with %s", r.text, got, err, r.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, good := range []string{"roce", "best_effort", "1st", "A-b", strings.Repeat("x", longestName)} {
		if _, err := parseName(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "ro ce", "ro\"ce", "ro'ce", "ro\nce", "ro\x00ce", "ro\u202ece", "röce", "-x", "_x", "a.b", "default", "Default", "class-default", "ALL",
		strings.Repeat("x", longestName+1), strings.Repeat("x", 200),
	} {
		if _, err := parseName(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	if _, err := parseDeviceName("leaf1.dc.example"); err != nil {
		t.Error(err)
	}
}

func TestPortRanges(t *testing.T) {
	for _, good := range []string{
		"Ethernet1/1", "Ethernet1/1-30", "Ethernet1/1/1-4", "Ethernet0-124/4", "Ethernet1/1-4,Ethernet1/9", "Ethernet1/1-4, 1/9", "400GE1/0/1", "100GE1/0/1-32", "Eth1/5-5",
	} {
		if _, err := parsePortRange(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for bad, want := range map[string]string{
		"Ethernet1/30-1":                `write "Ethernet1/1-30"`,
		"Ethernet124-0/4":               `write "Ethernet0-124/4"`,
		"Ethernet1/1-4,Ethernet1/9-8":   `write "Ethernet1/8-9"`,
		"Ethernet1/1\nshutdown":         "no port range",
		"Ethernet1/1\"":                 "no port range",
		"1/1":                           "no port range",
		"Ethernet1/99999999999999999-1": "runs backwards",
	} {
		if _, err := parsePortRange(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", bad, err, want)
		}
	}
}

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "leaf", "leaf01", "leaf1", "leaf1a", "leaf2", "leaf10", "leaf10-2", "leaf10-10", "spine1"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, natural)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClosest(t *testing.T) {
	for given, want := range map[string]string{
		"bandwith": "bandwidth", "BANDWIDTH": "bandwidth", "queu": "queue", "x": "", "unrelated": "", "dcsp": "dscp", strings.Repeat("q", 300): "",
	} {
		if got := closest(given, []string{"dscp", "queue", "bandwidth"}); got != want {
			t.Errorf("closest to %q is %q, want %q", given, got, want)
		}
	}
}

func TestDSCPNames(t *testing.T) {
	for name, want := range map[string]int{"cs0": 0, "cs6": 48, "cs7": 56, "ef": 46, "af11": 10, "af31": 26, "af43": 38, "default": 0} {
		if got, known := dscpByName(name); !known || got != want {
			t.Errorf("%s is %d, %v, want %d", name, got, known, want)
		}
	}
	for _, name := range []string{"cs8", "af14", "af51", "af", "cs", "x", ""} {
		if got, known := dscpByName(name); known {
			t.Errorf("%s is %d", name, got)
		}
	}
}
