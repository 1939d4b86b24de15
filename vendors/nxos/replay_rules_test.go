package nxos

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// refusedWith types commands and tells what the last one is refused with; every other one must be accepted.
func refusedWith(t *testing.T, d *device, commands string) string {
	t.Helper()
	all := lines(commands)
	d.must(t, strings.Join(all[:len(all)-1], "\n"))
	before := string(d.Config().Bytes())
	err := d.type_(all[len(all)-1])
	if err == nil {
		t.Errorf("%q is accepted", all[len(all)-1])
		return ""
	}
	if diff := cmp.Diff(before, string(d.Config().Bytes())); diff != "" {
		t.Errorf("%q is refused and changed:\n%s", all[len(all)-1], diff)
	}
	var r *Refusal
	errors.As(err, &r)
	return r.Says
}

func TestWrongOrdersAreRefused(t *testing.T) {
	for _, c := range []struct{ name, commands, says string }{
		{"class before its class-map", inP + "class A", "ERROR: the class-map does not exist"},
		{"match before the access list", inA + "match access-group name X", "ERROR: the access list does not exist"},
		{"attached before it exists", inPort + "service-policy type qos input P", "ERROR: the policy-map does not exist"},
		{"attached with another type", makeQoS + "system qos\nservice-policy type network-qos P", "ERROR: the policy-map does not exist"},
		{"network-qos attached before it exists", "system qos\nservice-policy type network-qos N", "ERROR: the policy-map does not exist"},
		{"class-map removed before the policy", makeQoS + "no class-map type qos match-any A", "ERROR: the object is in use"},
		{"class-map of the removed class of another policy", makeQoS + inP + "no class A\npolicy-map type qos P2\nclass A\nno class-map type qos A", "ERROR: the object is in use"},
		{"policy removed before it is detached", makeQoS + inPort + "service-policy type qos input P\nno policy-map type qos P", "ERROR: the object is in use"},
		{"policy removed while one of two bindings is left", makeQoS + inPort + "service-policy type qos input P\ninterface Ethernet1/1\nservice-policy type qos input P\n" +
			"no service-policy type qos input P\nno policy-map type qos P", "ERROR: the object is in use"},
		{"network-qos removed while active", makeNetwork + "system qos\nservice-policy type network-qos N\nno policy-map type network-qos N", "ERROR: the object is in use"},
		{"the policy that replaced another, removed", makeNetwork + "policy-map type network-qos N2\nsystem qos\nservice-policy type network-qos N\n" +
			"service-policy type network-qos N2\nno policy-map type network-qos N\nno policy-map type network-qos N2", "ERROR: the object is in use"},
		{"access list removed before the match", "ip access-list X\n" + inA + "match access-group name X\nno ip access-list X", "ERROR: the object is in use"},
		{"mtu above the ceiling", "system jumbomtu 4000\n" + inPort + "mtu 9216", "ERROR: the MTU is above system jumbomtu"},
		{"ceiling below an mtu", inPort + "mtu 9216\nsystem jumbomtu 4000", "ERROR: an interface has a larger MTU"},
		{"lldp lines before the feature", inPort + "no lldp transmit", "% Invalid command"},
		{"send-tlv before the feature", inPort + "priority-flow-control mode on send-tlv", "% Invalid command"},
		{"second policy on a port", makeQoS + "policy-map type qos P2\n" + inPort + "service-policy type qos input P\nservice-policy type qos input P2", "ERROR: a policy of this type"},
		{"global lines in another view", "system qos\nmtu 9216", "% Invalid command"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if says := refusedWith(t, start(t, bare, nexus9000, nil), c.commands); !strings.HasPrefix(says, c.says) {
				t.Errorf("refused with %q, not %q", says, c.says)
			}
		})
	}
}

func TestRemovingWhatIsNotThere(t *testing.T) {
	for _, commands := range []string{
		"no class-map type qos match-any A", "no policy-map type qos P", "no policy-map type queuing Q", "no feature lldp", "no system jumbomtu",
		"no priority-flow-control watch-dog-interval on", inPort + "no mtu", inPort + "no priority-flow-control mode on",
		inPort + "no service-policy type qos input P", "system qos\nno service-policy type network-qos N", inP + "no class A",
		inA + "no match dscp 26", inA + "match dscp 26\nno match dscp 26,27", inQ3 + "no bandwidth remaining percent 0",
		inPort + "mtu 9000\nno mtu 9216", inPort + "priority-flow-control mode on\nno priority-flow-control mode off",
		makeQoS + inPort + "service-policy type qos input P\nno service-policy type qos input P2", "no interface port-channel11",
		inQ3 + "bandwidth percent 10\nno bandwidth percent 1", inQ3 + curve + "\nno " + strings.TrimSuffix(curve, " ecn"),
		"feature lldp\n" + inPort + "priority-flow-control mode on send-tlv\nno priority-flow-control mode on",
		inPort + "channel-group 10 mode active\nno channel-group 10",
	} {
		if says := refusedWith(t, start(t, bare, nexus9000, nil), commands); says != saysAbsent {
			t.Errorf("%q is refused with %q", commands, says)
		}
	}
}

func TestConstraintsOfClassesAndPolicies(t *testing.T) {
	attached := makeQueuing + inPort + "service-policy type queuing output Q\n"
	for _, c := range []struct {
		on       vendors.Platform
		commands string
		says     string
	}{
		{nexus9000, "class-map type queuing Q3", "% Invalid command"},
		{nexus9000, "class-map type network-qos NQ3", "% Invalid command"},
		{nexus9000, "class-map type qos match-any c-out-q-default", "ERROR: the name is of a system-defined"},
		{nexus9000, "policy-map type queuing default-8q-out-policy", "ERROR: the policy-map is system-defined"},
		{nexus9000, "class-map type qos match-any " + strings.Repeat("x", 41), "% Invalid parameter"},
		{nexus9000, "no class-map type qos match-any " + strings.Repeat("x", 40), saysAbsent},
		{nexus9000, inA + "no class-map type qos match-all A", "ERROR: the class-map exists"},
		{nexus9000, "policy-map type network-qos N\nclass type network-qos FOO", "ERROR: the class-map does not exist"},
		{nexus9000, "policy-map type network-qos N\nclass type network-qos c-8q-nq0", "ERROR: the class-map does not exist"},
		{nexus9000, "policy-map type network-qos N\nclass type network-qos c-8q-nq3\nclass type network-qos c-nq-default", "ERROR: classes of different sets"},
		{nexus4q, "policy-map type network-qos N\nclass type network-qos c-nq3\nclass type network-qos c-8q-nq3", "ERROR: the class-map does not exist"},
		{nexus4q, inQ + "class type queuing c-out-q4", "ERROR: the class-map does not exist"},
		{nexus9000, inQ3 + "class type queuing c-in-q3", "ERROR: classes of different sets"},
		{nexus9000, inQ3 + "class type queuing c-out-q3", "ERROR: classes of different sets"},
		{nexus3000, "policy-map type network-qos N\nclass type network-qos c-8q-nq3", "ERROR: the class-map does not exist"},
		{nexus3000, "class-map type network-qos nq3\npolicy-map type network-qos N\nclass type network-qos nq3\nno class-map type network-qos nq3", "ERROR: the object is in use"},
		{nexus3000, "class-map type queuing class-default", "ERROR: class-default is reserved"},
		{nexus3000, "class-map type queuing q3\n" + inQ + "class type queuing q3\nno class-map type queuing q3", "ERROR: the object is in use"},
		{nexus9000, "system qos\nservice-policy type queuing output Q", "ERROR: the policy-map does not exist"},
		{nexus9000, inPort + "service-policy type queuing output Q", "ERROR: the policy-map does not exist"},
		{nexusEX, inN3 + "pause no-drop", "ERROR: pause no-drop is not supported"},
		{nexusEX, inH3 + "pause buffer-size 27455 pause-threshold 12480 resume-threshold 12480", "% Invalid number"},
		{nexusEX, inH3 + "pause buffer-size 27456 pause-threshold 12479 resume-threshold 12479", "% Invalid number"},
		{nexusEX, inH3 + "pause buffer-size 27456 pause-threshold 12480 resume-threshold 12480\npause buffer-size 27456 pause-threshold 13000 resume-threshold 12479", "% Invalid number"},
		{nexus9000, inH3 + "pause buffer-size 147456 pause-threshold 107688 resume-threshold 114688", "ERROR: buffer-size must be above"},
		{nexus9000, inQ3 + "pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688", "ERROR: the command is not for a class of an output"},
		{nexus9000, inH3 + "bandwidth percent 10\npause buffer-size 147456 pause-threshold 114688 resume-threshold 107688", "ERROR: pause and bandwidth"},
		{nexus9000, inH3 + "priority level 1\npause buffer-size 147456 pause-threshold 114688 resume-threshold 107688", "ERROR: pause and bandwidth"},
		{nexus9000, makeHeadroom + inH3 + "bandwidth remaining percent 10", "ERROR: pause and bandwidth"},
		{nexus9000, makeHeadroom + inH3 + "bandwidth percent 10", "ERROR: pause and bandwidth"},
		{nexus9000, makeHeadroom + inH3 + "priority level 1", "ERROR: pause and bandwidth"},
		{nexus9000, inH3 + curve, "ERROR: the command is not for a class of an input"},
		{nexus9000, inH3 + "random-detect threshold mesh-optimized", "ERROR: the command is not for a class of an input"},
		{nexus9000, inH3 + "shape min 0 mbps max 50000 mbps", "ERROR: the command is not for a class of an input"},
		{nexus9000, inH3 + "queue-limit percent 10", "ERROR: the command is not for a class of an input"},
		{nexus9000, inH3 + "queue-limit 10 kbytes", "ERROR: the command is not for a class of an input"},
		{nexus9000, inQ3 + "shape min 2000 mbps max 1000 mbps", "ERROR: the minimum rate is above"},
		{nexus9000, inQ3 + "random-detect minimum-threshold 1 mbytes maximum-threshold 1000 kbytes drop-probability 7 weight 0 ecn", "ERROR: the minimum threshold is above"},
		{nexus9000, inQ3 + "random-detect minimum-threshold 0 bytes maximum-threshold 0 bytes drop-probability 7 weight 0 ecn", "ERROR: the minimum threshold is above"},
		{nexus9000, inQ3 + "random-detect minimum-threshold 950 kbytes maximum-threshold 3000 kbytes", "% Incomplete"},
		{nexus9000, inQ3 + "random-detect minimum-threshold 950 maximum-threshold 3000", "% Invalid command"},
		{nexus9000, inQ3 + "bandwidth remaining percent 101", "% Invalid number"},
		{nexus9000, inQ3 + "priority level 9", "% Invalid number"},
		{nexus9000, inQ3 + "pause pfc-cos 3", "% Invalid command"},
		{nexus9000, inQ3 + "priority level 1\nclass type queuing c-out-8q-q2\npriority level 1", "ERROR: another class has this priority level"},
		{nexus9000, attached + inQ3 + "no bandwidth remaining percent 50", "ERROR: bandwidth cannot be removed"},
		{nexus9000, inQ3 + "bandwidth percent 50\n" + inPort + "service-policy type queuing output Q\n" + inQ3 + "no bandwidth percent 50", "ERROR: bandwidth cannot be removed"},
		{nexus9000, inQ3 + "priority level 1\nbandwidth remaining percent 50", "ERROR: priority and bandwidth"},
		{nexus9000, inN3 + "congestion-control tail-drop", "% Invalid command"},
		{nexus9000, attached + inQ + "no class type queuing c-out-8q-q3", "ERROR: bandwidth cannot be removed"},
		{nexus9000, inQ3 + "priority level 1\nclass type queuing c-out-8q-q2\npriority level 2\n" + inPort + "service-policy type queuing output Q", "ERROR: priority levels must descend"},
		{nexus9000, inQ + "class type queuing c-out-8q-q7\npriority level 1\n" + inPort + "service-policy type queuing output Q\n" + inQ +
			"class type queuing c-out-8q-q5\npriority level 2", "ERROR: priority levels must descend"},
		{nexus3000, "class-map type queuing q7\nmatch qos-group 7\nclass-map type queuing q5\nmatch qos-group 5\n" + inQ + "class type queuing q7\npriority level 1\n" +
			"class type queuing q5\npriority level 2\n" + inPort + "service-policy type queuing output Q", "ERROR: priority levels must descend"},
		{nexus4q, inQ + "class type queuing c-out-q3\npriority level 2\nclass type queuing c-out-q2\npriority level 1\n" + inPort + "service-policy type queuing output Q",
			"ERROR: priority levels must descend"},
		{nexus9000, makeQueuing + "system qos\nservice-policy type queuing input Q", "ERROR: the policy-map is for the other direction"},
		{nexus9000, "system qos\nservice-policy type queuing output default-in-policy", "ERROR: the policy-map is for the other direction"},
		{nexus9000, inPA + "pause pfc-cos 3", "% Invalid command"},
		{nexus9000, inPA + "bandwidth remaining percent 30", "% Invalid command"},
		{nexus9000, inA + "match dscp 26\nmatch dscp cs8", "% Invalid command"},
		{nexus9000, inA + "match dscp 31-24", "% Invalid number"},
		{nexus9000, "ip access-list X\nip access-list Y\n" + inA + "match access-group name X\nmatch access-group name Y", "ERROR: match access-group may not stand beside"},
		{nexus9000, "ip access-list X\n" + inA + "match access-group name X\nmatch cos 3", "ERROR: no other match"},
		{nexus9000, "ip access-list X\n" + inA + "match access-group name X\nmatch precedence 3", "ERROR: no other match"},
		{nexus9000, "interface mgmt0\nservice-policy type qos input P", "% Invalid command"},
		{nexus9000, makeQueuing + "interface Vlan10\nservice-policy type queuing output Q", "% Invalid command"},
		{nexus9000, "interface Vlan10\npriority-flow-control mode on", "% Invalid command"},
		{nexus9000, "interface mgmt0\nflowcontrol receive on", "% Invalid command"},
		{nexus9000, "interface mgmt0\nflowcontrol send on", "% Invalid command"},
		{nexus9000, "no interface Ethernet1/1", "% Invalid command"},
		{nexus9000, "no interface port-channel10", "ERROR: the port-channel has members"},
		{nexus9000, "interface Ethernet1/99.1", "% Invalid parameter"},
		{nexus9000, "interface Ethernet1/", "% Invalid interface format"},
		{nexus9000, "interface Token1", "% Invalid command"},
		{nexus9000, "feature qos", "% Invalid command"},
		{nexus9000, inPort + "flowcontrol send on\npriority-flow-control mode on", "ERROR: flowcontrol and priority"},
		{nexus9000, inPort + "priority-flow-control mode on\nflowcontrol send on", "ERROR: flowcontrol and priority"},
		{nexus9000, "feature lldp\nno lldp tlv-select dcbxp\nno feature lldp", "ERROR: lldp is in use"},
		{nexus9000, "no lldp tlv-select dcbxp", "% Invalid command"},
		{nexus9000, "lldp tlv-select dcbxp egress-queuing", "% Invalid command"},
		{nexus9000, inPort + "no lldp receive", "% Invalid command"},
		{nexus9000, inPort + "lldp receive", "% Invalid command"},
		{nexus9000, inPort + "lldp transmit", "% Invalid command"},
		{nexus9000, "lldp tlv-select dcbxp", "% Invalid command"},
		{nexus9000, inPort + "lldp dcbx version auto", "% Invalid command"},
		{nexus9000, "feature lldp\n" + inPort + "lldp dcbx version auto\nlldp dcbx version ieee", "% Invalid command"},
	} {
		t.Run(c.commands, func(t *testing.T) {
			if says := refusedWith(t, start(t, bare, c.on, nil), c.commands); !strings.HasPrefix(says, c.says) {
				t.Errorf("%s:\n%srefused with %q, not %q", c.on.Model, c.commands, says, c.says)
			}
		})
	}
}

func TestWhatIsAcceptedAndHowItReads(t *testing.T) {
	for _, c := range []struct {
		on       vendors.Platform
		commands string
		prints   string
	}{
		{nexus4q, inQ + "class type queuing c-out-q3\npriority level 1", "policy-map type queuing Q\n  class type queuing c-out-q3\n    priority level 1\n"},
		{nexus3000, "class-map type queuing q3\n" + inQ + "class type queuing q3\nbandwidth percent 10\nclass type queuing class-default\nbandwidth percent 90",
			"  class type queuing class-default\n    bandwidth percent 90\n"},
		{nexus4q, inQ + "class type queuing c-out-q3\npriority level 1\nclass type queuing c-out-q2\npriority level 2\n" + inPort + "service-policy type queuing output Q",
			"service-policy type queuing output Q"},
		{nexus3000, "class-map type queuing q7\nmatch qos-group 7\nclass-map type queuing q6\nmatch qos-group 6\n" + inQ + "class type queuing q7\npriority level 1\n" +
			"class type queuing q6\npriority level 2\n" + inPort + "service-policy type queuing output Q", "service-policy type queuing output Q"},
		{nexus3000, makeQoS + "system qos\nservice-policy type qos input P", "system qos\n  service-policy type qos input P\n"},
		{nexusEX, inH3 + "pause buffer-size 27456 pause-threshold 12480 resume-threshold 12480", "    pause buffer-size 27456 pause-threshold 12480 resume-threshold 12480\n"},
		{nexusEX, inQ3 + "shape min 0 mbps max 100 mbps", "    shape min 0 mbps max 100 mbps\n"},
		{nexus9000, inQ3 + "random-detect minimum-threshold 1 mbytes maximum-threshold 1025 kbytes drop-probability 7 weight 0 ecn", "    random-detect minimum-threshold 1 mbytes"},
		{nexus9000, inN3 + "pause pfc-cos 3\nmtu 9216", "    mtu 9216\n    pause pfc-cos 3\n"},
		{nexus9000, inA + "MATCH DSCP af31,CS3\nMa Co 3", "  match dscp 24,26\n  match cos 3\n"},
		{nexus9000, inA + "match  dscp   default", "  match dscp 0\n"},
		{nexus9000, inA + "match cos 3\nmatch precedence 5\nmatch cos 4\nmatch precedence 6", "  match cos 3,4\n  match precedence 5,6\ninterface"},
		{nexus9000, inA + "match cos 3,4\nno match cos 4\nmatch precedence 5,6\nno match precedence 5", "  match cos 3\n  match precedence 6\ninterface"},
		{nexus9000, inA + "match dscp 24,26,30\nno match dscp 26", "  match dscp 24,30\n"},
		{nexus9000, "int e1/2\nmtu 09000", "interface Ethernet1/2\n  no switchport\n  mtu 9000\n"},
		{nexus9000, "Interface ethernet 1/2\nPriority-Flow-Control Mode On", "  priority-flow-control mode on\n"},
		{nexus9000, "feature lldp\n" + inPort + "priority-flow-control mode on\npriority-flow-control mode on send-tlv", "  no switchport\n  priority-flow-control mode on send-tlv\n"},
		{nexus9000, "policy-map type network-qos N2\n" + makeNetwork + "system qos\nservice-policy type network-qos N\nservice-policy type network-qos N2\nno policy-map type network-qos N",
			"system qos\n  service-policy type network-qos N2\n"},
		{nexus9000, makeQueuing + "policy-map type queuing Q2\nsystem qos\nservice-policy type queuing output Q\nservice-policy type queuing output Q2", "system qos\n  service-policy type queuing output Q2\n"},
		{nexus9000, makeQueuing + makeHeadroom + inPort + "service-policy type queuing output Q\nservice-policy type queuing input H",
			"  service-policy type queuing output Q\n  service-policy type queuing input H\n"},
		{nexus9000, inQ3 + "priority level 1\nclass type queuing c-out-8q-q7\npriority level 2\n" + inQ3 + "no priority level 1\nbandwidth percent 3", "c-out-8q-q3\n    bandwidth percent 3\n"},
		{nexus9000, "interface mgmt0\npriority-flow-control watch-dog-interval on", "interface mgmt0\npriority-flow-control watch-dog-interval on\n"},
		{nexus9000, "interface Ethernet1/1\nmtu 9216", "  mtu 9216\n"},
		{nexus9000, makeQoS + "policy-map type qos P\nno class A\nexit\nno class-map type qos match-any A", "policy-map type qos P\ninterface"},
	} {
		d := start(t, bare, c.on, nil)
		d.must(t, c.commands)
		if got := slice(d.Config()); !strings.Contains(got, c.prints) {
			t.Errorf("after\n%s\nthere is no %q in\n%s", c.commands, c.prints, got)
		}
	}
}

// TestModes: where a command is looked for, and where the switch is after it.
func TestModes(t *testing.T) {
	d := start(t, bare, nexus9000, nil)
	for _, step := range []struct {
		command string
		mode    cliMode
	}{
		{"exit", inExec}, {"configure terminal", inConfig}, {"end", inExec}, {"conf t", inConfig}, {"", inConfig}, {"! a comment", inConfig},
		{"class-map type qos match-any A", inClassMap}, {"policy-map type qos P", inPolicyQoS}, {"class A", inClassQoS}, {"set qos-group 3", inClassQoS},
		{"class class-default", inClassQoS}, {"exit", inPolicyQoS}, {"class A", inClassQoS}, {"no class class-default", inPolicyQoS},
		{"policy-map type queuing Q", inPolicyQueuing}, {"class type queuing c-out-8q-q3", inClassQueuing}, {"class type queuing c-out-8q-q2", inClassQueuing},
		{"exit", inPolicyQueuing}, {"exit", inConfig}, {"system qos", inSystemQoS}, {"exit", inConfig}, {"interface Ethernet1/1", inInterface},
		{"priority-flow-control watch-dog-interval on", inInterface}, {"feature lldp", inConfig}, {"interface nve1", inTunnel},
		{"priority-flow-control watch-dog-interval on", inConfig}, {"router bgp 65000", inForeign}, {"router-id 10.0.0.1", inForeign},
		{"interface Ethernet1/2", inInterface}, {"vlan 20", inForeign}, {"name gpu", inForeign}, {"policy-map type network-qos N", inPolicyNetwork},
		{"class type network-qos c-8q-nq3", inClassNetwork}, {"mtu 9216", inClassNetwork}, {"ip access-list X", inAccessList}, {"exit", inConfig},
		{"no policy-map type network-qos N", inConfig}, {"configure", inConfig}, {"interface Ethernet1/1", inInterface}, {"end", inExec},
	} {
		d.must(t, step.command)
		if d.at.mode != step.mode {
			t.Fatalf("after %q the mode is %d, not %d", step.command, d.at.mode, step.mode)
		}
	}
	if says := refusedWith(t, d, "interface Ethernet1/1"); says != saysInvalid {
		t.Errorf("in exec mode it is refused with %q", says)
	}
	d.must(t, "configure terminal\ninterface Ethernet1/1")
	for _, command := range []string{"policy-map type qos P P", "class-map type qos", "no policy-map type qos X", "configure session X"} {
		if refusedWith(t, d, command); d.at.mode != inInterface {
			t.Errorf("%q is refused and the mode is %d", command, d.at.mode)
		}
	}
	for want, command := range map[string]string{
		"priority-flow-control watch-dog-interval on": "interface Ethernet1/1", "priority-flow-control mode": "interface Ethernet1/2",
	} {
		if n := d.tree.Find(command); (n.FindPrefix(want) != nil) != (command == "interface Ethernet1/1") {
			t.Errorf("%s under %s is wrong", want, command)
		}
	}
}

func TestAStepStopsAtTheFirstRefusal(t *testing.T) {
	d := start(t, bare, nexus9000, nil)
	effect, err := d.Do(vendors.Step{Commands: []string{"interface Ethernet1/2", "mtu 9216", "  mtu 9217", "priority-flow-control mode on"}})
	var r *Refusal
	if !errors.As(err, &r) || r.Command != "mtu 9217" || r.Says != saysNumber {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(vendors.Effect{Ports: []string{"Ethernet1/2"}}, effect); diff != "" {
		t.Error(diff)
	}
	got := slice(d.Config())
	if !strings.Contains(got, "mtu 9216") || strings.Contains(got, "mode on") {
		t.Errorf("the commands before are to stay, those after not to run:\n%s", got)
	}
}

func TestAmbiguousAbbreviations(t *testing.T) {
	d := start(t, bare, nexus9000, nil)
	for command, says := range map[string]string{
		"p type qos P": saysAmbiguous, "cl type qos match-any A": saysAmbiguous,
		"policy-map type q P": saysAmbiguous, "policy-map type": saysIncomplete, "class-map": saysIncomplete, "frobnicate": saysInvalid,
		"no": saysIncomplete, "policy-map type qos a b": saysInvalid,
	} {
		if got := refusedWith(t, d, command); got != says {
			t.Errorf("%q is refused with %q, not %q", command, got, says)
		}
	}
	d.must(t, "policy-m type qu Q\nclas type queuing c-out-8q-q3\nband rem per 5")
	if got := slice(d.Config()); !strings.Contains(got, "    bandwidth remaining percent 5\n") {
		t.Error(got)
	}
}

func TestLimits(t *testing.T) {
	d := start(t, bare, nexus9000, nil)
	var maps, classes strings.Builder
	for i := range 129 {
		name := "A" + strings.Repeat("a", i/26) + string(rune('a'+i%26))
		maps.WriteString("class-map type qos match-any " + name + "\n")
		classes.WriteString("class " + name + "\n")
	}
	d.must(t, maps.String())
	if says := refusedWith(t, d, inP+classes.String()); says != "ERROR: too many classes in the policy-map" {
		t.Error(says)
	}
	d.readings[doubtInsertBefore] = 1
	if says := refusedWith(t, d, inP+lines(classes.String())[128]+" insert-before "+lines(classes.String())[0][len("class "):]); says != "ERROR: too many classes in the policy-map" {
		t.Error(says)
	}
}

func TestInsertBeforeIsOfAClass(t *testing.T) {
	d := start(t, bare, nexus9000, map[string]int{"nxos.insert-before": 1})
	if says := refusedWith(t, d, makeQoS+inP+"class B insert-before A"); says != saysNoClassMap {
		t.Error(says)
	}
}

func TestDoubtfulFormsHaveTheirRulesToo(t *testing.T) {
	withAFD := map[string]int{"nxos.afd": 1}
	for _, c := range []struct {
		readings map[string]int
		before   string
		commands string
		says     string
	}{
		{withAFD, "", inH3 + "afd queue-desired 150 kbytes", "ERROR: the command is not for a class of an input"},
		{withAFD, "", inQ3 + curve + "\nafd queue-desired 150 kbytes", "ERROR: afd and random-detect"},
		{withAFD, "", inQ3 + "afd queue-desired 150 kbytes\nrandom-detect threshold mesh-optimized", "ERROR: afd and random-detect"},
		{map[string]int{"nxos.watchdog-times": 1}, "priority-flow-control watch-dog interval 200\n", "no priority-flow-control watch-dog interval 200", "% Invalid command"},
	} {
		if says := refusedWith(t, start(t, bare+c.before, nexus9000, c.readings), c.commands); !strings.HasPrefix(says, c.says) {
			t.Errorf("%q is refused with %q, not %q", c.commands, says, c.says)
		}
	}
}

func TestExchanges(t *testing.T) {
	var ids []string
	for _, e := range New().Exchanges() {
		ids = append(ids, e.ID)
		if e.What == "" || e.Source == "" {
			t.Errorf("%+v is not complete", e)
		}
	}
	if !slices.Equal(ids, []string{exchangeQoSInput, exchangeQueuingInput, exchangeQueuingOutput}) {
		t.Errorf("got %v", ids)
	}
}
