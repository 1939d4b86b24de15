package sonic

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// instanceRoot is where CONFIG_DB is for a gNMI client that sends text paths (6.1).
const instanceRoot = "sonic-db:/CONFIG_DB/localhost"

// requestFile is a gNMI Set as `gnmic set --request-file` reads it.
type requestFile struct {
	Deletes           []string
	Replaces, Updates []requestUpdate
}

type requestUpdate struct {
	Path, Encoding string
	Value          json.RawMessage
}

// request sends a file as a client does and runs the Set that comes of it.
func (d *device) request(text string) (vendors.Effect, *Refusal) {
	ops, refusal := readRequest(text)
	if refusal != nil {
		return vendors.Effect{}, refusal
	}
	return d.set(ops)
}

// readRequest takes a file apart.
func readRequest(text string) ([]setOperation, *Refusal) {
	if strings.Contains(text, "{{") {
		return nil, refuse("gnmic set", "the client takes what is between two braces for an action of a template")
	}
	reader := json.NewDecoder(strings.NewReader(text))
	reader.DisallowUnknownFields()
	var file requestFile
	if err := reader.Decode(&file); err != nil || reader.More() {
		return nil, refuse("gnmic set", "the file is no Set: %v", err)
	}
	var ops []setOperation
	add := func(verb setVerb, path string, value json.RawMessage) *Refusal {
		elements, refusal := readSetPath(path)
		ops = append(ops, setOperation{verb, elements, string(value)})
		return refusal
	}
	for _, path := range file.Deletes {
		if refusal := add(setDelete, path, nil); refusal != nil {
			return nil, refusal
		}
	}
	for i, u := range slices.Concat(file.Replaces, file.Updates) {
		verb := setUpdate
		if i < len(file.Replaces) {
			verb = setReplace
		}
		if u.Encoding != "json_ietf" {
			return nil, refuse("6.3", "the encoding of %s is %q and not json_ietf", u.Path, u.Encoding)
		}
		if refusal := add(verb, u.Path, u.Value); refusal != nil {
			return nil, refusal
		}
	}
	return ops, nil
}

// readSetPath takes a path apart as a client does: slashes divide it, and brackets and backslashes mean something else.
func readSetPath(path string) ([]string, *Refusal) {
	below, found := strings.CutPrefix(path, instanceRoot+"/")
	switch {
	case !found:
		return nil, refuse("6.1", "%s is not in CONFIG_DB", path)
	case strings.ContainsAny(below, `[]\`):
		return nil, refuse("6.1", "%s has brackets or a backslash, which the client takes for a key", path)
	}
	return strings.Split(below, "/"), nil
}
