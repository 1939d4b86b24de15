package conf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors/conf"
)

// toyRule is a way to write a command, and whether a toy switch has it.
type toyRule struct {
	pattern string
	absent  bool
}

var toyRules = []toyRule{
	{pattern: "qos queue <digit> {wred <word>|ecn} [now]"},
	{pattern: "qos phb"},
	{pattern: "quality <word>"},
	{pattern: "qos only <digit>", absent: true},
	{pattern: "qos only <word>"},
	{pattern: "say <rest>"},
}

var toyComplaints = conf.Complaints{Unknown: "unknown", Incomplete: "incomplete", Ambiguous: "ambiguous", TooMany: "too many"}

func toyParam(label string) conf.Param {
	return func(c *conf.Typed, i int) (string, int, string) {
		switch {
		case label == "<rest>":
			return c.Rest(i), len(c.Words), ""
		case label == "<digit>" && len(c.Words[i]) != 1:
			return "", i, "no digit"
		}
		return strings.ToUpper(c.Words[i]), i + 1, ""
	}
}

func toyGrammar() *conf.Grammar[toyRule] {
	var g conf.Grammar[toyRule]
	for i := range toyRules {
		g.Learn(toyRules[i].pattern, &toyRules[i], toyParam)
	}
	return &g
}

func matchToy(g *conf.Grammar[toyRule], typed string) (rule *toyRule, c conf.Typed) {
	c.Split(typed)
	if len(c.Words) == 0 {
		return nil, c
	}
	return g.Match(&c, 0, func(r *toyRule) bool { return !r.absent }, &toyComplaints), c
}

func TestGrammar(t *testing.T) {
	g := toyGrammar()
	for _, c := range []struct{ typed, pattern, text, args, says string }{
		{"qos queue 4 ecn", toyRules[0].pattern, "qos queue 4 ecn", "4", ""},
		{"  QOS   que\t4 wr x now ", toyRules[0].pattern, "qos queue 4 wred X now", "4|X", ""},
		{"qos p", toyRules[1].pattern, "qos phb", "", ""},
		{"qual b", toyRules[2].pattern, "quality B", "B", ""},
		{"qos only 4", toyRules[4].pattern, "qos only 4", "4", ""},
		{"say  what  you \t like ", toyRules[5].pattern, "say what  you \t like", "what  you \t like", ""},
		{"q phb", "", "", "", "ambiguous"},
		{"qos queue", "", "", "", "incomplete"},
		{"qos queue 44 ecn", "", "", "", "no digit"},
		{"qos queue 4 ecn later", "", "", "", "unknown"},
		{"qos phb now", "", "", "", "too many"},
		{"qos nothing", "", "", "", "unknown"},
		{"frob", "", "", "", "unknown"},
	} {
		rule, typed := matchToy(g, c.typed)
		if rule == nil {
			if c.pattern != "" || typed.Says != c.says {
				t.Errorf("%q is refused with %q", c.typed, typed.Says)
			}
			continue
		}
		if rule.pattern != c.pattern || typed.Text(0) != c.text || strings.Join(typed.Args, "|") != c.args {
			t.Errorf("%q is %q, %q of %q", c.typed, typed.Text(0), typed.Args, rule.pattern)
		}
	}
}

func TestARuleThatOthersHaveIsUnknown(t *testing.T) {
	g := toyGrammar()
	var c conf.Typed
	c.Split("qos phb")
	if rule := g.Match(&c, 0, func(*toyRule) bool { return false }, &toyComplaints); rule != nil || c.Says != "unknown" {
		t.Errorf("got %v, %q", rule, c.Says)
	}
}

func TestWaysOfAGrammar(t *testing.T) {
	g := toyGrammar()
	for _, c := range []struct {
		path, ways string
		whole      bool
	}{
		{"", "qos quality say", false}, {"qos", "queue phb only", false}, {"qos only", "<digit> <word>", false}, {"qos queue <digit> ecn", "now", true}, {"say <rest>", "", true},
	} {
		at := g
		for word := range strings.FieldsSeq(c.path) {
			at = at.After(word)
		}
		ways, whole := at.Ways()
		if diff := cmp.Diff(c.ways, strings.Join(ways, " ")); diff != "" || whole != c.whole {
			t.Errorf("after %q (%v):\n%s", c.path, whole, diff)
		}
	}
}

// TestWhatAGrammarTakesIsItsOwnCanonicalForm: typed again, a canonical form is itself and is not copied.
func TestWhatAGrammarTakesIsItsOwnCanonicalForm(t *testing.T) {
	g := toyGrammar()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"qos", "QOS", "que", "queue", "4", "ecn", "wred", "X", "now", "only", "phb", "say", " "}), 1, 6).Draw(t, "words")
		rule, typed := matchToy(g, strings.Join(words, rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "blank")))
		if rule == nil {
			return
		}
		text := typed.Text(0)
		if again, c := matchToy(g, text); again != rule || c.Text(0) != text {
			t.Fatalf("%q is %q of %q, and that is %q", words, text, rule.pattern, c.Text(0))
		}
	})
}
