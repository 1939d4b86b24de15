package intent

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// explain rewords what HCL says of names that do not exist, since HCL cannot know what they would have been.
func explain(diags hcl.Diagnostics) hcl.Diagnostics {
	for i, d := range diags {
		switch {
		case d.Summary == "Unknown variable":
			diags[i] = explainVariable(d)
		case d.Summary == "Call to unknown function":
		case usesSecret(d):
			diags[i] = withheld(d)
		case d.Summary == "Unsupported attribute":
			diags[i] = explainAttribute(d)
		default:
			diags[i] = explainLabels(d)
		}
	}
	return diags
}

// usesSecret tells whether the expression that a diagnostic is about has a sensitive value in it.
func usesSecret(d *hcl.Diagnostic) bool {
	if d.Expression == nil || d.EvalContext == nil {
		return false
	}
	for _, t := range d.Expression.Variables() {
		for n := len(t); n > 1; n-- { // the longest part that exists
			if v, diags := t[:n].TraverseAbs(d.EvalContext); !diags.HasErrors() {
				if v.ContainsMarked() {
					return true
				}
				break
			}
		}
	}
	return false
}

// withheld is a diagnostic without what might quote a sensitive value.
func withheld(d *hcl.Diagnostic) *hcl.Diagnostic {
	out := *d
	out.Detail = "What exactly is wrong is not shown, since a sensitive value is involved."
	out.Expression, out.EvalContext = nil, nil
	return &out
}

// explainLabels rewords what HCL says of too few or too many labels.
func explainLabels(d *hcl.Diagnostic) *hcl.Diagnostic {
	out := *d
	if label, block, found := strings.Cut(strings.TrimPrefix(d.Summary, "Missing "), " for "); found && label != d.Summary {
		out.Detail = fmt.Sprintf("Write it as a label, in quotes: %s \"%s\" { }.", block, strings.ToUpper(label))
	}
	if strings.HasPrefix(d.Summary, "Extraneous label for ") && strings.HasPrefix(d.Detail, "Only ") {
		out.Detail = "One label is enough. Remove this one."
	}
	return &out
}

func explainAttribute(d *hcl.Diagnostic) *hcl.Diagnostic {
	if d.Expression == nil || d.EvalContext == nil {
		return d
	}
	for _, t := range d.Expression.Variables() {
		for n := 1; n < len(t); n++ {
			step, named := t[n].(hcl.TraverseAttr)
			if _, diags := t[:n+1].TraverseAbs(d.EvalContext); !named || !diags.HasErrors() {
				continue
			}
			parent, diags := t[:n].TraverseAbs(d.EvalContext)
			if diags.HasErrors() || parent.IsNull() || !parent.IsKnown() {
				return d
			}
			return missing(d, traversalText(t[:n]), step.Name, elementNames(parent))
		}
	}
	return d
}

// missing says that something has no part of a name, and what it does have.
func missing(d *hcl.Diagnostic, whole, part string, has []string) *hcl.Diagnostic {
	out := *d
	suggestion := ""
	if best := closest(part, has); best != "" {
		suggestion = fmt.Sprintf(" Did you mean %q?", best)
	}
	switch {
	case whole == "var":
		out.Summary = fmt.Sprintf("Undeclared variable %q", part)
		out.Detail = fmt.Sprintf("Declare it with variable %q { }.%s", part, suggestion)
	case whole == "local":
		out.Summary = fmt.Sprintf("Undeclared local value %q", part)
		out.Detail = fmt.Sprintf("Define it in a locals block.%s", suggestion)
	default:
		out.Summary = fmt.Sprintf("No %q in %s", part, whole)
		out.Detail = fmt.Sprintf("%s has %s.%s", whole, parts(has), suggestion)
	}
	if whole == "each.value" {
		out.Detail += " Where the elements are rows of a CSV file, its first line names the columns."
	}
	return &out
}

func parts(has []string) string {
	if len(has) == 0 {
		return "no parts"
	}
	return quoted(has)
}

// elementNames are the attributes of an object or the keys of a map, sorted.
func elementNames(v cty.Value) []string {
	v, _ = v.Unmark()
	if !v.Type().IsObjectType() && !v.Type().IsMapType() {
		return nil
	}
	var names []string
	for it := v.ElementIterator(); it.Next(); {
		key, _ := it.Element()
		names = append(names, key.AsString())
	}
	return names
}

func explainVariable(d *hcl.Diagnostic) *hcl.Diagnostic {
	if d.Expression == nil {
		return d
	}
	for _, t := range d.Expression.Variables() {
		if d.Subject == nil || t.SourceRange().Start != d.Subject.Start {
			continue
		}
		out := *d
		switch name := t.RootName(); {
		case name == "each":
			out.Summary = "\"each\" without for_each"
			out.Detail = "each.key and each.value exist in blocks that have for_each, and in what they hold."
		case strings.Contains(d.Detail, "Did you mean"):
		case len(t) == 1:
			out.Detail = fmt.Sprintf("There is no variable named %q. Text is written in quotes: %q.", name, name)
		default:
			out.Detail += " Variables are written var.NAME, local values local.NAME."
		}
		return &out
	}
	return d
}

func traversalText(t hcl.Traversal) string {
	var b strings.Builder
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			b.WriteString("." + step.Name)
		case hcl.TraverseIndex:
			b.WriteString("[" + describe(step.Key) + "]")
		}
	}
	return b.String()
}

// sentence is an error's text with a capital letter.
func sentence(err error) string {
	s := err.Error()
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}
