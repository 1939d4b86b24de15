package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
)

// TestHostsOfAnIntent: what a host does otherwise than its port is told with the line of the intent that says so.
func TestHostsOfAnIntent(t *testing.T) {
	for line, want := range map[string]string{
		"pfc = [4]":      "C08 error",
		"roce_dscp = 10": "C08 error",
		"mtu = 9100":     "C08 error",
		`trust = "pcp"`:  "C08 warning",
	} {
		text := `fabric "pod" {
  mtu = 9000
}
traffic_class "roce" {
  dscp      = [26]
  queue     = 3
  lossless  = true
  bandwidth = 50
}
traffic_class "best_effort" {
  default   = true
  bandwidth = 50
}
host_nic "cx7" {
  ` + line + `
}
device "leaf1" {
  vendor   = "nxos"
  platform = "N9K-C9332D-GX2B"
  release  = "10.4(3)"
  ports "Ethernet1/1-2" {
    role     = "host"
    mode     = "l3"
    speed    = "400G"
    cable    = "3m"
    host_nic = "cx7"
  }
}
`
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "main.hcl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		in, diags := intent.Load(dir, intent.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		result, diags := compiler.Compile(in, compiler.Options{Dir: dir})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		at := strings.Count(text[:strings.Index(text, line)], "\n") + 1
		found := false
		for _, f := range Run(FromUnits(in, result.Fabric, result.Units)).Findings {
			found = found || f.Code == "C08" && !f.NotChecked && want == "C08 "+f.Word() && f.Range.Start.Line == at
		}
		if !found {
			t.Errorf("%s: nothing on line %d", line, at)
		}
	}
}
