package cloudengine

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
		{viewTop, "interface 100GE1/0/1", "in interface 100GE1/0/1"},
		{viewTop, "interface 100ge 1/0/1", "in interface 100GE1/0/1"},
		{viewTop, "interface ge 1/0/1", "in interface GE1/0/1"},
		{viewTop, "Interface GE1/0/1", "in interface GE1/0/1"},
		{viewTop, "interface 10GE1/0/1:1", "in interface 10GE1/0/1:1"},
		{viewTop, "interface 25ge1/0/1.123 mode l2", "in interface 25GE1/0/1.123 mode l2"},
		{viewTop, "interface eth-trunk 1", "in interface Eth-Trunk1"},
		{viewTop, "interface Eth-Trunk1.5", "in interface Eth-Trunk1.5"},
		{viewTop, "interface vlanif100", "in interface Vlanif100"},
		{viewTop, "interface NULL0", "in interface NULL0"},
		{viewTop, "interface Virtual-Template0", "in interface Virtual-Template0"},
		{viewTop, "interface range 100GE1/0/1 to 100GE1/0/4", "odd interface range 100GE1/0/1 to 100GE1/0/4"},
		{viewTop, "interface 1/0/1", "odd interface 1/0/1"},
		{viewTop, "interface Eth-Trunk", "odd interface Eth-Trunk"},
		{viewTop, "return", "in return"},
		{viewTop, "sysname dcb", "out sysname dcb"},
		{viewTop, "diffserv domain RoCE", "in diffserv domain RoCE"},
		{viewTop, "diffserv domain", "odd diffserv domain"},
		{viewTop, "traffic classifier c", "in traffic classifier c type or"},
		{viewTop, "traffic classifier c type and", "in traffic classifier c type and"},
		{viewTop, "traffic classifier c operator and", "odd traffic classifier c operator and"},
		{viewTop, "traffic-policy p global slot 1 inbound", "in traffic-policy p global slot 1 inbound"},
		{viewTop, "acl name X advance", "in acl name X advance"},
		{viewTop, "dcb pfc", "in dcb pfc"},
		{viewTop, "DCB  pfc\troce", "in dcb pfc roce"},
		{viewTop, "dcb pfc dscp-mapping enable slot 1", "in dcb pfc dscp-mapping enable slot 1"},
		{viewTop, "dcb abs-pfc x", "odd dcb abs-pfc x"},
		{viewTop, "drop-profile", "odd drop-profile"},
		{viewTop, "qos buffer headroom-pool size 04 mbytes slot 1", "in qos buffer headroom-pool size 4 mbytes slot 1"},
		{viewTop, "qos ecn enable", "in qos ecn enable"},
		{viewTop, "qos queue-profile x", "odd qos queue-profile x"},
		{viewTop, "qos micro-burst detection enable", "out qos micro-burst detection enable"},
		{viewTop, "undo qos ecn", "odd undo qos ecn"},
		{viewTop, "undo icmp name timestamp-request receive", "out undo icmp name timestamp-request receive"},
		{viewTop, "vlan 100", "in vlan 100"},
		{viewTop, "vlan batch 2 to 10", "out vlan batch 2 to 10"},
		{viewTop, "LLDP enable", "in lldp enable"},
		{viewTop, "lldp mdn enable", "out lldp mdn enable"},

		{viewDomain, "ip-dscp-inbound 24 phb AF4 Green", "in ip-dscp-inbound 24 phb af4 green"},
		{viewDomain, "ip-dscp-inbound 24 phb af4", "in ip-dscp-inbound 24 phb af4 green"},
		{viewDomain, "8021p-outbound cs7 red map 7", "in 8021p-outbound cs7 red map 7"},
		{viewDomain, "8021p-inbound 4 phb af9 green", "odd 8021p-inbound 4 phb af9 green"},
		{viewDomain, "8021p-inbound 4 phb af4 blue", "odd 8021p-inbound 4 phb af4 blue"},
		{viewDomain, "8021p-inbound 8 phb af4 green", "odd 8021p-inbound 8 phb af4 green"},
		{viewDomain, "description x", "out description x"},
		{viewDomain, "mpls-exp-inbound 3 phb af3", "odd mpls-exp-inbound 3 phb af3"},
		{viewClassifier, "if-match dscp cs3 26 af31 8", "in if-match dscp 8 24 26"},
		{viewClassifier, "if-match dscp 64", "odd if-match dscp 64"},
		{viewClassifier, "if-match rocev2 opcode 17", "in if-match rocev2 opcode 17"},
		{viewClassifier, "if-match acl 3001", "in if-match acl 3001"},
		{viewBehavior, "remark local-precedence 4", "in remark local-precedence af4"},
		{viewBehavior, "statistic enable", "odd statistic enable"},
		{viewPolicy, "classifier c behavior b precedence 5", "in classifier c behavior b precedence 5"},

		{viewPFC, "priority 3 4", "in priority 3 4"},
		{viewPFC, "priority 4 03 4", "in priority 3 4"},
		{viewPFC, "undo priority 3", "in undo priority 3"},
		{viewPFC, "undo priority", "odd undo priority"},
		{viewPFC, "priority 4 deadlock-detect time 10 deadlock-recovery time 15", "in priority 4 deadlock-detect time 10 deadlock-recovery time 15"},
		{viewETS, "queue 0 1 2 drr weight 5", "in queue 0 to 2 drr weight 5"},
		{viewETS, "priority-group 0 queue 0 to 2 4 to 6", "in priority-group 0 queue 0 to 2 4 to 6"},
		{viewUplink, "group-member 100GE1/0/1", "odd group-member 100GE1/0/1"},
		{viewDrop, "ecn buffer-size low-limit 7000 high-limit 500000 discard-percentage 30", "in ecn buffer-size low-limit 7000 high-limit 500000 discard-percentage 30"},
		{viewDrop, "color green low-limit 80 high-limit 100", "odd color green low-limit 80 high-limit 100"},

		{viewPort, "trust dscp", "in trust dscp"},
		{viewPort, "trust 8021p", "odd trust 8021p"},
		{viewPort, "trust upstream Default", "in trust upstream Default"},
		{viewPort, "qos pq 6 to 7 drr 0 to 5", "in qos drr 0 to 5"},
		{viewPort, "qos drr 0 1 2 to 5", "in qos drr 0 to 5"},
		{viewPort, "qos lpq 0 drr 1 to 2", "in qos drr 1 to 2 lpq 0"},
		{viewPort, "qos pq 7", "in qos pq 7"},
		{viewPort, "qos drr 0 to 8", "odd qos drr 0 to 8"},
		{viewPort, "qos drr", "odd qos drr"},
		{viewPort, "qos drr to 3", "odd qos drr to 3"},
		{viewPort, "qos drr 5 to 3", "odd qos drr 5 to 3"},
		{viewPort, "qos drr 0 to 2 to 4", "odd qos drr 0 to 2 to 4"},
		{viewPort, "qos drr 0 to", "odd qos drr 0 to"},
		{viewPort, "qos drr 3 pq 3", "in qos pq 3"},
		{viewPort, "qos wrr 0 to 3", "odd qos wrr 0 to 3"},
		{viewPort, "qos queue 4 shaping cir 1000 pir 2 Gbps", "in qos queue 4 shaping cir 1000 kbps pir 2 gbps"},
		{viewPort, "qos queue 4 shaping cir 01000", "in qos queue 4 shaping cir 1000 kbps"},
		{viewPort, "qos queue 4 shaping cir 1234567890 gbps", "odd qos queue 4 shaping cir 1234567890 gbps"},
		{viewPort, "qos queue 4 wred", "odd qos queue 4 wred"},
		{viewPort, "dcb pfc enable", "in dcb pfc enable mode auto"},
		{viewPort, "dcb pfc enable roce", "in dcb pfc enable roce mode auto"},
		{viewPort, "dcb pfc enable mode manual", "in dcb pfc enable mode manual"},
		{viewPort, "dcb pfc buffer 4 hdrm 300", "in dcb pfc buffer 4 hdrm 300 kbytes"},
		{viewPort, "dcb pfc priority 3", "odd dcb pfc priority 3"},
		{viewPort, "jumboframe enable 9500", "in jumboframe enable 9500"},
		{viewPort, "jumboframe enable", "odd jumboframe enable"},
		{viewPort, "undo portswitch", "in undo portswitch"},
		{viewPort, "undo port trunk allow-pass vlan 1", "out undo port trunk allow-pass vlan 1"},
		{viewPort, "undo shutdown", "out undo shutdown"},
		{viewPort, "undo trust", "odd undo trust"},
		{viewPort, "description trust dscp", "out description trust dscp"},
		{viewPort, "port link-type trunk", "out port link-type trunk"},
		{viewPort, "priority-flow-control mode on", "out priority-flow-control mode on"},
		{viewSub, "trust 8021p inner", "in trust 8021p inner"},
		{viewSub, "qos drr 0 to 5", "odd qos drr 0 to 5"},
		{viewNve, "qos phb marking dscp disable", "in qos phb marking dscp disable"},
		{viewNve, "qos phb vxlan remark dscp inner", "odd qos phb vxlan remark dscp inner"},
		{viewScope, "traffic-policy p inbound", "in traffic-policy p inbound"},
		{viewScope, "mtu 9000", "out mtu 9000"},
	} {
		if got := show(c.view.look(c.line, make([]string, maxWords))); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

// What is canonical stays as it is.
func TestCanonicalTextIsStable(t *testing.T) {
	for _, name := range goldens {
		c, _ := New().Parse([]byte(golden(name)))
		again, _ := New().Parse(treeOf(c).Edit().Tree().Bytes())
		if ds := New().Deltas(c, again); ds != nil {
			t.Errorf("%s: %v", name, ds)
		}
	}
}

func TestViewOfInterface(t *testing.T) {
	for name, want := range map[string]*view{
		"100GE1/0/1": viewPort, "10GE1/0/1:4": viewPort, "GE1/0/1": viewPort, "50|100GE1/0/1": viewPort, "Eth-Trunk1": viewPort,
		"100GE1/0/1.5": viewSub, "10GE1/0/1:4.5": viewSub, "Eth-Trunk1.5": viewSub, "Nve1": viewNve,
		"Vlanif10": viewScope, "Tunnel1.5": viewScope, "MEth0/0/0": viewScope, "Stack-Port1/1": viewScope, "Eth-TrunkX": viewScope,
		"GE": viewScope, "GE.1": viewScope, "xGE1/0/1": viewScope, "100GE1/0/1-4": viewScope, "GigabitEthernet0/0/1": viewScope,
	} {
		if viewOfInterface(name) != want {
			t.Errorf("%s is in another view", name)
		}
	}
}
