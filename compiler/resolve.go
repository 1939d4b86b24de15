package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// node is one switch with what its vendor's table says of it and its ports by name.
type node struct {
	device   *intent.Device
	vendor   vendors.Vendor
	platform vendors.Platform
	resolved bool // vendor and platform are known
	groups   []*group
	ports    []*port // in natural order
	byName   map[string]*port
	diags    hcl.Diagnostics
}

// group is one ports block: ports that the intent says the same of.
type group struct {
	block    *intent.Ports
	speed    qos.BitsPerSecond
	lag      string                  // in the vendor's own form
	classes  []intent.EffectiveClass // by queue
	settings intent.PortSettings
	ports    []*port
	does     *contents
	label    [numAspects]string
}

// port is one port of a group.
type port struct {
	name  string
	group *group
	cable float64 // metres; 0 when nothing says how long it is
}

// resolveNode finds the vendor, the platform and the ports of a switch. What it cannot find is in the node's diagnostics, and the
// rest of the node is as complete as it can be.
func resolveNode(in *intent.Intent, d *intent.Device) *node {
	n := &node{device: d, byName: map[string]*port{}}
	n.resolved = n.findVendor() && n.findPlatform()
	if n.resolved {
		for i := range d.Ports {
			n.expand(in, &d.Ports[i])
		}
		slices.SortFunc(n.ports, func(a, b *port) int { return qos.ComparePorts(a.name, b.name) })
	}
	return n
}

func (n *node) report(at hcl.Range, summary, detail string, args ...any) {
	n.diags = append(n.diags, problem(at, summary, detail, args...))
}

func (n *node) findVendor() bool {
	name := n.device.Vendor.V
	v, err := vendors.Lookup(name)
	if err != nil {
		n.report(n.device.Vendor.Range, fmt.Sprintf("Unknown vendor %q", name), "%s", oneOf(name, vendors.Names()))
		return false
	}
	n.vendor = v
	return true
}

func (n *node) findPlatform() bool {
	d := n.device
	p, err := n.vendor.Platform(d.Platform.V, d.Release.V)
	if err == nil {
		n.platform = p
		return true
	}
	models := n.vendor.Models()
	if best := closest(d.Platform.V, models); best == "" || best == d.Platform.V {
		n.report(n.platformRange(models), "Unsuitable platform or release", "%s.", sentence(err))
	} else {
		n.report(d.Platform.Range, fmt.Sprintf("Unknown platform %q", d.Platform.V), "Did you mean %q? Known are %s.", best, strings.Join(models, ", "))
	}
	return false
}

// platformRange is the attribute to blame: the release when the model is known.
func (n *node) platformRange(models []string) hcl.Range {
	if slices.Contains(models, n.device.Platform.V) && n.device.Release.Set {
		return n.device.Release.Range
	}
	return n.device.Platform.Range
}

// expand turns a ports block into ports. A port that two blocks name is an error; so is one that a block names twice.
func (n *node) expand(in *intent.Intent, block *intent.Ports) {
	g := &group{block: block, speed: speedOf(block.Speed.V), lag: n.findLAG(block)}
	g.classes, g.settings = in.Effective(n.device, block)
	byQueue(g.classes)
	for _, spec := range block.Names.V {
		names, err := n.vendor.ExpandPorts(n.platform, spec, block.Speed.V)
		if err != nil {
			n.report(block.Names.Range, "Unsuitable port range", "%s.", sentence(err))
			continue
		}
		for _, name := range names {
			n.add(g, name)
		}
	}
	n.groups = append(n.groups, g)
}

func (n *node) add(g *group, name string) {
	if first, twice := n.byName[name]; twice {
		n.report(g.block.Names.Range, fmt.Sprintf("%s is named twice", name), "It is already in the ports block at %s.",
			place(first.group.block.Range))
		return
	}
	p := &port{name: name, group: g, cable: g.block.Cable.V}
	n.byName[name] = p
	n.ports = append(n.ports, p)
	g.ports = append(g.ports, p)
}

// byQueue sorts classes by queue. No two have one.
func byQueue(classes []intent.EffectiveClass) {
	slices.SortFunc(classes, func(a, b intent.EffectiveClass) int { return int(a.Queue.V) - int(b.Queue.V) })
}

// speedOf is the rate of a speed in the intent's form, which was checked there.
func speedOf(speed string) qos.BitsPerSecond {
	s, _ := fabric.ParseSpeed(speed)
	return qos.BitsPerSecond(s)
}

// oneOf is what to write instead of an unknown word.
func oneOf(given string, known []string) string {
	there := fmt.Sprintf("There is %s.", strings.Join(known, ", "))
	if best := closest(given, known); best != "" {
		return fmt.Sprintf("Did you mean %q? %s", best, there)
	}
	return there
}

// closest is the known word that a misspelt one most likely stands for, or nothing.
func closest(given string, known []string) string {
	best, least := "", max(2, len(given)/4)+1
	for _, word := range known {
		if d := levenshtein.Distance(strings.ToLower(given), strings.ToLower(word), nil); d < least && d < len(given) {
			best, least = word, d
		}
	}
	return best
}
