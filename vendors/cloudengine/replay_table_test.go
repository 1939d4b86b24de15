package cloudengine

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// rowCase is a command that a row of the manual accepts, what it prints and what takes it away, and one that is refused.
type rowCase struct {
	on       vendors.Platform // one of group A if there is none
	readings map[string]int
	before   string // typed first, and accepted
	accept   string
	prints   string // the line of the configuration, when it is not the command; "-" when nothing is printed
	undo     string // takes it away, when that is not "undo" and the command; "-" when nothing does
	then     string // typed before what is refused, and accepted
	refuse   string
	says     string // the beginning of the refusal
}

// Places that the cases type in, and objects that they need.
const (
	atPort     = "interface 25GE1/0/1\n"
	atUplink   = "interface 100GE1/0/49\n"
	atMember   = "interface 100GE1/0/50\n"
	atBundle   = "interface Eth-Trunk1\n"
	inD        = "diffserv domain D\n"
	inF        = "dcb pfc F\n"
	inF4       = inF + "priority 4\n"
	inW        = "drop-profile W\n"
	inE        = "dcb ets-profile E\n"
	inC        = "traffic classifier C type or\n"
	inB        = "traffic behavior B\n"
	makeD      = inD + "quit\n"
	makeF      = inF4 + "quit\n"
	makeW      = inW + "quit\n"
	makeE      = inE + "quit\n"
	makeList   = "acl number 3001\nquit\n"
	makePolicy = inC + "quit\n" + inB + "quit\ntraffic policy P\nquit\n"
	makePool   = "qos buffer headroom-pool size 4 mbytes slot 1\n"
	withWRED   = makeW + atPort + "qos queue 4 wred W\n"
	withPFC    = makePool + makeF + atPort + "dcb pfc enable F mode manual\n"
	inAIECN    = "ai-service\nai-ecn\n"
	curveLine  = "low-limit 7040 high-limit 500160 discard-percentage 30"
)

const (
	unknown = "Error: Unrecognized"
	wrong   = "Error: Wrong"
	missing = "Error: Incomplete"
	tooMany = "Error: Too many"
	refused = "Error: "
)

var rowCases = []rowCase{
	{accept: "diffserv domain D", then: "quit\n" + atPort + "trust upstream D\nquit", refuse: "undo diffserv domain D", says: refused},
	{before: inD, accept: "8021p-inbound 4 phb cs6 green", undo: "undo 8021p-inbound 4", refuse: "8021p-inbound 8 phb cs6", says: wrong},
	{before: inD, accept: "8021p-inbound 4 phb cs6", prints: "8021p-inbound 4 phb cs6 green", undo: "undo 8021p-inbound", refuse: "8021p-inbound 4 phb", says: missing},
	{before: inD, accept: "8021p-outbound af4 green map 3", undo: "undo 8021p-outbound af4 green", refuse: "8021p-outbound af4 map 3", says: unknown},
	{before: inD, accept: "ip-dscp-inbound 24 phb af4 yellow", undo: "undo ip-dscp-inbound 24", refuse: "ip-dscp-inbound 64 phb af4", says: wrong},
	{before: inD, accept: "ip-dscp-inbound 24 phb af4", prints: "ip-dscp-inbound 24 phb af4 green", undo: "undo ip-dscp-inbound", refuse: "undo ip-dscp-inbound 25", says: refused},
	{before: inD, accept: "ip-dscp-outbound af4 green map 24", undo: "undo ip-dscp-outbound", refuse: "ip-dscp-outbound af5 green map 24", says: unknown},
	{before: inD, accept: "dei enable", refuse: "dei", says: missing},
	{accept: "set priority traffic-class 6", undo: "undo set priority traffic-class", refuse: "set priority traffic-class 8", says: wrong},

	{before: atPort, accept: "trust dscp", undo: "undo trust", refuse: "undo trust dscp", says: unknown},
	{before: atPort + "trust dscp\n", accept: "trust 8021p outer", prints: "-", undo: "-", refuse: "trust 8021p", says: missing},
	{before: atPort, accept: "trust 8021p inner", undo: "undo trust", then: "quit\n" + atUplink, refuse: "trust 8021p inner", says: unknown},
	{before: atPort, accept: "trust upstream none", undo: "undo trust upstream", refuse: "qos phb marking dscp enable", says: refused},
	{before: makeD + atUplink, accept: "trust upstream D", undo: "undo trust upstream", refuse: "trust upstream X", says: refused},
	{before: atPort, accept: "port priority 3", undo: "undo port priority", then: "quit\n" + atMember, refuse: "port priority 3", says: refused},
	{before: atUplink, accept: "qos phb marking dscp enable", refuse: "trust upstream none", says: refused},
	{before: atUplink, accept: "qos phb marking 8021p disable", refuse: "undo qos phb marking 8021p", says: missing},
	{on: switchLL, before: atUplink, accept: "qos phb marking 8021p enable", refuse: "qos phb marking 8021p disable", says: unknown},

	{accept: "dcb pfc", prints: "dcb pfc", undo: "-", then: "quit", refuse: "undo dcb pfc", says: missing},
	{before: makePool, accept: "dcb pfc F", then: "priority 4\nquit\n" + atPort + "dcb pfc enable F mode manual\nquit", refuse: "undo dcb pfc F", says: refused},
	{before: inF, accept: "priority 4", then: "priority 4 turn-off threshold 20", refuse: "undo priority 4", says: refused},
	{on: switchV2, before: inF4, accept: "priority 4 deadlock-detect time 10 deadlock-recovery time 15", refuse: "priority 4 deadlock-detect time 16 deadlock-recovery time 9", says: wrong},
	{before: inF4, accept: "priority 4 deadlock-detect time 15", undo: "undo priority 4 deadlock-detect", refuse: "priority 4 deadlock-detect time 16", says: wrong},
	{before: inF4, accept: "priority 4 deadlock-recovery time 0", undo: "undo priority 4 deadlock-recovery time 0", refuse: "priority 5 deadlock-recovery time 9", says: refused},
	{before: inF4, accept: "priority 4 turn-off threshold 20", refuse: "undo priority 4 turn-off threshold", says: missing},

	{accept: "dcb pfc deadlock-detect interval 100", undo: "undo dcb pfc deadlock-detect interval", refuse: "undo dcb pfc deadlock-detect interval 100", says: tooMany},
	{on: switchB, accept: "dcb pfc deadlock-detect timer 200", undo: "undo dcb pfc deadlock-detect", refuse: "dcb pfc deadlock-detect interval 100", says: unknown},
	{on: switchB, accept: "dcb pfc deadlock-recovery timer 200", undo: "undo dcb pfc deadlock-recovery timer 200", refuse: "dcb pfc deadlock-recovery timer 1501", says: wrong},
	{accept: "dcb pfc deadlock recovery-behavior discard slot 1", refuse: "undo dcb pfc deadlock recovery-behavior slot 1", says: unknown},
	{accept: "dcb pfc global disable", refuse: "dcb pfc global enable", says: unknown},
	{accept: "dcb pfc dscp-mapping enable slot 1", refuse: "undo dcb pfc dscp-mapping enable", says: missing},
	{accept: "qos buffer headroom-pool size 4 mbytes slot 1", undo: "undo qos buffer headroom-pool slot 1",
		then: makeF + atPort + "dcb pfc enable F mode manual\nquit", refuse: "undo qos buffer headroom-pool slot 1", says: refused},
	{accept: "dcb pfc uplink group U", refuse: "adjust original-dscp 24 to priority 4", says: missing},
	{before: "dcb pfc uplink group U\n", accept: "adjust original-dscp 24 to priority 4 dscp 32", refuse: "undo adjust original-dscp 24", says: missing},
	{before: "dcb pfc uplink group U\n", accept: "group-member interface 100GE1/0/49", refuse: "group-member interface X1", says: wrong},

	{before: makePool + makeF + atPort, accept: "dcb pfc enable F mode manual", undo: "undo dcb pfc enable", refuse: "undo dcb pfc enable F", says: tooMany},
	{before: makePool + "lldp enable\n" + atPort + "lldp tlv-enable dcbx\n", accept: "dcb pfc enable", prints: "dcb pfc enable mode auto", undo: "undo dcb pfc enable",
		then: "quit\n" + atUplink, refuse: "dcb pfc enable mode auto", says: refused},
	{before: atPort, accept: "port pfc-deadlock trigger error-down", refuse: "undo port pfc-deadlock trigger", says: missing},
	{on: switchV2, before: atPort, accept: "dcb pfc buffer 4 xoff static 100 cells", undo: "undo dcb pfc buffer 4", refuse: "dcb pfc buffer 4 hdrm 512", says: unknown},
	{on: switchV2, before: atPort, accept: "dcb pfc buffer 4 xoff dynamic 6", undo: "undo dcb pfc buffer 4 xoff", refuse: "dcb pfc buffer 8 xoff dynamic 6", says: wrong},
	{before: atPort, accept: "dcb pfc buffer 4 guaranteed 3200 bytes", undo: "undo dcb pfc buffer 4 guaranteed", refuse: "dcb pfc buffer 4 guaranteed 639 bytes", says: wrong},
	{before: atPort, accept: "dcb pfc buffer 4 guaranteed 2 kbytes", undo: "undo dcb pfc buffer 4 guaranteed 2 kbytes", refuse: "dcb pfc buffer 4 guaranteed", says: missing},
	{before: atPort, accept: "dcb pfc buffer 4 hdrm 512", prints: "dcb pfc buffer 4 hdrm 512 kbytes", undo: "undo dcb pfc buffer", refuse: "dcb pfc buffer 4 hdrm 15", says: wrong},
	{before: atPort, accept: "dcb pfc buffer 4 xoff dynamic 4 xon offset 8 kbytes", undo: "undo dcb pfc buffer 4 xoff", refuse: "dcb pfc buffer 4 xoff static 8 xon offset 8", says: wrong},
	{before: atPort, accept: "dcb pfc buffer 4 xoff dynamic 4", undo: "undo dcb pfc buffer 4", refuse: "undo dcb pfc buffer 5", says: refused},
	{on: switchB, before: atPort, accept: "dcb pfc buffer 4 xon static 200 kbytes xoff static 250 kbytes", refuse: "undo dcb pfc buffer 4", says: refused},
	{on: switchB, before: atPort, accept: "dcb pfc buffer 4 xon dynamic 4 xoff dynamic 6", refuse: "dcb pfc buffer 4 xon static 4 mbytes xoff static 250 kbytes", says: wrong},

	{accept: "dcb ets-profile E", then: "quit\n" + atPort + "dcb ets enable E\nquit", refuse: "undo dcb ets-profile E", says: refused},
	{before: inE, accept: "priority-group 0 drr weight 60", refuse: "priority-group 8 drr weight 60", says: unknown},
	{before: inE, accept: "priority-group 0 queue 6", prints: "priority-group 0 queue 0 to 2 4 to 6\n priority-group 15 queue 7", undo: "-", refuse: "priority-group 15 queue 8", says: wrong},
	{before: inE, accept: "priority-group 15 pq", refuse: "priority-group 14 pq", says: unknown},
	{before: inE, accept: "queue 0 to 2 lpq", refuse: "queue 2 to 0 lpq", says: wrong},
	{before: inE, accept: "queue 0 to 2 drr", prints: "queue 0 to 2 drr weight 1", undo: "undo queue 0 to 2 drr weight 1", refuse: "queue drr", says: wrong},
	{before: inE, accept: "queue 0 drr weight 20", refuse: "undo queue 0 drr weight", says: missing},
	{before: inE, accept: "queue 0 to 2 shaping cir 1000 kbps pir 2000 kbps", refuse: "queue 0 shaping", says: missing},
	{before: inE, accept: "priority-group 0 shaping cir 1000 kbps", undo: "undo priority-group 0 shaping", refuse: "priority-group 0 shaping", says: missing},
	{before: makeE + atPort, accept: "dcb ets enable E", undo: "undo dcb ets enable", refuse: "qos drr 0 to 5", says: refused},
	{accept: "dcb app-profile A", then: "quit\n" + atPort + "dcb app-profile enable A\nquit", refuse: "undo dcb app-profile A", says: refused},
	{before: "dcb app-profile A\n", accept: "application iscsi priority 4", refuse: "apps iscsi priority 4", says: unknown},
	{before: "dcb app-profile A\nquit\n" + atPort, accept: "dcb app-profile enable A", undo: "undo dcb app-profile enable", refuse: "dcb app-profile enable X", says: refused},
	{before: atPort, accept: "dcb app-profile disable", undo: "-", refuse: "undo dcb app-profile disable", says: unknown},
	{before: atPort, accept: "dcb compliance intel-oui", refuse: "dcb compliance ieee", says: unknown},
	{accept: "lldp enable", refuse: "lldp disable", says: unknown},
	{before: atPort, accept: "lldp tlv-enable dcbx", refuse: "lldp tlv-enable", says: missing},

	{before: atPort, accept: "qos pq 6 to 7 drr 0 to 5", prints: "qos drr 0 to 5", undo: "undo qos drr 0 to 5", refuse: "undo qos drr", says: unknown},
	{before: atPort, accept: "qos queue 4 drr weight 65", undo: "undo qos queue 4 drr weight", refuse: "undo qos queue 4 drr weight 65", says: tooMany},
	{on: switchV2, before: atPort, accept: "qos queue 4 wfq weight 65", undo: "undo qos queue 4 wfq weight", refuse: "qos queue 4 wrr weight 65", says: unknown},
	{before: atPort, accept: "qos queue 4 shaping cir 64 kbps pir 25 gbps", undo: "undo qos queue 4 shaping", refuse: "qos queue 4 shaping cir 2 gbps pir 1000 mbps", says: wrong},
	{before: atPort, accept: "qos queue 5 shaping percent cir 10", undo: "undo qos queue 5 shaping", refuse: "qos queue 5 shaping percent cir 101", says: wrong},
	{before: atPort, accept: "qos lr cir 1000 kbps outbound", undo: "undo qos lr", refuse: "qos lr cir 1000 kbps inbound", says: unknown},
	{before: atPort, accept: "qos car inbound cir 1000", refuse: "qos car", says: missing},
	{on: switchB, accept: "qos hpc enhanced", then: atPort, refuse: "qos drr 0 to 6", says: refused},

	{accept: "drop-profile W", then: "quit", refuse: "drop-profile bri", says: wrong},
	{before: inW, accept: "color green low-limit 80 high-limit 100 discard-percentage 10", undo: "undo color green", refuse: "color green low-limit 80 high-limit 101 discard-percentage 10", says: wrong},
	{before: inW, accept: "color red buffer-size " + curveLine, undo: "undo color red", refuse: "color red buffer-size low-limit 319 high-limit 640 discard-percentage 1", says: wrong},
	{before: inW, accept: "color yellow buffer-size cell low-limit 10 high-limit 20 discard-percentage 30", undo: "undo color yellow",
		refuse: "color yellow buffer-size cell low-limit 10 high-limit 106497 discard-percentage 30", says: wrong},
	{on: switchV2, before: inW, accept: "color non-tcp buffer-size " + curveLine, undo: "undo color non-tcp", refuse: "color non-tcp buffer-size cell", says: missing},
	{before: inW, accept: "ecn low-limit 10 high-limit 20 discard-percentage 30", undo: "undo ecn", refuse: "ecn low-limit 21 high-limit 20 discard-percentage 30", says: wrong},
	{before: inW, accept: "ecn buffer-size " + curveLine, undo: "undo ecn", refuse: "undo ecn buffer-size", says: unknown},
	{before: inW, accept: "ecn buffer-size cell low-limit 10 high-limit 20 discard-percentage 30", undo: "undo ecn", refuse: "ecn weight 9", says: unknown},
	{on: switchV2, before: inW, accept: "ecn weight 9", undo: "undo ecn weight", refuse: "undo ecn", says: refused},
	{before: makeW + atPort, accept: "qos queue 4 wred W", undo: "undo qos queue 4 wred", refuse: "qos queue 4 wred X", says: refused},
	{before: withWRED, accept: "qos queue 4 ecn", then: "undo qos queue 4 ecn\nundo qos queue 4 wred", refuse: "qos queue 4 ecn", says: refused},
	{on: switchB, accept: "qos ecn enable", then: makeW + atPort, refuse: "qos queue 7 wred W", says: refused},
	{on: switchCE128, accept: "qos ecn", refuse: "qos ecn enable", says: unknown},

	{before: atPort, accept: "qos buffer queue 4 shared-threshold dynamic 12", undo: "undo qos buffer queue 4", refuse: "qos buffer queue 4 shared-threshold dynamic 0", says: wrong},
	{on: switchC, before: atPort, accept: "qos buffer queue 4 shared-threshold dynamic 0", undo: "undo qos buffer queue 4 shared-threshold dynamic 0",
		refuse: "qos buffer queue 4 shared-threshold static 640 bytes", says: unknown},
	{before: atPort, accept: "qos buffer queue 4 shared-threshold static 640 kbytes", undo: "undo qos buffer queue 4", refuse: "qos buffer queue 4 shared-threshold static 34 mbytes", says: wrong},
	{on: switchB, accept: "qos burst-mode shared", then: atPort, refuse: "qos buffer queue 4 shared-threshold dynamic 4", says: refused},
	{accept: "qos burst-mode extreme slot 1", refuse: "undo qos burst-mode extreme", says: missing},
	{on: switchC, accept: "qos burst-mode enhanced slot 1", then: "undo qos burst-mode enhanced slot 1\n" + atPort + "qos buffer queue 4 shared-threshold dynamic 4\nquit",
		refuse: "qos burst-mode enhanced slot 1", says: refused},

	{accept: "ai-service", then: "quit", refuse: "ai-service on", says: tooMany},
	{before: "ai-service\n", accept: "ai-ecn", then: "quit", refuse: "assign queue 4", says: unknown},
	{before: inAIECN, accept: "ai-ecn enable", refuse: "ai-ecn disable", says: unknown},
	{before: inAIECN, accept: "assign queue 4 model ai_ecn_hpc", undo: "undo assign queue 4", then: "quit\nquit\n" + makeW + atPort, refuse: "qos queue 4 wred W", says: refused},
	{before: "ai-service\niqcn\n", accept: "rpg-time-reset 400", undo: "undo rpg-time-reset", refuse: "rpg-time-reset", says: missing},
	{before: atPort, accept: "iqcn enable", refuse: "npcc enable", says: refused},
	{before: atPort, accept: "npcc enable", refuse: "iqcn enable", says: refused},

	{accept: "acl number 3001", undo: "undo acl 3001", then: "quit\n" + inC + "if-match acl 3001\nquit", refuse: "undo acl number 3001", says: refused},
	{accept: "acl name ROCE advance", undo: "undo acl name ROCE", refuse: "acl ROCE", says: unknown},
	{before: "acl number 3001\n", accept: "rule 5 permit udp destination-port eq 4791", undo: "undo rule 5", refuse: "rule permit", says: wrong},
	{accept: "traffic classifier C type and", undo: "undo traffic classifier C", then: "if-match dscp 24\nquit", refuse: inC, says: refused},
	{accept: "traffic classifier C", prints: "traffic classifier C type or", then: "quit\n" + inB + "quit\ntraffic policy P\nclassifier C behavior B\nquit",
		refuse: "undo traffic classifier C", says: refused},
	{before: inC, accept: "if-match dscp 24 26", undo: "undo if-match dscp", refuse: "if-match dscp 64", says: wrong},
	{before: makeList + inC, accept: "if-match acl 3001", refuse: "undo if-match acl", says: missing},
	{before: "acl ipv6 number 3001\nquit\n" + inC, accept: "if-match ipv6 acl 3001", refuse: "if-match acl 3001", says: refused},
	{before: inC, accept: "if-match 8021p 3", undo: "undo if-match 8021p", then: "quit\ntraffic classifier C2 type and\nif-match dscp 24", refuse: "if-match 8021p 3", says: refused},
	{before: inC, accept: "if-match vxlan acl 3001", undo: "undo if-match vxlan", refuse: "if-match vxlan", says: missing},
	{before: inC, accept: "if-match any", refuse: "if-match all", says: unknown},
	{accept: "traffic behavior B", then: "quit\n" + inC + "quit\ntraffic policy P\nclassifier C behavior B\nquit", refuse: "undo traffic behavior B", says: refused},
	{before: inB, accept: "remark dscp 24", undo: "undo remark dscp", refuse: "remark dscp 64", says: wrong},
	{before: inB, accept: "remark 8021p 3", undo: "undo remark 8021p", refuse: "remark 8021p 8", says: wrong},
	{before: inB, accept: "remark local-precedence af4 green", undo: "undo remark local-precedence", refuse: "remark local-precedence af5", says: unknown},
	{before: inB, accept: "car cir 1000 kbps", undo: "undo car", refuse: "car", says: missing},
	{before: inB, accept: "statistics enable", refuse: "statistics", says: missing},
	{before: inB, accept: "deny", refuse: "drop", says: unknown},
	{accept: "traffic policy P", then: "quit\n" + atPort + "traffic-policy P inbound\nquit", refuse: "undo traffic policy P", says: refused},
	{before: makePolicy + "traffic policy P\n", accept: "classifier C behavior B precedence 10", undo: "undo classifier C",
		then: "quit\ntraffic classifier C2\nquit\ntraffic policy P\n", refuse: "classifier C2 behavior B precedence 10", says: refused},
	{before: makePolicy + "traffic policy P\n", accept: "classifier C behavior B", prints: "classifier C behavior B precedence 5", undo: "undo classifier C behavior B",
		refuse: "classifier X behavior B", says: refused},
	{before: makePolicy + atPort, accept: "traffic-policy P inbound", refuse: "undo traffic-policy P", says: missing},
	{before: makePolicy, accept: "traffic-policy P global slot 1 inbound", refuse: "undo traffic policy P", says: refused},
	{accept: "qos traffic-policy only-one-effective", refuse: "qos traffic-policy", says: missing},

	{accept: "interface Vlanif10", then: "quit", refuse: "undo interface 25GE1/0/1", says: wrong},
	{accept: "port-group G", then: "group-member 25GE1/0/1", refuse: "qos queue 9 drr weight 3", says: wrong},
	{before: "port-group G\n", accept: "group-member 25GE1/0/1", refuse: "group-member 25GE", says: refused},
	{before: atUplink, accept: "portswitch", prints: "-", undo: "-", then: "quit\n" + atPort, refuse: "mtu 9216", says: unknown},
	{before: atPort, accept: "jumboframe enable 9500", undo: "undo jumboframe enable", refuse: "jumboframe enable 9712", says: wrong},
	{on: switchV2, before: atPort, accept: "jumboframe enable 9712", undo: "undo jumboframe enable", refuse: "undo jumboframe enable 9712", says: tooMany},
	{before: atUplink, accept: "mtu 9216", undo: "undo mtu", refuse: "mtu 9601", says: wrong},
	{before: atPort, accept: "flow-control input", undo: "undo flow-control", then: "quit\n" + makePool + makeF + atPort, refuse: "dcb pfc enable F mode manual", says: refused},
	{on: switchV2, before: atPort, accept: "flow-control", then: "quit\n" + makeF + atPort, refuse: "dcb pfc enable F mode manual", says: refused},
	{before: atPort, accept: "eth-trunk 1", undo: "undo eth-trunk", refuse: "eth-trunk 2", says: refused},

	{before: "interface Nve1\n", accept: "qos phb marking dscp disable", refuse: "trust dscp", says: unknown},
	{accept: "assign forward nvo3 egress mark-ecn enable", refuse: "assign forward nvo3 egress mark-ecn", says: missing},

	{accept: "sysname LEAF02", undo: "-", refuse: "undo sysname", says: unknown},
	{accept: "ntp server 192.0.2.1", refuse: "undo ntp server 192.0.2.2", says: refused},
	{accept: "vlan 10", then: "quit\n" + makePolicy + "vlan 10\ntraffic-policy P inbound\nquit", refuse: "undo traffic policy P", says: refused},
	{accept: "bgp 65000", refuse: "undo 65001", says: refused},
	{accept: "stack", then: "quit", refuse: "undo evpn", says: refused},
	{before: "bgp 65000\n", accept: "router-id 10.0.0.1", refuse: "undo peer 10.0.0.2", says: refused},
	{before: atPort, accept: "description host-02", undo: "-", refuse: "descriptive host-02", says: unknown},
	{before: atPort, accept: "shutdown", refuse: "shut down", says: tooMany},
	{before: atPort, accept: "stp edged-port enable", refuse: "port priority 9", says: wrong},
	{before: "interface Nve1\n", accept: "source 10.0.0.1", refuse: "qos drr 0 to 5", says: unknown},
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
		if !seen[row] && row.does != wipes {
			t.Errorf("no case accepts %q", row.line)
		}
	}
}

func (c rowCase) run(t *testing.T) *manualRow {
	on := c.on
	if on.Model == "" {
		on = switchA
	}
	d := startReplay(t, bareSwitch, on, c.readings)
	d.must(t, c.before)
	before, inside := d.printed(), d.at
	row := d.rowOf(t, c.accept)
	d.must(t, c.accept)
	after := d.printed()
	if prints := c.prints; prints != "-" {
		if prints == "" {
			prints = c.accept
		}
		if !strings.Contains(after, prints+"\n") && !strings.Contains(after, prints+" ") {
			t.Errorf("%q is not printed:\n%s", prints, after)
		}
	}
	c.refused(t, d)
	if c.undo == "-" {
		return row
	}
	undo := c.undo
	if undo == "" {
		undo = "undo " + c.accept
	}
	d = startReplay(t, after, on, c.readings)
	d.must(t, c.before)
	if d.at.mode != inside.mode {
		t.Fatalf("typed again %q leads to another view", c.before)
	}
	d.must(t, undo)
	if diff := cmp.Diff(before, d.printed()); diff != "" {
		t.Errorf("%q leaves:\n%s", undo, diff)
	}
	return row
}

// rowOf is the row of a command in the present view. Typed again it changes nothing.
func (d *device) rowOf(t *testing.T, command string) *manualRow {
	t.Helper()
	c, says := d.parse(command)
	if says != "" {
		t.Fatalf("%q is refused: %s", command, says)
	}
	return c.row
}

// refused types what must be refused, and sees that nothing changes.
func (c rowCase) refused(t *testing.T, d *device) {
	t.Helper()
	d.must(t, c.then)
	before, at := d.printed(), d.at
	err := d.types(c.refuse)
	var r *Refusal
	switch {
	case !errors.As(err, &r):
		t.Errorf("%q is not refused", c.refuse)
	case !strings.HasPrefix(r.Says, c.says) || r.Command != strings.TrimSpace(c.refuse) || !strings.Contains(err.Error(), r.Command):
		t.Errorf("%q is refused with %q", c.refuse, err)
	}
	if diff := cmp.Diff(before, d.printed()); diff != "" || d.at != at {
		t.Errorf("%q is refused and changed:\n%s", c.refuse, diff)
	}
}
