package intent

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// decoder turns bodies into the types of the model, going on past every error.
type decoder struct {
	diags hcl.Diagnostics
	names names
	// contents keeps what the static part of a body holds: for_each decodes one body many times.
	contents map[*hclsyntax.Body]*hcl.BodyContent
	// repeated keeps what was decoded from a body that does not depend on for_each.
	repeated map[*hclsyntax.Body]any
	shapes   map[*hclsyntax.Body]shape
	// trouble counts errors and values that errors elsewhere left unknown; broken are the block types that have some in
	// them, "" for the top level. What misses there was not left out by the user.
	trouble int
	broken  map[string]bool
}

// shape is what the syntax tree alone says of a body.
type shape struct {
	static, dynamic *hclsyntax.Body // its parts; dynamic is nil where it holds no dynamic blocks
	fixed           bool            // it and everything in it decodes to the same whatever `each` stands for
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
		broken:   map[string]bool{},
	}
}

func (d *decoder) report(diags ...*hcl.Diagnostic) {
	for _, diag := range diags {
		if diag == nil {
			continue
		}
		d.diags = append(d.diags, diag)
		if diag.Severity == hcl.DiagError {
			d.trouble++
		}
	}
}

// decodeBody fills a T from a body by its table. at is the header of the block.
func decodeBody[T any](d *decoder, b *block[T], body hcl.Body, at hcl.Range, s scope, into *T) {
	before := d.trouble
	for _, a := range b.attributes {
		if a.preset != nil {
			a.preset(into)
		}
	}
	content := d.content(body, &b.content, s)
	for i := range b.attributes {
		a := &b.attributes[i]
		if decodeAttribute(d, a, content.Attributes[a.Name], s, into) == absent && a.Required {
			d.report(problem(at, fmt.Sprintf("No %s in %s", a.Name, b.Type), "Write %s = %s, or whatever is right here. %s", a.Name, a.Example, a.Doc))
		}
	}
	d.noteTrouble(b.Type, before)
	for _, inner := range content.Blocks {
		for i := range b.children {
			if b.children[i].schema.Type == inner.Type {
				b.children[i].decode(d, inner, s, into)
			}
		}
	}
	if b.Type != "" {
		d.noteTrouble(b.Type, before)
	}
}

func (d *decoder) noteTrouble(blockType string, before int) {
	if d.trouble > before {
		d.broken[blockType] = true
	}
}

// presence is what became of an attribute.
type presence uint8

const (
	absent  presence = iota // not written, or null
	unknown                 // reported, or unknown because of something that was
	present
)

func decodeAttribute[T any](d *decoder, a *attribute[T], written *hcl.Attribute, s scope, into *T) presence {
	if written == nil {
		return absent
	}
	v, found := d.value(written, s, a.secrecy)
	if found != present {
		return found
	}
	if err := a.decode(v, written.Expr, into); err != nil {
		d.report(problem(elementRange(written.Expr, err), fmt.Sprintf("Unsuitable value for %q", a.Name), "%s", ended(sentence(err))))
		return unknown
	}
	if a.Refers != "" {
		d.refer(a.Refers, v, written.Expr)
	}
	return present
}

// value evaluates an attribute.
func (d *decoder) value(a *hcl.Attribute, s scope, use secrecy) (cty.Value, presence) {
	v, diags := a.Expr.Value(s.ctx)
	d.report(explain(diags)...)
	if diags.HasErrors() {
		return v, unknown
	}
	if v.ContainsMarked() && use == public {
		d.report(problem(a.Expr.Range(), fmt.Sprintf("Sensitive value for %q", a.Name),
			"This value comes from a sensitive variable, and plans and switches would show it. Sensitive values may be used in credentials only."))
		return v, unknown
	}
	if !v.ContainsMarked() && use == private {
		d.report(exposed(a))
	}
	v, _ = v.UnmarkDeep()
	if !v.IsWhollyKnown() {
		d.trouble++
		return v, unknown
	}
	if v.IsNull() {
		return v, absent
	}
	return v, present
}

// exposed warns of a secret that whoever can read the intent can read too.
func exposed(a *hcl.Attribute) *hcl.Diagnostic {
	if len(a.Expr.Variables()) > 0 {
		return warning(a.NameRange, "Secret from a variable that is not sensitive", "Write sensitive = true in the variable, so that weft keeps its value out of every output.")
	}
	return warning(a.NameRange, "Secret in a file", "Whoever can read the intent can read it. Use env, file, command or ssh_agent, or a sensitive variable.")
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
	if !isNative { // written by a dynamic block
		return d.contentOf(body, schema)
	}
	parts := d.shapes[native]
	static := d.contents[native]
	if static == nil {
		static = d.contentOf(parts.static, schema)
		d.contents[native] = static
	}
	if parts.dynamic == nil {
		return static
	}
	written := d.contentOf(dynblock.Expand(parts.dynamic, s.ctx), &hcl.BodySchema{Blocks: schema.Blocks})
	all := *static
	all.Blocks = slices.Concat(static.Blocks, written.Blocks)
	slices.SortStableFunc(all.Blocks, func(a, b *hcl.Block) int { return compareSubjects(&a.TypeRange, &b.TypeRange) })
	return &all
}

func (d *decoder) contentOf(body hcl.Body, schema *hcl.BodySchema) *hcl.BodyContent {
	content, diags := body.Content(schema)
	d.report(explain(diags)...)
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
		decodeBody(d, b, found.Body, found.DefRange, each, &c)
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
