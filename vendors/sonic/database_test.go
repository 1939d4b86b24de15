package sonic_test

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"slices"
	"strconv"
	"strings"
)

// tables are a CONFIG_DB as tests rewrite one: in order, each value the text of its JSON. They are read and written without the
// package under test.
type tables []namedTable

type namedTable struct {
	name string
	rows []namedRow
}

type namedRow struct {
	key    string
	fields []namedValue
}

type namedValue struct{ name, value string }

// readTables reads a database. What is no database gives a part of one.
func readTables(config []byte) (d tables) {
	for _, table := range members(config) {
		t := namedTable{name: table.name}
		for _, row := range members([]byte(table.value)) {
			t.rows = append(t.rows, namedRow{row.name, members([]byte(row.value))})
		}
		d = append(d, t)
	}
	return d
}

// members are the members of an object in order.
func members(object []byte) (list []namedValue) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return list
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return list
		}
		list = append(list, namedValue{name.(string), string(value)})
	}
	return list
}

// text writes the database with an indent; without one it is a single line.
func (d tables) text(indent string) string {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, t := range d {
		separate(&b, i)
		b.WriteString(strconv.Quote(t.name) + ":{")
		for j, r := range t.rows {
			separate(&b, j)
			b.WriteString(strconv.Quote(r.key) + ":{")
			for k, f := range r.fields {
				separate(&b, k)
				b.WriteString(strconv.Quote(f.name) + ":" + f.value)
			}
			b.WriteByte('}')
		}
		b.WriteByte('}')
	}
	b.WriteByte('}')
	if indent == "" {
		return b.String()
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", indent); err != nil {
		return err.Error()
	}
	return out.String() + "\n"
}

func separate(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

// shuffle puts tables, rows and fields in another order.
func (d tables) shuffle(r *rand.Rand) {
	r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
	for _, t := range d {
		r.Shuffle(len(t.rows), func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
		for _, row := range t.rows {
			r.Shuffle(len(row.fields), func(i, j int) { row.fields[i], row.fields[j] = row.fields[j], row.fields[i] })
		}
	}
}

// joinIndexes makes one row of two for indexes beside each other that say the same.
func (d tables) joinIndexes(names ...string) {
	for i := range d {
		for _, name := range names {
			if d[i].name == name {
				d[i].rows = joined(d[i].rows)
			}
		}
	}
}

func joined(rows []namedRow) (out []namedRow) {
	for _, r := range rows {
		port, index, _ := strings.Cut(r.key, "|")
		if len(out) > 0 {
			last := &out[len(out)-1]
			before, from, _ := strings.Cut(last.key, "|")
			n, _ := strconv.Atoi(index)
			m, err := strconv.Atoi(from)
			if err == nil && before == port && n == m+1 && equalValues(last.fields, r.fields) {
				last.key = port + "|" + from + "-" + index
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

func equalValues(a, b []namedValue) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// withRow is the database with other fields in some rows of a table.
func (d tables) withRow(table, row int, fields []namedValue) tables {
	d = slices.Clone(d)
	d[table].rows = slices.Clone(d[table].rows)
	d[table].rows[row].fields = fields
	return d
}

// without is the database without a field.
func (d tables) without(table, row, at int) tables {
	return d.withRow(table, row, slices.Delete(slices.Clone(d[table].rows[row].fields), at, at+1))
}

// raised is the database with a number raised by one, or nil where there is no number.
func (d tables) raised(table, row, at int) tables {
	fields := slices.Clone(d[table].rows[row].fields)
	n, err := strconv.Atoi(strings.Trim(fields[at].value, `"`))
	if err != nil {
		return nil
	}
	fields[at].value = strconv.Quote(strconv.Itoa(n + 1))
	return d.withRow(table, row, fields)
}

// moved is the database with a field in the next row of its table, or nil where there is none or it has such a field.
func (d tables) moved(table, row, at int) tables {
	rows := d[table].rows
	f := rows[row].fields[at]
	if row+1 == len(rows) || slices.ContainsFunc(rows[row+1].fields, func(g namedValue) bool { return g.name == f.name }) {
		return nil
	}
	return d.without(table, row, at).withRow(table, row+1, append(slices.Clone(rows[row+1].fields), f))
}
