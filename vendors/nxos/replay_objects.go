package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors"
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
	numKinds
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

// attachments are the beginnings of lines that attach a policy. Its name is the next word.
var attachments = [...]struct {
	start string
	kind  kindOf
}{
	{"qos input ", policyQoS},
	{"queuing output ", policyQueuing},
	{"queuing input ", policyQueuing},
	{"network-qos ", policyNetwork},
}

// bound is the policy that a service-policy line attaches.
func bound(line string) (kindOf, string) {
	rest, ok := strings.CutPrefix(line, "service-policy type ")
	if !ok {
		return noObject, ""
	}
	for i := range attachments {
		if after, ok := strings.CutPrefix(rest, attachments[i].start); ok {
			name, _, _ := strings.Cut(after, " ")
			return attachments[i].kind, name
		}
	}
	return noObject, ""
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

// count notes that a line refers to a name, or does so no more. What the switch brings with it is not counted.
func (d *device) count(kind kindOf, name string, by int) {
	systemGroup := !d.hardware.userGroups && (kind == classMapNetwork || kind == classMapQueuing)
	if systemGroup || name == "class-default" || isBuiltInPolicy(kind, name) {
		return
	}
	o := d.find(kind, name)
	if o == nil {
		o = d.object(kind, name)
	}
	o.uses += by
	d.epoch++
}

// find is the object of a name that exists, or nil. Whether a name in another case is the same name is a doubt.
func (d *device) find(kind kindOf, name string) *object {
	if o := d.found[kind]; o != nil && o.name == name && o.header != "" {
		return o
	}
	if o := d.named[objectKey{kind, name}]; o != nil && o.header != "" {
		d.found[kind] = o
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
