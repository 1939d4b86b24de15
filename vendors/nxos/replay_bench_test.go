package nxos

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// portsText is a switch with so many ports and no QoS.
func portsText(ports int) string {
	var b strings.Builder
	head, _, _ := strings.Cut(bare, "interface port-channel10\n")
	b.WriteString(head)
	for i := 1; i <= ports; i++ {
		fmt.Fprintf(&b, "interface Ethernet1/%d\n  description gpu%03d\n  no switchport\n  logging event port link-status\n"+
			"  no ip redirects\n  ip address 10.1.%d.%d/31\n  no shutdown\n\n", i, i, i/128, i%128*2)
	}
	b.WriteString("line console\n")
	return b.String()
}

// patchFor is the create order for so many ports, one live command a step.
func patchFor(ports int) []vendors.Step {
	objects, _, _ := strings.Cut(createOrder, "interface Ethernet1/1\n")
	commands := lines(objects)
	for i := 1; i <= ports; i++ {
		commands = append(commands, fmt.Sprintf("interface Ethernet1/%d", i), "mtu 9216", "priority-flow-control mode on",
			"priority-flow-control watch-dog-interval on", "service-policy type qos input QOS_CLASSIFICATION",
			"service-policy type queuing output QOS_EGRESS_PORT", "exit")
	}
	steps := make([]vendors.Step, 0, len(commands))
	for _, command := range commands {
		steps = append(steps, vendors.Step{Commands: []string{command}})
	}
	return steps
}

func BenchmarkReplay(b *testing.B) {
	for _, ports := range []int{64, 512} {
		c, _ := New().Parse([]byte(portsText(ports)))
		steps := patchFor(ports)
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d := New().Replay(c, nexus9000, nil)
				for i := range steps {
					if _, err := d.Do(steps[i]); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(steps)), "ns/command")
		})
	}
}
