package sonic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/sonic"
)

// benchPlan is a fabric's plan for one switch of so many ports.
type benchPlan struct{ in plan.Input }

func newBenchPlan(t testing.TB, ports int) *benchPlan {
	v := sonic.New()
	p, err := v.Platform("ACS-MSN4700", "202605")
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "switch1", Platform: p, Prefix: "WEFT"}
	for i := range ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: fmt.Sprintf("Ethernet%d", 8*i), SpeedBps: 100 * qos.Gbps, CableMetres: 40})
	}
	b := &benchPlan{plan.Input{Name: site.Device, Vendor: v, Site: site, Options: plan.Options{MaxDisruption: vendors.Reload}}}
	b.want(t, 3<<20)
	return b
}

// want makes the plan aim at a drop profile with this threshold.
func (b *benchPlan) want(t testing.TB, threshold qos.Bytes) {
	v, site := b.in.Vendor, b.in.Site
	fitted, _, diags := v.Fit(benchAsked(site, threshold), site)
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	if b.in.Desired, diags = v.Render(fitted, site); diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	b.in.Fitted = fitted
}

func benchAsked(site vendors.Site, threshold qos.Bytes) *qos.Switch {
	sw := &qos.Switch{}
	sw.Names[0], sw.Names[3], sw.Names[6] = "best_effort", "roce", "cnp"
	classify := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	classify.DSCP[26], classify.DSCP[48] = 3, 6
	for i := range classify.RewriteDSCP {
		classify.RewriteDSCP[i] = qos.Keep
	}
	for i := range classify.RewritePCP {
		classify.RewritePCP[i] = qos.Keep
	}
	egress, ingress := &qos.Egress{}, &qos.Ingress{}
	egress.Queues[0].Schedule, egress.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 500}), qos.Is(qos.Schedule{Share: 500})
	egress.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 1})
	egress.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 1 << 20, Max: threshold, Probability: 7})
	ingress.Buffers[3] = qos.Default(qos.Buffer{})
	for _, p := range site.Ports {
		sw.Ports = append(sw.Ports, qos.Port{
			Name: p.Name, Classify: classify, Egress: egress, Ingress: ingress, MTU: qos.Is(qos.Bytes(9100)),
			PFC: qos.PFC{Priorities: qos.Is(qos.Queues(3)), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)},
		})
	}
	return sw
}

// blank is the running configuration of a switch without QoS, with as much else in it as a real one has.
func (b *benchPlan) blank() []byte {
	var ports, others []string
	for i, p := range b.in.Site.Ports {
		ports = append(ports, fmt.Sprintf(blankPort, p.Name, 4*i+1, 4*i+2, 4*i+3, 4*i+4, i))
		for j := range 4 {
			others = append(others, fmt.Sprintf("        \"Vlan%d|%s\": {\n            \"tagging_mode\": \"tagged\",\n            \"description\": \"rail %d of rack R17\"\n        }", 10*j+10, p.Name, j))
		}
	}
	rest := stockDynamic + "    \"VLAN_MEMBER\": {\n" + strings.Join(others, ",\n") + "\n    },\n"
	return []byte(fmt.Sprintf(blankSwitch, "ACS-MSN4700", `, "buffer_model": "dynamic"`, strings.Join(ports, ",\n"), rest))
}

// run plans and expects a status.
func (b *benchPlan) run(t testing.TB, running []byte, want plan.Status) plan.Result {
	b.in.Running = running
	res := plan.Make(b.in)
	if res.Device.Status != want {
		t.Fatalf("%s: %s", res.Device.Status, res.Device.Reason)
	}
	return res
}

// BenchmarkPlan is the whole offline way of one switch: it has no QoS, it is as asked, or one threshold differs.
func BenchmarkPlan(b *testing.B) {
	for _, ports := range []int{64, 256} {
		p := newBenchPlan(b, ports)
		blank := p.blank()
		done := p.run(b, blank, plan.Change).Predicted.Bytes()
		b.Run(fmt.Sprintf("blank/%d", ports), func(b *testing.B) { p.loop(b, blank, plan.Change) })
		b.Run(fmt.Sprintf("done/%d", ports), func(b *testing.B) { p.loop(b, done, plan.Unchanged) })
		p.want(b, 2<<20)
		b.Run(fmt.Sprintf("drifted/%d", ports), func(b *testing.B) { p.loop(b, done, plan.Change) })
	}
}

func (p *benchPlan) loop(b *testing.B, running []byte, want plan.Status) {
	b.SetBytes(int64(len(running)))
	for b.Loop() {
		p.run(b, running, want)
	}
}
