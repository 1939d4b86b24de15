package cloudengine

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

var updateRender = flag.Bool("update-render", false, "write what Render gives into testdata/render")

// renderCase is a scenario of testdata/render: the leaf, changed. The file of its name has what fitting says about it and
// what is rendered.
type renderCase struct {
	model string
	edit  func(sw *qos.Switch, site *vendors.Site)
}

var renderCases = map[string]renderCase{
	"a":          {"CE8855", asItIs},
	"a-ll":       {"CE6885-LL-LOWLATENCY", asItIs},
	"b":          {"CE6866", asItIs},
	"c-lossy":    {"CE6881H", lossyPorts},
	"v2":         {"CE6865-48S8CQ-EI", both(asItIs, mixedModes)},
	"v2-color":   {"CE6863-48S6CQ", asItIs},
	"v2-modular": {"CE12800", asItIs},
	"v3-modular": {"CE16800", func(sw *qos.Switch, site *vendors.Site) {
		site.Accept["cloudengine.v300-modular"] = true
		for i := range sw.Ports {
			name := fmt.Sprintf("100GE%d/0/1", 3+i)
			sw.Ports[i].Name, site.Ports[i].Name, site.Ports[i].Routed = name, name, true
		}
		sw.Ports[1].Watchdog.Action = qos.Is(qos.WatchdogForward)
	}},
	"not-named": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) { sw.Names = [qos.NumQueues]string{} }},
	"lossy-ports": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		for i := range sw.Ports[2:] {
			p := &sw.Ports[2+i]
			p.PFC.Priorities, p.Watchdog.On, p.MTU = qos.Is(qos.QueueSet(0)), qos.Is(false), qos.Is[qos.Bytes](1500)
		}
	}},
	"routed-spine": {"CE8855", both(routed, onEachPort(func(p *qos.Port) { p.MTU = qos.Is[qos.Bytes](9216) }))},
	"pcp-access": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
		c := classifying(nil)
		c.Trust, c.PCP[4], c.PCP[0], c.PCP[1] = qos.Is(qos.TrustPCP), 4, 6, 0
		sw.Ports[0].Classify, sw.Ports[0].Label = c, "access"
		sw.Ports[1].Classify, sw.Ports[1].Label = c, "access"
		site.Ports[3].Routed = true
	}},
	"untrusted": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
		sw.Ports[0].Classify.Trust = qos.Is(qos.TrustNone)
		sw.Ports[1].Label, site.Ports[1].Routed = "edge", true
		lossyPorts(sw, site)
	}},
	"dscp-else-pcp": {"CE8850-SAN", func(sw *qos.Switch, site *vendors.Site) {
		c := sw.Ports[0].Classify
		c.Trust, c.PCP[4], c.PCP[6] = qos.Is(qos.TrustDSCPElsePCP), 4, 6
	}},
	"priorities": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		e := sw.Ports[0].Egress
		for _, q := range []qos.Queue{3, 5} {
			sw.Ports[0].Classify.DSCP[8*q], e.Queues[q] = q, e.Queues[4]
		}
		for i, set := range []qos.QueueSet{qos.Queues(3), qos.Queues(3, 4), qos.Queues(4, 5), qos.Queues(3, 4, 5)} {
			sw.Ports[i].PFC.Priorities = qos.Is(set)
		}
	}},
	"watchdog-off": {"CE8855", onEachPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{On: qos.Is(false)} })},
	"watchdog-built-in": {"CE8855", onEachPort(func(p *qos.Port) {
		p.Watchdog.Action, p.Watchdog.Detect, p.Watchdog.Restore = qos.Is(qos.WatchdogForward), qos.Is(100*time.Millisecond), qos.Is(100*time.Millisecond)
		p.Watchdog.Escalate = qos.Is(qos.Escalation{Action: "error-down", Count: 30})
	})},
	"buffers-a": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		for i, b := range []qos.Value[qos.Buffer]{
			qos.Default(qos.Buffer{Headroom: 677_888}), qos.Is(qos.Buffer{XOFF: 100 << 10}),
			qos.Is(qos.Buffer{Headroom: 5 << 20, XOFF: 100 << 10, XON: 80 << 10}), qos.Default(qos.Buffer{Headroom: 100 << 10}),
		} {
			sw.Ports[i].Ingress = &qos.Ingress{}
			sw.Ports[i].Ingress.Buffers[4] = b
		}
	}},
	"buffers-b": {"CE6866", func(sw *qos.Switch, site *vendors.Site) {
		trustingPCP(sw, site)
		in := &qos.Ingress{}
		in.Buffers[4] = qos.Is(qos.Buffer{XOFF: 250 << 10, XON: 200 << 10})
		sw.Ports[0].Ingress, sw.Ports[1].Ingress = in, in
	}},
	"adopted": {"CE8855", func(_ *qos.Switch, site *vendors.Site) {
		site.Adopt = map[string]string{"classify": "diffserv domain ds1", "pfc": "dcb pfc roce", "egress:roce": "drop-profile roce100"}
	}},
	"speeds": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
		slow := *sw.Ports[0].Egress
		slow.Queues[4].ECN = qos.Is(qos.ECN{On: true, Min: 6400, Max: 64000, Probability: 30})
		for i := range 2 {
			name := fmt.Sprintf("25GE1/0/%d", i+1)
			sw.Ports[i].Name, sw.Ports[i].Egress = name, &slow
			site.Ports[i].Name, site.Ports[i].SpeedBps = name, 25*qos.Gbps
		}
		site.Adopt = map[string]string{"egress:25G": "drop-profile roce25"}
	}},
	"overrides": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		storage := *sw.Ports[0].Egress
		storage.Queues[4].Schedule, storage.Queues[0].Schedule = qos.Is(qos.Schedule{Share: 990}), qos.Is(qos.Schedule{Share: 10})
		sw.Ports[1].Egress, sw.Ports[1].Labels.Egress = &storage, "storage port"
		marking := *sw.Ports[0].Egress
		marking.Queues[4].ECN = qos.Is(qos.ECN{On: true, Min: 6400, Max: 64000, Probability: 30})
		sw.Ports[2].Egress, sw.Ports[2].Labels.Egress = &marking, "edge"
		sw.Ports[3].Watchdog.Detect, sw.Ports[3].Labels.PFC = qos.Is(300*time.Millisecond), "slow"
	}},
	"rewriting": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		c := sw.Ports[0].Classify
		for d, q := range c.DSCP {
			c.RewriteDSCP[d] = map[qos.Queue]int8{0: 0, 4: 26, 6: 48, 7: 56}[q]
		}
		c.RewritePCP[4], c.RewritePCP[6] = 3, 5
	}},
	"vxlan": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
		site.VXLAN = true
		sw.Tunnel = qos.Tunnel{DSCP: qos.Is(qos.TunnelUniform), ECN: qos.Is(qos.TunnelECNCopy)}
	}},
	"vxlan-v2": {"CE6857", func(sw *qos.Switch, site *vendors.Site) {
		site.VXLAN, site.Accept["cloudengine.tunnel-dscp"] = true, true
		sw.Tunnel = qos.Tunnel{DSCP: qos.Is(qos.TunnelUniform), ECN: qos.Is(qos.TunnelECNCopy)}
		lossyPorts(sw, site)
	}},
	"trunk": {"CE8855", func(_ *qos.Switch, site *vendors.Site) {
		site.Ports[1].LAG, site.Ports[1].Routed = "Eth-Trunk9", true
		site.Ports[2].LAG, site.Ports[3].LAG = "Eth-Trunk10", "Eth-Trunk10"
	}},
	"split-ports": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
		for i := range sw.Ports {
			name := fmt.Sprintf("25GE1/0/1:%d", i+1)
			sw.Ports[i].Name, site.Ports[i].Name, site.Ports[i].SpeedBps = name, name, 25*qos.Gbps
		}
	}},
	"all-strict": {"CE8855", both(lossyPorts, func(sw *qos.Switch, _ *vendors.Site) {
		e := sw.Ports[0].Egress
		*e = qos.Egress{}
		for q := range e.Queues {
			e.Queues[q].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: uint8(8 - q)})
		}
	})},
	"queues": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		e := sw.Ports[0].Egress
		e.Queues[0].Limit = qos.Is(qos.Limit{Bytes: 3_200_000})
		e.Queues[0].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 640_000, Max: 1_280_000, Probability: 10})
		e.Queues[4].Min = qos.Is(10 * qos.Gbps)
		e.Queues[6].Max = qos.Is(40 * qos.Gbps)
		sw.Ports[0].Classify.DSCP[10] = 2
		e.Queues[2] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Strict: true, Rank: 3})}
	}},
	"control-queues": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[56], c.DSCP[25], c.DSCP[48] = 0, 0, 6
		e.Queues[7], e.Queues[6].Schedule = qos.EgressQueue{}, qos.Is(qos.Schedule{Share: 100}) // 7 is not used, 6 shares
		e.Queues[0].Schedule = qos.Is(qos.Schedule{Share: 250})
	}},
	"advertising": {"CE8855", func(sw *qos.Switch, _ *vendors.Site) {
		sw.Ports[0].DCBX = qos.Is(qos.DCBXAdvertise)
		sw.Ports[1].PFC.Negotiated = qos.Is(true)
	}},
	"long-names": {"CE8855", func(sw *qos.Switch, site *vendors.Site) {
		site.Prefix = "DATAHALL"
		sw.Names[4] = "remote_direct_memory_access"
		onEachPort(func(p *qos.Port) { p.Label, p.Labels.Egress, p.Labels.PFC = "gpu-port", "gpu-port", "gpu-port" })(sw, nil)
	}},
}

func asItIs(*qos.Switch, *vendors.Site) {}

// mixedModes makes the last two ports routed.
func mixedModes(_ *qos.Switch, site *vendors.Site) {
	site.Ports[2].Routed, site.Ports[3].Routed = true, true
}

func TestRender(t *testing.T) {
	for name, test := range renderCases {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, test.model, sw)
			test.edit(sw, &site)
			fitted, ds, diags := CloudEngine{}.Fit(sw, site)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			config, diags2 := CloudEngine{}.Render(fitted, site)
			if diags2.HasErrors() {
				t.Fatal(diags2)
			}
			said := strings.Join(append(saidLines(ds, diags), saidLines(nil, diags2)...), "\n")
			goldenRender(t, filepath.Join("testdata", "render", name+".txtar"), said, config.Bytes())
			checkReadBack(t, fitted, site)
			checkStable(t, fitted, site)
		})
	}
}

// goldenRender compares with a file, or writes it.
func goldenRender(t *testing.T, path, said string, config []byte) {
	t.Helper()
	if said != "" {
		said += "\n"
	}
	old, err := txtar.ParseFile(path)
	if err != nil {
		old = &txtar.Archive{}
	}
	got := txtar.Format(&txtar.Archive{Comment: old.Comment, Files: []txtar.File{{Name: "said", Data: []byte(said)}, {Name: "config", Data: config}}})
	if *updateRender {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := txtar.Format(old); !bytes.Equal(got, want) {
		t.Errorf("%s (-want +got):\n%s", path, cmp.Diff(string(want), string(got)))
	}
}

// mustRender renders the leaf as it is.
func mustRender(t testing.TB, sw *qos.Switch, site vendors.Site) string {
	t.Helper()
	fitted, _, diags := CloudEngine{}.Fit(sw, site)
	config, more := CloudEngine{}.Render(fitted, site)
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	return string(config.Bytes())
}

func TestRenderIsDeterministic(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "CE8855", sw)
	renderCases["overrides"].edit(sw, &site)
	want := mustRender(t, sw, site)
	for range 50 {
		if got := mustRender(t, sw, site); got != want {
			t.Fatalf("two runs differ:\n%s", cmp.Diff(want, got))
		}
	}
}

// objectNames are the headers of domains and profiles in a configuration.
func objectNames(config string) []string {
	var list []string
	for line := range strings.Lines(config) {
		for _, kind := range kindOf {
			if name, ok := strings.CutPrefix(line, kind+" WEFT-"); ok {
				list = append(list, kind+" "+strings.TrimSpace(name))
			}
		}
	}
	return list
}

// TestEditsKeepNames holds that an edit of what an object says keeps its name: everything in it can be edited in place.
func TestEditsKeepNames(t *testing.T) {
	tests := map[string]func(*qos.Switch){
		"weights":     func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[4].Schedule.V.Share = 100 },
		"thresholds":  func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[4].ECN.V.Max = 3_200_000 },
		"code points": func(sw *qos.Switch) { sw.Ports[0].Classify.DSCP[27] = 4 },
		"times":       func(sw *qos.Switch) { onEachPort(func(p *qos.Port) { p.Watchdog.Detect.V *= 2 })(sw, nil) },
		"priorities": func(sw *qos.Switch) {
			onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(3, 4)) })(sw, nil)
		},
	}
	plain := leafModel()
	before := objectNames(mustRender(t, plain, leafSite(t, "CE8855", plain)))
	if len(before) != 3 {
		t.Fatalf("there are %v", before)
	}
	for name, edit := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			edit(sw)
			if after := objectNames(mustRender(t, sw, leafSite(t, "CE8855", sw))); !cmp.Equal(before, after) {
				t.Errorf("names before and after: %s", cmp.Diff(before, after))
			}
		})
	}
}

// TestSameNameTwice: two ports without labels that mark at different depths get two profiles of different names, and one that
// says the same as another shares it.
func TestSameNameTwice(t *testing.T) {
	sw := leafModel()
	other, third := *sw.Ports[0].Egress, *sw.Ports[0].Egress
	other.Queues[4].ECN.V.Max = 3_200_000
	sw.Ports[1].Egress, sw.Ports[2].Egress = &other, &third
	var profiles []string
	for _, name := range objectNames(mustRender(t, sw, leafSite(t, "CE8855", sw))) {
		if strings.HasPrefix(name, "drop-profile ") {
			profiles = append(profiles, name)
		}
	}
	if len(profiles) != 2 || !strings.HasPrefix(profiles[1], profiles[0]+"-") {
		t.Errorf("got %v", profiles)
	}
}

func TestAdoptRefuses(t *testing.T) {
	tests := map[string]struct {
		scenario string // of renderCases; the leaf when empty
		adopt    [2]string
		want     string
	}{
		"no such role":        {"", [2]string{"headroom", "dcb pfc X"}, `adopt "dcb pfc X" as "headroom": there is no such role; there is classify, pfc, egress, egress:CLASS, egress:SPEED`},
		"a role with a class": {"", [2]string{"pfc:roce", "dcb pfc X"}, `adopt "dcb pfc X" as "pfc:roce": there is no such role; there is classify, pfc, egress, egress:CLASS, egress:SPEED`},
		"another kind":        {"", [2]string{"classify", "traffic policy X"}, `adopt "traffic policy X" as "classify": that role takes a diffserv domain`},
		"a second command":    {"", [2]string{"pfc", "dcb pfc X\nundo stp"}, `adopt "dcb pfc X\nundo stp" as "pfc": "X\nundo stp" cannot be the name of an object that weft edits`},
		"the built-in domain": {"", [2]string{"classify", "diffserv domain default"}, `adopt "diffserv domain default" as "classify": "default" cannot be the name of an object that weft edits`},
		"a keyword":           {"", [2]string{"pfc", "dcb pfc dscp-mapping"}, `adopt "dcb pfc dscp-mapping" as "pfc": "dscp-mapping" cannot be the name of an object that weft edits`},
		"a start of brief":    {"", [2]string{"egress", "drop-profile br"}, `adopt "drop-profile br" as "egress": "br" cannot be the name of an object that weft edits`},
		"two speeds":          {"speeds", [2]string{"egress", "drop-profile X"}, `adopt "drop-profile X" as "egress": there are 2 variants (WEFT-ecn-roce-25G, WEFT-ecn-roce-100G), and one object cannot be all of them; name a class or a speed, such as egress:400G, or adopt none`},
		"two profiles":        {"priorities", [2]string{"pfc", "dcb pfc X"}, `adopt "dcb pfc X" as "pfc": there are 4 variants (WEFT-pfc, WEFT-pfc-f15450, WEFT-pfc-aafab4, WEFT-pfc-c4cf6a), and one object cannot be all of them; adopt none`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "CE8855", sw)
			if test.scenario != "" {
				renderCases[test.scenario].edit(sw, &site)
			}
			site.Adopt = map[string]string{test.adopt[0]: test.adopt[1]}
			fitted, _, _ := CloudEngine{}.Fit(sw, site)
			_, diags := CloudEngine{}.Render(fitted, site)
			if err := diags.Err(); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestAdoptOfNothing(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "CE8855", sw)
	lossyPorts(sw, &site)
	site.Adopt = map[string]string{"pfc": "dcb pfc X"}
	fitted, _, _ := CloudEngine{}.Fit(sw, site)
	_, diags := CloudEngine{}.Render(fitted, site)
	want := []string{`warning||adopt "dcb pfc X" as "pfc": nothing of that role is needed`}
	if diff := cmp.Diff(want, saidLines(nil, diags)); diff != "" {
		t.Error(diff)
	}
}

// TestRenderRefusesNames: nothing that an intent can hold gets into a command unless it is a plain name.
func TestRenderRefusesNames(t *testing.T) {
	tests := map[string]func(*qos.Switch, *vendors.Site){
		"prefix":             func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "W\nx" },
		"no prefix":          func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "" },
		"prefix with a dash": func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "WE-FT" },
		"long prefix":        func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "WEFTWEFTW" },
		"digit first":        func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "1WEFT" },
		"class":              func(sw *qos.Switch, _ *vendors.Site) { sw.Names[4] = "roce\n undo stp" },
		"class with a blank": func(sw *qos.Switch, _ *vendors.Site) { sw.Names[4] = "ro ce" },
		"port":               func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "100GE1/0/1\n shutdown" },
		"typed port":         func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "100ge 1/0/1" },
		"bundle":             func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].LAG = "Eth-Trunk1\n shutdown" },
		"bundle that is not": func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].LAG = "100GE1/0/5" },
	}
	for name, edit := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "CE8855", sw)
			fitted, _, _ := CloudEngine{}.Fit(sw, site)
			edit(fitted, &site)
			if c, diags := (CloudEngine{}).Render(fitted, site); !diags.HasErrors() || c != nil {
				t.Errorf("it is rendered:\n%s", c.Bytes())
			}
		})
	}
}

// TestLabelsBecomeNames: a label is a hint, so what a name cannot have is replaced.
func TestLabelsBecomeNames(t *testing.T) {
	sw := leafModel()
	onEachPort(func(p *qos.Port) { p.Label, p.Labels.PFC = "gpu port\nundo stp", "gpu port\nundo stp" })(sw, nil)
	config := mustRender(t, sw, leafSite(t, "CE8855", sw))
	if strings.Contains(config, "\nundo stp") || !strings.Contains(config, "dcb pfc WEFT-pfc-gpu-port-undo-stp\n") {
		t.Errorf("got:\n%s", config)
	}
}

func TestHouseTemplates(t *testing.T) {
	house := func(file, text string) string {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "cloudengine"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "cloudengine", file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	sw := leafModel()
	site := leafSite(t, "CE8855", sw)
	plain := mustRender(t, sw, site)
	site.Templates = house("lldp.tmpl", "lldp enable\nlldp mdn enable\n")
	if got := mustRender(t, sw, site); got != plain {
		t.Errorf("a template that is not used changes something (-want +got):\n%s", cmp.Diff(plain, got))
	}
	site.Templates = house("drop-profile.tmpl", "drop-profile {{.Name}}\n description {{.Name}} by weft\n ecn buffer-size low-limit {{.Low}} high-limit {{.High}} discard-percentage {{.Probability}}\n")
	want := strings.Replace(plain, "drop-profile WEFT-ecn-roce-100G\n", "drop-profile WEFT-ecn-roce-100G\n description WEFT-ecn-roce-100G by weft\n", 1)
	if got := mustRender(t, sw, site); got != want || got == plain {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}

	site.Templates = house("interface.tmpl", "interface {{.Name}}\n{{.Nmae}}\n")
	fitted, _, _ := CloudEngine{}.Fit(sw, site)
	_, diags := CloudEngine{}.Render(fitted, site)
	if err := diags.Err(); err == nil || !strings.Contains(err.Error(), "interface.tmpl:2") || !strings.Contains(err.Error(), "leaf1") {
		t.Errorf("the error does not say where: %v", err)
	}
}

// bigLeaf is a leaf of n ports.
func bigLeaf(b *testing.B, n int) (*qos.Switch, vendors.Site) {
	sw := leafModel()
	site := leafSite(b, "CE8855", sw)
	grow(sw, &site, n)
	return sw, site
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{64, 512} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			sw, site := bigLeaf(b, n)
			b.ReportAllocs()
			for b.Loop() {
				CloudEngine{}.Fit(sw, site)
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	for _, n := range []int{64, 512} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			sw, site := bigLeaf(b, n)
			fitted, _, _ := CloudEngine{}.Fit(sw, site)
			b.ReportAllocs()
			for b.Loop() {
				CloudEngine{}.Render(fitted, site)
			}
		})
	}
}

// TestBuiltinMarksAreNotWritten: a mark that a class has anyway, by colour, does not stand in the domain.
func TestBuiltinMarksAreNotWritten(t *testing.T) {
	builtin := map[string]string{
		"be": "0 0 0", "af1": "10 12 14", "af2": "18 20 22", "af3": "26 28 30", "af4": "34 36 38", "ef": "46 46 46", "cs6": "48 48 48", "cs7": "56 56 56",
	}
	for q, phb := range phbNames {
		for _, mark := range strings.Fields(builtin[phb]) {
			var dscp int8
			fmt.Sscan(mark, &dscp)
			var v domainView
			v.mark(q, int8(q), dscp)
			written := map[string]bool{}
			for _, out := range v.DSCPOut {
				written[out.Colour] = out.PHB == phb && out.Point == int(dscp)
			}
			for i, own := range strings.Fields(builtin[phb]) {
				if colour := colourNames[i]; written[colour] == (own == mark) {
					t.Errorf("%s marked %s: %s is written: %v", phb, mark, colour, written[colour])
				}
			}
			if v.PCPOut != nil {
				t.Errorf("%s: its own priority is written: %v", phb, v.PCPOut)
			}
		}
	}
}
