package cloudengine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// refusedWith types commands, the last one as a step of its own, and tells what that is refused with; every other one must be
// accepted.
func refusedWith(t *testing.T, d *device, commands string) string {
	t.Helper()
	all := commandLines(commands)
	d.must(t, strings.Join(all[:len(all)-1], "\n"))
	before := d.printed()
	err := d.types(all[len(all)-1])
	if err == nil {
		t.Errorf("%q is accepted", all[len(all)-1])
		return ""
	}
	if diff := cmp.Diff(before, d.printed()); diff != "" {
		t.Errorf("%q is refused and changed:\n%s", all[len(all)-1], diff)
	}
	var r *Refusal
	errors.As(err, &r)
	return r.Says
}

// bound is a port with everything bound to it.
const bound = makePool + makeD + makeF + makeW + makePolicy + atPort + "trust upstream D\ndcb pfc enable F mode manual\nqos queue 4 wred W\nqos queue 4 ecn\n" +
	"traffic-policy P inbound\nquit\n"

func TestWrongOrdersAreRefused(t *testing.T) {
	for _, c := range []struct{ name, commands, says string }{
		{"domain bound before it exists", atPort + "trust upstream D", "Error: It does not exist."},
		{"PFC profile bound before it exists", makePool + atPort + "dcb pfc enable F mode manual", "Error: It does not exist."},
		{"drop profile bound before it exists", atPort + "qos queue 4 wred W", "Error: It does not exist."},
		{"ETS profile bound before it exists", atPort + "dcb ets enable E", "Error: It does not exist."},
		{"policy applied before it exists", atPort + "traffic-policy P inbound", "Error: It does not exist."},
		{"classifier before it exists", inB + "quit\ntraffic policy P\nclassifier C behavior B", "Error: It does not exist."},
		{"behavior before it exists", inC + "quit\ntraffic policy P\nclassifier C behavior B", "Error: It does not exist."},
		{"access list before it exists", inC + "if-match acl 3001", "Error: It does not exist."},
		{"ECN before WRED", makeW + atPort + "qos queue 4 ecn", "Error: WRED is not configured"},
		{"ECN with WRED of another queue", withWRED + "qos queue 3 ecn", "Error: WRED is not configured"},
		{"WRED goes before ECN", withWRED + "qos queue 4 ecn\nundo qos queue 4 wred", "Error: ECN is enabled"},
		{"PFC before the headroom pool", makeF + atPort + "dcb pfc enable F mode manual", "Error: The headroom pool"},
		{"PFC with the headroom pool of another slot", "qos buffer headroom-pool size 4 mbytes slot 2\n" + makeF + atPort + "dcb pfc enable F mode manual", "Error: The headroom pool"},
		{"headroom pool goes before PFC", bound + "undo qos buffer headroom-pool slot 1", "Error: PFC is enabled"},
		{"domain goes while bound", bound + "undo diffserv domain D", "Error: It is being used."},
		{"PFC profile goes while bound", bound + "undo dcb pfc F", "Error: It is being used."},
		{"drop profile goes while bound", bound + "undo drop-profile W", "Error: It is being used."},
		{"policy goes while applied", bound + "undo traffic policy P", "Error: It is being used."},
		{"PFC profile goes while one of two ports has it", bound + atUplink + "dcb pfc enable F mode manual\nquit\n" + atPort + "undo dcb pfc enable\nquit\nundo dcb pfc F",
			"Error: It is being used."},
		{"auto before LLDP", makePool + atPort + "lldp tlv-enable dcbx\ndcb pfc enable mode auto", "Error: LLDP"},
		{"auto before the TLV", makePool + "lldp enable\n" + atPort + "dcb pfc enable mode auto", "Error: LLDP"},
		{"second profile before the first has gone", bound + "dcb pfc F2\nquit\n" + atPort + "dcb pfc enable F2 mode manual", "Error: The port has another"},
		{"settings of a priority that has no PFC", inF + "priority 4 turn-off threshold 20", "Error: PFC is not enabled"},
		{"priority goes before its settings", inF4 + "priority 4 turn-off threshold 20\nundo priority 4", "Error: The priority has other"},
		{"all priorities go before the settings of one", inF4 + "priority 4 turn-off threshold 20\nundo priority", "Error: The priority has other"},
		{"ETS while queues are in DRR", makeE + atPort + "qos drr 0 to 5\ndcb ets enable E", "Error: ETS excludes"},
		{"ETS while a queue has WRED", makeE + withWRED + "dcb ets enable E", "Error: ETS excludes"},
		{"ETS while a queue is shaped", makeE + atPort + "qos queue 4 shaping cir 1000\ndcb ets enable E", "Error: ETS excludes"},
		{"WRED while there is ETS", makeE + makeW + atPort + "dcb ets enable E\nqos queue 4 wred W", "Error: ETS excludes"},
		{"shaping while there is ETS", makeE + atPort + "dcb ets enable E\nqos queue 4 shaping percent cir 10", "Error: ETS excludes"},
		{"trunk goes before its members", "undo interface Eth-Trunk1", "Error: The Eth-Trunk has members."},
		{"another trunk before the first is left", "interface Eth-Trunk2\nquit\n" + atMember + "eth-trunk 2", "Error: The port is a member"},
		{"flow control beside PFC", bound + atPort + "flow-control output", "Error: flow-control and"},
		{"view of another object", inD + "priority 4", unknown},
		{"interface out of another view", inD + atPort, unknown},
		{"undo out of another view", makeD + atPort + "undo diffserv domain D", unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			if says := refusedWith(t, startReplay(t, bareSwitch, switchA, nil), c.commands); !strings.HasPrefix(says, c.says) {
				t.Errorf("refused with %q, not %q", says, c.says)
			}
		})
	}
}

func TestRightOrdersAreAccepted(t *testing.T) {
	d := startReplay(t, bareSwitch, switchA, nil)
	before := d.printed()
	d.must(t, bound)
	d.must(t, atPort+`undo traffic-policy P inbound
		undo qos queue 4 ecn
		undo qos queue 4 wred
		undo trust upstream
		undo dcb pfc enable
		quit
		undo traffic policy P
		undo traffic behavior B
		undo traffic classifier C
		undo drop-profile W
		undo diffserv domain D
		undo dcb pfc F
		undo qos buffer headroom-pool slot 1`)
	if diff := cmp.Diff(before, d.printed()); diff != "" {
		t.Error(diff)
	}
	if leaned := d.Leaned(); leaned != nil {
		t.Errorf("it leaned on %v", leaned)
	}
}

func TestConstraints(t *testing.T) {
	for _, c := range []struct {
		on       vendors.Platform
		commands string
		says     string
	}{
		{switchA, "undo diffserv domain default", "Error: The default one"},
		{switchA, "undo drop-profile default", "Error: The default one"},
		{switchA, "undo dcb ets-profile default", "Error: The default one"},
		{switchA, "diffserv domain " + strings.Repeat("x", 32), wrong},
		{switchA, "undo diffserv domain " + strings.Repeat("x", 31), saysAbsent},
		{switchA, "drop-profile b", wrong}, {switchA, "drop-profile brief", wrong},
		{switchA, inF + "priority 0 1 2 4", saysFull},
		{switchB, inF + "priority 6", wrong}, {switchB, inF + "priority 4 5\npriority 0", saysFull},
		{switchB, inF + "priority 0 1 2", saysFull},
		{switchC, "dcb pfc F", unknown}, {switchC, "dcb ets-profile E", unknown}, {switchC, atPort + "dcb pfc enable mode manual", unknown},
		{switchC, atPort + "qos lpq 0 to 2", unknown}, {switchV2, atPort + "qos lpq 0 to 2", unknown}, {switchA, atPort + "qos wfq 0 to 2", unknown},
		{switchLL, makePool + makeF + "lldp enable\n" + atPort + "lldp tlv-enable dcbx\ndcb pfc enable F mode auto", unknown},
		{switchLL, "dcb ets-profile E", unknown}, {switchLL, atPort + "trust 8021p inner", unknown},
		{switchLL, "qos buffer headroom-pool size 9217 kbytes slot 1", wrong}, {switchA, "qos buffer headroom-pool size 31 mbytes slot 1", wrong},
		{switchB, "qos buffer headroom-pool size 3 mbytes slot 1", wrong}, {switchA, "qos buffer headroom-pool size 15 kbytes slot 1", wrong},
		{switchV2, "qos buffer headroom-pool size 4 mbytes slot 1", unknown}, {switchV2, "dcb pfc dscp-mapping enable slot 1", unknown},
		{switchB, "dcb pfc dscp-mapping enable slot 1", unknown}, {switchV2, "interface Nve1\nqos phb marking dscp disable", unknown},
		{switchV2, inF4 + "priority 4 deadlock-detect time 2", unknown}, {switchA, inF4 + "priority 4 deadlock-detect time 2 deadlock-recovery time 3", unknown},
		{switchB, inF4 + "priority 4 deadlock-detect time 2", unknown},
		{switchA, atUplink + "trust dscp", unknown}, {switchV2, atUplink + "trust dscp", unknown}, {switchA, "interface Eth-Trunk1\ntrust 8021p outer", unknown},
		{switchA, atUplink + "port priority 3", unknown}, {switchA, atPort + "mtu 9000", unknown}, {switchA, atMember + "port priority 3", "Error: The port is a member"},
		{switchA, makeD + atMember + "trust upstream D", "Error: The port is a member"}, {switchA, atMember + "jumboframe enable 9500", "Error: The port is a member"},
		{switchA, atBundle + "qos drr 0 to 5", unknown}, {switchA, atBundle + "dcb pfc enable mode manual", unknown}, {switchA, makeW + atBundle + "qos queue 4 wred W", unknown},
		{switchA, atBundle + "dcb pfc buffer 4 hdrm 512", unknown}, {switchA, "interface 25GE1/0/1.10\nqos drr 0 to 5", unknown},
		{switchA, "interface Vlanif10\ntrust dscp", unknown}, {switchA, "interface 25GE1/0/2", wrong}, {switchA, "interface 25GE1/0/2.10", wrong},
		{switchA, "undo interface 25GE1/0/1", wrong}, {switchA, "interface Foo1", wrong},
		{switchB, makeW + atPort + "qos queue 6 wred W\nqos queue 6 ecn", unknown}, {switchB, makeW + atPort + "qos queue 7 wred W\nquit\nqos ecn enable", saysGlobalECN},
		{switchB, atPort + "qos drr 0 to 6\nquit\nqos hpc enhanced", saysHPC}, {switchB, atPort + "qos lpq 7\nquit\nqos hpc enhanced", saysHPC},
		{switchB, "qos hpc enhanced\n" + atPort + "qos lpq 6", saysHPC},
		{switchA, makeW + atPort + "qos queue 4 wred W\nquit\n" + inAIECN + "assign queue 4", saysAI},
		{switchA, inAIECN + "assign queue 4\nquit\nquit\n" + makeW + atPort + "qos queue 4 wred W", saysAI},
		{switchB, inAIECN + "assign queue 3\nassign queue 4\nassign queue 5", saysFull},
		{switchA, "dcb pfc buffer 4 hdrm 512", refused},
		{switchA, atPort + "dcb pfc buffer 4 xoff static 1 mbytes xon offset 1024 kbytes", wrong},
		{switchB, atPort + "dcb pfc buffer 4 xon static 126 kbytes xoff static 125 kbytes", wrong},
		{switchB, atPort + "dcb pfc buffer 4 guaranteed 1600 bytes", unknown}, {switchB, atPort + "dcb pfc buffer 4 hdrm 256", unknown},
		{switchB, atPort + "dcb pfc buffer 4 xon static 200 kbytes xoff static 250 kbytes\nundo dcb pfc buffer 4", unknown},
		{switchB, inW + "ecn buffer-size low-limit 127 high-limit 500 discard-percentage 30", wrong},
		{switchC, inW + "ecn buffer-size low-limit 288 high-limit 36000001 discard-percentage 30", wrong},
		{switchLL, inW + "ecn buffer-size cell low-limit 0 high-limit 3 discard-percentage 30", wrong},
		{switchA, inW + "ecn buffer-size low-limit 640 high-limit 320 discard-percentage 30", wrong},
		{switchColor, inW + "ecn buffer-size " + curveLine, unknown}, {switchA, inW + "ecn weight 9", unknown}, {switchA, inW + "color non-tcp " + curveLine, refused},
		{switchV2, inF + deadlockV2, "Error: PFC is not enabled"}, {switchA, inF + "priority 4 deadlock-detect time 2", "Error: PFC is not enabled"},
		{switchA, inF + "priority 4 deadlock-recovery time 2", "Error: PFC is not enabled"}, {switchA, "undo dcb app-profile default", "Error: The default one"},
		{switchA, makeE + atPort + "dcb ets enable E\nqos queue 4 shaping cir 1000", saysETS}, {switchA, atPort + "qos queue 4 shaping percent cir 20 pir 10", wrong},
		{switchA, inW + "color green low-limit 2 high-limit 1 discard-percentage 30", wrong}, {switchA, inW + "color green buffer-size cell low-limit 2 high-limit 1 discard-percentage 30", wrong},
		{switchA, inW + "color green buffer-size low-limit 3200 high-limit 320 discard-percentage 30", wrong}, {switchV2, inW + "color non-tcp low-limit 2 high-limit 1 discard-percentage 30", wrong},
		{switchA, inW + "ecn buffer-size cell low-limit 2 high-limit 1 discard-percentage 30", wrong}, {switchA, withWRED + "quit\n" + "undo drop-profile W", "Error: It is being used."},
		{switchA, inAIECN + "assign queue 4\nquit\nquit\n" + makeW + atPort + "qos queue 3 wred W\nqos queue 4 ecn", "Error: WRED is not configured"},
		{switchA, "qos burst-mode extreme slot 1\n" + atPort + "qos buffer queue 4 shared-threshold dynamic 4", saysBurst},
		{switchA, "qos burst-mode extreme slot 1\n" + atPort + "qos buffer queue 4 shared-threshold static 64 kbytes", saysBurst},
		{switchC, "qos burst-mode enhanced slot 1\n" + atPort + "qos buffer queue 4 shared-threshold dynamic 4", saysBurst},
		{switchA, atPort + "qos buffer queue 4 shared-threshold dynamic 4\nquit\nqos burst-mode extreme slot 1", saysBurst},
		{switchB, atPort + "qos buffer queue 4 shared-threshold dynamic 4\nquit\nqos burst-mode shared", saysBurst},
		{switchA, "acl name ROCE advance\nquit\n" + inC + "if-match acl ROCE\nquit\nundo acl name ROCE", "Error: It is being used."},
		{switchA, "traffic classifier C type and\nif-match ecn 1\nif-match dscp 24", "Error: The rules of the classifier"},
		{switchA, inC + "if-match ipv6 acl 3001", "Error: It does not exist."}, {switchA, "traffic-policy P global inbound", "Error: It does not exist."},
		{switchA, makePolicy + "traffic policy P\nclassifier C2 behavior B precedence 5", "Error: It does not exist."},
		{switchA, makePolicy + "traffic policy P\nclassifier C behavior B2", "Error: It does not exist."},
		{switchV2, makeF + atPort + "dcb pfc enable F mode manual\nflow-control", saysFlowControl}, {switchA, atPort + "eth-trunk 7", "Error: The Eth-Trunk does not exist."},
		{switchA, makePool + makeF + atPort + "flow-control output\ndcb pfc enable F mode manual", saysFlowControl},
		{switchC, atPort + "jumboframe enable 15361", wrong}, {switchA, atPort + "jumboframe enable 1517", wrong},
		{switchA, atPort + "trust upstream none\nqos phb marking 8021p disable", saysMarking},
		{switchA, atPort + "qos phb marking 8021p disable\ntrust upstream none", saysMarking},
		{switchA, makePolicy + "traffic policy P2\nquit\ntraffic policy P3\nquit\n" + atPort + "traffic-policy P inbound\ntraffic-policy P2 inbound\ntraffic-policy P3 inbound", saysFull},
		{switchA, "traffic classifier C type and\nif-match dscp 24\nif-match ecn 1", "Error: The rules of the classifier"},
		{switchA, makePolicy + inC + "if-match dscp 24\nquit\ntraffic classifier C type and", "Error: The classifier has rules."},
		{switchA, "system-view", unknown}, {switchA, "return\nsysname X", unknown}, {switchA, "quit\nquit", unknown},
		{switchA, "dcb", missing}, {switchA, "qos queue", unknown}, {switchA, "undo", missing}, {switchA, "frobnicate", unknown},
		{switchA, inD + "ip-dscp-inbound 24 phb 8", unknown}, {switchA, atPort + "qos drr 0 to", unknown}, {switchA, atPort + "qos drr to 5", unknown},
		{switchA, inD + "ip-dscp-inbound 24 phb 7 2", unknown}, {switchA, "interface 25GE1//1", wrong}, {switchA, "interface 25GE/1", wrong}, {switchA, "interface Vlanif", wrong},
		{switchA, "drop-profile W X", tooMany}, {switchA, "d", "Error: Ambiguous"}, {switchA, atPort + "qos queue 8 ecn", wrong},
	} {
		if says := refusedWith(t, startReplay(t, bareSwitch, c.on, nil), c.commands); !strings.HasPrefix(says, c.says) {
			t.Errorf("%s: %q is refused with %q, not %q", c.on.Family, c.commands, says, c.says)
		}
	}
}

func TestUndoOfWhatIsNotThere(t *testing.T) {
	for _, commands := range []string{
		"undo diffserv domain D", "undo dcb pfc F", "undo drop-profile W", "undo lldp enable", "undo qos buffer headroom-pool slot 1",
		makePool + "undo qos buffer headroom-pool slot 2", makePool + "undo qos buffer headroom-pool size 5 mbytes slot 1",
		atPort + "undo trust", makeD + atPort + "trust upstream D\nundo trust", atPort + "trust dscp\nundo trust upstream",
		atPort + "undo dcb pfc enable", atPort + "undo dcb pfc buffer", atPort + "undo qos drr 0 to 5", atPort + "qos drr 0 to 4\nundo qos drr 0 to 5",
		atPort + "undo qos queue 4 wred", atPort + "undo qos queue 4 ecn", atPort + "undo qos queue 4 drr weight", atPort + "undo jumboframe enable",
		withWRED + "undo qos queue 3 wred", inF + "undo priority 4", inF4 + "undo priority 4 turn-off threshold 20",
		inF4 + "priority 4 turn-off threshold 20\nundo priority 4 turn-off threshold 21", inF + "undo priority 3\nundo priority 3",
		inD + "undo ip-dscp-inbound", inD + "ip-dscp-inbound 24 phb af4\nundo ip-dscp-inbound 2", inW + "undo ecn", inW + "undo color green",
		"undo interface Eth-Trunk7", makePolicy + atPort + "traffic-policy P inbound\nundo traffic-policy P outbound", atUplink + "undo mtu",
		"undo ai-service", "undo bgp 65000",
	} {
		d := startReplay(t, bareSwitch, switchA, nil)
		if says := refusedWith(t, d, commands); says != saysAbsent {
			t.Errorf("%q is refused with %q", commands, says)
		}
		if !slices.Contains(d.Leaned(), doubts[doubtUndoAbsent].ID) {
			t.Errorf("%q leans on %v", commands, d.Leaned())
		}
	}
}

// TestWhatIsPrinted: defaults vanish, forms are completed, sets are put together.
func TestWhatIsPrinted(t *testing.T) {
	for _, c := range []struct {
		on       vendors.Platform
		commands string
		prints   string // the block that was typed in last, its lines joined
	}{
		{switchA, inD + "ip-dscp-inbound 24 phb af3 green", ""},
		{switchA, inD + "ip-dscp-inbound 24 phb af4\nip-dscp-inbound 24 phb af3", ""},
		{switchA, inD + "ip-dscp-inbound 12 phb af1 yellow\nip-dscp-inbound 14 phb af1 red\nip-dscp-inbound 46 phb ef\nip-dscp-inbound 44 phb ef green", ""},
		{switchA, inD + "ip-dscp-inbound 12 phb af1 green", "ip-dscp-inbound 12 phb af1 green"},
		{switchA, inD + "8021p-inbound 4 phb 4\n8021p-outbound af4 red map 4", ""},
		{switchA, inD + "ip-dscp-outbound af4 green map 34\nip-dscp-outbound af1 red map 14\nip-dscp-outbound ef yellow map 46\nip-dscp-outbound cs6 green map 48\nip-dscp-outbound be red map 0", ""},
		{switchA, inD + "ip-dscp-outbound af4 yellow map 34", "ip-dscp-outbound af4 yellow map 34"},
		{switchA, inD + "8021p-inbound 3 phb af4\nip-dscp-inbound 26 phb af4\nip-dscp-inbound 7 phb af4",
			"ip-dscp-inbound 7 phb af4 green|ip-dscp-inbound 26 phb af4 green|8021p-inbound 3 phb af4 green"},
		{switchA, inF4 + "priority 4 deadlock-detect time 10\npriority 4 deadlock-recovery time 10\npriority 4 turn-off threshold 30\npriority 4 error-down threshold 30", "priority 4"},
		{switchA, inF + "priority 3 4", "priority 3 4"}, {switchA, inF4 + "priority 5", "priority 4 5"}, {switchA, inF4 + "undo priority 3", "priority 4|undo priority 3"},
		{switchA, inF + "priority 3 4\nundo priority 3", "priority 4|undo priority 3"}, {switchA, inF + "undo priority 3\npriority 4 5\nundo priority 4", "priority 5|undo priority 3"},
		{switchA, inF4 + "undo priority 3\npriority 3", "priority 4"}, {switchA, inF4 + "undo priority", ""},
		{switchV2, inF4 + "priority 4 deadlock-detect time 10 deadlock-recovery time 10", "priority 4|priority 4 deadlock-detect time 10 deadlock-recovery time 10"},
		{switchA, atPort + "trust dscp\ntrust 8021p outer", ""}, {switchA, atPort + "trust dscp\ntrust 8021p inner", "trust 8021p inner"},
		{switchA, makeD + atPort + "trust upstream D\ntrust upstream default", ""}, {switchA, makeD + atPort + "trust upstream D\ntrust dscp\nundo trust", "trust upstream D"},
		{switchA, atPort + "port priority 3\nport priority 0", ""}, {switchA, atPort + "jumboframe enable 9500\njumboframe enable 9216", ""},
		{switchA, "interface 100GE1/0/49\nmtu 9000\nmtu 1500", "undo portswitch"},
		{switchA, atPort + "qos drr 0 to 5\nqos queue 4 drr weight 9\nqos queue 4 drr weight 1", "qos drr 0 to 5"},
		{switchA, atPort + "dcb pfc buffer 4 xoff dynamic 4\ndcb pfc buffer 4 xoff dynamic 3\ndcb pfc buffer 4 hdrm 256\ndcb pfc buffer 4 guaranteed 1600 bytes", ""},
		{switchA, atPort + "dcb pfc buffer 4 xoff dynamic 3 xon offset 6", ""}, {switchV2, atPort + "dcb pfc buffer 4 xoff dynamic 4", ""},
		{switchB, atPort + "dcb pfc buffer 4 xon static 100 kbytes xoff static 125 kbytes", ""}, {switchA, atPort + "port pfc-deadlock trigger turn-off", ""},
		{switchA, atPort + "dcb pfc buffer 4 hdrm 512\ndcb pfc buffer 4 xoff dynamic 5\ndcb pfc buffer 5 xoff dynamic 5\nundo dcb pfc buffer 4", "dcb pfc buffer 5 xoff dynamic 5"},
		{switchA, atPort + "dcb pfc buffer 4 hdrm 512\ndcb pfc buffer 4 xoff dynamic 5\nundo dcb pfc buffer 4 hdrm", "dcb pfc buffer 4 xoff dynamic 5"},
		{switchA, atPort + "dcb pfc buffer 5 hdrm 512\ndcb pfc buffer 4 hdrm 512\nundo dcb pfc buffer", ""},
		{switchV2, inW + "ecn buffer-size " + curveLine + "\necn weight 9\nundo ecn", "ecn weight 9"},
		{switchV2, inW + "ecn buffer-size " + curveLine + "\necn low-limit 10 high-limit 20 discard-percentage 30", "ecn low-limit 10 high-limit 20 discard-percentage 30"},
		{switchA, inW + "color green buffer-size " + curveLine + "\ncolor green low-limit 10 high-limit 20 discard-percentage 30", "color green low-limit 10 high-limit 20 discard-percentage 30"},

		{switchA, atPort + "qos pq 6 to 7 drr 0 to 5", "qos drr 0 to 5"}, {switchA, atPort + "qos drr 0 to 2 4\nqos drr 3", "qos drr 0 to 4"},
		{switchA, atPort + "qos drr 0 to 5\nqos pq 5", "qos drr 0 to 4"}, {switchA, atPort + "qos drr 0 to 5\nqos lpq 0", "qos drr 1 to 5|qos lpq 0"},
		{switchA, atPort + "qos drr 0 to 4 lpq 5\nqos drr 5", "qos drr 0 to 5"}, {switchA, atPort + "qos drr 0 to 5\nundo qos drr 0 to 5", ""},
		{switchA, atPort + "qos drr 0 to 5\nqos queue 4 drr weight 9\nqos queue 5 drr weight 8\nundo qos drr 5", "qos drr 0 to 4|qos queue 4 drr weight 9"},
		{switchA, atPort + "qos drr 0 to 5\nqos queue 4 drr weight 9\nqos queue 5 drr weight 8\nundo qos drr 0 to 5\nqos drr 0 to 4", "qos drr 0 to 4"},
		{switchA, atPort + "qos queue 4 drr weight 9\nqos drr 0 to 5", "qos drr 0 to 5|qos queue 4 drr weight 9"},
		{switchA, makeW + atPort + "qos queue 4 wred W\nqos queue 4 ecn\nqos queue 3 wred W\nqos queue 3 ecn\nqos queue 3 drr weight 5\nqos drr 0 to 5\nqos queue 5 shaping percent cir 10",
			"qos queue 5 shaping percent cir 10|qos drr 0 to 5|qos queue 3 drr weight 5|qos queue 3 wred W|qos queue 4 wred W|qos queue 3 ecn|qos queue 4 ecn"},
		{switchA, "dcb ets-profile E\npriority-group 0 drr weight 50\npriority-group 1 queue 3", ""},
		{switchA, "dcb ets-profile E\npriority-group 1 queue 4", "priority-group 0 queue 0 to 2 5|priority-group 1 queue 3 to 4"},
		{switchA, makePolicy + "traffic classifier C2\nquit\ntraffic policy P\nclassifier C behavior B\nclassifier C2 behavior B", "classifier C behavior B precedence 5|classifier C2 behavior B precedence 10"},
		{switchA, makePolicy + inC + "if-match dscp 26 24\nif-match dscp 46", "if-match dscp 24 26|if-match dscp 46"},
		{switchA, atUplink + "portswitch", ""},
		{switchA, makeD + atPort + "trust dscp\nport priority 3\ntrust upstream D\nqos drr 0 to 5\nundo portswitch", "undo portswitch|trust upstream D|qos drr 0 to 5"},
		{switchA, makeD + atUplink + "mtu 9000\ntrust upstream D\nportswitch", "trust upstream D"},
		{switchA, inW + "ecn low-limit 10 high-limit 10 discard-percentage 30", "ecn low-limit 10 high-limit 10 discard-percentage 30"},
		{switchA, inW + "ecn buffer-size low-limit 320 high-limit 34078720 discard-percentage 30", "ecn buffer-size low-limit 320 high-limit 34078720 discard-percentage 30"},
		{switchA, "qos buffer headroom-pool size 16 kbytes slot 1\nqos buffer headroom-pool size 30720 kbytes slot 2\n" + atPort + "qos drr 7", "qos drr 7"},
		{switchA, atPort + "qos queue 4 shaping cir 10 pir 10", "qos queue 4 shaping cir 10 kbps pir 10 kbps"},
		{switchA, atPort + "qos buffer queue 4 shared-threshold static 34078720 bytes", "qos buffer queue 4 shared-threshold static 34078720 bytes"},
		{switchA, "dcb ets-profile E\npriority-group 1 drr weight 60\npriority-group 1 queue 4\npriority-group 0 queue 4", "priority-group 1 drr weight 60"},
		{switchA, inW + "ecn low-limit 10 high-limit 20 discard-percentage 30\necn buffer-size " + curveLine, "ecn buffer-size " + curveLine},
		{switchA, inW + "ecn low-limit 10 high-limit 20 discard-percentage 30\necn buffer-size cell low-limit 1 high-limit 2 discard-percentage 30",
			"ecn buffer-size cell low-limit 1 high-limit 2 discard-percentage 30"},
		{switchA, "dcb app-profile A\nquit\n" + atPort + "dcb app-profile enable A\ndcb app-profile disable", "dcb app-profile disable"},
		{switchA, "dcb app-profile A\nquit\n" + atPort + "dcb app-profile disable\ndcb app-profile enable A", "dcb app-profile enable A"},
		{switchV2, atPort + "jumboframe enable 9712\njumboframe enable 9216", ""},
	} {
		d := startReplay(t, bareSwitch, c.on, nil)
		err := d.types(c.commands)
		if err != nil {
			t.Errorf("%q is refused: %v", c.commands, err)
			continue
		}
		if got := strings.Join(d.linesHere(), "|"); got != c.prints {
			t.Errorf("after %q there is\n%s, not\n%s", c.commands, got, c.prints)
		}
	}
}

// linesHere are the lines in scope of the open block, as another parse of the text finds them.
func (d *device) linesHere() (lines []string) {
	c, _ := New().Parse(d.Config().Bytes())
	block := treeOf(c).Find(d.at.header)
	if block == nil {
		return nil
	}
	for _, n := range block.Kids {
		if n.Kind != 0 {
			lines = append(lines, n.Text)
		}
	}
	return lines
}

// TestWhatTheSystemViewPrints: lines of the whole switch, by slot, and defaults of them.
func TestWhatTheSystemViewPrints(t *testing.T) {
	for _, c := range []struct {
		on       vendors.Platform
		commands string
		prints   []string // what comes, in order
	}{
		{switchA, "dcb pfc deadlock-detect interval 100\ndcb pfc deadlock-detect interval 10", nil},
		{switchB, "dcb pfc deadlock-detect timer 200\ndcb pfc deadlock-detect timer 100\ndcb pfc deadlock-recovery timer 200\ndcb pfc deadlock-recovery timer 100", nil},
		{switchA, "dcb pfc deadlock recovery-behavior discard slot 1\ndcb pfc deadlock recovery-behavior forwarding slot 1", nil},
		{switchB, "dcb pfc deadlock recovery-behavior forwarding slot 1\ndcb pfc deadlock recovery-behavior discard slot 1", nil},
		{switchA, "dcb pfc deadlock recovery-behavior discard slot 1\ndcb pfc deadlock recovery-behavior discard slot 2",
			[]string{"dcb pfc deadlock recovery-behavior discard slot 1", "dcb pfc deadlock recovery-behavior discard slot 2"}},
		{switchA, "qos burst-mode extreme slot 1\nqos burst-mode enhanced slot 1\nqos burst-mode extreme slot 2",
			[]string{"qos burst-mode enhanced slot 1", "qos burst-mode extreme slot 2"}},
		{switchC, "qos burst-mode enhanced slot 1\nqos burst-mode enhanced slot 2", []string{"qos burst-mode enhanced slot 1", "qos burst-mode enhanced slot 2"}},
		{switchA, makePool + "qos buffer headroom-pool size 5 mbytes slot 1\nqos buffer headroom-pool size 6 mbytes slot 2",
			[]string{"qos buffer headroom-pool size 5 mbytes slot 1", "qos buffer headroom-pool size 6 mbytes slot 2"}},
	} {
		d := startReplay(t, bareSwitch, c.on, nil)
		d.must(t, c.commands)
		var got []string
		for _, delta := range New().Deltas(startReplay(t, bareSwitch, c.on, nil).Config(), d.Config()) {
			got = append(got, delta.Text)
		}
		if diff := cmp.Diff(c.prints, got); diff != "" {
			t.Errorf("after %q:\n%s", c.commands, diff)
		}
	}
}

func TestBuiltInBlocksAreOnlyPrintedWithLines(t *testing.T) {
	text := strings.Replace(bareSwitch, "dcb pfc\n#\n", "", 1)
	d := startReplay(t, text, switchA, nil)
	d.must(t, "dcb pfc\nquit")
	if d.printed() != text {
		t.Errorf("an empty default profile is printed:\n%s", d.printed())
	}
	d.must(t, "dcb pfc\npriority 4\nquit")
	if !strings.Contains(d.printed(), "#\ndcb pfc\n priority 4\n#\n") {
		t.Errorf("the default profile is not printed:\n%s", d.printed())
	}
	d.must(t, "dcb pfc\nundo priority 4\nquit")
	if d.printed() != text {
		t.Errorf("the default profile stays:\n%s", d.printed())
	}
}

func TestARefusalLeavesNothingOfItsStep(t *testing.T) {
	d := startReplay(t, bareSwitch, switchA, nil)
	d.must(t, atPort)
	before, at := d.printed(), d.at
	effect, err := d.Do(vendors.Step{Commands: []string{"trust dscp", "quit", "drop-profile W", "quit", "interface 25GE1/0/1", "qos queue 4 wred W", "  qos queue 5 ecn", "mtu 1"}})
	var r *Refusal
	if !errors.As(err, &r) || r.Command != "qos queue 5 ecn" || !strings.HasPrefix(r.Says, "Error: WRED") {
		t.Errorf("got %v", err)
	}
	if effect.All || effect.Ports != nil {
		t.Errorf("a refused step has the effect %v", effect)
	}
	if d.printed() != before || d.at != at {
		t.Errorf("a refused step leaves\n%s", cmp.Diff(before, d.printed()))
	}
	d.must(t, "undo description\nquit\ndrop-profile W\nquit\nundo drop-profile W") // nothing is remembered of it either
}

func TestViews(t *testing.T) {
	d := startReplay(t, bareSwitch, switchA, nil)
	for _, step := range []struct {
		command string
		mode    cliMode
	}{
		{"", inSystem}, {"# a comment", inSystem}, {"! another", inSystem}, {"diffserv domain D", inDomain}, {"quit", inSystem},
		{"dcb pfc", inPFC}, {"quit", inSystem}, {"dcb pfc F", inPFC}, {"QUIT", inSystem}, {"ai-service", inAI}, {"ai-ecn", inAIQueues}, {"assign queue 3", inAIQueues},
		{"quit", inAI}, {"iqcn", inAIQueues}, {"return", inUser}, {"system-view", inSystem}, {"interface 25ge 1/0/1", inPort}, {"quit", inSystem},
		{"interface eth-trunk 1", inTrunk}, {"quit", inSystem}, {"interface 25GE1/0/1.10 mode l2", inSub}, {"quit", inSystem}, {"interface 25GE1/0/1.10", inSub},
		{"trust 8021p inner", inSub}, {"quit", inSystem}, {"interface Vlanif100", inScope}, {"quit", inSystem}, {"interface Nve1", inTunnel}, {"quit", inSystem},
		{"port-group G", inGroup}, {"quit", inSystem}, {"acl number 3001", inACL}, {"quit", inSystem}, {"bgp 65000", inForeign}, {"router-id 1.1.1.1", inForeign},
		{"quit", inSystem}, {"vlan 10", inScope}, {"quit", inSystem}, {"traffic policy P", inPolicy}, {"quit", inSystem}, {"quit", inUser},
	} {
		d.must(t, step.command)
		if d.at.mode != step.mode {
			t.Fatalf("after %q the view is %d, not %d", step.command, d.at.mode, step.mode)
		}
	}
}

func TestPortGroupsStoreLinesOnTheirMembers(t *testing.T) {
	d := startReplay(t, bareSwitch, switchA, nil)
	d.must(t, "port-group G\ngroup-member 25GE1/0/1\ngroup-member 100GE1/0/49\nqos drr 0 to 5\nqos queue 4 drr weight 9\nquit")
	for _, header := range []string{"interface 25GE1/0/1", "interface 100GE1/0/49"} {
		if port := d.tree.Find(header); port.Find("qos drr 0 to 5") == nil || port.Find("qos queue 4 drr weight 9") == nil {
			t.Errorf("%s has no line of the group", header)
		}
	}
	if says := refusedWith(t, d, "port-group G\nmtu 9000"); !strings.HasPrefix(says, unknown) {
		t.Errorf("one member does not take it, and it is refused with %q", says)
	}
	if got := d.printed(); strings.Contains(got, "mtu") || !strings.Contains(got, "port-group G\n group-member 25GE1/0/1\n group-member 100GE1/0/49\n") {
		t.Error(got)
	}
}

// TestAIECNBesideWRED: a switch may run what it would not take, and then takes no more of it.
func TestAIECNBesideWRED(t *testing.T) {
	text := strings.Replace(furnishedText, " description host-01\n", " description host-01\n qos queue 4 wred W\n", 1) + "ai-service\n ai-ecn\n  assign queue 4\n#\n"
	if says := refusedWith(t, startReplay(t, text, switchA, nil), atPort+"qos queue 4 ecn"); says != saysAI {
		t.Error(says)
	}
}

func TestLimitsOfTheChip(t *testing.T) {
	for _, c := range []struct {
		on      vendors.Platform
		most    int
		command func(i int) string
	}{
		{switchB, 16 - 1, func(i int) string { return fmt.Sprintf("drop-profile W%d\nquit", i) }},
		{switchCE128, 64 - 1, func(i int) string { return fmt.Sprintf("drop-profile W%d\nquit", i) }},
		{switchA, 8 - 1, func(i int) string { return fmt.Sprintf("dcb ets-profile E%d\nquit", i) }},
		{switchA, 31, func(i int) string {
			return fmt.Sprintf("interface 100GE1/0/%d\ndcb pfc buffer %d hdrm %d\nquit", i/8+1, i%8, 1000+i)
		}},
		{switchA, 30, func(i int) string {
			return fmt.Sprintf("interface 100GE1/0/%d\ndcb pfc buffer %d guaranteed %d bytes\nquit", i/8+1, i%8, 3200+320*i)
		}},
		{switchA, 30, func(i int) string {
			setting := fmt.Sprintf("%d bytes", 3200+320*i)
			if i == 30 {
				setting = "2 kbytes"
			}
			return fmt.Sprintf("interface 100GE1/0/%d\ndcb pfc buffer %d guaranteed %s\nquit", i/8+1, i%8, setting)
		}},
		{switchA, 28, func(i int) string {
			return fmt.Sprintf("interface 100GE1/0/%d\ndcb pfc buffer %d xoff static %d\nquit", i/8+1, i%8, 1000+i)
		}},
		{switchB, 127, func(i int) string { return fmt.Sprintf("interface 100GE1/0/%d\ndcb pfc enable mode manual\nquit", i+1) }},
	} {
		d := startReplay(t, portsText(128), c.on, nil)
		for i := range c.most {
			d.must(t, c.command(i))
		}
		d.must(t, c.command(c.most-1)) // again
		err := d.types(c.command(c.most))
		var r *Refusal
		if !errors.As(err, &r) || r.Says != saysFull {
			t.Errorf("%q is answered with %v", c.command(c.most), err)
		}
	}
}

// TestInventedCommandsAreRefused takes commands that circulate and that no CloudEngine has (reference 1.4, 2.12, 9).
func TestInventedCommandsAreRefused(t *testing.T) {
	for _, on := range []vendors.Platform{switchV2, switchA, switchB} {
		for _, command := range []string{
			"qos queue-profile roce", "qos map-table dscp-dot1p", "priority-flow-control mode on", "qos local-precedence-queue-map 4 5",
			atPort + "dcb pfc priority 3", atPort + "qos wrr 0 to 7", atPort + "port-queue af1 wfq weight 10", atPort + "priority-flow-control mode on",
			atPort + "diffserv-mode pipe", "interface Nve1\nqos phb vxlan remark dscp inner", "drop-profile P\nwred ecn",
		} {
			d := startReplay(t, bareSwitch, on, nil)
			if says := refusedWith(t, d, command); !strings.HasPrefix(says, unknown) {
				t.Errorf("%s on %s: %q", command, on.Family, says)
			}
		}
	}
}
