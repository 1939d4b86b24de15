package check

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/intent"
)

// surroundings of the leaves of three vendors, in a ring and with a cable between sites.
const mixedCables = `
switch leaf* role=leaf
switch leaf1 N9K-C93600CD-GX
switch leaf2 CE8855
switch leaf3 CE6865-48S8CQ-EI
leaf1:Ethernet1/29 leaf2:100GE1/0/29 40m 100G
leaf2:100GE1/0/30 leaf3:100GE1/0/49 20000m 100G
leaf3:100GE1/0/50 leaf4:Ethernet112 40m 100G
leaf1:Ethernet1/30 leaf4:Ethernet116 40m 100G
host leaf1:Ethernet1/1-4 3m 100G nic=cx7 trust=dscp pfc=3 mtu=9000 dscp=26 cnp=48
host leaf2:100GE1/0/1-4 3m 100G nic=e810 trust=dscp pfc=3 pfc=4 mtu=1500 dscp=26 cnp=48
host leaf3:25GE1/0/1-4 3m 25G nic=old trust=pcp pfc=3 mtu=9000 dscp=26
host leaf4:Ethernet0-12/4 3m 100G nic=cx7 trust=dscp pfc=3 mtu=9000 dscp=26 cnp=46
`

// TestMixedFabric: the rules go across NX-OS, CloudEngine on V300 and V200, and SONiC, as they are in the backups of an example.
func TestMixedFabric(t *testing.T) {
	n := mixedNet(t, mixedCables, nil)
	n.LatencySLO = intent.Opt[time.Duration]{V: time.Microsecond, Set: true}
	var said []string
	for _, f := range Run(n).Findings {
		said = append(said, say(f))
	}
	for _, want := range []string{
		"C01 not checked leaf1:Ethernet1/1-4,29-30: not checked: how much headroom N9K-C93600CD-GX gives",
		"C02 not checked leaf3: not checked: no buffer data for CE6865-48S8CQ-EI",
		"C03 warning leaf1:Ethernet1/1-4,29-30: DSCP 24,26 are lossless and not marked by ECN",
		"C04 error leaf2:100GE1/0/1: full queues of one path add up to",
		"C05 error leaf1:Ethernet1/30; leaf2:100GE1/0/29; leaf3:100GE1/0/49; leaf4:Ethernet112: 4 buffers of priority 3 can wait for each other for ever",
		"C07 info leaf2: packets bounce up to once on a path: 2 lossless priorities, one more for each bounce, keep buffers from waiting in a ring; that makes 2 on this switch, of the 4 that CE8855 has (D300)",
		"C08 error leaf2:100GE1/0/30 - leaf3:100GE1/0/49: DSCP 25,27-31: lossless at an end, and in another queue at the other",
		"C08 error leaf3:100GE1/0/49-50: PFC goes by the priority in the tag",
		"C08 error leaf2:100GE1/0/1-4 towards host e810: the first end pauses priorities 3 and the second 3,4",
		"C08 info leaf2:100GE1/0/1-4 towards host e810: RDMA packets of the host carry 1024 bytes",
		"C09 warning leaf3: DSCP 25,27-31: lossless on 1 switch and lossy on 3 switches",
		"C10 warning leaf4:Ethernet0-12/4 towards host cx7: the host sends congestion notifications with DSCP 46, and most others with 48",
		"C11 warning leaf1:Ethernet1/1-4,29-30: control traffic (DSCP 48: CS6) shares its class",
		"C12 error leaf3:100GE1/0/49-50: DSCP 24-31 are lossless and strict priority",
		"C14 error leaf2:100GE1/0/1-4 towards host e810: 2 priorities are lossless (3,4), and an Intel E810 pauses 1",
		"C15 warning leaf1:Ethernet1/1-4,29-30; leaf3:25GE1/0/1-4,100GE1/0/49-50: priority 3 is paused without a watchdog",
		"C18 warning leaf2:100GE1/0/30: 20 km of cable at 100G hold 2,534,491 B for 1 lossless class before any rounding to cells; no source says how much packet buffer CE8855 has",
		"C21 error leaf3:100GE1/0/49 - leaf2:100GE1/0/30; leaf3:100GE1/0/50 - leaf4:Ethernet112: the lossless path of queue 3 between hosts of leaf3 and hosts of leaf1-2, leaf4 is broken: PFC goes by the priority in the tag",
		"C21 error leaf2:100GE1/0/1-4 towards host e810: the lossless path of queue 4 between hosts of leaf2 is broken: priority 4 is not paused here (paused: 3)",
	} {
		if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("not said: %s", want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(said, "\n"))
	}
}
