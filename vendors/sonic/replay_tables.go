package sonic

import "slices"

// tableID is a table that weft knows the model of.
type tableID uint8

// The tables. Those that others refer to come first: a row is made after what it refers to, and taken away before it (1.10).
const (
	tPort tableID = iota
	tDSCPToTC
	tDot1pToTC
	tMPLSToTC
	tTCToQueue
	tTCToGroup
	tTCToDSCP
	tPriorityToQueue
	tPriorityToGroup
	tDSCPToFC
	tEXPToFC
	tScheduler
	tWRED
	tPool
	tProfile
	tLosslessParameter
	tTrafficPattern
	tTrimming
	tTunnel
	tPortQoS
	tQueue
	tGroup
	tBufferQueue
	tIngressList
	tEgressList
	tCable
	tWatchdog
	numTables
)

var tableNames = [numTables]string{
	tPort:              "PORT",
	tDSCPToTC:          "DSCP_TO_TC_MAP",
	tDot1pToTC:         "DOT1P_TO_TC_MAP",
	tMPLSToTC:          "MPLS_TC_TO_TC_MAP",
	tTCToQueue:         "TC_TO_QUEUE_MAP",
	tTCToGroup:         "TC_TO_PRIORITY_GROUP_MAP",
	tTCToDSCP:          "TC_TO_DSCP_MAP",
	tPriorityToQueue:   "MAP_PFC_PRIORITY_TO_QUEUE",
	tPriorityToGroup:   "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
	tDSCPToFC:          "DSCP_TO_FC_MAP",
	tEXPToFC:           "EXP_TO_FC_MAP",
	tScheduler:         "SCHEDULER",
	tWRED:              "WRED_PROFILE",
	tPool:              "BUFFER_POOL",
	tProfile:           "BUFFER_PROFILE",
	tLosslessParameter: "DEFAULT_LOSSLESS_BUFFER_PARAMETER",
	tTrafficPattern:    "LOSSLESS_TRAFFIC_PATTERN",
	tTrimming:          "SWITCH_TRIMMING",
	tTunnel:            "TUNNEL",
	tPortQoS:           "PORT_QOS_MAP",
	tQueue:             "QUEUE",
	tGroup:             "BUFFER_PG",
	tBufferQueue:       "BUFFER_QUEUE",
	tIngressList:       "BUFFER_PORT_INGRESS_PROFILE_LIST",
	tEgressList:        "BUFFER_PORT_EGRESS_PROFILE_LIST",
	tCable:             "CABLE_LENGTH",
	tWatchdog:          "PFC_WD",
}

// tableIDs finds a table by name.
var tableIDs = func() map[string]tableID {
	ids := make(map[string]tableID, numTables)
	for id, name := range tableNames {
		ids[name] = tableID(id)
	}
	return ids
}()

// schema is the model of one table: section 1 of the reference, and the YANG module of the table that it names. A table whose
// model is not the same in all releases has several.
type schema struct {
	table  tableID
	on     releases // none given means every
	key    []shape  // the parts of a row's key
	fields []leaf
	entry  *entry // of a table whose field names are data
}

// leaf is one field of a model.
type leaf struct {
	name  string
	shape shape
	on    releases // none given means every
	needs bool     // a row must have it
}

// entry is what the names and the values of a row's fields are.
type entry struct{ name, value shape }

// mapOf is the model of a table of maps.
func mapOf(table tableID, on releases, name, value shape) schema {
	return schema{table: table, on: on, key: []shape{yangName}, entry: &entry{name, value}}
}

var schemas = []schema{
	mapOf(tDSCPToTC, everyRelease, codePoint, trafficClass),
	mapOf(tDot1pToTC, everyRelease, digit7, trafficClass),
	mapOf(tMPLSToTC, everyRelease, digit7, trafficClass),
	mapOf(tTCToQueue, before(release202411), trafficClass, digit7),
	mapOf(tTCToQueue, since(release202411), trafficClass, digit9),
	mapOf(tTCToGroup, everyRelease, trafficClass, digit7),
	mapOf(tTCToDSCP, since(release202411), trafficClass, codePoint),
	mapOf(tPriorityToQueue, everyRelease, digit7, digit7),
	mapOf(tPriorityToGroup, everyRelease, digit7, digit7),
	mapOf(tDSCPToFC, everyRelease, codePoint, digit7),
	mapOf(tEXPToFC, everyRelease, digit7, digit7),
	{
		table: tScheduler, key: []shape{free},
		fields: []leaf{
			{name: "type", shape: wordOf("DWRR", "WRR", "STRICT")},
			{name: "weight", shape: number(1, 100)},
			{name: "priority", shape: number(0, 9)},
			{name: "meter_type", shape: wordOf("packets", "bytes")},
			{name: "cir", shape: bytes64},
			{name: "pir", shape: bytes64},
			{name: "cbs", shape: bytes32},
			{name: "pbs", shape: bytes32},
		},
	},
	{
		table: tWRED, key: []shape{yangName},
		fields: []leaf{
			{name: "ecn", shape: wordOf("ecn_none", "ecn_green", "ecn_yellow", "ecn_red", "ecn_green_yellow", "ecn_green_red", "ecn_yellow_red", "ecn_all")},
			{name: "wred_green_enable", shape: yesNo},
			{name: "wred_yellow_enable", shape: yesNo},
			{name: "wred_red_enable", shape: yesNo},
			{name: "green_min_threshold", shape: bytes64},
			{name: "green_max_threshold", shape: bytes64},
			{name: "green_drop_probability", shape: number(0, 100)},
			{name: "yellow_min_threshold", shape: bytes64},
			{name: "yellow_max_threshold", shape: bytes64},
			{name: "yellow_drop_probability", shape: number(0, 100)},
			{name: "red_min_threshold", shape: bytes64},
			{name: "red_max_threshold", shape: bytes64},
			{name: "red_drop_probability", shape: number(0, 100)},
		},
	},
	{
		table: tPool, key: []shape{free},
		fields: []leaf{
			{name: "type", shape: wordOf("ingress", "egress", "both"), needs: true},
			{name: "mode", shape: wordOf("static", "dynamic"), needs: true},
			{name: "size", shape: bytes64},
			{name: "xoff", shape: bytes64},
			{name: "percentage", shape: number(0, 255)},
		},
	},
	{
		table: tProfile, key: []shape{free},
		fields: []leaf{
			{name: "pool", shape: refer(tPool), needs: true},
			{name: "size", shape: bytes64, needs: true},
			{name: "dynamic_th", shape: signed(-8, 7)},
			{name: "static_th", shape: bytes64},
			{name: "xon", shape: bytes64},
			{name: "xoff", shape: bytes64},
			{name: "xon_offset", shape: bytes64},
			{name: "headroom_type", shape: wordOf("static", "dynamic")},
			{name: "packet_discard_action", shape: wordOf("drop", "trim"), on: since(release202505)},
		},
	},
	{
		table: tLosslessParameter, key: []shape{yangName},
		fields: []leaf{
			{name: "default_dynamic_th", shape: signed(-8, 7), needs: true},
			{name: "over_subscribe_ratio", shape: number(0, 65535)},
		},
	},
	{
		table: tTrafficPattern, key: []shape{yangName},
		fields: []leaf{
			{name: "mtu", shape: number(1, 9216), needs: true},
			{name: "small_packet_percentage", shape: number(0, 100), needs: true},
		},
	},
	{
		table: tTrimming, on: since(release202505), key: []shape{wordOf("GLOBAL")},
		fields: []leaf{
			{name: "size", shape: bytes32},
			{name: "dscp_value", shape: number(0, 63, "from-tc")},
			{name: "tc_value", shape: number(0, 255)},
			{name: "queue_index", shape: number(0, 255, "dynamic")},
		},
	},
	{table: tTunnel, on: everyRelease &^ just(release202511), key: []shape{muxTunnel}, fields: tunnelFields},
	{table: tTunnel, on: just(release202511), key: []shape{tunnelName}, fields: tunnelFields},
	{
		table: tPortQoS, key: []shape{refer(tPort, "global")},
		fields: []leaf{
			{name: "dscp_to_tc_map", shape: refer(tDSCPToTC)},
			{name: "dot1p_to_tc_map", shape: refer(tDot1pToTC)},
			{name: "tc_to_queue_map", shape: refer(tTCToQueue)},
			{name: "tc_to_pg_map", shape: refer(tTCToGroup)},
			{name: "pfc_to_queue_map", shape: refer(tPriorityToQueue)},
			{name: "pfc_to_pg_map", shape: refer(tPriorityToGroup)},
			{name: "pfc_enable", shape: priorities, on: before(release202505)},
			{name: "pfcwd_sw_enable", shape: priorities, on: before(release202505)},
			{name: "pfc_enable", shape: prioritiesOrNone, on: since(release202505)},
			{name: "pfcwd_sw_enable", shape: prioritiesOrNone, on: since(release202505)},
			{name: "tc_to_dscp_map", shape: refer(tTCToDSCP), on: since(release202411)},
			{name: "scheduler", shape: refer(tScheduler)},
		},
	},
	{
		table: tQueue, key: []shape{refer(tPort, "CPU"), free},
		fields: []leaf{
			{name: "scheduler", shape: refer(tScheduler)},
			{name: "wred_profile", shape: refer(tWRED)},
		},
	},
	{table: tGroup, key: []shape{refer(tPort), groups}, fields: []leaf{{name: "profile", shape: refer(tProfile, "NULL")}}},
	{table: tBufferQueue, key: []shape{refer(tPort), queues15}, fields: []leaf{{name: "profile", shape: refer(tProfile)}}},
	{table: tIngressList, key: []shape{refer(tPort)}, fields: []leaf{{name: "profile_list", shape: referList(tProfile)}}},
	{table: tEgressList, key: []shape{refer(tPort)}, fields: []leaf{{name: "profile_list", shape: referList(tProfile)}}},
	{table: tCable, key: []shape{yangName}, entry: &entry{refer(tPort), metres}},
	{
		table: tWatchdog, key: []shape{refer(tPort, "GLOBAL")},
		fields: []leaf{
			{name: "action", shape: wordOf("drop", "forward", "alert")},
			{name: "detection_time", shape: number(100, 5000)},
			{name: "restoration_time", shape: number(100, 60000)},
			{name: "pfc_stat_history", shape: wordOf("enable", "disable"), on: since(release202511)},
			{name: "POLL_INTERVAL", shape: number(100, 3000), on: before(release202511)},
			{name: "POLL_INTERVAL", shape: number(100, 1000), on: since(release202511)},
		},
	},
	{
		table: tPort, key: []shape{text(1, 128)},
		fields: []leaf{
			{name: "alias", shape: text(1, 128)},
			{name: "lanes", shape: text(1, 128)}, // a switch without line cards needs it
			{name: "index", shape: number(0, 65535)},
			{name: "speed", shape: number(1, 800000), on: before(release202511), needs: true},
			{name: "speed", shape: number(1, 1600000), on: since(release202511), needs: true},
			{name: "mtu", shape: number(68, 9216)},
			{name: "fec", shape: wordOf("rs", "fc", "none", "auto")},
			{name: "pfc_asym", shape: onOrOff},
			{name: "admin_status", shape: wordOf("up", "down")},
			{name: "tpid", shape: wordOf("0x8100", "0x9100", "0x9200", "0x88a8", "0x88A8")},
			{name: "autoneg", shape: onOrOff},
			{name: "link_training", shape: onOrOff},
			{name: "description", shape: text(0, 255)},
			{name: "mux_cable", shape: yesNo},
			{name: "role", shape: wordOf("Ext", "Int", "Inb", "Rec", "Dpc")},
			{name: "fast_linkup", shape: yesNo, on: since(release202605)},
			{name: "dhcp_rate_limit", shape: bytes32, on: since(release202411)},
			// what QoS has nothing to do with is not looked into
			{name: "adv_speeds", shape: free}, {name: "interface_type", shape: free}, {name: "adv_interface_types", shape: free},
			{name: "subport", shape: free}, {name: "asic_port_name", shape: free}, {name: "dom_polling", shape: free},
			{name: "macsec", shape: free}, {name: "tx_power", shape: free}, {name: "laser_freq", shape: free}, {name: "mode", shape: free},
			{name: "core_id", shape: free}, {name: "core_port_id", shape: free}, {name: "num_voq", shape: free},
		},
	},
}

var tunnelFields = []leaf{
	{name: "tunnel_type", shape: wordOf("IPINIP")},
	{name: "dscp_mode", shape: wordOf("uniform", "pipe")},
	{name: "ttl_mode", shape: wordOf("uniform", "pipe")},
	{name: "ecn_mode", shape: wordOf("copy_from_outer", "standard")},
	{name: "encap_ecn_mode", shape: wordOf("standard")},
	{name: "src_ip", shape: ipv4Address, on: everyRelease &^ just(release202511)}, // of a row of PEER_SWITCH
	{name: "dst_ip", shape: ipv4Address, on: everyRelease &^ just(release202511)},
	{name: "src_ip", shape: ipAnyAddress, on: just(release202511)},
	{name: "dst_ip", shape: ipAnyAddress, on: just(release202511)},
	{name: "decap_dscp_to_tc_map", shape: free}, // no reference: a name that is not there passes (1.8)
	{name: "decap_tc_to_pg_map", shape: free},
	{name: "encap_tc_to_dscp_map", shape: free},
	{name: "encap_tc_to_queue_map", shape: free},
}

// model is a schema as one release has it.
type model struct {
	key    []shape
	fields []leaf
	needs  []int // places of the fields that a row must have
	entry  *entry
	refers tableSet
}

// tableSet is a set of tables, one bit each.
type tableSet uint32

func tableSetOf(ids ...tableID) (set tableSet) {
	for _, id := range ids {
		set |= 1 << id
	}
	return set
}

func (s tableSet) has(id tableID) bool { return s>>id&1 == 1 }

// models are the models of every release; a table without one there has nil.
var models = func() (all [numReleases][numTables]*model) {
	for i := range schemas {
		for r := range numReleases {
			if s := &schemas[i]; s.on == 0 || s.on.has(r) {
				all[r][s.table] = s.modelOf(r)
			}
		}
	}
	return all
}()

func (s *schema) modelOf(r release) *model {
	m := &model{key: s.key, entry: s.entry}
	for _, l := range s.fields {
		if l.on != 0 && !l.on.has(r) {
			continue
		}
		if l.needs {
			m.needs = append(m.needs, len(m.fields))
		}
		m.fields = append(m.fields, l)
	}
	m.refers = m.references()
	return m
}

// references are the tables that rows refer to.
func (m *model) references() (set tableSet) {
	shapes := slices.Clone(m.key)
	for _, l := range m.fields {
		shapes = append(shapes, l.shape)
	}
	if m.entry != nil {
		shapes = append(shapes, m.entry.name, m.entry.value)
	}
	for _, sh := range shapes {
		if sh.kind == aReference || sh.kind == references {
			set |= tableSetOf(sh.table)
		}
	}
	return set
}

// leaf is the rule of a field, or nil.
func (m *model) leaf(name string) *leaf {
	for i := range m.fields {
		if m.fields[i].name == name {
			return &m.fields[i]
		}
	}
	return nil
}
