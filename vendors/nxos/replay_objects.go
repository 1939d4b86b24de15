package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// kindOf tells the kinds of named objects apart. Names live per kind.
type kindOf uint8

// The kinds.
const (
	noObject kindOf = iota
	accessList
	classMapQoS
	classMapNetwork
	classMapQueuing
	policyQoS
	policyNetwork
	policyQueuing
)

// object is something with a name that other lines refer to.
type object struct {
	kind   kindOf
	name   string
	header string // its line, empty while only references to it exist
	uses   int    // lines that refer to it

	reach vendors.Effect // the ports it is bound to, as of epoch
	epoch int
	fits  string // the attachment it was last found fit for, empty after an edit
}

type objectKey struct {
	kind kindOf
	name string
}

// headers are the beginnings of object headers. The name is the last word.
var headers = [...]struct {
	start string
	kind  kindOf
}{
	{"policy-map type qos ", policyQoS},
	{"policy-map type queuing ", policyQueuing},
	{"policy-map type network-qos ", policyNetwork},
	{"class-map type qos ", classMapQoS},
	{"class-map type network-qos ", classMapNetwork},
	{"class-map type queuing ", classMapQueuing},
	{"ip access-list ", accessList},
	{"ipv6 access-list ", accessList},
	{"mac access-list ", accessList},
}

func headerKind(header string) kindOf {
	for i := range headers {
		if strings.HasPrefix(header, headers[i].start) {
			return headers[i].kind
		}
	}
	return noObject
}

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
	d.surveyBundles()
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

// surveyPort finds what an interface attaches, and its MTU.
func (d *device) surveyPort(n *conf.Node) {
	d.surveyBindings(n)
	mtu, routed := 0, false
	for _, kid := range n.Kids {
		switch {
		case kid.Kind != conf.In:
		case strings.HasPrefix(kid.Text, "mtu "):
			mtu = numberAt(kid.Text, 1)
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
		switch {
		case kid.Kind == conf.Odd:
			d.hide(kid.Text)
		case kid.Kind == conf.In:
			if kind, name := bound(kid.Text); kind != noObject {
				d.count(kind, name, +1)
			}
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

// surveyBundles finds the members of every port-channel.
func (d *device) surveyBundles() {
	d.members = nil
	d.epoch++
	for _, n := range d.tree.Top {
		if n.Kind != conf.In || !strings.HasPrefix(n.Text, "interface Ethernet") {
			continue
		}
		for _, kid := range n.Kids {
			if kid.Kind != conf.In || !strings.HasPrefix(kid.Text, "channel-group ") {
				continue
			}
			if d.members == nil {
				d.members = map[string][]string{}
			}
			bundle := "port-channel" + lastWord(firstWords(kid.Text, 2))
			d.members[bundle] = append(d.members[bundle], n.Text[len("interface "):])
		}
	}
}

// bound is the policy that a service-policy line attaches.
func bound(line string) (kindOf, string) {
	rest, ok := strings.CutPrefix(line, "service-policy type ")
	if !ok {
		return noObject, ""
	}
	kind, words := noObject, 1
	switch {
	case strings.HasPrefix(rest, "qos input "):
		kind, words = policyQoS, 3
	case strings.HasPrefix(rest, "queuing "):
		kind, words = policyQueuing, 3
	case strings.HasPrefix(rest, "network-qos "):
		kind, words = policyNetwork, 2
	}
	return kind, lastWord(firstWords(rest, words))
}

// object is the object of a name, made if nothing spoke of it yet.
func (d *device) object(kind kindOf, name string) *object {
	key := objectKey{kind, name}
	o := d.named[key]
	if o == nil {
		o = &object{kind: kind, name: name}
		d.named[key] = o
		d.objects = append(d.objects, o)
	}
	return o
}

// count notes that a line refers to a name, or does so no more.
func (d *device) count(kind kindOf, name string, by int) {
	if name == "class-default" || !d.hardware.userGroups && (kind == classMapNetwork || kind == classMapQueuing) {
		return
	}
	o := d.find(kind, name)
	if o == nil {
		o = d.object(kind, name)
	}
	d.use(o, by)
}

func (d *device) use(o *object, by int) {
	o.uses += by
	d.epoch++
}

// find is the object of a name that exists, or nil. Whether a name in another case is the same name is a doubt.
func (d *device) find(kind kindOf, name string) *object {
	if o := d.named[objectKey{kind, name}]; o != nil && o.header != "" {
		return o
	}
	for _, o := range d.objects {
		if o.kind == kind && o.header != "" && strings.EqualFold(o.name, name) {
			if d.reads(doubtNameCase) == 1 {
				return o
			}
			return nil
		}
	}
	return nil
}

// used tells whether a line refers to the object.
func (d *device) used(o *object) bool { return o.uses > 0 || d.hidden[o.name] }

// reached adds the ports of a reach to the effect of the step.
func (d *device) reached(r reach) {
	switch r {
	case thePort, theMember:
		d.add(d.at.reach)
	case theUsers:
		if d.at.object != nil {
			d.add(d.effectOf(d.at.object))
		}
	case everyPort:
		d.add(vendors.Effect{All: true})
	}
}

// add joins two effects.
func (d *device) add(e vendors.Effect) {
	switch {
	case e.All || d.effect.All:
		d.effect = vendors.Effect{All: true}
	case len(d.effect.Ports) == 0:
		d.effect.Ports = e.Ports
	default:
		d.effect.Ports = union(d.effect.Ports, e.Ports)
	}
}

// union is the first list and what the second has beyond it. It leaves both as they are.
func union(a, b []string) []string {
	have := make(map[string]bool, len(a)+len(b))
	for _, name := range a {
		have[name] = true
	}
	a = slices.Clip(a)
	for _, name := range b {
		if !have[name] {
			have[name] = true
			a = append(a, name)
		}
	}
	return a
}

// portEffect is what a line of an interface may change: the port, or the members of the bundle, or anything for an interface
// that is neither.
func (d *device) portEffect(port string) vendors.Effect {
	switch {
	case strings.HasPrefix(port, "Ethernet"):
		physical, _, sub := strings.Cut(port, ".")
		if sub {
			return vendors.Effect{Ports: []string{physical, port}}
		}
		return vendors.Effect{Ports: []string{port}}
	case strings.HasPrefix(port, "port-channel"):
		bundle, _, _ := strings.Cut(port, ".")
		return vendors.Effect{Ports: d.members[bundle]}
	}
	return vendors.Effect{All: true}
}

// effectOf is every port that an object is bound to, directly or through objects that refer to it.
func (d *device) effectOf(o *object) vendors.Effect {
	switch {
	case d.hidden[o.name]:
		return vendors.Effect{All: true}
	case o.uses == 0:
		return vendors.Effect{}
	case o.epoch != d.epoch:
		o.reach, o.epoch = d.trace(o), d.epoch
	}
	return o.reach
}

// trace looks through the configuration for what refers to an object.
func (d *device) trace(o *object) vendors.Effect {
	before := d.effect
	d.effect = vendors.Effect{}
	for _, n := range d.tree.Top {
		if n.Kind != conf.In || d.effect.All || !d.refers(n, o) {
			continue
		}
		switch kind := headerKind(n.Text); {
		case n.Text == "system qos":
			d.effect.All = true
		case kind != noObject:
			d.add(d.effectOf(d.object(kind, lastWord(n.Text))))
		default:
			d.add(d.portEffect(strings.TrimPrefix(n.Text, "interface ")))
		}
	}
	traced := d.effect
	d.effect = before
	return traced
}

// refers tells whether a line of a block refers to the object.
func (d *device) refers(block *conf.Node, o *object) bool {
	for _, kid := range block.Kids {
		if kid.Kind != conf.In {
			continue
		}
		kind, name := bound(kid.Text)
		switch {
		case strings.HasPrefix(kid.Text, "class "):
			kind, name = classKind(kid.Text), lastWord(kid.Text)
		case strings.HasPrefix(kid.Text, "match access-group name "):
			kind, name = accessList, lastWord(kid.Text)
		}
		if kind == o.kind && d.sameName(name, o.name) {
			return true
		}
	}
	return false
}

func (d *device) sameName(a, b string) bool {
	return a == b || d.readings[doubtNameCase] == 1 && strings.EqualFold(a, b)
}
