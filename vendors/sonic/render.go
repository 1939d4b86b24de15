package sonic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// renderer writes the rows that weft owns on one switch.
type renderer struct {
	fitted *qos.Switch
	site   vendors.Site
	row    *platformRow
	ports  []vendors.SitePort // beside fitted.Ports
	paused qos.QueueSet       // priorities that any port pauses

	objects []*object    // in the order of the first port that needs each
	shapes  []*portShape // likewise
	of      []*portShape // beside fitted.Ports
	keys    []indexKeys  // likewise
	// queues, pfc and pfcGroups are the maps that every port binds; the last is nil where the chip works it out.
	queues, pfc, pfcGroups *object

	out   builder
	diags vendors.Diagnostics
}

// Render writes weft's rows and those of the named ports as tables: templates would only hide what JSON says anyway. Nothing
// but what weft sets is in it, and the stock buffers that it hangs on, where they are known.
//
// The MTUs of ports are in the configuration and are not printed: a row of PORT that says nothing else is not valid on its own.
func (SONiC) Render(fitted *qos.Switch, site vendors.Site) (vendors.Config, vendors.Diagnostics) {
	r := &renderer{fitted: fitted, site: site, row: platformOf(site.Platform), ports: fitting.SitePorts(fitted, site)}
	if err := r.checkNames(); err != nil {
		r.diags.Errorf(0, "rendering %s: %v", site.Device, err)
		return nil, r.diags
	}
	r.survey()
	r.nameObjects()
	r.adopt()
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	r.write()
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	shown := r.out.doc()
	r.writePorts()
	return &config{doc: r.out.doc(), shown: shown}, r.diags
}

// checkNames refuses whatever could not be part of a name. Others have checked it before; this is the last gate before the text.
func (r *renderer) checkNames() error {
	if p := r.site.Prefix; !isKey(p) || len(p) > 8 || strings.ContainsAny(p, "-_.") || p[0] <= '9' {
		return fmt.Errorf("prefix %q is not one to eight letters and digits with a letter first", p)
	}
	for q, name := range r.fitted.Names {
		if name != "" && (!isKey(name) || strings.Contains(name, ".")) {
			return fmt.Errorf("traffic_class %q of queue %d cannot be part of a row's name; use letters, digits, _ and -", name, q)
		}
	}
	for i := range r.fitted.Ports {
		if name := r.fitted.Ports[i].Name; !isPhysical(name) {
			return fmt.Errorf("%q is not the full name of a port", name)
		}
	}
	return nil
}

// classPart is a class's part of a row's name.
func (r *renderer) classPart(q qos.Queue) string {
	if name := r.fitted.Names[q]; name != "" {
		return name
	}
	return "q" + strconv.Itoa(int(q))
}

// builder makes a document, table by table in the order of their first row.
type builder struct {
	tables []*table
	spare  []row // rows are made many at a time
}

// doc is the document of what was added so far.
func (b *builder) doc() *document {
	return &document{tables: slices.Clone(b.tables), edited: true, memo: &documentMemo{}}
}

// table is the table of that name, added where it is not there.
func (b *builder) table(name string) *table {
	for _, t := range b.tables {
		if t.name == name {
			return t
		}
	}
	t := &table{name: name, edited: true}
	b.tables = append(b.tables, t)
	return t
}

// manyRows is how many rows are made at a time.
const manyRows = 128

// add makes a row at the end of a table. Rows may share their fields, which nobody changes.
func (b *builder) add(t *table, key string, fields []field) {
	if len(b.spare) == 0 {
		b.spare = make([]row, manyRows)
	}
	r := &b.spare[0]
	b.spare = b.spare[1:]
	r.key, r.fields, r.edited = key, fields, true
	r.reindex()
	t.index.add(hashOf(key), len(t.rows))
	t.rows = append(t.rows, r)
}

// textField and numberField make fields.
func textField(name, value string) field     { return field{name: name, value: value} }
func numberField(name string, n int64) field { return textField(name, strconv.FormatInt(n, 10)) }
