package sonic

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
)

// drawEdit draws an edit of any field of a golden configuration, or of a row.
func drawEdit(t *rapid.T, e *editor) {
	in := rapid.SampledFrom(e.work.tables).Draw(t, "table")
	r := rapid.SampledFrom(in.rows).Draw(t, "row")
	if r == nil {
		return
	}
	switch rapid.IntRange(0, 5).Draw(t, "edit") {
	case 0:
		e.removeRow(in.name, r.key)
	case 1:
		other := rapid.SampledFrom(in.rows).Draw(t, "other")
		if other != nil {
			copyRow(e, in.name, r.key, other)
		}
	case 2:
		copyRow(e, in.name, r.key+rapid.SampledFrom([]string{"0", "-4", "x"}).Draw(t, "more"), r)
	default:
		if len(r.fields) == 0 {
			return
		}
		f := rapid.SampledFrom(r.fields).Draw(t, "field")
		if rapid.Bool().Draw(t, "remove") {
			e.removeField(in.name, r.key, f.name)
			return
		}
		e.set(in.name, r.key, f.name, rapid.SampledFrom([]string{"0", "1", "3", "4", "100", "x", "", "DWRR", "scheduler.0", "40m", "3,4"}).Draw(t, "value"))
	}
}

// Rereading is reading: after every edit of a row of any table the results are the same, lines and all.
func TestRereadIsRead(t *testing.T) {
	names := []string{"leaf-traditional.json", "leaf-dynamic.json"}
	rapid.Check(t, func(t *rapid.T) {
		text := goldenText(rapid.SampledFrom(names).Draw(t, "golden"))
		p, _ := New().Platform(goldenModel, "202505")
		e := newEditor(parsed(text))
		before := New().Read(configOf(e.doc()), p)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			drawEdit(t, e)
			c := configOf(e.doc())
			again, fresh := New().Reread(c, p, before, vendors.Effect{All: true}), New().Read(c, p)
			again.Index, before = nil, again
			fresh.Index = nil
			if !reflect.DeepEqual(again, fresh) {
				t.Fatal(cmp.Diff(fresh, again))
			}
		}
	})
}

// What is there once for all ports counts too.
func TestRereadSeesRowsOfTheSwitch(t *testing.T) {
	p := vendors.Platform{}
	for name, edit := range map[string]func(e *editor){
		"the map of the switch":  unset("PORT_QOS_MAP", "global", "dscp_to_tc_map"),
		"the poll interval":      set("PFC_WD", "GLOBAL", "POLL_INTERVAL", "100"),
		"the buffer model":       set("DEVICE_METADATA", "localhost", "buffer_model", "dynamic"),
		"the size of a pool":     set("BUFFER_POOL", "egress_lossless_pool", "size", "99999999"),
		"the cable of one port":  set("CABLE_LENGTH", "AZURE", "Ethernet4", "0m"),
		"a row of one more port": set("PORT", "Ethernet100", "mtu", "1500"),
	} {
		e := newEditor(parsed(goldenText("leaf-traditional.json")))
		e.removeField("PORT_QOS_MAP", "Ethernet0", "dscp_to_tc_map")
		before := New().Read(configOf(e.doc()), p)
		edit(e)
		c := configOf(e.doc())
		again, fresh := New().Reread(c, p, before, vendors.Effect{All: true}), New().Read(c, p)
		if !reflect.DeepEqual(again.Switch, fresh.Switch) || reflect.DeepEqual(again.Switch, before.Switch) {
			t.Errorf("%s: not seen again", name)
		}
	}
}

func TestRereadSparesWhatStays(t *testing.T) {
	p := vendors.Platform{}
	d := parsed(largeText(8))
	before := New().Read(configOf(d), p)
	e := newEditor(d)
	e.set("QUEUE", "Ethernet4|3", "scheduler", "scheduler.0")
	after := New().Reread(configOf(e.doc()), p, before, vendors.Effect{})
	for i := range after.Switch.Ports {
		is, was := &after.Switch.Ports[i], &before.Switch.Ports[i]
		if changed := is.Name == "Ethernet4"; (is.Egress != was.Egress) != changed || is.Classify != was.Classify || is.Ingress != was.Ingress {
			t.Errorf("%s: facets are not those of the reading before", is.Name)
		}
	}
	if New().Reread(configOf(d), p, vendors.Reading{}, vendors.Effect{}).Switch == nil {
		t.Error("no reading without one before")
	}
}
