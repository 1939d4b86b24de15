package nxos

import (
	"testing"

	"github.com/weft-net/weft/vendors/conf"
)

// show writes a finding in one word and its text: "in mtu 9216".
func show(f finding) string {
	return [...]string{conf.Out: "out ", conf.In: "in ", conf.Odd: "odd "}[f.kind] + f.text
}

func TestCanonicalText(t *testing.T) {
	for _, c := range []struct {
		view *view
		line string
		want string
	}{
		{viewTop, "class-map type qos match-any ROCEv2", "in class-map type qos match-any ROCEv2"},
		{viewTop, "class-map ROCEv2", "in class-map type qos match-all ROCEv2"},
		{viewTop, "class-map type qos ROCEv2", "in class-map type qos match-all ROCEv2"},
		{viewTop, "class-map match-any ROCEv2", "in class-map type qos match-any ROCEv2"},
		{viewTop, "CLASS-MAP Type QOS Match-Any ROCEv2", "in class-map type qos match-any ROCEv2"},
		{viewTop, "class-map type qos  match-any\tX!1", "in class-map type qos match-any X!1"},
		{viewTop, "class-map type network-qos match-any X", "in class-map type network-qos X"},
		{viewTop, "class-map type queuing match-all X", "in class-map type queuing X"},
		{viewTop, "class-map type control-plane match-any copp-s-bfd", "out class-map type control-plane match-any copp-s-bfd"},
		{viewTop, "policy-map P", "in policy-map type qos P"},
		{viewTop, "pol t net P", "in policy-map type network-qos P"},
		{viewTop, "policy-map type q P", "odd policy-map type q P"}, // qos or queuing
		{viewTop, "policy-map type control-plane copp-policy-strict", "out policy-map type control-plane copp-policy-strict"},
		{viewTop, "policy-map type psp P", "odd policy-map type psp P"},
		{viewTop, "system qos", "in system qos"},
		{viewTop, "system qos something", "odd system qos something"},
		{viewTop, "system jumbomtu 9216", "in system jumbomtu 9216"},
		{viewTop, "system default switchport", "out system default switchport"},
		{viewTop, "interface Ethernet1/1", "in interface Ethernet1/1"},
		{viewTop, "int e1/1", "in interface Ethernet1/1"},
		{viewTop, "interface eth 1/1/2", "in interface Ethernet1/1/2"},
		{viewTop, "interface ETHERNET1/1", "in interface Ethernet1/1"},
		{viewTop, "interface po10", "in interface port-channel10"},
		{viewTop, "interface port-channel10", "in interface port-channel10"},
		{viewTop, "interface e1/1-3, Eth1/5", "in interface Ethernet1/1-3,Ethernet1/5"},
		{viewTop, "interface vlan10", "in interface Vlan10"},
		{viewTop, "interface lo0", "in interface loopback0"},
		{viewTop, "interface mgmt0", "in interface mgmt0"},
		{viewTop, "interface nve1", "in interface nve1"},
		{viewTop, "interface breakout module 1 port 1-4 map 100g-4x", "out interface breakout module 1 port 1-4 map 100g-4x"},
		{viewTop, "feature lldp", "in feature lldp"},
		{viewTop, "feature bgp", "out feature bgp"},
		{viewTop, "feature qos", "odd feature qos"},
		{viewTop, "no lldp tlv-select dcbxp", "in no lldp tlv-select dcbxp"},
		{viewTop, "lldp timer 30", "out lldp timer 30"},
		{viewTop, "qos statistics", "in qos statistics"},
		{viewTop, "no qos statistics", "in no qos statistics"},
		{viewTop, "qos trust dscp", "odd qos trust dscp"},
		{viewTop, "hardware qos pfc mc-drop", "in hardware qos pfc mc-drop"},
		{viewTop, "hardware qos ecn enable", "odd hardware qos ecn enable"},
		{viewTop, "congestion-control random-detect something", "odd congestion-control random-detect something"},
		{viewTop, "hardware access-list tcam region ing-l2-qos 1536", "in hardware access-list tcam region ing-l2-qos 1536"},
		{viewTop, "hardware access-list tcam label ing-ifacl 6", "out hardware access-list tcam label ing-ifacl 6"},
		{viewTop, "priority-flow-control watch-dog-interval on", "in priority-flow-control watch-dog-interval on"},
		{viewTop, "priority-flow-control watch-dog-interval 100", "odd priority-flow-control watch-dog-interval 100"},
		{viewTop, "no priority-flow-control override-interface mode off", "in no priority-flow-control override-interface mode off"},
		{viewTop, "ip access-list ROCE_UDP", "in ip access-list ROCE_UDP"},
		{viewTop, "ip domain-lookup", "out ip domain-lookup"},
		{viewTop, "username x password 5 abc role network-admin", "out username x password 5 abc role network-admin"},
		{viewTop, "snmp-server contact class-map type qos match-any X", "out snmp-server contact class-map type qos match-any X"},
		{viewTop, "cli alias name pfc priority-flow-control mode on", "out cli alias name pfc priority-flow-control mode on"},

		{viewClassMapQoS, "match dscp 26", "in match dscp 26"},
		{viewClassMapQoS, "match dscp 26,24", "in match dscp 24,26"},
		{viewClassMapQoS, "match dscp 24-26,25, 08", "in match dscp 8,24,25,26"},
		{viewClassMapQoS, "match dscp af31,CS6,ef,default", "in match dscp 0,26,46,48"},
		{viewClassMapQoS, "match dscp 64", "odd match dscp 64"},
		{viewClassMapQoS, "match dscp 26 24", "odd match dscp 26 24"},
		{viewClassMapQoS, "match dscp 30-26", "odd match dscp 30-26"},
		{viewClassMapQoS, "match cos 4,3", "in match cos 3,4"},
		{viewClassMapQoS, "match cos 8", "odd match cos 8"},
		{viewClassMapQoS, "match precedence 3-4", "in match precedence 3,4"},
		{viewClassMapQoS, "match acc name Match", "in match access-group name Match"},
		{viewClassMapQoS, "match protocol arp", "odd match protocol arp"},
		{viewClassMapQoS, "description match dscp 26", "out description match dscp 26"},
		{viewClassMapQoS, "no match dscp 26", "odd no match dscp 26"},

		{viewPolicyQoS, "class ROCEv2", "in class ROCEv2"},
		{viewPolicyQoS, "class type qos ROCEv2", "in class ROCEv2"},
		{viewPolicyQoS, "class type", "in class type"},
		{viewPolicyQoS, "class A insert-before B", "odd class A insert-before B"},
		{viewClassQoS, "set qos 3", "in set qos-group 3"},
		{viewClassQoS, "set dscp af31", "in set dscp 26"},
		{viewClassQoS, "set dscp 026", "in set dscp 26"},
		{viewClassQoS, "police cir 1 gbps", "in police cir 1 gbps"},
		{viewClassQoS, "pause pfc-cos 3", "odd pause pfc-cos 3"},
		{viewClassQoS, "bandwidth remaining percent 30", "odd bandwidth remaining percent 30"},
		{viewPolicyNetwork, "class type network-qos c-8q-nq3", "in class type network-qos c-8q-nq3"},
		{viewPolicyNetwork, "class c-8q-nq3", "odd class c-8q-nq3"},
		{viewClassNetwork, "pause pfc-cos 4,3", "in pause pfc-cos 3,4"},
		{viewClassNetwork, "no pause pfc-cos 0", "in no pause pfc-cos 0"},
		{viewClassNetwork, "congestion-control tail-drop", "in congestion-control tail-drop"},
		{viewClassNetwork, "no congestion-control random-detect", "in no congestion-control random-detect"},
		{viewClassNetwork, "congestion-control random-detect", "odd congestion-control random-detect"},
		{viewPolicyQueuing, "CLass type queuing c-out-8q-q3", "in class type queuing c-out-8q-q3"},
		{viewClassQueuing, "band rem perc 050", "in bandwidth remaining percent 50"},
		{viewClassQueuing, "priority", "odd priority"},
		{viewSystem, "service-policy type qos input P", "in service-policy type qos input P"},
		{viewSystem, "serv input P", "in service-policy type qos input P"},
		{viewSystem, "service-policy type queuing in P", "in service-policy type queuing input P"},
		{viewSystem, "service-policy type network-qos P no-stats", "in service-policy type network-qos P no-stats"},

		{viewPort, "serv type qos inp X", "in service-policy type qos input X"},
		{viewPort, "service-policy type q input X", "odd service-policy type q input X"},
		{viewPort, "service-policy type qos input P no-stats", "in service-policy type qos input P no-stats"},
		{viewPort, "priority-flow-control mode on send-tlv", "in priority-flow-control mode on send-tlv"},
		{viewPort, "priority-flow-control mode o", "odd priority-flow-control mode o"},
		{viewPort, "mtu 9216", "in mtu 9216"},
		{viewPort, "switchport", "in switchport"},
		{viewPort, "no switchport", "in no switchport"},
		{viewPort, "NO  SWitchport", "in no switchport"},
		{viewPort, "switchport access vlan 10", "out switchport access vlan 10"},
		{viewPort, "no shutdown", "out no shutdown"},
		{viewPort, "no mtu 9216", "odd no mtu 9216"},
		{viewPort, "channel-group 10 mode active", "in channel-group 10 mode active"},
		{viewPort, "lldp dcbx version auto", "in lldp dcbx version auto"},
		{viewPort, "no lldp transmit", "in no lldp transmit"},
		{viewPort, "flowcontrol receive on", "in flowcontrol receive on"},
		{viewPort, "description service-policy type qos input X", "out description service-policy type qos input X"},
		{viewPort, "ip address 10.0.0.1/31", "out ip address 10.0.0.1/31"},
		{viewTunnel, "qos-mode pipe", "in qos-mode pipe"},
		{viewTunnel, "service-policy type qos input X", "odd service-policy type qos input X"},
		{viewOtherInterface, "service-policy type qos input X", "odd service-policy type qos input X"},
		{viewOtherInterface, "mtu 9216", "out mtu 9216"},
		{viewOdd, "anything", "odd anything"},
	} {
		got := c.view.look(c.line, &scratch{})
		if show(got) != c.want {
			t.Errorf("%q is %q, want %q", c.line, show(got), c.want)
		}
		if got.kind == conf.In {
			if again := c.view.look(got.text, &scratch{}); again.text != got.text || again.kind != conf.In {
				t.Errorf("%q is not canonical: it becomes %q", got.text, show(again))
			}
		}
	}
}

// A line that is canonical as it stands costs no copy.
func TestCanonicalLinesAreNotCopied(t *testing.T) {
	s := &scratch{}
	for v, lines := range map[*view][]string{
		viewPort:         {"mtu 9216", "service-policy type qos input P", "no switchport", "priority-flow-control mode on"},
		viewTop:          {"interface Ethernet1/1", "class-map type qos match-any A"},
		viewClassMapQoS:  {"match dscp 24,26"},
		viewClassQueuing: {"random-detect minimum-threshold 950 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn"},
	} {
		for _, line := range lines {
			if n := testing.AllocsPerRun(10, func() { v.look(line, s) }); n > 0 {
				t.Errorf("%q costs %v allocations", line, n)
			}
		}
	}
}
