package sonic

import "strings"

// verb is an operation of RFC 6902.
type verb uint8

// The verbs. The differences that the updater makes itself have the first three only.
const (
	adds verb = iota
	removes
	replaces
	moves
	copies
	tests
)

var verbNames = [...]string{"add", "remove", "replace", "move", "copy", "test"}

func (v verb) String() string { return verbNames[v] }

// operation is one operation of a patch.
type operation struct {
	verb  verb
	path  pointer
	from  *pointer // of move and copy
	value value    // of add, replace and test
}

// pointer is a JSON pointer (RFC 6901), by its parts: table, row, field, place in a list. A part's "~1" is a slash there.
type pointer struct {
	text  string
	parts [maxParts]string
	depth int // how many parts there are; maxParts+1 when there are more, which CONFIG_DB has no place for
}

const maxParts = 4

// malformed is the refusal of what is no patch (RFC 6902 section 3 and 4).
func malformed(format string, args ...any) *Refusal {
	return refuse("RFC 6902", updaterSays+format, args...)
}

// readPatch reads a patch.
func readPatch(text string) ([]operation, *Refusal) {
	r := &jsonReader{text: text}
	if !r.next('[') {
		return nil, malformed("the patch is no list of operations")
	}
	ops := make([]operation, 0, strings.Count(text, "{"))
	for !r.next(']') {
		if len(ops) > 0 && !r.next(',') {
			r.fail("a comma or bracket is missing")
			break
		}
		ops = append(ops, operation{})
		if refusal := ops[len(ops)-1].read(r); refusal != nil {
			return nil, refusal
		}
	}
	if wrong := r.end(); wrong != "" {
		return nil, malformed("the patch is no JSON: %s", wrong)
	}
	return ops, nil
}

// read takes an operation from its object. Members that RFC 6902 does not name are ignored, as it says.
func (o *operation) read(r *jsonReader) *Refusal {
	if !r.next('{') {
		return malformed("the patch is no JSON, or an operation no object")
	}
	var has [4]bool
	for first := true; !r.next('}'); first = false {
		name, ok := r.name(first)
		if !ok {
			return malformed("the patch is no JSON: %s", r.wrong)
		}
		v := r.value(2)
		at, refusal := o.member(name, &v)
		switch {
		case r.wrong != "":
			return malformed("the patch is no JSON: %s", r.wrong)
		case refusal != nil:
			return refusal
		case at >= 0 && has[at]:
			return malformed("'%s' stands twice in one operation", name)
		case at >= 0:
			has[at] = true
		}
	}
	return o.complete(has)
}

// member takes one member of an operation, and says which of the known ones it is, or -1.
func (o *operation) member(name string, v *value) (at int, refusal *Refusal) {
	switch name {
	case "op":
		return 0, o.readVerb(v)
	case "path":
		return 1, o.path.read(v)
	case "from":
		o.from = &pointer{}
		return 2, o.from.read(v)
	case "value":
		o.value = *v
		return 3, nil
	}
	return -1, nil
}

// complete checks that the operation has what its verb needs.
func (o *operation) complete(has [4]bool) *Refusal {
	needsFrom := o.verb == moves || o.verb == copies
	needsValue := o.verb == adds || o.verb == replaces || o.verb == tests
	switch {
	case !has[0]:
		return malformed("an operation has no 'op' member")
	case !has[1]:
		return malformed("an operation has no 'path' member")
	case needsFrom && !has[2]:
		return malformed("the operation does not contain a 'from' member")
	case needsValue && !has[3]:
		return malformed("the operation does not contain a 'value' member")
	}
	return nil
}

func (o *operation) readVerb(v *value) *Refusal {
	for i, name := range verbNames {
		if v.kind == jsonString && v.text == name {
			o.verb = verb(i)
			return nil
		}
	}
	return malformed("unknown operation '%s'", v.text)
}

// read takes a pointer apart (RFC 6901 section 3 and 4).
func (p *pointer) read(v *value) *Refusal {
	if v.kind != jsonString {
		return malformed("a path is no string")
	}
	p.text = v.text
	rest := v.text
	if rest != "" && rest[0] != '/' {
		return malformed("a location must start with /: '%s'", rest)
	}
	for rest != "" {
		part, more, last := cutPart(rest[1:])
		if p.depth < maxParts {
			plain, ok := unescape(part)
			if !ok {
				return malformed("invalid escape in '%s'", v.text)
			}
			p.parts[p.depth] = plain
		}
		p.depth = min(p.depth+1, maxParts+1)
		if last {
			break
		}
		rest = more
	}
	return nil
}

// cutPart cuts a pointer at the next slash, which the rest begins with.
func cutPart(text string) (part, rest string, last bool) {
	if at := strings.IndexByte(text, '/'); at >= 0 {
		return text[:at], text[at:], false
	}
	return text, "", true
}

// unescape turns "~1" into a slash and "~0" into a tilde, in one pass, so that "~01" is "~1".
func unescape(part string) (string, bool) {
	if strings.IndexByte(part, '~') < 0 {
		return part, true
	}
	b := make([]byte, 0, len(part))
	for i := 0; i < len(part); i++ {
		if part[i] != '~' {
			b = append(b, part[i])
			continue
		}
		i++
		switch {
		case i < len(part) && part[i] == '0':
			b = append(b, '~')
		case i < len(part) && part[i] == '1':
			b = append(b, '/')
		default:
			return "", false
		}
	}
	return string(b), true
}

func (p *pointer) table() string { return p.parts[0] }
func (p *pointer) row() string   { return p.parts[1] }
func (p *pointer) field() string { return p.parts[2] }
func (p *pointer) place() string { return p.parts[3] }

// within tells whether a pointer leads into what another one leads to.
func (p *pointer) within(o *pointer) bool {
	return strings.HasPrefix(p.text, o.text) && len(p.text) > len(o.text) && p.text[len(o.text)] == '/'
}
