package cloudengine

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestReadPFC(t *testing.T) {
	pfc := func(set qos.QueueSet, negotiated bool) qos.PFC {
		return qos.PFC{Priorities: qos.Is(set), Negotiated: qos.Is(negotiated), Key: qos.Is(qos.PFCByPCP)}
	}
	unknown := func(why string) qos.PFC {
		return qos.PFC{Priorities: qos.NotRead[qos.QueueSet](why, 0), Key: qos.Is(qos.PFCByPCP)}
	}
	byClass := pfc(16, false)
	byClass.Key = qos.Is(qos.PFCByClass)
	enabled := onPort + " dcb pfc enable x mode manual\n"
	auto := onPort + " dcb pfc enable x mode auto\n"
	four := "dcb pfc x\n priority 4\n undo priority 3\n"
	for name, c := range map[string]struct {
		text string
		want qos.PFC
	}{
		"off":                        {four + onPort, pfc(0, false)},
		"a profile starts with 3":    {"dcb pfc x\n" + enabled, pfc(8, false)},
		"priorities add":             {"dcb pfc x\n priority 4\n" + enabled, pfc(24, false)},
		"all listed":                 {"dcb pfc x\n priority 3 4\n" + enabled, pfc(24, false)},
		"on two lines":               {"dcb pfc x\n priority 4\n priority 0 5\n" + enabled, pfc(8+16+1+32, false)},
		"3 undone":                   {four + enabled, pfc(16, false)},
		"3 undone first":             {"dcb pfc x\n undo priority 3\n priority 4\n" + enabled, pfc(16, false)},
		"3 undone with others":       {"dcb pfc x\n priority 4 5\n undo priority 3 5\n" + enabled, pfc(16, false)},
		"nothing left":               {"dcb pfc x\n undo priority 3\n" + enabled, pfc(0, false)},
		"settings add none":          {"dcb pfc x\n priority 5 turn-off threshold 9\n" + enabled, pfc(8, false)},
		"the default profile":        {"dcb pfc\n priority 4\n" + onPort + " dcb pfc enable mode manual\n", pfc(24, false)},
		"the default one by name":    {"dcb pfc default\n priority 4\n" + onPort + " dcb pfc enable default mode manual\n", pfc(24, false)},
		"the default without block":  {onPort + " dcb pfc enable mode manual\n", pfc(8, false)},
		"negotiated":                 {four + "lldp enable\n" + auto + " lldp tlv-enable dcbx\n", pfc(16, true)},
		"negotiated by default":      {four + "lldp enable\n" + onPort + " dcb pfc enable x\n lldp tlv-enable dcbx\n", pfc(16, true)},
		"negotiated without LLDP":    {four + auto + " lldp tlv-enable dcbx\n", pfc(0, false)},
		"negotiated without the TLV": {four + "lldp enable\n" + auto, pfc(0, false)},
		"off for the whole switch":   {four + "dcb pfc global disable\n" + enabled, pfc(0, false)},
		"by class":                   {four + "dcb pfc dscp-mapping enable slot 1\n" + enabled, byClass},
		"by class in another slot":   {four + "dcb pfc dscp-mapping enable slot 2\n" + enabled, pfc(16, false)},
		"not defined":                {enabled, unknown("dcb pfc x is bound and not defined")},
		"a profile not understood":   {"dcb pfc x\n priorities 4\n" + enabled, unknown("`priorities 4` is not understood")},
		"not understood":             {four + enabled + " dcb pfc priority 3\n", unknown("`dcb pfc priority 3` is not understood")},
		"antilocking":                {four + onPort + " dcb abs-pfc enable x\n", unknown("`dcb abs-pfc enable x` is not understood")},
		"other lines about DCB":      {four + enabled + " dcb compliance intel-oui\n dcb app-profile disable\n flow-control input\n", pfc(16, false)},
		"two blocks of a profile":    {four + "dcb pfc x\n priority 5\n" + enabled, pfc(48, false)},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, portOf(t, c.text, groupAPlatform(t)).PFC, atOrigins); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Where the family needs a headroom pool and the slot has none, nothing is paused, and the reason is told.
func TestReadPFCWithoutPool(t *testing.T) {
	bound := "interface 100GE2/0/1\n dcb pfc enable mode manual\n"
	why := "PFC is bound, but slot 2 has no headroom pool, without which no port of it can pause (D300)"
	for name, c := range map[string]struct {
		text string
		p    vendors.Platform
		set  qos.QueueSet
		why  string
	}{
		"none":            {bound, groupAPlatform(t), 0, why},
		"in another slot": {bound + poolIn + "1\n", groupAPlatform(t), 0, why},
		"in its slot":     {bound + poolIn + "1\n" + poolIn + "2\n", groupAPlatform(t), 8, ""},
		"group B":         {bound, groupBPlatform(t), 8, ""},
		"V200":            {bound, fixedPlatform(t), 8, ""},
	} {
		port := readText(t, c.text, c.p).Switch.Ports[0]
		if got := port.PFC.Priorities; !got.Known() || got.V != c.set || got.Why != c.why {
			t.Errorf("%s: %+v", name, got)
		}
		if on := port.Watchdog.On; c.set == 0 && (!on.Known() || on.V) {
			t.Errorf("%s: the watchdog is %+v", name, on)
		}
	}
}

func TestReadWatchdog(t *testing.T) {
	const ms = time.Millisecond
	on300 := func(set func(w *qos.Watchdog)) qos.Watchdog {
		w := qos.Watchdog{
			On: qos.Is(true), Action: qos.Is(qos.WatchdogForward), Detect: qos.Is(100 * ms), Restore: qos.Is(100 * ms), Poll: qos.Default(10 * ms),
			Escalate: qos.Is(qos.Escalation{Action: "turn-off", Count: 30}),
		}
		set(&w)
		return w
	}
	off := qos.Watchdog{On: qos.Is(false)}
	bound := onPort + " dcb pfc enable x mode manual\n"
	profile := func(lines string) string { return "dcb pfc x\n priority 3 4\n" + lines }
	for name, c := range map[string]struct {
		text    string
		p       vendors.Platform
		want    qos.Watchdog
		assumed []string
	}{
		"no PFC":                {profile("") + onPort, groupAPlatform(t), off, nil},
		"always on V300":        {profile("") + bound, groupAPlatform(t), on300(func(*qos.Watchdog) {}), nil},
		"group B discards":      {profile("") + bound, groupBPlatform(t), on300(func(w *qos.Watchdog) { w.Action = qos.Is(qos.WatchdogDrop) }), nil},
		"not by itself on V200": {profile("") + bound, fixedPlatform(t), off, []string{"cloudengine.deadlock-off"}},
		"one line": {
			profile(" priority 3 deadlock-detect time 10 deadlock-recovery time 15\n priority 4 deadlock-detect time 10 deadlock-recovery time 15\n") + bound, fixedPlatform(t),
			on300(func(w *qos.Watchdog) { w.Action, w.Restore = noRecovery, qos.Is(150*ms) }), []string{"cloudengine.deadlock-unit"},
		},
		"two lines": {
			profile(" priority 3 deadlock-detect time 15\n priority 4 deadlock-detect time 15\n priority 3 deadlock-recovery time 20\n priority 4 deadlock-recovery time 20\n") + bound, groupAPlatform(t),
			on300(func(w *qos.Watchdog) { w.Detect, w.Restore = qos.Is(150*ms), qos.Is(200*ms) }), nil,
		},
		"in another unit": {
			profile(" priority 3 deadlock-detect time 2\n priority 4 deadlock-detect time 2\n") + "dcb pfc deadlock-detect interval 100\n" + bound, groupAPlatform(t),
			on300(func(w *qos.Watchdog) {
				w.Detect, w.Restore, w.Poll = qos.Is(200*ms), qos.Is(1000*ms), qos.Default(100*ms)
			}), nil,
		},
		"timers": {
			profile("") + "dcb pfc deadlock-detect timer 200\ndcb pfc deadlock-recovery timer 1500\n" + bound, groupBPlatform(t),
			on300(func(w *qos.Watchdog) {
				w.Action, w.Detect, w.Restore = qos.Is(qos.WatchdogDrop), qos.Is(200*ms), qos.Is(1500*ms)
			}), nil,
		},
		"never recovering": {
			profile(" priority 3 deadlock-recovery time 0\n priority 4 deadlock-recovery time 0\n") + bound, groupAPlatform(t),
			on300(func(w *qos.Watchdog) { w.Action, w.Restore = qos.Is(qos.WatchdogAlert), qos.Is(time.Duration(0)) }), nil,
		},
		"priorities differ": {
			profile(" priority 3 deadlock-detect time 15\n") + bound, groupAPlatform(t),
			on300(func(w *qos.Watchdog) {
				w.Detect = qos.NotRead[time.Duration]("priority 4 has another deadlock time than priority 3", 0)
			}), nil,
		},
		"but one is not paused": {
			profile(" undo priority 4\n priority 4 deadlock-detect time 15\n") + bound, groupAPlatform(t), on300(func(*qos.Watchdog) {}), nil,
		},
		"discarding":           {profile("") + "dcb pfc deadlock recovery-behavior discard slot 1\n" + bound, groupAPlatform(t), on300(func(w *qos.Watchdog) { w.Action = qos.Is(qos.WatchdogDrop) }), nil},
		"discarding elsewhere": {profile("") + "dcb pfc deadlock recovery-behavior discard slot 2\n" + bound, groupAPlatform(t), on300(func(*qos.Watchdog) {}), nil},
		"forwarding":           {profile("") + "dcb pfc deadlock recovery-behavior forwarding slot 1\n" + bound, groupBPlatform(t), on300(func(*qos.Watchdog) {}), nil},
		"turned off after": {
			profile(" priority 3 turn-off threshold 20\n priority 4 turn-off threshold 20\n priority 3 error-down threshold 7\n") + bound, groupAPlatform(t),
			on300(func(w *qos.Watchdog) { w.Escalate.V.Count = 20 }), nil,
		},
		"the port goes down": {
			profile(" priority 3 error-down threshold 20\n priority 4 error-down threshold 20\n") + bound + " port pfc-deadlock trigger error-down\n", groupAPlatform(t),
			on300(func(w *qos.Watchdog) { w.Escalate = qos.Is(qos.Escalation{Action: "error-down", Count: 20}) }), nil,
		},
		"limits differ": {
			profile(" priority 4 turn-off threshold 20\n") + bound, groupAPlatform(t),
			on300(func(w *qos.Watchdog) {
				w.Escalate = qos.NotRead[qos.Escalation]("priority 4 has another limit of deadlocks than priority 3", 0)
			}), nil,
		},
		"not understood": {
			profile("") + bound + " port pfc-deadlock trigger panic\n", groupAPlatform(t),
			on300(func(w *qos.Watchdog) {
				w.Escalate = qos.NotRead[qos.Escalation]("`port pfc-deadlock trigger panic` is not understood", 0)
			}), nil,
		},
		"PFC not understood": {bound, groupAPlatform(t), qos.Watchdog{On: qos.NotRead[bool]("dcb pfc x is bound and not defined", 0)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, c.text+" undo portswitch\n"+poolIn+"1\n", c.p)
			if diff := cmp.Diff(c.want, r.Switch.Ports[0].Watchdog, atOrigins); diff != "" {
				t.Error(diff)
			}
			var assumed []string
			for _, id := range r.Assumed {
				if id != "cloudengine.routed-trust" {
					assumed = append(assumed, id)
				}
			}
			if diff := cmp.Diff(c.assumed, assumed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadIngress(t *testing.T) {
	not := func(line, why string) qos.Value[qos.Buffer] {
		return qos.NotRead[qos.Buffer]("`dcb pfc buffer 4 "+line+"`: "+why, 0)
	}
	const factor = "no source says what factor of the free buffer a dynamic threshold is"
	const cellSize = "no source says how large a cell of this switch is"
	const guaranteed = "weft does not know guaranteed buffers"
	low := on(t, "CE6885-LL-LOWLATENCY", "V300R023C00")
	for _, c := range []struct {
		line string
		p    vendors.Platform
		want qos.Value[qos.Buffer]
	}{
		{"", groupAPlatform(t), qos.Default(qos.Buffer{})},
		{"hdrm 500", groupAPlatform(t), qos.Is(qos.Buffer{Headroom: 512000})},
		{"hdrm 501 kbytes", groupAPlatform(t), qos.Is(qos.Buffer{Headroom: 513280})}, // 513024 in whole blocks of 320
		{"hdrm 501 kbytes", low, qos.Is(qos.Buffer{Headroom: 513024})},               // and of 96
		{"xoff static 300", groupAPlatform(t), qos.Is(qos.Buffer{XOFF: 307200})},
		{"xoff static 3 mbytes", groupAPlatform(t), qos.Is(qos.Buffer{XOFF: 3145920})},
		{"xoff static 300 kbytes xon offset 200 kbytes", groupAPlatform(t), qos.Is(qos.Buffer{XOFF: 307200, XON: 102400})},
		{"xoff dynamic 4", groupAPlatform(t), not("xoff dynamic 4", factor)},
		{"xoff dynamic 4 xon offset 8 kbytes", groupAPlatform(t), not("xoff dynamic 4 xon offset 8 kbytes", factor)},
		{"guaranteed 2000 bytes", groupAPlatform(t), not("guaranteed 2000 bytes", guaranteed)},
		{"xoff static 1500 cells", fixedPlatform(t), not("xoff static 1500 cells", cellSize)},
		{"xoff static 1500 cells", groupAPlatform(t), qos.Is(qos.Buffer{XOFF: 480000})},
		{"xon static 100 kbytes xoff static 1 mbytes", groupBPlatform(t), qos.Is(qos.Buffer{XON: 102400, XOFF: 1 << 20})},
		{"xon dynamic 5 xoff dynamic 10", groupBPlatform(t), not("xon dynamic 5 xoff dynamic 10", factor)},
	} {
		text := onPort + " dcb pfc enable x mode manual\n"
		if c.line != "" {
			text += " dcb pfc buffer 4 " + c.line + "\n"
		}
		in := portOf(t, "dcb pfc x\n priority 4\n"+text, c.p).Ingress
		if diff := cmp.Diff(c.want, in.Buffers[4], atOrigins); diff != "" {
			t.Errorf("%s: %s", c.line, diff)
		}
		if in.Buffers[3].State != qos.PlatformDefault || in.Buffers[5].State != qos.NotApplicable {
			t.Errorf("%s: %v", c.line, in.Buffers)
		}
	}
	settings := " dcb pfc buffer 4 hdrm 320 kbytes\n dcb pfc buffer 4 xoff static 640 kbytes\n dcb pfc buffer 5 hdrm 320 kbytes\n"
	both := portOf(t, "dcb pfc x\n priority 4\n"+onPort+" dcb pfc enable x mode manual\n"+settings, groupAPlatform(t)).Ingress
	if want := (qos.Buffer{Headroom: 327680, XOFF: 655360}); both.Buffers[4].V != want || both.Buffers[5].State != qos.NotApplicable {
		t.Errorf("%v", both.Buffers)
	}
	if in := portOf(t, onPort+settings, groupAPlatform(t)).Ingress; *in != (qos.Ingress{}) {
		t.Errorf("buffers of priorities that are not paused: %v", in.Buffers)
	}
	if in := portOf(t, onPort+" dcb pfc enable x mode manual\n"+settings, groupAPlatform(t)).Ingress; !in.Buffers[4].Known() || in.Buffers[3].Known() {
		t.Errorf("which priorities are paused is not known: %v", in.Buffers)
	}
	odd := portOf(t, "dcb pfc x\n"+onPort+" dcb pfc enable x mode manual\n long-distance level-10\n", groupAPlatform(t)).Ingress
	if want := "`long-distance level-10` is not understood"; odd.Buffers[3].Why != want {
		t.Errorf("%v", odd.Buffers[3])
	}
}

func TestReadMTU(t *testing.T) {
	is := func(b qos.Bytes) qos.Value[qos.Bytes] { return qos.Is(b) }
	const trunk = "interface Eth-Trunk1\n undo portswitch\n mtu 4000\n jumboframe enable 9000\n"
	for text, want := range map[string]qos.Value[qos.Bytes]{
		onPort:                               is(9194),
		onPort + " jumboframe enable 9500\n": is(9478),
		onPort + " jumboframe enable 9712 1518\n":                  is(9690),
		onPort + " mtu 1600\n":                                     is(9194), // of a routed port only
		onRouted:                                                   is(1500),
		onRouted + " mtu 9000\n":                                   is(9000),
		onRouted + " mtu 9600\n":                                   is(9194),
		onRouted + " mtu 9000\n jumboframe enable 4096\n":          is(4074),
		onPort + " jumboframe enable 9\n":                          is(0),
		onPort + " jumboframe enable all\n":                        qos.NotRead[qos.Bytes]("`jumboframe enable all` is not understood", 0),
		onRouted + " mtu big\n":                                    qos.NotRead[qos.Bytes]("`mtu big` is not understood", 0),
		trunk + onPort + " eth-trunk 1\n":                          is(4000),
		trunk + onPort + " eth-trunk 2\n":                          is(9194),
		trunk + onPort + " eth-trunk 1\n jumboframe enable 2000\n": is(4000),
	} {
		if diff := cmp.Diff(want, portOf(t, text, groupAPlatform(t)).MTU, atOrigins); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestReadDCBX(t *testing.T) {
	tlv := onPort + " lldp tlv-enable dcbx\n"
	for text, want := range map[string]qos.DCBX{
		"lldp enable\n" + onPort: qos.DCBXOff,
		"lldp enable\n" + tlv:    qos.DCBXAdvertise,
		tlv:                      qos.DCBXOff,
		"lldp enable\n" + tlv + " undo lldp enable\n": qos.DCBXOff,
		"lldp enable\n" + tlv + " lldp disable\n":     qos.DCBXOff,
	} {
		if got := portOf(t, text, groupAPlatform(t)).DCBX; !got.Equal(qos.Is(want)) {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestReadTunnelAndNonECT(t *testing.T) {
	const nve, copies, ecnToo = "interface Nve1\n source 10.0.0.1\n", " qos phb marking dscp disable\n", "assign forward nvo3 egress mark-ecn enable\n"
	unsaid := qos.Tunnel{DSCP: qos.Default(qos.TunnelUniform), ECN: qos.Default(qos.TunnelECNCopy)}
	for _, c := range []struct {
		text string
		p    vendors.Platform
		want qos.Tunnel
	}{
		{"", groupAPlatform(t), qos.Tunnel{}},
		{ecnToo, groupAPlatform(t), qos.Tunnel{}},
		{nve, groupAPlatform(t), qos.Tunnel{DSCP: qos.Is(qos.TunnelDSCPZero), ECN: qos.Is(qos.TunnelECNIgnore)}},
		{nve + copies, groupAPlatform(t), qos.Tunnel{DSCP: qos.Is(qos.TunnelUniform), ECN: qos.Is(qos.TunnelECNIgnore)}},
		{ecnToo + nve + copies, groupBPlatform(t), qos.Tunnel{DSCP: qos.Is(qos.TunnelUniform), ECN: qos.Is(qos.TunnelECNCopy)}},
		{nve + " qos phb marking dscp enable\n", groupAPlatform(t), qos.Tunnel{DSCP: qos.Is(qos.TunnelDSCPZero), ECN: qos.Is(qos.TunnelECNIgnore)}},
		{nve, fixedPlatform(t), unsaid},
		{nve, on(t, "CE6885-LL-LOWLATENCY", "V300R023C00"), qos.Tunnel{DSCP: unsaid.DSCP, ECN: qos.Is(qos.TunnelECNIgnore)}},
		{nve, vendors.Platform{Release: "V300R023C00"}, qos.Tunnel{DSCP: qos.Is(qos.TunnelDSCPZero), ECN: qos.Is(qos.TunnelECNIgnore)}},
	} {
		got := readText(t, c.text, c.p).Switch
		if !got.Tunnel.DSCP.Equal(c.want.DSCP) || !got.Tunnel.ECN.Equal(c.want.ECN) {
			t.Errorf("%q: %v", c.text, got.Tunnel)
		}
		if !got.NonECT.Equal(qos.Is(qos.NonECTDrop)) {
			t.Errorf("%q: %v", c.text, got.NonECT)
		}
	}
}

// An Eth-Trunk classifies for its members; queues, PFC and buffers are their own.
func TestReadBundle(t *testing.T) {
	ports := readText(t, "dcb pfc x\ndiffserv domain d\n ip-dscp-inbound 0 phb af2\n"+
		"interface Eth-Trunk10\n trust dscp\n trust upstream d\n qos phb marking dscp enable\n dcb pfc enable x mode manual\n qos drr 0 to 7\n"+
		"interface 100GE1/0/1\n eth-trunk 10\n dcb pfc enable x mode manual\n qos drr 0\n"+
		"interface 100GE1/0/2\n trust 8021p outer\n eth-trunk 10\n"+poolIn+"1\n", groupAPlatform(t)).Switch.Ports
	if len(ports) != 2 {
		t.Fatalf("%d ports", len(ports))
	}
	for i, set := range []qos.QueueSet{8, 0} {
		p := ports[i]
		if p.Classify.DSCP[0] != 2 || p.Classify.RewriteDSCP[0] != 18 || p.PFC.Priorities.V != set || p.Egress.Queues[1].Schedule.V.Strict != true {
			t.Errorf("%s: queue %d, %v, %v", p.Name, p.Classify.DSCP[0], p.PFC.Priorities, p.Egress.Queues[1].Schedule)
		}
	}
	if ports[0].Egress.Queues[0].Schedule.V.Strict || !ports[1].Egress.Queues[0].Schedule.V.Strict {
		t.Error("the scheduler of one member is that of the other")
	}
}

// Ports come in natural order, whatever the order of the file, split ports too; several blocks of one port are one port.
func TestReadPorts(t *testing.T) {
	r := readText(t, "interface 100GE1/0/10\ninterface 100GE1/0/2\n jumboframe enable 2022\ninterface 25GE1/0/7\ninterface 10GE1/0/3:2\ninterface 10GE1/0/3:1\n"+
		"interface 100GE1/0/2.100\ninterface Vlanif10\ninterface MEth0/0/0\n jumboframe enable 9000\ninterface Stack-Port1/1\ninterface 100ge 1/0/2\n mtu 1800\n undo portswitch\n", groupAPlatform(t))
	var got []string
	for _, p := range r.Switch.Ports {
		got = append(got, fmt.Sprint(p.Name, " ", int(p.MTU.V)))
	}
	want := []string{"10GE1/0/3:1 9194", "10GE1/0/3:2 9194", "25GE1/0/7 9194", "100GE1/0/2 1800", "100GE1/0/10 9194"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Ports with the same lines share their facets.
func TestReadShares(t *testing.T) {
	ports := readText(t, leafText(64), fixedPlatform(t)).Switch.Ports
	for i := range ports {
		p, q := &ports[0], &ports[i]
		if p.Classify != q.Classify || p.Egress != q.Egress || p.Ingress != q.Ingress {
			t.Fatalf("%s does not share the facets of %s", q.Name, p.Name)
		}
	}
}

func TestReadUnread(t *testing.T) {
	r := readText(t, "sysname x\ndcb abs-pfc x\n threshold 5\ninterface 100GE1/0/1\n description x\n qos wrr 0\n", groupAPlatform(t))
	want := []vendors.Line{
		{Number: 2, Text: "dcb abs-pfc x"},
		{Number: 3, Path: []string{"dcb abs-pfc x"}, Text: "threshold 5"},
		{Number: 6, Path: []string{"interface 100GE1/0/1"}, Text: "qos wrr 0"},
	}
	if diff := cmp.Diff(want, r.Unread); diff != "" || r.Foreign != 2 {
		t.Errorf("%d foreign lines, %s", r.Foreign, diff)
	}
}

// What a line makes unknown does not depend on how it is typed.
func TestReadOddLines(t *testing.T) {
	for line, facet := range map[string]qos.Facet{
		"undo trust": qos.FacetClassify, "TRUST  exp": qos.FacetClassify, "port priority 9": qos.FacetClassify, "traffic-policy p": qos.FacetClassify,
		"qos phb marking x": qos.FacetClassify, "diffserv domain x": qos.FacetClassify, "qos car": qos.FacetClassify,
		"Qos wrr 0": qos.FacetEgress, "undo  qos drr": qos.FacetEgress, "dcb ets enable": qos.FacetEgress, "drop-profile x": qos.FacetEgress, "iqcn on": qos.FacetEgress,
		"npcc on": qos.FacetEgress, "dcb pfc x y": qos.FacetPFC, "undo mtu": qos.FacetMTU, "jumboframe enable x": qos.FacetMTU, "eth-trunk x": qos.FacetMTU,
	} {
		r := readText(t, onRouted+" "+line+"\n", groupAPlatform(t))
		if len(r.Unread) != 1 || r.Unread[0].Text != line {
			t.Errorf("%q: unread are %v", line, r.Unread)
		}
		p := &r.Switch.Ports[0]
		unknown := map[qos.Facet]bool{
			qos.FacetClassify: p.Classify.Trust.State == qos.Unknown, qos.FacetEgress: p.Egress.Queues[0].Schedule.State == qos.Unknown,
			qos.FacetPFC: p.PFC.Priorities.State == qos.Unknown, qos.FacetMTU: p.MTU.State == qos.Unknown,
		}
		for f, is := range unknown {
			bundle := line == "eth-trunk x" && f == qos.FacetClassify
			if is != (f == facet || bundle) {
				t.Errorf("%q: facet %d unknown is %v", line, f, is)
			}
		}
	}
}

func TestReadKbytesAreAssumed(t *testing.T) {
	for text, want := range map[string]bool{
		onPort + " qos buffer queue 4 shared-threshold static 1000 bytes\n":                    false,
		onPort + " qos buffer queue 4 shared-threshold static 1000 kbytes\n":                   true,
		"dcb pfc x\n" + onPort + " dcb pfc enable x mode manual\n dcb pfc buffer 3 hdrm 300\n": true,
		"dcb pfc x\n" + onPort + " dcb pfc enable x mode manual\n dcb pfc buffer 5 hdrm 300\n": false,
	} {
		assumed := false
		for _, id := range readText(t, text+poolIn+"1\n", groupAPlatform(t)).Assumed {
			assumed = assumed || id == "cloudengine.kbyte"
		}
		if assumed != want {
			t.Errorf("%q: assumed is %v", text, assumed)
		}
	}
}
