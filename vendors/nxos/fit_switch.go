package nxos

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// bundleFacets are what a port-channel has once for all its members.
const bundleFacets = qos.FacetSet(1<<qos.FacetClassify | 1<<qos.FacetEgress | 1<<qos.FacetIngress | 1<<qos.FacetMTU)

// bundles checks that the members of a port-channel agree, because policies and MTU stand on the port-channel.
func (f *fitter) bundles(fitted *qos.Switch) {
	first := map[string]int{}
	var c *qos.Comparer
	for i := range fitted.Ports {
		lag := f.ports[i].LAG
		if lag == "" {
			continue
		}
		if !isPortChannel(lag) {
			f.diags = append(f.diags, vendors.Diagnostic{Severity: vendors.Error, Field: "lag", Ports: []string{fitted.Ports[i].Name},
				Summary: fmt.Sprintf("lag %q is not a port-channel", lag), Detail: "write it such as port-channel10"})
			continue
		}
		j, seen := first[lag]
		if !seen {
			first[lag] = i
			continue
		}
		if c == nil {
			c = qos.NewComparer(qos.AllQueues)
		}
		f.sameBundle(c, &fitted.Ports[j], &fitted.Ports[i], lag)
	}
}

func (f *fitter) sameBundle(c *qos.Comparer, a, b *qos.Port, lag string) {
	differ := (c.Port(a, b) | c.Port(b, a)) & bundleFacets
	if differ == 0 {
		return
	}
	f.diags = append(f.diags, vendors.Diagnostic{
		Severity: vendors.Error, Field: "lag", Ports: []string{a.Name, b.Name},
		Summary: fmt.Sprintf("%s and %s are members of %s and are asked to behave differently", a.Name, b.Name, lag),
		Detail:  "policies and mtu stand on the port-channel and hold for all its members (S-ATT)",
	})
}

// cautions warns of what the row knows that no number shows, and of limits that the switch only finds out by itself.
func (f *fitter) cautions(fitted *qos.Switch) {
	if f.row.caution != "" {
		f.diags.Warnf(0, "%s", f.row.family+": "+f.row.caution)
	}
	policies, entries := f.classification(fitted)
	if f.row.carved && policies > 0 {
		f.diags.Warnf(0, "%s: classification and ECN need a TCAM region that is not carved from the start; carving it takes a reload (S-3232)", f.row.family)
	}
	if region := f.row.tcam; region.Known() && entries > region.V {
		f.diags.Warnf(0, "classification needs about %d TCAM entries, and the region was seen with %d: the switch may refuse a policy (%s)", entries, region.V, region.Source)
	}
	if most := f.row.maxQoSMaps; most.Known() && policies > most.V {
		f.diags.Warnf(0, "%d different classification policies are needed, and the switch takes %d (%s)", policies, most.V, most.Source)
	}
	f.cautionLayer2(fitted)
	f.cautionBuffer(fitted)
	if fitted.Tunnel.DSCP.Known() && fitted.Tunnel.DSCP.V == qos.TunnelPipe {
		f.diags.Warnf(0, "vxlan: qos-mode pipe is documented, but no source says which platforms have it (S-CMD-Q)")
	}
}

// entriesPerDSCP is what one code point costs: one IPv4 entry and two for IPv6 (S-CLS7X).
const entriesPerDSCP = 3

// classification counts the different classifications and estimates their TCAM entries. Ports share those of one policy.
func (f *fitter) classification(fitted *qos.Switch) (policies, entries int) {
	seen := map[*qos.Classify]bool{}
	for i := range fitted.Ports {
		c := fitted.Ports[i].Classify
		if c == nil || seen[c] {
			continue
		}
		seen[c] = true
		policies++
		for d := range c.DSCP {
			if c.DSCP[d] != c.Other {
				entries += entriesPerDSCP
			}
		}
	}
	return policies, entries
}

// cautionLayer2 warns of an MTU that a layer 2 port may not take.
func (f *fitter) cautionLayer2(fitted *qos.Switch) {
	var ports []string
	for i := range fitted.Ports {
		mtu := fitted.Ports[i].MTU
		if mtu.Known() && !f.ports[i].Routed && mtu.V != builtinMTU && mtu.V != largestPacket {
			ports = append(ports, fitted.Ports[i].Name)
		}
	}
	if ports != nil {
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "mtu", Ports: ports,
			Summary: fmt.Sprintf("a layer 2 port may take an mtu of %d or %d bytes only", builtinMTU, largestPacket),
			Detail:  "no source confirms it; say mode = \"l3\" for routed ports",
		})
	}
}

// cautionBuffer refuses explicit pause buffers that are more than anyone says the switch has. It cannot certify that they fit.
func (f *fitter) cautionBuffer(fitted *qos.Switch) {
	var sum qos.Bytes
	for i := range fitted.Ports {
		in := fitted.Ports[i].Ingress
		if in == nil {
			continue
		}
		for _, b := range in.Buffers {
			if b.Known() {
				sum += b.V.XOFF + b.V.Headroom
			}
		}
	}
	if have := f.row.buffer; have.Known() && sum > have.V {
		f.diags.Errorf(0, "the pause buffers of all ports are %d bytes together, and the most anyone says the switch has is %d (%s)", sum, have.V, have.Source)
	}
}
