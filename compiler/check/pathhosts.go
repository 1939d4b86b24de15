package check

import "github.com/weft-net/weft/qos"

// PathHosts are the ports to hosts that Paths looks at, by the priority of the class and by switch.
func PathHosts(n *Net) map[qos.Queue]map[string][]string {
	n.divide()
	all := map[qos.Queue]map[string][]string{}
	for _, l := range n.lanes(nil) {
		hosts := map[string][]string{}
		for _, some := range l.hosts {
			name := some[0].Switch.Name
			for i := range some {
				hosts[name] = append(hosts[name], some[i].Name)
			}
		}
		all[l.priority] = hosts
	}
	return all
}
