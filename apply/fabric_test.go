package apply

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
)

// bare is what a switch of the tests runs before weft comes.
const bare = `!Command: show running-config
!Time: Mon Nov 30 09:00:00 2026
version 10.4(3) Bios:version 01.14
hostname NAME
username admin password 5 $5$HELLO$hushhush  role network-admin

interface Ethernet1/1
  no shutdown

interface Ethernet1/2
  no shutdown

interface mgmt0
  vrf member management
line console
line vty
`

// theSecret is in every running configuration, and must be nowhere else.
const theSecret = "$5$HELLO$hushhush"

// leaf is a switch of two ports; threshold is where ECN begins.
func leaf(threshold qos.Bytes) *qos.Switch {
	sw := qostest.Leaf(2, 26)
	sw.Ports[0].Egress.Queues[3].ECN.V.Min = threshold
	return sw
}

// planned input of one switch.
func input(t testing.TB, name string, asked *qos.Switch, running []byte) plan.Input {
	t.Helper()
	v := nxos.New()
	platform, err := v.Platform("N9K-C9332D-GX2B", "10.4(3)")
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: name, Platform: platform, Prefix: "WEFT"}
	for _, p := range asked.Ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: p.Name, SpeedBps: 400 * qos.Gbps, CableMetres: 3, Routed: true})
	}
	fitted, deviations, diags := v.Fit(asked, site)
	desired, more := v.Render(fitted, site)
	if err := append(diags, more...).Err(); err != nil {
		t.Fatal(err)
	}
	return plan.Input{
		Name: name, Vendor: v, Site: site, Fitted: fitted, Deviations: deviations, Desired: desired, Running: running,
		Options: plan.Options{MaxDisruption: vendors.Recarve},
	}
}

// model is a planned change that boxes are made from.
type model struct {
	in     plan.Input
	result plan.Result
}

func modelOf(t testing.TB, name string, asked *qos.Switch, running []byte) model {
	t.Helper()
	in := input(t, name, asked, running)
	r := plan.Make(in)
	if r.Predicted == nil {
		t.Fatalf("%s: %s", r.Device.Status, r.Device.Reason)
	}
	return model{in, r}
}

// fresh is the first roll-out on a switch.
func fresh(t testing.TB, name string) model {
	return modelOf(t, name, leaf(950<<10), []byte(strings.ReplaceAll(bare, "NAME", name)))
}

// tuned is a change of one threshold later.
func tuned(t testing.TB, name string) model {
	return modelOf(t, name, leaf(1000<<10), fresh(t, name).result.Predicted.Bytes())
}

// moved is a change that only a configuration in between makes possible: RoCE goes to another queue and stays lossless meanwhile.
func moved(t testing.TB, name string) model {
	sw := leaf(950 << 10)
	c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
	c.DSCP[26] = 4
	e.Queues[4], e.Queues[3] = e.Queues[3], qos.EgressQueue{}
	sw.Names[3], sw.Names[4] = "", "roce"
	for i := range sw.Ports {
		sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(4))
	}
	return modelOf(t, name, sw, fresh(t, name).result.Predicted.Bytes())
}

// fabric is switches under test, with the work to be done on them.
type fabric struct {
	boxes map[string]*box
	work  Work
	// crashed says that weft is dead: nothing that it still does reaches anybody.
	crashed atomic.Bool
}

func fabricOf(models ...model) *fabric {
	f := &fabric{boxes: map[string]*box{}}
	var devices []plan.Device
	for _, m := range models {
		f.boxes[m.in.Name] = newBox(m)
		devices = append(devices, m.result.Device)
		f.work.Switches = append(f.work.Switches, Switch{
			Name: m.in.Name, Vendor: m.in.Vendor, Site: m.in.Site,
			Watch: []vendors.PortWatch{{Name: "Ethernet1/1", Lossless: []qos.Queue{3}}},
		})
	}
	f.work.Plan = plan.Assemble(devices, plan.Meta{WeftVersion: "test", IntentHash: "intent"})
	return f
}
