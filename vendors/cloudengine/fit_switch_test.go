package cloudengine

import (
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitMTU(t *testing.T) {
	mtu := func(b qos.Bytes) func(*qos.Switch, *vendors.Site) {
		return onEachPort(func(p *qos.Port) { p.MTU = qos.Is(b) })
	}
	runFitCases(t, map[string]fitCase{
		"largest": {edit: mtu(9478)},
		"too large": {
			edit: mtu(9479),
			want: []string{"impossible|100GE1/0/1-4|mtu|9479 B||a frame is 22 bytes more, and jumboframe enable goes from 1518 to 9500 bytes|D300|"},
		},
		"too small": {
			edit: mtu(1495),
			want: []string{"impossible|100GE1/0/1-4|mtu|1495 B||a frame is 22 bytes more, and jumboframe enable goes from 1518 to 9500 bytes|D300|"},
		},
		"built in":         {edit: mtu(9194)},
		"small, routed":    {edit: both(routed, mtu(1000))},
		"built in, routed": {edit: both(routed, mtu(1500))},
		"large, routed":    {edit: both(routed, mtu(9216))},
		"too large, routed": {
			edit: both(routed, mtu(9479)),
			want: []string{"impossible|100GE1/0/1-4|mtu|9479 B||the mtu of a routed port goes from 46 to 9600 bytes, and a frame is 22 bytes more and at most 9500|D300|"},
		},
		"largest of group C": {model: "CE6881H", edit: both(lossyPorts, mtu(15338))},
		"routed, of group C": {
			model: "CE6881H",
			edit:  both(lossyPorts, routed, mtu(9601)),
			want:  []string{"impossible|100GE1/0/1-4|mtu|9601 B||the mtu of a routed port goes from 46 to 9600 bytes, and a frame is 22 bytes more and at most 15360|D300|"},
		},
		"no mtu":     {edit: onEachPort(func(p *qos.Port) { p.MTU = qos.Value[qos.Bytes]{} })},
		"of classes": {edit: onEachPort(func(p *qos.Port) { p.ClassMTU = &qos.ClassMTU{} })},
	})
}

func TestFitSwitch(t *testing.T) {
	vxlan := func(dscp qos.TunnelDSCP, ecn qos.TunnelECN, accept ...string) func(*qos.Switch, *vendors.Site) {
		return func(sw *qos.Switch, site *vendors.Site) {
			site.VXLAN = true
			sw.Tunnel = qos.Tunnel{DSCP: qos.Is(dscp), ECN: qos.Is(ecn)}
			for _, id := range accept {
				site.Accept[id] = true
			}
		}
	}
	runFitCases(t, map[string]fitCase{
		"tunnel":             {edit: vxlan(qos.TunnelUniform, qos.TunnelECNCopy)},
		"tunnel as built in": {edit: vxlan(qos.TunnelDSCPZero, qos.TunnelECNIgnore)},
		"pipe": {
			edit: vxlan(qos.TunnelPipe, qos.TunnelECNCopy),
			want: []string{"impossible||vxlan: dscp|pipe||the outer header carries 0 or the inner DSCP, and no command gives it another value; there is no qos phb vxlan remark dscp inner|D300|"},
		},
		"tunnel of V200": {
			model: "CE6857",
			edit:  both(trustingPCP, vxlan(qos.TunnelUniform, qos.TunnelECNCopy)),
			want: []string{
				"impossible||vxlan: dscp|uniform||no command of this family copies the inner DSCP to the outer header, so that RoCE crosses the underlay as best effort; there is no qos phb vxlan remark dscp inner|D300|cloudengine.tunnel-dscp",
				"platform default||vxlan: ecn|copy|what the switch does by itself|no source says what this family does with ECN in a tunnel, or of a command that changes it|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: action|drop|what the switch does by itself|no source says what becomes of the packets on V200, or of a command that decides it|PFC200|",
				"platform default|100GE1/0/1-4|pfc_watchdog: detect|200ms|150ms|a time is 1 to 15 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: restore|700ms|310ms|a time is 1 to 31 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed",
			},
		},
		"tunnel of V200, accepted": {
			model: "CE6857",
			edit:  both(trustingPCP, vxlan(qos.TunnelUniform, qos.TunnelECNCopy, "cloudengine.tunnel-dscp")),
			want: []string{
				"platform default||vxlan: dscp|uniform|what the switch does by itself|no command of this family copies the inner DSCP to the outer header, so that RoCE crosses the underlay as best effort; there is no qos phb vxlan remark dscp inner|D300|",
				"platform default||vxlan: ecn|copy|what the switch does by itself|no source says what this family does with ECN in a tunnel, or of a command that changes it|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: action|drop|what the switch does by itself|no source says what becomes of the packets on V200, or of a command that decides it|PFC200|",
				"platform default|100GE1/0/1-4|pfc_watchdog: detect|200ms|150ms|a time is 1 to 15 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: restore|700ms|310ms|a time is 1 to 31 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"warning||cloudengine.tunnel-dscp: VXLAN is left as the switch does it: no command of this family copies the inner DSCP to the outer header, so that RoCE crosses the underlay as best effort; there is no qos phb vxlan remark dscp inner: no source confirms it; try it on one switch first",
				"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed",
			},
		},
		"a tunnel elsewhere": {edit: func(sw *qos.Switch, _ *vendors.Site) { sw.Tunnel.DSCP = qos.Is(qos.TunnelUniform) }},
		"forwarding what is not ECN-capable": {
			edit: func(sw *qos.Switch, _ *vendors.Site) { sw.NonECT = qos.Is(qos.NonECTForward) },
			want: []string{"impossible||ecn: non_ect|forward||no source says of a command that keeps a drop profile from dropping them|D300|"},
		},
		"modular V300, accepted": {
			model: "CE16800",
			edit:  func(_ *qos.Switch, site *vendors.Site) { site.Accept["cloudengine.v300-modular"] = true },
			want:  []string{"warning||cloudengine.v300-modular: no document covers CE16800 and CE9800 on V300: they are assumed to take the commands of a CE8855: no source confirms it; try it on one switch first"},
		},
		"modular V200": {
			model: "CE12800",
			edit:  trustingPCP,
			want: []string{
				"platform default|100GE1/0/1-4|pfc_watchdog: action|drop|what the switch does by itself|no source says what becomes of the packets on V200, or of a command that decides it|PFC200|",
				"platform default|100GE1/0/1-4|pfc_watchdog: detect|200ms|150ms|a time is 1 to 15 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: restore|700ms|310ms|a time is 1 to 31 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"warning||V200-CE12800: what a port can do depends on its card, and no source says which card does PFC",
				"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed",
			},
		},
	})
}

func TestFitRefuses(t *testing.T) {
	tests := map[string]struct {
		model string
		edit  func(*qos.Switch, *vendors.Site)
		want  string
	}{
		"modular V300": {"CE16800", nil,
			`weft writes no QoS for CE16800 (V300-modular): no document covers CE16800 and CE9800 on V300: they are assumed to take the commands of a CE8855; accept = ["cloudengine.v300-modular"] allows it all the same`},
		"a bundle as a port": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "Eth-Trunk10" },
			`"Eth-Trunk10" is not a physical port; name ports such as 100GE1/0/1, and for a bundle its members with lag`},
		"a bundle that is none": {"CE8855", func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].LAG = "100GE1/0/9" },
			`lag "100GE1/0/9" is not an Eth-Trunk: write it such as Eth-Trunk10`},
		"members that differ": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
			site.Ports[0].LAG, site.Ports[2].LAG = "Eth-Trunk10", "Eth-Trunk10"
			sw.Ports[2].PFC.Priorities, sw.Ports[2].Watchdog = qos.Is(qos.QueueSet(0)), qos.Watchdog{On: qos.Is(false)}
		}, "100GE1/0/1 and 100GE1/0/3 are members of Eth-Trunk10 and are asked to behave differently: all members have to agree in ingress headroom, PFC, watchdog (D300, rule 8)"},
		"drop profiles": {"CE6866", both(lossyPorts, func(sw *qos.Switch, site *vendors.Site) {
			grow(sw, site, 16)
			for i := range sw.Ports {
				e := *sw.Ports[0].Egress
				e.Queues[4].ECN = qos.Is(qos.ECN{On: true, Min: 6400, Max: qos.Bytes(64000 + i), Probability: 10})
				sw.Ports[i].Egress = &e
			}
		}), "17 different drop profiles, with the default one, are needed, and V300-B takes 16 (D300)"},
		"headrooms": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
			grow(sw, site, 31)
			for i := range sw.Ports {
				in := &qos.Ingress{}
				in.Buffers[4] = qos.Is(qos.Buffer{Headroom: qos.Bytes(300+5*i) * kib})
				sw.Ports[i].Ingress = in
			}
		}, "32 different values of headroom, with the built-in one, are needed, and V300-A takes 31 (D300)"},
		"thresholds": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
			grow(sw, site, 28)
			for i := range sw.Ports {
				in := &qos.Ingress{}
				in.Buffers[4] = qos.Is(qos.Buffer{XOFF: qos.Bytes(100+5*i) * kib})
				sw.Ports[i].Ingress = in
			}
		}, "29 different pause thresholds, with the built-in one, are needed, and V300-A takes 28 (D300)"},
		"ports with PFC": {"CE6866", both(trustingPCP, func(sw *qos.Switch, site *vendors.Site) { grow(sw, site, 128) }),
			"128 ports are lossless, and V300-B takes PFC on 127 (D300)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, test.model, sw)
			if test.edit != nil {
				test.edit(sw, &site)
			}
			_, _, diags := CloudEngine{}.Fit(sw, site)
			if err := diags.Err(); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// grow gives the switch n ports like its first.
func grow(sw *qos.Switch, site *vendors.Site, n int) {
	port, at := sw.Ports[0], site.Ports[0]
	sw.Ports, site.Ports = nil, nil
	for i := range n {
		port.Name = fmt.Sprintf("100GE%d/0/%d", 1+i/64, 1+i%64)
		at.Name = port.Name
		sw.Ports, site.Ports = append(sw.Ports, port), append(site.Ports, at)
	}
}

func TestFitCautions(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "CE6866", sw)
	trustingPCP(sw, &site)
	grow(sw, &site, 100)
	sw.Ports[0].Classify.PCP[2], sw.Ports[0].Classify.PCP[3] = 2, 3
	onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(2, 3, 4)) })(sw, nil)
	_, ds, diags := CloudEngine{}.Fit(sw, site)
	want := []string{
		"warning||300 lossless priorities of all ports together are more than 256: performance degrades, and only a reboot releases them (D300, rule 24)",
		"warning||3 lossless classes are more than the 2 that the vendor recommends on V300-B (D300)",
	}
	if diff := gocmp.Diff(want, saidLines(ds, diags)); diff != "" {
		t.Error(diff)
	}
}

// TestFitSaysHowFarThePoolGoes: the pool is not sized for all ports at once, and that is said and no more.
func TestFitSaysHowFarThePoolGoes(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "CE8855", sw)
	grow(sw, &site, 32)
	_, _, diags := CloudEngine{}.Fit(sw, site)
	want := vendors.Diagnostics{{
		Severity: vendors.Info, Field: "headroom",
		Summary: "the headroom pool of slot 1 is 4 MiB, and all lossless priorities of its ports together may need 8 MiB",
		Detail:  "the vendor starts with so much and counts only ports that congest at once; a larger pool on the switch is kept (D300)",
	}}
	if diff := gocmp.Diff(want, diags); diff != "" {
		t.Error(diff)
	}
}
