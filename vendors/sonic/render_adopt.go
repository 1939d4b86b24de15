package sonic

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// adopt gives objects the names of those that weft was handed. A role by itself means every object of it, as long as they all
// say the same; the class and the speed after it choose: ecn:roce, ecn:roce:400G.
func (r *renderer) adopt() {
	for _, role := range slices.Sorted(maps.Keys(r.site.Adopt)) {
		r.adoptOne(role, r.site.Adopt[role])
	}
}

func (r *renderer) adoptOne(as, full string) {
	role, variant, _ := strings.Cut(as, ":")
	class, speed, _ := strings.Cut(variant, ":")
	at := slices.IndexFunc(roleTables, func(known roleTable) bool { return known.role == role })
	named, ok := adoptedRow(full)
	switch {
	case at < 0:
		r.diags.Errorf(0, "adopt %q as %q: there is no such role; there is %s", full, as, roleWords())
		return
	case !ok || !slices.Contains(roleTables[at].tables, named.table):
		r.diags.Errorf(0, "adopt %q as %q: that role takes a row of %s, such as %q", full, as, strings.Join(roleTables[at].tables, " or "), rowName{roleTables[at].tables[0], rowStock}.String())
		return
	case !isKey(named.key) || derived(named.key):
		r.diags.Errorf(0, "adopt %q as %q: %q cannot be the name of a row that weft edits", full, as, named.key)
		return
	case class != "" && !r.hasClass(class):
		r.diags.Errorf(0, "adopt %q as %q: there is no traffic_class %q", full, as, class)
		return
	}
	r.rename(as, full, named.key, r.chosen(role, named.table, class, speed))
}

// chosen are the objects of a role that a class and a speed, where given, choose.
func (r *renderer) chosen(role, table, class, speed string) (list []*object) {
	for _, o := range r.objects {
		if o.role == role && o.table == table && (class == "" || o.class == class) && (speed == "" || o.speed == speed) {
			list = append(list, o)
		}
	}
	return list
}

func (r *renderer) hasClass(class string) bool {
	for q := range qos.Queue(qos.NumQueues) {
		if r.classPart(q) == class {
			return true
		}
	}
	return false
}

// rename gives objects the name of an adopted row, which can say one thing only.
func (r *renderer) rename(as, full, key string, list []*object) {
	if len(list) == 0 {
		r.diags.Warnf(0, "adopt %q as %q: nothing of that role is needed", full, as)
		return
	}
	for _, o := range list[1:] {
		if !o.says(list[0]) {
			r.diags.Errorf(0, "adopt %q as %q: there are %d variants (%s), and one row cannot be all of them; name one of them, such as %s, or adopt none",
				full, as, len(list), variants(list), list[0].as())
			return
		}
	}
	for _, o := range list {
		o.key = key
	}
}

// as is the role of an object as `adopt` takes it.
func (o *object) as() string {
	as := o.role
	for _, part := range []string{o.class, o.speed} {
		if part != "" {
			as += ":" + part
		}
	}
	return as
}
