package intent

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// instances returns the scopes that a block is decoded in: its own, or one for each element of its for_each, in the order
// of the keys.
func (d *decoder) instances(allowed bool, b *hcl.Block, s scope) []scope {
	written := forEachOf(b.Body)
	if !allowed || written == nil {
		return []scope{s}
	}
	v, found := d.value(written, s, public)
	if found == absent {
		d.report(problem(written.Expr.Range(), "for_each is null", "Write {} to have no block at all, or leave for_each out to have one."))
	}
	if found != present {
		return nil
	}
	if err := forEachError(v.Type()); err != nil {
		d.report(problem(written.Expr.Range(), "Unsuitable value for \"for_each\"", "%s.", sentence(err)))
		return nil
	}
	var out []scope
	for it := v.ElementIterator(); it.Next(); {
		key, value := it.Element()
		ctx := s.ctx.NewChild()
		ctx.Variables = map[string]cty.Value{"each": cty.ObjectVal(map[string]cty.Value{"key": key, "value": value})}
		out = append(out, scope{ctx, key.AsString()})
	}
	return out
}

func forEachOf(body hcl.Body) *hcl.Attribute {
	if native, ok := body.(*hclsyntax.Body); ok {
		if a := native.Attributes["for_each"]; a != nil {
			return a.AsHCLAttribute()
		}
		return nil
	}
	content, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "for_each"}}})
	return content.Attributes["for_each"]
}

// forEachError tells what Terraform's users are told too: a list has no stable keys.
func forEachError(t cty.Type) error {
	switch {
	case t.IsMapType(), t.IsObjectType(), t.IsSetType() && t.ElementType() == cty.String:
		return nil
	case t.IsSetType() && t.ElementType() == cty.DynamicPseudoType: // the empty set
		return nil
	case t.IsSetType():
		return fmt.Errorf("keys are text, and a %s has none: write a map, or a set of strings", t.FriendlyName())
	case t.IsListType(), t.IsTupleType():
		return fmt.Errorf("a list has no keys: write toset([...]) for a list of strings, or { for x in list : x.name => x } for one of objects")
	}
	return fmt.Errorf("a %s has no elements: write a map or a set of strings", t.FriendlyName())
}

// optionalLabels are the blocks whose label may be left out. HCL has no such thing: an empty label is filled in.
var optionalLabels = map[string]bool{"ecn": true, "ports": true}

// survey walks a syntax tree once: it fills in optional labels and notes the shape of every body.
func (d *decoder) survey(body *hclsyntax.Body) shape {
	s := shape{fixed: true}
	for _, a := range body.Attributes {
		s.fixed = s.fixed && !usesEach(a.Expr)
	}
	for _, b := range body.Blocks {
		if b.Type == "dynamic" {
			fillDynamicLabel(b)
			s.fixed = false
		}
		fillLabel(b)
		s.fixed = d.survey(b.Body).fixed && s.fixed
	}
	s.static, s.dynamic = split(body)
	d.shapes[body] = s
	return s
}

// split parts a body into what stands there as it is and the dynamic blocks, nil if there are none.
func split(body *hclsyntax.Body) (static, dynamic *hclsyntax.Body) {
	isDynamic := func(b *hclsyntax.Block) bool { return b.Type == "dynamic" }
	if !slices.ContainsFunc(body.Blocks, isDynamic) {
		return body, nil
	}
	static = &hclsyntax.Body{Attributes: body.Attributes, SrcRange: body.SrcRange, EndRange: body.EndRange}
	dynamic = &hclsyntax.Body{SrcRange: body.SrcRange, EndRange: body.EndRange}
	for _, b := range body.Blocks {
		if isDynamic(b) {
			dynamic.Blocks = append(dynamic.Blocks, b)
		} else {
			static.Blocks = append(static.Blocks, b)
		}
	}
	return static, dynamic
}

func usesEach(expr hclsyntax.Expression) bool {
	for _, t := range expr.Variables() {
		if t.RootName() == "each" {
			return true
		}
	}
	return false
}

func fillLabel(b *hclsyntax.Block) {
	if optionalLabels[b.Type] && len(b.Labels) == 0 {
		b.Labels = []string{""}
		b.LabelRanges = []hcl.Range{b.TypeRange}
	}
}

func fillDynamicLabel(b *hclsyntax.Block) {
	if len(b.Labels) != 1 || !optionalLabels[b.Labels[0]] || b.Body.Attributes["labels"] != nil {
		return
	}
	at := b.LabelRanges[0]
	empty := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(""), SrcRange: at}
	b.Body.Attributes["labels"] = &hclsyntax.Attribute{
		Name: "labels", SrcRange: at, NameRange: at, EqualsRange: at,
		Expr: &hclsyntax.TupleConsExpr{Exprs: []hclsyntax.Expression{empty}, SrcRange: at, OpenRange: at},
	}
}
