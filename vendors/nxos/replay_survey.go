package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// survey finds the objects of the configuration, who refers to them, and the bundles.
func (d *device) survey() {
	d.epoch = 1
	for _, n := range d.tree.Top {
		switch {
		case n.Kind != conf.In:
			d.surveyHidden(n)
		case strings.HasPrefix(n.Text, "interface "):
			d.surveyPort(n)
		case n.Text == "system qos":
			d.surveyBindings(n)
		default:
			d.surveyObject(n)
		}
	}
	d.surveyCeiling()
}

const jumboLine = "system jumbomtu"

// surveyCeiling finds the line that limits the MTU of interfaces.
func (d *device) surveyCeiling() {
	d.ceiling = 0
	for _, n := range d.tree.Top {
		if n.Kind == conf.In && startsWith(n.Text, jumboLine) {
			d.ceiling = numberAt(n.Text, 2)
		}
	}
}

// surveyPort finds what an interface attaches, its MTU and its bundle.
func (d *device) surveyPort(n *conf.Node) {
	mtu, routed := 0, false
	for _, kid := range n.Kids {
		switch {
		case kid.Kind != conf.In || strings.HasPrefix(kid.Text, "service-policy "):
			d.surveyBinding(kid)
		case strings.HasPrefix(kid.Text, "mtu "):
			mtu = numberIn(kid.Text[len("mtu "):])
		case strings.HasPrefix(kid.Text, "channel-group "):
			d.joinBundle(n, kid)
		case kid.Text == "no switchport":
			routed = true
		}
	}
	d.widest = max(d.widest, mtu)
	if mtu > 0 && !routed && !slices.Contains(d.switched, mtu) {
		d.switched = append(d.switched, mtu)
	}
}

func (d *device) surveyBindings(n *conf.Node) {
	for _, kid := range n.Kids {
		d.surveyBinding(kid)
	}
}

func (d *device) surveyBinding(line *conf.Node) {
	switch line.Kind {
	case conf.Odd:
		d.hide(line.Text)
	case conf.In:
		if kind, name := bound(line.Text); kind != noObject {
			d.count(kind, name, +1)
		}
	}
}

func (d *device) surveyObject(n *conf.Node) {
	kind := headerKind(n.Text)
	if kind == noObject {
		d.surveyBindings(n)
		return
	}
	d.object(kind, lastWord(n.Text)).header = n.Text
	for _, kid := range n.Kids {
		if kid.Kind == conf.In {
			d.countWithin(kid, +1)
		}
	}
}

// countWithin counts what a line of an object refers to.
func (d *device) countWithin(line *conf.Node, by int) {
	switch {
	case strings.HasPrefix(line.Text, "class "):
		d.count(classKind(line.Text), lastWord(line.Text), by)
	case strings.HasPrefix(line.Text, "match access-group name "):
		d.count(accessList, lastWord(line.Text), by)
	}
}

// classKind is the kind of class-map that the header of a class names.
func classKind(header string) kindOf {
	switch {
	case strings.HasPrefix(header, "class type network-qos "):
		return classMapNetwork
	case strings.HasPrefix(header, "class type queuing "):
		return classMapQueuing
	}
	return classMapQoS
}

// surveyHidden looks for attachments in lines that the model does not understand, such as those under vlan configuration.
func (d *device) surveyHidden(n *conf.Node) {
	d.hide(n.Raw())
	for _, kid := range n.Kids {
		d.surveyHidden(kid)
	}
}

// hide notes every name that may be attached in a text.
func (d *device) hide(text string) {
	for {
		_, after, found := strings.Cut(text, "service-policy")
		if !found {
			return
		}
		line, rest, _ := strings.Cut(after, "\n")
		if d.hidden == nil {
			d.hidden = map[string]bool{}
		}
		for _, word := range strings.Fields(line) {
			d.hidden[word] = true
		}
		text = rest
	}
}

// surveyBundles finds the members of every port-channel again.
func (d *device) surveyBundles() {
	d.members = nil
	d.epoch++
	for _, n := range d.tree.Top {
		if n.Kind != conf.In || !strings.HasPrefix(n.Text, "interface ") {
			continue
		}
		for _, kid := range n.Kids {
			if kid.Kind == conf.In && strings.HasPrefix(kid.Text, "channel-group ") {
				d.joinBundle(n, kid)
			}
		}
	}
}

// joinBundle notes that a port is a member of the bundle of its channel-group line.
func (d *device) joinBundle(port, line *conf.Node) {
	if !strings.HasPrefix(port.Text, "interface Ethernet") {
		return
	}
	if d.members == nil {
		d.members = map[string][]string{}
	}
	bundle := "port-channel" + lastWord(firstWords(line.Text, 2))
	d.members[bundle] = append(d.members[bundle], port.Text[len("interface "):])
}
