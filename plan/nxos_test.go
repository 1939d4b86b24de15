package plan_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
)

// asked is an intent for a leaf of n ports.
func asked(n int) *qos.Switch { return qostest.Leaf(n, 24, 26) }

// edits change the intent for a scenario.
var edits = map[string]func(*qos.Switch){
	"threshold": func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].ECN.V.Min = 1000 << 10 },
	"share": func(sw *qos.Switch) {
		e := sw.Ports[0].Egress
		e.Queues[0].Schedule, e.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 400}), qos.Is(qos.Schedule{Share: 600})
	},
	"both-lossless": func(sw *qos.Switch) {
		sw.Ports[0].Classify.DSCP[34] = 4
		e := sw.Ports[0].Egress
		e.Queues[3].Schedule, e.Queues[4] = qos.Is(qos.Schedule{Share: 250}), qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: 250}), ECN: qos.Is(qos.ECN{})}
		sw.Names[4] = "storage"
		for i := range sw.Ports {
			sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(3, 4))
		}
	},
	"pfc-off": func(sw *qos.Switch) {
		for i := range sw.Ports[:2] {
			sw.Ports[i].PFC.Priorities, sw.Ports[i].Watchdog = qos.Is(qos.QueueSet(0)), qos.Watchdog{On: qos.Is(false)}
		}
	},
	"storage": func(sw *qos.Switch) {
		sw.Ports[0].Classify.DSCP[18] = 2
		e := sw.Ports[0].Egress
		e.Queues[0].Schedule = qos.Is(qos.Schedule{Share: 300})
		e.Queues[2] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: 200}), ECN: qos.Is(qos.ECN{})}
		sw.Names[2] = "st"
	},
	"storage-wider": func(sw *qos.Switch) { // in another queue, and with another DSCP
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[18], c.DSCP[20] = 5, 5
		e.Queues[5], e.Queues[2] = e.Queues[2], qos.EgressQueue{}
		sw.Names[2], sw.Names[5] = "", "st"
	},
	"storage-exchanged": func(sw *qos.Switch) { // roce and st exchange their queues
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[18], c.DSCP[24], c.DSCP[26] = 3, 2, 2
		e.Queues[2], e.Queues[3] = e.Queues[3], e.Queues[2]
		sw.Names[2], sw.Names[3] = sw.Names[3], sw.Names[2]
		for i := range sw.Ports {
			sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(2))
		}
	},
	"storage-names": func(sw *qos.Switch) { sw.Names[2], sw.Names[3] = sw.Names[3], sw.Names[2] },
	"cnp-elsewhere": func(sw *qos.Switch) {
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[48], c.DSCP[46] = 0, 6
		e.Queues[6], e.Queues[7] = e.Queues[7], qos.EgressQueue{}
		sw.Names[6], sw.Names[7] = "cnp", ""
	},
	"cnp-gone": func(sw *qos.Switch) {
		sw.Ports[0].Classify.DSCP[48] = 0
		sw.Ports[0].Egress.Queues[7] = qos.EgressQueue{}
		sw.Names[7] = ""
	},
	"moved-wider": func(sw *qos.Switch) { // roce loses one DSCP, gains another and is lossless in another queue
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[24], c.DSCP[26], c.DSCP[28] = 0, 5, 5
		e.Queues[5], e.Queues[3] = e.Queues[3], qos.EgressQueue{}
		sw.Names[3], sw.Names[5] = "", "roce"
		for i := range sw.Ports {
			sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(5))
		}
	},
	"second-gone": func(sw *qos.Switch) { *sw = *asked(4) },
	"fewer-ports": func(sw *qos.Switch) { sw.Ports = sw.Ports[:3] },
	"renamed":     func(sw *qos.Switch) { sw.Names[3] = "rdma" },
	"moved": func(sw *qos.Switch) {
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[24], c.DSCP[26] = 4, 4
		e.Queues[4], e.Queues[3] = e.Queues[3], qos.EgressQueue{}
		sw.Names[3], sw.Names[4] = "", "roce"
		for i := range sw.Ports {
			sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(4))
		}
	},
}

// nxosInput is the plan's input for an NX-OS leaf.
func nxosInput(t tb, sw *qos.Switch, running []byte) plan.Input {
	t.Helper()
	v := nxos.New()
	platform, err := v.Platform("N9K-C9332D-GX2B", "10.4(3)")
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: platform, Prefix: "WEFT"}
	for _, p := range sw.Ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: p.Name, SpeedBps: 400 * qos.Gbps, CableMetres: 3, Routed: true})
	}
	fitted, deviations, diags := v.Fit(sw, site)
	desired, more := v.Render(fitted, site)
	if err := append(diags, more...).Err(); err != nil {
		t.Fatal(err)
	}
	return plan.Input{
		Name: "leaf1", Vendor: v, Site: site, Fitted: fitted, Deviations: deviations, Desired: desired, Running: running,
		Options: plan.Options{MaxDisruption: vendors.Recarve},
	}
}

// TestNXOS plans the switch of each file under testdata/nxos. A file without a running configuration starts from where the
// plan of fresh.txtar ends, with an intent that "from:NAME" changes; "edit:NAME" changes the intent after that.
func TestNXOS(t *testing.T) {
	files, err := filepath.Glob("testdata/nxos/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { nxosScenario(t, file) })
	}
}

func nxosScenario(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(archive.Comment))
	sw := asked(4)
	edit(sw, words, "from:")
	in := nxosInput(t, sw, part(archive, "running"))
	if in.Running == nil {
		in.Running = managedAs(t, sw)
	}
	edit(sw, words, "edit:")
	options := nxosInput(t, sw, in.Running)
	options.Options.TakeOver = slices.Contains(words, "--take-over")
	options.Options.Destroy = slices.Contains(words, "--destroy")
	options.Options.Prune = slices.Contains(words, "--prune")
	result := plan.Make(options)
	plan.CheckLaws(t, options, result)
	result.Predicted = nil // long, and held by the laws
	got := plan.Dump(&result)
	if plan.Updating() {
		setPart(archive, "plan", got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(part(archive, "plan")), string(got)); diff != "" {
		t.Errorf("the plan differs (-golden +got):\n%s", diff)
	}
}

// edit changes an intent as words with a prefix say.
func edit(sw *qos.Switch, words []string, prefix string) {
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, prefix); ok {
			edits[strings.TrimRight(name, ".:,")](sw)
		}
	}
}

// managed is the configuration where the plan of fresh.txtar ends.
func managed(t testing.TB) []byte { return managedAs(t, asked(4)) }

// managedAs is where it ends with another intent.
func managedAs(t testing.TB, sw *qos.Switch) []byte {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/nxos/fresh.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := plan.Make(nxosInput(t, sw, part(archive, "running")))
	if r.Predicted == nil {
		t.Fatalf("fresh.txtar is %s: %s", r.Device.Status, r.Device.Reason)
	}
	return r.Predicted.Bytes()
}

func part(archive *txtar.Archive, name string) []byte {
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return bytes.Clone(archive.Files[i].Data)
}

func setPart(archive *txtar.Archive, name string, data []byte) {
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		i = len(archive.Files)
		archive.Files = append(archive.Files, txtar.File{Name: name})
	}
	archive.Files[i].Data = data
}

// TestNXOSManyPortsAreShort tells 12,800 ports of a widely pasted template in under 60 lines.
func TestNXOSManyPortsAreShort(t *testing.T) {
	policy := "class-map type qos match-any ROCE\n  match dscp cs6\npolicy-map type qos THEIRS\n  class ROCE\n    set qos-group 6\n"
	running := strings.Replace(string(wide(64)), "\ninterface", "\n"+policy+"\ninterface", 1)
	running = strings.ReplaceAll(running, "  no switchport\n", "  no switchport\n  service-policy type qos input THEIRS\n")
	result := plan.Make(nxosInput(t, asked(64), []byte(running)))
	p := &plan.Plan{Summary: plan.Summary{Change: 200}}
	for i := range 200 {
		d := result.Device
		d.Name = fmt.Sprintf("leaf%d", i+1)
		p.Devices = append(p.Devices, d)
	}
	var out bytes.Buffer
	if err := view.Text(&out, view.Of(p), view.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(out.String(), "\n"); lines >= 60 || !strings.Contains(out.String(), "interface Ethernet1/1-64") {
		t.Errorf("%d lines:\n%s", lines, out.String())
	}
}

// wide is a running configuration with n ports, as large as such switches have them.
func wide(n int) []byte {
	var b bytes.Buffer
	b.WriteString("!Command: show running-config\nversion 10.4(3) Bios:version 01.14 \nhostname leaf1\n\nfeature bgp\n")
	for i := range n {
		fmt.Fprintf(&b, "vlan %d\n  name tenant-%d\n", i+10, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\ninterface Ethernet1/%d\n  description to gpu-%d eth0 rack %d\n  no switchport\n", i+1, i/8, i/16)
		fmt.Fprintf(&b, "  ip address 10.%d.%d.1/31\n  ipv6 address 2001:db8:%x::1/127\n  load-interval counter 1 5\n", i/250, i%250, i)
		b.WriteString("  ip pim sparse-mode\n  no ip redirects\n  storm-control broadcast level 1.00\n  no shutdown\n")
	}
	b.WriteString("\nrouter bgp 65001\n")
	for i := range n {
		fmt.Fprintf(&b, "  neighbor 10.%d.%d.0\n    remote-as %d\n    address-family ipv4 unicast\n      send-community\n", i/250, i%250, 65100+i)
	}
	b.WriteString("line console\nline vty\n")
	return b.Bytes()
}

// BenchmarkNXOS is the whole offline plan of one switch on which one threshold of every port changes, and of one on which
// nothing does.
func BenchmarkNXOS(b *testing.B) {
	for _, ports := range []int{64, 128, 256, 512} {
		fresh := plan.Make(nxosInput(b, asked(ports), wide(ports)))
		if fresh.Predicted == nil {
			b.Fatal(fresh.Device.Reason)
		}
		running := fresh.Predicted.Bytes()
		edited := asked(ports)
		edits["threshold"](edited)
		for name, in := range map[string]plan.Input{
			"threshold": nxosInput(b, edited, running),
			"unchanged": nxosInput(b, asked(ports), running),
		} {
			b.Run(fmt.Sprintf("%s/%d", name, ports), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(running)))
				for b.Loop() {
					plan.Make(in)
				}
			})
		}
	}
}

// TestNXOSUnnamedPortThatPauses refuses to take a priority from a port that pauses it and that the intent does not name, though
// no traffic of its own uses the queue.
func TestNXOSUnnamedPortThatPauses(t *testing.T) {
	running := bytes.Replace(managed(t), []byte("interface Ethernet1/5\n"), []byte("interface Ethernet1/5\n  priority-flow-control mode on\n"), 1)
	sw := asked(4)
	edits["moved"](sw)
	in := nxosInput(t, sw, running)
	if d := plan.Make(in).Device; d.Status != plan.Refused || !strings.Contains(d.Reason, "Ethernet1/5: priority 3 is no longer paused") {
		t.Errorf("%s: %s", d.Status, d.Reason)
	}
	in.Options.AllowUnnamed = "the port is spare"
	if d := plan.Make(in).Device; d.Status != plan.Change {
		t.Errorf("with a policy: %s: %s", d.Status, d.Reason)
	}
}
