package nxos

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	"leaf": {"N9K-C9332D-GX2B", func(*qos.Switch, *vendors.Site) {}},
	"not-named": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		sw.Names = [qos.NumQueues]string{}
	}},
	"lossy-ports": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		for i := range sw.Ports[2:] {
			p := &sw.Ports[2+i]
			p.PFC.Priorities, p.Watchdog.On, p.MTU = qos.Is(qos.QueueSet(0)), qos.Is(false), qos.Is[qos.Bytes](1500)
		}
	}},
	"nothing-lossless": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		onEachPort(func(p *qos.Port) {
			p.PFC.Priorities, p.Watchdog.On, p.MTU = qos.Is(qos.QueueSet(0)), qos.Is(false), qos.Is[qos.Bytes](1500)
		})(sw, nil)
	}},
	"nexus-3000": {"N3K-C3132Q-40GE", func(sw *qos.Switch, site *vendors.Site) {
		site.Ports[3].Routed = false
		site.Ports[0].CableMetres = 200
		in := &qos.Ingress{}
		in.Buffers[3] = qos.Default(qos.Buffer{Headroom: 55120})
		sw.Ports[0].Ingress = in
	}},
	"four-queues": {"N9K-X9636PQ", func(sw *qos.Switch, _ *vendors.Site) {
		e := sw.Ports[0].Egress
		e.Queues[1], e.Queues[3], e.Queues[7] = e.Queues[3], e.Queues[7], qos.EgressQueue{}
		*sw.Ports[0].Classify = *classifying(map[qos.DSCP]qos.Queue{24: 1, 26: 1, 48: 3})
		sw.Names = [qos.NumQueues]string{0: "best_effort", 1: "roce", 3: "cnp"}
		onEachPort(func(p *qos.Port) {
			p.PFC.Priorities, p.Watchdog = qos.Is(qos.Queues(1)), qos.Watchdog{}
		})(sw, nil)
	}},
	"adopted": {"N9K-C9332D-GX2B", func(_ *qos.Switch, site *vendors.Site) {
		site.Adopt = map[string]string{
			"classify":      "policy-map type qos AI_INPUT_POLICY",
			"classify:roce": "class-map type qos match-any ROCEv2",
			"classify:cnp":  "class-map type qos match-all CNP",
			"egress":        "policy-map type queuing QOS_EGRESS_PORT",
			"nodrop":        "policy-map type network-qos qos_network",
		}
	}},
	"speeds": {"N9K-C9364D-GX2A", func(sw *qos.Switch, site *vendors.Site) {
		slow := *sw.Ports[0].Egress
		slow.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 150 << 10, Max: 1500 << 10, Probability: 7})
		for i := range 2 {
			sw.Ports[i].Egress = &slow
			site.Ports[i].SpeedBps = 100 * qos.Gbps
		}
		site.Adopt = map[string]string{"egress:100G": "policy-map type queuing SLOW"}
	}},
	"overrides": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		storage := *sw.Ports[0].Egress
		storage.Queues[3].Schedule, storage.Queues[0].Schedule = qos.Is(qos.Schedule{Share: 700}), qos.Is(qos.Schedule{Share: 300})
		sw.Ports[1].Egress, sw.Ports[1].Labels.Egress = &storage, "storage port"
		edge := *sw.Ports[0].Classify
		edge.Trust, edge.DSCP, edge.PCP[3] = qos.Is(qos.TrustPCP), [qos.NumDSCP]qos.Queue{}, 3
		sw.Ports[2].Classify, sw.Ports[2].Label = &edge, "edge"
		sw.Ports[3].Classify, sw.Ports[3].Label = classifying(nil), "plain"
	}},
	"rewriting": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		c := sw.Ports[0].Classify
		for d, q := range c.DSCP {
			c.RewriteDSCP[d] = map[qos.Queue]int8{0: 0, 3: 26, 7: 48}[q]
		}
		c.RewritePCP[3], c.RewritePCP[7], c.RewritePCP[0] = 3, 7, 0
	}},
	"vxlan": {"N9K-C9332D-GX2B", func(sw *qos.Switch, site *vendors.Site) {
		site.VXLAN = true
		sw.Tunnel = qos.Tunnel{DSCP: qos.Is(qos.TunnelPipe), ECN: qos.Is(qos.TunnelECNCopy)}
		sw.NonECT, site.Accept["nxos.forward-nonecn"] = qos.Is(qos.NonECTForward), true
	}},
	"bundle": {"N9K-C9332D-GX2B", func(_ *qos.Switch, site *vendors.Site) {
		site.Ports[2].LAG, site.Ports[3].LAG = "port-channel10", "port-channel10"
		site.Ports[1].LAG = "port-channel9"
	}},
	"long-cables": {"N9K-C93180YC-FX3", func(sw *qos.Switch, site *vendors.Site) {
		for i, metres := range []float64{3, 100, 300, 2000} {
			site.Ports[i].CableMetres = metres
			in := &qos.Ingress{}
			in.Buffers[3] = qos.Default(qos.Buffer{Headroom: 882688})
			sw.Ports[i].Ingress = in
		}
	}},
	"strict-below-unused": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		c, e := sw.Ports[0].Classify, sw.Ports[0].Egress
		c.DSCP[48], c.DSCP[46] = 5, 4
		e.Queues[5] = e.Queues[7]
		e.Queues[5].Max = qos.Is(40 * qos.Gbps)
		e.Queues[4] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Strict: true, Rank: 2})}
		e.Queues[7] = qos.EgressQueue{}
		sw.Names = [qos.NumQueues]string{0: "best_effort", 3: "roce", 4: "voice", 5: "cnp"}
	}},
	"all-strict": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		e := sw.Ports[0].Egress
		*e = qos.Egress{}
		for q := range e.Queues {
			e.Queues[q].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: uint8(8 - q)})
		}
	}},
	"limits": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		e := sw.Ports[0].Egress
		e.Queues[0].Limit = qos.Is(qos.Limit{Bytes: 5_000_000})
		e.Queues[0].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 1_000_000, Max: 2_000_000, Probability: 10})
		e.Queues[3].Min = qos.Is(100 * qos.Gbps)
	}},
	"advertising": {"N9K-C9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) {
		sw.Ports[0].DCBX = qos.Is(qos.DCBXAdvertise)
		sw.Ports[1].PFC.Negotiated = qos.Is(true)
	}},
	"watchdog-times": {"N9K-C9332D-GX2B", func(sw *qos.Switch, site *vendors.Site) {
		acceptedTimes(func(*qos.Switch) {})(sw, site)
	}},
	"long-names": {"N9K-C9332D-GX2B", func(sw *qos.Switch, site *vendors.Site) {
		site.Prefix = "DATAHALL"
		sw.Names[3] = "remote_direct_memory_access"
		onEachPort(func(p *qos.Port) { p.Label, p.Labels.Egress = "gpu-port", "gpu-port" })(sw, nil)
	}},
}

func TestRender(t *testing.T) {
	for name, test := range renderCases {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, test.model, sw)
			test.edit(sw, &site)
			fitted, ds, diags := NXOS{}.Fit(sw, site)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			config, diags2 := NXOS{}.Render(fitted, site)
			if diags2.HasErrors() {
				t.Fatal(diags2)
			}
			said := strings.Join(append(saidLines(ds, diags), saidLines(nil, diags2)...), "\n")
			goldenRender(t, filepath.Join("testdata", "render", name+".txtar"), said, config.Bytes())
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
	fitted, _, diags := NXOS{}.Fit(sw, site)
	config, more := NXOS{}.Render(fitted, site)
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	return string(config.Bytes())
}

func TestRenderIsDeterministic(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "9332D-GX2B", sw)
	renderCases["overrides"].edit(sw, &site)
	want := mustRender(t, sw, site)
	for range 50 {
		if got := mustRender(t, sw, site); got != want {
			t.Fatalf("two runs differ:\n%s", cmp.Diff(want, got))
		}
	}
}

// objectNames are the names of policy-maps in a configuration.
func objectNames(config string) []string {
	var list []string
	for line := range strings.Lines(config) {
		if strings.HasPrefix(line, "policy-map ") || strings.HasPrefix(line, "class-map ") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// TestEditsKeepNames holds that an edit of what the switch can edit in place renames nothing, and any other one does.
func TestEditsKeepNames(t *testing.T) {
	weight := func(q qos.Queue, share qos.Permille) func(*qos.Switch) {
		return func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[q].Schedule.V.Share = share }
	}
	tests := map[string]struct {
		edit  func(*qos.Switch)
		keeps bool
	}{
		"weights":    {func(sw *qos.Switch) { weight(0, 300)(sw); weight(3, 700)(sw) }, true},
		"thresholds": {func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[3].ECN.V.Max = 4 << 20 }, true},
		"shaping":    {func(sw *qos.Switch) { sw.Ports[0].Egress.Queues[7].Max = qos.Is(10 * qos.Gbps) }, true},
		"another class shares": {func(sw *qos.Switch) {
			sw.Ports[0].Egress.Queues[1].Schedule = qos.Is(qos.Schedule{Share: 500})
		}, true},
		"code points": {func(sw *qos.Switch) { sw.Ports[0].Classify.DSCP[27] = 3 }, true},
		"another class is strict": {func(sw *qos.Switch) {
			sw.Ports[0].Egress.Queues[6].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 2})
		}, false},
		"class MTU": {func(sw *qos.Switch) { onEachPort(func(p *qos.Port) { p.MTU = qos.Is[qos.Bytes](9000) })(sw, nil) }, false},
		"lossless set": {func(sw *qos.Switch) {
			onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(3, 4)) })(sw, nil)
		}, false},
	}
	plain := leafModel()
	before := objectNames(mustRender(t, plain, leafSite(t, "9332D-GX2B", plain)))
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			test.edit(sw)
			after := objectNames(mustRender(t, sw, leafSite(t, "9332D-GX2B", sw)))
			if same := cmp.Equal(before, after); same != test.keeps {
				t.Errorf("names before and after: %s", cmp.Diff(before, after))
			}
		})
	}
}

// TestSameNameTwice: two ports without labels that ask for different shares get two policies of different names.
func TestSameNameTwice(t *testing.T) {
	sw := leafModel()
	other, third := *sw.Ports[0].Egress, *sw.Ports[0].Egress
	other.Queues[3].Schedule.V.Share, other.Queues[0].Schedule.V.Share = 700, 300
	sw.Ports[1].Egress, sw.Ports[2].Egress = &other, &third // the third says the same as the first
	var policies []string
	for _, name := range objectNames(mustRender(t, sw, leafSite(t, "9332D-GX2B", sw))) {
		if after, ok := strings.CutPrefix(name, "policy-map type queuing "); ok {
			policies = append(policies, after)
		}
	}
	if len(policies) != 2 || policies[0] == policies[1] || !strings.HasPrefix(policies[1], policies[0]+"-") {
		t.Errorf("got %v", policies)
	}
}

func TestAdoptRefuses(t *testing.T) {
	tests := map[string]struct {
		scenario string // of renderCases; the leaf when empty
		adopt    [2]string
		want     string
	}{
		"no such role":      {"", [2]string{"ingress", "policy-map type qos X"}, `adopt "policy-map type qos X" as "ingress": there is no such role; there is classify, classify:CLASS, egress, egress:SPEED, headroom, headroom:SPEED, nodrop`},
		"another type":      {"", [2]string{"classify", "policy-map type queuing X"}, `adopt "policy-map type queuing X" as "classify": that role takes a policy-map type qos`},
		"a second command":  {"", [2]string{"classify", "policy-map type qos X\nno feature ssh"}, `adopt "policy-map type qos X\nno feature ssh" as "classify": "X\nno feature ssh" cannot be the name of an object that weft edits`},
		"a built-in policy": {"", [2]string{"egress", "policy-map type queuing default-8q-out-policy"}, `adopt "policy-map type queuing default-8q-out-policy" as "egress": "default-8q-out-policy" cannot be the name of an object that weft edits`},
		"a built-in class":  {"", [2]string{"classify:roce", "class-map type qos match-any c-8q-nq3"}, `adopt "class-map type qos match-any c-8q-nq3" as "classify:roce": "c-8q-nq3" cannot be the name of an object that weft edits`},
		"no such class":     {"", [2]string{"classify:rose", "class-map type qos match-any X"}, `adopt "class-map type qos match-any X" as "classify:rose": there is no traffic_class "rose"`},
		"two speeds":        {"speeds", [2]string{"egress", "policy-map type queuing X"}, `adopt "policy-map type queuing X" as "egress": there are 2 variants (WEFT-egress-100G-4dcd38, WEFT-egress-400G-4dcd38), and one object cannot be all of them; name a speed, such as egress:400G, or adopt none`},
		"two classifications": {"overrides", [2]string{"classify:roce", "class-map type qos match-any X"},
			`adopt "class-map type qos match-any X" as "classify:roce": ports classify in 2 ways, and one class-map cannot be in all of them`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "9332D-GX2B", sw)
			if test.scenario != "" {
				renderCases[test.scenario].edit(sw, &site)
			}
			site.Adopt = map[string]string{test.adopt[0]: test.adopt[1]}
			fitted, _, _ := NXOS{}.Fit(sw, site)
			_, diags := NXOS{}.Render(fitted, site)
			if err := diags.Err(); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestAdoptOfNothing(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "9332D-GX2B", sw)
	site.Adopt = map[string]string{"headroom": "policy-map type queuing X"}
	fitted, _, _ := NXOS{}.Fit(sw, site)
	_, diags := NXOS{}.Render(fitted, site)
	want := []string{`warning||adopt "policy-map type queuing X" as "headroom": nothing of that role is needed`}
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
		"class":              func(sw *qos.Switch, _ *vendors.Site) { sw.Names[3] = "roce\n no feature ssh" },
		"class with a blank": func(sw *qos.Switch, _ *vendors.Site) { sw.Names[3] = "ro ce" },
		"port":               func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "Ethernet1/1\n shutdown" },
		"short port":         func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "e1/1" },
		"bundle":             func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].LAG = "port-channel1\n shutdown" },
		"bundle that is not": func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].LAG = "Ethernet1/5" },
	}
	for name, edit := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "9332D-GX2B", sw)
			fitted, _, _ := NXOS{}.Fit(sw, site)
			edit(fitted, &site)
			if c, diags := (NXOS{}).Render(fitted, site); !diags.HasErrors() || c != nil {
				t.Errorf("it is rendered:\n%s", c.Bytes())
			}
		})
	}
}

// TestLabelsBecomeNames: a label is a hint, so what a name cannot have is replaced.
func TestLabelsBecomeNames(t *testing.T) {
	sw := leafModel()
	onEachPort(func(p *qos.Port) { p.Label, p.Labels.Egress = "gpu port\nno feature ssh", "gpu port\nno feature ssh" })(sw, nil)
	config := mustRender(t, sw, leafSite(t, "9332D-GX2B", sw))
	if strings.Contains(config, "\nno feature") || !strings.Contains(config, "WEFT-classify-gpu-port-n-") || !strings.Contains(config, "WEFT-egress-gpu-port-no--") {
		t.Errorf("got:\n%s", config)
	}
}

func TestHouseTemplates(t *testing.T) {
	house := func(file, text string) string {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "nxos"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "nxos", file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	sw := leafModel()
	site := leafSite(t, "9332D-GX2B", sw)
	plain := mustRender(t, sw, site)
	site.Templates = house("class-map-qos.tmpl", "class-map type qos {{.Match}} {{.Name}}\n  description {{.Name}} by weft\n  match dscp {{.DSCP}}\n")
	want := strings.NewReplacer(
		"WEFT-classify-cnp\n  match", "WEFT-classify-cnp\n  description WEFT-classify-cnp by weft\n  match",
		"WEFT-classify-roce\n  match", "WEFT-classify-roce\n  description WEFT-classify-roce by weft\n  match",
	).Replace(plain)
	if got := mustRender(t, sw, site); got != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}

	site.Templates = house("interface.tmpl", "interface {{.Name}}\n{{.Nmae}}\n")
	fitted, _, _ := NXOS{}.Fit(sw, site)
	_, diags := NXOS{}.Render(fitted, site)
	if err := diags.Err(); err == nil || !strings.Contains(err.Error(), "interface.tmpl:2") || !strings.Contains(err.Error(), "leaf1") {
		t.Errorf("the error does not say where: %v", err)
	}
}

// bigLeafModel is a leaf of n ports.
func bigLeafModel(n int) *qos.Switch {
	sw := leafModel()
	port := sw.Ports[0]
	sw.Ports = nil
	for i := range n {
		port.Name = fmt.Sprintf("Ethernet%d/%d", 1+i/64, 1+i%64)
		sw.Ports = append(sw.Ports, port)
	}
	return sw
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{64, 512} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			sw := bigLeafModel(n)
			site := leafSite(b, "9364D-GX2A", sw)
			b.ReportAllocs()
			for b.Loop() {
				NXOS{}.Fit(sw, site)
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	for _, n := range []int{64, 512} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			sw := bigLeafModel(n)
			site := leafSite(b, "9364D-GX2A", sw)
			fitted, _, _ := NXOS{}.Fit(sw, site)
			b.ReportAllocs()
			for b.Loop() {
				NXOS{}.Render(fitted, site)
			}
		})
	}
}
