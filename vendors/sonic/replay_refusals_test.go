package sonic

import "testing"

// TestRefusalTexts has every class of refusal of 5.4.
func TestRefusalTexts(t *testing.T) {
	tests := []struct{ release, patch, says string }{
		{"202511", `{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"101"}`, "Given patch will produce invalid config. Error: /SCHEDULER/scheduler.0/weight"},
		{"202511", `{"op":"replace","path":"/QUEUE/Ethernet0|3/scheduler","value":"nobody"}`, "Given patch will produce invalid config. Error: /QUEUE/Ethernet0|3/scheduler"},
		{"202511", `{"op":"remove","path":"/SCHEDULER/scheduler.1"}`, "Given patch will produce invalid config. Error: /QUEUE/"},
		{"202405", `{"op":"add","path":"/WRED_PROFILE/x","value":{}}`, "Modification of WRED_PROFILE table is illegal- validating function returned False"},
		{"202511", `{"op":"remove","path":"/PFC_WD/GLOBAL"}`, "Given patch operation is invalid. Operation: remove is illegal on field"},
		{"202511", `{"op":"add","path":"/TC_TO_DOT1P_MAP","value":{"x":{"0":"0"}}}`, "changes to tables without YANG models: TC_TO_DOT1P_MAP"},
		{"202405", `{"op":"add","path":"/TC_TO_DSCP_MAP","value":{"x":{"0":"0"}}}`, "changes to tables without YANG models: TC_TO_DSCP_MAP"},
		{"202411", `{"op":"add","path":"/SWITCH_TRIMMING","value":{"GLOBAL":{"size":"128"}}}`, "changes to tables without YANG models: SWITCH_TRIMMING"},
		{"202511", `{"op":"add","path":"/BGP_NEIGHBOR","value":{"x":{"asn":"1"}}}`, "no table of QoS"},
		{"202511", `{"op":"remove","path":"/MAP_PFC_PRIORITY_TO_QUEUE/AZURE"},{"op":"remove","path":"/PORT_QOS_MAP/Ethernet0/pfc_to_queue_map"},{"op":"remove","path":"/PORT_QOS_MAP/Ethernet4/pfc_to_queue_map"},{"op":"remove","path":"/PORT_QOS_MAP/Ethernet8/pfc_to_queue_map"},{"op":"remove","path":"/PORT_QOS_MAP/Ethernet12/pfc_to_queue_map"}`, "will result in empty tables"},
		{"202511", `{"op":"add","path":"/TC_TO_DSCP_MAP","value":{}}`, "will result in empty tables"},
		{"202405", `{"op":"remove","path":"/QUEUE/Ethernet0|7"}`, "can't remove a non-existent object"},
		{"202505", `{"op":"add","path":"/DOT1P_TO_TC_MAP/x","value":{"0":"0"}}`, "member 'DOT1P_TO_TC_MAP' not found"},
		{"202511", `{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":7}`, "there are still some parts not updated"},
	}
	for _, test := range tests {
		refuses(t, started(test.release, listedSKU, "leaf-traditional.json"), test.says, "["+test.patch+"]")
	}
}

// TestMissingTables: from 202511 on the updater makes the table that a row is added to (5.2 step 1).
func TestMissingTables(t *testing.T) {
	d := started("202511", listedSKU, "leaf-traditional.json")
	does(t, d, `[{"op":"add","path":"/DOT1P_TO_TC_MAP/x","value":{"0":"0"}}]`)
	if fieldNow(d, "DOT1P_TO_TC_MAP", "x", "0") != "0" {
		t.Error("the row is not there")
	}
}

// TestInvalidBase: a switch whose configuration is not valid refuses every patch that does not mend it, and one that mends more than
// one row has no order in which every state is valid (5.2).
func TestInvalidBase(t *testing.T) {
	bad := func(e *editor) { e.set("SCHEDULER", "scheduler.0", "weight", "0") }
	worse := func(e *editor) { e.set("WRED_PROFILE", "AZURE_LOSSLESS", "ecn", "no") }
	const (
		mend    = `{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"1"}`
		another = `{"op":"replace","path":"/WRED_PROFILE/AZURE_LOSSLESS/ecn","value":"ecn_all"}`
		harmess = `{"op":"replace","path":"/SCHEDULER/scheduler.1/weight","value":"1"}`
	)
	refuses(t, started("202511", listedSKU, "leaf-traditional.json", bad), "invalid config", "["+harmess+"]")
	refuses(t, started("202511", listedSKU, "leaf-traditional.json", bad), "invalid config", "[]")
	does(t, started("202511", listedSKU, "leaf-traditional.json", bad), "["+harmess+","+mend+"]")
	refuses(t, started("202511", listedSKU, "leaf-traditional.json", bad, worse), "There is no possible sorting", "["+mend+","+another+"]")
	d := started("202511", listedSKU, "leaf-traditional.json", bad)
	does(t, d, "["+mend+"]")
	does(t, d, "["+harmess+"]")
}

// TestForeignTablesStay: a table without a model is ignored as long as no patch touches it (4.9).
func TestForeignTablesStay(t *testing.T) {
	d := started("202405", listedSKU, "leaf-traditional.json", func(e *editor) {
		e.set("WATERMARK_TABLE", "x", "interval", "1")
		e.set("TC_TO_DSCP_MAP", "x", "99", "99") // no model in 202405
	})
	does(t, d, `[{"op":"replace","path":"/SCHEDULER/scheduler.1/weight","value":"1"}]`)
	if fieldNow(d, "WATERMARK_TABLE", "x", "interval") != "1" {
		t.Error("a table without a model is gone")
	}
}

// TestDaemons has the rules of 8.2 that the updater does not know.
func TestDaemons(t *testing.T) {
	tunnel := func(e *editor) {
		e.set("TUNNEL", "tun", "tunnel_type", "IPINIP")
		e.set("TC_TO_QUEUE_MAP", "t", "0", "0")
		e.set("TUNNEL", "tun", "encap_tc_to_queue_map", "t")
	}
	const pfcOn = `{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfc_enable","value":"2,3,4"}`
	for _, test := range []struct {
		name, patch, says string
		before            func(*editor)
	}{
		{"N-N", `{"op":"add","path":"/QUEUE/Ethernet0|7-7","value":{"scheduler":"scheduler.0"}}`, "LOW below HIGH", nil},
		{"HIGH-LOW", `{"op":"add","path":"/QUEUE/Ethernet0|7-5","value":{"scheduler":"scheduler.0"}}`, "LOW below HIGH", nil},
		{"a list", `{"op":"add","path":"/QUEUE/Ethernet0|6,7","value":{"scheduler":"scheduler.0"}}`, "LOW below HIGH", nil},
		{"N-N of a group", `{"op":"add","path":"/BUFFER_PG/Ethernet0|3-3","value":{"profile":"ingress_lossy_profile"}}`, "LOW below HIGH", nil},
		{"a queue too many", `{"op":"add","path":"/QUEUE/Ethernet0|8","value":{"scheduler":"scheduler.0"}}`, "no index 8", nil},
		{"two rows for one queue", `{"op":"add","path":"/QUEUE/Ethernet0|3-4","value":{"scheduler":"scheduler.0"}}`, "for one index", nil},
		{"two rows for one group", `{"op":"add","path":"/BUFFER_PG/Ethernet0|0-1","value":{"profile":"ingress_lossy_profile"}}`, "for one index", nil},
		{"priority", `{"op":"add","path":"/SCHEDULER/x","value":{"type":"DWRR","priority":"1"}}`, "drops a scheduler", nil},
		{"STRICT with weight", `{"op":"replace","path":"/SCHEDULER/scheduler.0/type","value":"STRICT"}`, "no weight", nil},
		{"a partial profile", `{"op":"add","path":"/WRED_PROFILE/x","value":{"wred_green_enable":"true","green_min_threshold":"1"}}`, "without both thresholds", nil},
		{"2 GiB", `{"op":"add","path":"/WRED_PROFILE/x","value":{"red_min_threshold":"2147483648"}}`, "2147483648", nil},
		{"both thresholds", `{"op":"add","path":"/BUFFER_PROFILE/x","value":{"pool":"egress_lossy_pool","size":"0","dynamic_th":"1","static_th":"1"}}`, "exclude", nil},
		{"an empty entry", `{"op":"add","path":"/TC_TO_QUEUE_MAP/x","value":{"0":""}}`, "is empty", nil},
		{"more than the DSCP map for all", `{"op":"add","path":"/PORT_QOS_MAP/global/tc_to_queue_map","value":"AZURE"}`, "no effect", nil},
		{"watched without PFC", `{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfc_enable","value":"3"}`, "pfcwd_sw_enable", nil},
		{"a watchdog without PFC", `{"op":"remove","path":"/PORT_QOS_MAP/Ethernet0/pfc_enable"},{"op":"remove","path":"/PORT_QOS_MAP/Ethernet0/pfcwd_sw_enable"}`, "no PFC priority", nil},
		{"a watchdog without detection", `{"op":"remove","path":"/PFC_WD/Ethernet0/detection_time"}`, "no detection_time", nil},
		{"two actions", `{"op":"replace","path":"/PFC_WD/Ethernet0/action","value":"forward"}`, "one for the whole switch", nil},
		{"another action for all", `{"op":"replace","path":"/PFC_WD/Ethernet0/action","value":"forward"},{"op":"replace","path":"/PFC_WD/Ethernet4/action","value":"forward"},` +
			`{"op":"replace","path":"/PFC_WD/Ethernet8/action","value":"forward"},{"op":"replace","path":"/PFC_WD/Ethernet12/action","value":"forward"}`, "stays drop until no port has it", nil},
		{"NULL", `{"op":"add","path":"/BUFFER_PG/Ethernet0|3-4","value":{"profile":"NULL"}}`, "NULL means nothing", nil},
		{"a class without a queue", `{"op":"replace","path":"/DSCP_TO_TC_MAP/AZURE/26","value":"9"}`, "gives class 9", nil},
		{"a queue map too short", `{"op":"remove","path":"/TC_TO_QUEUE_MAP/AZURE/6"}`, "gives class 6", nil},
		{"the pool of a profile", `{"op":"remove","path":"/BUFFER_PROFILE/egress_lossy_profile"},{"op":"add","path":"/BUFFER_PROFILE/egress_lossy_profile","value":{"pool":"egress_lossless_pool","size":"1792","dynamic_th":"3"}}`, "illegal", nil},
		{"no cable", pfcOn, "no cable length", func(e *editor) { e.removeField("CABLE_LENGTH", "AZURE", "Ethernet0") }},
		{"a cable of 0m", pfcOn, "no cable length", func(e *editor) { e.set("CABLE_LENGTH", "AZURE", "Ethernet0", "0m") }},
		{"no pool", pfcOn, "no pool ingress_lossless_pool", func(e *editor) {
			for _, table := range []string{"BUFFER_PG", "BUFFER_QUEUE", "BUFFER_PROFILE", "BUFFER_POOL"} {
				e.removeTable(table)
			}
		}},
		{"a queue without a profile", pfcOn, "no row of BUFFER_QUEUE", func(e *editor) { e.removeTable("BUFFER_QUEUE") }},
		{"a tunnel without its map", `{"op":"add","path":"/TUNNEL/tun/decap_tc_to_pg_map","value":"no"}`, "names no row", tunnel},
		{"the map of a tunnel", `{"op":"remove","path":"/TC_TO_QUEUE_MAP/t"}`, "a tunnel names it", tunnel},
	} {
		d := started("202511", listedSKU, "leaf-traditional.json", func(e *editor) {
			if test.before != nil {
				test.before(e)
			}
		})
		t.Run(test.name, func(t *testing.T) { refuses(t, d, test.says, "["+test.patch+"]") })
	}
}

// TestDynamicModel has the rules of the dynamic buffer model.
func TestDynamicModel(t *testing.T) {
	start := func() *device { return started("202511", spectrumSKU, "leaf-dynamic.json") }
	refuses(t, start(), "the mode of ingress_lossless_pool is dynamic",
		`[{"op":"add","path":"/BUFFER_PROFILE/x","value":{"pool":"ingress_lossless_pool","size":"0","static_th":"1"}}]`)
	does(t, start(), `[{"op":"remove","path":"/BUFFER_PG/Ethernet0|3-4"}]`)
	refuses(t, start(), "no row of BUFFER_PG", `[{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfc_enable","value":"3,4,5"}]`)
	does(t, start(), `[{"op":"add","path":"/BUFFER_PG/Ethernet0|6","value":{"profile":"NULL"}}]`)
	does(t, start(), `[{"op":"replace","path":"/CABLE_LENGTH/AZURE/Ethernet0","value":"5m"}]`)
}

// TestCreateOnly: what the hardware never takes again, the updater lets pass (1.6, 8.2).
func TestCreateOnly(t *testing.T) {
	d := started("202511", unlistedSKU, "leaf-traditional.json", func(e *editor) {
		e.set("TUNNEL", "tun", "tunnel_type", "IPINIP")
		e.set("TUNNEL", "tun", "ecn_mode", "copy_from_outer")
	})
	refuses(t, d, "illegal", `[{"op":"replace","path":"/BUFFER_POOL/egress_lossy_pool/mode","value":"static"}]`)
	refuses(t, d, "illegal", `[{"op":"remove","path":"/BUFFER_PROFILE/egress_lossy_profile/dynamic_th"},{"op":"add","path":"/BUFFER_PROFILE/egress_lossy_profile/static_th","value":"1"}]`)
	refuses(t, d, "create-only", `[{"op":"replace","path":"/TUNNEL/tun/ecn_mode","value":"standard"}]`)
}

// TestCables: up to 202411 a cable length is looked at with the next change of the port's state (section 2).
func TestCables(t *testing.T) {
	const (
		cable = `{"op":"replace","path":"/CABLE_LENGTH/AZURE/Ethernet0","value":"300m"}`
		flap  = `{"op":"replace","path":"/QUEUE/Ethernet0|0/scheduler","value":"scheduler.1"}`
	)
	for _, release := range []string{"202405", "202411"} {
		refuses(t, started(release, listedSKU, "leaf-traditional.json"), "stays as it is", "["+cable+"]")
		does(t, started(release, listedSKU, "leaf-traditional.json"), "["+cable+","+flap+"]")
	}
	for _, release := range []string{"202511", "202605"} {
		d := started(release, listedSKU, "leaf-traditional.json")
		does(t, d, "["+cable+"]")
		if leaned := d.Leaned(); len(leaned) > 0 {
			t.Errorf("%s leans on %v", release, leaned)
		}
	}
}
