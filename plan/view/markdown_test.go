package view

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/visible"
)

// hostile is what configurations and people may write into texts, and what of it a forge must not see.
var hostile = []string{
	"```", "````` diff", "</details>", "<details>", "<script>alert(1)</script>", "<!--", "-->", "@everyone", "#123", "!12", "GH-7", "a|b|c",
	"\n\n# heading\n", "\r\n```\r\n", "[link](https://example.org)", "![image](x)", "https://example.org/x", "www.example.org", "**", "_x_", "~~", "\\", "&amp;",
	"\x00\x1b[31m", "\xff\xfe", "größe", "\u202egnol", "$x$", ":smile:", "    code", "- item", "1. item", "> quote", "===", "you@example.org", "`", "\u2028",
}

// spoiled is a plan with hostile text wherever text comes from outside.
func spoiled(word func() string, groups int) *plan.Plan {
	devices := mixed().Devices
	for i := range groups {
		d := leaf(fmt.Sprintf("leaf%d%s", 20+i, word()), 3)
		d.Platform += word()
		d.Behaviour[0].Text += word()
		d.Behaviour[0].Kind, d.Behaviour[0].Weight = "lossless-lost", 50+i
		d.Deviations[0].Text += word()
		d.Unread[0].Text = word()
		d.Steps[0].Commands = append(d.Steps[0].Commands, word(), word())
		d.LineDiff = append(d.LineDiff, plan.Diff{Op: "-", Path: []string{"interface X" + word()}, Text: "description " + word()}, plan.Diff{Op: "+", Text: word()})
		devices = append(devices, d)
	}
	stopped := plan.Device{Name: "leaf900" + word(), Status: plan.Refused, Disruption: "none", Reason: word() + "\n" + word()}
	p := summarised(append(devices, stopped)...)
	p.Fabric = &plan.Fabric{Name: "pod" + word()}
	p.Checks = &plan.Checks{
		Before: plan.Tally{Warnings: 1}, After: plan.Tally{Errors: 2},
		Findings: []plan.Finding{
			{Code: "C08", Severity: "error", Change: plan.Worse, Text: word(), Fix: word(), Where: []plan.Place{{Device: "leaf1" + word(), Ports: ports(1, 3), Far: word()}}},
			{Code: "C03", Severity: "warning", Change: plan.Mended, Text: word(), Where: []plan.Place{{Device: "leaf2"}}},
		},
		Paths: []plan.Path{{Class: "roce" + word(), From: []string{"leaf1"}, To: []string{"leaf2", word()}, Change: plan.Breaks, Why: word()}},
	}
	return p
}

func markdown(t *Tree, limit int) (string, error) {
	var out bytes.Buffer
	err := Markdown(&out, t, MarkdownOptions{MaxBytes: limit})
	return out.String(), err
}

// TestMarkdownAtAnyLimit: never longer than the limit, or an error that says how much it takes; always whole.
func TestMarkdownAtAnyLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := func() string { return rapid.SampledFrom(hostile).Draw(t, "word") }
		tree := Of(spoiled(word, rapid.IntRange(0, 4).Draw(t, "groups")))
		limit := rapid.OneOf(rapid.IntRange(0, 1500), rapid.IntRange(0, 30_000)).Draw(t, "limit")
		said, err := markdown(tree, limit)
		if err != nil {
			_, least, _ := strings.Cut(err.Error(), "takes ")
			n, failure := strconv.Atoi(least)
			if failure != nil || n <= limit {
				t.Fatalf("limit %d: %v", limit, err)
			}
			if said, err = markdown(tree, n); err != nil || len(said) > n {
				t.Fatalf("at the least of %d: %d bytes, %v", n, len(said), err)
			}
		} else if len(said) > limit {
			t.Fatalf("%d bytes are over the limit of %d", len(said), limit)
		}
		for _, fault := range faultsOf(said) {
			t.Fatalf("limit %d: %s:\n%s", limit, fault, said)
		}
	})
}

// faultsOf parses a document as a forge does, and tells what is not as it is to be.
func faultsOf(document string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if !utf8.ValidString(document) {
		fault("it is no UTF-8")
	}
	if !strings.HasPrefix(document, "<!-- weft-plan") || !strings.HasSuffix(document, "\n") {
		fault("it does not begin with the mark, or does not end with a line")
	}
	if strings.ContainsFunc(document, func(r rune) bool { return r != '\n' && visible.Hidden(r) }) {
		fault("there is a character that nobody sees")
	}
	source := []byte(document)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	open, headings, html, said := 0, 0, "", ""
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			headings++
		case *ast.Text:
			said += string(n.Value(source))
		case *ast.Link, *ast.AutoLink, *ast.Image, *ast.RawHTML, *ast.CodeSpan, *ast.CodeBlock, *ast.Blockquote, *ast.ThematicBreak, *east.Strikethrough:
			fault("there is a %s", n.Kind())
		case *ast.List:
			if n.IsOrdered() {
				fault("there is a list with numbers")
			}
		case *ast.HTMLBlock:
			lines := string(n.Lines().Value(source))
			html += lines
			open += strings.Count(lines, "<details>") - strings.Count(lines, "</details>")
		case *ast.FencedCodeBlock:
			if open == 0 {
				fault("there is code outside of details")
			}
		case *east.TableRow:
			if n.ChildCount() != 3 {
				fault("a row has %d cells", n.ChildCount())
			}
		}
		return ast.WalkContinue, nil
	})
	if open != 0 || headings != 1 {
		fault("%d details are open, there are %d headings", open, headings)
	}
	html = markup.ReplaceAllString(html, "")
	if strings.Contains(html, "<") {
		fault("there is HTML of somebody else: %s", html)
	}
	return append(faults, linked(said+html)...)
}

// linked are the words that a forge makes links of.
func linked(outsideCode string) (faults []string) {
	for _, word := range links.FindAllString(entities.ReplaceAllString(outsideCode, "\x00"), -1) {
		faults = append(faults, fmt.Sprintf("%q is left", word))
	}
	return faults
}

var (
	markup   = regexp.MustCompile(`<(/?(details|summary)>|!-- weft-plan(: \w[\w.]*)? -->)`)
	entities = regexp.MustCompile(`&#?\w+;`)
	links    = regexp.MustCompile(`(@\w|#\d|!\d|GH-\d|https?://\w|www\.\w|:smile:)`)
)

// TestProse writes text so that a forge shows it as it is.
func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"a_b|c*d ~e `f`":         "a\\_b\\|c\\*d \\~&#8203;e \\`f\\`",
		"<script> & \\":          "&lt;script&gt; &amp; \\\\",
		"@you #1 S-12 GH-12 7 %": "@&#8203;you #&#8203;1 S-12 GH-&#8203;12 7 %",
		"a:b :smile: 1:2: x:":    "a:b :&#8203;smile: 1:&#8203;2: x:",
		" two\n lines\x1b ":      "two lines\\\\u001b",
		"https://www.a b.c":      "https:&#8203;//www.&#8203;a b.c",
	} {
		if got := prose(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// TestMarkdown shows the document whole, and cut to the least.
func TestMarkdown(t *testing.T) {
	tree := Of(mixed())
	tree.Plan.Fabric = &plan.Fabric{Name: "pod1"}
	for name, limit := range map[string]int{"markdown": 60_000, "markdown-short": 900} {
		said, err := markdown(tree, limit)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, said)
	}
	if _, err := markdown(tree, 0); err == nil || !strings.Contains(err.Error(), "0 bytes are too few: the least that can be told takes ") {
		t.Errorf("no bytes: %v", err)
	}
}

// TestMarkdownOfChecks has the counts before and after, and what gets worse at any length.
func TestMarkdownOfChecks(t *testing.T) {
	checks := spoiled(func() string { return "x" }, 0).Checks
	for length, want := range map[int][]string{
		tallies:     {"| errors | 0 | 2 |\n", "1 finding gets worse: 1 error.\n"},
		fewFindings: {"| warnings | 1 | 0 |\n", "- **Worse:** C08 error (leaf1x:Ethernet1/1-3 towards x): x; x\n", "The lossless path of rocex from hosts of leaf1 to hosts of leaf2,x breaks"},
		allFindings: {"- **Worse:** C08", "<summary>What else the checks say</summary>\n\n- Mended: C03 warning (leaf2): x\n\n</details>\n"},
	} {
		said := strings.ReplaceAll(checksMarkdown(checks, length), invisible, "")
		for _, sentence := range want {
			if !strings.Contains(said, sentence) {
				t.Errorf("%q is missing at %d:\n%s", sentence, length, said)
			}
		}
	}
}

// TestMarkdownTellsWhatIsMissing counts the groups and switches that are cut, and keeps the worst.
func TestMarkdownTellsWhatIsMissing(t *testing.T) {
	var devices []plan.Device
	for i := range 100 {
		d := leaf(fmt.Sprintf("leaf%d", i+1), 2)
		d.Behaviour[0].Text, d.Behaviour[0].Weight = fmt.Sprintf("sentence %d", i), i+10
		devices = append(devices, d)
	}
	said, err := markdown(Of(summarised(devices...)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	if worst := strings.Index(said, "<summary>leaf100 "); worst < 0 || worst > strings.Index(said, "- **leaf") {
		t.Errorf("the worst is not told at length:\n%s", said)
	}
	items := strings.Count(said, "\n- **leaf") + strings.Count(said, "<summary>leaf")
	want := fmt.Sprintf("Shortened: %d more groups, %d switches: see the plan file.\n", 100+1-items, 100-items) // one group is the notes
	if !strings.HasSuffix(said, want) || items < 5 || items > 60 {
		t.Errorf("%d items, want %q:\n%s", items, want, said)
	}
}

// TestManyEqualChangesFitAComment shows 12,800 equal port changes with everything there is to say.
func TestManyEqualChangesFitAComment(t *testing.T) {
	said, err := markdown(Of(many(200, 64)), 60_000)
	if err != nil || strings.Contains(said, "Shortened") {
		t.Errorf("%v, %d bytes", err, len(said))
	}
}

// TestMarkdownMark: a plan without a fabric, such as that of drift, has the name that is given in its first line.
func TestMarkdownMark(t *testing.T) {
	for _, c := range []struct {
		fabric *plan.Fabric
		given  string
		want   string
	}{{nil, "", "<!-- weft-plan -->"}, {nil, "pod1", "<!-- weft-plan: pod1 -->"}, {&plan.Fabric{Name: "a--b"}, "pod1", "<!-- weft-plan: a__b -->"}} {
		var out strings.Builder
		if err := Markdown(&out, Of(&plan.Plan{Fabric: c.fabric}), MarkdownOptions{MaxBytes: 1000, Drift: true, Fabric: c.given}); err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(out.String(), "\n"); first != c.want {
			t.Errorf("got %s, want %s", first, c.want)
		}
	}
}
