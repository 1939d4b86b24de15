package intent

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// envPrefix stands before a variable's name in the environment.
const envPrefix = "WEFT_VAR_"

// mark is on every value that comes from a sensitive variable.
type mark struct{}

var sensitive = mark{}

// Question asks a person for a variable that has no value.
type Question struct {
	Name, Description string
	Sensitive         bool // do not show what is typed
}

// variable is a variable block.
type variable struct {
	name        string
	at          hcl.Range
	description string
	typ         cty.Type
	optional    *typeexpr.Defaults
	sensitive   bool
	fallback    *cty.Value // the default
	validations []validation
}

// validation is a validation block.
type validation struct {
	condition, message hcl.Expression
}

// given is a value for a variable, from one of the sources.
type given struct {
	value cty.Value
	text  string // where the source is text: how it was written
	isRaw bool
	at    hcl.Range
	from  string
}

var variableSchema = &BlockSchema{
	Type: "variable", Label: "name", Doc: "A value that is given from outside, as `var.NAME`.",
	Attributes: []AttributeSchema{
		{Name: "type", Type: "type", Form: Form{Type: "any"}, Default: "any", Example: "list(string)", Doc: "What values it takes: string, number, bool, list(…), set(…), map(…), object({…}), tuple([…]) or any."},
		{Name: "default", Type: "value of that type", Form: Form{Type: "any"}, Example: `"leaf"`, Doc: "Its value where none is given. Without a default one must be given."},
		{Name: "description", Type: "text", Form: prose.form, Example: `"name of the pod"`, Doc: "What it is for; weft shows it when it asks."},
		{Name: "sensitive", Type: "true or false", Form: boolean.form, Default: "false", Example: "true", Doc: "Keep the value out of every output. It may then be used in credentials only."},
	},
	Blocks: []*BlockSchema{{
		Type: "validation", Doc: "A rule for the value. There may be several.",
		Attributes: []AttributeSchema{
			{Name: "condition", Type: "true or false", Form: boolean.form, Required: true, Example: "length(var.pod) <= 8", Doc: "What must hold."},
			{Name: "error_message", Type: "text", Form: prose.form, Required: true, Example: `"pod names have at most 8 letters"`, Doc: "What to say where it does not."},
		},
	}},
}

var variableBody = &hcl.BodySchema{
	Attributes: []hcl.AttributeSchema{{Name: "type"}, {Name: "default"}, {Name: "description"}, {Name: "sensitive"}},
	Blocks:     []hcl.BlockHeaderSchema{{Type: "validation"}},
}

var validationBody = &hcl.BodySchema{
	Attributes: []hcl.AttributeSchema{{Name: "condition", Required: true}, {Name: "error_message", Required: true}},
}

// decodeVariable reads a variable block. Its expressions may refer to nothing: values are not known yet.
func decodeVariable(b *hclsyntax.Block) (*variable, hcl.Diagnostics) {
	content, diags := b.Body.Content(variableBody)
	v := &variable{name: b.Labels[0], at: b.DefRange(), typ: cty.DynamicPseudoType}
	if !hclsyntax.ValidIdentifier(v.name) {
		diags = append(diags, problem(b.LabelRanges[0], "Unsuitable name for a variable", "%q is no identifier: write letters, digits, _ and -, a letter first.", v.name))
	}
	if a := content.Attributes["type"]; a != nil {
		var more hcl.Diagnostics
		v.typ, v.optional, more = typeexpr.TypeConstraintWithDefaults(a.Expr)
		diags = append(diags, more...)
	}
	literal(content.Attributes["description"], text, &v.description, &diags)
	literal(content.Attributes["sensitive"], boolean, &v.sensitive, &diags)
	if a := content.Attributes["default"]; a != nil {
		x, more := a.Expr.Value(nil)
		diags = append(diags, more...)
		if !more.HasErrors() {
			value, err := v.convert(x)
			if err != nil {
				diags = append(diags, problem(a.Expr.Range(), "Unsuitable default", "The default of %q does not fit its type: %s.", v.name, err))
			}
			v.fallback = &value
		}
	}
	for _, inner := range content.Blocks {
		rule, more := inner.Body.Content(validationBody)
		diags = append(diags, more...)
		if !more.HasErrors() {
			v.validations = append(v.validations, validation{rule.Attributes["condition"].Expr, rule.Attributes["error_message"].Expr})
		}
	}
	return v, diags
}

// literal reads an attribute that may refer to nothing.
func literal[V any](a *hcl.Attribute, k kind[V], into *V, diags *hcl.Diagnostics) {
	if a == nil {
		return
	}
	x, more := a.Expr.Value(nil)
	*diags = append(*diags, more...)
	if more.HasErrors() {
		return
	}
	v, err := k.read(x)
	if err != nil {
		*diags = append(*diags, problem(a.Expr.Range(), fmt.Sprintf("Unsuitable value for %q", a.Name), "%s.", sentence(err)))
	}
	*into = v
}

// convert fits a value to the variable's type. What does not fit is unknown, so that nothing else complains of it.
func (v *variable) convert(x cty.Value) (cty.Value, error) {
	if v.optional != nil && !x.IsNull() {
		x = v.optional.Apply(x)
	}
	out, err := convert.Convert(x, v.typ)
	if err != nil {
		return cty.UnknownVal(v.typ), err
	}
	return out, nil
}

// parse reads text from the command line or the environment: as it stands for text and numbers, as an expression for the
// rest.
func (v *variable) parse(g given) (cty.Value, hcl.Diagnostics) {
	if v.typ.IsPrimitiveType() || v.typ == cty.DynamicPseudoType {
		return cty.StringVal(g.text), nil
	}
	if err := tooDeep([]byte(g.text)); err != nil {
		return cty.DynamicVal, hcl.Diagnostics{homeless(fmt.Sprintf("Unsuitable value for variable %q", v.name), "In %s: %s.", g.from, err)}
	}
	expr, diags := hclsyntax.ParseExpression([]byte(g.text), g.from, hcl.InitialPos)
	if diags.HasErrors() {
		return cty.DynamicVal, v.unprintable(diags, g.from)
	}
	x, diags := expr.Value(nil)
	return x, v.unprintable(diags, g.from)
}

// unprintable turns diagnostics about text that is in no file into ones that say where it came from.
func (v *variable) unprintable(diags hcl.Diagnostics, from string) hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, d := range diags {
		detail := d.Detail
		if v.sensitive {
			detail = "it is no expression of HCL."
		}
		out = append(out, homeless(fmt.Sprintf("Unsuitable value for variable %q", v.name), "In %s: %s", from, detail))
	}
	return out
}

// resolve gives the variable its value: the last given one, the default, or what a person answers.
func (v *variable) resolve(found []given, ask func(Question) (string, error)) (cty.Value, hcl.Diagnostics) {
	if len(found) == 0 && v.fallback != nil {
		return *v.fallback, nil
	}
	if len(found) == 0 {
		if ask == nil {
			return cty.UnknownVal(v.typ), hcl.Diagnostics{problem(v.at, fmt.Sprintf("No value for variable %q", v.name),
				"Give one with --var %s=…, in a file for --var-file, in weft.weftvars, or in %s%s; or give the variable a default.", v.name, envPrefix, v.name)}
		}
		answer, err := ask(Question{v.name, v.description, v.sensitive})
		if err != nil {
			return cty.UnknownVal(v.typ), hcl.Diagnostics{problem(v.at, fmt.Sprintf("No value for variable %q", v.name), "Asking for it failed: %s.", err)}
		}
		found = []given{{text: answer, isRaw: true, from: "the answer"}}
	}
	return v.fit(found[len(found)-1])
}

func (v *variable) fit(g given) (cty.Value, hcl.Diagnostics) {
	x := g.value
	if g.isRaw {
		var diags hcl.Diagnostics
		if x, diags = v.parse(g); diags.HasErrors() {
			return cty.UnknownVal(v.typ), diags
		}
	}
	out, err := v.convert(x)
	if err == nil {
		return out, nil
	}
	detail := fmt.Sprintf("The value from %s does not fit the type of the variable: %s.", g.from, err)
	d := homeless(fmt.Sprintf("Unsuitable value for variable %q", v.name), "%s", detail)
	if !g.isRaw {
		d.Subject = &g.at
	}
	return out, hcl.Diagnostics{d}
}

// check applies the validation rules to the variable's value.
func (v *variable) check(ctx *hcl.EvalContext) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, rule := range v.validations {
		held, more := rule.condition.Value(ctx)
		diags = append(diags, explain(more)...)
		held, _ = held.Unmark()
		held, err := convert.Convert(held, cty.Bool)
		switch {
		case more.HasErrors() || !held.IsKnown():
		case err != nil || held.IsNull():
			diags = append(diags, problem(rule.condition.Range(), "Unsuitable condition", "A condition is true or false."))
		case held.False():
			diags = append(diags, problem(v.at, fmt.Sprintf("Unsuitable value for variable %q", v.name), "%s\nThe rule is at %s.",
				rule.explanation(ctx), place(rule.condition.Range())))
		}
	}
	return diags
}

// explanation is the rule's message; one that would give a sensitive value away is withheld.
func (r validation) explanation(ctx *hcl.EvalContext) string {
	m, diags := r.message.Value(ctx)
	if diags.HasErrors() || m.IsMarked() || !m.IsKnown() || m.IsNull() || m.Type() != cty.String {
		return "A validation rule does not hold."
	}
	return m.AsString()
}

// collect gathers what is given for each variable, the weakest source first.
func collect(files []source, opts Options) (map[string][]given, hcl.Diagnostics) {
	found := map[string][]given{}
	var diags hcl.Diagnostics
	for _, f := range files {
		attributes, more := f.file.Body.JustAttributes()
		diags = append(diags, more...)
		for name, a := range attributes {
			x, more := a.Expr.Value(nil)
			diags = append(diags, more...)
			if more.HasErrors() {
				x = cty.DynamicVal
			}
			found[name] = append(found[name], given{value: x, at: a.NameRange, from: f.name})
		}
	}
	for _, s := range opts.Vars {
		name, text, ok := strings.Cut(s, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			diags = append(diags, homeless("Unsuitable --var", "A variable is given as --var NAME=VALUE."))
			continue
		}
		found[name] = append(found[name], given{text: text, isRaw: true, from: "--var " + name})
	}
	return found, diags
}

// undeclared complains of values for variables that do not exist: an error on the command line, a warning in a file, which
// may serve several directories.
func undeclared(found map[string][]given, declared []string) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for name, list := range found {
		if slices.Contains(declared, name) {
			continue
		}
		for _, g := range list {
			summary := fmt.Sprintf("Value for undeclared variable %q", name)
			detail := "No file declares it with a variable block" + didYouMean(name, declared)
			if g.isRaw {
				diags = append(diags, homeless(summary, "%s", ended(detail)))
			} else {
				diags = append(diags, warning(g.at, summary, "%s", ended(detail)))
			}
		}
	}
	return diags
}

// ended gives a text its full stop, unless it ends in a question.
func ended(s string) string {
	if strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// environment looks a variable up in the environment.
func (o Options) environment(name string) (given, bool) {
	look := o.Env
	if look == nil {
		look = os.LookupEnv
	}
	text, found := look(envPrefix + name)
	return given{text: text, isRaw: true, from: envPrefix + name}, found
}
