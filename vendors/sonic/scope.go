package sonic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// InScope tells whether weft may make this difference to a configuration: to a row of its own prefix or one it was handed, to the
// fields by which QoS hangs on the ports that the intent names, to what a port that left still binds, and to the few rows of the
// whole switch that QoS cannot do without. The answer is the same for a field that comes and for one that goes, so that what weft
// may do it may also undo.
func (SONiC) InScope(d vendors.Delta, site vendors.Site, scope vendors.Scope) bool {
	if len(d.Path) != 2 {
		return false
	}
	j := judge{site: &site, scope: &scope}
	name, text := splitPair(d.Text)
	return j.field(d.Path[0], d.Path[1], name, text) || scope.Parts[partOf(d.Path[0], d.Path[1], d.Text)]
}

// Widen adds to the scope what ports that the intent does not name have by rows for several ports: those with named ones among them, and
// those that name a row of weft's.
func (SONiC) Widen(running, _ vendors.Config, site vendors.Site, scope vendors.Scope) vendors.Scope {
	j := judge{site: &site}
	for _, t := range docOf(running).tables {
		if homes[t.name] != ofPorts {
			continue
		}
		for _, r := range t.all() {
			if strings.IndexByte(r.key, ',') >= 0 {
				j.addParts(&scope, t.name, r)
			}
		}
	}
	return scope
}

// addParts adds what a row for several ports says of each, where it may have to be divided.
func (j judge) addParts(scope *vendors.Scope, table string, r *row) {
	list, index, indexed := strings.Cut(r.key, "|")
	ports := strings.Split(list, ",")
	ours := slices.ContainsFunc(ports, func(port string) bool { return j.port(port) != nil }) ||
		slices.ContainsFunc(r.fields, func(f field) bool { return j.mine(f.value) })
	if !indexed || !ours {
		return
	}
	if scope.Parts == nil {
		scope.Parts = map[string]bool{}
	}
	for _, port := range ports {
		for i := range r.fields {
			scope.Parts[partOf(table, port+"|"+index, r.fields[i].String())] = true
		}
	}
}

// partOf is a field of a row as the scope has it.
func partOf(table, key, pair string) string { return table + "|" + key + " " + pair }

// splitPair takes a pair of JSON apart: `"scheduler": "WEFT-q-roce"`. Names and texts of QoS have nothing escaped in them. A row
// without fields is `{}` and has no name.
func splitPair(pair string) (name, text string) {
	name, text, ok := strings.Cut(pair, `": `)
	if !ok {
		return "", ""
	}
	return strings.TrimPrefix(name, `"`), strings.Trim(text, `"`)
}

// judge decides on single fields.
type judge struct {
	site  *vendors.Site
	scope *vendors.Scope
}

// mine tells whether a name is of a row that weft made: its prefix, a dash, and more.
func (j judge) mine(name string) bool {
	rest, ok := strings.CutPrefix(name, j.site.Prefix)
	return ok && len(rest) > 1 && rest[0] == '-'
}

// handed tells whether weft was handed a row, by its key in the database or with a blank: "WRED_PROFILE|AZURE_LOSSLESS".
func (j judge) handed(table, key string) bool {
	for _, full := range j.site.Adopt {
		if rest, ok := strings.CutPrefix(full, table); ok && len(rest) > 1 && strings.ContainsAny(rest[:1], "| ") && rest[1:] == key {
			return true
		}
	}
	return false
}

// home is whom the rows of a table belong to.
type home uint8

const (
	elsewhere home = iota // weft has nothing to do with the table
	ofNames               // whoever named the row
	ofPorts               // the port, or ports, that the key begins with
	ofSwitch              // the switch
	ofCables              // the port that the field names
)

var homes = map[string]home{
	"DSCP_TO_TC_MAP":                     ofNames,
	"DOT1P_TO_TC_MAP":                    ofNames,
	"TC_TO_QUEUE_MAP":                    ofNames,
	"TC_TO_PRIORITY_GROUP_MAP":           ofNames,
	"TC_TO_DSCP_MAP":                     ofNames,
	"MAP_PFC_PRIORITY_TO_QUEUE":          ofNames,
	"PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": ofNames,
	"SCHEDULER":                          ofNames,
	"WRED_PROFILE":                       ofNames,
	"BUFFER_PROFILE":                     ofNames,
	"TUNNEL":                             ofNames,
	"PORT_QOS_MAP":                       ofPorts,
	"QUEUE":                              ofPorts,
	"BUFFER_PG":                          ofPorts,
	"BUFFER_QUEUE":                       ofPorts,
	"BUFFER_PORT_INGRESS_PROFILE_LIST":   ofPorts,
	"BUFFER_PORT_EGRESS_PROFILE_LIST":    ofPorts,
	"PFC_WD":                             ofPorts,
	"PORT":                               ofPorts,
	"BUFFER_POOL":                        ofSwitch,
	"DEFAULT_LOSSLESS_BUFFER_PARAMETER":  ofSwitch,
	"LOSSLESS_TRAFFIC_PATTERN":           ofSwitch,
	"CABLE_LENGTH":                       ofCables,
}

// field judges a field of a row.
func (j judge) field(table, key, name, text string) bool {
	switch homes[table] {
	case ofNames:
		return j.mine(key) || j.handed(table, key) || j.stock(table, key) || j.scope.Prune && table != "TUNNEL" && !isDerived(table, key)
	case ofSwitch:
		return true
	case ofCables:
		return name == "" || j.port(name) != nil // headroom that the switch works out is never known to be as asked
	case ofPorts:
		ports, _, _ := strings.Cut(key, "|")
		if ports == "GLOBAL" || ports == "global" {
			return j.globalField(table, name, text)
		}
		return j.portField(table, ports, name, text)
	}
	return false
}

// stock tells the buffer profiles of the switch's own template, which are made where they are not there, like the pools.
func (j judge) stock(table, key string) bool {
	r, ok := j.site.Platform.Row.(*platformRow)
	return ok && table == "BUFFER_PROFILE" && slices.ContainsFunc(r.profiles.V.list(), func(p stockProfile) bool { return p.name == key })
}

// isDerived tells the rows that the buffer manager makes by itself (section 2).
func isDerived(table, key string) bool {
	return table == "BUFFER_PROFILE" && strings.HasPrefix(key, "pg_lossless_")
}

// globalField judges a field of a row that stands for the whole switch beside those of ports.
func (j judge) globalField(table, name, text string) bool {
	switch {
	case table == "PFC_WD":
		return true
	case table != "PORT_QOS_MAP":
		return false
	}
	return name == "" || name == "dscp_to_tc_map" && (j.mine(text) || !j.kept("", facets(qos.FacetClassify)))
}

// portFacets are the facets that the fields of the tables of ports decide. Under "" is what decides in a table all of whose fields
// do the same. The maps of a port hang together: each numbers classes for the next, and priority groups are the last numbers.
var portFacets = map[string]map[string]qos.FacetSet{
	"PORT_QOS_MAP": {
		"dscp_to_tc_map":   facets(qos.FacetClassify, qos.FacetIngress, qos.FacetPFC),
		"dot1p_to_tc_map":  facets(qos.FacetClassify, qos.FacetIngress, qos.FacetPFC),
		"tc_to_dscp_map":   facets(qos.FacetClassify),
		"tc_to_queue_map":  facets(qos.FacetClassify, qos.FacetEgress, qos.FacetIngress, qos.FacetPFC),
		"tc_to_pg_map":     facets(qos.FacetClassify, qos.FacetIngress, qos.FacetPFC),
		"pfc_to_queue_map": facets(qos.FacetPFC),
		"pfc_to_pg_map":    facets(qos.FacetClassify, qos.FacetIngress, qos.FacetPFC),
		"pfc_enable":       facets(qos.FacetPFC),
		"pfcwd_sw_enable":  facets(qos.FacetWatchdog),
		"scheduler":        facets(qos.FacetEgress),
	},
	"QUEUE":                            {"": facets(qos.FacetEgress)},
	"BUFFER_QUEUE":                     {"": facets(qos.FacetEgress, qos.FacetIngress, qos.FacetPFC)},
	"BUFFER_PG":                        {"": facets(qos.FacetClassify, qos.FacetIngress, qos.FacetPFC)},
	"BUFFER_PORT_INGRESS_PROFILE_LIST": {"": facets(qos.FacetIngress)},
	"BUFFER_PORT_EGRESS_PROFILE_LIST":  {"": facets(qos.FacetEgress)},
	"PFC_WD":                           {"": facets(qos.FacetWatchdog)},
	"PORT":                             {"mtu": facets(qos.FacetMTU)},
}

func facets(list ...qos.Facet) (set qos.FacetSet) {
	for _, f := range list {
		set = set.With(f)
	}
	return set
}

// portField judges a field of a row of ports. Whoever they belong to, they give up what names a row of weft's, and PFC, the
// watchdog and buffers that the switch works out for PFC, which have no names. Of a port that the intent names any field of a facet may be set that does not yet do what is asked.
func (j judge) portField(table, ports, name, text string) bool {
	set, ok := portFacets[table][""]
	if !ok {
		set, ok = portFacets[table][name]
	}
	switch {
	case name == "" && table != "PORT":
		return true // a row without fields binds nothing
	case !ok:
		return false
	case j.mine(text):
		return true
	case j.template(table, text):
		return j.port(ports) != nil
	case name == "pfc_enable", name == "pfcwd_sw_enable", table == "PFC_WD", table == "BUFFER_PG" && text == "NULL":
		return isFrontPort(ports)
	}
	for port := range strings.SplitSeq(ports, ",") {
		if j.anyOf(port, func(port *vendors.SitePort) bool { return !j.kept(port.Name, set) }) {
			return true
		}
	}
	return false
}

// template tells what a port of the switch's own template has in the tables of buffers, which is set again where it is lost.
func (j judge) template(table, profiles string) bool {
	if !strings.HasPrefix(table, "BUFFER_P") && table != "BUFFER_QUEUE" {
		return false
	}
	for profile := range strings.SplitSeq(profiles, ",") {
		if !j.stock("BUFFER_PROFILE", profile) {
			return false
		}
	}
	return true
}

// kept tells whether weft was told that facets of a port do already what the intent asks.
func (j judge) kept(port string, all qos.FacetSet) bool {
	return !j.scope.TakeOver && !j.scope.Destroy && j.scope.Keep[port]&all == all
}

func isFrontPort(name string) bool { return strings.HasPrefix(name, "Ethernet") }

// anyOf tells whether something is true of the named port of a name.
func (j judge) anyOf(name string, is func(*vendors.SitePort) bool) bool {
	port := j.port(name)
	return port != nil && is(port)
}

// port is the named port of this name, or nil. Ports mostly go by one step, so that a port stands where its number says, and
// looking at all of them for each field of each is rare.
func (j judge) port(name string) *vendors.SitePort {
	ports := j.site.Ports
	if len(ports) > 1 {
		first, step := numberOfPort(ports[0].Name), numberOfPort(ports[1].Name)-numberOfPort(ports[0].Name)
		if at := (numberOfPort(name) - first) / max(step, 1); at >= 0 && at < len(ports) && ports[at].Name == name {
			return &ports[at]
		}
	}
	for i := range ports {
		if ports[i].Name == name {
			return &ports[i]
		}
	}
	return nil
}

// numberOfPort is the number that a port's name ends in, or 0.
func numberOfPort(name string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(name, "Ethernet"))
	return n
}
