package cloudengine

import (
	"strings"
	"testing"
)

// TestWhichSwitchesHaveACommand: commands that not all switches have, and the switches that do (reference, sections 1.4 and 2).
func TestWhichSwitchesHaveACommand(t *testing.T) {
	const low = "low-limit 640 high-limit 6400 discard-percentage 30"
	for _, c := range []struct {
		on       chipGroup
		before   string
		commands []string
	}{
		{onLossless, "", []string{"dcb pfc", "dcb pfc F", "dcb pfc global disable"}},
		{onLossless, atPort, []string{"port pfc-deadlock trigger error-down"}},
		{chipB | onV200, atPort, []string{"dcb pfc enable mode manual"}}, // the others want a headroom pool
		{onV200, inPFCOfAny, []string{"priority 3 deadlock-detect time 2 deadlock-recovery time 3"}},
		{onA, inPFCOfAny, []string{"priority 3 deadlock-detect time 2", "priority 3 deadlock-recovery time 3"}},
		{onA, "", []string{"dcb pfc deadlock-detect interval 100", "dcb pfc dscp-mapping enable slot 1", "qos burst-mode extreme slot 1"}},
		{chipB, "", []string{"dcb pfc deadlock-detect timer 200", "dcb pfc deadlock-recovery timer 200", "qos hpc enhanced", "qos ecn enable", "qos burst-mode shared"}},
		{onAB, "", []string{"dcb pfc deadlock recovery-behavior discard slot 1", "dcb pfc deadlock recovery-behavior forwarding slot 1", "dcb pfc uplink group U", "ai-service",
			"qos buffer headroom-pool size 1024 kbytes slot 1"}},
		{onA | chipC, "", []string{"qos burst-mode enhanced slot 1"}},
		{chipCE128, "", []string{"qos ecn"}},
		{onV300, "", []string{"qos traffic-policy only-one-effective"}},
		{onDCBX, "", []string{"dcb ets-profile E", "dcb app-profile A"}},
		{onDCBX, atPort, []string{"dcb app-profile disable", "dcb app-profile enable default", "dcb compliance intel-oui", "dcb ets enable default"}},
		{every &^ chipLL, atPort, []string{"trust 8021p inner", "qos phb marking 8021p disable"}},
		{chipLL, atPort, []string{"qos phb marking 8021p enable"}},
		{onV200, atPort, []string{"dcb pfc buffer 4 xoff static 100 cells", "qos queue 4 wfq weight 5", "qos wfq 0 to 7", "flow-control"}},
		{onV200 | onA, atPort, []string{"dcb pfc buffer 4 xoff dynamic 6"}},
		{onA, atPort, []string{"dcb pfc buffer 4 guaranteed 3200 bytes", "dcb pfc buffer 4 guaranteed 3 kbytes", "dcb pfc buffer 4 hdrm 512", "dcb pfc buffer 4 xoff static 512"}},
		{onV200 | onA, atPort + "dcb pfc buffer 4 xoff dynamic 6\n", []string{"undo dcb pfc buffer", "undo dcb pfc buffer 4", "undo dcb pfc buffer 4 xoff"}},
		{chipB, atPort, []string{"dcb pfc buffer 4 xon static 1 mbytes xoff static 2 mbytes", "dcb pfc buffer 4 xon dynamic 3 xoff dynamic 4"}},
		{onAB, atPort, []string{"qos lpq 0 to 2", "qos buffer queue 4 shared-threshold static 64 kbytes", "iqcn enable", "npcc enable"}},
		{onA, atPort, []string{"qos buffer queue 4 shared-threshold dynamic 12"}},
		{chipB | chipC, atPort, []string{"qos buffer queue 4 shared-threshold dynamic 0"}},
		{onV300, atPort, []string{"qos buffer queue 4 shared-threshold dynamic 10"}},
		{chipC | onV200, atPort, []string{"jumboframe enable 15360"}},
		{every, atPort, []string{"jumboframe enable 9500", "qos drr 0 to 5", "flow-control input", "trust dscp"}},
		{every &^ chipColor, inW, []string{"ecn low-limit 10 high-limit 20 discard-percentage 30", "ecn buffer-size " + low, "ecn buffer-size cell " + low}},
		{every, inW, []string{"color green buffer-size " + low}},
		{onV200, inW, []string{"color non-tcp buffer-size " + low}},
		{onV200 &^ chipColor, inW, []string{"ecn weight 9"}},
		{onAB, "interface Nve1\n", []string{"qos phb marking dscp disable"}},
	} {
		for _, on := range allSwitches {
			for _, command := range c.commands {
				d := startReplay(t, bareSwitch, on, nil)
				if d.types(c.before) != nil {
					continue // nor has it what comes before
				}
				err := d.types(command)
				if has := d.hardware.is(c.on); has != (err == nil) {
					t.Errorf("%s: %q is answered with %v", on.Family, command, err)
				}
			}
		}
	}
}

const inPFCOfAny = "dcb pfc F\n"

// TestMembersTakeNoLinesOfTheirBundle: what goes on an Eth-Trunk is refused on a member.
func TestMembersTakeNoLinesOfTheirBundle(t *testing.T) {
	for _, command := range []string{
		"trust dscp", "trust 8021p inner", "trust 8021p outer", "trust upstream none", "trust upstream default", "qos phb marking dscp enable", "qos phb marking 8021p disable",
		"jumboframe enable 9500", "traffic-policy P inbound", "undo portswitch\nmtu 9000",
	} {
		d := startReplay(t, bareSwitch, switchA, nil)
		d.must(t, makePolicy)
		if says := refusedWith(t, d, atMember+command); says != isNoMember(d, nil) {
			t.Errorf("%q is refused with %q", command, says)
		}
		if mtu, isRouted := strings.CutPrefix(command, "undo portswitch\n"); isRouted {
			d.must(t, "quit\n"+atBundle+mtu)
		} else {
			d.must(t, "quit\n"+atBundle+"portswitch\n"+command)
		}
	}
	d := startReplay(t, bareSwitch, switchLL, nil)
	if says := refusedWith(t, d, atMember+"qos phb marking 8021p enable"); says != isNoMember(d, nil) {
		t.Error(says)
	}
	d = startReplay(t, bareSwitch, switchV2, nil)
	if says := refusedWith(t, d, atMember+"jumboframe enable 9712"); says != isNoMember(d, nil) {
		t.Error(says)
	}
}
