package intent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

var localsSchema = &BlockSchema{
	Type: "locals", Doc: "Values with a name, as `local.NAME`. They may use each other in any order, and there may be several blocks.",
	Attributes: []AttributeSchema{
		{Name: "NAME", Type: "any", Form: Form{Type: "any"}, Example: `{ for row in csvdecode(file("leaves.csv")) : row.name => row }`, Doc: "Any name and any value."},
	},
}

// locals evaluates local values, each after those that it uses.
type locals struct {
	written map[string]*hcl.Attribute
	ctx     *hcl.EvalContext // of everything else
	values  map[string]cty.Value
	path    []string // being evaluated
	diags   hcl.Diagnostics
}

func (l *locals) define(attributes hcl.Attributes) {
	for name, a := range attributes {
		if first := l.written[name]; first != nil {
			l.diags = append(l.diags, problem(a.NameRange, fmt.Sprintf("Two local values named %q", name), "The first one is at %s. Rename one of them.", place(first.NameRange)))
			continue
		}
		l.written[name] = a
	}
}

// evaluate gives every local value. One that failed is unknown.
func (l *locals) evaluate() map[string]cty.Value {
	for _, name := range slices.Sorted(maps.Keys(l.written)) {
		l.value(name)
	}
	return l.values
}

func (l *locals) value(name string) {
	a := l.written[name]
	if _, done := l.values[name]; done || a == nil {
		return
	}
	if at := slices.Index(l.path, name); at >= 0 {
		l.reportCycle(a, append(slices.Clone(l.path[at:]), name))
		l.values[name] = cty.DynamicVal
		return
	}
	l.path = append(l.path, name)
	used := l.uses(a.Expr)
	for _, other := range used {
		l.value(other)
	}
	l.path = l.path[:len(l.path)-1]
	if _, done := l.values[name]; !done {
		l.values[name] = l.compute(a, used)
	}
}

func (l *locals) reportCycle(a *hcl.Attribute, cycle []string) {
	for i, name := range cycle {
		cycle[i] = "local." + name
	}
	l.diags = append(l.diags, problem(a.NameRange, "Cycle of local values", "They need each other: %s. Give one of them a value that needs none of the others.", strings.Join(cycle, " → ")))
}

// uses are the local values that an expression needs.
func (l *locals) uses(expr hcl.Expression) []string {
	var names []string
	for _, t := range expr.Variables() {
		if t.RootName() != "local" {
			continue
		}
		name, known := usedName(t)
		if !known {
			l.diags = append(l.diags, problem(t.SourceRange(), "Local values as a whole", "A local value can use others by name only: write local.NAME."))
			continue
		}
		names = append(names, name)
	}
	return names
}

func usedName(t hcl.Traversal) (string, bool) {
	if len(t) < 2 {
		return "", false
	}
	switch step := t[1].(type) {
	case hcl.TraverseAttr:
		return step.Name, true
	case hcl.TraverseIndex:
		if step.Key.Type() == cty.String {
			return step.Key.AsString(), true
		}
	}
	return "", false
}

// compute evaluates a local value when those that it uses have their values.
func (l *locals) compute(a *hcl.Attribute, used []string) cty.Value {
	known := make(map[string]cty.Value, len(used))
	for _, name := range used {
		if v, found := l.values[name]; found {
			known[name] = v
			continue
		}
		for other := range l.written { // for the message, which suggests a name
			known[other] = cty.DynamicVal
		}
	}
	ctx := l.ctx.NewChild()
	ctx.Variables = map[string]cty.Value{"local": cty.ObjectVal(known)}
	x, diags := a.Expr.Value(ctx)
	l.diags = append(l.diags, explain(diags)...)
	if diags.HasErrors() {
		return cty.DynamicVal
	}
	return x
}
