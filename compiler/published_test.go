package compiler

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/sonic"
)

// TestPublishedHeadroom: what an intent has computed for a platform of the table is what its maker publishes, row by row.
func TestPublishedHeadroom(t *testing.T) {
	text, err := os.ReadFile("headroom/testdata/published.txt")
	if err != nil {
		t.Fatal(err)
	}
	v, err := vendors.Lookup("sonic")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if words[0] == "#" || len(words) < 5 {
			continue
		}
		p, err := v.Platform(words[1], "202511")
		if err != nil {
			t.Fatal(err)
		}
		mtu, _ := strconv.Atoi(words[2])
		g := &group{block: &intent.Ports{}}
		g.settings.MTU = intent.Opt[qos.Bytes]{V: qos.Bytes(mtu), Set: true}
		l := &lowering{node: &node{platform: p}, in: &intent.Intent{}}
		class := &intent.EffectiveClass{}
		class.Headroom.V.Packets = words[3]
		for _, word := range words[4:] {
			metres, kib, is := strings.Cut(word, ":")
			if !is {
				if speed, err := fabric.ParseSpeed(word); err == nil {
					g.speed = qos.BitsPerSecond(speed)
				}
				continue
			}
			cable, _ := strconv.ParseFloat(metres, 64)
			want, _ := strconv.Atoi(kib)
			if got := l.computed(class, ingressKey{g, cable}); got != qos.Bytes(want)<<10 {
				t.Errorf("%s %s %s m: %d, want %s KiB", words[0], g.speed, metres, got, kib)
			}
			rows++
		}
	}
	if rows != 128 {
		t.Errorf("%d rows, want 128", rows)
	}
}
