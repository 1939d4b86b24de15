package sonic

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func readOf(t *testing.T, text string) vendors.Reading {
	t.Helper()
	return New().Read(configOf(parsed([]byte(text))), vendors.Platform{})
}

func TestReadPorts(t *testing.T) {
	r := readOf(t, `{
		"PORT": {"Ethernet10": {}, "Ethernet9": {}, "Ethernet-Rec0": {}, "Ethernet0": {}},
		"PORT_QOS_MAP": {"PortChannel1": {}, "global": {}}, "PFC_WD": {"GLOBAL": {}}, "QUEUE": {"CPU|0": {}}
	}`)
	var got []string
	for _, p := range r.Switch.Ports {
		got = append(got, p.Name)
	}
	if diff := cmp.Diff([]string{"Ethernet0", "Ethernet9", "Ethernet10"}, got); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{
		`{"PORT_QOS_MAP": {"Ethernet4": {}}}`, `{"QUEUE": {"Ethernet4|3": {}}}`, `{"BUFFER_PG": {"Ethernet4|3": {}}}`,
		`{"BUFFER_QUEUE": {"Ethernet4|3": {}}}`, `{"CABLE_LENGTH": {"AZURE": {"Ethernet4": "5m"}}}`, `{"PFC_WD": {"Ethernet4": {}}}`,
	} {
		if ports := readOf(t, text).Switch.Ports; len(ports) != 1 || ports[0].Name != "Ethernet4" || ports[0].MTU.State != qos.NotApplicable {
			t.Errorf("%s has ports %v", text, ports)
		}
	}
}

// The stock map of the community: 3 and 4 are lossless, 8, 5, 46 and 48 have classes of their own, and the rest class 1.
func TestReadStockMap(t *testing.T) {
	stock := map[int]string{3: "3", 4: "4", 8: "0", 5: "2", 46: "5", 48: "6"}
	c := editedGolden("leaf-traditional.json", func(e *editor) {
		for d := range qos.NumDSCP {
			class, ok := stock[d]
			if !ok {
				class = "1"
			}
			e.set("DSCP_TO_TC_MAP", "AZURE", strconv.Itoa(d), class)
		}
	})
	p := New().Read(c, on(t, goldenModel)).Switch.Ports[0]
	for d, q := range p.Classify.DSCP {
		want := stock[d]
		if want == "" {
			want = "1"
		}
		if got := strconv.Itoa(int(q)); got != want {
			t.Errorf("DSCP %d is in queue %s, want %s", d, got, want)
		}
	}
	if got := sayPFC(&p); got != "3,4" {
		t.Errorf("pauses %s", got)
	}
}

func TestReadTunnels(t *testing.T) {
	const noField = "default: VXLAN_TUNNEL has no field for it"
	tests := []struct{ text, dscp, ecn string }{
		{`{}`, "none", "none"},
		{`{"VXLAN_TUNNEL": {"vtep": {"src_ip": "10.0.0.1"}}}`, noField, noField},
		{`{"TUNNEL": {"MuxTunnel0": {"dscp_mode": "uniform", "ecn_mode": "copy_from_outer"}}}`, "uniform", "copy"},
		{`{"TUNNEL": {"MuxTunnel0": {"dscp_mode": "pipe", "ecn_mode": "standard"}}}`, "pipe", "copy"},
		{`{"TUNNEL": {"MuxTunnel0": {}}}`, "default: TUNNEL|MuxTunnel0 has no dscp_mode", "default: TUNNEL|MuxTunnel0 has no ecn_mode"},
		{`{"TUNNEL": {"a": {"dscp_mode": "x", "ecn_mode": "y"}}}`, `?: TUNNEL|a "dscp_mode": "x" is nothing that weft understands`,
			`?: TUNNEL|a "ecn_mode": "y" is nothing that weft understands`},
		{`{"TUNNEL": {"a": {"dscp_mode": "pipe", "ecn_mode": "standard"}, "b": {"dscp_mode": "uniform", "ecn_mode": "copy_from_outer"}}}`,
			"?: the rows of TUNNEL have different dscp_mode", "copy"},
		{`{"VXLAN_TUNNEL": {"vtep": {}}, "TUNNEL": {"a": {"dscp_mode": "pipe"}}}`, noField, noField},
	}
	for _, test := range tests {
		tunnel := readOf(t, test.text).Switch.Tunnel
		if dscp, ecn := say(tunnel.DSCP, qos.TunnelDSCP.String), say(tunnel.ECN, qos.TunnelECN.String); dscp != test.dscp || ecn != test.ecn {
			t.Errorf("%s: %s and %s", test.text, dscp, ecn)
		}
	}
}

func TestReadListsWhatItDoesNotUnderstand(t *testing.T) {
	r := readOf(t, `{
"QUEUE": {
 "Ethernet0|3": {"scheduler": "", "odd": "1"},
 "Ethernet0|4-3": {"scheduler": "a"}, "Ethernet0": {}, "leaf|asic0|Ethernet0|3": {"scheduler": "a"},
 "Ethernet0|0-9": {"wred_profile": "[WRED_PROFILE|a]"}
},
"PORT_QOS_MAP": {"PortChannel1": {"pfc_enable": "3"}, "Ethernet0": {"dscp_to_fc_map": "m"}},
"CABLE_LENGTH": {"AZURE": {"Ethernet0": "5", "etp2": "5m"}},
"DSCP_TO_TC_MAP": {"m": {"1": "2", "03": "1", "": "1"}},
"PORT": {"Ethernet0": {"alias": "etp1", "lanes": "1", "mtu": "x"}, "Ethernet4": {}},
"TACPLUS": {"global": {"passkey": "hunter2"}, "empty": {}}, "bgpraw": "x"
}`)
	line := func(n int, text string, path ...string) vendors.Line {
		return vendors.Line{Number: n, Path: path, Text: text}
	}
	want := []vendors.Line{
		line(3, `"scheduler": ""`, "QUEUE", "Ethernet0|3"),
		line(3, `"odd": "1"`, "QUEUE", "Ethernet0|3"),
		line(4, `"scheduler": "a"`, "QUEUE", "Ethernet0|4-3"),
		line(4, `{}`, "QUEUE", "Ethernet0"),
		line(4, `"scheduler": "a"`, "QUEUE", "leaf|asic0|Ethernet0|3"),
		line(5, `"wred_profile": "[WRED_PROFILE|a]"`, "QUEUE", "Ethernet0|0-9"),
		line(7, `"pfc_enable": "3"`, "PORT_QOS_MAP", "PortChannel1"),
		line(7, `"dscp_to_fc_map": "m"`, "PORT_QOS_MAP", "Ethernet0"),
		line(8, `"Ethernet0": "5"`, "CABLE_LENGTH", "AZURE"),
		line(8, `"etp2": "5m"`, "CABLE_LENGTH", "AZURE"),
		line(9, `"03": "1"`, "DSCP_TO_TC_MAP", "m"),
		line(9, `"": "1"`, "DSCP_TO_TC_MAP", "m"),
		line(10, `"mtu": "x"`, "PORT", "Ethernet0"),
	}
	if diff := cmp.Diff(want, r.Unread); diff != "" {
		t.Error(diff)
	}
	// alias and lanes, the passkey, an empty row, and a table that is none.
	if r.Foreign != 5 {
		t.Errorf("%d fields out of scope", r.Foreign)
	}
}

func TestReadRefusesSeveralASICs(t *testing.T) {
	r := readOf(t, `{"localhost": {"PORT": {}}, "asic0": {"PORT": {"Ethernet0": {}}}}`)
	if len(r.Switch.Ports) != 0 || len(r.Unread) != 1 || !strings.Contains(r.Unread[0].Text, "several ASICs") {
		t.Errorf("%+v", r.Unread)
	}
}

// A port of eight lanes that is split in eight gives each part its lossless groups.
func TestReadBreakout(t *testing.T) {
	c := editedGolden("leaf-traditional.json", func(e *editor) {
		e.removeRow("PORT", "Ethernet4")
		for lane := range 4 {
			name := "Ethernet" + strconv.Itoa(4+lane)
			e.set("PORT", name, "speed", "10000")
			e.set("CABLE_LENGTH", "AZURE", name, "5m")
			copyRow(e, "PORT_QOS_MAP", name, e.row("PORT_QOS_MAP", "Ethernet0"))
			e.set("BUFFER_QUEUE", name+"|3-4", "profile", "egress_lossless_profile")
		}
	})
	ports := New().Read(c, on(t, goldenModel)).Switch.Ports
	for _, p := range ports {
		if got := sayPFC(&p); got != "3,4" || p.Ingress.Buffers[3].V.Headroom != 160_000 {
			t.Errorf("%s pauses %s with %v", p.Name, got, p.Ingress.Buffers[3].V)
		}
	}
	if len(ports) != 7 {
		t.Errorf("%d ports", len(ports))
	}
}

func TestPortsShareWhatTheyDo(t *testing.T) {
	ports := New().Read(configOf(parsed(largeText(8))), vendors.Platform{}).Switch.Ports
	for i := range ports {
		if p, first := &ports[i], &ports[0]; p.Classify != first.Classify || p.Egress != first.Egress || p.Ingress != first.Ingress {
			t.Errorf("%s has facets of its own", p.Name)
		}
	}
}
