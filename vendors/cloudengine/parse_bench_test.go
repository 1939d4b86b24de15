package cloudengine

import (
	"fmt"
	"strings"
	"testing"
)

// leafText is what a leaf with so many ports prints: about 620 bytes a port.
func leafText(ports int) string {
	head, _, _ := strings.Cut(golden("leaf-v200"), "interface 25GE1/0/1\n")
	var b strings.Builder
	b.WriteString(head)
	for i := 1; i <= ports; i++ {
		fmt.Fprintf(&b, `interface 25GE1/0/%d
 description gpu%03d-nic%d rack %d position %d
 port link-type trunk
 undo port trunk allow-pass vlan 1
 port trunk allow-pass vlan %d
 stp edged-port enable
 storm suppression broadcast packets 1000
 trust dscp
 trust upstream roce
 dcb pfc enable roce mode manual
 dcb pfc buffer 4 xoff dynamic 6
 qos drr 0 to 5
 qos queue 0 drr weight 5
 qos queue 1 drr weight 15
 qos queue 4 drr weight 65
 qos queue 4 wred roce25
 qos queue 4 ecn
 jumboframe enable 9500
 lldp tlv-enable dcbx
 device transceiver 25GBASE-FIBER
#
`, i, i, i%8, i/16, i%16, 100+i)
	}
	b.WriteString("interface NULL0\n#\nlldp enable\n#\nreturn\n")
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	for _, ports := range []int{64, 128, 256, 512} {
		text := []byte(leafText(ports))
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				New().Parse(text)
			}
		})
	}
}
