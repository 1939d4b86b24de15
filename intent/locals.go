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
		{Name: "NAME", Type: "any", Example: `{ for row in csvdecode(file("leaves.csv")) : row.name => row }`, Doc: "Any name and any value."},
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
		cycle := append(slices.Clone(l.path[at:]), name)
		for i, n := range cycle {
			cycle[i] = "local." + n
		}
		l.diags = append(l.diags, problem(a.NameRange, "Cycle of local values", "They need each other: %s. Give one of them a value that needs none of the others.", strings.Join(cycle, " → ")))
		l.values[name] = cty.DynamicVal
		return
	}
	l.path = append(l.path, name)
	for _, t := range a.Expr.Variables() {
		l.need(t)
	}
	l.path = l.path[:len(l.path)-1]
	if _, done := l.values[name]; !done {
		l.values[name] = l.compute(a)
	}
}

// need evaluates the local value that an expression uses.
func (l *locals) need(t hcl.Traversal) {
	if t.RootName() != "local" {
		return
	}
	if len(t) > 1 {
		switch step := t[1].(type) {
		case hcl.TraverseAttr:
			l.value(step.Name)
			return
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String {
				l.value(step.Key.AsString())
				return
			}
		}
	}
	l.diags = append(l.diags, problem(t.SourceRange(), "Local values as a whole", "A local value can use others by name only: write local.NAME."))
}

func (l *locals) compute(a *hcl.Attribute) cty.Value {
	known := make(map[string]cty.Value, len(l.written))
	for name := range l.written {
		known[name] = cty.DynamicVal
	}
	maps.Copy(known, l.values)
	ctx := l.ctx.NewChild()
	ctx.Variables = map[string]cty.Value{"local": cty.ObjectVal(known)}
	x, diags := a.Expr.Value(ctx)
	l.diags = append(l.diags, explain(diags)...)
	if diags.HasErrors() {
		return cty.DynamicVal
	}
	return x
}
