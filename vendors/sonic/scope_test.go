package sonic

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// TestInScope has the rules of ownership (DESIGN section 6). Ethernet0 and Ethernet4 are named, Ethernet8 is not.
func TestInScope(t *testing.T) {
	plain := vendors.Scope{}
	keep := func(port string, list ...qos.Facet) vendors.Scope {
		return vendors.Scope{Keep: map[string]qos.FacetSet{port: facets(list...)}}
	}
	takeOver := keep("Ethernet0", qos.FacetEgress)
	takeOver.TakeOver = true
	tests := []struct {
		name             string
		table, row, text string
		scope            vendors.Scope
		want             bool
	}{
		{"a row of weft's", "SCHEDULER", "WEFT-q-roce", `"weight": "5"`, plain, true},
		{"a row without fields of weft's", "SCHEDULER", "WEFT-q-roce", `{}`, plain, true},
		{"a foreign row", "SCHEDULER", "scheduler.0", `"weight": "5"`, plain, false},
		{"a row that only begins alike", "SCHEDULER", "WEFTY", `"weight": "5"`, plain, false},
		{"the prefix alone", "SCHEDULER", "WEFT-", `"weight": "5"`, plain, false},
		{"a row that was handed over", "WRED_PROFILE", "AZURE_LOSSLESS", `"ecn": "ecn_all"`, plain, true},
		{"a row of that name elsewhere", "DSCP_TO_TC_MAP", "AZURE_LOSSLESS", `"0": "1"`, plain, false},
		{"a foreign row to be pruned", "SCHEDULER", "scheduler.0", `"weight": "5"`, vendors.Scope{Prune: true}, true},
		{"a foreign tunnel is not pruned", "TUNNEL", "tun", `"dscp_mode": "pipe"`, vendors.Scope{Prune: true}, false},
		{"what the device made is not pruned", "BUFFER_PROFILE", "pg_lossless_100000_5m_profile", `"xoff": "1"`, vendors.Scope{Prune: true}, false},

		{"a queue of a named port", "QUEUE", "Ethernet0|3", `"scheduler": "scheduler.0"`, plain, true},
		{"a queue of another port", "QUEUE", "Ethernet8|3", `"scheduler": "scheduler.0"`, plain, false},
		{"a queue of another port that names weft's", "QUEUE", "Ethernet8|3", `"scheduler": "WEFT-q-roce"`, plain, true},
		{"a queue that is kept", "QUEUE", "Ethernet0|3", `"scheduler": "scheduler.0"`, keep("Ethernet0", qos.FacetEgress), false},
		{"a queue that is taken over", "QUEUE", "Ethernet0|3", `"scheduler": "scheduler.0"`, takeOver, true},
		{"queues of the CPU", "QUEUE", "CPU|3", `"scheduler": "scheduler.0"`, plain, false},
		{"a list of ports, one of them named", "QUEUE", "Ethernet8,Ethernet4|3", `"scheduler": "scheduler.0"`, plain, true},
		{"a list of other ports", "QUEUE", "Ethernet8,Ethernet12|3", `"scheduler": "scheduler.0"`, plain, false},

		{"a map of a named port", "PORT_QOS_MAP", "Ethernet0", `"dscp_to_tc_map": "AZURE"`, plain, true},
		{"a map of a port that keeps it", "PORT_QOS_MAP", "Ethernet0", `"dscp_to_tc_map": "AZURE"`, keep("Ethernet0", qos.FacetClassify, qos.FacetIngress, qos.FacetPFC), false},
		{"a map of a port whose groups are to change", "PORT_QOS_MAP", "Ethernet0", `"dscp_to_tc_map": "AZURE"`, keep("Ethernet0", qos.FacetClassify), true},
		{"one facet of two is kept", "PORT_QOS_MAP", "Ethernet0", `"tc_to_queue_map": "AZURE"`, keep("Ethernet0", qos.FacetClassify), true},
		{"PFC of a port that left", "PORT_QOS_MAP", "Ethernet8", `"pfc_enable": "3,4"`, plain, true},
		{"a field nobody knows", "PORT_QOS_MAP", "Ethernet0", `"exp_to_fc_map": "AZURE"`, plain, false},
		{"the map of the switch", "PORT_QOS_MAP", "global", `"dscp_to_tc_map": "AZURE"`, plain, true},
		{"the map of the switch that is kept", "PORT_QOS_MAP", "global", `"dscp_to_tc_map": "AZURE"`, keep("", qos.FacetClassify), false},
		{"another map of the switch", "PORT_QOS_MAP", "global", `"tc_to_queue_map": "AZURE"`, plain, false},

		{"a watchdog", "PFC_WD", "Ethernet0", `"action": "drop"`, plain, true},
		{"a watchdog of a port that left", "PFC_WD", "Ethernet8", `"action": "drop"`, plain, true},
		{"polling", "PFC_WD", "GLOBAL", `"POLL_INTERVAL": "200"`, plain, true},
		{"a priority group", "BUFFER_PG", "Ethernet0|0", `"profile": "ingress_lossy_profile"`, plain, true},
		{"a priority group of a port whose classes change", "BUFFER_PG", "Ethernet0|3-4", `"profile": "NULL"`, keep("Ethernet0", qos.FacetIngress, qos.FacetPFC), true},
		{"a profile of a group whose classes change", "BUFFER_PG", "Ethernet0|0", `"profile": "gone"`, keep("Ethernet0", qos.FacetIngress, qos.FacetPFC), true},
		{"a priority group that is kept", "BUFFER_PG", "Ethernet0|0", `"profile": "pg"`, keep("Ethernet0", qos.FacetClassify, qos.FacetIngress, qos.FacetPFC), false},
		{"groups of priorities where classes change", "PORT_QOS_MAP", "Ethernet0", `"pfc_to_pg_map": "AZURE"`, keep("Ethernet0", qos.FacetIngress, qos.FacetPFC), true},
		{"a computed buffer of a port that left", "BUFFER_PG", "Ethernet8|3-4", `"profile": "NULL"`, plain, true},
		{"another buffer of a port that left", "BUFFER_PG", "Ethernet8|0", `"profile": "pg"`, plain, false},
		{"the profiles of a port", "BUFFER_PORT_INGRESS_PROFILE_LIST", "Ethernet8", `"profile_list": "a,b"`, plain, false},
		{"a cable of a named port", "CABLE_LENGTH", "AZURE", `"Ethernet0": "40m"`, plain, true},
		{"a cable of another port", "CABLE_LENGTH", "AZURE", `"Ethernet8": "40m"`, plain, false},
		{"a pool", "BUFFER_POOL", "ingress_lossless_pool", `"size": "1"`, plain, true},
		{"the MTU of a named port", "PORT", "Ethernet0", `"mtu": "9216"`, plain, true},
		{"the MTU of another port", "PORT", "Ethernet8", `"mtu": "9216"`, plain, false},
		{"the speed of a named port", "PORT", "Ethernet0", `"speed": "100000"`, plain, false},
		{"the admin state of a named port", "PORT", "Ethernet0", `"admin_status": "up"`, plain, false},
		{"the buffer model", "DEVICE_METADATA", "localhost", `"buffer_model": "dynamic"`, plain, false},
		{"another table", "BGP_NEIGHBOR", "WEFT-x", `"asn": "1"`, plain, false},
	}
	site := vendors.Site{
		Prefix: "WEFT",
		Ports:  []vendors.SitePort{{Name: "Ethernet0"}, {Name: "Ethernet4"}},
		Adopt:  map[string]string{"ecn roce": "WRED_PROFILE|AZURE_LOSSLESS"},
	}
	for _, test := range tests {
		for _, op := range []byte("+-") {
			delta := vendors.Delta{Op: op, Line: vendors.Line{Path: []string{test.table, test.row}, Text: test.text}}
			if got := New().InScope(delta, site, test.scope); got != test.want {
				t.Errorf("%s: %c %s|%s %s: %t", test.name, op, test.table, test.row, test.text, got)
			}
		}
	}
}

func TestPortsAreFoundWhateverTheirStep(t *testing.T) {
	j := judge{site: &vendors.Site{Ports: []vendors.SitePort{{Name: "Ethernet8"}, {Name: "Ethernet0"}, {Name: "Ethernet12"}, {Name: "Ethernet13"}}}}
	for _, port := range j.site.Ports {
		if found := j.port(port.Name); found == nil || found.Name != port.Name {
			t.Errorf("%s is not found", port.Name)
		}
	}
	if j.port("Ethernet4") != nil || j.port("PortChannel8") != nil {
		t.Error("a port that is not named is found")
	}
}
