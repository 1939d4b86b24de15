package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// rowName is a row by its table and key.
type rowName struct{ table, key string }

// String is the name as the database has it: SCHEDULER|WEFT-q-roce.
func (r rowName) String() string { return r.table + "|" + r.key }

// setting is a field of a row, with what it decides and the table whose rows it names, if it names any.
type setting struct {
	field  string
	facets qos.FacetSet
	names  string // a table
	lists  bool   // several rows, with commas between their keys
	asSet  bool   // the value is a list whose order does not count
	// byMaps: what it does hangs on the maps of the port, of which it may be one.
	byMaps bool
}

// The facets that settings decide.
const (
	decidesClass  = qos.FacetSet(1 << qos.FacetClassify)
	decidesQueues = qos.FacetSet(1 << qos.FacetEgress)
	decidesGroups = qos.FacetSet(1<<qos.FacetPFC | 1<<qos.FacetIngress)
	decidesPFC    = qos.FacetSet(1 << qos.FacetPFC)
	decidesWatch  = qos.FacetSet(1 << qos.FacetWatchdog)
	decidesRoom   = qos.FacetSet(1 << qos.FacetIngress)
	decidesMTU    = qos.FacetSet(1 << qos.FacetMTU)
	// decidesDrops is what the buffer profile of a queue decides: that of a paused one never drops.
	decidesDrops = decidesQueues | decidesGroups
	// decidesMaps is what the maps of a port decide together.
	decidesMaps = decidesClass | decidesGroups
)

// The tables that weft sets rows of. The names of the rows of the first ones are weft's or another's to choose.
const (
	tableDSCP      = "DSCP_TO_TC_MAP"
	tableDot1p     = "DOT1P_TO_TC_MAP"
	tableQueues    = "TC_TO_QUEUE_MAP"
	tableGroups    = "TC_TO_PRIORITY_GROUP_MAP"
	tablePFCQueues = "MAP_PFC_PRIORITY_TO_QUEUE"
	tablePFCGroups = "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"
	tableMarks     = "TC_TO_DSCP_MAP"
	tableTags      = "TC_TO_DOT1P_MAP"
	tableScheduler = "SCHEDULER"
	tableWRED      = "WRED_PROFILE"
	tableProfile   = "BUFFER_PROFILE"
	tablePool      = "BUFFER_POOL"

	tablePort        = "PORT"
	tablePortMap     = "PORT_QOS_MAP"
	tableQueue       = "QUEUE"
	tableBufferPG    = "BUFFER_PG"
	tableBufferQueue = "BUFFER_QUEUE"
	tableIngressList = "BUFFER_PORT_INGRESS_PROFILE_LIST"
	tableEgressList  = "BUFFER_PORT_EGRESS_PROFILE_LIST"
	tableCable       = "CABLE_LENGTH"
	tableWatchdog    = "PFC_WD"
	tableLossless    = "DEFAULT_LOSSLESS_BUFFER_PARAMETER"
	tablePattern     = "LOSSLESS_TRAFFIC_PATTERN"
	tableTunnel      = "TUNNEL"
)

// The rows that are there once, and their fields.
const (
	rowGlobal     = "global" // of PORT_QOS_MAP
	rowWatchdog   = "GLOBAL" // of PFC_WD
	fieldPoll     = "POLL_INTERVAL"
	fieldPFC      = "pfc_enable"
	fieldWatched  = "pfcwd_sw_enable"
	fieldMTU      = "mtu"
	computedByBox = "NULL" // the profile of a priority group whose buffer the switch works out
)

// portMap are the settings of a row of PORT_QOS_MAP (1.4).
var portMap = []setting{
	{field: "dscp_to_tc_map", facets: decidesClass, names: tableDSCP, byMaps: true},
	{field: "dot1p_to_tc_map", facets: decidesClass, names: tableDot1p, byMaps: true},
	{field: "tc_to_queue_map", facets: decidesClass, names: tableQueues, byMaps: true},
	{field: "tc_to_dscp_map", facets: decidesClass, names: tableMarks, byMaps: true},
	{field: "tc_to_dot1p_map", facets: decidesClass, names: tableTags, byMaps: true},
	{field: "tc_to_pg_map", facets: decidesGroups, names: tableGroups, byMaps: true},
	{field: "pfc_to_queue_map", facets: decidesPFC, names: tablePFCQueues},
	{field: "pfc_to_pg_map", facets: decidesGroups, names: tablePFCGroups, byMaps: true},
	{field: fieldPFC, facets: decidesPFC, asSet: true},
	{field: fieldWatched, facets: decidesWatch, asSet: true},
	{field: "scheduler", facets: decidesQueues, names: tableScheduler},
}

// indexed are the tables with a row for some queues or priority groups of a port: Ethernet0|3 or Ethernet0|3-4.
var indexed = [numIndexed]struct {
	table    string
	settings []setting
}{
	ofQueue: {tableQueue, []setting{
		{field: "scheduler", facets: decidesQueues, names: tableScheduler},
		{field: "wred_profile", facets: decidesQueues, names: tableWRED},
	}},
	ofGroupBuffer: {tableBufferPG, []setting{{field: "profile", facets: decidesGroups, names: tableProfile, byMaps: true}}},
	ofQueueBuffer: {tableBufferQueue, []setting{{field: "profile", facets: decidesDrops, names: tableProfile}}},
}

// indexedKind is a place in indexed.
type indexedKind uint8

const (
	ofQueue indexedKind = iota
	ofGroupBuffer
	ofQueueBuffer
	numIndexed
)

// profileLists are the tables with a row for each port that lists its profiles.
var profileLists = []struct {
	table string
	setting
}{
	{tableIngressList, setting{field: "profile_list", facets: decidesRoom, names: tableProfile, lists: true}},
	{tableEgressList, setting{field: "profile_list", facets: decidesQueues, names: tableProfile, lists: true}},
}

// watch are the settings of a port's row of PFC_WD (1.7).
var watch = []setting{
	{field: "action", facets: decidesWatch}, {field: "detection_time", facets: decidesWatch},
	{field: "restoration_time", facets: decidesWatch},
}

// tunnelMaps are the settings of TUNNEL that name maps (1.8).
var tunnelMaps = []setting{
	{field: "decap_dscp_to_tc_map", names: tableDSCP}, {field: "decap_tc_to_pg_map", names: tableGroups},
	{field: "encap_tc_to_dscp_map", names: tableMarks}, {field: "encap_tc_to_queue_map", names: tableQueues},
}

// poolOf is the setting of BUFFER_PROFILE that names a pool.
var profilePool = []setting{{field: "pool", names: tablePool}}

// naming are the settings of each table that name rows of others.
var naming = map[string][]setting{
	tablePortMap:     portMap,
	tableQueue:       indexed[ofQueue].settings,
	tableBufferPG:    indexed[ofGroupBuffer].settings,
	tableBufferQueue: indexed[ofQueueBuffer].settings,
	tableIngressList: {profileLists[0].setting},
	tableEgressList:  {profileLists[1].setting},
	tableProfile:     profilePool,
	tableTunnel:      tunnelMaps,
}

// objectTable is a table of rows that others name.
type objectTable struct {
	name string
	// isMap: its fields are what a map takes. A map that says more does what is wanted too.
	isMap bool
	// unsaid are the values of fields that are not there.
	unsaid map[string]string
	fields []string // that weft knows; nil for a map
}

// objectTables are in the order of the database's own templates: what is named comes before what names it.
var objectTables = []objectTable{
	{name: tableDSCP, isMap: true}, {name: tableDot1p, isMap: true}, {name: tableQueues, isMap: true},
	{name: tableGroups, isMap: true}, {name: tablePFCQueues, isMap: true}, {name: tablePFCGroups, isMap: true},
	{name: tableMarks, isMap: true}, {name: tableTags, isMap: true},
	{
		name: tableScheduler, unsaid: map[string]string{"type": "WRR", "weight": "1", "meter_type": "bytes"},
		fields: []string{"type", "weight", "meter_type", "cir", "cbs", "pir", "pbs"},
	},
	{
		name: tableWRED, unsaid: map[string]string{
			"ecn":               "ecn_none",
			"wred_green_enable": "false", "wred_yellow_enable": "false", "wred_red_enable": "false",
			"green_drop_probability": "100", "yellow_drop_probability": "100", "red_drop_probability": "100",
		},
		fields: []string{
			"ecn", "wred_green_enable", "wred_yellow_enable", "wred_red_enable",
			"green_min_threshold", "green_max_threshold", "green_drop_probability",
			"yellow_min_threshold", "yellow_max_threshold", "yellow_drop_probability",
			"red_min_threshold", "red_max_threshold", "red_drop_probability",
		},
	},
	{name: tablePool, unsaid: map[string]string{"xoff": "0"}, fields: []string{"type", "mode", "size", "xoff", "percentage"}},
	{
		name: tableProfile, unsaid: map[string]string{"xon": "0", "xoff": "0", "xon_offset": "0", "headroom_type": "static"},
		fields: []string{
			"pool", "size", "dynamic_th", "static_th", "xon", "xoff", "xon_offset", "headroom_type", "packet_discard_action",
		},
	},
}

// objectTableOf is the table of that name, or nil.
func objectTableOf(name string) *objectTable {
	for i := range objectTables {
		if objectTables[i].name == name {
			return &objectTables[i]
		}
	}
	return nil
}

// each calls do with every row that a value of the setting names.
func (s *setting) each(value string, do func(rowName)) {
	if s.names == "" || value == "" || value == computedByBox {
		return
	}
	for s.lists {
		key, rest, more := strings.Cut(value, ",")
		if !more {
			break
		}
		do(rowName{s.names, key})
		value = rest
	}
	do(rowName{s.names, value})
}

// same tells whether two values of a setting are the same as text, or as a set where order does not count.
func (s *setting) same(a, b string) bool {
	if a == b {
		return true
	}
	return s.asSet && slices.Equal(setOf(a), setOf(b))
}

// setOf is a list such as 3,4 in order.
func setOf(list string) []string {
	if list == "" {
		return nil
	}
	items := strings.Split(list, ",")
	slices.Sort(items)
	return slices.Compact(items)
}

// derived tells whether a buffer profile is one that the switch makes by itself from speed and cable (2, traditional model).
func derived(profile string) bool {
	return strings.HasPrefix(profile, "pg_lossless_") && strings.HasSuffix(profile, "_profile")
}
