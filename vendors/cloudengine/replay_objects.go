package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// kindOfObject tells the kinds of named objects apart. Names live per kind.
type kindOfObject uint8

// The kinds.
const (
	noKind kindOfObject = iota
	domainObject
	pfcObject // the default one has no name
	etsObject
	appObject
	dropObject
	uplinkObject
	listObject // those for IPv6 have ipv6 before their name
	classifierObject
	behaviorObject
	policyObject
	numKinds
)

// objectKey names an object.
type objectKey struct {
	kind kindOfObject
	name string
}

// object is something with a name that other lines refer to.
type object struct {
	header string // its line, empty while only references to it exist
	uses   int    // lines that refer to it
}

// recent is an object that was looked for, with its name.
type recent struct {
	name   string
	object *object
}

// objectCount counts the objects of a kind, and the lines that refer to any of them.
type objectCount struct{ objects, uses int }

// headers are the beginnings of object headers. The name follows.
var headers = [...]struct {
	start string
	kind  kindOfObject
}{
	{"diffserv domain ", domainObject},
	{"drop-profile ", dropObject},
	{"dcb pfc uplink group ", uplinkObject},
	{"dcb ets-profile ", etsObject},
	{"dcb app-profile ", appObject},
	{"traffic classifier ", classifierObject},
	{"traffic behavior ", behaviorObject},
	{"traffic policy ", policyObject},
	{"acl number ", listObject},
	{"acl name ", listObject},
}

// builtIns are the objects that are there without being configured (reference 1.3, 2.2, 2.4, 2.6).
var builtIns = [...]struct {
	object objectKey
	header string
}{
	{objectKey{domainObject, "default"}, "diffserv domain default"},
	{objectKey{pfcObject, ""}, "dcb pfc"},
	{objectKey{etsObject, "default"}, "dcb ets-profile default"},
	{objectKey{appObject, "default"}, "dcb app-profile default"},
	{objectKey{dropObject, "default"}, "drop-profile default"},
}

// objectOf is what a header makes; no kind for any other line.
func objectOf(header string) objectKey {
	if strings.HasPrefix(header, "interface ") { // which most headers are
		return objectKey{}
	}
	for i := range headers {
		if rest, ok := strings.CutPrefix(header, headers[i].start); ok {
			return objectKey{headers[i].kind, wordAt(rest, 0)}
		}
	}
	if rest, ok := strings.CutPrefix(header, "dcb pfc"); ok && strings.Count(rest, " ") <= 1 {
		return objectKey{pfcObject, strings.TrimPrefix(rest, " ")}
	}
	return listOfHeader(header)
}

// listOfHeader is the access list of a header that the table does not have: one for IPv6, or one whose number stands alone.
func listOfHeader(header string) objectKey {
	rest, ok := strings.CutPrefix(header, "acl ")
	if !ok {
		return objectKey{}
	}
	family := ""
	if after, ok := strings.CutPrefix(rest, "ipv6 "); ok {
		family, rest = "ipv6 ", after
	}
	if first := wordAt(rest, 0); first == "number" || first == "name" {
		rest = wordAt(rest, 1)
	}
	return objectKey{listObject, family + wordAt(rest, 0)}
}

// refersTo are the objects that a line names; those of no kind are none.
func refersTo(line string) (a, b objectKey) {
	if line == "" {
		return
	}
	switch line[0] {
	case 't':
		if name, ok := strings.CutPrefix(line, "trust upstream "); ok && name != "none" {
			return objectKey{domainObject, name}, b
		}
		if rest, ok := strings.CutPrefix(line, "traffic-policy "); ok {
			return objectKey{policyObject, wordAt(rest, 0)}, b
		}
	case 'd':
		return profileOf(line), b
	case 'q':
		if len(line) > 17 && line[12:17] == "wred " && strings.HasPrefix(line, "qos queue ") {
			return objectKey{dropObject, line[17:]}, b
		}
	case 'c':
		if rest, ok := strings.CutPrefix(line, "classifier "); ok {
			return objectKey{classifierObject, wordAt(rest, 0)}, objectKey{behaviorObject, wordAt(rest, 2)}
		}
	case 'i':
		if name, ok := strings.CutPrefix(line, "if-match acl "); ok {
			return objectKey{listObject, name}, b
		}
		if name, ok := strings.CutPrefix(line, "if-match ipv6 acl "); ok {
			return objectKey{listObject, "ipv6 " + name}, b
		}
	}
	return a, b
}

// profileOf is the profile that a dcb line of a port binds.
func profileOf(line string) objectKey {
	if rest, ok := strings.CutPrefix(line, "dcb pfc enable "); ok {
		if name := wordAt(rest, 0); strings.Count(rest, " ") == 2 {
			return objectKey{pfcObject, name}
		}
		return objectKey{pfcObject, ""}
	}
	if name, ok := strings.CutPrefix(line, "dcb ets enable "); ok {
		return objectKey{etsObject, name}
	}
	if name, ok := strings.CutPrefix(line, "dcb app-profile enable "); ok {
		return objectKey{appObject, name}
	}
	return objectKey{}
}

// survey finds the objects of the configuration and who refers to them.
func (d *device) survey() {
	d.named, d.last = [numKinds]map[string]*object{}, [numKinds]recent{}
	d.counts = [numKinds]objectCount{}
	d.hidden, d.thresholds, d.distinct = nil, nil, nil
	for _, b := range builtIns {
		d.define(b.object, b.header)
	}
	for _, n := range d.tree.Top {
		if n.IsText() {
			continue
		}
		if n.Kind == conf.Out {
			d.hide(n.Raw(), "traffic-policy")
			continue
		}
		if key := objectOf(n.Text); key.kind != noKind {
			d.define(key, n.Text)
		}
		d.surveyLine(n)
		for _, kid := range n.Kids {
			d.surveyLine(kid)
		}
	}
	d.surveyPools()
}

// surveyLine counts what a line refers to. Of one that is not understood every word may be a name.
func (d *device) surveyLine(n *conf.Node) {
	switch n.Kind {
	case conf.In:
		d.count(n.Text, +1)
	case conf.Odd:
		d.hide(n.Text, "")
	}
}

// hide notes every word of the lines of a text that have another in them.
func (d *device) hide(text, with string) {
	for strings.Contains(text, with) {
		line, rest, more := strings.Cut(text, "\n")
		if strings.Contains(line, with) {
			for word := range strings.FieldsSeq(line) {
				if d.hidden == nil {
					d.hidden = map[string]bool{}
				}
				d.hidden[word] = true
			}
		}
		if !more {
			return
		}
		text = rest
	}
}

// surveyPools finds the slots that have a headroom pool.
func (d *device) surveyPools() {
	d.pools = nil
	for _, n := range d.tree.Top {
		if n.Kind == conf.In && strings.HasPrefix(n.Text, "qos buffer headroom-pool ") {
			if d.pools == nil {
				d.pools = map[string]bool{}
			}
			d.pools[lastWords(n.Text, 1)] = true
		}
	}
}

// define notes that an object exists.
func (d *device) define(key objectKey, header string) {
	o := d.object(key)
	if o.header == "" {
		d.counts[key.kind].objects++
	}
	o.header = header
}

// object is the object of a name, made if nothing spoke of it yet.
func (d *device) object(key objectKey) *object {
	last := &d.last[key.kind]
	if last.object != nil && last.name == key.name {
		return last.object
	}
	o := d.made(key)
	*last = recent{key.name, o}
	return o
}

func (d *device) made(key objectKey) *object {
	o := d.named[key.kind][key.name]
	if o != nil {
		return o
	}
	if d.named[key.kind] == nil {
		d.named[key.kind] = map[string]*object{}
	}
	o = &object{}
	d.named[key.kind][key.name] = o
	return o
}

// find is the object of a name that exists, or nil.
func (d *device) find(key objectKey) *object {
	if o := d.named[key.kind][key.name]; o != nil && o.header != "" {
		return o
	}
	return nil
}

// used tells whether a line refers to an object.
func (d *device) used(key objectKey) bool {
	return d.object(key).uses > 0 || key.name != "" && d.hidden[strings.TrimPrefix(key.name, "ipv6 ")]
}

// count notes that a line is there, or is there no more.
func (d *device) count(line string, by int) {
	a, b := refersTo(line)
	if a.kind != noKind {
		d.use(a, by)
	}
	if b.kind != noKind {
		d.use(b, by)
	}
	if strings.HasPrefix(line, thresholdLine) {
		d.countThreshold(line[len(thresholdLine)+len("4 "):], by)
	}
}

func (d *device) use(key objectKey, by int) {
	d.object(key).uses += by
	d.counts[key.kind].uses += by
}

// thresholdLine begins the settings of a PFC buffer. The queue follows, and what the chip needs a profile for.
const thresholdLine = "dcb pfc buffer "

// countThreshold counts the settings of each kind that differ.
func (d *device) countThreshold(setting string, by int) {
	if d.thresholds == nil {
		d.thresholds, d.distinct = map[string]int{}, map[string]int{}
	}
	before := d.thresholds[setting]
	d.thresholds[setting] = before + by
	switch {
	case before == 0:
		d.distinct[wordAt(setting, 0)]++
	case before+by == 0:
		d.distinct[wordAt(setting, 0)]--
	}
}
