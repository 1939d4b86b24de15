package sonic

import (
	"fmt"
	"testing"

	"github.com/weft-net/weft/vendors"
)

func BenchmarkRead(b *testing.B) {
	for _, ports := range []int{64, 512} {
		c := configOf(parsed(largeText(ports)))
		p := vendors.Platform{}
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				New().Read(c, p)
			}
		})
		e := newEditor(docOf(c))
		e.set("QUEUE", "Ethernet4|3", "scheduler", "scheduler.0")
		changed, before := configOf(e.doc()), New().Read(c, p)
		b.Run(fmt.Sprintf("again/ports=%d", ports), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				New().Reread(changed, p, before, vendors.Effect{Ports: []string{"Ethernet4"}})
			}
		})
	}
}

func BenchmarkFingerprint(b *testing.B) {
	c := configOf(parsed(largeText(64)))
	b.ReportAllocs()
	for b.Loop() {
		New().Fingerprint(c)
	}
}

func BenchmarkPrintEdited(b *testing.B) {
	e := newEditor(parsed(largeText(64)))
	e.set("QUEUE", "Ethernet4|3", "scheduler", "scheduler.0")
	c := configOf(e.doc())
	b.ReportAllocs()
	for b.Loop() {
		c.Bytes()
	}
}
