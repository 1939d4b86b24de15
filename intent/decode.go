package intent

import (
	"errors"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// decoder turns bodies into the types of the model, going on past every error.
type decoder struct {
	diags hcl.Diagnostics
	names names
	// contents keeps what a body without dynamic blocks holds: for_each decodes one body many times.
	contents map[*hclsyntax.Body]*hcl.BodyContent
	// repeated keeps what was decoded from a body that does not depend on for_each.
	repeated map[*hclsyntax.Body]any
	shapes   map[*hclsyntax.Body]shape
}

// shape is what the syntax tree alone says of a body.
type shape struct {
	dynamic bool // it holds dynamic blocks directly
	fixed   bool // it and everything in it decodes to the same whatever `each` stands for
}

// scope is where expressions are evaluated.
type scope struct {
	ctx *hcl.EvalContext
	key string // each.key as text, in a block that for_each repeats
}

func newDecoder() *decoder {
	return &decoder{
		names:    newNames(),
		contents: map[*hclsyntax.Body]*hcl.BodyContent{},
		repeated: map[*hclsyntax.Body]any{},
		shapes:   map[*hclsyntax.Body]shape{},
	}
}

func (d *decoder) report(diags ...*hcl.Diagnostic) {
	for _, diag := range diags {
		if diag != nil {
			d.diags = append(d.diags, diag)
		}
	}
}

// decodeBody fills a T from a body by its table.
func decodeBody[T any](d *decoder, b *block[T], body hcl.Body, s scope, into *T) {
	for _, a := range b.attributes {
		if a.preset != nil {
			a.preset(into)
		}
	}
	content := d.content(body, &b.content, s)
	for i := range b.attributes {
		a := &b.attributes[i]
		if written, found := content.Attributes[a.Name]; found {
			decodeAttribute(d, a, written, s, into)
		}
	}
	for _, inner := range content.Blocks {
		for i := range b.children {
			if b.children[i].schema.Type == inner.Type {
				b.children[i].decode(d, inner, s, into)
			}
		}
	}
}

func decodeAttribute[T any](d *decoder, a *attribute[T], written *hcl.Attribute, s scope, into *T) {
	v, ok := d.value(written, s, a.secret)
	if !ok {
		return
	}
	if err := a.decode(v, written.Expr, into); err != nil {
		d.report(problem(elementRange(written.Expr, err), fmt.Sprintf("Unsuitable value for %q", a.Name), "%s.", sentence(err)))
		return
	}
	if a.refers != "" {
		d.refer(a.refers, v, written.Expr)
	}
}

// value evaluates an attribute. It is not ok when it is absent (null), already reported, or unknown because of something
// that was reported.
func (d *decoder) value(a *hcl.Attribute, s scope, secret bool) (cty.Value, bool) {
	v, diags := a.Expr.Value(s.ctx)
	d.report(explain(diags)...)
	if diags.HasErrors() {
		return v, false
	}
	if v.ContainsMarked() {
		if !secret {
			d.report(problem(a.Expr.Range(), fmt.Sprintf("Sensitive value for %q", a.Name),
				"This value comes from a sensitive variable, and plans and switches would show it. Sensitive values may be used in credentials only."))
			return v, false
		}
		v, _ = v.UnmarkDeep()
	}
	return v, v.IsWhollyKnown() && !v.IsNull()
}

// elementRange is the range of the list element that an error is about, or of the whole expression.
func elementRange(expr hcl.Expression, err error) hcl.Range {
	var inner elementError
	if errors.As(err, &inner) {
		return nthRange(expr, inner.index)
	}
	return expr.Range()
}

func nthRange(expr hcl.Expression, n int) hcl.Range {
	if elements, diags := hcl.ExprList(expr); !diags.HasErrors() && n < len(elements) {
		return elements[n].Range()
	}
	return expr.Range()
}

// refer notes the names that a string or a list of strings uses.
func (d *decoder) refer(to catalogue, v cty.Value, expr hcl.Expression) {
	if v.Type() == cty.String {
		d.names.use(to, v.AsString(), expr.Range())
		return
	}
	for it, n := v.ElementIterator(), 0; it.Next(); n++ {
		_, element := it.Element()
		d.names.use(to, element.AsString(), nthRange(expr, n))
	}
}

// content is what a body holds by a schema. Errors in it are reported once, however often the body is decoded.
func (d *decoder) content(body hcl.Body, schema *hcl.BodySchema, s scope) *hcl.BodyContent {
	native, isNative := body.(*hclsyntax.Body)
	if isNative {
		if known := d.contents[native]; known != nil {
			return known
		}
		if d.shapes[native].dynamic {
			body = dynblock.Expand(body, s.ctx)
		}
	}
	content, diags := body.Content(schema)
	d.report(explain(diags)...)
	if isNative && !d.shapes[native].dynamic {
		d.contents[native] = content
	}
	return content
}

// many is a block that may occur any number of times.
func many[T, C any](b *block[C], field func(*T) *[]C) child[T] {
	return child[T]{&b.BlockSchema, func(d *decoder, found *hcl.Block, s scope, into *T) {
		list := field(into)
		decodeInstances(d, b, found, s, func(c C) { *list = append(*list, c) })
	}}
}

// once is a block that may occur at most once.
func once[T, C any](b *block[C], field func(*T) **C) child[T] {
	return child[T]{&b.BlockSchema, func(d *decoder, found *hcl.Block, s scope, into *T) {
		at := field(into)
		if *at != nil {
			d.report(problem(found.DefRange, fmt.Sprintf("Second %s block", b.Type), "There may be only one %s block here. Merge the two.", b.Type))
			return
		}
		decodeInstances(d, b, found, s, func(c C) { *at = &c })
	}}
}

// keyed is a block that may occur once for each label.
func keyed[T, C any](b *block[C], field func(*T) *map[string]C) child[T] {
	return child[T]{&b.BlockSchema, func(d *decoder, found *hcl.Block, s scope, into *T) {
		at := field(into)
		if _, twice := (*at)[found.Labels[0]]; twice {
			d.report(problem(found.DefRange, fmt.Sprintf("Second %s block for %q", b.Type, found.Labels[0]), "There may be only one here. Merge the two."))
			return
		}
		if *at == nil {
			*at = map[string]C{}
		}
		decodeInstances(d, b, found, s, func(c C) { (*at)[found.Labels[0]] = c })
	}}
}

// decodeInstances decodes a block, once for each element of its for_each if it has one.
func decodeInstances[C any](d *decoder, b *block[C], found *hcl.Block, s scope, add func(C)) {
	native, _ := found.Body.(*hclsyntax.Body)
	fixed := native != nil && d.shapes[native].fixed
	if fixed {
		if known, done := d.repeated[native].([]C); done {
			for _, c := range known {
				add(c)
			}
			return
		}
	}
	var all []C
	for _, each := range d.instances(b.forEach, found, s) {
		var c C
		if b.open != nil {
			b.open(d, found, &c)
		}
		decodeBody(d, b, found.Body, each, &c)
		if b.done != nil {
			b.done(d, each, &c)
		}
		all = append(all, c)
		add(c)
	}
	if fixed {
		d.repeated[native] = all
	}
}
