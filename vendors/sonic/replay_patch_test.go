package sonic

import (
	"strings"
	"testing"
)

// small is a database for the operations themselves. It has no table that a model knows, so that nothing else is judged.
func small() *store {
	e := newEditor(nil)
	e.set("T", "r", "f", "1")
	e.set("T", "r", "g", "2")
	e.set("T", "s", "f", "3")
	e.setList("T", "l", "list", []string{"a", "b", "c"})
	e.set("T", "a/b", "m~n", "4")
	e.set("U", "r", "f", "1")
	return newStore(e.doc())
}

// run applies a patch and gives what stands at a path, or the refusal.
func run(s *store, patch string) *Refusal {
	ops, refusal := readPatch(patch)
	for i := range ops {
		if refusal == nil {
			refusal = s.apply(&ops[i])
		}
	}
	return refusal
}

// TestRFC6902 goes through the operations of RFC 6902 section 4 and the pointers of RFC 6901.
func TestRFC6902(t *testing.T) {
	tests := []struct{ name, patch string }{
		{"add a field", `[{"op":"add","path":"/T/r/h","value":"9"},{"op":"test","path":"/T/r","value":{"f":"1","g":"2","h":"9"}}]`},
		{"add replaces a field", `[{"op":"add","path":"/T/r/f","value":"9"},{"op":"test","path":"/T/r/f","value":"9"}]`},
		{"add replaces a row", `[{"op":"add","path":"/T/r","value":{"x":"1"}},{"op":"test","path":"/T/r","value":{"x":"1"}}]`},
		{"add replaces a table", `[{"op":"add","path":"/U","value":{"z":{}}},{"op":"test","path":"/U","value":{"z":{}}}]`},
		{"add a table", `[{"op":"add","path":"/V","value":{"z":{"f":"1"}}},{"op":"test","path":"/V/z/f","value":"1"}]`},
		{"remove a field", `[{"op":"remove","path":"/T/r/f"},{"op":"test","path":"/T/r","value":{"g":"2"}}]`},
		{"remove a row", `[{"op":"remove","path":"/T/r"},{"op":"add","path":"/T/r","value":{}},{"op":"test","path":"/T/r","value":{}}]`},
		{"remove a table and make it again", `[{"op":"remove","path":"/U"},{"op":"add","path":"/U","value":{"q":{"f":"2"}}},{"op":"test","path":"/U","value":{"q":{"f":"2"}}}]`},
		{"replace a field", `[{"op":"replace","path":"/T/r/f","value":"9"},{"op":"test","path":"/T/r/f","value":"9"},{"op":"test","path":"/T/r/g","value":"2"}]`},
		{"replace by a list", `[{"op":"replace","path":"/T/r/f","value":["x"]},{"op":"test","path":"/T/r/f","value":["x"]}]`},
		{"move a field", `[{"op":"move","from":"/T/r/f","path":"/T/s/h"},{"op":"test","path":"/T/s/h","value":"1"},{"op":"test","path":"/T/r","value":{"g":"2"}}]`},
		{"move a row", `[{"op":"move","from":"/T/r","path":"/U/q"},{"op":"test","path":"/U/q","value":{"g":"2","f":"1"}}]`},
		{"copy a row", `[{"op":"copy","from":"/T/r","path":"/U/q"},{"op":"replace","path":"/U/q/f","value":"7"},{"op":"test","path":"/T/r/f","value":"1"}]`},
		{"copy a table", `[{"op":"copy","from":"/U","path":"/V"},{"op":"test","path":"/V","value":{"r":{"f":"1"}}}]`},
		{"insert into a list", `[{"op":"add","path":"/T/l/list/1","value":"x"},{"op":"test","path":"/T/l/list","value":["a","x","b","c"]}]`},
		{"append to a list", `[{"op":"add","path":"/T/l/list/-","value":"x"},{"op":"add","path":"/T/l/list/4","value":"y"},{"op":"test","path":"/T/l/list","value":["a","b","c","x","y"]}]`},
		{"take from a list", `[{"op":"remove","path":"/T/l/list/0"},{"op":"test","path":"/T/l/list","value":["b","c"]}]`},
		{"replace in a list", `[{"op":"replace","path":"/T/l/list/2","value":"x"},{"op":"test","path":"/T/l/list/2","value":"x"}]`},
		{"escapes", `[{"op":"test","path":"/T/a~1b/m~0n","value":"4"},{"op":"add","path":"/T/a~1b/~01","value":"5"},{"op":"test","path":"/T/a~1b","value":{"m~n":"4","~1":"5"}}]`},
		{"an empty name", `[{"op":"add","path":"/T/r/","value":"5"},{"op":"test","path":"/T/r","value":{"f":"1","g":"2","":"5"}}]`},
		{"JSON escapes", `[{"op":"add","path":"/T/r/f","value":"\u0041\n\ud83d\ude00\/"},{"op":"test","path":"/T/r/f","value":"A\n😀/"}]`},
		{"members nobody knows", `[{"op":"test","path":"/T/r/f","value":"1","why":[1,null,{"x":true}]}]`},
	}
	for _, test := range tests {
		if refusal := run(small(), test.patch); refusal != nil {
			t.Errorf("%s: %v", test.name, refusal)
		}
	}
}

func TestRFC6902Refusals(t *testing.T) {
	tests := []struct{ name, patch, says string }{
		{"no JSON", `[{"op":"add"`, "no JSON"},
		{"a trailing comma", `[{"op":"remove","path":"/T"},]`, "no JSON"},
		{"text behind it", `[] x`, "no JSON"},
		{"a number with a leading zero", `[{"op":"add","path":"/T/r/f","value":01}]`, "no JSON"},
		{"a name twice", `[{"op":"add","path":"/T/r","value":{"a":"1","a":"2"}}]`, "twice"},
		{"a control character", "[{\"op\":\"add\",\"path\":\"/T/r/f\",\"value\":\"a\tb\"}]", "no JSON"},
		{"no list", `{"op":"remove","path":"/T"}`, "no list"},
		{"no object", `["remove"]`, "no object"},
		{"no op", `[{"path":"/T"}]`, "'op'"},
		{"an unknown op", `[{"op":"merge","path":"/T"}]`, "unknown operation 'merge'"},
		{"no path", `[{"op":"remove"}]`, "'path'"},
		{"no value", `[{"op":"add","path":"/T/r/h"}]`, "'value'"},
		{"no from", `[{"op":"move","path":"/T/r/h"}]`, "'from'"},
		{"a path without slash", `[{"op":"remove","path":"T/r"}]`, "must start with /"},
		{"an escape that is none", `[{"op":"remove","path":"/T/r~2"}]`, "invalid escape"},
		{"half an escape", `[{"op":"remove","path":"/T/r~"}]`, "invalid escape"},
		{"the whole database", `[{"op":"replace","path":"","value":{}}]`, "as a whole"},
		{"remove what is not there", `[{"op":"remove","path":"/T/x"}]`, "can't remove a non-existent object 'x'"},
		{"remove a table that is not there", `[{"op":"remove","path":"/X"}]`, "can't remove a non-existent object 'X'"},
		{"replace what is not there", `[{"op":"replace","path":"/T/r/x","value":"1"}]`, "can't replace a non-existent object 'x'"},
		{"add where the table is not there", `[{"op":"add","path":"/X/r","value":{}}]`, "member 'X' not found"},
		{"add where the row is not there", `[{"op":"add","path":"/T/x/f","value":"1"}]`, "member 'x' not found"},
		{"into a text", `[{"op":"add","path":"/T/r/f/0","value":"1"}]`, "not found"},
		{"too deep", `[{"op":"add","path":"/T/l/list/0/x","value":"1"}]`, "not found"},
		{"test of another value", `[{"op":"test","path":"/T/r/f","value":"2"}]`, "not equal"},
		{"test of another kind", `[{"op":"test","path":"/T/r/f","value":1}]`, "not equal"},
		{"test of a list in another order", `[{"op":"test","path":"/T/l/list","value":["b","a","c"]}]`, "not equal"},
		{"test of what is not there", `[{"op":"test","path":"/T/x","value":"2"}]`, "not found"},
		{"move of what is not there", `[{"op":"move","from":"/T/x","path":"/T/y"}]`, "not found"},
		{"move into itself", `[{"op":"move","from":"/T/r","path":"/T/r/x"}]`, "into itself"},
		{"behind the end of a list", `[{"op":"add","path":"/T/l/list/4","value":"1"}]`, "can't change place 4"},
		{"a place with a leading zero", `[{"op":"add","path":"/T/l/list/01","value":"1"}]`, "not a valid sequence index"},
		{"remove behind the last", `[{"op":"remove","path":"/T/l/list/-"}]`, "can't change place"},
		{"a number", `[{"op":"add","path":"/T/r/f","value":1}]`, "still some parts not updated"},
		{"a number in a row", `[{"op":"add","path":"/T/r","value":{"f":true}}]`, "still some parts not updated"},
		{"a row that is none", `[{"op":"add","path":"/T/r","value":"x"}]`, "Data Loading Failed"},
		{"a table that is none", `[{"op":"add","path":"/T","value":"x"}]`, "Data Loading Failed"},
	}
	for _, test := range tests {
		refusal := run(small(), test.patch)
		if refusal == nil || !strings.Contains(refusal.Says, test.says) {
			t.Errorf("%s: got %v, want %q", test.name, refusal, test.says)
		}
	}
}
