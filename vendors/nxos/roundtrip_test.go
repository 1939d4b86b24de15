package nxos

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// TestReadOfRenderIsTheFittedModel is law 2, over models of every kind and every family that weft writes for: what was fitted
// is read back from what was rendered, in both directions, with no line left over.
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
		fitted, _, diags := NXOS{}.Fit(asked, site)
		if diags.HasErrors() {
			t.Fatalf("it cannot be fitted: %v", diags)
		}
		config, diags := NXOS{}.Render(fitted, site)
		if diags.HasErrors() {
			t.Fatalf("it cannot be rendered: %v", diags)
		}
		checkReading(t, NXOS{}.Read(config, site.Platform), fitted, string(config.Bytes()))
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

// drawSite draws a switch of one to six ports.
func drawSite(t *rapid.T) vendors.Site {
	model := rapid.SampledFrom([]string{"9332D-GX2B", "93180YC-FX3", "9364C-GX", "9364C-H1", "9364E-SG2", "3132Q-40GE", "3232C", "generic"}).Draw(t, "model")
	p, err := NXOS{}.Platform(model, "10.4(3)")
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: p, Prefix: "WEFT", Accept: map[string]bool{acceptHeadroom: true, acceptForwardNonECT: true}}
	for i := range rapid.IntRange(1, 6).Draw(t, "ports") {
		site.Ports = append(site.Ports, vendors.SitePort{
			Name:        fmt.Sprintf("Ethernet1/%d", i+1),
			SpeedBps:    rapid.SampledFrom([]qos.BitsPerSecond{100 * qos.Gbps, 400 * qos.Gbps}).Draw(t, "speed"),
			CableMetres: 3,
			// A layer 2 port of a Nexus 3000 has no MTU of its own: the model says nothing of it.
			Routed: rowOf(p).layer2MTU || rapid.Bool().Draw(t, "routed"),
		})
	}
	return site
}

// raised is an ingress whose thresholds are not below the least that any family takes.
func raised(in *qos.Ingress) *qos.Ingress {
	out := *in
	for q := range out.Buffers {
		if b := &out.Buffers[q]; b.Known() {
			b.V.XOFF += 4 << 10
			b.V.XON += 4 << 10
		}
	}
	return &out
}

// tame takes out of a model what no NX-OS switch can do, so that the rest of it is looked at.
func tame(sw *qos.Switch, site *vendors.Site) {
	site.VXLAN = sw.Tunnel.DSCP.Known()
	for i := range sw.Ports {
		p := &sw.Ports[i]
		p.ClassMTU = nil
		if p.Classify.Trust.V == qos.TrustDSCPElsePCP {
			p.Classify.Trust = qos.Is(qos.TrustDSCP)
		}
		if p.Watchdog.On.V {
			p.Watchdog.Action = qos.Is(qos.WatchdogDrop)
		}
		if p.Ingress != nil {
			p.Ingress = raised(p.Ingress)
		}
	}
	if len(sw.Ports) > 2 { // the last two are a bundle: they agree
		last := len(sw.Ports) - 1
		name := sw.Ports[last].Name
		sw.Ports[last] = sw.Ports[last-1]
		sw.Ports[last].Name = name
		site.Ports[last].SpeedBps, site.Ports[last].Routed = site.Ports[last-1].SpeedBps, site.Ports[last-1].Routed
		site.Ports[last-1].LAG, site.Ports[last].LAG = "port-channel10", "port-channel10"
	}
}

// vary adds what the generator of models does not ask for: limits, guarantees, early drop, negotiation and accepted times.
func vary(t *rapid.T, sw *qos.Switch, site *vendors.Site) {
	site.Accept[acceptWatchdogTimes] = rapid.Bool().Draw(t, "accept times")
	negotiated := rapid.Bool().Draw(t, "negotiated")
	detect := rapid.SampledFrom([]time.Duration{100, 250, 1000}).Draw(t, "detect") * time.Millisecond
	poll := rapid.SampledFrom([]time.Duration{100, 150}).Draw(t, "poll") * time.Millisecond
	limit, guarantee := rapid.Bool().Draw(t, "limit"), rapid.Bool().Draw(t, "guarantee")
	earlyDrop := rapid.Bool().Draw(t, "early drop")
	for i := range sw.Ports {
		p := &sw.Ports[i]
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
			p.Watchdog.Detect, p.Watchdog.Restore, p.Watchdog.Poll = qos.Is(detect), qos.Is(2*detect), qos.Is(poll)
		}
	}
}
