package sonic

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// roundtripModels are of every chip that weft writes for, with stock buffers that are known and not.
var roundtripModels = []string{
	"Arista-7050CX3-32S-C32", "DellEMC-S5232f-C32", "Arista-7060CX-32S-C32", "Arista-7260CX3-C64", "DellEMC-Z9332f-O32",
	"Nokia-IXR7220-H4-64D", "Nokia-IXR7220-H5-64D", "Dell-Z9864f-O64", "Nokia-IXR7220-D4-36D", "d64p512t_64x800G",
	"ACS-MSN2700", "ACS-MSN3700", "ACS-MSN4700", "ACS-SN5600", "ACS-SN5640", "Cisco-8000", "Force10-S6000", "generic",
}

// TestReadOfRenderIsTheFittedModel is law 2, over models of every kind and every platform that weft writes for: what was fitted
// is read back from what was rendered, in both directions, with no field left over. The limits of the stock profiles, which no
// one asked for, are read too.
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
		fitted, _, diags := SONiC{}.Fit(asked, site)
		if diags.HasErrors() {
			t.Fatalf("it cannot be fitted: %v", diags)
		}
		config, diags := SONiC{}.Render(fitted, site)
		if diags.HasErrors() {
			t.Fatalf("it cannot be rendered: %v", diags)
		}
		checkReading(t, SONiC{}.Read(config, site.Platform), fitted, string(config.Bytes()))
		checkPrinted(t, config, site.Platform)
	})
}

// checkReading holds a reading against the model that was rendered.
func checkReading(t *rapid.T, reading vendors.Reading, fitted *qos.Switch, config string) {
	for _, line := range reading.Unread {
		t.Errorf("%v is not understood: %s", line.Path, line.Text)
	}
	if reading.Foreign > 0 {
		t.Errorf("%d fields are foreign", reading.Foreign)
	}
	said := qostest.Clone(reading.Switch)
	for i := range said.Ports {
		for q := range said.Ports[i].Egress.Queues {
			if i < len(fitted.Ports) && fitted.Ports[i].Egress.Queues[q].Limit.State == qos.NotApplicable {
				said.Ports[i].Egress.Queues[q].Limit = qos.Value[qos.Limit]{}
			}
		}
		said.Ports[i].Watchdog.Escalate = qos.Value[qos.Escalation]{} // there is none, and nothing is fitted
	}
	said.NonECT = fitted.NonECT // which nothing may have asked for
	for what, pair := range map[string][2]*qos.Switch{
		"what is read falls short of the model": {reading.Switch, fitted},
		"the model falls short of what is read": {fitted, said},
	} {
		if !qos.Satisfied(pair[0], pair[1]) {
			t.Errorf("%s: %+v\n%s", what, qos.Diff(fitted, reading.Switch), config)
		}
	}
}

// checkPrinted holds that the printed text says what the configuration holds, but for PORT.
func checkPrinted(t *rapid.T, config vendors.Config, p vendors.Platform) {
	parsed, diags := SONiC{}.Parse(config.Bytes())
	if diags.HasErrors() {
		t.Fatalf("what is printed does not parse: %v", diags)
	}
	if docOf(parsed).table(tablePort) != nil {
		t.Error("PORT is printed")
	}
	for _, d := range (SONiC{}).Deltas(parsed, config) {
		if d.Path[0] != tablePort {
			t.Errorf("printed otherwise than it is: %+v", d)
		}
	}
}

// drawSite draws a switch of one to six ports.
func drawSite(t *rapid.T) vendors.Site {
	model := rapid.SampledFrom(roundtripModels).Draw(t, "model")
	release := rapid.SampledFrom([]string{"202405", "202411", "202505", "202511", "202605"}).Draw(t, "release")
	p, err := SONiC{}.Platform(model, release)
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: p, Prefix: "WEFT"}
	for i := range rapid.IntRange(1, 6).Draw(t, "ports") {
		site.Ports = append(site.Ports, vendors.SitePort{
			Name:        fmt.Sprintf("Ethernet%d", 8*i),
			SpeedBps:    100 * qos.Gbps, // which every table has
			CableMetres: rapid.SampledFrom([]float64{1, 5, 30.5, 300}).Draw(t, "cable"),
		})
	}
	return site
}

// tame takes out of a model what no SONiC switch can do, or not this one, so that the rest of it is looked at.
func tame(sw *qos.Switch, site *vendors.Site) {
	r := platformOf(site.Platform)
	train, _ := trainOf(site.Platform.Release)
	sw.NonECT = qos.Is(qos.NonECTDrop)
	site.VXLAN = sw.Tunnel.DSCP.Known()
	for i := range sw.Ports {
		p := &sw.Ports[i]
		p.DCBX = qos.Is(qos.DCBXOff)
		if p.Classify.Trust.V == qos.TrustDSCPElsePCP {
			p.Classify.Trust = qos.Is(qos.TrustDSCP)
		}
		p.Classify = unmarked(p.Classify)
		if p.Watchdog.On.V {
			p.Watchdog.Action = qos.Is(qos.WatchdogDrop)
			p.Watchdog.Detect = max200(p.Watchdog.Detect)
		}
		if p.Ingress != nil {
			p.Ingress = tamed(p.Ingress, r)
		}
		p.Egress = within(p.Egress, r)
	}
	if train.marks && len(sw.Ports)%2 == 0 { // all of them mark by DSCP, alike
		for i := range sw.Ports {
			c := *sw.Ports[i].Classify
			c.Trust = qos.Is(qos.TrustDSCP)
			for d, q := range c.DSCP {
				c.RewriteDSCP[d] = int8(8 * q)
			}
			sw.Ports[i].Classify = &c
		}
	}
}

func max200(d qos.Value[time.Duration]) qos.Value[time.Duration] {
	return qos.Is(max(d.V, 200*time.Millisecond))
}

// unmarked is a classification that leaves headers as they are.
func unmarked(c *qos.Classify) *qos.Classify {
	out := *c
	for d := range out.RewriteDSCP {
		out.RewriteDSCP[d] = qos.Keep
	}
	for q := range out.RewritePCP {
		out.RewritePCP[q] = qos.Keep
	}
	return &out
}

// tamed are buffers that a platform can be given: none where its pools are not known, and thresholds of the kind of the pool.
func tamed(in *qos.Ingress, r *platformRow) *qos.Ingress {
	if !r.pools.Known() {
		return nil
	}
	out := *in
	for q := range out.Buffers {
		if b := &out.Buffers[q]; b.Known() && r.chip.dynamic {
			b.V.XOFF, b.V.AlphaNum, b.V.AlphaDen = 0, 1, 8
		}
	}
	return &out
}

// within is an egress whose thresholds fit the pool.
func within(e *qos.Egress, r *platformRow) *qos.Egress {
	out := *e
	for q := range out.Queues {
		if ecn := &out.Queues[q].ECN; ecn.V.Max > 4<<20 {
			ecn.V.Max = 4 << 20
		}
	}
	return &out
}

// vary adds what the generator of models does not ask for: limits, guarantees, early drop, and other times.
func vary(t *rapid.T, sw *qos.Switch, site *vendors.Site) {
	r := platformOf(site.Platform)
	limit, guarantee := rapid.Bool().Draw(t, "limit") && r.profiles.Known(), rapid.Bool().Draw(t, "guarantee")
	earlyDrop := rapid.Bool().Draw(t, "early drop")
	poll := rapid.SampledFrom([]time.Duration{0, 100, 150, 200}).Draw(t, "poll") * time.Millisecond
	for i := range sw.Ports {
		p := &sw.Ports[i]
		egress := *p.Egress // not shared: what says the same has to be found all the same
		if limit && r.chip.dynamic {
			egress.Queues[0].Limit = qos.Is(qos.Limit{AlphaNum: 3, AlphaDen: 4})
		} else if limit {
			egress.Queues[0].Limit = qos.Is(qos.Limit{Bytes: 1_000_000})
		}
		if guarantee {
			egress.Queues[0].Min = qos.Is(2*qos.Gbps + 130*qos.Mbps + 3)
		}
		if earlyDrop {
			egress.Queues[0].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 20_000, Max: 20_000, Probability: 100})
		}
		p.Egress = &egress
		if p.Watchdog.On.V && poll != 0 {
			p.Watchdog.Poll = qos.Is(poll)
		}
	}
}
