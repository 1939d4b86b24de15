package compiler

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
)

// two switches with one cable between them.
func linked(a, b, link string) string {
	side := func(name, ports string) string {
		return strings.Replace(leaf(name, "", ports), "cable = \"3m\"", "", 1)
	}
	return plainFabric + classes + side("leaf1", a) + side("spine1", b) +
		"link {\n ends = [\"leaf1:Port1\", \"spine1:Port1\"]\n" + link + "\n}\n"
}

const given = "override \"roce\" {\n headroom = \"100KiB\"\n }" // so that no cable is needed

func TestLinkRules(t *testing.T) {
	for name, test := range map[string]struct {
		text, line string
		words      []string
	}{
		"no such port": {linked(given, given, "") + "link {\n ends = [\"leaf1:Port2\", \"spine1:Port9\"]\n}", `"spine1:Port9"`,
			[]string{"spine1 has no port Port9"}},
		"used twice, in another spelling": {linked(given, given, "") + "link {\n ends = [\"leaf1:port1\", \"spine1:Port2\"]\n}", `"leaf1:port1"`,
			[]string{"leaf1:Port1 is in two links"}},
		"mtu": {linked(given, given+"\n mtu = 1500", ""), `"spine1:Port1"`,
			[]string{"9000", "1500", "leaf1:Port1", "spine1:Port1"}},
		"cables of the ends": {linked(given+"\n cable = \"3m\"", given+"\n cable = \"5m\"", ""), `cable = "5m"`,
			[]string{"spine1:Port1 has 5 m here, and 3 m at"}},
		"cable of the link": {linked(given+"\n cable = \"3m\"", given, `cable = "4m"`), `cable = "3m"`,
			[]string{"3 m here, and 4 m at"}},
	} {
		t.Run(name, func(t *testing.T) { wantError(t, test.text, test.line, test.words...) })
	}
}

func TestSpeedsOfALink(t *testing.T) {
	text := strings.Replace(linked(given, given, ""), `speed = "400G"`, `speed = "100G"`, 1)
	wantError(t, text, `"spine1:Port1"`, "leaf1:Port1 is 100G", "spine1:Port1 is 400G")
}

func TestCableOfALink(t *testing.T) {
	for _, text := range []string{
		linked("", "", `cable = "40m"`) + "",
		linked(`cable = "40m"`, "", ""),
		linked(`cable = "40m"`, `cable = "40m"`, `cable = "40m"`),
	} {
		text = strings.ReplaceAll(text, "Port1-4", "Port1")
		result, diags := Compile(load(t, text), Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, u := range result.Units {
			if got := u.Site.Ports[0].CableMetres; got != 40 {
				t.Errorf("%s: %g m", u.Device.Name, got)
			}
		}
	}
}

func TestInventory(t *testing.T) {
	text := plainFabric + classes + "host_nic \"cx7\" {\n pfc = [3]\n roce_dscp = 26\n}\n" + leaf("leaf1", `role = "leaf"`, `host_nic = "cx7"`)
	result, diags := Compile(load(t, text), Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	d := result.Fabric.Device("leaf1")
	p := d.Port("Port2")
	if d.Role != "leaf" || p == nil || p.Speed != fabric.Speed(400*qos.Gbps) || p.NIC == nil || p.NIC.PFC.V != qos.Queues(3) {
		t.Errorf("device %+v, port %+v", d, p)
	}
}
