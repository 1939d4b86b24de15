package manifests

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
	"go.yaml.in/yaml/v3"
)

// networksKey is the annotation that gives a pod more networks.
const networksKey = "k8s.v1.cni.cncf.io/networks"

// pods judges every pod that an object holds, as itself or as a template, however deep. It follows no alias, so that it ends.
func (j *judge) pods(d *Document, n *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode {
		return
	}
	if get(n, "spec", "containers") != nil {
		j.pod(d, n)
		return
	}
	for _, kid := range n.Content {
		j.pods(d, kid)
	}
}

// pod judges one pod, or the template of one.
func (j *judge) pod(d *Document, n *yaml.Node) {
	containers := list(n, "spec", "containers")
	device, network := j.device(containers), j.rdmaNetwork(get(n, "metadata", "annotations", networksKey))
	for _, c := range containers {
		j.environment(d, c)
	}
	if device == nil && network != nil {
		j.add(d, network, vendors.Error, "request the resource of the network under resources.limits",
			"it is in a network of RDMA, and no container asks for a device: there is none in it")
	}
	if (device != nil || network != nil) && !locks(containers) {
		j.add(d, get(n, "spec", "containers"), vendors.Warning, "add IPC_LOCK to securityContext.capabilities of the container that uses RDMA",
			"no container may lock memory (IPC_LOCK): RDMA registers memory by locking it, and NCCL fails with an unexpected error where the limit is low")
	}
}

// device is the request for a device of RDMA, or nil.
func (j *judge) device(containers []*yaml.Node) *yaml.Node {
	for _, c := range containers {
		for _, kind := range []string{"limits", "requests"} {
			resources := get(c, "resources", kind)
			if resources == nil {
				continue
			}
			for i := 0; i+1 < len(resources.Content); i += 2 {
				name := resources.Content[i].Value
				if j.resources[name[strings.LastIndexByte(name, '/')+1:]] || strings.Contains(name, "rdma") {
					return resources.Content[i]
				}
			}
		}
	}
	return nil
}

// rdmaNetwork is the annotation where it names a network of RDMA, as a list or as JSON; else nil.
func (j *judge) rdmaNetwork(at *yaml.Node) *yaml.Node {
	if at == nil {
		return nil
	}
	for _, word := range strings.FieldsFunc(at.Value, func(r rune) bool { return strings.ContainsRune(", \t\n[]{}\":", r) }) {
		name := word[strings.LastIndexByte(word, '/')+1:]
		name, _, _ = strings.Cut(name, "@")
		if j.networks[name] {
			return at
		}
	}
	return nil
}

// locks tells whether a container may lock memory.
func locks(containers []*yaml.Node) bool {
	for _, c := range containers {
		if text(c, "securityContext", "privileged") == "true" {
			return true
		}
		for _, capability := range list(c, "securityContext", "capabilities", "add") {
			if v := strings.TrimPrefix(capability.Value, "CAP_"); v == "IPC_LOCK" || v == "ALL" {
				return true
			}
		}
	}
	return false
}

// trafficClasses are the variables that say what RoCE packets are marked with: the DSCP times 4.
var trafficClasses = map[string]bool{"NCCL_IB_TC": true, "UCX_IB_TRAFFIC_CLASS": true}

// environment judges what the libraries of a container are told.
func (j *judge) environment(d *Document, container *yaml.Node) {
	if !j.want.DSCP || j.want.Lossless == 0 {
		return
	}
	var nccl, said *yaml.Node
	for _, variable := range list(container, "env") {
		name, at := text(variable, "name"), get(variable, "value")
		switch {
		case trafficClasses[name] && at != nil:
			said = variable
			j.trafficClass(d, name, at)
		case trafficClasses[name]:
			said = variable // from elsewhere
		case strings.HasPrefix(name, "NCCL_IB_"):
			nccl = variable
		}
	}
	if nccl != nil && said == nil && get(container, "envFrom") == nil {
		j.add(d, nccl, vendors.Warning, fmt.Sprintf("set NCCL_IB_TC=%d, or a file nccl.conf with it in the image", j.want.tos()),
			"NCCL uses RDMA and is not told a traffic class: its packets leave with DSCP 0, and lossless in the fabric are %s", j.want.codePoints())
	}
}

func (j *judge) trafficClass(d *Document, name string, at *yaml.Node) {
	if tc, ok := number(at); ok && !j.want.lossless(tc>>2) {
		j.add(d, at, vendors.Error, fmt.Sprintf("set %s=%d, which is DSCP %d times 4", name, j.want.tos(), j.want.tos()>>2),
			"%s is %d, DSCP %d: that is in no lossless class of the fabric, whose are %s", name, tc, tc>>2, j.want.codePoints())
	}
}
