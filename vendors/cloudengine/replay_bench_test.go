package cloudengine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// portsText is a switch with so many ports and no QoS.
func portsText(ports int) string {
	var b strings.Builder
	head, tail, _ := strings.Cut(bareSwitch, "interface Eth-Trunk1\n")
	b.WriteString(head)
	for i := 1; i <= ports; i++ {
		fmt.Fprintf(&b, "interface 100GE1/0/%d\n undo portswitch\n description gpu%03d\n ip address 10.1.%d.%d 255.255.255.254\n"+
			" stp edged-port enable\n device transceiver 100GBASE-FIBER\n#\n", i, i, i/128, i%128*2)
	}
	_, tail, _ = strings.Cut(tail, "interface NULL0\n")
	b.WriteString("interface NULL0\n" + tail)
	return b.String()
}

// patchFor is a patch of one commit that sets up so many ports.
func patchFor(ports int) vendors.Step {
	commands := commandLines(`
diffserv domain WEFT-classify
ip-dscp-inbound 24 phb af4 green
ip-dscp-inbound 26 phb af4 green
ip-dscp-inbound 48 phb cs6 green
quit
drop-profile WEFT-ecn-roce-100G
ecn buffer-size low-limit 153600 high-limit 1536000 discard-percentage 7
quit
dcb pfc WEFT-pfc
priority 4
undo priority 3
priority 4 deadlock-detect time 2
priority 4 deadlock-recovery time 4
priority 4 turn-off threshold 300
quit
dcb pfc deadlock-detect interval 100
qos buffer headroom-pool size 4 mbytes slot 1
dcb pfc dscp-mapping enable slot 1
`)
	for i := 1; i <= ports; i++ {
		commands = append(commands, fmt.Sprintf("interface 100GE1/0/%d", i), "trust upstream WEFT-classify",
			"dcb pfc enable WEFT-pfc mode manual", "qos drr 0 to 5", "qos queue 0 drr weight 50", "qos queue 4 drr weight 50",
			"qos queue 4 wred WEFT-ecn-roce-100G", "qos queue 4 ecn", "jumboframe enable 9238", "mtu 9216", "quit")
	}
	return vendors.Step{Commands: commands}
}

func BenchmarkReplay(b *testing.B) {
	for _, ports := range []int{64, 512} {
		c, _ := New().Parse([]byte(portsText(ports)))
		step := patchFor(ports)
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New().Replay(c, switchA, nil).Do(step); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(step.Commands)), "ns/command")
		})
	}
}
