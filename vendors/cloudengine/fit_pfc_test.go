package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitPFC(t *testing.T) {
	pauses := func(queues ...qos.Queue) func(*qos.Switch, *vendors.Site) {
		return func(sw *qos.Switch, _ *vendors.Site) {
			for i, q := range queues {
				sw.Ports[0].Classify.DSCP[32+i] = q
				sw.Ports[0].Egress.Queues[q] = sw.Ports[0].Egress.Queues[4]
			}
			onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(queues...)) })(sw, nil)
		}
	}
	runFitCases(t, map[string]fitCase{
		"four priorities": {
			edit: pauses(2, 3, 4, 5),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 2950|weight 12|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 2: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 3: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 5: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
			},
		},
		"four priorities and 3": {
			edit: pauses(1, 2, 4, 5),
			want: []string{
				"impossible||lossless classes|4 (1,2,4,5)||this family pauses at most 4 priorities, and 3, which every profile starts with, counts|D300|",
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 2950|weight 12|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 1: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 2: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 5: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
			},
		},
		"five priorities": {
			edit: pauses(1, 2, 3, 4, 5),
			want: []string{
				"impossible||lossless classes|5 (1,2,3,4,5)||this family pauses at most 4 priorities|D300|",
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 3600|weight 10|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 1: bandwidth|650 of 3600|weight 18|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 2: bandwidth|650 of 3600|weight 18|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 3: bandwidth|650 of 3600|weight 18|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 3600|weight 18|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 5: bandwidth|650 of 3600|weight 18|a weight is a whole number from 1 to 100|D300|",
			},
		},
		"priorities of group B": {
			model: "CE8850-SAN",
			edit:  pauses(4, 6),
			want: []string{
				"impossible|100GE1/0/1-4|traffic_class cnp: ecn|queue 6||queues 6,7 cannot mark on this family|D300|",
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 1650|weight 21|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 1650|weight 40|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class cnp: bandwidth|650 of 1650|weight 39|a weight is a whole number from 1 to 100|D300|",
				"platform default|100GE1/0/1-4|traffic_class roce: lossless|every packet of the class|packets with 802.1p priority 4|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"impossible|100GE1/0/1-4|traffic_class cnp: lossless|priority 6||this family pauses priorities 0,1,2,3,4,5 only; every switch and host has 3|D300|",
			},
		},
		"three of group B": {
			model: "CE8850-SAN",
			edit:  pauses(2, 3, 4),
			want: []string{
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 2300|weight 15|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 2: bandwidth|650 of 2300|weight 29|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 3: bandwidth|650 of 2300|weight 28|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 2300|weight 28|a weight is a whole number from 1 to 100|D300|",
				"platform default|100GE1/0/1-4|queue 2: lossless|every packet of the class|packets with 802.1p priority 2|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|queue 3: lossless|every packet of the class|packets with 802.1p priority 3|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|traffic_class roce: lossless|every packet of the class|packets with 802.1p priority 4|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"warning||3 lossless classes are more than the 2 that the vendor recommends on V300-B (D300)",
			},
		},
		"four of group B": {
			model: "CE8850-SAN",
			edit:  pauses(2, 3, 4, 5),
			want: []string{
				"impossible||lossless classes|4 (2,3,4,5)||this family pauses at most 3 priorities|D300|",
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 2950|weight 12|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 2: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 3: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 5: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"platform default|100GE1/0/1-4|queue 2: lossless|every packet of the class|packets with 802.1p priority 2|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|queue 3: lossless|every packet of the class|packets with 802.1p priority 3|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|traffic_class roce: lossless|every packet of the class|packets with 802.1p priority 4|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|queue 5: lossless|every packet of the class|packets with 802.1p priority 5|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"warning||4 lossless classes are more than the 2 that the vendor recommends on V300-B (D300)",
			},
		},
		"four of V200": {
			model: "CE6857",
			edit:  pauses(2, 3, 4, 5),
			want: []string{
				"impossible||lossless classes|4 (2,3,4,5)||this family pauses at most 3 priorities|planning guides use at most three (STOR200)|",
				"rounding|100GE1/0/1-4|traffic_class best_effort: bandwidth|350 of 2950|weight 12|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 2: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 3: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|traffic_class roce: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"rounding|100GE1/0/1-4|queue 5: bandwidth|650 of 2950|weight 22|a weight is a whole number from 1 to 100|D300|",
				"platform default|100GE1/0/1-4|queue 2: lossless|every packet of the class|packets with 802.1p priority 2|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|queue 3: lossless|every packet of the class|packets with 802.1p priority 3|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|traffic_class roce: lossless|every packet of the class|packets with 802.1p priority 4|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|queue 5: lossless|every packet of the class|packets with 802.1p priority 5|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
				"platform default|100GE1/0/1-4|pfc_watchdog: action|drop|what the switch does by itself|no source says what becomes of the packets on V200, or of a command that decides it|PFC200|",
				"platform default|100GE1/0/1-4|pfc_watchdog: detect|200ms|150ms|a time is 1 to 15 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: restore|700ms|310ms|a time is 1 to 31 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed",
			},
		},
		"three of group B without 3": {
			model: "CE8850-SAN",
			edit: both(trustingPCP, onClassify(func(c *qos.Classify) { c.PCP[2], c.PCP[5] = 2, 5 }), onEachPort(func(p *qos.Port) {
				p.PFC.Priorities = qos.Is(qos.Queues(2, 4, 5))
			}), onEgress(func(e *qos.Egress) {
				e.Queues[2], e.Queues[5] = e.Queues[7], e.Queues[7]
				e.Queues[5].Schedule.V.Rank, e.Queues[2].Schedule.V.Rank = 3, 4
			})),
			want: []string{"warning||3 lossless classes are more than the 2 that the vendor recommends on V300-B (D300)"},
		},
		"group C": {
			model: "CE6820H",
			edit:  onEachPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{} }),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class roce: lossless|PFC||CE6820H, CE6820S, CE6863H and CE6881H have no PFC, only scheduling and ECN|D300|"},
		},
		"generic": {
			model: "generic",
			edit:  onEachPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{} }),
			want: []string{
				"impossible|100GE1/0/1-4|traffic_class roce: lossless|PFC||the groups of V300 switches spell PFC in different ways: name the model|D300|",
				"warning||generic: limits are those of the weakest switch of the release train, not those of this one",
			},
		},
		"by tag": {
			model: "CE8850-SAN",
			want: []string{
				"platform default|100GE1/0/1-4|traffic_class roce: lossless|every packet of the class|packets with 802.1p priority 4|PFC counts packets by the priority in their tag on this family: without a tag, or with another priority in it, they are not paused|D300, rule 13|",
			},
		},
		"by tag, asked so": {
			model: "CE8850-SAN",
			edit:  onEachPort(func(p *qos.Port) { p.PFC.Key = qos.Is(qos.PFCByPCP) }),
		},
		"by class": {
			model: "CE8850-SAN",
			edit:  both(trustingPCP, onEachPort(func(p *qos.Port) { p.PFC.Key = qos.Is(qos.PFCByClass) })),
			want:  []string{"platform default|100GE1/0/1-4|pfc|by class|by pcp|that is how this family counts arriving packets|D300, rule 13|"},
		},
		"by tag, trusting it": {model: "CE8850-SAN", edit: trustingPCP},
		"by another tag": {
			model: "CE8850-SAN",
			edit:  both(trustingPCP, onClassify(func(c *qos.Classify) { c.PCP[5] = 4 })),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class roce: pcp|4,5||PFC counts packets by the priority in their tag, so that the pcp of class and queue 4 is 4 and no other|D300, rule 13|"},
		},
		"by no tag": {
			model: "CE8850-SAN",
			edit:  both(trustingPCP, onClassify(func(c *qos.Classify) { c.PCP[4] = 0 })),
			want:  []string{"impossible|100GE1/0/1-4|traffic_class roce: pcp|none||PFC counts packets by the priority in their tag, so that the pcp of class and queue 4 is 4 and no other|D300, rule 13|"},
		},
		"without classification": {edit: onEachPort(func(p *qos.Port) { p.Classify, p.Egress = nil, nil })},
		"negotiated": {
			edit: onEachPort(func(p *qos.Port) { p.PFC.Negotiated = qos.Is(true) }),
			want: []string{"platform default|100GE1/0/1-4|dcbx|off|advertise|a port that negotiates PFC does it by DCBX|D300|"},
		},
		"negotiated, of A-LL": {
			model: "CE6885-LL-LOWLATENCY",
			edit:  onEachPort(func(p *qos.Port) { p.PFC.Negotiated, p.DCBX = qos.Is(true), qos.Value[qos.DCBX]{} }),
			want:  []string{"impossible|100GE1/0/1-4|pfc|negotiated||PFC is set by hand only on this family|D300|"},
		},
		"nothing said": {
			edit: onEachPort(func(p *qos.Port) { p.PFC = qos.PFC{} }),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog|on|off|the port pauses nothing, so there is nothing to watch|D300|"},
		},
		"advertised": {edit: onEachPort(func(p *qos.Port) { p.DCBX = qos.Is(qos.DCBXAdvertise) })},
		"advertised, of A-LL": {
			model: "CE6885-LL-LOWLATENCY",
			edit:  onEachPort(func(p *qos.Port) { p.DCBX = qos.Is(qos.DCBXAdvertise) }),
			want:  []string{"impossible|100GE1/0/1-4|dcbx|advertise||there is no DCBX on this family|D300|"},
		},
		"advertised without PFC": {
			edit: both(lossyPorts, onEachPort(func(p *qos.Port) { p.DCBX = qos.Is(qos.DCBXAdvertise) })),
			want: []string{"platform default|100GE1/0/1-4|dcbx|advertise|off|the port pauses nothing, so there is nothing to advertise|D300|"},
		},
	})
}
