package nxos

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

const losslessThree = "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n    mtu 9216\n" +
	"system qos\n  service-policy type network-qos N\n"

func TestReadPFC(t *testing.T) {
	key := qos.Is(qos.PFCByClass)
	pfc := func(set qos.QueueSet, negotiated bool) qos.PFC {
		return qos.PFC{Priorities: qos.Is(set), Negotiated: qos.Is(negotiated), Key: key}
	}
	idle := func(why string) qos.PFC {
		p := pfc(0, false)
		p.Priorities.Why = why
		return p
	}
	for name, c := range map[string]struct {
		text string
		want qos.PFC
	}{
		"default is auto":           {losslessThree + "interface Ethernet1/1\n", pfc(8, true)},
		"auto":                      {losslessThree + "interface Ethernet1/1\n  priority-flow-control mode auto\n", pfc(8, true)},
		"on":                        {losslessThree + "interface Ethernet1/1\n  priority-flow-control mode on\n", pfc(8, false)},
		"on, shortened":             {losslessThree + "int e1/1\n  pri mode ON\n", pfc(8, false)},
		"on, and tells":             {losslessThree + "interface Ethernet1/1\n  priority-flow-control mode on send-tlv\n", pfc(8, false)},
		"off":                       {losslessThree + "interface Ethernet1/1\n  priority-flow-control mode off\n", idle("PFC is off")},
		"off for the whole switch":  {losslessThree + "interface Ethernet1/1\n  priority-flow-control mode on\npriority-flow-control override-interface mode off\n", idle("PFC is off on the whole switch")},
		"not off by default":        {losslessThree + "interface Ethernet1/1\n  priority-flow-control mode on\nno priority-flow-control override-interface mode off\n", pfc(8, false)},
		"on, nothing lossless":      {"interface Ethernet1/1\n  priority-flow-control mode on\n", idle("PFC is on, but no class is no-drop")},
		"auto, nothing lossless":    {"interface Ethernet1/1\n  priority-flow-control mode auto\n", idle("no class is no-drop")},
		"default, nothing lossless": {"interface Ethernet1/1\n", idle("no class is no-drop")},
		"not understood": {
			losslessThree + "interface Ethernet1/1\n  priority-flow-control priority 3 no-drop\n",
			qos.PFC{Priorities: qos.NotRead[qos.QueueSet]("`priority-flow-control priority 3 no-drop` is not understood", 0), Key: key},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := otherwise(c.want, firstPort(t, c.text, eight).PFC); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadWatchdog(t *testing.T) {
	on := qos.Watchdog{
		On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop), Poll: qos.Default(100 * time.Millisecond),
		Detect: qos.Default[time.Duration](0), Restore: qos.Default[time.Duration](0),
	}
	timed := on
	timed.Poll, timed.Detect, timed.Restore = qos.Is(200*time.Millisecond), qos.Is(400*time.Millisecond), qos.Is(600*time.Millisecond)
	halfTimed := on
	halfTimed.Restore = qos.NotRead[time.Duration]("the default of one of auto-restore and fixed-restore is not known", 0)
	off := qos.Watchdog{On: qos.Is(false)}
	const global, onPort = "priority-flow-control watch-dog-interval on\n", "interface Ethernet1/1\n  priority-flow-control watch-dog-interval on\n"
	for name, c := range map[string]struct {
		text    string
		want    qos.Watchdog
		assumed []string
	}{
		"default":          {"interface Ethernet1/1\n", off, nil},
		"on the port only": {onPort, off, nil},
		"global only":      {"interface Ethernet1/1\n" + global, off, nil},
		"off on the port":  {"interface Ethernet1/1\n  priority-flow-control watch-dog-interval off\n" + global, off, nil},
		"both":             {onPort + global, on, nil},
		"times": {
			onPort + global + "priority-flow-control watch-dog interval 200\npriority-flow-control watch-dog shutdown-multiplier 2\n" +
				"priority-flow-control auto-restore multiplier 1\npriority-flow-control fixed-restore multiplier 2\n", timed, []string{"nxos.watchdog-times"},
		},
		"one of two times": {onPort + global + "priority-flow-control auto-restore multiplier 1\n", halfTimed, []string{"nxos.watchdog-times"}},
		"not understood": {
			"interface Ethernet1/1\n  priority-flow-control watch-dog-interval on disable-action\n" + global,
			qos.Watchdog{On: qos.NotRead[bool]("`priority-flow-control watch-dog-interval on disable-action` is not understood", 0)}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, c.text, eight)
			if diff := otherwise(c.want, r.Switch.Ports[0].Watchdog); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.assumed, r.Assumed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadMTU(t *testing.T) {
	layer2 := vendors.Platform{Queues: 8, Row: &row{layer2MTU: true}}
	for name, c := range map[string]struct {
		text string
		p    vendors.Platform
		want qos.Value[qos.Bytes]
	}{
		"default":                  {"interface Ethernet1/1\n", eight, qos.Is[qos.Bytes](1500)},
		"set":                      {"interface Ethernet1/1\n  mtu 9216\n", eight, qos.Is[qos.Bytes](9216)},
		"the ceiling is no MTU":    {"system jumbomtu 9216\ninterface Ethernet1/1\n", eight, qos.Is[qos.Bytes](1500)},
		"by class":                 {losslessThree + "interface Ethernet1/1\n", layer2, qos.Is[qos.Bytes](9216)},
		"by class, routed":         {losslessThree + "interface Ethernet1/1\n  no switchport\n  mtu 4000\n", layer2, qos.Is[qos.Bytes](4000)},
		"not understood":           {"interface Ethernet1/1\n  mtu jumbo\n", eight, qos.NotRead[qos.Bytes]("`mtu jumbo` is not understood", 0)},
		"of the bundle":            {"interface port-channel1\n  mtu 9000\ninterface Ethernet1/1\n  mtu 1600\n  channel-group 1\n", eight, qos.Is[qos.Bytes](9000)},
		"of a bundle without line": {"interface port-channel1\ninterface Ethernet1/1\n  mtu 1600\n  channel-group 1\n", eight, qos.Is[qos.Bytes](1500)},
		"no such bundle":           {"interface port-channel2\ninterface Ethernet1/1\n  mtu 1600\n  channel-group 1\n", eight, qos.Is[qos.Bytes](1600)},
		"the later line counts":    {"interface Ethernet1/1\n  mtu 1600\n  mtu 1700\n", eight, qos.Is[qos.Bytes](1700)},
	} {
		if diff := otherwise(c.want, firstPort(t, c.text, c.p).MTU); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadDCBX(t *testing.T) {
	const onPort = "interface Ethernet1/1\n  priority-flow-control mode on send-tlv\n"
	for name, c := range map[string]struct {
		text string
		want qos.DCBX
	}{
		"on":               {"feature lldp\ninterface Ethernet1/1\n  priority-flow-control mode on\n", qos.DCBXOff},
		"tells":            {"feature lldp\n" + onPort, qos.DCBXAdvertise},
		"LLDP is missing":  {onPort, qos.DCBXOff},
		"TLV is off":       {"feature lldp\nno lldp tlv-select dcbxp\n" + onPort, qos.DCBXOff},
		"LLDP off on port": {"feature lldp\n" + onPort + "  no lldp transmit\n", qos.DCBXOff},
	} {
		if got := firstPort(t, c.text, eight).DCBX; !got.Equal(qos.Is(c.want)) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestReadTunnelAndNonECT(t *testing.T) {
	for text, want := range map[string]qos.Tunnel{
		"": {},
		"interface nve1\n  no shutdown\n  member vni 10\n    mcast-group 239.1.1.1\n": {DSCP: qos.Is(qos.TunnelUniform), ECN: qos.Default(qos.TunnelECNCopy)},
		"interface nve1\n  qos-mode pipe\n":                                           {DSCP: qos.Is(qos.TunnelPipe), ECN: qos.Default(qos.TunnelECNCopy)},
	} {
		got := readText(t, text, eight).Switch
		if !got.Tunnel.DSCP.Equal(want.DSCP) || !got.Tunnel.ECN.Equal(want.ECN) {
			t.Errorf("%q: %v", text, got.Tunnel)
		}
		if !got.NonECT.Equal(qos.Is(qos.NonECTDrop)) {
			t.Errorf("%q: %v", text, got.NonECT)
		}
	}
	forward := readText(t, "congestion-control random-detect forward-nonecn\n", eight).Switch.NonECT
	if !forward.Equal(qos.Is(qos.NonECTForward)) {
		t.Error(forward)
	}
}

// What a port-channel says holds for its members, and PFC lines of a member for itself.
func TestReadBundle(t *testing.T) {
	ports := readText(t, losslessThree+"policy-map type qos P\n  class class-default\n    set qos-group 3\n"+
		"policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    priority level 1\n"+
		"interface port-channel10\n  service-policy type qos input P\n  service-policy type queuing output Q\n  priority-flow-control mode on\n"+
		"interface Ethernet1/1\n  channel-group 10 mode active\n"+
		"interface Ethernet1/2\n  service-policy type qos input OTHER\n  channel-group 10 force mode active\n  priority-flow-control mode off\n", eight).Switch.Ports
	if len(ports) != 2 {
		t.Fatalf("%d ports", len(ports))
	}
	for i, set := range []qos.QueueSet{8, 0} {
		p := ports[i]
		if p.Classify.Other != 3 || !p.Egress.Queues[3].Schedule.V.Strict || p.PFC.Priorities.V != set {
			t.Errorf("%s: queue %d, %v, %v", p.Name, p.Classify.Other, p.Egress.Queues[3].Schedule, p.PFC.Priorities)
		}
	}
	if ports[0].Classify != ports[1].Classify || ports[0].Egress != ports[1].Egress {
		t.Error("members do not share what the port-channel says")
	}
}

// Ports come in natural order, whatever the order of the file; several blocks of one port, ranges among them, are one port.
func TestReadPorts(t *testing.T) {
	r := readText(t, "interface Ethernet1/10\ninterface Ethernet1/2\n  mtu 2000\nint e1/9-11,Eth1/1/1-2\n  mtu 3000\n"+
		"interface Ethernet1/2.100\n  mtu 1700\ninterface Vlan10\n  mtu 9216\ninterface mgmt0\ninterface loopback0\n", eight)
	var got []string
	for _, p := range r.Switch.Ports {
		got = append(got, fmt.Sprint(p.Name, " ", int(p.MTU.V)))
	}
	want := []string{"Ethernet1/1/1 3000", "Ethernet1/1/2 3000", "Ethernet1/2 2000", "Ethernet1/9 3000", "Ethernet1/10 3000", "Ethernet1/11 3000"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Ports that bind the same share their facets.
func TestReadShares(t *testing.T) {
	ports := readText(t, leafText(64), eight).Switch.Ports
	for i := range ports {
		p, q := &ports[0], &ports[i]
		if p.Classify != q.Classify || p.Egress != q.Egress || p.Ingress != q.Ingress || p.ClassMTU != q.ClassMTU {
			t.Fatalf("%s does not share the facets of %s", q.Name, p.Name)
		}
	}
}

// `show running-config all` and checkpoints of 7.0(3)I2 print defaults that other texts hide.
func TestReadDefaultsPrinted(t *testing.T) {
	hidden := "interface Ethernet1/1\n"
	printed := "qos statistics\nno priority-flow-control override-interface mode off\npriority-flow-control watch-dog-interval off\nlldp tlv-select dcbxp\n" +
		"class-map type network-qos match-any c-8q-nq-default\n  description Default class\n  match qos-group 0\n" +
		"policy-map type network-qos default-8q-nq-policy\n  class type network-qos c-8q-nq-default\n    mtu 1500\n    no pause pfc-cos 0\n" +
		"policy-map type queuing default-8q-out-policy\n  class type queuing c-out-8q-q7\n    priority level 1\n" +
		"system qos\n  service-policy type network-qos default-8q-nq-policy\n  service-policy type queuing output default-8q-out-policy\n  service-policy type queuing input default-in-policy\n" +
		"interface Ethernet1/1\n  switchport\n  priority-flow-control mode auto\n  priority-flow-control watch-dog-interval off\n  lldp transmit\n  lldp receive\n" +
		"  lldp dcbx version auto\n  flowcontrol receive off\n  mtu 1500\n  no shutdown\n"
	want, got := readText(t, hidden, eight), readText(t, printed, eight)
	if diff := otherwise(want.Switch, got.Switch); diff != "" {
		t.Error(diff)
	}
	if got.Unread != nil {
		t.Errorf("not understood: %v", got.Unread)
	}
}
