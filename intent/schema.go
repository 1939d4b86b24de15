package intent

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// BlockSchema describes one block of the language. Decoding, docs/language.md and `weft schema` read the same tables.
type BlockSchema struct {
	Type          string            `json:"type"`
	Label         string            `json:"label,omitempty"` // what the label says; empty for a block without one
	LabelOptional bool              `json:"label_optional,omitempty"`
	Once          bool              `json:"once,omitempty"` // there may be only one in a place
	Doc           string            `json:"doc"`
	Attributes    []AttributeSchema `json:"attributes,omitempty"`
	Blocks        []*BlockSchema    `json:"blocks,omitempty"`
}

// AttributeSchema describes one attribute of a block.
type AttributeSchema struct {
	Name     string    `json:"name"`
	Type     string    `json:"type"` // "size", "whole number 0 to 7", …
	Form     Form      `json:"form"`
	Refers   catalogue `json:"refers_to,omitempty"` // the type of the blocks whose names are values
	Required bool      `json:"required"`
	Default  string    `json:"default,omitempty"` // as it would be written, or in words; empty when the attribute may simply be absent
	Example  string    `json:"example"`           // a value as it would be written
	Doc      string    `json:"doc"`
}

// Form is the type of a value for programs.
type Form struct {
	Type   string   `json:"type"` // bool, number, string, list or any
	Of     *Form    `json:"of,omitempty"`
	Filled bool     `json:"filled,omitempty"` // the list is not empty
	Values []string `json:"values,omitempty"` // all that there are
	Words  []string `json:"words,omitempty"`  // that may stand where all others have a unit
	Units  []string `json:"units,omitempty"`  // one of which stands behind a number, in the text
	Min    *int64   `json:"min,omitempty"`
	Max    *int64   `json:"max,omitempty"`
}

// Schema is the language as a table: a nameless block whose blocks are those of the top level.
func Schema() *BlockSchema { return &language.BlockSchema }

// block is the table of one block type, decoded into a T.
type block[T any] struct {
	BlockSchema
	attributes []attribute[T]
	children   []child[T]
	forEach    bool // the block may be repeated with for_each
	content    hcl.BodySchema

	// open starts a T from the block's label, before its body is decoded; done ends it. Both may be nil.
	open func(d *decoder, b *hcl.Block, into *T)
	done func(d *decoder, s scope, into *T)
}

// attribute is one attribute of a block that is decoded into a T.
type attribute[T any] struct {
	AttributeSchema
	secrecy secrecy
	decode  func(v cty.Value, written hcl.Expression, into *T) error
	preset  func(into *T) // gives the default; nil when there is none
}

// secrecy says whether a sensitive value may be used for an attribute.
type secrecy uint8

const (
	public  secrecy = iota // no: plans and switches show it
	either                 // yes: nothing shows it
	private                // it should be one: any other draws a warning
)

// child is a block type inside a block that is decoded into a T.
type child[T any] struct {
	schema *BlockSchema
	decode func(d *decoder, b *hcl.Block, s scope, into *T)
}

// info is what the documentation says of an attribute.
type info struct{ Default, Example, Doc string }

// attr is an optional attribute that is decoded into a field of T. Without the attribute the field keeps its zero value.
func attr[T, V any](name string, k kind[V], field func(*T) *Opt[V], i info) attribute[T] {
	return attribute[T]{
		AttributeSchema: AttributeSchema{Name: name, Type: k.name, Form: k.form, Default: i.Default, Example: i.Example, Doc: i.Doc},
		decode: func(v cty.Value, written hcl.Expression, into *T) error {
			x, err := k.read(v)
			if err != nil {
				return err
			}
			*field(into) = Opt[V]{V: x, Set: true, Range: written.Range()}
			return nil
		},
	}
}

// attrOr is attr with a default: the field holds it, not Set, when the attribute is absent.
func attrOr[T, V any](name string, k kind[V], field func(*T) *Opt[V], def V, i info) attribute[T] {
	a := attr(name, k, field, i)
	a.preset = func(into *T) { field(into).V = def }
	return a
}

// plain is attr for a field that is no Opt.
func plain[T, V any](name string, k kind[V], field func(*T) *V, i info) attribute[T] {
	a := attr(name, k, func(*T) *Opt[V] { return new(Opt[V]) }, i)
	a.decode = func(v cty.Value, _ hcl.Expression, into *T) (err error) {
		*field(into), err = k.read(v)
		return err
	}
	return a
}

func (a attribute[T]) required() attribute[T] { a.Required = true; return a }

func (a attribute[T]) naming(c catalogue) attribute[T] { a.Refers = c; return a }

func (a attribute[T]) hidden(s secrecy) attribute[T] { a.secrecy = s; return a }

// within turns attributes of an embedded struct E into attributes of T.
func within[T, E any](part func(*T) *E, attributes []attribute[E]) []attribute[T] {
	out := make([]attribute[T], len(attributes))
	for i, a := range attributes {
		out[i] = attribute[T]{AttributeSchema: a.AttributeSchema, secrecy: a.secrecy}
		out[i].decode = func(v cty.Value, written hcl.Expression, into *T) error { return a.decode(v, written, part(into)) }
		if a.preset != nil {
			out[i].preset = func(into *T) { a.preset(part(into)) }
		}
	}
	return out
}

// inside turns blocks of an embedded struct E into blocks of T.
func inside[T, E any](part func(*T) *E, children []child[E]) []child[T] {
	out := make([]child[T], len(children))
	for i, c := range children {
		out[i] = child[T]{c.schema, func(d *decoder, b *hcl.Block, s scope, into *T) { c.decode(d, b, s, part(into)) }}
	}
	return out
}

// build completes a table: the schema that HCL checks a body against, and the description.
func (b block[T]) build() *block[T] {
	if b.forEach {
		b.Attributes = append(b.Attributes, forEachSchema)
		b.content.Attributes = append(b.content.Attributes, hcl.AttributeSchema{Name: "for_each"})
	}
	for _, a := range b.attributes {
		b.Attributes = append(b.Attributes, a.AttributeSchema)
		b.content.Attributes = append(b.content.Attributes, hcl.AttributeSchema{Name: a.Name})
	}
	for _, c := range b.children {
		b.Blocks = append(b.Blocks, c.schema)
		b.content.Blocks = append(b.content.Blocks, header(c.schema))
	}
	return &b
}

var forEachSchema = AttributeSchema{
	Name: "for_each", Type: "map, object or set of strings", Form: Form{Type: "any"}, Example: `{ leaf1 = "10.0.0.1", leaf2 = "10.0.0.2" }`,
	Doc: "Repeats the block once for each element; `each.key` and `each.value` stand for the element.",
}

func header(s *BlockSchema) hcl.BlockHeaderSchema {
	h := hcl.BlockHeaderSchema{Type: s.Type}
	if s.Label != "" {
		h.LabelNames = []string{s.Label}
	}
	return h
}
