package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitEgress(t *testing.T) {
	share := func(e *qos.Egress, q qos.Queue, s qos.Permille) {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Share: s})
	}
	strict := func(e *qos.Egress, q qos.Queue, rank uint8) {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: rank})
	}
	ecn := func(min, max qos.Bytes, p qos.Percent) func(*qos.Egress) {
		return func(e *qos.Egress) { e.Queues[4].ECN = qos.Is(qos.ECN{On: true, Min: min, Max: max, Probability: p}) }
	}
	limit := func(l qos.Limit) func(*qos.Egress) {
		return func(e *qos.Egress) { e.Queues[0].Limit = qos.Is(l) }
	}
	runFitCases(t, map[string]fitCase{
		"thirds": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 334); share(e, 4, 666) }),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|33.4 %|weight 33|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|66.6 %|weight 67|a weight is a whole number from 1 to 100|D300|",
			},
		},
		"weights": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 1); share(e, 4, 2) }),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|1 of 3|weight 33|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|2 of 3|weight 67|a weight is a whole number from 1 to 100|D300|",
			},
		},
		"next to nothing": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 0); share(e, 4, 1000) }),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|0 %|weight 1|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|100 %|weight 99|a weight is a whole number from 1 to 100|D300|",
			},
		},
		"nothing for anyone": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 0); share(e, 4, 0) }),
			want: []string{"impossible|100GE1/0/1-4|bandwidth|0 % for every class that is not strict||a weight is at least 1|D300|"},
		},
		"a strict queue below a shared one": {edit: onEgress(func(e *qos.Egress) { strict(e, 0, 3) })},
		"the lower strict queue first": {
			edit: onEgress(func(e *qos.Egress) { strict(e, 6, 1); strict(e, 7, 2) }),
			want: []string{"impossible|100GE1/0/1-4|traffic_class cnp: strict|before queues above 6||of two strict queues the higher number is served first|D300|"},
		},
		"all strict": {edit: onEgress(func(e *qos.Egress) { strict(e, 0, 4); strict(e, 4, 3) })},
		"shaping": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[6].Max = qos.Is(10 * qos.Gbps) }),
			want: []string{
				"platform default|100GE1/0/1-4|traffic_class cnp: min|none|64000 bps|a shaper has a committed rate, and so little leaves sharing to the weights|D300|",
				"warning|100GE1/0/1-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"shaping to less than 64 kbps": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[6].Max = qos.Is[qos.BitsPerSecond](10_400) }),
			want: []string{
				"platform default|100GE1/0/1-4|traffic_class cnp: min|none|10400 bps|a shaper has a committed rate, and so little leaves sharing to the weights|D300|",
				"rounding|100GE1/0/1-4|traffic_class cnp: min|10400 bps|10000 bps|a shaper goes in steps of 1 kbps|D300|",
				"rounding|100GE1/0/1-4|traffic_class cnp: max|10400 bps|10000 bps|a shaper goes in steps of 1 kbps|D300|",
				"warning|100GE1/0/1-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"shaping to nothing": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[6].Max = qos.Is[qos.BitsPerSecond](10) }),
			want: []string{
				"platform default|100GE1/0/1-4|traffic_class cnp: min|none|10 bps|a shaper has a committed rate, and so little leaves sharing to the weights|D300|",
				"impossible|100GE1/0/1-4|traffic_class cnp: min|10 bps||a shaper goes from 1 kbps to 400 Gbps|D300|",
				"impossible|100GE1/0/1-4|traffic_class cnp: max|10 bps||a shaper goes from 1 kbps to 400 Gbps|D300|",
				"warning|100GE1/0/1-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"a guarantee": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[4].Min = qos.Is(10 * qos.Gbps) }),
			want: []string{
				"platform default|100GE1/0/1-4|traffic_class roce: max|none|100 Gbps|a shaper has an upper bound, and this one is line rate|D300|",
				"warning|100GE1/0/1-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"a guarantee at no speed": {
			edit: both(onEgress(func(e *qos.Egress) { e.Queues[4].Min = qos.Is(10 * qos.Gbps) }),
				func(_ *qos.Switch, site *vendors.Site) { site.Ports[1].SpeedBps = 0 }),
			want: []string{
				"platform default|100GE1/0/1, 100GE1/0/3-4|traffic_class roce: max|none|100 Gbps|a shaper has an upper bound, and this one is line rate|D300|",
				"impossible|100GE1/0/2|traffic_class roce: min|10 Gbps||shaping needs an upper bound too, and neither max nor the port's speed is given|D300|",
				"warning|100GE1/0/1, 100GE1/0/3-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"a guarantee at 800G": {
			edit: both(onEgress(func(e *qos.Egress) { e.Queues[4].Min = qos.Is(10 * qos.Gbps) }),
				func(_ *qos.Switch, site *vendors.Site) { site.Ports[1].SpeedBps = 800 * qos.Gbps }),
			want: []string{
				"platform default|100GE1/0/1, 100GE1/0/3-4|traffic_class roce: max|none|100 Gbps|a shaper has an upper bound, and this one is line rate|D300|",
				"platform default|100GE1/0/2|traffic_class roce: max|none|800 Gbps|a shaper has an upper bound, and this one is line rate|D300|",
				"impossible|100GE1/0/2|traffic_class roce: max|800 Gbps||a shaper goes from 1 kbps to 400 Gbps|D300|",
				"warning|100GE1/0/1-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"shaping upside down": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[6].Min, e.Queues[6].Max = qos.Is(2*qos.Gbps), qos.Is(qos.BitsPerSecond(qos.Gbps))
			}),
			want: []string{
				"impossible|100GE1/0/1-4|traffic_class cnp: min|2 Gbps||it is more than max, 1 Gbps|D300|",
				"warning|100GE1/0/1-4|shaping does nothing while the switch forwards in cut-through mode (D300)",
			},
		},
		"ecn in blocks": {
			edit: onEgress(ecn(7000, 500_000, 30)),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class roce: ecn min|7000 B|7040 B|buffers are blocks of 320 bytes|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: ecn max|500000 B|500160 B|buffers are blocks of 320 bytes|D300|",
			},
		},
		"ecn of V200": {model: "CE8860", edit: both(lossyPorts, onEgress(ecn(7000, 500_000, 30)))},
		"ecn below a block": {
			edit: onEgress(ecn(100, 500_000, 30)),
			want: []string{
				"impossible|100GE1/0/1-4|traffic_class roce: ecn|min 100 B, max 500000 B||thresholds go from 320 to 34078720 bytes on this family|D300|",
			},
		},
		"ecn above the buffer": {
			edit: onEgress(ecn(7040, 64<<20, 30)),
			want: []string{
				"impossible|100GE1/0/1-4|traffic_class roce: ecn|min 7040 B, max 64 MiB||thresholds go from 320 to 34078720 bytes on this family|D300|",
			},
		},
		"ecn upside down": {
			edit: onEgress(ecn(7040, 3200, 30)),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: ecn|min 7040 B, max 3200 B||both thresholds are more than 0, and min is not more than max|D300, rule 1|"},
		},
		"ecn never": {
			edit: onEgress(ecn(7040, 320_000, 0)),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: ecn probability|0 %||it goes from 1 to 100|D300|"},
		},
		"ecn in a queue of group B": {
			model: "CE6866",
			edit:  both(lossyPorts, onEgress(func(e *qos.Egress) { e.Queues[6].ECN = e.Queues[4].ECN })),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class cnp: ecn|queue 6||queues 6,7 cannot mark on this family|D300|"},
		},
		"early drop": {edit: onEgress(func(e *qos.Egress) {
			e.Queues[0].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 3200, Max: 6400, Probability: 10})
		})},
		"early drop of a lossless class": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[4].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 3200, Max: 6400, Probability: 10})
			}),
			want: []string{"impossible|100GE1/0/1-4|traffic_class roce: ecn|early drop without marking||the class is lossless, and a drop profile without ecn drops its packets|D300|"},
		},
		"a limit": {edit: onEgress(limit(qos.Limit{Bytes: 1_000_000}))},
		"a dynamic limit": {
			edit: onEgress(limit(qos.Limit{AlphaNum: 1, AlphaDen: 8})),
			want: []string{"impossible|100GE1/0/1-4|traffic_class best_effort: threshold|alpha 1/8||no source says what factor of the free buffer a dynamic threshold is: give bytes|D300|"},
		},
		"too large a limit": {
			edit: onEgress(limit(qos.Limit{Bytes: 64 << 20})),
			want: []string{"impossible|100GE1/0/1-4|traffic_class best_effort: threshold|64 MiB||a limit is more than 0 and at most 34078720 bytes|D300|"},
		},
		"a limit of group C": {
			model: "CE6881H",
			edit:  both(lossyPorts, onEgress(limit(qos.Limit{Bytes: 1_000_000}))),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class best_effort: threshold|1000000 B||no source shows a limit in bytes on this family|D300|"},
		},
	})
}
