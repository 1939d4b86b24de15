package review

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/docs/schematest"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/cloudengine"
	_ "github.com/weft-net/weft/vendors/nxos"
	_ "github.com/weft-net/weft/vendors/sonic"
)

// compiled is an example with what it compiles to.
type compiled struct {
	in    *intent.Intent
	work  *compiler.Result
	texts map[string][]byte // what the switches run
}

func example(t *testing.T, name string) *compiled {
	t.Helper()
	dir := filepath.Join("..", "examples", name)
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	work, diags := compiler.Compile(in, compiler.Options{Dir: dir})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	c := &compiled{in: in, work: work, texts: map[string][]byte{}}
	files, err := filepath.Glob(filepath.Join(dir, "backups", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c.texts[strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))] = text
	}
	return c
}

// plan plans all switches, and reviews the plan. The results are handed over in the order of the units, or backwards.
func (c *compiled) plan(parallelism int, backwards bool) *plan.Plan {
	var inputs []plan.Input
	for _, u := range c.work.Units {
		inputs = append(inputs, plan.Input{
			Name: u.Device.Name, Vendor: u.Vendor, Site: u.Site, Fitted: u.Fitted, Desired: u.Desired, Running: c.texts[u.Device.Name],
			Options: plan.Options{MaxDisruption: vendors.Reload},
		})
	}
	p, results := plan.Build(context.Background(), inputs, plan.Meta{Choices: plan.Choices{MaxDisruption: "reload"}}, parallelism)
	r := New(c.in, c.work.Fabric)
	units := slices.Clone(c.work.Units)
	if backwards {
		slices.Reverse(units)
	}
	for _, u := range units {
		i := slices.IndexFunc(results, func(r plan.Result) bool { return r.Device.Name == u.Device.Name })
		r.Add(u, c.texts[u.Device.Name], &results[i])
	}
	if err := r.Fill(p); err != nil {
		panic(err) // which a test reports
	}
	return p
}

// TestExamples: running configurations of three vendors, planned. The fabric gets no errors by it, and what the rules say of it afterwards is
// what they say of the intent.
func TestExamples(t *testing.T) {
	schema := schematest.Read(t, "../docs/plan.schema.json")
	for _, name := range []string{"pod1", "mixed"} {
		c := example(t, name)
		p := c.plan(1, false)
		if p.Checks.Before.Errors == 0 || p.Checks.After.Errors != 0 || p.NewErrors() != nil {
			t.Errorf("%s: before %+v, after %+v, new errors %+v", name, p.Checks.Before, p.Checks.After, p.NewErrors())
		}
		for _, f := range p.Checks.Findings {
			if f.Change != plan.Mended && strings.Contains(f.Text, "the built-in policy") {
				t.Errorf("%s: what weft configures is called built in: %s, on %v", name, f.Text, f.Where)
			}
			if f.Title == "" || len(f.Where) == 0 || f.Change == plan.Mended && f.Severity == "not checked" {
				t.Errorf("%s: %+v", name, f)
			}
		}
		var file bytes.Buffer
		if err := plan.Write(&file, p); err != nil {
			t.Fatal(err)
		}
		for _, fault := range schema.Validate(file.Bytes()) {
			t.Errorf("%s: %s", name, fault)
		}
		if asked, got := wrong(check.Run(check.FromUnits(c.in, c.work.Fabric, c.work.Units))), after(p); !slices.Equal(asked, got) {
			t.Errorf("%s: the intent has %v, and the fabric after the plan %v", name, asked, got)
		}
	}
}

// wrong are the codes of errors and warnings, each once.
func wrong(r *check.Report) (codes []string) {
	for _, f := range r.Wrong() {
		codes = append(codes, f.Code+" "+f.Word())
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// after are those that a plan says are there after it.
func after(p *plan.Plan) (codes []string) {
	for _, f := range p.Checks.Findings {
		if f.Change != plan.Mended && (f.Severity == "error" || f.Severity == "warning") {
			codes = append(codes, f.Code+" "+f.Severity)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// TestDeterminism: any order, and any number at once, give the same bytes.
func TestDeterminism(t *testing.T) {
	c := example(t, "mixed")
	want, err := json.Marshal(c.plan(1, false))
	if err != nil {
		t.Fatal(err)
	}
	for _, parallelism := range []int{1, 8} {
		if got, _ := json.Marshal(c.plan(parallelism, true)); string(got) != string(want) {
			t.Errorf("at parallelism %d, backwards, the plan is another one", parallelism)
		}
	}
}

func TestPicture(t *testing.T) {
	f := pictureOf("pod1", example(t, "pod1").work.Fabric)
	if len(f.Switches) != 6 || f.Switches[0] != (plan.FabricSwitch{Name: "leaf1", Role: "leaf", Hosts: 10}) || f.Switches[5].Role != "spine" {
		t.Errorf("%+v", f.Switches)
	}
	if len(f.Links) != 8 || !slices.Equal(f.Links[1].Ends, []string{"leaf1", "spine2"}) || f.Links[1].Cables != 1 {
		t.Errorf("%+v", f.Links)
	}
}

// moved reviews a plan of pod1 in which every switch does as the intent asks, but for leaf1 before and after.
func moved(t *testing.T, before, after func(*qos.Switch), others plan.Status) *plan.Plan {
	t.Helper()
	c := example(t, "pod1")
	r := New(c.in, c.work.Fabric)
	var devices []plan.Device
	for _, u := range c.work.Units {
		result := &plan.Result{Device: plan.Device{Name: u.Device.Name, Status: others}, Before: u.Fitted, After: u.Fitted}
		if u.Device.Name == "leaf1" {
			result = &plan.Result{Device: plan.Device{Name: "leaf1", Status: plan.Change}, Before: does(u.Fitted, before), After: does(u.Fitted, after)}
		}
		r.Add(u, nil, result)
		devices = append(devices, result.Device)
	}
	p := plan.Assemble(devices, plan.Meta{})
	if err := r.Fill(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// does is a switch with something else about it.
func does(s *qos.Switch, otherwise func(*qos.Switch)) *qos.Switch {
	own := *s
	own.Ports = slices.Clone(s.Ports)
	otherwise(&own)
	return &own
}

func asIs(*qos.Switch) {}

// silent pauses nothing on the way to the spines.
func silent(s *qos.Switch) {
	for i := range s.Ports {
		if p := &s.Ports[i]; p.Name == "Ethernet1/31" || p.Name == "Ethernet1/32" {
			p.PFC.Priorities = qos.Is(qos.QueueSet(0))
		}
	}
}

// TestWorse: what a change breaks is told first, with the links and the paths; what brings it back mends the same.
func TestWorse(t *testing.T) {
	p := moved(t, asIs, silent, plan.Unchanged)
	first := p.Checks.Findings[0]
	if first.Code != "C08" || first.Change != plan.Worse || first.Severity != "error" || len(first.Where) != 2 ||
		first.Where[0].Device != "leaf1" || !slices.Equal(first.Where[0].Ports, []string{"Ethernet1/31"}) || first.Where[0].Far != "spine1:Ethernet1/1" {
		t.Errorf("first is %+v", first)
	}
	if len(p.NewErrors()) == 0 || p.Checks.After.Errors <= p.Checks.Before.Errors || len(p.Checks.Paths) == 0 {
		t.Fatalf("%+v, %+v", p.Checks.After, p.Checks.Paths)
	}
	path := p.Checks.Paths[0]
	if path.Change != plan.Breaks || path.Class != "roce" || !slices.Equal(path.From, []string{"leaf1"}) ||
		!slices.Equal(path.To, []string{"leaf2", "leaf3", "leaf4"}) || path.Hop.Device != "leaf1" {
		t.Errorf("%+v", path)
	}
	back := moved(t, silent, asIs, plan.Unchanged)
	if back.NewErrors() != nil || back.Checks.Before != p.Checks.After || back.Checks.Paths[0].Change != plan.Heals {
		t.Errorf("back: %+v, %+v", back.Checks.Before, back.Checks.Paths)
	}
	same := moved(t, silent, silent, plan.Unchanged)
	if same.NewErrors() != nil || len(same.Checks.Paths) != 0 || same.Checks.Before != same.Checks.After || same.Checks.After.Errors == 0 {
		t.Errorf("the same: %+v", same.Checks)
	}
}

// TestNewClass: no path breaks where the class was not lossless before. Nothing is said of hosts, which would make it so.
func TestNewClass(t *testing.T) {
	c := example(t, "pod1")
	for i := range c.work.Fabric.Devices {
		for k := range c.work.Fabric.Devices[i].Ports {
			c.work.Fabric.Devices[i].Ports[k].NIC = nil
		}
	}
	r := New(c.in, c.work.Fabric)
	lossy := func(s *qos.Switch) {
		for i := range s.Ports {
			s.Ports[i].PFC.Priorities = qos.Is(qos.QueueSet(0))
		}
	}
	for _, u := range c.work.Units {
		after := u.Fitted
		if u.Device.Name == "leaf1" {
			after = does(after, silent)
		}
		r.Add(u, nil, &plan.Result{Device: plan.Device{Name: u.Device.Name, Status: plan.Change}, Before: does(u.Fitted, lossy), After: after})
	}
	p := &plan.Plan{}
	if err := r.Fill(p); err != nil || len(p.NewErrors()) == 0 {
		t.Fatalf("%v: there is nothing new", err)
	}
	if i := slices.IndexFunc(p.Checks.Paths, func(p plan.Path) bool { return p.Change == plan.Breaks }); i >= 0 {
		t.Errorf("%+v", p.Checks.Paths[i])
	}
}

// TestWritten: what the intent itself says of one switch is a note, and what somebody else wrote there is a warning.
func TestWritten(t *testing.T) {
	odd := func(s *qos.Switch) {
		own := *s.Ports[0].Egress
		own.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 1 << 20, Max: 2 << 20, Probability: 9})
		s.Ports[0].Egress = &own
	}
	for status, want := range map[plan.Status]string{plan.Change: "info", plan.Refused: "warning"} {
		c := example(t, "pod1")
		r := New(c.in, c.work.Fabric)
		for _, u := range c.work.Units {
			result := &plan.Result{Device: plan.Device{Name: u.Device.Name, Status: plan.Unchanged}, Before: u.Fitted, After: u.Fitted}
			if u.Device.Name == "leaf1" {
				result = &plan.Result{Device: plan.Device{Name: "leaf1", Status: status}, Before: does(u.Fitted, silent), After: does(u.Fitted, odd)}
			}
			r.Add(u, nil, result)
		}
		p := &plan.Plan{}
		if err := r.Fill(p); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(p.Checks.Findings, func(f plan.Finding) bool {
			return f.Code == "C17" && f.Where[0].Device == "leaf1" && f.Change != plan.Mended
		})
		if i < 0 || p.Checks.Findings[i].Severity != want {
			t.Errorf("%s: C17 is %d of %d findings", status, i, len(p.Checks.Findings))
		}
	}
}

// TestDefects: a rule that breaks is an error, and no end of the program.
func TestDefects(t *testing.T) {
	m := &moment{}
	if m.judge(); m.defect == nil || m.report != nil {
		t.Errorf("%v, %+v", m.defect, m.report)
	}
}

// TestPolicies: a policy changes what a finding is worth, or switches its rule off.
func TestPolicies(t *testing.T) {
	c := example(t, "pod1")
	for severity, want := range map[string]int{"info": 1, "off": 0} {
		c.in.Policies = []intent.Policy{{Code: "C08", Severity: intent.Opt[string]{V: severity, Set: true}, Reason: intent.Opt[string]{V: "a drill"}}}
		found := 0
		for _, f := range c.plan(1, false).Checks.Findings {
			if f.Code == "C08" && f.Severity != "not checked" {
				found++
				if f.Severity != severity || f.Reason != "a drill" {
					t.Errorf("%s: %+v", severity, f)
				}
			}
		}
		if min(found, 1) != want {
			t.Errorf("%s: %d findings", severity, found)
		}
	}
}

// TestLeftOut: what a change of one switch breaks at its cables is told whatever is left out of the plan. The others are what they run, or
// where that is not known what the intent asks.
func TestLeftOut(t *testing.T) {
	for name, others := range map[string]struct {
		why     string
		running bool
	}{"running": {running: true}, "not read": {why: "could not be read"}, "not readable": {}} {
		c := example(t, "pod1")
		r := New(c.in, c.work.Fabric)
		var devices []plan.Device
		for _, u := range c.work.Units {
			if u.Device.Name == "leaf1" {
				result := &plan.Result{Device: plan.Device{Name: "leaf1", Status: plan.Change}, Before: u.Fitted, After: does(u.Fitted, silent)}
				r.Add(u, nil, result)
				devices = append(devices, result.Device)
				continue
			}
			var running []byte
			if others.running {
				running = u.Desired.Bytes()
			}
			r.AddOther(u, running, others.why)
		}
		p := plan.Assemble(devices, plan.Meta{})
		if err := r.Fill(p); err != nil {
			t.Fatal(err)
		}
		first := p.Checks.Findings[0]
		if first.Code != "C08" || first.Change != plan.Worse || first.Where[0].Far != "spine1:Ethernet1/1" || p.NewErrors() == nil {
			t.Errorf("%s: first is %+v", name, first)
		}
		marked := slices.ContainsFunc(p.Checks.Findings, func(f plan.Finding) bool {
			return f.Severity == "not checked" && strings.HasPrefix(f.Text, "what the switch runs, which is judged as the intent asks: ") && len(f.Where) == 5
		})
		if marked == others.running {
			t.Errorf("%s: marked as what the intent asks: %t", name, marked)
		}
	}
}

// TestUnread: a switch that could not be read is judged as the intent asks, which is told; of one that nobody speaks of nothing is known.
func TestUnread(t *testing.T) {
	c := example(t, "pod1")
	r := New(c.in, c.work.Fabric)
	r.Add(c.work.Units[0], nil, &plan.Result{Device: plan.Device{Name: "leaf1", Status: plan.NotPlanned}})
	r.Add(c.work.Units[1], nil, &plan.Result{Device: plan.Device{Name: "leaf2", Status: plan.Refused}, Before: c.work.Units[1].Fitted, After: c.work.Units[1].Fitted})
	p := plan.Assemble(nil, plan.Meta{})
	if err := r.Fill(p); err != nil {
		t.Fatal(err)
	}
	says := map[string][]string{}
	for _, f := range p.Checks.Findings {
		if strings.HasPrefix(f.Text, "nothing is known") || strings.HasPrefix(f.Text, "what the switch runs") {
			for _, at := range f.Where {
				says[f.Text] = append(says[f.Text], at.Device)
			}
		}
	}
	if len(says) != 2 || !slices.Equal(says["what the switch runs, which is judged as the intent asks: it could not be read"], []string{"leaf1"}) ||
		!slices.Equal(says["nothing is known of the switch: it is left out of this plan"], []string{"leaf3", "leaf4", "spine1", "spine2"}) {
		t.Errorf("%v", says)
	}
}

// TestSecrets: no finding tells a secret of the configuration that it quotes.
func TestSecrets(t *testing.T) {
	c := example(t, "pod1")
	r := New(c.in, c.work.Fabric)
	quotes := func(s *qos.Switch) {
		s.Tunnel.ECN = qos.Value[qos.TunnelECN]{State: qos.Unknown, Why: "snmp-server community s3cr3t is in the way"}
	}
	for _, u := range c.work.Units {
		does := does(u.Fitted, quotes)
		r.Add(u, []byte("snmp-server community s3cr3t ro\n"), &plan.Result{Device: plan.Device{Name: u.Device.Name}, Before: does, After: does})
	}
	p := &plan.Plan{}
	if err := r.Fill(p); err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(p)
	if !strings.Contains(string(text), "is in the way") || strings.Contains(string(text), "s3cr3t") {
		t.Error("a secret is told, or nothing is")
	}
}
