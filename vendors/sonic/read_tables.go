package sonic

// readTables are the tables that weft reads, with the fields that it reads of them. Other fields of a table with a list are
// somebody else's where partly says so, and not understood elsewhere. A table without a list holds names and values of a map.
var readTables = map[string]*readTable{
	"DSCP_TO_TC_MAP":                     {},
	"DOT1P_TO_TC_MAP":                    {},
	"TC_TO_QUEUE_MAP":                    {},
	"TC_TO_PRIORITY_GROUP_MAP":           {},
	"TC_TO_DSCP_MAP":                     {},
	"TC_TO_DOT1P_MAP":                    {},
	"MAP_PFC_PRIORITY_TO_QUEUE":          {},
	"PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {},
	"CABLE_LENGTH":                       {},

	"SCHEDULER": {fields: []string{"type", "weight", "priority", "meter_type", "cir", "cbs", "pir", "pbs"}},
	"WRED_PROFILE": {fields: []string{
		"ecn", "wred_green_enable", "wred_yellow_enable", "wred_red_enable",
		"green_min_threshold", "green_max_threshold", "green_drop_probability",
		"yellow_min_threshold", "yellow_max_threshold", "yellow_drop_probability",
		"red_min_threshold", "red_max_threshold", "red_drop_probability",
	}},
	"PORT_QOS_MAP": {fields: []string{
		"dscp_to_tc_map", "dot1p_to_tc_map", "tc_to_queue_map", "tc_to_pg_map", "tc_to_dscp_map", "tc_to_dot1p_map",
		"pfc_to_queue_map", "pfc_to_pg_map", "pfc_enable", "pfcwd_sw_enable", "scheduler",
	}},
	"QUEUE": {fields: []string{"scheduler", "wred_profile"}},

	"BUFFER_POOL": {fields: []string{"type", "mode", "size", "xoff", "percentage"}},
	"BUFFER_PROFILE": {fields: []string{
		"pool", "size", "dynamic_th", "static_th", "xon", "xoff", "xon_offset", "headroom_type", "packet_discard_action",
	}},
	"BUFFER_PG":                         {fields: []string{"profile"}},
	"BUFFER_QUEUE":                      {fields: []string{"profile"}},
	"BUFFER_PORT_INGRESS_PROFILE_LIST":  {fields: []string{"profile_list"}},
	"BUFFER_PORT_EGRESS_PROFILE_LIST":   {fields: []string{"profile_list"}},
	"DEFAULT_LOSSLESS_BUFFER_PARAMETER": {fields: []string{"default_dynamic_th", "over_subscribe_ratio", "max_headroom_size"}},
	"LOSSLESS_TRAFFIC_PATTERN":          {fields: []string{"mtu", "small_packet_percentage"}},

	"PFC_WD": {fields: []string{"action", "detection_time", "restoration_time", "pfc_stat_history", "POLL_INTERVAL"}},
	"TUNNEL": {fields: []string{
		"dscp_mode", "ecn_mode", "encap_ecn_mode", "decap_dscp_to_tc_map", "decap_tc_to_pg_map", "encap_tc_to_dscp_map",
		"encap_tc_to_queue_map", "tunnel_type",
	}, partly: true},
	"VXLAN_TUNNEL":    {partly: true},
	"PORT":            {fields: []string{"speed", "mtu", "pfc_asym"}, partly: true},
	"DEVICE_METADATA": {fields: []string{"buffer_model", "switch_type"}, partly: true},
}

// readTable is what weft reads of a table.
type readTable struct {
	fields []string
	partly bool // the other fields are out of scope
}

// reads tells whether weft reads a field of the table. A map, which has no list of fields, is read whole.
func (t *readTable) reads(field string) bool {
	for _, name := range t.fields {
		if name == field {
			return true
		}
	}
	return len(t.fields) == 0 && !t.partly
}
