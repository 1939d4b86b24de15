package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitIngress(t *testing.T) {
	buffer := func(b qos.Buffer) func(*qos.Switch, *vendors.Site) {
		in := &qos.Ingress{}
		in.Buffers[4] = qos.Is(b)
		return onEachPort(func(p *qos.Port) { p.Ingress = in })
	}
	computed := func(headroom qos.Bytes) func(*qos.Switch, *vendors.Site) {
		in := &qos.Ingress{}
		in.Buffers[4] = qos.Default(qos.Buffer{Headroom: headroom})
		return onEachPort(func(p *qos.Port) { p.Ingress = in })
	}
	runFitCases(t, map[string]fitCase{
		"computed, small": {edit: computed(100 << 10)},
		"computed, large": {
			edit: computed(677_888),
			want: []string{"rounding|100GE1/0/1-4|traffic_class roce: headroom|662 KiB|665 KiB|buffers go in steps of 5 KiB|D300|"},
		},
		"computed, of group B": {model: "CE6866", edit: both(trustingPCP, computed(677_888))},
		"computed, of V200":    {model: "CE6857", edit: both(trustingPCP, onEachPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{} }), computed(677_888))},
		"headroom of a lossy port": {
			edit: both(lossyPorts, buffer(qos.Buffer{Headroom: 300 << 10})),
			want: []string{"platform default|100GE1/0/1-4|traffic_class roce: headroom|headroom 300 KiB|none|the port does not pause the class|D300|"},
		},
		"headroom": {
			edit: buffer(qos.Buffer{Headroom: 300_000}),
			want: []string{"rounding|100GE1/0/1-4|traffic_class roce: headroom|300000 B|295 KiB|buffers go in steps of 5 KiB|D300|"},
		},
		"the built-in headroom": {
			edit: buffer(qos.Buffer{Headroom: 256 << 10}),
			want: []string{"rounding|100GE1/0/1-4|traffic_class roce: headroom|256 KiB|260 KiB|buffers go in steps of 5 KiB|D300|"},
		},
		"threshold": {edit: buffer(qos.Buffer{XOFF: 100 << 10})},
		"both": {
			edit: buffer(qos.Buffer{Headroom: 300 << 10, XOFF: 101 << 10, XON: 90 << 10}),
			want: []string{"rounding|100GE1/0/1-4|traffic_class roce: threshold|101 KiB|100 KiB|buffers go in steps of 5 KiB|D300|"},
		},
		"blocks of A-LL": {
			model: "CE6885-LL-LOWLATENCY",
			edit:  buffer(qos.Buffer{Headroom: 300 << 10, XOFF: 100 << 10, XON: 94 << 10}),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class roce: threshold|100 KiB|99 KiB|buffers go in steps of 3 KiB|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: resume threshold|94 KiB|90 KiB|buffers go in steps of 3 KiB|D300|",
			},
		},
		"the pause never ends": {
			edit: buffer(qos.Buffer{Headroom: 300 << 10, XOFF: 100 << 10, XON: 1 << 10}),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: resume threshold|1 KiB||it is at least 5 KiB|D300|"},
		},
		"upside down": {
			edit: buffer(qos.Buffer{Headroom: 300 << 10, XOFF: 100 << 10, XON: 200 << 10}),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: threshold|headroom 300 KiB, XOFF at 100 KiB, XON at 200 KiB||pause ends below the threshold where it starts|D300|"},
		},
		"too much headroom": {
			edit: buffer(qos.Buffer{Headroom: 31 << 20}),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: headroom|31 MiB||it goes from 16 to 30720 kbytes in steps of 5|D300|"},
		},
		"threshold below a block": {
			edit: buffer(qos.Buffer{Headroom: 300 << 10, XOFF: 1 << 10}),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: threshold|1 KiB||it goes from 1 to 30720 kbytes in steps of 5|D300|"},
		},
		"dynamic": {
			edit: buffer(qos.Buffer{Headroom: 300 << 10, AlphaNum: 1, AlphaDen: 8}),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: threshold|alpha 1/8||no source says what factor of the free buffer a dynamic threshold is: give bytes|D300|"},
		},
		"headroom of group B": {
			model: "CE6866",
			edit:  both(trustingPCP, buffer(qos.Buffer{Headroom: 300 << 10})),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class roce: headroom|headroom 300 KiB||no confirmed command sets the headroom of a priority on this family|D300, PFC200|"},
		},
		"threshold of group B": {
			model: "CE6866",
			edit:  both(trustingPCP, buffer(qos.Buffer{XOFF: 250<<10 + 1, XON: 200 << 10})),
			want:  []string{"rounding|100GE1/0/1-4|traffic_class roce: threshold|256001 B|250 KiB|buffers go in steps of 1 KiB|D300|"},
		},
		"both of group B": {
			model: "CE6866",
			edit:  both(trustingPCP, buffer(qos.Buffer{Headroom: 300 << 10, XOFF: 250 << 10})),
			want: []string{
				"platform default|100GE1/0/1-4|traffic_class roce: headroom|300 KiB|what the switch does by itself|headroom is simulated on this family, and no command sets it|D300|",
				"platform default|100GE1/0/1-4|traffic_class roce: resume threshold|nothing|225 KiB|the command takes both thresholds, and the built-in ones are as far apart|D300, the defaults are 100 and 125 KB|",
			},
		},
		"headroom of V200": {
			model: "CE6857",
			edit:  both(trustingPCP, onEachPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{} }), buffer(qos.Buffer{Headroom: 300 << 10})),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class roce: headroom|headroom 300 KiB||no confirmed command sets the headroom of a priority on this family|D300, PFC200|"},
		},
	})
}
