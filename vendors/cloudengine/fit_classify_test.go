package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitClassification(t *testing.T) {
	keepsPCP := func(c *qos.Classify) {
		for q := range c.RewritePCP {
			c.RewritePCP[q] = qos.Keep
		}
	}
	trusting := func(trust qos.Trust) func(c *qos.Classify) {
		return func(c *qos.Classify) {
			*c = *classifying(nil)
			c.Trust, c.PCP[4] = qos.Is(trust), 4
		}
	}
	runFitCases(t, map[string]fitCase{
		"pcp":          {edit: onClassify(trusting(qos.TrustPCP))},
		"none":         {edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Is(qos.TrustNone) })},
		"none, routed": {edit: both(routed, onClassify(func(c *qos.Classify) { c.Trust = qos.Is(qos.TrustNone) }))},
		"dscp, routed": {edit: routed},
		"dscp, else pcp": {
			edit: onClassify(trusting(qos.TrustDSCPElsePCP)),
			want: []string{"impossible|100GE1/0/1-4|trust|dscp_else_pcp||no source says that trust dscp classifies frames without DSCP by their tag on this family: trust dscp or pcp|D300|"},
		},
		"dscp, else pcp, of group B": {model: "CE6866", edit: both(lossyPorts, onClassify(func(c *qos.Classify) {
			c.Trust, c.PCP[4], c.PCP[1] = qos.Is(qos.TrustDSCPElsePCP), 4, 4
		}))},
		"pcp, routed": {
			edit: both(routed, onClassify(trusting(qos.TrustPCP))),
			want: []string{"impossible|100GE1/0/1-4|trust|pcp||a routed port classifies by DSCP and takes no trust command|D300, rule 14|"},
		},
		"mixed": {
			edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Is(qos.TrustMixed) }),
			want: []string{"impossible|100GE1/0/1-4|trust|mixed||weft writes one field that decides|design|"},
		},
		"nothing": {
			edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Value[qos.Trust]{} }),
			want: []string{"impossible|100GE1/0/1-4|trust|nothing||classification needs a field to trust|design|"},
		},
		"an access list": {
			edit: onClassify(func(c *qos.Classify) { c.Rules = []qos.Rule{{Match: "packets that access list X permits"}} }),
			want: []string{"impossible|100GE1/0/1-4|classification|packets that access list X permits||weft writes code points only|design|"},
		},
		"untagged frames of another priority": {edit: both(lossyPorts, onClassify(func(c *qos.Classify) {
			trusting(qos.TrustPCP)(c)
			c.PCP[0], c.PCP[1] = 4, 0
		}))},
		"untagged frames of a class without pcp": {
			edit: both(lossyPorts, onClassify(func(c *qos.Classify) { trusting(qos.TrustPCP)(c); c.Other = 2 })),
			want: []string{"impossible|100GE1/0/1-4|default class|queue 2||untagged frames have the priority of their port, and no pcp is in that class|D300|"},
		},
		"another default class, routed": {
			edit: both(routed, onClassify(func(c *qos.Classify) { c.Other = 2 })),
			want: []string{"impossible|100GE1/0/1-4|default class|queue 2||what a routed port cannot classify is in queue 0|D300|"},
		},
		"tags kept": {
			edit: onClassify(keepsPCP),
			want: []string{"platform default|100GE1/0/1-4|rewrite: pcp|keep|the number of the class|the priority of tagged frames is written on the way out, by class|D300|"},
		},
		"tags kept, of A-LL": {model: "CE6885-LL-LOWLATENCY", edit: onClassify(keepsPCP)},
		"tags written by class, of A-LL": {
			model: "CE6885-LL-LOWLATENCY",
			edit:  onClassify(func(c *qos.Classify) { c.RewritePCP[4], c.RewritePCP[6] = 3, qos.Keep }),
			want:  []string{"platform default|100GE1/0/1-4|rewrite: pcp|keep|the number of the class|the priority of tagged frames is written on the way out, by class|D300|"},
		},
		"tags written by class": {
			edit: onClassify(func(c *qos.Classify) { c.RewritePCP[4], c.RewritePCP[6] = 3, qos.Keep }),
			want: []string{"platform default|100GE1/0/1-4|rewrite: pcp|keep|the number of the class|the priority of tagged frames is written on the way out, by class|D300|"},
		},
		"rewrite by class": {edit: onClassify(func(c *qos.Classify) {
			for d, q := range c.DSCP {
				c.RewriteDSCP[d] = map[qos.Queue]int8{0: 0, 4: 26, 6: 25, 7: 56}[q]
			}
		})},
		"rewrite a part of a class": {
			edit: onClassify(func(c *qos.Classify) { c.RewriteDSCP[24] = 10 }),
			want: []string{
				"impossible|100GE1/0/1-4|traffic_class best_effort: mark|several code points||what leaves is marked by its class: all of a class get one value|D300|",
				"impossible|100GE1/0/1-4|traffic_class roce: mark|several code points||what leaves is marked by its class: all of a class get one value|D300|",
			},
		},
		"rewrite under pcp": {
			edit: onClassify(func(c *qos.Classify) { trusting(qos.TrustPCP)(c); c.RewriteDSCP[3] = 1 }),
			want: []string{"impossible|100GE1/0/1-4|rewrite|dscp||what leaves is marked by its class, which the priority decides and not the DSCP|D300|"},
		},
		"rewrite on one port": {
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				c := *sw.Ports[0].Classify
				for d, q := range c.DSCP {
					c.RewriteDSCP[d] = map[qos.Queue]int8{0: 0, 4: 24, 6: 25, 7: 56}[q]
				}
				sw.Ports[3].Classify = &c
			},
			want: []string{"warning|100GE1/0/4|packets are rewritten where they leave, whatever port they came in by: say rewrite = \"class\" on the ports that packets leave by (D300)"},
		},
	})
}
