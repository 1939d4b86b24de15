package nxos

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// rowCase is a command that a row of the manual accepts, what it prints and what takes it away, and one that is refused.
type rowCase struct {
	on       vendors.Platform
	readings map[string]int
	before   string // typed first, and accepted
	accept   string
	prints   string // the line of the configuration, when it is not the command; "-" when nothing is printed
	undo     string // takes it away, when that is not "no" and the command; "-" when nothing does
	again    string // another value: it takes the place of the first
	then     string // typed before what is refused, and accepted
	refuse   string
	says     string // the beginning of the refusal
}

// Objects that the cases need.
const (
	makeQoS      = "class-map type qos match-any A\nmatch dscp 26\npolicy-map type qos P\nclass A\nset qos-group 3\nexit\nexit\n"
	makeQueuing  = "policy-map type queuing Q\nclass type queuing c-out-8q-q3\nbandwidth remaining percent 50\nexit\nexit\n"
	makeHeadroom = "policy-map type queuing H\nclass type queuing c-in-q3\npause buffer-size 147456 pause-threshold 114688 resume-threshold 107688\nexit\nexit\n"
	makeNetwork  = "policy-map type network-qos N\nclass type network-qos c-8q-nq3\nmtu 9216\npause pfc-cos 3\nexit\nexit\n"
	inQ          = "policy-map type queuing Q\n"
	inQ3         = inQ + "class type queuing c-out-8q-q3\n"
	inH3         = "policy-map type queuing H\nclass type queuing c-in-q3\n"
	inN3         = "policy-map type network-qos N\nclass type network-qos c-8q-nq3\n"
	inA          = "class-map type qos match-any A\n"
	inPA         = inA + "policy-map type qos P\nclass A\n"
	inPort       = "interface Ethernet1/2\n"
	curve        = "random-detect minimum-threshold 950 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn"
)

var rowCases = []rowCase{
	{accept: "class-map type qos match-any A", refuse: "class-map type qos match-all A", says: "ERROR:"},
	{accept: "class-map match-any A", prints: "class-map type qos match-any A", undo: "no class-map type qos A", refuse: "class-map c-out-8q-q3", says: "ERROR:"},
	{on: nexus3000, accept: "class-map type network-qos match-any nq3", prints: "class-map type network-qos nq3", refuse: "class-map type network-qos class-default", says: "ERROR:"},
	{on: nexus3000, accept: "class-map type queuing q3", refuse: "class-map type queuing", says: "% Incomplete"},
	{before: inA, accept: "match dscp cs6,24-26", prints: "match dscp 24,25,26,48", undo: "no match dscp 24-26,48", refuse: "match dscp 64", says: "% Invalid number"},
	{before: inA, accept: "match cos 3", refuse: "match cos 8", says: "% Invalid number"},
	{before: inA, accept: "match precedence 3,4", refuse: "match access-group name X", says: "ERROR:"},
	{before: "ip access-list ROCE\n" + inA, accept: "match access-group name ROCE", refuse: "match dscp 26", says: "ERROR:"},
	{before: inA, accept: "description RoCE  data", again: "description CNP", undo: "no description", refuse: "description", says: "% Incomplete"},
	{on: nexus3000, before: "class-map type network-qos nq3", accept: "match qos-group 3", again: "match qos-group 4", refuse: "match qos-group 8", says: "% Invalid number"},
	{on: nexus3000, before: "class-map type queuing q3", accept: "description x", undo: "no description x", refuse: "match dscp 3", says: "% Invalid"},
	{accept: "ip access-list ROCE", then: inA + "match access-group name ROCE", refuse: "no ip access-list ROCE", says: "ERROR:"},
	{before: "ip access-list ROCE", accept: "10 permit udp any any eq 4791", again: "10 permit udp any any eq 4792", undo: "no 10", refuse: "no 20", says: "ERROR:"},
	{before: "ip access-list ROCE", accept: "permit udp any any eq 4791", refuse: "allow udp any any", says: "% Invalid"},

	{accept: "policy-map type qos P", refuse: "policy-map type qos default-x", says: "ERROR:"},
	{before: inA + "policy-map type qos P", accept: "class type qos A", prints: "class A", refuse: "class B", says: "ERROR:"},
	{on: nexus9000, readings: map[string]int{"nxos.insert-before": 1}, before: makeQoS + inA[:0] + "class-map type qos match-any B\npolicy-map type qos P",
		accept: "class B insert-before A", prints: "class B", undo: "no class B", refuse: "class class-default insert-before C", says: "ERROR:"},
	{before: "policy-map type qos P", accept: "description x", undo: "no description", refuse: "bandwidth remaining percent 30", says: "% Invalid"},
	{before: inPA, accept: "set qos-group 3", again: "set qos-group 4", refuse: "set qos-group 8", says: "% Invalid number"},
	{before: inPA, accept: "set dscp af31", again: "set dscp 24", prints: "set dscp 26", undo: "no set dscp 26", refuse: "set dscp 64", says: "% Invalid number"},
	{before: inPA, accept: "set cos 3", again: "set cos 4", refuse: "pause pfc-cos 3", says: "% Invalid"},
	{before: inPA, accept: "set precedence 3", again: "set precedence 4", refuse: "no set precedence 4", says: "ERROR:"},
	{before: inPA, accept: "police cir  10 gbps", again: "police cir 20 gbps", prints: "police cir 10 gbps", undo: "no police cir 10 gbps", refuse: "mtu 9216", says: "% Invalid"},

	{accept: "policy-map type network-qos N", refuse: "policy-map type network-qos default-8q-nq-policy", says: "ERROR:"},
	{before: "policy-map type network-qos N", accept: "class type network-qos c-8q-nq3", refuse: "class type network-qos c-out-8q-q3", says: "ERROR:"},
	{before: "policy-map type network-qos N", accept: "description x", undo: "no description", refuse: "class type qos c-8q-nq3", says: "% Invalid"},
	{before: inN3, accept: "mtu 9216", again: "mtu 4000", refuse: "mtu 9217", says: "% Invalid number"},
	{before: inN3, accept: "pause pfc-cos 3,4", again: "pause pfc-cos 3", then: "class type network-qos c-8q-nq4", refuse: "pause pfc-cos 4", says: "ERROR:"},
	{on: nexus3000, before: "class-map type network-qos nq3\npolicy-map type network-qos N\nclass type network-qos nq3", accept: "pause no-drop", refuse: "pause no-drop pfc-cos 3", says: "% Invalid"},
	{on: nexus3000, before: "class-map type network-qos nq3\npolicy-map type network-qos N\nclass type network-qos nq3", accept: "congestion-control tail-drop", refuse: "congestion-control red", says: "% Invalid"},

	{accept: "policy-map type queuing Q", then: makeQueuing + inPort + "service-policy type queuing output Q", refuse: "no policy-map type queuing Q", says: "ERROR:"},
	{before: inQ, accept: "class type queuing c-out-8q-q3", refuse: "class type queuing c-out-q3", says: "ERROR:"},
	{before: inQ, accept: "description x", undo: "no description", refuse: "class type queuing c-8q-nq3", says: "ERROR:"},
	{before: inQ3, accept: "priority level 1", again: "priority level 2", refuse: "bandwidth percent 1", says: "ERROR:"},
	{before: inQ3, accept: "bandwidth percent 60", again: "bandwidth percent 50", then: "class type queuing c-out-8q-q2", refuse: "bandwidth percent 41", says: "ERROR:"},
	{before: inQ3, accept: "bandwidth remaining percent 60", again: "bandwidth remaining percent 50", refuse: "priority level 1", says: "ERROR:"},
	{before: inQ3, accept: "shape min 0 mbps max 50000 mbps", again: "shape min 0 mbps max 40000 mbps", refuse: "shape min 0 mbps max 199 mbps", says: "ERROR:"},
	{before: inQ3, accept: curve, again: "random-detect threshold mesh-optimized", refuse: "random-detect minimum-threshold 3001 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn", says: "ERROR:"},
	{before: inQ3, accept: "random-detect threshold burst-optimized ecn", again: "random-detect minimum-threshold 1 kbytes maximum-threshold 2 kbytes drop-probability 7 weight 0", refuse: "random-detect ecn", says: "% Invalid"},
	{before: inQ3, accept: "queue-limit 500 kbytes", again: "queue-limit percent 10", refuse: "queue-limit kbytes 500", says: "% Invalid"},
	{before: inQ3, accept: "queue-limit dynamic 7", again: "queue-limit 500 kbytes", refuse: "queue-limit dynamic 11", says: "% Invalid number"},
	{readings: map[string]int{"nxos.afd": 1}, before: inQ3, accept: "afd queue-desired 150 kbytes ecn", again: "afd queue-desired 160 kbytes", refuse: curve, says: "ERROR:"},
	{before: inH3, accept: "pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688", again: "pause buffer-size 150000 pause-threshold 114688 resume-threshold 107688",
		refuse: "pause buffer-size 114688 pause-threshold 114688 resume-threshold 107688", says: "ERROR:"},

	{accept: "system qos", prints: "-", undo: "-", refuse: "mtu 9216", says: "% Invalid"},
	{before: makeNetwork + "system qos", accept: "service-policy type network-qos N", refuse: "service-policy type network-qos M", says: "ERROR:"},
	{before: makeQueuing + "system qos", accept: "service-policy type queuing output Q", refuse: "service-policy type queuing input Q", says: "ERROR:"},
	{before: makeQoS + "system qos", accept: "service-policy type qos input P", refuse: "service-policy type qos output P", says: "% Invalid"},
	{before: makeQoS + inPort, accept: "service-policy type qos input P no-stats", undo: "no service-policy type qos input P", refuse: "service-policy type qos input Q", says: "ERROR:"},
	{before: makeHeadroom + inPort, accept: "service-policy type queuing input H", refuse: "service-policy type queuing output H", says: "ERROR:"},

	{accept: "interface po 11", prints: "interface port-channel11", undo: "no interface port-channel11", refuse: "interface Ethernet1/99", says: "% Invalid parameter"},
	{before: inPort, accept: "priority-flow-control mode on", again: "priority-flow-control mode off", refuse: "flowcontrol receive on", says: "ERROR:"},
	{before: inPort, accept: "priority-flow-control watch-dog-interval on", refuse: "priority-flow-control watch-dog-interval 100", says: "% Invalid"},
	{before: inPort, accept: "mtu 9000", again: "mtu 8000", undo: "no mtu", refuse: "mtu 9217", says: "% Invalid number"},
	{before: inPort, accept: "flowcontrol receive on", refuse: "priority-flow-control mode on", says: "ERROR:"},
	{before: inPort, accept: "flowcontrol send on", refuse: "flowcontrol send auto", says: "% Invalid"},
	{before: inPort, accept: "channel-group 20 mode active", again: "channel-group 21", undo: "no channel-group", then: "interface port-channel10", refuse: "channel-group 11", says: "% Invalid"},
	{before: "interface Ethernet1/1\n", accept: "no switchport", undo: "switchport", then: "interface mgmt0", refuse: "switchport", says: "% Invalid"},
	{before: "feature lldp\n" + inPort, accept: "no lldp transmit", undo: "lldp transmit", refuse: "no feature lldp", says: "ERROR:"},
	{before: "feature lldp\n" + inPort, accept: "no lldp receive", undo: "lldp receive", refuse: "lldp", says: "% Incomplete"},
	{before: "feature lldp\n" + inPort, accept: "lldp dcbx version auto", prints: "-", undo: "-", refuse: "lldp dcbx version cee", says: "% Invalid"},
	{before: "interface nve1", accept: "qos-mode pipe", then: inPort, refuse: "qos-mode pipe", says: "% Invalid"},

	{accept: "priority-flow-control watch-dog-interval on", refuse: "priority-flow-control watch-dog on", says: "% Invalid"},
	{accept: "priority-flow-control watch-dog interval 200", again: "priority-flow-control watch-dog interval 300", refuse: "priority-flow-control watch-dog interval 50", says: "% Invalid number"},
	{accept: "priority-flow-control watch-dog shutdown-multiplier 2", again: "priority-flow-control watch-dog shutdown-multiplier 3", refuse: "priority-flow-control watch-dog shutdown-multiplier 11", says: "% Invalid number"},
	{accept: "priority-flow-control watch-dog internal-interface-multiplier 2", again: "priority-flow-control watch-dog internal-interface-multiplier 3", refuse: "priority-flow-control mode on", says: "% Invalid"},
	{accept: "priority-flow-control auto-restore multiplier 2", again: "priority-flow-control auto-restore multiplier 3", refuse: "priority-flow-control auto-restore multiplier 101", says: "% Invalid number"},
	{accept: "priority-flow-control fixed-restore multiplier 2", again: "priority-flow-control fixed-restore multiplier 3", refuse: "priority-flow-control priority 3 no-drop", says: "% Invalid"},
	{accept: "priority-flow-control override-interface mode off", refuse: "priority-flow-control override-interface mode on", says: "% Invalid"},
	{accept: "system jumbomtu 9000", again: "system jumbomtu 9100", undo: "no system jumbomtu", then: inPort + "mtu 9000\nexit", refuse: "system jumbomtu 4000", says: "ERROR:"},
	{accept: "feature lldp", then: inPort + "priority-flow-control mode on send-tlv", refuse: "no feature lldp", says: "ERROR:"},
	{before: "feature lldp", accept: "no lldp tlv-select dcbxp", undo: "lldp tlv-select dcbxp", refuse: "no feature lldp", says: "ERROR:"},
	{before: "feature lldp", accept: "lldp tlv-select dcbxp egress-queuing", refuse: "lldp tlv-select dcbxp ingress", says: "% Invalid"},
	{accept: "congestion-control random-detect forward-nonecn", refuse: "congestion-control random-detect", says: "% Incomplete"},
	{accept: "hardware qos dynamic-buffer-sharing", refuse: "hardware qos ecn", says: "% Invalid"},
	{accept: "hardware qos pfc mc-drop", refuse: "hardware qos pfc", says: "% Incomplete"},
	{accept: "hardware qos nodrop-queue-thresholds queue-green 100", again: "hardware qos nodrop-queue-thresholds queue-green 200", refuse: "hardware qos nodrop-queue-thresholds queue-red 100", says: "% Invalid"},
	{accept: "hardware access-list tcam region ing-l2-qos 1536", again: "hardware access-list tcam region ing-l2-qos 512", undo: "no hardware access-list tcam region ing-l2-qos", refuse: "no hardware access-list tcam region qos", says: "ERROR:"},
	{accept: "no qos statistics", undo: "qos statistics", refuse: "qos trust dscp", says: "% Invalid"},
	{accept: "no qos qos-policies statistics", undo: "qos qos-policies statistics", refuse: "ecn enable", says: "% Invalid"},
	{accept: "wred-queue qos-group-map queue-only 3", again: "wred-queue qos-group-map queue-only 4", refuse: "wred-queue qos-group-map queue-only 8", says: "% Invalid number"},

	{accept: "hostname leaf02", again: "hostname leaf03", undo: "-", refuse: "hostname", says: "% Incomplete"},
	{accept: "copp profile dense", again: "copp profile lenient", undo: "copp profile strict", refuse: "copp profile none", says: "% Invalid"},
	{accept: "ntp server 192.0.2.1", refuse: "no ntp server 192.0.2.2", says: "ERROR:"},
	{accept: "system default switchport shutdown", refuse: "system reboot", says: "% Invalid"},
	{accept: "router bgp 65000", refuse: "no router bgp 65001", says: "ERROR:"},
	{accept: "control-plane", undo: "-", then: "exit", refuse: "no control-plane", says: "% Invalid"},
	{before: "router bgp 65000", accept: "router-id 10.0.0.1", refuse: "no neighbor 10.0.0.2", says: "ERROR:"},
	{before: "interface Ethernet1/1\n", accept: "description gpu02", again: "description gpu03", undo: "-", refuse: "descriptive gpu02", says: "% Invalid"},
	{before: "interface Ethernet1/1\n", accept: "shutdown", undo: "-", refuse: "shut down", says: "% Invalid"},
	{before: "interface Ethernet1/1\n", accept: "switchport access vlan 20", again: "switchport access vlan 30", undo: "-", refuse: "switchport access", says: "% Incomplete"},
	{before: inPort, accept: "speed 400000", again: "speed 100000", undo: "no speed", refuse: "speed", says: "% Incomplete"},
	{before: inPort, accept: "ip ospf cost 10", refuse: "qos trust dscp", says: "% Invalid"},
	{before: "interface Ethernet1/2.100", accept: "mtu 4000", again: "mtu 5000", undo: "no mtu", refuse: "mtu 100", says: "% Invalid number"},
	{before: "interface nve1", accept: "source-interface loopback1", refuse: "service-policy type qos input P", says: "% Invalid"},
}

// TestEveryRowOfTheManual types a command of each row, takes it away again, and types one that is refused.
func TestEveryRowOfTheManual(t *testing.T) {
	seen := map[*manualRow]bool{}
	for _, c := range rowCases {
		t.Run(c.accept, func(t *testing.T) {
			seen[c.run(t)] = true
		})
	}
	for i := range manual {
		row := &manual[i]
		if row.src == "" {
			t.Errorf("%s has no source", row.line)
		}
		if !seen[row] && row.line != "feature qos" {
			t.Errorf("no case accepts %q", row.line)
		}
	}
}

func (c rowCase) run(t *testing.T) *manualRow {
	on := c.on
	if on.Model == "" {
		on = nexus9000
	}
	d := start(t, bare, on, c.readings)
	d.must(t, c.before)
	before := string(d.Config().Bytes())
	inside := d.at
	d.must(t, c.accept)
	row := d.cmd.row
	prints := c.prints
	if prints == "" {
		prints = c.accept
	}
	after := string(d.Config().Bytes())
	if prints == "-" {
		prints = "version 10.4(3)"
	}
	if !strings.Contains(after, prints+"\n") && !strings.Contains(after, prints+" ") {
		t.Errorf("%q is not printed:\n%s", prints, after)
	}
	if again := d.type_(c.accept); again != nil || string(d.Config().Bytes()) != after {
		t.Errorf("typed again it is not the same: %v\n%s", again, cmp.Diff(after, string(d.Config().Bytes())))
	}
	c.refused(t, d)
	c.replaced(t, row, start(t, after, on, c.readings), prints)

	undo := c.undo
	if undo == "" {
		undo = "no " + c.accept
	}
	if undo != "-" {
		d = start(t, after, on, c.readings)
		d.at = inside.outer(inConfig)
		d.must(t, c.before)
		d.must(t, undo)
		if diff := cmp.Diff(before, string(d.Config().Bytes())); diff != "" {
			t.Errorf("%q leaves:\n%s", undo, diff)
		}
	}
	return row
}

// replaced types another value, and sees that only that one is printed.
func (c rowCase) replaced(t *testing.T, row *manualRow, d *device, first string) {
	t.Helper()
	if c.again == "" {
		if (row.does == sets || row.does == lists) && strings.Contains(row.line, "<") && row.kind == noObject {
			t.Errorf("no case replaces %q", row.line)
		}
		return
	}
	d.must(t, c.before)
	d.must(t, c.again)
	got := string(d.Config().Bytes())
	if !strings.Contains(got, " "+c.again+"\n") && !strings.Contains(got, "\n"+c.again+"\n") || strings.Contains(got, " "+first+"\n") || strings.Contains(got, "\n"+first+"\n") {
		t.Errorf("%q does not take the place of %q:\n%s", c.again, first, got)
	}
}

// refused types what must be refused, and sees that nothing changes.
func (c rowCase) refused(t *testing.T, d *device) {
	t.Helper()
	d.must(t, c.then)
	before := string(d.Config().Bytes())
	err := d.type_(c.refuse)
	var r *Refusal
	switch {
	case !errors.As(err, &r):
		t.Errorf("%q is not refused", c.refuse)
	case !strings.HasPrefix(r.Says, c.says) || r.Command != c.refuse || !strings.Contains(err.Error(), c.refuse):
		t.Errorf("%q is refused with %q", c.refuse, err)
	}
	if diff := cmp.Diff(before, string(d.Config().Bytes())); diff != "" {
		t.Errorf("%q is refused and changed:\n%s", c.refuse, diff)
	}
}
