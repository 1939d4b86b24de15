package fitting

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// SitePorts finds what is known about each port of a model beside its QoS. A port that the site does not name has its name
// only.
func SitePorts(sw *qos.Switch, site vendors.Site) []vendors.SitePort {
	ports := make([]vendors.SitePort, len(sw.Ports))
	at := 0 // both lists are in natural order, so the next one is mostly the right one
	for i := range sw.Ports {
		name := sw.Ports[i].Name
		if at >= len(site.Ports) || site.Ports[at].Name != name {
			at = slices.IndexFunc(site.Ports, func(p vendors.SitePort) bool { return p.Name == name })
		}
		ports[i] = vendors.SitePort{Name: name}
		if at >= 0 {
			ports[i] = site.Ports[at]
		}
		at++
	}
	return ports
}

// ExpandPorts expands what stands between the commas of a range of the intent, and gives all names in natural order. item has room
// for so many names, most in all. A port that is named twice is an error.
func ExpandPorts(spec string, most int, item func(item string, room int) ([]string, error)) ([]string, error) {
	var names []string
	for part := range strings.SplitSeq(spec, ",") {
		more, err := item(strings.TrimSpace(part), most-len(names))
		if err != nil {
			return nil, fmt.Errorf("ports %q: %w", spec, err)
		}
		names = append(names, more...)
	}
	slices.SortFunc(names, qos.ComparePorts)
	for i := range names[1:] {
		if names[i] == names[i+1] {
			return nil, fmt.Errorf("ports %q: %s is named twice", spec, names[i])
		}
	}
	return names, nil
}
