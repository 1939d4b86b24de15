package fitting

import (
	"slices"

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
