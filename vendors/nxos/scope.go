package nxos

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// InScope tells whether weft may make this difference to a configuration: to an object of its own prefix or one it was
// handed, to the lines by which QoS hangs on the ports the intent names, to what a port that left still binds, and to the few
// switch-wide lines that QoS cannot do without. The answer is the same for a line that comes and for one that goes, so that
// what weft may do it may also undo.
func (NXOS) InScope(d vendors.Delta, site vendors.Site, scope vendors.Scope) bool {
	j := judge{site: &site, scope: &scope}
	if len(d.Path) == 0 {
		return j.topLine(d.Text)
	}
	header := d.Path[0]
	switch {
	case header == "system qos":
		return j.systemLine(d.Text)
	case strings.HasPrefix(header, "interface "):
		return len(d.Path) == 1 && j.portLine(header[len("interface "):], d.Text)
	}
	return j.within(header)
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

// handed tells whether weft was handed an object, by type and name. How the matches of a class-map combine is no part of it.
func (j judge) handed(kind, name string) bool {
	for _, full := range j.site.Adopt {
		if k, n := qosObject(full); k == kind && n == name {
			return true
		}
	}
	return false
}

// qosObject is the type and the name of a QoS object, by its header: "policy-map queuing". What is no QoS object has none.
func qosObject(header string) (kind, name string) {
	words := strings.Fields(header)
	if len(words) < 4 || words[1] != "type" || words[0] != "class-map" && words[0] != "policy-map" {
		return "", ""
	}
	switch words[2] {
	case "qos", "queuing", "network-qos":
		return words[0] + " " + words[2], words[len(words)-1]
	}
	return "", ""
}

// within judges a line inside an object.
func (j judge) within(header string) bool {
	kind, name := qosObject(header)
	return kind != "" && (j.mine(name) || j.handed(kind, name) || j.scope.Prune)
}

// topLine judges a line of the top: the header of an object, or a switch-wide line.
func (j judge) topLine(text string) bool {
	if kind, name := qosObject(text); kind != "" {
		return j.mine(name) || j.scope.Prune && !j.handed(kind, name)
	}
	switch {
	case text == "system qos",
		text == "feature lldp",
		text == "congestion-control random-detect forward-nonecn",
		j.scope.Reload && strings.HasPrefix(text, "hardware access-list tcam region "),
		strings.HasPrefix(text, "system jumbomtu "),
		strings.HasPrefix(text, "priority-flow-control watch-dog-interval "):
		return true
	}
	return j.site.Accept[doubts[doubtWatchdogTimes].ID] && isWatchdogTime(text)
}

// isWatchdogTime tells whether a line is one of those that the intent must accept by id.
func isWatchdogTime(text string) bool {
	rest, ok := strings.CutPrefix(text, "priority-flow-control ")
	if !ok {
		return false
	}
	for _, start := range []string{"watch-dog interval ", "watch-dog shutdown-multiplier ", "auto-restore multiplier ", "fixed-restore multiplier "} {
		if strings.HasPrefix(rest, start) {
			return true
		}
	}
	return false
}

// systemLine judges a line of system qos: what hangs there of weft's own, and the network-qos policy, which is attached
// nowhere else, unless the one that is does already what the intent asks. Where the switch goes over to other classes as a
// whole, the output policy of the old ones goes too.
func (j judge) systemLine(text string) bool {
	switch {
	case !strings.HasPrefix(text, "service-policy type "):
		return false
	case j.mine(boundName(text)):
		return true
	case strings.HasPrefix(text, "service-policy type queuing output "):
		return j.scope.SwitchOver
	}
	return strings.HasPrefix(text, "service-policy type network-qos ") &&
		(!j.kept("", qos.FacetPFC) || !j.kept("", qos.FacetClassMTU))
}

// boundName is the policy that a service-policy line names.
func boundName(text string) string {
	text = strings.TrimSuffix(text, " no-stats")
	return text[strings.LastIndexByte(text, ' ')+1:]
}

// kept tells whether weft was told that a facet of a port does already what the intent asks.
func (j judge) kept(port string, f qos.Facet) bool {
	goesAlong := j.scope.SwitchOver && (f == qos.FacetEgress || f == qos.FacetPFC || f == qos.FacetClassMTU)
	return !j.scope.TakeOver && !j.scope.Destroy && !goesAlong && j.scope.Keep[port].Has(f)
}

// portLine judges a line of an interface.
func (j judge) portLine(name, text string) bool {
	facet, isBinding := bindingFacet(text)
	switch {
	case isBinding && j.mine(boundName(text)):
		return true // whoever the port belongs to: a port that left gives it up
	case isBinding:
		return j.mayRebind(name, facet)
	case strings.HasPrefix(text, "priority-flow-control mode "), strings.HasPrefix(text, "priority-flow-control watch-dog-interval "):
		return isFrontPort(name) // named, or left
	case strings.HasPrefix(text, "mtu "):
		return j.names(name)
	case text == "qos-mode pipe":
		return j.site.VXLAN && strings.HasPrefix(name, "nve")
	}
	return false
}

// bindingFacet is the facet of a port that a service-policy line sets.
func bindingFacet(text string) (qos.Facet, bool) {
	switch {
	case strings.HasPrefix(text, "service-policy type qos input "):
		return qos.FacetClassify, true
	case strings.HasPrefix(text, "service-policy type queuing output "):
		return qos.FacetEgress, true
	case strings.HasPrefix(text, "service-policy type queuing input "):
		return qos.FacetIngress, true
	}
	return 0, false
}

func isFrontPort(name string) bool {
	return (strings.HasPrefix(name, "Ethernet") || strings.HasPrefix(name, "port-channel")) && !strings.Contains(name, ".")
}

// mayRebind tells whether a foreign policy may be exchanged on an interface: the intent names it, and what the policy does is
// not kept on all of its ports.
func (j judge) mayRebind(name string, f qos.Facet) bool {
	return j.anyOf(name, func(port *vendors.SitePort) bool { return !j.kept(port.Name, f) })
}

// names tells whether the intent names an interface, as a port or as the bundle of one.
func (j judge) names(name string) bool {
	return j.anyOf(name, func(*vendors.SitePort) bool { return true })
}

// anyOf tells whether something is true of a named port, or of one of the ports of a bundle.
func (j judge) anyOf(name string, is func(*vendors.SitePort) bool) bool {
	if name == "" {
		return false
	}
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
	number := 0
	for at := strings.LastIndexByte(name, '/') + 1; at < len(name) && number < len(ports); at++ {
		number = 10*number + int(name[at]-'0')
	}
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
