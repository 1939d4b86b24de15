package compiler

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
)

const plainFabric = "fabric \"pod1\" {\n mtu = 9000\n}\n"

func TestClassification(t *testing.T) {
	for _, test := range []struct {
		trust     string
		dscp, pcp qos.Queue // of DSCP 26 and PCP 3
	}{
		{"dscp", 3, 0}, {"pcp", 0, 3}, {"dscp_else_pcp", 3, 3}, {"none", 0, 0},
	} {
		u := compileOne(t, plainFabric+classes+leaf("leaf1", "", `trust = "`+test.trust+`"`))
		c := asked(t, u, "Port1").Classify
		if c.DSCP[26] != test.dscp || c.PCP[3] != test.pcp || c.Trust.V.String() != test.trust {
			t.Errorf("trust %s: DSCP 26 in %d, PCP 3 in %d, trust %s", test.trust, c.DSCP[26], c.PCP[3], c.Trust.V)
		}
		if c.DSCP[0] != 0 || c.DSCP[63] != 0 || c.Other != 0 {
			t.Errorf("trust %s: what no class names is not in the default class", test.trust)
		}
	}
}

func TestRewrite(t *testing.T) {
	for _, test := range []struct {
		port   string
		dscp   int
		leaves int8
	}{
		{``, 24, qos.Keep},
		{`rewrite = "class"`, 26, 24}, // the first of the class
		{`rewrite = "class"`, 12, 0},  // the default class
		{"rewrite = \"class\"\n override \"roce\" {\n mark = 26\n }", 24, 26},
		{"rewrite = \"class\"\n trust = \"none\"", 26, 0},
	} {
		c := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", test.port)), "Port1").Classify
		if got := c.RewriteDSCP[test.dscp]; got != test.leaves {
			t.Errorf("%q: DSCP %d leaves as %d, want %d", test.port, test.dscp, got, test.leaves)
		}
	}
	wantError(t, plainFabric+classes+leaf("leaf1", "", "trust = \"pcp\"\n rewrite = \"class\""), "rewrite", "DSCP")
}

func TestQueues(t *testing.T) {
	e := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", "")), "Port2").Egress
	want := [qos.NumQueues]string{0: "40 %", 3: "60 %", 6: "strict priority 2", 7: "strict priority 1"}
	for q := range e.Queues {
		s := e.Queues[q].Schedule
		if s.Known() != (want[q] != "") || s.Known() && s.V.String() != want[q] {
			t.Errorf("queue %d: %+v, want %q", q, s.V, want[q])
		}
	}
	if got := e.Queues[6].Max; got.V != 40*qos.Gbps || e.Queues[7].Max.Known() {
		t.Errorf("10%% of 400G is %v", got)
	}
}

func TestECNByPortSpeed(t *testing.T) {
	for speed, min := range map[string]qos.Bytes{"400G": 950 << 10, "100G": 150 << 10} {
		text := plainFabric + classes + "device \"leaf1\" {\n vendor = \"toy\"\n platform = \"T1\"\n release = \"1\"\n ports \"Port1\" {\n speed = \"" + speed + "\"\n cable = \"3m\"\n }\n}\n"
		ecn := asked(t, compileOne(t, text), "Port1").Egress.Queues[3].ECN
		if !ecn.Known() || !ecn.V.On || ecn.V.Min != min || ecn.V.Probability != 7 {
			t.Errorf("%s: %+v", speed, ecn)
		}
	}
}

func TestClassWithoutECNIsNotMarked(t *testing.T) {
	ecn := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", "")), "Port1").Egress.Queues[0].ECN
	if !ecn.Known() || ecn.V.On {
		t.Errorf("queue 0: %+v", ecn)
	}
}

func TestPFC(t *testing.T) {
	text := plainFabric + classes + leaf("leaf1", "", "override \"roce\" {\n lossless = false\n }") + leaf("leaf2", "", "")
	result, diags := Compile(load(t, text), Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for i, want := range []qos.QueueSet{0, qos.Queues(3)} {
		p := asked(t, result.Units[i], "Port1")
		if got := p.PFC.Priorities; !got.Known() || got.V != want {
			t.Errorf("%s pauses %s, want %s", result.Units[i].Device.Name, got.V, want)
		}
		if (p.Ingress != nil) != (want != 0) {
			t.Errorf("%s: ingress buffers %v", result.Units[i].Device.Name, p.Ingress)
		}
	}
}

func TestWatchdog(t *testing.T) {
	const block = "pfc_watchdog {\n detect = \"300ms\"\n}\n"
	lossy := "override \"roce\" {\n lossless = false\n }\n"
	for _, test := range []struct {
		fabric, port string
		on           bool
	}{
		{"", "", false},
		{block, "", true},
		{block, lossy, false}, // nothing pauses there
		{block, lossy + "watchdog = true", true},
		{block, "watchdog = false", false},
		{"", "watchdog = true", true},
	} {
		w := asked(t, compileOne(t, plainFabric+test.fabric+classes+leaf("leaf1", "", test.port)), "Port1").Watchdog
		if !w.On.Known() || w.On.V != test.on {
			t.Errorf("%q with %q: on is %+v", test.fabric, test.port, w.On)
		}
		if test.on && test.fabric != "" && (w.Detect.V != 300*time.Millisecond || w.Restore.V != 400*time.Millisecond || w.Action.V != qos.WatchdogDrop) {
			t.Errorf("%q: %+v", test.fabric, w)
		}
	}
}

func TestQueueLimitIsOfLossyClasses(t *testing.T) {
	p := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", `
		override "best_effort" {
			threshold = "alpha 1/8"
		}
		override "roce" {
			threshold = "200KiB"
		}`)), "Port1")
	if l := p.Egress.Queues[0].Limit; !l.Known() || l.V.String() != "alpha 1/8" {
		t.Errorf("best_effort: %+v", l)
	}
	if l := p.Egress.Queues[3].Limit; l.State != qos.NotApplicable {
		t.Errorf("roce has a queue limit: %+v", l)
	}
	if b := p.Ingress.Buffers[3]; !b.Known() || b.V.XOFF != 200<<10 || b.V.Headroom == 0 {
		t.Errorf("roce pauses by %+v", b)
	}
}

func TestHeadroom(t *testing.T) {
	auto := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", "")), "Port1").Ingress.Buffers[3]
	if auto.State != qos.PlatformDefault || auto.V.Headroom == 0 {
		t.Errorf("auto: %+v", auto)
	}
	given := asked(t, compileOne(t, plainFabric+classes+leaf("leaf1", "", "override \"roce\" {\n headroom = \"120KiB\"\n }")), "Port1").Ingress.Buffers[3]
	if !given.Known() || given.V.Headroom != 120<<10 {
		t.Errorf("given: %+v", given)
	}
}

func TestHeadroomGrowsWithTheCable(t *testing.T) {
	near := compileOne(t, plainFabric+classes+leaf("leaf1", "", ""))
	far := compileOne(t, plainFabric+classes+leaf("leaf1", "", "")+`link {
		ends  = ["leaf1:Port1", "leaf1:Port2"]
	}`)
	if a, b := asked(t, near, "Port1").Ingress, asked(t, far, "Port1").Ingress; *a != *b {
		t.Errorf("the same cable gives %v and %v", a, b)
	}
	text := plainFabric + classes + `device "leaf1" {
		vendor = "toy"
		platform = "T1"
		release = "1"
		ports "Port1-2" {
			speed = "400G"
		}
		ports "Port3" {
			speed = "400G"
			cable = "3m"
		}
	}
	link {
		ends  = ["leaf1:Port1", "leaf1:Port2"]
		cable = "300m"
	}`
	u := compileOne(t, text)
	long, short := asked(t, u, "Port1").Ingress.Buffers[3].V.Headroom, asked(t, u, "Port3").Ingress.Buffers[3].V.Headroom
	if long <= short {
		t.Errorf("300 m needs %s and 3 m %s", long, short)
	}
}

func TestLosslessPortNeedsACable(t *testing.T) {
	text := plainFabric + classes + `device "leaf1" {
		vendor = "toy"
		platform = "T1"
		release = "1"
		ports "Port1-3" {
			speed = "400G"
		}
	}`
	wantError(t, text, `ports "Port1-3"`, "No cable length for Port1-3", "roce")
}

// TestHeadroomTooSmall: a frame that delays the pause is more than 1024 bytes by itself.
func TestHeadroomTooSmall(t *testing.T) {
	text := plainFabric + classes + leaf("leaf1", "", "override \"roce\" {\n headroom = \"1KiB\"\n }")
	wantError(t, text, `"1KiB"`, "Headroom below what arrives after a pause", "1024 bytes")
}

// nonECT makes classes of two blocks that mark, with what they say of packets without ECN.
func nonECT(roce, besteffort string) string {
	const ecn = "ecn {\n min = \"1KiB\"\n max = \"2KiB\"\n probability = 5\n %s\n }\n"
	return "override \"roce\" {\n" + fmt.Sprintf(ecn, roce) + "}\noverride \"best_effort\" {\n" + fmt.Sprintf(ecn, besteffort) + "}"
}

func TestNonECT(t *testing.T) {
	const forward, drop = `non_ect = "forward"`, `non_ect = "drop" # so`
	for _, test := range []struct {
		roce, besteffort string
		want             qos.NonECT
	}{{"", "", qos.NonECTDrop}, {forward, "", qos.NonECTForward}, {"", forward, qos.NonECTForward}, {drop, drop, qos.NonECTDrop}} {
		u := compileOne(t, plainFabric+classes+leaf("leaf1", "", nonECT(test.roce, test.besteffort)))
		if got := u.Asked.NonECT; !got.Known() || got.V != test.want {
			t.Errorf("%+v: %+v", test, got)
		}
	}
	wantError(t, plainFabric+classes+leaf("leaf1", "", nonECT(drop, forward)), drop, "Two treatments")
}

func TestMTU(t *testing.T) {
	u := compileOne(t, plainFabric+"vxlan {\n}\n"+classes+`device "leaf1" {
		vendor = "toy"
		platform = "T1"
		release = "1"
		ports "Port1" {
			speed = "400G"
			cable = "3m"
			mtu   = 1500
		}
		ports "Port2" {
			speed = "400G"
			cable = "3m"
			role  = "fabric"
		}
	}`)
	for port, want := range map[string]qos.Bytes{"Port1": 1500, "Port2": 9050} {
		p := asked(t, u, port)
		if p.MTU.V != want || p.ClassMTU.MTU[3].V != want {
			t.Errorf("%s: MTU %d, of class 3 %d, want %d", port, p.MTU.V, p.ClassMTU.MTU[3].V, want)
		}
	}
}

func TestClassMTUOfTheWholeSwitch(t *testing.T) {
	for _, small := range []string{"Port1", "Port2"} {
		ports := ""
		for _, name := range []string{"Port1", "Port2"} {
			mtu := ""
			if name == small {
				mtu = "mtu = 1500\n"
			}
			ports += "ports \"" + name + "\" {\n speed = \"400G\"\n cable = \"3m\"\n " + mtu + "}\n"
		}
		p := asked(t, compileOne(t, plainFabric+classes+device("toy", "T1000", "1", ports)), small)
		if p.MTU.V != 1500 || p.ClassMTU.MTU[3].V != 9000 {
			t.Errorf("%s: MTU %d, of class 3 %d", small, p.MTU.V, p.ClassMTU.MTU[3].V)
		}
	}
}

func TestMTUAboveThePlatform(t *testing.T) {
	text := "fabric \"pod1\" {\n mtu = 9200\n}\nvxlan {\n underlay = \"ipv6\"\n}\n" + classes + leaf("leaf1", "", `role = "fabric"`)
	wantError(t, text, "mtu = 9200", "VXLAN adds 70", "at most 9146")
}

func TestTunnelEndsOnLeavesOnly(t *testing.T) {
	text := plainFabric + "vxlan {\n dscp = \"pipe\"\n}\n" + classes + leaf("leaf1", "", "") + leaf("spine1", "", `role = "fabric"`)
	result, diags := Compile(load(t, text), Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for _, u := range result.Units {
		ends := u.Device.Name == "leaf1"
		if u.Asked.Tunnel.DSCP.Known() != ends || u.Site.VXLAN != ends {
			t.Errorf("%s: tunnel %+v, site %v", u.Device.Name, u.Asked.Tunnel, u.Site.VXLAN)
		}
	}
}

func TestDCBXOnlyWhereSaid(t *testing.T) {
	for fabric, want := range map[string]qos.State{"": qos.NotApplicable, ` dcbx = "advertise"`: qos.Known} {
		text := "fabric \"pod1\" {\n" + fabric + "\n}\n" + classes + leaf("leaf1", "", "")
		if got := asked(t, compileOne(t, text), "Port1").DCBX.State; got != want {
			t.Errorf("%q: %s", fabric, got)
		}
	}
}
