package sonic

import (
	"fmt"
	"testing"
)

// TestMeasuredLegality is the table that was measured on the updater of each branch (5.3), row by row: on a listed HWSKU of
// Broadcom and of Spectrum, and on an unlisted one.
func TestMeasuredLegality(t *testing.T) {
	without := func(table string) func(*editor) { return func(e *editor) { e.removeTable(table) } }
	withoutRow := func(table, key string) func(*editor) { return func(e *editor) { e.removeRow(table, key) } }
	derived := func(e *editor) {
		for _, pair := range [][2]string{{"pool", "ingress_lossless_pool"}, {"size", "1248"}, {"xon", "1248"}, {"xoff", "59696"}, {"dynamic_th", "0"}} {
			e.set("BUFFER_PROFILE", "pg_lossless_100000_5m_profile", pair[0], pair[1])
		}
	}
	other := func(e *editor) {
		for _, f := range e.row("WRED_PROFILE", "AZURE_LOSSLESS").fields {
			e.set("WRED_PROFILE", "OTHER", f.name, f.value)
		}
	}
	noProfiles := func(e *editor) {
		e.removeTable("BUFFER_PG")
		e.removeTable("BUFFER_QUEUE")
		e.removeTable("BUFFER_PROFILE")
	}
	none, all := releases(0), everyRelease
	tests := []struct {
		patch    string
		before   func(*editor)
		listed   releases // on which it is accepted
		unlisted releases
	}{
		{`{"op":"add","path":"/PFC_WD","value":{"Ethernet0":{"detection_time":"200"}}}`, without("PFC_WD"), none, none},
		{`{"op":"add","path":"/PFC_WD","value":{"GLOBAL":{"POLL_INTERVAL":"200"}}}`, without("PFC_WD"), none, none},
		{`{"op":"add","path":"/PFC_WD/GLOBAL","value":{"POLL_INTERVAL":"200"}}`, withoutRow("PFC_WD", "GLOBAL"), none, none},
		{`{"op":"replace","path":"/PFC_WD/GLOBAL/POLL_INTERVAL","value":"100"}`, nil, all, none},
		{`{"op":"remove","path":"/PFC_WD/GLOBAL/POLL_INTERVAL"}`, nil, none, none},
		{`{"op":"remove","path":"/PFC_WD/GLOBAL"}`, nil, none, none},
		{`{"op":"add","path":"/PFC_WD/Ethernet0","value":{"action":"drop","detection_time":"200","restoration_time":"200"}}`, withoutRow("PFC_WD", "Ethernet0"), all, none},
		{`{"op":"remove","path":"/PFC_WD/Ethernet0"}`, nil, all, none},
		{`{"op":"replace","path":"/PFC_WD/Ethernet0/detection_time","value":"400"}`, nil, all, none},
		{`{"op":"replace","path":"/PFC_WD/Ethernet0/restoration_time","value":"400"}`, nil, all, none},
		{`{"op":"remove","path":"/PFC_WD/Ethernet0/action"}`, nil, all, none},
		{`{"op":"add","path":"/PFC_WD/Ethernet0/pfc_stat_history","value":"enable"}`, nil, since(release202511), none},
		{`{"op":"remove","path":"/PFC_WD"}`, nil, all, none},

		{`{"op":"replace","path":"/BUFFER_POOL/ingress_lossless_pool/size","value":"1000"}`, nil, before(release202511), none},
		{`{"op":"replace","path":"/BUFFER_POOL/ingress_lossless_pool/xoff","value":"1000"}`, nil, before(release202511), none},
		{`{"op":"replace","path":"/BUFFER_POOL/egress_lossy_pool/size","value":"1000"}`, nil, before(release202511), none},
		{`{"op":"replace","path":"/BUFFER_POOL/egress_lossless_pool/size","value":"1000"}`, nil, none, none},
		{`{"op":"remove","path":"/BUFFER_POOL/ingress_lossless_pool/xoff"}`, nil, none, none},
		{`{"op":"add","path":"/BUFFER_POOL/x","value":{"type":"ingress","mode":"dynamic"}}`, nil, none, none},

		{`{"op":"add","path":"/BUFFER_PROFILE","value":{"x":{"pool":"ingress_lossless_pool","size":"0"}}}`, noProfiles, none, none},
		{`{"op":"add","path":"/BUFFER_PROFILE/x","value":{"pool":"ingress_lossless_pool","size":"0","dynamic_th":"1"}}`, nil, since(release202511), since(release202511)},
		{`{"op":"remove","path":"/BUFFER_PROFILE/pg_lossless_100000_5m_profile"}`, nil, since(release202511), since(release202511)},
		{`{"op":"replace","path":"/BUFFER_PROFILE/pg_lossless_100000_5m_profile/dynamic_th","value":"1"}`, nil, all, none},
		{`{"op":"replace","path":"/BUFFER_PROFILE/pg_lossless_100000_5m_profile/xoff","value":"1"}`, nil, all, none},
		{`{"op":"replace","path":"/BUFFER_PROFILE/egress_lossy_profile/dynamic_th","value":"1"}`, nil, since(release202511), none},
		{`{"op":"replace","path":"/BUFFER_PROFILE/pg_lossless_100000_5m_profile/xon","value":"1"}`, nil, none, none},
		{`{"op":"replace","path":"/BUFFER_PROFILE/pg_lossless_100000_5m_profile/size","value":"1"}`, nil, none, none},
		{`{"op":"add","path":"/BUFFER_PROFILE/egress_lossy_profile/packet_discard_action","value":"trim"}`, nil, none, none},

		{`{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/green_min_threshold","value":"1"}`, nil, all, since(release202511)},
		{`{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/green_max_threshold","value":"1048577"}`, nil, all, since(release202511)},
		{`{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/green_drop_probability","value":"1"}`, nil, all, since(release202511)},
		{`{"op":"replace","path":"/WRED_PROFILE/OTHER/green_min_threshold","value":"1"}`, nil, since(release202505), since(release202511)},
		{`{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/yellow_min_threshold","value":"1"}`, nil, since(release202511), since(release202511)},
		{`{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/ecn","value":"ecn_none"}`, nil, since(release202511), since(release202511)},
		{`{"op":"add","path":"/WRED_PROFILE/x","value":{"ecn":"ecn_none"}}`, nil, since(release202511), since(release202511)},
		{`{"op":"remove","path":"/WRED_PROFILE/OTHER"}`, nil, since(release202511), since(release202511)},

		{`{"op":"replace","path":"/PORT/Ethernet0/mtu","value":"9216"}`, nil, all, all},
		{`{"op":"replace","path":"/PORT/Ethernet0/speed","value":"40000"}`, nil, none, none},
		{`{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"9"}`, nil, all, all},
		{`{"op":"replace","path":"/QUEUE/Ethernet0|0/scheduler","value":"scheduler.1"}`, nil, all, all},
	}
	for _, test := range tests {
		for _, hwsku := range []string{listedSKU, spectrumSKU, unlistedSKU} {
			want := test.listed
			if hwsku == unlistedSKU {
				want = test.unlisted
			}
			for r, release := range releaseNames {
				d := started(release, hwsku, "leaf-traditional.json", derived, other, func(e *editor) {
					if test.before != nil {
						test.before(e)
					}
				})
				_, err := d.Do(step("[" + test.patch + "]"))
				if got := err == nil; got != want.has(releaseOf(releaseNames[r])) {
					t.Errorf("%s on %s, %s: accepted %t, %v", test.patch, release, hwsku, got, err)
				}
			}
		}
	}
}

// TestLegalityOfSingleASICs is about the ASICs that have rows of their own (5.3, section 7).
func TestLegalityOfSingleASICs(t *testing.T) {
	const (
		pool    = `[{"op":"replace","path":"/BUFFER_POOL/ingress_lossless_pool/xoff","value":"1000"}]`
		trim    = `[{"op":"add","path":"/BUFFER_PROFILE/egress_lossy_profile/packet_discard_action","value":"trim"}]`
		headway = `[{"op":"replace","path":"/BUFFER_PROFILE/p5/xoff","value":"1"}]`
		watch   = `[{"op":"replace","path":"/PFC_WD/Ethernet0/detection_time","value":"400"}]`
	)
	tests := []struct {
		hwsku, family, release, patch string
		want                          bool
	}{
		{"Force10-S6000", "", "202405", pool, false}, // what a virtual switch is
		{"Force10-S6000", "", "202405", headway, false},
		{"Force10-S6000", "", "202405", watch, true},
		{"ACS-SN5600", "", "202511", trim, true},
		{"Nokia-IXR7220-H5-64D", "", "202511", trim, true},
		{"ACS-MSN4700", "", "202511", trim, false},
		{"ACS-SN5640", "", "202511", watch, true},
		{"ACS-SN5640", "", "202405", watch, false},
		{"acs-msn4700", "", "202405", watch, true}, // whatever the case
		{"ACS-MSN4700-X", "", "202405", watch, false},
		{"Arista-7060CX-32S-C32-T1", "", "202405", watch, true}, // contains a listed name
		{"anything", "Cisco-8000", "202405", watch, true},
		{"anything", "Teralynx", "202511", watch, true},
		{"anything", "Teralynx", "202511", headway, false},
	}
	for _, test := range tests {
		d := started(test.release, test.hwsku, "leaf-traditional.json", func(e *editor) {
			for _, pair := range [][2]string{{"pool", "ingress_lossless_pool"}, {"size", "1"}, {"xoff", "2"}, {"dynamic_th", "0"}} {
				e.set("BUFFER_PROFILE", "p5", pair[0], pair[1])
			}
		})
		if test.family != "" {
			p := d.platform
			p.Family = test.family
			d = New().Replay(d.Config(), p, nil).(*device)
		}
		if _, err := d.Do(step(test.patch)); (err == nil) != test.want {
			t.Errorf("%s %s %s %s: %v", test.hwsku, test.family, test.release, test.patch, err)
		}
	}
}

// TestLegalityGoesByTheDifference: not what the patch says counts but what it comes to (5.2 step 3).
func TestLegalityGoesByTheDifference(t *testing.T) {
	d := started("202405", listedSKU, "leaf-traditional.json")
	row := ""
	for _, f := range d.doc.table("WRED_PROFILE").row("AZURE_LOSSLESS").fields {
		v := f.value
		if f.name == "green_min_threshold" {
			v = "300000"
		}
		if row != "" {
			row += ","
		}
		row += fmt.Sprintf("%q:%q", f.name, v)
	}
	does(t, d, `[{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS","value":{`+row+`}}]`)
	does(t, d, `[{"op":"remove","path":"/WRED_PROFILE"},{"op":"add","path":"/WRED_PROFILE","value":{"AZURE_LOSSLESS":{`+row+`}}}]`)
}
