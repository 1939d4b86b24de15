package sonic

import (
	"slices"
	"strings"
)

// readTable is what weft reads of a table.
type readTable struct {
	key    keyForm
	fields []fieldRule
	// of is the rule of a table whose rows are maps: what names and values there can be. It has no list of fields.
	of *mapRule
	// partly: other fields are somebody else's, and out of scope.
	partly bool
}

// keyForm is how the rows of a table are called.
type keyForm uint8

// The forms. Keys of ports may name several with commas between them.
const (
	anyKey     keyForm = iota
	portKey            // Ethernet0
	portsKey           // Ethernet0, and a literal of the table beside it, such as GLOBAL
	indexedKey         // Ethernet0|3 or Ethernet0|3-4
)

// fieldRule is a field and what values of it weft understands.
type fieldRule struct {
	name string
	is   func(value string) bool
}

// mapRule is the largest number that a map takes, and the largest that it gives.
type mapRule struct{ from, to int }

// readTables are the tables that weft reads.
var readTables = map[string]*readTable{
	"DSCP_TO_TC_MAP":                     {of: &mapRule{63, 15}},
	"DOT1P_TO_TC_MAP":                    {of: &mapRule{7, 15}},
	"TC_TO_QUEUE_MAP":                    {of: &mapRule{15, 9}},
	"TC_TO_PRIORITY_GROUP_MAP":           {of: &mapRule{15, 7}},
	"TC_TO_DSCP_MAP":                     {of: &mapRule{15, 63}},
	"TC_TO_DOT1P_MAP":                    {of: &mapRule{15, 7}},
	"MAP_PFC_PRIORITY_TO_QUEUE":          {of: &mapRule{7, 7}},
	"PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {of: &mapRule{7, 7}},

	"SCHEDULER": {fields: []fieldRule{
		{"type", oneOf("DWRR", "WRR", "STRICT")}, {"weight", upTo(100)}, {"meter_type", oneOf("bytes", "packets")},
		{"cir", isNumber}, {"pir", isNumber}, {"cbs", isNumber}, {"pbs", isNumber},
	}},
	"WRED_PROFILE": {fields: []fieldRule{
		{"ecn", isECNMode},
		{"wred_green_enable", isBool}, {"wred_yellow_enable", isBool}, {"wred_red_enable", isBool},
		{"green_min_threshold", isNumber}, {"green_max_threshold", isNumber}, {"green_drop_probability", upTo(100)},
		{"yellow_min_threshold", isNumber}, {"yellow_max_threshold", isNumber}, {"yellow_drop_probability", upTo(100)},
		{"red_min_threshold", isNumber}, {"red_max_threshold", isNumber}, {"red_drop_probability", upTo(100)},
	}},
	"PORT_QOS_MAP": {key: portsKey, fields: []fieldRule{
		{"dscp_to_tc_map", isName}, {"dot1p_to_tc_map", isName}, {"tc_to_queue_map", isName}, {"tc_to_pg_map", isName},
		{"tc_to_dscp_map", isName}, {"tc_to_dot1p_map", isName}, {"pfc_to_queue_map", isName}, {"pfc_to_pg_map", isName},
		{"pfc_enable", isPrioritySet}, {"pfcwd_sw_enable", isPrioritySet}, {"scheduler", isName},
	}},
	"QUEUE": {key: indexedKey, fields: []fieldRule{{"scheduler", isName}, {"wred_profile", isName}}},

	"BUFFER_POOL": {fields: []fieldRule{
		{"type", oneOf("ingress", "egress", "both")}, {"mode", oneOf("static", "dynamic")},
		{"size", isNumber}, {"xoff", isNumber}, {"percentage", upTo(100)},
	}},
	"BUFFER_PROFILE": {fields: []fieldRule{
		{"pool", isName}, {"size", isNumber}, {"dynamic_th", isAlpha}, {"static_th", isNumber}, {"xon", isNumber}, {"xoff", isNumber},
		{"xon_offset", isNumber}, {"headroom_type", oneOf("static", "dynamic")}, {"packet_discard_action", oneOf("drop", "trim")},
	}},
	"BUFFER_PG":                         {key: indexedKey, fields: []fieldRule{{"profile", isName}}},
	"BUFFER_QUEUE":                      {key: indexedKey, fields: []fieldRule{{"profile", isName}}},
	"BUFFER_PORT_INGRESS_PROFILE_LIST":  {key: portKey, fields: []fieldRule{{"profile_list", isName}}},
	"BUFFER_PORT_EGRESS_PROFILE_LIST":   {key: portKey, fields: []fieldRule{{"profile_list", isName}}},
	"CABLE_LENGTH":                      {fields: []fieldRule{}},
	"DEFAULT_LOSSLESS_BUFFER_PARAMETER": {fields: []fieldRule{{"default_dynamic_th", isAlpha}, {"over_subscribe_ratio", isNumber}, {"max_headroom_size", isNumber}}},
	"LOSSLESS_TRAFFIC_PATTERN":          {fields: []fieldRule{{"mtu", isNumber}, {"small_packet_percentage", upTo(100)}}},

	"PFC_WD": {key: portsKey, fields: []fieldRule{
		{"action", oneOf("drop", "forward", "alert")}, {"detection_time", isNumber}, {"restoration_time", isNumber},
		{"pfc_stat_history", oneOf("enable", "disable")}, {"POLL_INTERVAL", isNumber},
	}},

	"TUNNEL":          {partly: true, fields: []fieldRule{{"tunnel_type", isName}, {"dscp_mode", isName}, {"ecn_mode", isName}}},
	"VXLAN_TUNNEL":    {partly: true},
	"PORT":            {partly: true, fields: []fieldRule{{"speed", isNumber}, {"mtu", isNumber}, {"pfc_asym", oneOf("on", "off")}}},
	"DEVICE_METADATA": {partly: true, fields: []fieldRule{{"buffer_model", oneOf("traditional", "dynamic")}, {"switch_type", isName}}},
}

// literalKeys are rows beside those of ports.
var literalKeys = map[string]string{"PORT_QOS_MAP": globalRow, "PFC_WD": globalWatchdogRow}

// The rows that are of the switch.
const (
	globalRow         = "global" // of PORT_QOS_MAP
	globalWatchdogRow = "GLOBAL" // of PFC_WD
)

// rule is the rule of a field, or nil. The fields of a map have none.
func (t *readTable) rule(field string) *fieldRule {
	for i := range t.fields {
		if t.fields[i].name == field {
			return &t.fields[i]
		}
	}
	return nil
}

// understands tells whether weft knows what a field and its value mean.
func (t *readTable) understands(in string, f *field) bool {
	if f.kind == kindRaw {
		return false
	}
	if t.of != nil {
		return isNumberTo(f.name, t.of.from) && isNumberTo(f.value, t.of.to)
	}
	if in == "CABLE_LENGTH" {
		_, ok := metresOf(f.value)
		return ok && isPhysical(f.name)
	}
	rule := t.rule(f.name)
	return rule != nil && rule.is(f.value)
}

// strange is the first field of a row that its table does not have, or nil.
func (t *readTable) strange(r *row) *field {
	for i := range r.fields {
		if t.rule(r.fields[i].name) == nil {
			return &r.fields[i]
		}
	}
	return nil
}

func oneOf(words ...string) func(string) bool {
	return func(value string) bool { return slices.Contains(words, value) }
}

func upTo(most int) func(string) bool {
	return func(value string) bool { return isNumberTo(value, most) }
}

// isNumberTo tells whether s is a number of at most most, without needless zeros.
func isNumberTo(s string, most int) bool {
	_, ok := numberOf(s, most)
	return ok
}

func isBool(s string) bool { return s == "true" || s == "false" }

// isName tells whether s can be the name of a row. What is in brackets is a reference as it was written before 2021, which the
// daemons refuse; so do they nothing with an empty one.
func isName(s string) bool { return s != "" && s[0] != '[' }

// isAlpha tells whether s is the exponent of a dynamic threshold.
func isAlpha(s string) bool {
	return isNumberTo(s, 7) || len(s) == 2 && s[0] == '-' && '1' <= s[1] && s[1] <= '8'
}

func isECNMode(s string) bool {
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "ecn_"), "_") {
		if !slices.Contains([]string{"none", "green", "yellow", "red", "all"}, part) {
			return false
		}
	}
	return strings.HasPrefix(s, "ecn_")
}

func isPrioritySet(s string) bool {
	_, ok := prioritiesOf(s)
	return ok
}
