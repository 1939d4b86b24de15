package intent

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// BenchmarkLoad loads 200 switches of 64 ports, written in three ways.
func BenchmarkLoad(b *testing.B) {
	const devices, ports = 200, 64
	var csv, blocks, each strings.Builder
	csv.WriteString("name,address\n")
	for i := range devices {
		fmt.Fprintf(&csv, "leaf%d,192.0.2.%d\n", i, i)
	}
	for p := range ports {
		fmt.Fprintf(&each, "  ports \"Ethernet1/%d\" {\n    role     = \"host\"\n    speed    = \"400G\"\n    cable    = \"3m\"\n    profiles = [\"gpu\"]\n  }\n", p+1)
	}
	const body = "  vendor   = \"nxos\"\n  platform = \"N9K\"\n  release  = \"10.4(3)\"\n"
	const ranges = "  ports \"Ethernet1/1-62\" {\n    role     = \"host\"\n    speed    = \"400G\"\n    cable    = \"3m\"\n    profiles = [\"gpu\"]\n  }\n" +
		"  ports \"Ethernet1/63-64\" {\n    role  = \"fabric\"\n    speed = \"400G\"\n  }\n"
	const repeat = "device \"leaf\" {\n  for_each = { for row in csvdecode(file(\"leaves.csv\")) : row.name => row }\n  address  = each.value.address\n"
	for i := range devices {
		fmt.Fprintf(&blocks, "device \"leaf%d\" {\n  address  = \"192.0.2.%d\"\n%s%s}\n", i, i, body, ranges)
	}
	for name, text := range map[string]string{
		"for_each, ranges": repeat + body + ranges + "}\n",
		"for_each, ports":  repeat + body + each.String() + "}\n",
		"blocks, ranges":   blocks.String(),
	} {
		files := fstest.MapFS{
			"base.hcl":    {Data: append(baseFile(b), "profile \"gpu\" {\n  trust = \"dscp\"\n  override \"roce\" {\n    bandwidth = 50\n  }\n}\n"...)},
			"devices.hcl": {Data: []byte(text)}, "leaves.csv": {Data: []byte(csv.String())},
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if in, diags := load(files, files, ".", Options{Env: noEnv}); diags.HasErrors() || len(in.Devices) != devices {
					b.Fatal(diags)
				}
			}
		})
	}
}

// BenchmarkEffective merges the scopes of one ports block.
func BenchmarkEffective(b *testing.B) {
	in, diags := loadFiles(map[string]string{"a.hcl": string(baseFile(b)) + "profile \"gpu\" {\n  override \"roce\" {\n    ecn {\n      max = \"2MiB\"\n    }\n  }\n}\n" +
		"device \"leaf\" {\n  vendor   = \"nxos\"\n  platform = \"N9K\"\n  release  = \"10.4(3)\"\n  ports \"Ethernet1/1-62\" {\n    speed    = \"400G\"\n    profiles = [\"gpu\"]\n  }\n}\n"}, Options{})
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	b.ReportAllocs()
	for b.Loop() {
		in.Effective(&in.Devices[0], &in.Devices[0].Ports[0])
	}
}
