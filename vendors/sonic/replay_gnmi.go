package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// setOperation is one operation of a gNMI Set on CONFIG_DB. Its path is below sonic-db:/CONFIG_DB/localhost.
type setOperation struct {
	verb  setVerb
	path  []string // table, row, field, place in a list; a slash in an element is written ~1 (6.1)
	value string   // JSON_IETF text; none of a delete
}

// setVerb is what a Set does. The server does all deletes first, then the replaces, then the updates, whatever the order of the
// client (6.3).
type setVerb uint8

// The verbs.
const (
	setDelete setVerb = iota
	setReplace
	setUpdate
	numSetVerbs
)

// set runs a gNMI Set as the server does: it makes one JSON patch of it, applies that through the updater and saves (6.3). A
// request that leaves nothing to do succeeds without a patch.
func (d *device) set(request []setOperation) (vendors.Effect, *Refusal) {
	patch, refusal := d.patchOf(request)
	if refusal != nil || patch == "[]" {
		return vendors.Effect{}, refusal
	}
	return d.patch(patch)
}

// patchOf is the JSON patch that the server makes of a request. It plays the operations on a copy of the database: a delete of
// what is not there is dropped, and a replace needs what it replaces, but for 202405, where it is an add.
func (d *device) patchOf(request []setOperation) (string, *Refusal) {
	s := newStore(d.doc)
	s.makesTables = d.release >= release202511
	var ops []string
	for verb := range numSetVerbs {
		for i := range request {
			if request[i].verb != verb {
				continue
			}
			text, refusal := d.play(s, &request[i])
			if refusal != nil {
				return "", refusal
			}
			if text != "" {
				ops = append(ops, text)
			}
		}
	}
	return "[" + strings.Join(ops, ",") + "]", nil
}

// play does one operation on a copy of the database and gives its operation of the patch; none where there is nothing to do.
func (d *device) play(s *store, o *setOperation) (string, *Refusal) {
	path := value{text: "/" + strings.Join(o.path, "/")}
	var at pointer
	if refusal := at.read(&path); refusal != nil {
		return "", refusal
	}
	if len(o.path) == 0 || at.depth != len(o.path) || at.depth > maxParts {
		return "", refuse("6.1", "Unknown: the path has %d elements below the instance", len(o.path))
	}
	_, missing := s.get(&at)
	switch {
	case o.verb == setDelete && missing != nil:
		return "", nil
	case o.verb == setReplace && missing != nil && d.release > release202405:
		return "", refuse("6.3", "Unknown: Invalid entry %s", path.text)
	}
	if o.verb == setDelete {
		op := operation{verb: removes, path: at}
		return `{"op":"remove","path":` + quoteJSON(path.text) + `}`, s.apply(&op)
	}
	v, wrong := readJSON(o.value)
	switch {
	case wrong != "":
		return "", refuse("6.3", "Unknown: the value of %s is no JSON: %s", path.text, wrong)
	case at.depth >= 3 && v.kind != jsonString && v.kind != jsonArray:
		return "", refuse("6.3", "Unknown: Invalid field %s: %s is no text", path.text, o.value)
	}
	op := operation{verb: adds, path: at, value: v}
	if o.verb == setReplace && d.release > release202405 {
		op.verb = replaces
	}
	return `{"op":"` + op.verb.String() + `","path":` + quoteJSON(path.text) + `,"value":` + o.value + `}`, s.apply(&op)
}

// quoteJSON writes a text as a JSON string. Paths have no control characters.
func quoteJSON(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
