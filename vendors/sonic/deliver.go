package sonic

import (
	"encoding/json"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// setRequest is a gNMI Set as a file of `gnmic set --request-file`. Nothing is a replace: an update overwrites as well, and is
// the same on every release (6.3).
type setRequest struct {
	Deletes []string     `json:"deletes,omitempty"`
	Updates []gnmiUpdate `json:"updates,omitempty"`
}

type gnmiUpdate struct {
	Path     string          `json:"path"`
	Value    json.RawMessage `json:"value"`
	Encoding string          `json:"encoding"`
}

// setRoot is what the path of everything in CONFIG_DB starts with (6.1).
const setRoot = "sonic-db:/CONFIG_DB/localhost"

// Deliver gives the files of a step: a patch as `config apply-patch` takes it and as a gNMI Set, and any other step as the commands
// that root types on the switch.
func (SONiC) Deliver(s vendors.Step) []vendors.Form {
	if len(s.Commands) != 1 || !strings.HasPrefix(s.Commands[0], "[") {
		return []vendors.Form{{Name: "txt", Commands: s.Commands}}
	}
	forms := []vendors.Form{{Name: "patch.json", Commands: s.Commands}}
	if request, ok := requestOf(s.Commands[0]); ok {
		forms = append(forms, vendors.Form{Name: "gnmi.json", Commands: []string{request}})
	}
	return forms
}

// requestOf turns a patch of patchOf into a Set, on one line. The path of an operation is part of a JSON pointer on the switch too.
func requestOf(patch string) (request string, ok bool) {
	var ops []struct {
		Op, Path string
		Value    json.RawMessage
	}
	if err := json.Unmarshal([]byte(patch), &ops); err != nil {
		return "", false
	}
	var set setRequest
	for _, o := range ops {
		switch o.Op {
		case "remove":
			set.Deletes = append(set.Deletes, setRoot+o.Path)
		case "add":
			set.Updates = append(set.Updates, gnmiUpdate{setRoot + o.Path, o.Value, "json_ietf"})
		default:
			return "", false
		}
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(set); err != nil {
		return "", false
	}
	// gnmic takes the file for a template, in which two braces in a text would begin an action.
	return strings.ReplaceAll(strings.TrimSpace(b.String()), "{{", `{\u007b`), true
}
