package nxos

import (
	"slices"
	"strconv"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Assumptions that a reading may lean on, beside those of the device model.
const (
	assumedKbyte         = "nxos.kbyte"          // kbytes are 1024 bytes, and mbytes 1024 of those
	assumedWatchdogTimes = "nxos.watchdog-times" // how the times of the watchdog are spelled
)

// Read gives the behaviour of every Ethernet port of a configuration, whoever wrote it. A name that is bound and not defined,
// and a line that is not understood, make unknown what they decide, with the reason. Defaults are those of the reference,
// section 1.3; what the switch decides by itself is a platform default. Without a row of this vendor's in the platform, a
// switch has eight queues and `system qos` does not classify.
func (NXOS) Read(c vendors.Config, p vendors.Platform) vendors.Reading {
	x := newIndex(treeOf(c), factsOf(p))
	x.collect()
	return x.read()
}

// facts are what reading needs to know of a platform.
type facts struct {
	four      bool // four queues
	systemQoS bool // a type qos policy under `system qos` classifies every port, not those of FEX only
	layer2MTU bool // a switched port has the MTU of its classes
}

func factsOf(p vendors.Platform) facts {
	f := facts{four: p.Queues == 4}
	if r, ok := p.Row.(*row); ok {
		f.systemQoS, f.layer2MTU = r.systemQoSClassifies(), r.layer2MTU
	}
	return f
}

// index is what Read finds on its way, kept for Reread.
type index struct {
	tree  *conf.Tree
	mark  int // the state of the tree that was read
	facts facts
	live  bool // a Reread made it, and the next one may write to it

	objects   map[string]definition // policy-maps and class-maps, by header
	globals   globals
	watching  qos.Watchdog     // of a port that has it on
	ports     []port           // physical ports in natural order
	bundles   map[string]*port // port-channels by name
	scattered bool             // an interface has several blocks

	network  *network // the network-qos policy in force
	classify cache[qos.Classify]
	egress   cache[egress]
	ingress  cache[qos.Ingress]

	sw      *qos.Switch
	unread  []vendors.Line
	kbytes  int    // how many ports lean on assumedKbyte
	leaning []bool // which

	// Of a live index only:
	shared  bool         // ports are those of the index it was made from
	last    int          // where in ports the last block was
	stale   qos.FacetSet // what edits outside ports decide, since it was collected
	touched []touched    // ports to read again
}

func newIndex(tree *conf.Tree, f facts) *index {
	return &index{tree: tree, mark: tree.Mark(), facts: f}
}

// read makes the model of what was collected.
func (x *index) read() vendors.Reading {
	x.network = x.readNetwork()
	if x.sw == nil || len(x.sw.Ports) != len(x.ports) {
		x.sw = &qos.Switch{Ports: make([]qos.Port, len(x.ports))}
	}
	x.sw.Tunnel, x.sw.NonECT = x.globals.tunnel, x.globals.nonECT
	x.kbytes, x.leaning = 0, make([]bool, len(x.ports))
	for i := range x.ports {
		x.readPort(i, qos.AllFacets)
	}
	x.unread = nil
	if x.tree.Lines()[conf.Odd] > 0 {
		x.unread = unread(x.tree)
	}
	return x.reading()
}

func (x *index) reading() vendors.Reading {
	r := vendors.Reading{Switch: x.sw, Unread: x.unread, Foreign: x.tree.Lines()[conf.Out], Index: x}
	if x.kbytes > 0 {
		r.Assumed = append(r.Assumed, assumedKbyte)
	}
	if x.globals.times {
		r.Assumed = append(r.Assumed, assumedWatchdogTimes)
	}
	return r
}

// unread lists the lines in scope that are not understood.
func unread(tree *conf.Tree) []vendors.Line {
	var lines []vendors.Line
	var path []string
	var walk func(nodes []*conf.Node)
	walk = func(nodes []*conf.Node) {
		for _, n := range nodes {
			if n.Kind == conf.Odd {
				lines = append(lines, vendors.Line{Number: int(n.Line), Path: slices.Clone(path), Text: n.Text})
			}
			if len(n.Kids) > 0 {
				path = append(path, n.Text)
				walk(n.Kids)
				path = path[:len(path)-1]
			}
		}
	}
	walk(tree.Top)
	return lines
}

// cache keeps a facet by the name of the policy that it comes from. Ports in a row mostly have the same.
type cache[T any] struct {
	name string
	last *T
	all  map[string]*T
}

func (c *cache[T]) of(name string, make func(name string) *T) *T {
	if c.last != nil && c.name == name {
		return c.last
	}
	facet, ok := c.all[name]
	if !ok {
		facet = make(name)
		if c.all == nil {
			c.all = map[string]*T{}
		}
		c.all[name] = facet
	}
	c.name, c.last = name, facet
	return facet
}

// unknownKey is the key of a facet that is unknown for a reason. No policy has such a name.
func unknownKey(why string, line int32) string { return "? " + strconv.Itoa(int(line)) + " " + why }
