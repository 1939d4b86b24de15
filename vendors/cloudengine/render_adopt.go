package cloudengine

import (
	"maps"
	"slices"
	"strings"
)

// adopt gives objects the names of those that weft was handed. A role with several variants needs the variant in the key:
// egress:CLASS or egress:SPEED for a drop profile.
func (r *renderer) adopt() {
	for _, role := range slices.Sorted(maps.Keys(r.site.Adopt)) {
		full := r.site.Adopt[role]
		base, variant, _ := strings.Cut(role, ":")
		switch {
		case role == roleClassify:
			r.adoptOne(role, full, r.domains.list)
		case role == rolePFC:
			r.adoptOne(role, full, r.profiles.list)
		case base == roleEgress:
			r.adoptOne(role, full, r.curvesOf(variant))
		default:
			r.diags.Errorf(0, "adopt %q as %q: there is no such role; there is classify, pfc, egress, egress:CLASS, egress:SPEED", full, role)
		}
	}
}

// curvesOf are the drop profiles of a class or of a port speed, or all.
func (r *renderer) curvesOf(variant string) []*ownObject {
	if variant == "" {
		return r.curves.list
	}
	return slices.DeleteFunc(slices.Clone(r.curves.list), func(o *ownObject) bool {
		c := o.identity.(curve)
		return r.classPart(c.class) != variant && c.speed != variant
	})
}

// adoptOne names the one object of a role after an adopted one.
func (r *renderer) adoptOne(role, full string, list []*ownObject) {
	base, _, _ := strings.Cut(role, ":")
	kind := kindOf[base]
	name, ok := strings.CutPrefix(full, kind+" ")
	switch {
	case !ok:
		r.diags.Errorf(0, "adopt %q as %q: that role takes a %s", full, role, kind)
	case !isOwnName(name):
		r.diags.Errorf(0, "adopt %q as %q: %q cannot be the name of an object that weft edits", full, role, name)
	case len(list) == 0:
		r.diags.Warnf(0, "adopt %q as %q: nothing of that role is needed", full, role)
	case len(list) > 1:
		r.diags.Errorf(0, "adopt %q as %q: there are %d variants (%s), and one object cannot be all of them%s", full, role, len(list), strings.Join(namesOf(list), ", "), adviceOn(base))
	default:
		list[0].name = name
	}
}

// adviceOn is how to name one variant of a role, where there is a way.
func adviceOn(base string) string {
	if base == roleEgress {
		return "; name a class or a speed, such as egress:400G, or adopt none"
	}
	return "; adopt none"
}

func namesOf(list []*ownObject) []string {
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = o.name
	}
	return names
}
