package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
)

func html(t *testing.T, p *plan.Plan) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// between is what stands between two texts, of which the first is there once.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, from)
	part, _, ended := strings.Cut(rest, to)
	if !ok || !ended {
		t.Fatalf("there is no %q … %q", from, to)
	}
	return part
}

func TestOnlyItsOwnStyleAndScriptAreLetIn(t *testing.T) {
	page := html(t, sample())
	policy := strings.ReplaceAll(between(t, page, `http-equiv="Content-Security-Policy" content="`, `"`), "&#39;", "'")
	policy = strings.ReplaceAll(policy, "&#43;", "+")
	for _, part := range []string{between(t, page, "<style>", "</style>"), between(t, page, "<script>", "</script>")} {
		sum := sha256.Sum256([]byte(part))
		if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, hash) {
			t.Errorf("the policy %s lacks %s", policy, hash)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %s", policy)
	}
	for _, from := range regexp.MustCompile(`(?:src|href|action)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(from[1], "#") {
			t.Errorf("the page reaches for %s", from[1])
		}
	}
}

func TestNoTextIsMarkup(t *testing.T) {
	page := html(t, hostile(t))
	for _, markup := range []string{"<script>window", "<img", "</style><", "onerror=\"", "<!-- "} {
		if strings.Contains(page, markup) {
			t.Errorf("%q got through as markup", markup)
		}
	}
	if n, want := strings.Count(page, "</script>"), 2; n != want {
		t.Errorf("%d scripts end, not %d", n, want)
	}
	var ix struct{ Names []string }
	if err := json.Unmarshal([]byte(between(t, page, `id="index">`, "</script>")), &ix); err != nil {
		t.Fatal(err)
	}
	if ix.Names[0] != "leaf1"+nasty {
		t.Errorf("the index calls the first switch %q", ix.Names[0])
	}
}

func TestSamePlanSameBytes(t *testing.T) {
	if first, second := html(t, sample()), html(t, sample()); first != second {
		t.Error("two reports of one plan differ")
	}
	if first, second := html(t, many(320, 320)), html(t, many(320, 320)); first != second {
		t.Error("two reports of one plan with packed entries differ")
	}
}

func TestOrderOfThePage(t *testing.T) {
	page, at := html(t, sample()), 0
	for _, part := range []string{
		"<h1", "3 of 6 switches change", "recarve", "What is lost", "DSCP 32 turns lossy", "spine1: Ethernet1/1-4", "1 finding gets worse", "1 lossless path breaks; 1 lossless path heals",
		"replayed command by command", "leaf4", "the patch would flap 4 ports", "no answer from 192.0.2.7", `id="fabric"`, `id="classes"`, `id="changes"`,
		"DSCP 32 turns lossy", "leaf1-2", "Wrong today", "minimum-threshold <b>153600 </b>bytes", "minimum-threshold <b>972800 </b>bytes",
		"3 commands", "! recarve on the whole switch, about 2 s", "Way back, 1 command", `id="checks"`,
		"heals at leaf2:Ethernet1/1-2; before: priority 3 is paused", "Gets worse", "C101", "Stays as it is", "Is mended", `id="rest"`, "On several switches", "nxos.again", "Plan: 3 switches to change", "5f3a",
	} {
		i := strings.Index(page[at:], part)
		if i < 0 {
			t.Fatalf("%q is not there, or comes too early", part)
		}
		at += i
	}
}

func TestBeforeAndAfterOfAClass(t *testing.T) {
	page := between(t, html(t, sample()), `id="classes"`, "</section>")
	roce := between(t, page, "<h3>roce ", "</article>")
	for _, want := range []string{
		"DSCP 24,26 and PCP 3", ">before: </span>off", ">after: </span>on: lossless", "40 %", "50 %", "before</span>", "by the device", "headroom 160 KiB, XOFF at 400 KiB",
		`class="len after "`, `class="then after"`, `class="len before device"`, "ECN: before marks from 150 KiB to 3000 KiB at 7 %; after marks from 950 KiB to 3000 KiB at 7 %",
	} {
		if !strings.Contains(roce, want) {
			t.Errorf("the card of roce lacks %s", want)
		}
	}
	if !strings.Contains(page, "unknown (an odd line)") || !strings.Contains(page, "Not changed: cnp (queue 7)") {
		t.Error("what is unknown, or does not change, is not told")
	}
}

func TestPictureOfAFewSwitches(t *testing.T) {
	pic := pictureOf(sample())
	if len(pic.Boxes) != 6 || len(pic.Edges) != 8 || pic.Boxes[0].Label != "spine1" || pic.Boxes[0].Y >= pic.Boxes[2].Y {
		t.Fatalf("the picture has %d boxes and %d edges; the first is %+v", len(pic.Boxes), len(pic.Edges), pic.Boxes[0])
	}
	if last := pic.Edges[7]; last.Badge != plan.Breaks || last.Text != "spine1 to leaf1: 2 cables" {
		t.Errorf("the cable at which a path breaks is %+v", last)
	}
	for _, want := range []string{"leaf4 (leaf · 8 hosts): refused", "leaf3 (leaf · 8 hosts): stays", "leaf2 (leaf · 8 hosts): changes; a lossless path heals here"} {
		if !strings.Contains(pic.Text, want) {
			t.Errorf("%q lacks %s", pic.Text, want)
		}
	}
}

func TestPictureOfManySwitches(t *testing.T) {
	pic := pictureOf(many(2000, 0))
	if len(pic.Boxes) != 2 || len(pic.Edges) != 1 || pic.Edges[0].Text != "spine to leaf: 32,000 cables" {
		t.Fatalf("the picture has %d boxes and the edges %+v", len(pic.Boxes), pic.Edges)
	}
	if leaves := pic.Boxes[1]; leaves.Detail != "20 refused, 1,980 change" || len(leaves.Cells) > mostMarks+5 || leaves.Cells[0].Status != "refused" {
		t.Errorf("the leaves are %s with %d marks", leaves.Detail, len(leaves.Cells))
	}
}

func TestPictureOfPods(t *testing.T) {
	p := &plan.Plan{Fabric: &plan.Fabric{}}
	add := func(name, role string, hosts int, up ...string) {
		p.Fabric.Switches = append(p.Fabric.Switches, plan.FabricSwitch{Name: name, Role: role, Hosts: hosts})
		for _, other := range up {
			p.Fabric.Links = append(p.Fabric.Links, plan.FabricLink{Ends: []string{name, other}, Cables: 1})
		}
	}
	for _, pod := range []string{"a", "b"} {
		for _, leaf := range strings.Split("12345", "") {
			add(pod+"-leaf"+leaf, "leaf", 4, pod+"-spine")
		}
		add(pod+"-spine", "spine", 0, "core")
	}
	add("core", "super", 0)
	var labels []string
	for _, b := range pictureOf(p).Boxes {
		labels = append(labels, b.Label)
	}
	if got, want := strings.Join(labels, ", "), "super, spine · pod 1, spine · pod 2, leaf · pod 1, leaf · pod 2"; got != want {
		t.Errorf("the boxes are %s, not %s", got, want)
	}
}

func TestFabricAndChecksMayBeMissing(t *testing.T) {
	p := sample()
	p.Fabric, p.Checks = nil, nil
	page := html(t, p)
	if !strings.Contains(page, "The rules for the whole fabric were not asked.") || strings.Contains(page, `id="checks"`) || !strings.Contains(page, ">leaf4</text>") {
		t.Error("without a fabric and checks the page is not what it should be")
	}
	if page := html(t, &plan.Plan{}); !strings.Contains(page, "No changes") || strings.Contains(page, `id="fabric"`) {
		t.Error("an empty plan does not say so")
	}
}

func TestHeadlines(t *testing.T) {
	for want, s := range map[string]plan.Summary{
		"No changes":                          {Unchanged: 3},
		"No switch changes":                   {Unchanged: 3, Refused: 1},
		"The switch changes":                  {Change: 1},
		"All 3 switches change":               {Change: 3},
		"1 of 4 switches changes":             {Change: 1, NotPlanned: 3},
		"1,990 of 2,000 switches change":      {Change: 1990, Refused: 10},
		"12,345 of 1,234,567 switches change": {Change: 12345, Unchanged: 1222222},
	} {
		if got := headline(s); got != want {
			t.Errorf("%+v is %q, not %q", s, got, want)
		}
	}
}

// TestLargePlansFit holds the size of reports on 2,000 switches that are alike, and on as many of which none is like another.
func TestLargePlansFit(t *testing.T) {
	if size := len(html(t, many(2000, 0))); size > 300<<10 {
		t.Errorf("2,000 switches alike take %d bytes", size)
	}
	page := html(t, many(2000, 2000))
	if len(page) > 10<<20 {
		t.Errorf("2,000 different switches take %d bytes", len(page))
	}
	if !strings.Contains(page, `data-body="e60"`) || !strings.Contains(page, `id="pack1"`) {
		t.Error("no body stands on the page as it is, or none is packed")
	}
	t.Logf("2,000 different switches: %d bytes", len(page))
}

func TestLongTitlesAreCut(t *testing.T) {
	page := html(t, many(2000, 0))
	if !strings.Contains(page, `<span class="title">leaf1-99,101-199,201-299,301-399,401-499,501-599,601-699,701-799,801-899,901-999,1001-1099,1101-1199,1201-1299,…</span>`) {
		t.Error("a long list of switches is not cut")
	}
	if strings.Count(page, "1801-1899,1901-1999") < 2 {
		t.Error("nor is it there in full")
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriteError(t *testing.T) {
	if err := HTML(full{}, sample()); err == nil || !strings.Contains(err.Error(), "writing the report: no space left") {
		t.Errorf("the error is %v", err)
	}
}

// TestHouseComesFirst: what the rules of the house say stands before everything else of the verdict, and is text.
func TestHouseComesFirst(t *testing.T) {
	p := sample()
	if page := html(t, p); strings.Contains(page, "Rules of the house") {
		t.Error("there is no rule")
	}
	p.Policies = []plan.Policy{
		{Code: "MAX-SWITCHES", Severity: "error", Text: "3 switches change", Reason: "<b>one</b> at a time", Intent: "house.hcl:1"},
		{Code: "HOURS", Severity: "error", Text: "recarve waits", Hours: &plan.Hours{When: []string{"Mon 00:00-06:00"}, Zone: "UTC"}, Reason: "by day", Intent: "house.hcl:9"},
	}
	first := between(t, html(t, p), `<h1 id="verdict-h">`, `<p class="worst">`)
	for _, want := range []string{
		`<div class="house bad">`, "<h2>Rules of the house forbid this plan</h2>",
		`<b class="s worse" aria-hidden="true">!</b> <span><code>MAX-SWITCHES</code> error: 3 switches change.</span>`,
		`<b class="s changed" aria-hidden="true">~</b> <span><code>HOURS</code> error: recarve waits.</span>`,
		"By policy: &lt;b&gt;one&lt;/b&gt; at a time (house.hcl:1)",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("there is no %s in\n%s", want, first)
		}
	}
	p.Policies = p.Policies[1:]
	if first := between(t, html(t, p), `<h1 id="verdict-h">`, `<p class="worst">`); !strings.Contains(first, `<div class="house">`) {
		t.Errorf("nothing is forbidden:\n%s", first)
	}
}

// TestDrift: the same plan, worded for what is different.
func TestDrift(t *testing.T) {
	var b bytes.Buffer
	if err := Drift(&b, sample()); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"<title>pod1: 3 of 6 switches do not run what the intent asks</title>", "<b>weft</b> drift <span>pod1</span>", "<b>3</b> differ<", "<b>1</b> as asked<",
		"<b>1</b> not read<", "Worst disruption of healing it: ", "<h2>What healing takes away</h2>", ">What healing changes</h2>",
		"<p>Drift: 3 switches do not run what the intent asks, 1 does, 1 refused, 1 not read.</p>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
	for s, want := range map[plan.Summary]string{
		{Unchanged: 3}:             "No drift",
		{Unchanged: 2, Refused: 1}: "No drift on switches that could be judged",
		{Change: 1}:                "The switch does not run what the intent asks",
		{Change: 3}:                "None of 3 switches runs what the intent asks",
		{Change: 1, Unchanged: 1}:  "1 of 2 switches does not run what the intent asks",
	} {
		if got := driftHeadline(s); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}
