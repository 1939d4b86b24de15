package manifests

import (
	"github.com/weft-net/weft/vendors"
	"go.yaml.in/yaml/v3"
)

// rocePort is the UDP port of RoCEv2.
const rocePort = 4791

// networkPolicy judges an allow-list of Kubernetes, which has no precedence and is no QoS.
func (j *judge) networkPolicy(d *Document) {
	if at := get(d.root, "spec", "priority"); at != nil {
		j.add(d, at, vendors.Error, "leave it out: QoS of RDMA is in the network card and the fabric",
			"a NetworkPolicy has no priority: it is rejected, or dropped without a word, and decides nothing about queues")
	}
	j.portPolicy(d)
}

// portPolicy looks for a policy that is meant for RoCE.
func (j *judge) portPolicy(d *Document) {
	if at := portNode(get(d.root, "spec")); at != nil {
		j.add(d, at, vendors.Warning, "part RDMA by VLAN, VRF or access lists of the fabric",
			"it is about UDP %d, and RDMA of a virtual function passes no kernel: no policy of the cluster's network sees it", rocePort)
	}
}

// networkQoS judges OVN-Kubernetes marking.
func (j *judge) networkQoS(d *Document) {
	for _, rule := range list(d.root, "spec", "egress") {
		at := get(rule, "dscp")
		if dscp, ok := number(at); ok && j.want.lossless(dscp) {
			j.add(d, at, vendors.Warning, "mark RDMA in the network card or the program, and keep other traffic out of the lossless class",
				"it marks packets that pass Open vSwitch with DSCP %d, which is lossless in the fabric: that is TCP and not RDMA", dscp)
		}
	}
}

// portNode finds the port of RoCE below a node. It follows no alias, so that it ends.
func portNode(n *yaml.Node) *yaml.Node {
	if n == nil {
		return nil
	}
	for i, kid := range n.Content {
		named := n.Kind == yaml.MappingNode && i%2 == 1
		if named && (n.Content[i-1].Value == "port" || n.Content[i-1].Value == "number") {
			if port, ok := number(kid); ok && port == rocePort {
				return kid
			}
		}
		if at := portNode(kid); at != nil {
			return at
		}
	}
	return nil
}
