package sonic

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

const allPorts = "Ethernet0 Ethernet4 Ethernet8 Ethernet12"

func TestFitSchedule(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"thirds": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[0].Schedule, e.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 333}), qos.Is(qos.Schedule{Share: 667})
			}),
			want: []string{
				"rounding|" + allPorts + "|traffic_class best_effort: bandwidth|33.3 %|weight 33|a weight is a whole number from 1 to 100|sonic-yang-models: sonic-scheduler.yang",
				"rounding|" + allPorts + "|traffic_class roce: bandwidth|66.7 %|weight 67|a weight is a whole number from 1 to 100|sonic-yang-models: sonic-scheduler.yang",
			},
		},
		"next to nothing": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[0].Schedule, e.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 0}), qos.Is(qos.Schedule{Share: 1000})
			}),
			want: []string{
				"rounding|" + allPorts + "|traffic_class best_effort: bandwidth|0 %|weight 1|a weight is a whole number from 1 to 100|sonic-yang-models: sonic-scheduler.yang",
				"rounding|" + allPorts + "|traffic_class roce: bandwidth|100 %|weight 99|a weight is a whole number from 1 to 100|sonic-yang-models: sonic-scheduler.yang",
			},
		},
		"nothing": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[0].Schedule, e.Queues[3].Schedule = qos.Is(qos.Schedule{}), qos.Is(qos.Schedule{})
			}),
			want: []string{"impossible|" + allPorts + "|bandwidth|0 % for every class that is not strict||a weight is at least 1|sonic-yang-models: sonic-scheduler.yang"},
		},
		"strict below shared": {edit: onEgress(func(e *qos.Egress) {
			e.Queues[1].Schedule, e.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 7}), qos.Is(qos.Schedule{Strict: true, Rank: 3})
		})},
		"two at once": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[1].Schedule, e.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1}), qos.Is(qos.Schedule{Strict: true, Rank: 1})
			}),
			want: []string{"impossible|" + allPorts + "|queue 1: strict|before queues above 1||of two strict queues the higher number is served first|sonic-yang-models: sonic-scheduler.yang"},
		},
		"the lower one first": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[1].Schedule, e.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1}), qos.Is(qos.Schedule{Strict: true, Rank: 2})
			}),
			want: []string{"impossible|" + allPorts + "|queue 1: strict|before queues above 1||of two strict queues the higher number is served first|sonic-yang-models: sonic-scheduler.yang"},
		},
	})
}

func TestFitShape(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"min alone": {edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min = qos.Is(10 * qos.Gbps) })},
		"min of 0":  {edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min = qos.Is[qos.BitsPerSecond](0) })},
		"both":      {edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min, e.Queues[3].Max = qos.Is(10*qos.Gbps), qos.Is(10*qos.Gbps) })},
		"max alone": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[6].Max = qos.Is(10 * qos.Gbps) }),
			want: []string{"platform default|" + allPorts + "|traffic_class cnp: min|none|8 bps|an upper bound needs a guarantee above 0, and so little leaves sharing to the weights|sonic-yang-models: sonic-scheduler.yang"},
		},
		"not whole bytes": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min = qos.Is[qos.BitsPerSecond](1_000_003) }),
			want: []string{"rounding|" + allPorts + "|traffic_class roce: min|1000003 bps|1 Mbps|rates are in bytes a second|sonic-yang-models: sonic-scheduler.yang"},
		},
		"less than a byte": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min = qos.Is[qos.BitsPerSecond](7) }),
			want: []string{"impossible|" + allPorts + "|traffic_class roce: min|7 bps||the least a scheduler does is one byte a second|sonic-yang-models: sonic-scheduler.yang"},
		},
		"min above max": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min, e.Queues[3].Max = qos.Is(20*qos.Gbps), qos.Is(10*qos.Gbps) }),
			want: []string{"impossible|" + allPorts + "|traffic_class roce: min|20 Gbps||it is more than max, 10 Gbps|sonic-yang-models: sonic-scheduler.yang"},
		},
		"faster than the port": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min, e.Queues[3].Max = qos.Is(qos.Gbps), qos.Is(400*qos.Gbps) }),
			want: []string{"rounding|" + allPorts + "|traffic_class roce: max|400 Gbps|100 Gbps|the port is no faster|line rate"},
		},
	})
}

func onECN(min, max qos.Bytes, probability qos.Percent, dropOnly bool) edit {
	return onEgress(func(e *qos.Egress) {
		e.Queues[3].ECN = qos.Is(qos.ECN{On: true, DropOnly: dropOnly, Min: min, Max: max, Probability: probability})
	})
}

func TestFitECN(t *testing.T) {
	const source = "|sonic-swss: orchagent/qosorch.cpp, sonic-yang-models: sonic-wred-profile.yang"
	runFitCases(t, map[string]fitCase{
		"bytes as they are": {edit: onECN(1, 42_349_632, 100, false)},
		"a step": {
			edit: onECN(300_000, 300_000, 100, false),
			want: []string{"rounding|" + allPorts + "|traffic_class roce: ecn min|300000 bytes|299999 bytes|min is less than max" + source},
		},
		"upside down": {
			edit: onECN(2000, 1000, 5, false),
			want: []string{"impossible|" + allPorts + "|traffic_class roce: ecn|min 2000 B, max 1000 B||thresholds go from 1 to 2147483647 bytes, and min is not more than max" + source},
		},
		"more than 32 bits": {
			model: "Nokia-IXR7220-H4-32D",
			edit:  onECN(2000, 1<<31, 5, false),
			want: []string{
				"impossible|" + allPorts + "|traffic_class roce: ecn|min 2000 B, max 2048 MiB||thresholds go from 1 to 2147483647 bytes, and min is not more than max" + source,
				"warning|" + allPorts + "|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
			},
		},
		"more than the pool": {
			edit: onECN(2000, 42_349_633, 5, false),
			want: []string{"impossible|" + allPorts + "|traffic_class roce: ecn max|42349633 bytes||the pool of the queue has 42349632 bytes|sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU"},
		},
		"never": {
			edit: onECN(2000, 3000, 0, false),
			want: []string{"impossible|" + allPorts + "|traffic_class roce: ecn probability|0 %||it goes from 1 to 100" + source},
		},
		"dropping what is lossless": {
			edit: onECN(2000, 3000, 5, true),
			want: []string{"impossible|" + allPorts + "|traffic_class roce: ecn|early drop without marking||the class is lossless, and a profile without ecn drops its packets" + source},
		},
		"forwarding what cannot be marked": {
			edit: func(sw *qos.Switch, _ *vendors.Site) { sw.NonECT = qos.Is(qos.NonECTForward) },
			want: []string{"impossible||ecn: non_ect|forward||marking and dropping have the same thresholds, and a drop profile drops what it cannot mark" + source},
		},
	})
}

func onLimit(q qos.Queue, limit qos.Limit) edit {
	return onEgress(func(e *qos.Egress) { e.Queues[q].Limit = qos.Is(limit) })
}

func TestFitLimit(t *testing.T) {
	const profile = "|sonic-yang-models: sonic-buffer-profile.yang"
	const unknownTable = "warning|" + allPorts + "|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini"
	runFitCases(t, map[string]fitCase{
		"bytes":             {edit: onLimit(0, qos.Limit{Bytes: 1 << 20})},
		"a power of two":    {edit: onLimit(0, qos.Limit{AlphaNum: 2, AlphaDen: 16})},
		"the least":         {edit: onLimit(0, qos.Limit{AlphaNum: 1, AlphaDen: 256})},
		"the most":          {edit: onLimit(0, qos.Limit{AlphaNum: 128, AlphaDen: 1})},
		"alpha on Spectrum": {model: "SPC3", edit: onLimit(0, qos.Limit{AlphaNum: 8, AlphaDen: 1})},
		"between powers": {
			edit: onLimit(0, qos.Limit{AlphaNum: 3, AlphaDen: 8}),
			want: []string{"rounding|" + allPorts + "|traffic_class best_effort: threshold|alpha 3/8|alpha 1/4|a dynamic threshold is a power of two" + profile},
		},
		"too small": {
			edit: onLimit(0, qos.Limit{AlphaNum: 1, AlphaDen: 300}),
			want: []string{"impossible|" + allPorts + "|traffic_class best_effort: threshold|alpha 1/300||a dynamic threshold is a power of two from 1/256 to 128" + profile},
		},
		"more than the pool": {
			edit: onLimit(0, qos.Limit{Bytes: 26_535_809}),
			want: []string{"impossible|" + allPorts + "|traffic_class best_effort: threshold|26535809 B||a limit is more than 0, and the pool has 26535808 bytes|sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU"},
		},
		"bytes on Spectrum": {
			model: "SPC3",
			edit:  onLimit(0, qos.Limit{Bytes: 1 << 20}),
			want:  []string{"impossible|" + allPorts + "|traffic_class best_effort: threshold|1 MiB||the pool of lossy queues is dynamic, and so is the threshold of a queue in it: give alpha" + profile},
		},
		"of a lossless class": {
			edit: onLimit(3, qos.Limit{Bytes: 1 << 20}),
			want: []string{"platform default|" + allPorts + "|traffic_class roce: threshold|1 MiB|none|the egress profile of a lossless queue cannot drop" + profile},
		},
		"unknown buffers": {
			model: "TH4",
			edit:  onLimit(0, qos.Limit{Bytes: 1 << 20}),
			want: []string{
				"impossible|" + allPorts + "|traffic_class best_effort: threshold|1 MiB||no source states the buffer pools and profiles of this platform, that a limit would have to go with" + profile,
				unknownTable,
			},
		},
	})
}
