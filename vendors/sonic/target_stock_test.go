package sonic

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Rows of buffers that are lost come again although no reading of what the port does shows it: on a port that goes by weft's priority groups,
// and the pools of profiles that are there.
func TestLostBuffersComeAgain(t *testing.T) {
	desired := configOf(parsed([]byte(`{
		"TC_TO_PRIORITY_GROUP_MAP": {"WEFT-groups": {"0": "0", "3": "3"}},
		"BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "32732160", "xoff": "1622016"}},
		"BUFFER_PROFILE": {"ingress_lossy_profile": {"pool": "ingress_lossless_pool", "size": "0", "static_th": "32732160"}},
		"PORT_QOS_MAP": {"Ethernet0": {"tc_to_pg_map": "WEFT-groups"}},
		"BUFFER_PG": {"Ethernet0|0": {"profile": "ingress_lossy_profile"}}
	}`)))
	group, pool := rowName{tableBufferPG, "Ethernet0|0"}, rowName{tablePool, ingressLosslessPool}
	ours := all(set(tablePortMap, port0, "tc_to_pg_map", "WEFT-groups"), set(tableGroups, "WEFT-groups", "0", "0"), set(tableGroups, "WEFT-groups", "3", "3"))
	for _, test := range []struct {
		name  string
		edit  func(e *editor)
		row   rowName
		comes bool
	}{
		{"a group's", all(ours, drop(group.table, group.key)), group, true},
		{"a group's, on a port of somebody else", drop(group.table, group.key), group, false},
		{"a pool", all(ours, drop(pool.table, pool.key)), pool, true},
	} {
		site := vendors.Site{Prefix: "WEFT", Platform: on(t, goldenModel), Ports: []vendors.SitePort{{Name: port0}}}
		scope := vendors.Scope{Keep: map[string]qos.FacetSet{port0: qos.AllFacets, "": qos.AllFacets}}
		running := editedGolden("leaf-traditional.json", test.edit)
		target, _, diags := New().Target(running, desired, site, scope)
		if got := docOf(target).table(test.row.table).row(test.row.key) != nil; got != test.comes {
			t.Errorf("%s comes again: %v, want %v\n%v", test.name, got, test.comes, diags)
		}
		for _, d := range New().Deltas(running, target) {
			if !New().InScope(d, site, scope) {
				t.Errorf("%s: %v is out of scope", test.name, d)
			}
		}
	}
}
