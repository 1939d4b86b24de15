package headroom

import (
	"math"
	"testing"

	"github.com/weft-net/weft/qos"
)

func TestBitTime(t *testing.T) {
	tests := []struct {
		gbps  qos.BitsPerSecond
		cable Metres
		want  qos.Bytes
	}{
		{100, 5, 75_117}, {100, 40, 79_492}, {100, 300, 111_992}, {25, 300, 34_587}, {10, 300, 28_194},
	}
	for _, test := range tests {
		got, err := BitTime(test.gbps*qos.Gbps, test.cable, 9216, 9216)
		if err != nil || got != test.want {
			t.Errorf("%dG %g m: %d, %v, want %d", test.gbps, test.cable, got, err, test.want)
		}
	}
	if _, err := BitTime(400*qos.Gbps, 5, 9216, 9216); err == nil {
		t.Error("400G: no error, although no interface delay is published")
	}
}

func TestMLX5(t *testing.T) {
	tests := []struct {
		gbps  qos.BitsPerSecond
		cable int
		want  qos.Bytes
	}{
		{40, 5, 37_507}, {100, 5, 56_167}, {100, 40, 63_767}, {100, 300, 119_967}, {400, 5, 149_467}, {400, 40, 179_867},
		{25, 5, 37_507}, // counted as 40G
	}
	for _, test := range tests {
		if got := MLX5XOFF(test.gbps*qos.Gbps, test.cable, 9216); got != test.want {
			t.Errorf("%dG %d m: %d, want %d", test.gbps, test.cable, got, test.want)
		}
	}
	if got := MLX5Buffer(400*qos.Gbps, 40, 9216, 144); got != 179_867+9216+144 {
		t.Errorf("buffer of 400G and 40 m: %d", got)
	}
	if got := MLX5Buffer(40*qos.Gbps, 5, 1500, 144); got != MLX5XOFF(40*qos.Gbps, 5, 1500)+9216+144 {
		t.Errorf("buffer for packets of 1500: %d", got)
	}
}

func TestCableTermsAcrossSites(t *testing.T) {
	tests := []struct {
		gbps  qos.BitsPerSecond
		cable Metres
		want  float64 // MB
	}{
		{100, 10_000, 1.26}, {100, 100_000, 12.6}, {400, 100_000, 50.5},
	}
	for _, test := range tests {
		if got := inFlight(test.gbps*qos.Gbps, test.cable) / 1e6; math.Abs(got-test.want) > 0.03 {
			t.Errorf("%dG %g m: %.2f MB, want %.2f", test.gbps, test.cable, got, test.want)
		}
	}
}

func TestDynamicThreshold(t *testing.T) {
	alpha := AlphaOfPower(-3)
	for n, want := range map[int]qos.Bytes{
		1: 2_000_000, 2: 1_800_000, 4: 1_500_000, 8: 1_125_000, 16: 750_000, 32: 450_000, 64: 250_000,
	} {
		if got := alpha.Threshold(18_000_000, n); got != want {
			t.Errorf("%d queues: %d, want %d", n, got, want)
		}
	}
	if got := AlphaOfPower(3).Threshold(9_000, 1); got != 8_000 {
		t.Errorf("alpha 8: %d", got)
	}
	for code, want := range map[int]Alpha{1: {1, 128}, 5: {1, 8}, 8: {1, 1}, 10: {4, 1}} {
		if got := AlphaOfMLX5(code); got != want {
			t.Errorf("mlx5 code %d: %v, want %v", code, got, want)
		}
	}
}

// Azure's published example: 18 MB shared and 6 MB of headroom pool, 96,928 bytes for each of 64 queues.
func TestSharedHeadroomPool(t *testing.T) {
	var d Demand
	d.Add(64, 96_928)
	if d.Total != 6_203_392 {
		t.Errorf("total is %d", d.Total)
	}
	if got := math.Round(100*d.Oversubscription(6_000_000)) / 100; got != 1.03 {
		t.Errorf("oversubscribed %v to 1", got)
	}
	if got := d.Safe(6_000_000); got != 61 {
		t.Errorf("%d queues are safe at once", got)
	}
	if got := d.Safe(60_000_000); got != 64 {
		t.Errorf("%d of 64 queues are safe in a large pool", got)
	}
	d.Add(1, 2_000_000)
	if got := d.Safe(6_000_000); got != 3 {
		t.Errorf("%d queues are safe when one asks for 2 MB", got)
	}
	if got := (Demand{}).Safe(0); got != 0 {
		t.Errorf("no queues: %d", got)
	}
}

// Shares of lossless memory at full port count, by the published tables: percent for one and two queues a port.
func TestFeasibility(t *testing.T) {
	tests := []struct {
		table    int // in golden
		memory   qos.Bytes
		ports    int
		gbps     qos.BitsPerSecond
		cable    Metres
		one, two int
	}{
		{0, 13_945_824, 32, 100, 40, 9, 18}, {0, 13_945_824, 32, 100, 300, 24, 48},
		{1, 34_287_552, 32, 200, 40, 5, 10}, {1, 34_287_552, 32, 200, 300, 19, 38},
		{2, 60_817_392, 32, 400, 40, 4, 8}, {2, 60_817_392, 32, 400, 300, 20, 39},
		{3, 158_229_504, 64, 800, 40, 15, 29}, {3, 158_229_504, 64, 800, 300, 47, 93},
		{4, 136_209_408, 128, 400, 40, 10, 20}, {4, 136_209_408, 128, 400, 300, 23, 46},
	}
	for _, test := range tests {
		table := golden[test.table]
		terms, err := table.chip.Headroom(Link{Speed: test.gbps * qos.Gbps, Cable: test.cable, PortMTU: table.portMTU, Packets: table.packets})
		if err != nil {
			t.Fatal(err)
		}
		for queues, want := range map[int]int{1: test.one, 2: test.two} {
			var d Demand
			d.Add(test.ports*queues, terms.XOFF)
			if got := int(math.Round(100 * d.Oversubscription(test.memory))); got != want {
				t.Errorf("%s %g m, %d queues a port: %d %%, want %d %%", table.name, test.cable, queues, got, want)
			}
		}
	}
}
