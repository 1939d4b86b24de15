package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// touched is what the commands of a step changed so far.
type touched struct {
	all     bool
	ports   []string // interfaces
	objects []objectKey
}

// port notes that an interface changed.
func (t *touched) port(name string) {
	if n := len(t.ports); n == 0 || t.ports[n-1] != name {
		t.ports = append(t.ports, name)
	}
}

// reached notes whose behaviour a row may have changed.
func (d *device) reached(r affected) {
	switch r {
	case thePort:
		d.touched.port(d.at.port)
	case theUsers:
		d.touchObject(d.at.object)
	case everyPort:
		d.touched.all = true
	}
}

// touchObject notes that an object changed. One that nothing refers to changes nobody's behaviour.
func (d *device) touchObject(key objectKey) {
	switch {
	case key == builtIns[0].object, d.hidden[key.name]:
		d.touched.all = true // every port that is not bound to another domain has the default one
	case d.used(key) && !slices.Contains(d.touched.objects, key):
		d.touched.objects = append(d.touched.objects, key)
	}
}

// effect is whose behaviour the step may have changed, as the configuration is at its end.
func (d *device) effect() vendors.Effect {
	if len(d.touched.objects) > 0 && !d.touched.all {
		d.touchUsers()
	}
	if d.touched.all {
		return vendors.Effect{All: true}
	}
	ports := portList{have: make(map[string]bool, len(d.touched.ports))}
	for _, name := range d.touched.ports {
		switch physical, _, _ := strings.Cut(name, "."); {
		case isTrunkPort(physical):
			for _, member := range d.members(physical) {
				ports.add(member)
			}
		case isHardwarePort(physical):
			ports.add(physical)
		default:
			return vendors.Effect{All: true}
		}
	}
	return vendors.Effect{Ports: ports.names}
}

// portList is a list of names, each once.
type portList struct {
	names []string
	have  map[string]bool
}

func (l *portList) add(name string) {
	if l.have[name] {
		return
	}
	l.have[name] = true
	l.names = append(l.names, name)
}

// touchUsers notes everything that refers to an object that changed, directly or through others.
func (d *device) touchUsers() {
	changed := d.touched.objects
	for _, kind := range []kindOfObject{classifierObject, policyObject} {
		for _, n := range d.tree.Top {
			if n.Kind != conf.In || !strings.HasPrefix(n.Text, "traffic ") {
				continue
			}
			if key := objectOf(n.Text); key.kind == kind && refersToAny(n, changed) {
				changed = append(changed, key)
			}
		}
	}
	for _, n := range d.tree.Top {
		switch port, isPort := strings.CutPrefix(n.Text, "interface "); {
		case n.Kind != conf.In || !isPort && objectOf(n.Text).kind != noKind || !refersToAny(n, changed):
		case isPort:
			d.touched.port(wordAt(port, 0))
		default:
			d.touched.all = true
		}
	}
}

// refersToAny tells whether a block refers to one of the objects, which are mostly one.
func refersToAny(block *conf.Node, objects []objectKey) bool {
	if isOneOf(block.Text, objects) {
		return true
	}
	for _, kid := range block.Kids {
		if kid.Kind == conf.In && isOneOf(kid.Text, objects) {
			return true
		}
	}
	return false
}

// isOneOf tells whether a line names one of the objects.
func isOneOf(line string, objects []objectKey) bool {
	a, b := refersTo(line)
	return a.kind != noKind && slices.Contains(objects, a) || b.kind != noKind && slices.Contains(objects, b)
}

// members are the ports of a bundle.
func (d *device) members(trunk string) (ports []string) {
	line := "eth-trunk " + strings.TrimPrefix(trunk, "Eth-Trunk")
	for _, n := range d.tree.Top {
		if port, ok := strings.CutPrefix(n.Text, "interface "); ok && n.Kind == conf.In && n.Find(line) != nil {
			ports = append(ports, port)
		}
	}
	return ports
}

// isHardwarePort tells whether an interface is there whatever the configuration says: 100GE1/0/1, but no 100GE1/0/1.10.
func isHardwarePort(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= '0' && c <= '9', c == '|':
		default:
			return strings.HasPrefix(name[i:], "GE") && strings.IndexByte(name[i:], '.') < 0
		}
	}
	return false
}

func isTrunkPort(name string) bool {
	return strings.HasPrefix(name, "Eth-Trunk") && !strings.Contains(name, ".")
}
