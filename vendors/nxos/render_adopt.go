package nxos

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// adopt gives objects the names of those that weft was handed. A role with several variants needs the variant in the key:
// egress:400G, headroom:400G, classify:CLASS for a class-map.
func (r *renderer) adopt() {
	for _, role := range slices.Sorted(maps.Keys(r.site.Adopt)) {
		full := r.site.Adopt[role]
		base, variant, _ := strings.Cut(role, ":")
		switch {
		case base == roleClassify && variant != "":
			r.adoptClass(role, variant, full)
		case base == roleClassify:
			r.adoptOne(role, "policy-map type qos", full, r.classify.list)
		case base == roleEgress:
			r.adoptOne(role, "policy-map type queuing", full, ofSpeed(r.egress.list, variant))
		case base == roleHeadroom:
			r.adoptOne(role, "policy-map type queuing", full, ofSpeed(r.headroom.list, variant))
		case role == roleNoDrop && r.noDrop != nil:
			r.adoptOne(role, "policy-map type network-qos", full, []*weftObject{r.noDrop})
		case role == roleNoDrop:
			r.adoptOne(role, "policy-map type network-qos", full, nil)
		default:
			r.diags.Errorf(0, "adopt %q as %q: there is no such role; there is classify, classify:CLASS, egress, egress:SPEED, headroom, headroom:SPEED, nodrop", full, role)
		}
	}
}

// ofSpeed are the objects of a port speed, or all.
func ofSpeed(list []*weftObject, speed string) []*weftObject {
	if speed == "" {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(o *weftObject) bool { return o.speed != speed })
}

// adoptOne names the one object of a role after an adopted one.
func (r *renderer) adoptOne(role, kind, full string, list []*weftObject) {
	name, ok := r.adoptedName(role, kind, full)
	switch {
	case !ok:
	case len(list) == 0:
		r.diags.Warnf(0, "adopt %q as %q: nothing of that role is needed", full, role)
	case len(list) > 1:
		names := make([]string, len(list))
		for i, o := range list {
			names[i] = o.name
		}
		r.diags.Errorf(0, "adopt %q as %q: there are %d variants (%s), and one object cannot be all of them; name a speed, such as egress:400G, or adopt none", full, role, len(list), strings.Join(names, ", "))
	default:
		list[0].name = name
	}
}

// adoptedName is the name in the full name of an adopted object of a kind.
func (r *renderer) adoptedName(role, kind, full string) (string, bool) {
	name, ok := strings.CutPrefix(full, kind+" ")
	switch {
	case !ok:
		r.diags.Errorf(0, "adopt %q as %q: that role takes a %s", full, role, kind)
	case !isName(name):
		r.diags.Errorf(0, "adopt %q as %q: %q cannot be the name of an object that weft edits", full, role, name)
		return "", false
	}
	return name, ok
}

// adoptClass names the class-map of a class after an adopted one, and keeps how its lines combine.
func (r *renderer) adoptClass(role string, class string, full string) {
	q := slices.Index(r.fitted.Names[:], class)
	if q < 0 {
		r.diags.Errorf(0, "adopt %q as %q: there is no traffic_class %q", full, role, class)
		return
	}
	if len(r.classify.list) > 1 {
		r.diags.Errorf(0, "adopt %q as %q: ports classify in %d ways, and one class-map cannot be in all of them", full, role, len(r.classify.list))
		return
	}
	kind, match := "class-map type qos", "match-any"
	for _, word := range []string{"match-any", "match-all"} {
		if strings.HasPrefix(full, kind+" "+word+" ") {
			kind, match = kind+" "+word, word
		}
	}
	name, ok := r.adoptedName(role, kind, full)
	if !ok {
		return
	}
	r.renameClass(qos.Queue(q), name, match)
}

func (r *renderer) renameClass(q qos.Queue, name, match string) {
	for _, o := range r.classify.list {
		for i := range o.classes {
			if c := &o.classes[i]; c.Group == q && c.Name != classDefault {
				c.Name, c.Match = name, match
			}
		}
	}
}
