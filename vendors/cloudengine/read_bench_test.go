package cloudengine

import (
	"fmt"
	"testing"

	"github.com/weft-net/weft/vendors"
)

func BenchmarkRead(b *testing.B) {
	for _, ports := range []int{64, 128, 256, 512} {
		c, _ := New().Parse([]byte(leafText(ports)))
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				New().Read(c, vendors.Platform{Queues: 8})
			}
		})
	}
}
