package sonic

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitClassify(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"pcp": {edit: onClassify(func(c *qos.Classify) {
			*c = *classifying(nil)
			c.Trust, c.PCP[3] = qos.Is(qos.TrustPCP), 3
		})},
		"nothing trusted": {edit: onClassify(func(c *qos.Classify) {
			*c = *classifying(nil)
			c.Trust = qos.Is(qos.TrustNone)
		})},
		"both fields": {
			edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Is(qos.TrustDSCPElsePCP) }),
			want: []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|trust|dscp_else_pcp||a port with both a DSCP and a dot1p map does what its ASIC's vendor chose: trust dscp or pcp|sonic-swss: orchagent/qosorch.cpp"},
		},
		"nothing said": {
			edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Value[qos.Trust]{} }),
			want: []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|trust|nothing||classification needs a field to trust|design"},
		},
		"an ACL": {
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				c := *sw.Ports[1].Classify
				c.Rules = []qos.Rule{{Match: "packets that access list ROCE permits", Queue: 3}}
				sw.Ports[1].Classify = &c
			},
			want: []string{"impossible|Ethernet4|classification|packets that access list ROCE permits||weft writes code points only|design"},
		},
		"another default": {
			edit: onClassify(func(c *qos.Classify) { c.Other = 1 }),
			want: []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|default class|queue 1||a frame that no map decides is in traffic class 0|sonic-swss: orchagent/qosorch.cpp"},
		},
		"marking tags": {
			edit: onClassify(func(c *qos.Classify) { c.RewritePCP[3], c.RewritePCP[5] = 3, 5 }),
			want: []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|traffic_class roce: mark_pcp|3||TC_TO_DOT1P_MAP has no model in any release, so that the switch refuses every change of it|sonic-yang-models"},
		},
	})
}

// TestFitTables: the table of a field that does not decide says what happens to frames without the one that does.
func TestFitTables(t *testing.T) {
	for trust, want := range map[qos.Trust][2]qos.Queue{qos.TrustDSCP: {3, 0}, qos.TrustPCP: {0, 3}, qos.TrustNone: {0, 0}} {
		sw := leafModel()
		c := sw.Ports[0].Classify
		c.Trust, c.PCP[5] = qos.Is(trust), 3
		fitted, _, diags := SONiC{}.Fit(sw, leafSite(t, "TH2", "202405", sw))
		if got := fitted.Ports[0].Classify; [2]qos.Queue{got.DSCP[26], got.PCP[5]} != want || diags.HasErrors() {
			t.Errorf("%s: DSCP 26 in %d, PCP 5 in %d, %v", trust, got.DSCP[26], got.PCP[5], diags)
		}
	}
}

// marking gives every packet the mark of its class.
func marking(c *qos.Classify) {
	for d, q := range c.DSCP {
		c.RewriteDSCP[d] = [qos.NumQueues]int8{0: 0, 3: 26, 6: 48}[q]
	}
}

func TestFitRewrite(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"by class": {release: "202411", edit: onClassify(marking)},
		"without a model": {
			edit: onClassify(marking),
			want: []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|rewrite|dscp||TC_TO_DSCP_MAP has no model in 202405, so that the switch refuses every change of it|sonic-yang-models: sonic-tc-dscp-map.yang"},
		},
		"to what it is": {edit: onClassify(func(c *qos.Classify) { c.RewriteDSCP[26] = 26 })},
		"one of a class": {
			release: "202411",
			edit:    onClassify(func(c *qos.Classify) { c.RewriteDSCP[24] = 26 }),
			want:    []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|traffic_class best_effort: mark|DSCP 1 for what came with 1||what leaves is marked by its class, whatever port it came in by, and other packets of the class leave with 0|sonic-swss: orchagent/qosorch.cpp"},
		},
		"one port": {
			release: "202411",
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				c := *sw.Ports[1].Classify
				marking(&c)
				sw.Ports[1].Classify = &c
			},
			want: []string{
				"impossible|Ethernet0 Ethernet8 Ethernet12|traffic_class best_effort: mark|DSCP 1 for what came with 1||what leaves is marked by its class, whatever port it came in by, and other packets of the class leave with 0|sonic-swss: orchagent/qosorch.cpp",
				"impossible|Ethernet0 Ethernet8 Ethernet12|traffic_class roce: mark|DSCP 24 for what came with 24||what leaves is marked by its class, whatever port it came in by, and other packets of the class leave with 26|sonic-swss: orchagent/qosorch.cpp",
			},
		},
		"by pcp": {
			release: "202411",
			edit: onClassify(func(c *qos.Classify) {
				c.Trust = qos.Is(qos.TrustPCP)
				marking(c)
			}),
			want: []string{"impossible|Ethernet0 Ethernet4 Ethernet8 Ethernet12|rewrite|dscp||what leaves is marked by its class, which the DSCP does not decide here|sonic-swss: orchagent/qosorch.cpp"},
		},
	})
}
