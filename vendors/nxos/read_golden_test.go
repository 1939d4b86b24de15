package nxos

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// eight is a switch with the eight system classes.
var eight = vendors.Platform{Queues: 8, Row: &row{}}

// otherwise shows how two models differ in anything but where values come from and what classes are called.
func otherwise(want, got any) string {
	text := func(v any) []string {
		data, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			panic(err)
		}
		var lines []string
		for line := range strings.Lines(origins.ReplaceAllString(string(data), "")) {
			lines = append(lines, line)
		}
		return lines
	}
	return cmp.Diff(text(want), text(got))
}

var origins = regexp.MustCompile(`(?s)"(DSCPAt|PCPAt|Names)": \[.*?\]|"Line": \d+`)

func readText(t *testing.T, text string, p vendors.Platform) vendors.Reading {
	t.Helper()
	c, ds := New().Parse([]byte(text))
	if ds != nil {
		t.Fatal(ds)
	}
	return New().Read(c, p)
}

// plainClassify classifies nothing and keeps every field.
func plainClassify() *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(qos.TrustNone)}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	return c
}

// goldenSwitch is what the golden configurations do, written by hand from section 3: RoCE data in DSCP 24 and 26 goes to
// queue 3, lossless and marked; CNPs in DSCP 48 to queue 7, strict; the rest to queue 0.
func goldenSwitch(ports ...string) *qos.Switch {
	classify := plainClassify()
	classify.Trust = qos.Is(qos.TrustDSCP)
	classify.DSCP[24], classify.DSCP[26], classify.DSCP[48] = 3, 3, 7

	egress := &qos.Egress{}
	for q := range egress.Queues {
		egress.Queues[q].Schedule = qos.Is(qos.Schedule{})
		egress.Queues[q].ECN = qos.Is(qos.ECN{})
	}
	egress.Queues[7].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1})
	egress.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 500})
	egress.Queues[0].Schedule = qos.Is(qos.Schedule{Share: 500})
	egress.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 950 * 1024, Max: 3000 * 1024, Probability: 7})

	ingress := &qos.Ingress{}
	ingress.Buffers[3] = qos.Default(qos.Buffer{})

	classMTU := &qos.ClassMTU{}
	for q := range classMTU.MTU {
		classMTU.MTU[q] = qos.Is[qos.Bytes](1500)
	}
	classMTU.MTU[3], classMTU.MTU[0] = qos.Is[qos.Bytes](9216), qos.Is[qos.Bytes](9216)

	sw := &qos.Switch{NonECT: qos.Is(qos.NonECTDrop)}
	for _, name := range ports {
		sw.Ports = append(sw.Ports, qos.Port{
			Name: name, Classify: classify, Egress: egress, Ingress: ingress, ClassMTU: classMTU,
			PFC: qos.PFC{
				Priorities: qos.Is(qos.Queues(3)), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass),
			},
			Watchdog: qos.Watchdog{
				On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop),
				Detect: qos.Default[time.Duration](0), Restore: qos.Default[time.Duration](0),
				Poll: qos.Default(100 * time.Millisecond),
			},
			MTU:  qos.Is[qos.Bytes](9216),
			DCBX: qos.Is(qos.DCBXOff),
		})
	}
	return sw
}

func TestReadGolden(t *testing.T) {
	for name, ports := range map[string][]string{"leaf": {"Ethernet1/1", "Ethernet1/33"}, "spine": {"Ethernet1/1"}} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, golden(name), eight)
			if diff := otherwise(goldenSwitch(ports...), r.Switch); diff != "" {
				t.Error(diff)
			}
			if r.Unread != nil {
				t.Errorf("not understood: %v", r.Unread)
			}
			if diff := cmp.Diff([]string{"nxos.kbyte"}, r.Assumed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every value of the golden leaf says where it was decided.
func TestReadOrigins(t *testing.T) {
	c, _ := New().Parse([]byte(golden("leaf")))
	p := New().Read(c, eight).Switch.Ports[0]
	for what, at := range map[string]struct {
		line int32
		text string
	}{
		"DSCP 26":   {p.Classify.DSCPAt[26], "match dscp 24,26"},
		"DSCP 0":    {p.Classify.DSCPAt[0], "set qos-group 0"},
		"strict":    {p.Egress.Queues[7].Schedule.At.Line, "priority level 1"},
		"share":     {p.Egress.Queues[3].Schedule.At.Line, "bandwidth remaining percent 50"},
		"ECN":       {p.Egress.Queues[3].ECN.At.Line, "random-detect minimum-threshold 950 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn"},
		"PFC":       {p.PFC.Priorities.At.Line, "priority-flow-control mode on"},
		"watchdog":  {p.Watchdog.On.At.Line, "priority-flow-control watch-dog-interval on"},
		"MTU":       {p.MTU.At.Line, "mtu 9216"},
		"class MTU": {p.ClassMTU.MTU[3].At.Line, "mtu 9216"},
	} {
		if got := c.Line(int(at.line)); got != at.text {
			t.Errorf("%s: line %d is %q, want %q", what, at.line, got, at.text)
		}
	}
	if p.ClassMTU.MTU[7].At.Line != 0 {
		t.Error("a default has no line")
	}
}

func TestReadCountsEveryLine(t *testing.T) {
	for _, name := range []string{"leaf", "spine"} {
		c, _ := New().Parse([]byte(golden(name)))
		commands := 0
		for n := 1; n <= 200; n++ {
			if line := c.Line(n); line != "" && line[0] != '!' {
				commands++
			}
		}
		counts := treeOf(c).Lines()
		if sum := counts[0] + counts[1] + counts[2]; sum != commands {
			t.Errorf("%s: %d lines accounted for of %d", name, sum, commands)
		}
		if r := New().Read(c, eight); r.Foreign != counts[0] || r.Foreign == 0 {
			t.Errorf("%s: %d foreign lines of %d", name, r.Foreign, counts[0])
		}
	}
}
