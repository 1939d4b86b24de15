package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// InScope tells whether weft may make this difference to a configuration: to an object of its own prefix or one it was
// handed, to the lines by which QoS hangs on the ports the intent names, to what a port that left still binds, and to the few
// switch-wide lines that QoS cannot do without. The answer is the same for a line that comes and for one that goes, so that
// what weft may do it may also undo.
func (CloudEngine) InScope(d vendors.Delta, site vendors.Site, scope vendors.Scope) bool {
	j := judge{site: &site, scope: &scope}
	if len(d.Path) == 0 {
		return j.topLine(d.Text)
	}
	name, isPort := strings.CutPrefix(d.Path[0], "interface ")
	switch {
	case isPort && len(d.Path) > 1:
		return false
	case isPort && strings.HasPrefix(name, "Nve"):
		return site.VXLAN && strings.HasPrefix(d.Text, "qos phb marking dscp ")
	case isPort && strings.Contains(name, "."):
		return j.subLine(name, d.Text)
	case isPort:
		return isFrontPort(name) && j.portLine(name, d.Text)
	}
	return j.within(d.Path[0])
}

// judge decides on single lines.
type judge struct {
	site  *vendors.Site
	scope *vendors.Scope
}

// mine tells whether a name is of an object that weft created: its prefix, a dash, and more.
func (j judge) mine(name string) bool {
	rest, ok := strings.CutPrefix(name, j.site.Prefix)
	return ok && len(rest) > 1 && rest[0] == '-'
}

// handed tells whether weft was handed an object.
func (j judge) handed(object objectKey) bool {
	for _, full := range j.site.Adopt {
		if objectOf(full) == object {
			return true
		}
	}
	return false
}

// ownable tells the objects that weft makes, or that have an effect on what it sets.
func ownable(object objectKey) bool {
	switch object.kind {
	case noKind, listObject, appObject, uplinkObject:
		return false
	}
	return true
}

// within judges a line inside an object.
func (j judge) within(header string) bool {
	object := objectOf(header)
	return ownable(object) && (j.mine(object.name) || j.handed(object) || j.scope.Prune && !isBuiltIn(object))
}

// switchWide are the beginnings of the lines of the system view that QoS needs (reference 2.2, 2.4, 2.6).
var switchWide = []string{
	"dcb pfc dscp-mapping enable slot", "qos buffer headroom-pool size", "dcb pfc deadlock-detect", "dcb pfc deadlock-recovery",
	"dcb pfc deadlock recovery-behavior",
}

// topLine judges a line of the system view: the header of an object, or a switch-wide line.
func (j judge) topLine(text string) bool {
	if object := objectOf(text); ownable(object) {
		return j.mine(object.name) || j.scope.Prune && !j.handed(object) && !isBuiltIn(object)
	}
	for _, start := range switchWide {
		if startsWith(text, start) {
			return true
		}
	}
	switch {
	case text == "lldp enable":
		return true
	case text == "qos ecn":
		return hardwareOf(j.site.Platform).is(chipCE128)
	}
	return j.site.VXLAN && startsWith(text, "assign forward nvo3")
}

// portFacets are the beginnings of the lines of a port that weft sets, with the facets they decide; stays marks those that a
// port keeps when it leaves. Where starts overlap the first one counts.
var portFacets = []struct {
	start  string
	facets qos.FacetSet
	stays  bool
}{
	{"trust", facets(qos.FacetClassify), false},
	{"port priority", facets(qos.FacetClassify), false},
	{"qos phb marking", facets(qos.FacetClassify), false},
	{"traffic-policy", facets(qos.FacetClassify), false},
	{"dcb pfc enable", facets(qos.FacetPFC, qos.FacetWatchdog), false},
	{"dcb pfc buffer", facets(qos.FacetIngress), false},
	{"port pfc-deadlock trigger", facets(qos.FacetWatchdog), false},
	{"qos queue", facets(qos.FacetEgress), false},
	{"qos buffer queue", facets(qos.FacetEgress), false},
	{"qos drr", facets(qos.FacetEgress), false},
	{"qos pq", facets(qos.FacetEgress), false},
	{"qos lpq", facets(qos.FacetEgress), false},
	{"qos wfq", facets(qos.FacetEgress), false},
	{"dcb ets enable", facets(qos.FacetEgress), false},
	{"jumboframe enable", facets(qos.FacetMTU), true},
	{"mtu", facets(qos.FacetMTU), true},
	{"lldp tlv-enable dcbx", facets(qos.FacetDCBX), true},
	{"dcb compliance", facets(qos.FacetDCBX), true},
}

func facets(list ...qos.Facet) (set qos.FacetSet) {
	for _, f := range list {
		set = set.With(f)
	}
	return set
}

// portLine judges a line of a port or bundle. Whoever it belongs to, it gives up what binds an object of weft's, and the lines
// without a name that stand beside such. Of a port that the intent names any line of a facet may be set that does not yet do
// what is asked.
func (j judge) portLine(name, text string) bool {
	object, _ := refersTo(text)
	switch {
	case object.kind != noKind && j.mine(object.name):
		return true
	case object.kind == policyObject && !strings.HasSuffix(text, " inbound"):
		return false
	}
	for _, line := range portFacets {
		if !startsWith(text, line.start) {
			continue
		}
		nameless, decides := object.kind == noKind && !line.stays, line.facets
		if strings.HasSuffix(text, " mode auto") { // what the port tells its peer counts too
			decides = decides.With(qos.FacetDCBX)
		}
		return nameless || j.anyOf(name, func(port *vendors.SitePort) bool { return !j.kept(port.Name, decides) })
	}
	return false
}

// subStarts are the beginnings of the lines of a sub-interface by which it classifies and marks (reference 1.3, 2.12).
var subStarts = []string{"trust", "qos phb marking", "traffic-policy"}

// subLine judges a line of a sub-interface: those of its classes go with the port or bundle that it is of.
func (j judge) subLine(header, text string) bool {
	name, _, _ := strings.Cut(header, ".")
	for _, start := range subStarts {
		if startsWith(text, start) {
			return isFrontPort(name) && j.portLine(name, text)
		}
	}
	return false
}

// kept tells whether weft was told that facets of a port do already what the intent asks.
func (j judge) kept(port string, all qos.FacetSet) bool {
	return !j.scope.TakeOver && !j.scope.Destroy && j.scope.Keep[port]&all == all
}

func isFrontPort(name string) bool { return isHardwarePort(name) || isTrunkPort(name) }

// anyOf tells whether something is true of a named port, or of one of the ports of a bundle.
func (j judge) anyOf(name string, is func(*vendors.SitePort) bool) bool {
	if port := j.port(name); port != nil {
		return is(port)
	}
	for i := range j.site.Ports {
		if port := &j.site.Ports[i]; port.LAG == name && is(port) {
			return true
		}
	}
	return false
}

// port is the named port of this name, or nil. A port mostly stands where its number says, so that looking at all of them
// for each line of each is rare.
func (j judge) port(name string) *vendors.SitePort {
	ports := j.site.Ports
	number, _ := digits(name[strings.LastIndexByte(name, '/')+1:])
	if number > 0 && number <= len(ports) && ports[number-1].Name == name {
		return &ports[number-1]
	}
	for i := range ports {
		if ports[i].Name == name {
			return &ports[i]
		}
	}
	return nil
}
