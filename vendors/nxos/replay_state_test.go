package nxos

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// olderRelease prints the defaults that newer ones hide.
const olderRelease = `version 7.0(3)I2(1)
hostname leaf01
policy-map type network-qos N
  class type network-qos c-nq3
    no pause pfc-cos 0
  class type network-qos c-nq-default
    no pause pfc-cos 0
system qos
  service-policy type queuing input default-in-policy
  service-policy type queuing output Q

interface Ethernet1/1
  priority-flow-control mode auto
  no shutdown

interface Ethernet1/2
  priority-flow-control mode on

interface Ethernet1/3
  no shutdown
no priority-flow-control override-interface mode off
`

func TestDefaultsComeBackAsTheReleasePrintsThem(t *testing.T) {
	for _, c := range []struct{ text, commands, prints string }{
		{olderRelease, "interface Ethernet1/1\npriority-flow-control mode on\nno priority-flow-control mode on", "interface Ethernet1/1\n  priority-flow-control mode auto\n"},
		{olderRelease, "interface Ethernet1/1\npriority-flow-control mode off\npriority-flow-control mode auto", "interface Ethernet1/1\n  priority-flow-control mode auto\n"},
		{olderRelease, "interface Ethernet1/2\nno priority-flow-control mode on", "interface Ethernet1/2\ninterface"},
		{olderRelease, "interface Ethernet1/2\npriority-flow-control mode auto", "interface Ethernet1/2\n  priority-flow-control mode auto\n"},
		{olderRelease, "interface Ethernet1/3\npriority-flow-control mode on\nno priority-flow-control mode on", "interface Ethernet1/3\nno priority"},
		{olderRelease, "policy-map type network-qos N\nclass type network-qos c-nq3\npause pfc-cos 3\nno pause pfc-cos 3", "c-nq3\n    no pause pfc-cos 0\n"},
		{olderRelease, "priority-flow-control override-interface mode off\nno priority-flow-control override-interface mode off", "no priority-flow-control override-interface mode off\n"},
		{olderRelease, makeHeadroom + "system qos\nservice-policy type queuing input H\nno service-policy type queuing input H", "service-policy type queuing input default-in-policy\n"},
		{olderRelease, makeHeadroom + "system qos\nservice-policy type queuing input H\nservice-policy type queuing input default-in-policy", "input default-in-policy\n"},
		{bare, inPort + "priority-flow-control mode on\npriority-flow-control mode auto\nmtu 9216\nmtu 1500", "interface Ethernet1/2\n  no switchport\ninterface"},
		{bare, inPort + "flowcontrol receive on\nflowcontrol send on\nflowcontrol receive off\nflowcontrol send off", "interface Ethernet1/2\n  no switchport\ninterface"},
		{bare, inPort + "priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog-interval off\nexit\npriority-flow-control watch-dog-interval on\n" +
			"priority-flow-control watch-dog-interval off", "interface Ethernet1/2\n  no switchport\ninterface"},
		{bare, "feature lldp\n" + inPort + "lldp dcbx version auto", "interface Ethernet1/2\n  no switchport\ninterface"},
		{olderRelease, "policy-map type network-qos N\nclass type network-qos c-nq3\npause pfc-cos 3", "c-nq3\n    pause pfc-cos 3\n  class"},
		{bare, inPort + "mtu 1500", "interface Ethernet1/2\n  no switchport\ninterface"},
		{bare, makeQueuing + "system qos\nservice-policy type queuing output Q\nservice-policy type queuing output default-8q-out-policy\nexit\nno policy-map type queuing Q",
			"feature"},
		{bare, "priority-flow-control override-interface mode off\nno priority-flow-control override-interface mode off", ""},
		{bare, "system qos\nservice-policy type network-qos default-nq-policy", ""},
	} {
		d := start(t, c.text, nexus4q, nil)
		if strings.Contains(c.commands, "8q") || strings.Contains(c.commands, "c-in-q3") {
			d = start(t, c.text, nexus9000, nil)
		}
		d.must(t, c.commands)
		got := slice(d.Config())
		if c.text == bare && !strings.HasPrefix(c.prints, "interface") {
			if want := slice(start(t, bare, nexus9000, nil).Config()); got != want {
				t.Errorf("%q leaves\n%s", c.commands, cmp.Diff(want, got))
			}
		} else if !strings.Contains(got, c.prints) {
			t.Errorf("after %q there is no %q in\n%s", c.commands, c.prints, got)
		}
	}
}

// The undo of a patch starts from the configuration the patch leads to, in which no default is printed any more.
func TestAnUndoFindsTheDefaultsThatWerePrinted(t *testing.T) {
	there := start(t, olderRelease, nexus4q, nil)
	there.must(t, "interface Ethernet1/1\npriority-flow-control mode on")
	back := New().Replay(there.Config(), nexus4q, nil).(*device)
	back.must(t, "interface Ethernet1/1\npriority-flow-control mode auto")
	if diff := cmp.Diff(olderRelease, string(back.Config().Bytes())); diff != "" {
		t.Error(diff)
	}
}

// effectOf runs commands, the last one as a step of its own, and returns its effect.
func effectOf(t *testing.T, d *device, commands string) vendors.Effect {
	t.Helper()
	all := lines(commands)
	d.must(t, strings.Join(all[:len(all)-1], "\n"))
	effect, err := d.Do(vendors.Step{Commands: all[len(all)-1:]})
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return effect
}

func TestEffects(t *testing.T) {
	none, all := vendors.Effect{}, vendors.Effect{All: true}
	port := func(names ...string) vendors.Effect { return vendors.Effect{Ports: names} }
	bound := makeQoS + makeQueuing + inPort + "service-policy type qos input P\nservice-policy type queuing output Q\n"
	for _, c := range []struct {
		commands string
		want     vendors.Effect
	}{
		{inA, none}, {makeQoS, none}, {inPA + "set qos-group 3", none}, {inQ3 + curve, none}, {"interface Ethernet1/1", none}, {"system qos", none},
		{inPort + "mtu 9216", port("Ethernet1/2")}, {inPort + "mtu 9216\nmtu 9216", none}, {inPort + "mtu 1500", none},
		{inPort + "priority-flow-control mode on", port("Ethernet1/2")},
		{inPort + "priority-flow-control watch-dog-interval on\nno priority-flow-control watch-dog-interval on", port("Ethernet1/2")},
		{inPort + "description x", none}, {"interface port-channel10\nmtu 9216", port("Ethernet1/3")}, {"interface port-channel11\nmtu 9216", none},
		{makeQoS + inPort + "service-policy type qos input P", port("Ethernet1/2")},
		{makeQoS + "interface port-channel10\nservice-policy type qos input P", port("Ethernet1/3")},
		{bound + inPA + "set qos-group 4", port("Ethernet1/2")},
		{bound + inA + "match dscp 48", port("Ethernet1/2")},
		{bound + inA + "no match dscp 26", port("Ethernet1/2")},
		{bound + inP + "class class-default", port("Ethernet1/2")},
		{bound + inQ3 + curve, port("Ethernet1/2")},
		{bound + inPort + "no service-policy type qos input P\n" + inPA + "set qos-group 4", none},
		{bound + inPA + "set qos-group 4\ninterface Ethernet1/1\nservice-policy type qos input P\n" + inPA + "set qos-group 5", port("Ethernet1/1", "Ethernet1/2")},
		{bound + inA + "match dscp 48\ninterface Ethernet1/1\nservice-policy type qos input P\n" + inA + "match dscp 46", port("Ethernet1/1", "Ethernet1/2")},
		{bound + "interface port-channel10\nservice-policy type qos input P\n" + inPA + "set qos-group 5", port("Ethernet1/3", "Ethernet1/2")},
		{bound + "interface port-channel10\nservice-policy type qos input P\n" + inPA + "set qos-group 5\n" + inPort + "channel-group 10\n" + inPA + "set qos-group 6",
			port("Ethernet1/2", "Ethernet1/3")},
		{inPort + "channel-group 10", port("Ethernet1/2")}, {"interface Ethernet1/3\nno channel-group", port("Ethernet1/3")},
		{"ip access-list X\nclass-map type qos match-any B\nmatch access-group name X\n" + inP + "class B\n" + inPort + "service-policy type qos input P\n" +
			"ip access-list X\n10 permit udp any any eq 4791", port("Ethernet1/2")},
		{"ip access-list X\nclass-map type qos match-any B\nmatch access-group name X\n" + inP + "class B\n" + inPort + "service-policy type qos input P\n" +
			"ip access-list X\npermit udp any any", port("Ethernet1/2")},
		{"ip access-list X\n10 permit udp any any eq 4791", none}, {"no qos qos-policies statistics", none},
		{makeNetwork + "system qos\nservice-policy type network-qos N", all},
		{makeNetwork + "system qos\nservice-policy type network-qos N\n" + inN3 + "mtu 4000", all},
		{makeNetwork + inN3 + "mtu 4000", none},
		{makeQueuing + "system qos\nservice-policy type queuing output Q\n" + inQ3 + curve, all},
		{"feature lldp", all}, {"system jumbomtu 9000", all}, {"priority-flow-control watch-dog-interval on", all},
		{"congestion-control random-detect forward-nonecn", all}, {"interface nve1\nqos-mode pipe", all}, {"no qos statistics", none},
		{"hardware access-list tcam region ing-l2-qos 1024", all}, {"ntp server 192.0.2.1", none},
		{"no interface port-channel11", none},
	} {
		d := start(t, bare, nexus9000, nil)
		if strings.HasPrefix(c.commands, "no interface") {
			d.must(t, "interface port-channel11")
		}
		if diff := cmp.Diff(c.want, effectOf(t, d, c.commands)); diff != "" {
			t.Errorf("the effect of\n%s\nis wrong:\n%s", c.commands, diff)
		}
	}
}

func TestEffectsOfAStepAddUp(t *testing.T) {
	d := start(t, bare, nexus9000, nil)
	for _, c := range []struct {
		commands string
		want     vendors.Effect
	}{
		{"interface Ethernet1/1\nmtu 9216\ninterface Ethernet1/2\nmtu 9216\ninterface Ethernet1/1\npriority-flow-control mode on", vendors.Effect{Ports: []string{"Ethernet1/1", "Ethernet1/2"}}},
		{"interface Ethernet1/1\nno priority-flow-control mode on\nfeature lldp\ninterface Ethernet1/2\npriority-flow-control mode on", vendors.Effect{All: true}},
	} {
		got, err := d.Do(vendors.Step{Commands: lines(c.commands)})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.commands, diff)
		}
	}
}

// hiding attaches policies where the model does not look: what they do there is anybody's port.
const hiding = bare + `vlan configuration 10
  service-policy type qos input P
class-map type qos match-any A
  match dscp 26
policy-map type qos P
  class A
    set qos-group 3
policy-map type qos P2
  class A
    set qos-group 3
interface Vlan20
  service-policy type qos input P2
`

func TestWhatIsAttachedInLinesNotUnderstood(t *testing.T) {
	d := start(t, hiding, nexus9000, nil)
	for _, policy := range []string{"P", "P2"} {
		if says := refusedWith(t, d, "no policy-map type qos "+policy); says != "ERROR: the object is in use" {
			t.Errorf("%s: %s", policy, says)
		}
		if got := effectOf(t, d, "policy-map type qos "+policy+"\nclass A\nset qos-group 4"); !got.All {
			t.Errorf("the effect of an edit of %s is %v", policy, got)
		}
	}
	if got := effectOf(t, d, inA+"match dscp 48"); !got.All {
		t.Errorf("the effect of an edit of the class-map is %v", got)
	}
	d = start(t, bare, nexus9000, nil)
	d.must(t, makeQoS+"vlan 10\nservice-policy type qos input P")
	if says := refusedWith(t, d, "no policy-map type qos P"); says != "ERROR: the object is in use" {
		t.Error(says)
	}
}

// dangling refers to objects that are not there.
const dangling = bare + `interface Ethernet1/4
  service-policy type qos input P
policy-map type qos Q
  class A
    set qos-group 3
`

func TestMakingWhatIsReferredTo(t *testing.T) {
	d := start(t, dangling, nexus9000, nil)
	want := vendors.Effect{Ports: []string{"Ethernet1/4"}}
	if diff := cmp.Diff(want, effectOf(t, d, "policy-map type qos P")); diff != "" {
		t.Error(diff)
	}
	d.must(t, inA)
	if says := refusedWith(t, d, "no class-map type qos A"); says != "ERROR: the object is in use" {
		t.Error(says)
	}
}

func TestTCAMRegionsHoldFromTheStart(t *testing.T) {
	for _, c := range []struct{ region, port, says string }{
		{"ing-l2-qos 0", "Ethernet1/1", "Module 1"}, {"ing-l2-qos 0", "Ethernet1/2", ""}, {"ing-l2-qos 512", "Ethernet1/1", ""},
		{"ing-l3-vlan-qos 0", "Ethernet1/2", "Module 1"}, {"ing-l3-vlan-qos 0", "Ethernet1/1", ""}, {"qos 0", "Ethernet1/1", "Module 1"}, {"l3qos 0", "Ethernet1/2", "Module 1"},
	} {
		d := start(t, bare+"hardware access-list tcam region "+c.region+"\n", nexus9000, nil)
		d.must(t, makeQoS+"interface "+c.port)
		err := d.type_("service-policy type qos input P")
		if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s, %s: %v", c.region, c.port, err)
		}
	}
	d := start(t, bare, nexus9000, nil)
	d.must(t, makeQoS+"hardware access-list tcam region ing-l2-qos 0\ninterface Ethernet1/1\nservice-policy type qos input P")
	d = start(t, bare+"hardware access-list tcam region qos 256\n", nexus3000, map[string]int{"nxos.tcam-carved": 1})
	d.must(t, makeQoS+inPort+"service-policy type qos input P")
}

func TestRemovingAnInterfaceFreesWhatItBinds(t *testing.T) {
	d := start(t, bare, nexus9000, nil)
	d.must(t, makeQoS+"interface port-channel11\nservice-policy type qos input P")
	if says := refusedWith(t, d, "no policy-map type qos P"); says != "ERROR: the object is in use" {
		t.Error(says)
	}
	d.must(t, "no interface port-channel11\nno policy-map type qos P")
}

func TestJumboIsKnownWhenAnInterfaceShowsIt(t *testing.T) {
	text := strings.Replace(bare, "  no switchport\n  no ip", "  no switchport\n  mtu 9216\n  no ip", 1)
	d := start(t, text, nexus9000, map[string]int{"nxos.jumbo-default": 1})
	d.must(t, "interface Ethernet1/3\nmtu 9216")
	if leaned := d.Leaned(); leaned != nil {
		t.Errorf("it leans on %v", leaned)
	}
}

// What the configuration shows is no doubt any more.
func TestWhatTheConfigurationShows(t *testing.T) {
	text := strings.Replace(bare, "  switchport\n", "  switchport\n  mtu 9000\n", 1) + "interface Ethernet1/4\n"
	d := start(t, text, nexus9000, nil)
	d.must(t, "interface Ethernet1/4\nmtu 9000")
	if says := refusedWith(t, d, "mtu 8000"); says != "ERROR: a switched port takes the default or the jumbo MTU only" {
		t.Error(says)
	}
	over := bare + "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 70\n" +
		"  class type queuing c-out-8q-q2\n    bandwidth remaining percent 60\n"
	d = start(t, over, nexus9000, nil)
	d.must(t, inQ3+"bandwidth remaining percent 50")
	if leaned := d.Leaned(); leaned != nil {
		t.Errorf("it leans on %v", leaned)
	}
}

func TestNewLinesStandWhereTheSwitchPrintsThem(t *testing.T) {
	text := "version 10.4(3)\nhostname leaf01\n!\nfeature lldp\nclass-map type qos match-any A\n  match dscp 26\npolicy-map type qos P\n  class A\n" +
		"system qos\n  service-policy type network-qos N\ncopp profile strict\ninterface Ethernet1/1\n  switchport\n  spanning-tree port type edge\n  no shutdown\nline vty\n"
	d := start(t, text, nexus9000, nil)
	d.must(t, "policy-map type network-qos N\nclass-map type qos match-any B\npolicy-map type queuing Q\nip access-list X\ninterface port-channel1\n"+
		"interface Ethernet1/1\nservice-policy type queuing output Q\nservice-policy type qos input P\nmtu 9216\npriority-flow-control watch-dog-interval on\npriority-flow-control mode on\n"+
		"description gpu\nexit\npriority-flow-control watch-dog-interval on\nhostname leaf02\nntp server 192.0.2.1")
	want := `version 10.4(3)
hostname leaf02
!
policy-map type network-qos N
feature lldp
ip access-list X
class-map type qos match-any A
  match dscp 26
class-map type qos match-any B
policy-map type qos P
  class A
policy-map type queuing Q
system qos
  service-policy type network-qos N
copp profile strict
ntp server 192.0.2.1
interface port-channel1
interface Ethernet1/1
  description gpu
  switchport
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  spanning-tree port type edge
  no shutdown
  mtu 9216
  service-policy type qos input P
  service-policy type queuing output Q
line vty
priority-flow-control watch-dog-interval on
`
	if diff := cmp.Diff(want, string(d.Config().Bytes())); diff != "" {
		t.Error(diff)
	}
}

func TestForeignLinesKeepTheirPlaces(t *testing.T) {
	text := "hostname leaf01\nvlan 1,10\nvlan 10\n  name gpu\n  mode ce\n\ninterface Ethernet1/1\n  description old\n  no ip redirects\n  ip address 10.0.0.0/31\n  no shutdown\n"
	d := start(t, text, nexus9000, nil)
	d.must(t, "vlan 10\nname gpu2\nno name gpu\nname gpu2\ninterface Ethernet1/1\ndescription  new  one\nno ip address 10.0.0.0/31\nip redirects\nshutdown\nno cdp enable\nno cdp enable")
	want := "hostname leaf01\nvlan 1,10\nvlan 10\n  mode ce\n  name gpu2\n\ninterface Ethernet1/1\n  description new  one\n  ip redirects\n  shutdown\n  no cdp enable\n"
	if diff := cmp.Diff(want, string(d.Config().Bytes())); diff != "" {
		t.Error(diff)
	}
	d.must(t, "interface Ethernet1/1\nno shutdown\nno description")
	if got := string(d.Config().Bytes()); !strings.HasSuffix(got, "Ethernet1/1\n  ip redirects\n  no shutdown\n  no cdp enable\n") {
		t.Error(got)
	}
	d.must(t, "no vlan 10")
	want = "hostname leaf01\nvlan 1,10\n\ninterface"
	if got := string(d.Config().Bytes()); !strings.HasPrefix(got, want) {
		t.Error(got)
	}
}
