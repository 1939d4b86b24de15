package nxos

import (
	"fmt"
	"strconv"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// nameMark stands for a name in a rendered text until the name is known. It cannot occur in one.
const nameMark = "\x00"

// weftObject is one policy-map that weft defines, for every port that behaves so.
type weftObject struct {
	identity any    // equal for objects that say the same
	text     string // with nameMark for its name; empty for a classification, whose classes have names too
	classes  []qosClassView
	fixed    string // what of it cannot be edited in place
	speed    string // of its ports
	cable    string // of its ports, where the length decides
	label    string // the least of its ports' labels
	labelled bool
	name     string
}

// variants are the different objects of one role, in the order of the first port that needs each.
type variants[K comparable] struct {
	byFacet map[K]*weftObject
	list    []*weftObject

	key  K // the last facet: ports in a row mostly have the same
	last *weftObject
	warm bool
}

// of returns the object of a facet, or nil for a facet that needs none. build is asked once for each facet.
func (v *variants[K]) of(key K, label string, build func(K) (*weftObject, error)) (*weftObject, error) {
	o, err := v.find(key, build)
	if o != nil && (!o.labelled || label < o.label) {
		o.label, o.labelled = label, true
	}
	return o, err
}

func (v *variants[K]) find(key K, build func(K) (*weftObject, error)) (*weftObject, error) {
	if v.warm && v.key == key {
		return v.last, nil
	}
	o, seen := v.byFacet[key]
	if !seen {
		built, err := build(key)
		if err != nil {
			return nil, err
		}
		o = v.add(key, built)
	}
	v.key, v.last, v.warm = key, o, true
	return o, nil
}

// add takes an object in, or finds the one that says the same.
func (v *variants[K]) add(key K, o *weftObject) *weftObject {
	if o != nil {
		o = v.share(o)
	}
	if v.byFacet == nil {
		v.byFacet = map[K]*weftObject{}
	}
	v.byFacet[key] = o
	return o
}

func (v *variants[K]) share(o *weftObject) *weftObject {
	for _, other := range v.list {
		if other.identity == o.identity {
			return other
		}
	}
	v.list = append(v.list, o)
	return o
}

// survey finds the objects that the ports need.
func (r *renderer) survey() (err error) {
	r.uses = make([]boundObjects, len(r.fitted.Ports))
	for i := range r.fitted.Ports {
		p, at, u := &r.fitted.Ports[i], &r.ports[i], &r.uses[i]
		if u.classify, err = r.classify.of(p.Classify, p.Label, r.classifyObject); err != nil {
			return err
		}
		if u.egress, err = r.egress.of(egressKey{p.Egress, at.SpeedBps}, p.Labels.Egress, r.egressObject); err != nil {
			return err
		}
		if u.headroom, err = r.headroom.of(headroomKey{p.Ingress, at.SpeedBps, longCable(at.CableMetres)}, p.Labels.Ingress, r.headroomObject); err != nil {
			return err
		}
	}
	r.noDrop, err = r.noDropObject()
	return err
}

// longCable is the length of a cable that is too long for the switch's own pause buffers, as it stands in names.
func longCable(metres float64) string {
	if metres <= shortCableMetres {
		return ""
	}
	return fmt.Sprintf("%.0fm", metres)
}

// nameObjects gives every object its name. Names depend on what an object is for and on what cannot be edited in it, so that
// an edit of the rest keeps the name.
func (r *renderer) nameObjects() {
	n := fitting.Namer{}
	for _, o := range r.classify.list {
		o.name = n.Unique(o.identity, r.site.Prefix, roleClassify, fitting.NamePart(o.label))
		for i := range o.classes {
			if c := &o.classes[i]; c.Name == "" {
				c.Name = n.Unique(o.identity, r.site.Prefix, roleClassify, r.classPart(c.Group), fitting.NamePart(o.label))
			}
		}
	}
	for _, o := range r.egress.list {
		o.name = n.Unique(o.identity, r.site.Prefix, roleEgress, fitting.NamePart(o.label), o.speed, fitting.Hash6(o.fixed))
	}
	for _, o := range r.headroom.list {
		o.name = n.Unique(o.identity, r.site.Prefix, roleHeadroom, fitting.NamePart(o.label), o.speed, o.cable)
	}
	if r.noDrop != nil {
		r.noDrop.name = fitting.ObjectName(r.site.Prefix, roleNoDrop, fitting.Hash6(r.noDrop.text))
	}
}

// networkClass, outputClass and inputClass are the queuing and network-qos classes of a family, by queue.
func (r *renderer) networkClass(q qos.Queue) string {
	if r.row.classes != userClasses {
		return classStems[r.row.classes].network.of(q)
	}
	return r.userClass(roleNoDrop, q)
}

func (r *renderer) outputClass(q qos.Queue) string {
	if r.row.classes != userClasses {
		return classStems[r.row.classes].output.of(q)
	}
	return r.userClass(roleQueue, q)
}

func (r *renderer) inputClass(q qos.Queue) string {
	if r.row.classes != userClasses {
		return classStems[r.row.classes].input.of(q)
	}
	return r.userClass(roleQueue, q)
}

// userClass is the name of a class-map that matches one qos-group. It has the number and not the class's name, because a class
// of an attached policy cannot change its name. Group 0 is what the others leave.
func (r *renderer) userClass(role string, q qos.Queue) string {
	if q == 0 {
		return classDefault
	}
	return fitting.ObjectName(r.site.Prefix, role, "q"+strconv.Itoa(int(q)))
}
