package cloudengine

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// TestReadOfRenderIsTheFittedModel is law 2, over models of every kind and every family: what was fitted is read back from what
// was rendered, in both directions, with no line left over, and needs no more fitting.
func TestReadOfRenderIsTheFittedModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		site := drawSite(t)
		var names []string
		for _, p := range site.Ports {
			names = append(names, p.Name)
		}
		asked := qostest.Switches(names...).Draw(t, "asked")
		tame(asked, &site)
		vary(t, asked, &site)
		fitted, ds, diags := CloudEngine{}.Fit(asked, site)
		if diags.HasErrors() {
			t.Fatalf("it cannot be fitted: %v", diags)
		}
		if len(ds) == 0 && !qos.Satisfied(fitted, asked) {
			t.Errorf("nothing is said of what changed: %+v", qos.Diff(asked, fitted))
		}
		config, diags := CloudEngine{}.Render(fitted, site)
		if diags.HasErrors() {
			t.Fatalf("it cannot be rendered: %v", diags)
		}
		checkReading(t, CloudEngine{}.Read(config, site.Platform), fitted, string(config.Bytes()))
		again, ds, diags := CloudEngine{}.Fit(fitted, site)
		if len(ds) > 0 || diags.HasErrors() || !qos.Equal(fitted, again) {
			t.Errorf("fitting again changes something: %v %v", ds, diags)
		}
	})
}

// checkReading holds a reading against the model that was rendered.
func checkReading(t *rapid.T, reading vendors.Reading, fitted *qos.Switch, config string) {
	for _, line := range reading.Unread {
		t.Errorf("line %d is not understood: %s", line.Number, line.Text)
	}
	if reading.Foreign > 0 {
		t.Errorf("%d lines are foreign", reading.Foreign)
	}
	for what, pair := range map[string][2]*qos.Switch{
		"what is read falls short of the model": {reading.Switch, fitted},
		"the model falls short of what is read": {fitted, reading.Switch},
	} {
		if !qos.Satisfied(pair[0], pair[1]) {
			t.Errorf("%s: %+v\n%s", what, qos.Diff(fitted, reading.Switch), config)
		}
	}
}

// everyFamily is a model and release of each.
var everyFamily = [][2]string{
	{"CE6865-48S8CQ-EI", "V200R020C10"}, {"CE8860", "V200R005C10"}, {"CE6863-48S6CQ", "V200R020C10"}, {"CE12800", "V200R019C10"},
	{"CE16800", "V200R020C10"}, {"generic", "V200R020C10"}, {"CE8855", "V300R023C00"}, {"CE6885-LL-LOWLATENCY", "V300R023C00"},
	{"CE6866", "V300R023C00"}, {"CE6881H", "V300R023C00"}, {"CE9800", "V300R023C00"}, {"generic", "V300R023C00"},
}

// drawSite draws a switch of one to six ports.
func drawSite(t *rapid.T) vendors.Site {
	of := rapid.SampledFrom(everyFamily).Draw(t, "model")
	p, err := CloudEngine{}.Platform(of[0], of[1])
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: p, Prefix: "WEFT", Accept: map[string]bool{acceptTunnelDSCP: true, rowOf(p).accept: true}}
	for i := range rapid.IntRange(1, 6).Draw(t, "ports") {
		site.Ports = append(site.Ports, vendors.SitePort{
			Name:     fmt.Sprintf("100GE%d/0/%d", 1+i/2, 1+i%2),
			SpeedBps: rapid.SampledFrom([]qos.BitsPerSecond{25 * qos.Gbps, 100 * qos.Gbps}).Draw(t, "speed"),
			Routed:   rapid.Bool().Draw(t, "routed"),
		})
	}
	return site
}

// tame takes out of a model what the family cannot do, so that the rest of it is looked at.
func tame(sw *qos.Switch, site *vendors.Site) {
	site.VXLAN = sw.Tunnel.DSCP.Known()
	if sw.Tunnel.DSCP.V == qos.TunnelPipe {
		sw.Tunnel.DSCP.V = qos.TunnelUniform
	}
	sw.NonECT.V = qos.NonECTDrop
	for i := range sw.Ports {
		tamePort(&sw.Ports[i], &sw.Ports[0], rowOf(site.Platform), site.Ports[i].Routed)
	}
	if len(sw.Ports) > 2 { // the last two are a bundle: they agree
		last := len(sw.Ports) - 1
		name := sw.Ports[last].Name
		sw.Ports[last] = sw.Ports[last-1]
		sw.Ports[last].Name = name
		site.Ports[last].SpeedBps, site.Ports[last].Routed = site.Ports[last-1].SpeedBps, site.Ports[last-1].Routed
		site.Ports[last-1].LAG, site.Ports[last].LAG = "Eth-Trunk10", "Eth-Trunk10"
	}
}

func tamePort(p, first *qos.Port, r *row, routed bool) {
	p.ClassMTU = nil
	tameClassify(p.Classify, r, routed)
	if r.noPFC != "" {
		p.PFC.Priorities.V = 0
	}
	if r.manualOnly {
		p.DCBX.V = qos.DCBXOff
	}
	if p.Watchdog.On.V && first.Watchdog.On.V { // times and actions that all ports share
		p.Watchdog = first.Watchdog
	} else {
		p.Watchdog = qos.Watchdog{On: qos.Is(false)}
	}
	if r.buffers == buffersCells {
		p.Ingress = nil
	} else if p.Ingress != nil {
		p.Ingress = spread(p.Ingress)
	}
}

func tameClassify(c *qos.Classify, r *row, routed bool) {
	switch trust := &c.Trust.V; {
	case *trust == qos.TrustDSCPElsePCP && (routed || !r.tagForOther):
		*trust = qos.TrustDSCP
	case *trust == qos.TrustPCP && routed:
		*trust = qos.TrustNone
	}
	if rewritesDSCP(c) {
		for d, q := range c.DSCP {
			c.RewriteDSCP[d] = int8(q) * 8
		}
	}
}

// spread moves the threshold where pause starts well above the one where it ends.
func spread(in *qos.Ingress) *qos.Ingress {
	out := *in
	for q := range out.Buffers {
		if b := &out.Buffers[q]; b.Known() {
			b.V.XOFF += 64 << 10
		}
	}
	return &out
}

// vary adds what the generator of models does not ask for: limits, guarantees, early drop, negotiation and escalation.
func vary(t *rapid.T, sw *qos.Switch, site *vendors.Site) {
	r := rowOf(site.Platform)
	negotiated := rapid.Bool().Draw(t, "negotiated") && !r.manualOnly
	limit, guarantee := rapid.Bool().Draw(t, "limit") && r.queueLimit.Known(), rapid.Bool().Draw(t, "guarantee")
	earlyDrop := rapid.Bool().Draw(t, "early drop")
	detect := rapid.SampledFrom([]time.Duration{100, 150, 1000}).Draw(t, "detect") * time.Millisecond
	tags := rapid.Bool().Draw(t, "tags written by class")
	escalate := rapid.SampledFrom([]qos.Escalation{{}, {Action: "turn-off", Count: 50}, {Action: "error-down", Count: 30}, {Action: "error-down", Count: 7}}).Draw(t, "escalate")
	for i := range sw.Ports {
		p := &sw.Ports[i]
		if tags {
			for q := range p.Classify.RewritePCP {
				p.Classify.RewritePCP[q] = int8(q)
			}
		}
		egress := *p.Egress // not shared: what says the same has to be found all the same
		if limit {
			egress.Queues[0].Limit = qos.Is(qos.Limit{Bytes: 1_000_000})
		}
		if guarantee {
			egress.Queues[0].Min = qos.Is(2*qos.Gbps + 130*qos.Mbps)
		}
		if earlyDrop {
			egress.Queues[0].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 10_000, Max: 20_000, Probability: 100})
		}
		p.Egress, p.PFC.Negotiated = &egress, qos.Is(negotiated)
		if p.Watchdog.On.V {
			p.Watchdog.Detect, p.Watchdog.Escalate = qos.Is(detect), qos.Is(escalate)
		}
	}
}
