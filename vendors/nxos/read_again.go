package nxos

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Reread is Read after a change. It follows the edits of the tree since the reading before: one of a port's block concerns
// that port, one of a bundle's block its members, and any other the ports that the effect names.
//
// It takes over what an earlier Reread returned, which is then not to be used again. What Read returned stays as it is.
func (v NXOS) Reread(c vendors.Config, p vendors.Platform, before vendors.Reading, effect vendors.Effect) vendors.Reading {
	tree := treeOf(c)
	x, ok := before.Index.(*index)
	if !ok || x.facts != factsOf(p) {
		return v.Read(c, p)
	}
	edits, related := tree.Edits(x.tree, x.mark)
	if !x.live {
		x = x.clone()
	}
	x.tree, x.mark = tree, tree.Mark()
	if !related || effect.All || x.scattered || !x.follow(edits) || !x.touchAll(effect.Ports) {
		return x.again()
	}
	return x.refresh()
}

// again reads everything.
func (x *index) again() vendors.Reading {
	x.stale = qos.AllFacets
	x.forget()
	x.touched = x.touched[:0]
	x.collect()
	return x.read()
}

// forget drops what depends on what went stale.
func (x *index) forget() {
	if x.stale.Has(qos.FacetClassify) {
		x.classify = cache[qos.Classify]{}
	}
	if x.stale.Has(qos.FacetEgress) {
		x.egress = cache[egress]{}
	}
	if x.stale.Has(qos.FacetIngress) {
		x.ingress = cache[qos.Ingress]{}
	}
	x.stale = 0
}

// clone is an index that may be written to.
func (x *index) clone() *index {
	c := *x
	c.live = true
	sw := *x.sw
	sw.Ports = slices.Clone(x.sw.Ports)
	c.sw = &sw
	c.shared = true
	c.leaning = slices.Clone(x.leaning)
	c.bundles = maps.Clone(x.bundles)
	c.classify, c.egress, c.ingress = x.classify.clone(), x.egress.clone(), x.ingress.clone()
	c.touched = nil
	return &c
}

// find is where the port of a name is. Ports are mostly asked for in their order.
func (x *index) find(name string) (i int, ok bool) {
	for i := x.last; i < min(x.last+2, len(x.ports)); i++ {
		if x.ports[i].name == name {
			x.last = i
			return i, true
		}
	}
	i, ok = slices.BinarySearchFunc(x.ports, name, func(p port, name string) int { return qos.ComparePorts(p.name, name) })
	if ok {
		x.last = i
	}
	return i, ok
}

// own is the port at an index, to be written to.
func (x *index) own(i int) *port {
	if x.shared {
		x.ports, x.shared = slices.Clone(x.ports), false
	}
	return &x.ports[i]
}

func (c cache[T]) clone() cache[T] {
	c.all = maps.Clone(c.all)
	return c
}

// follow notes whom edits concern. It returns false when everything has to be read again.
func (x *index) follow(edits []conf.Edit) bool {
	for _, e := range edits {
		if e.Line.Lines()[conf.Odd] > 0 {
			return false
		}
		header := e.Line.Text
		if e.Block != nil {
			header = e.Block.Text
		}
		name, isInterface := strings.CutPrefix(header, "interface ")
		switch {
		case !isInterface:
			x.stale |= decidedBy(header)
		case e.Block == nil || !x.changed(name, e.Block):
			return false
		}
	}
	return true
}

// decidedBy is the facets that what stands outside ports may decide: by the header of the block, of which a class is one, or
// by the line at the top.
func decidedBy(header string) qos.FacetSet {
	switch {
	case strings.HasPrefix(header, "policy-map type queuing "), strings.HasPrefix(header, "class type queuing "):
		return 1<<qos.FacetEgress | 1<<qos.FacetIngress
	case strings.HasPrefix(header, "class type "):
		return qos.AllFacets
	case strings.HasPrefix(header, "policy-map type qos "), strings.HasPrefix(header, "class-map type qos "), strings.HasPrefix(header, "class "):
		return 1 << qos.FacetClassify
	}
	return qos.AllFacets
}

// touched is a port to be read again, and which facets of it.
type touched struct {
	port   int
	facets qos.FacetSet
}

// changed reads the block of a port or bundle again.
func (x *index) changed(name string, block *conf.Node) bool {
	if i, ok := x.find(name); ok {
		p := x.own(i)
		before := p.lines
		p.node, p.lines = block, portLines{}
		p.lines.add(block)
		x.touched = append(x.touched, touched{i, p.lines.decides(&before)})
		return true
	}
	if x.bundles[name] == nil {
		return false
	}
	b := &port{name: name, node: block}
	b.lines.add(block)
	x.bundles[name] = b
	return x.touch(name)
}

// touch notes that a port, or every member of a bundle, is to be read again: of the port, what edits outside ports decide, and
// what an edit of its own has noted.
func (x *index) touch(name string) bool {
	if i, ok := x.find(name); ok {
		if n := len(x.touched); n == 0 || x.touched[n-1].port != i {
			x.touched = append(x.touched, touched{i, 0})
		}
		return true
	}
	if x.bundles[name] == nil {
		return false
	}
	for i := range x.ports {
		if x.ports[i].lines.bundle == name {
			x.touched = append(x.touched, touched{i, qos.AllFacets})
		}
	}
	return true
}

func (x *index) touchAll(names []string) bool {
	for _, name := range names {
		if !x.touch(name) {
			return false
		}
	}
	return true
}

// refresh reads the ports that were touched.
func (x *index) refresh() vendors.Reading {
	stale := x.stale
	if stale != 0 && len(x.touched) > 0 {
		x.collectShared()
		x.forget()
		if stale.Has(qos.FacetPFC) {
			x.network = x.readNetwork()
		}
	}
	for _, t := range x.touched {
		x.readPort(t.port, t.facets|stale)
	}
	x.touched = x.touched[:0]
	return x.reading()
}
