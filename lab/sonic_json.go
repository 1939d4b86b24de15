package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// tree is a database as JSON has it: tables of rows of fields. What is no object is kept as it is.
type tree = map[string]any

// parseTree reads a database.
func parseTree(text []byte) (tree, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var t tree
	if err := d.Decode(&t); err != nil {
		return nil, err
	}
	return t, nil
}

// printTree prints a database as sonic-cfggen does: in natural order, indented by four.
func printTree(v any) []byte {
	var b bytes.Buffer
	printValue(&b, v, "\n")
	b.WriteByte('\n')
	return b.Bytes()
}

func printValue(b *bytes.Buffer, v any, line string) {
	switch v := v.(type) {
	case tree:
		printMembers(b, '{', '}', line, len(v), func(deeper string) {
			for i, name := range slices.SortedFunc(maps.Keys(v), qos.ComparePorts) {
				separate(b, i, deeper)
				b.Write(bytes.TrimSpace(encode(name)))
				b.WriteString(": ")
				printValue(b, v[name], deeper)
			}
		})
	case []any:
		printMembers(b, '[', ']', line, len(v), func(deeper string) {
			for i := range v {
				separate(b, i, deeper)
				printValue(b, v[i], deeper)
			}
		})
	default:
		b.Write(bytes.TrimSpace(encode(v)))
		if v == nil {
			b.WriteString("null")
		}
	}
}

func printMembers(b *bytes.Buffer, from, to byte, line string, n int, members func(deeper string)) {
	b.WriteByte(from)
	if n > 0 {
		members(line + "    ")
		b.WriteString(line)
	}
	b.WriteByte(to)
}

func separate(b *bytes.Buffer, i int, line string) {
	if i > 0 {
		b.WriteByte(',')
	}
	b.WriteString(line)
}

// child is an object in an object, or nil.
func child(t tree, name string) tree {
	c, _ := t[name].(tree)
	return c
}

// textOf is a field of a row as a text.
func textOf(row tree, name string) string {
	switch v := row[name].(type) {
	case string:
		return v
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = fmt.Sprint(v[i])
		}
		return strings.Join(parts, ",")
	case nil:
		return ""
	default:
		return fmt.Sprint(v)
	}
}

// cloneTree copies all that can change.
func cloneTree(v any) any {
	switch v := v.(type) {
	case tree:
		c := make(tree, len(v))
		for name := range v {
			c[name] = cloneTree(v[name])
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i := range v {
			c[i] = cloneTree(v[i])
		}
		return c
	}
	return v
}

// setRow gives a table a row, or takes it away where it is nil; a table without rows is none.
func setRow(t tree, table, key string, row any) {
	rows := child(t, table)
	switch {
	case row == nil:
		delete(rows, key)
		if len(rows) == 0 {
			delete(t, table)
		}
	case rows == nil:
		t[table] = tree{key: row}
	default:
		rows[key] = row
	}
}

// patchTree applies an RFC 6902 patch as python's jsonpatch does, without knowing what it is about.
func patchTree(t tree, patch []byte) (tree, error) {
	var ops []struct {
		Op, Path string
		Value    any
	}
	d := json.NewDecoder(bytes.NewReader(patch))
	d.UseNumber()
	if err := d.Decode(&ops); err != nil {
		return nil, err
	}
	var root any = cloneTree(t)
	for _, o := range ops {
		var err error
		if root, err = patchValue(root, pointerParts(o.Path), o.Op, o.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", o.Path, err)
		}
	}
	whole, ok := root.(tree)
	if !ok {
		return nil, errors.New("the result is no object")
	}
	return whole, nil
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

func pointerParts(path string) []string {
	if path == "" {
		return nil
	}
	parts := strings.Split(path[1:], "/")
	for i := range parts {
		parts[i] = pointerEscapes.Replace(parts[i])
	}
	return parts
}

// patchValue does one operation below a value and gives what the value is then.
func patchValue(v any, path []string, op string, value any) (any, error) {
	if len(path) == 0 {
		return value, nil
	}
	switch v := v.(type) {
	case tree:
		return v, patchMember(v, path, op, value)
	case []any:
		return patchItem(v, path, op, value)
	}
	return nil, saying("Not Found")
}

func patchMember(v tree, path []string, op string, value any) error {
	name := path[0]
	was, there := v[name]
	if len(path) > 1 {
		if !there {
			return fmt.Errorf("member '%s' not found in JSON object", name)
		}
		now, err := patchValue(was, path[1:], op, value)
		v[name] = now
		return err
	}
	switch {
	case op == "add":
		v[name] = value
	case !there:
		return fmt.Errorf("can't %s a non-existent object '%s'", op, name)
	case op == "replace":
		v[name] = value
	case op == "remove":
		delete(v, name)
	default:
		return saying("Unknown operation '" + op + "'")
	}
	return nil
}

func patchItem(v []any, path []string, op string, value any) (any, error) {
	at, err := strconv.Atoi(path[0])
	if path[0] == "-" {
		at, err = len(v), nil
	}
	switch {
	case err != nil || at < 0 || at > len(v) || at == len(v) && op != "add" || len(path) > 1:
		return v, fmt.Errorf("'%s' is not a valid sequence index", path[0])
	case op == "add":
		return slices.Insert(v, at, value), nil
	case op == "remove":
		return slices.Delete(v, at, at+1), nil
	}
	v[at] = value
	return v, nil
}
