package nxos

import (
	"fmt"
	"strings"
	"testing"
)

// leafText is what a leaf with so many ports prints: about 480 bytes a port.
func leafText(ports int) string {
	var b strings.Builder
	b.WriteString(leafHead)
	for i := 1; i <= ports; i++ {
		fmt.Fprintf(&b, `interface Ethernet1/%d
  description gpu%03d-nic%d rack %d position %d
  switchport
  switchport access vlan %d
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  spanning-tree port type edge
  spanning-tree bpduguard enable
  mtu 9216
  load-interval counter 1 30
  logging event port link-status
  service-policy type qos input QOS_CLASSIFICATION
  storm-control broadcast level 1.00
  no shutdown

`, i, i, i%8, i/16, i%16, 100+i)
	}
	b.WriteString(leafFoot)
	return b.String()
}

const leafFoot = `interface mgmt0
  vrf member management
  ip address 192.0.2.11/24
line console
line vty
boot nxos bootflash:/nxos64-cs.10.4.3.F.bin 
priority-flow-control watch-dog-interval on
`

// leafHead is the golden leaf up to its interfaces.
var leafHead = func() string {
	head, _, _ := strings.Cut(golden("leaf"), "interface Ethernet1/1\n")
	return head
}()

func BenchmarkParse(b *testing.B) {
	for _, ports := range []int{64, 128, 256, 512, 10240} {
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
