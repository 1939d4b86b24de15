package sonic

import (
	"fmt"
	"strings"
	"testing"
)

// largeText is the CONFIG_DB of a switch as the device prints it, with a share of tables that weft does not read.
func largeText(ports int) []byte {
	golden := parsed(goldenText("leaf-traditional.json"))
	e := newEditor(golden)
	for i := range ports {
		name := fmt.Sprintf("Ethernet%d", 4*i)
		for _, t := range golden.tables {
			for _, r := range t.rows {
				if rest, ok := strings.CutPrefix(r.key, "Ethernet0"); ok && (rest == "" || rest[0] == '|') {
					copyRow(e, t.name, name+rest, r)
				}
			}
		}
		e.set("CABLE_LENGTH", "AZURE", name, "40m")
		e.set("BUFFER_PG", name+"|3-4", "profile", "pg_lossless_100000_40m_profile")
		e.set("LLDP_LOCAL", name, "portidsubtype", "5")
	}
	for _, r := range parsed(goldenText("leaf-traditional-device-added.json")).table("BUFFER_PROFILE").rows {
		copyRow(e, "BUFFER_PROFILE", r.key, r)
	}
	return []byte(e.doc().print())
}

func copyRow(e *editor, table, key string, r *row) {
	for _, f := range r.fields {
		e.set(table, key, f.name, f.value)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, ports := range []int{64, 512} {
		text := largeText(ports)
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				New().Parse(text)
			}
		})
	}
}
