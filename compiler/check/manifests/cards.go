package manifests

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"go.yaml.in/yaml/v3"
)

// What the NIC operator sets where a template says nothing.
const (
	defaultTrust = "dscp"
	defaultPFC   = "0,0,0,1,0,0,0,0"
	defaultToS   = 0
)

// nicTemplate judges what NVIDIA's operator sets on network cards.
func (j *judge) nicTemplate(d *Document) {
	roce := get(d.root, "spec", "template", "roceOptimized")
	if roce == nil || text(roce, "enabled") == "false" || !j.want.known() {
		return
	}
	j.cardTrust(d, roce)
	j.cardToS(d, roce)
	j.cardPFC(d, roce)
}

// said is a setting and where it stands; else what the operator sets, and where the settings would stand.
func said(roce *yaml.Node, name, otherwise string) (string, *yaml.Node) {
	if at := get(roce, "qos", name); at != nil {
		return at.Value, at
	}
	return otherwise, roce
}

func (j *judge) cardTrust(d *Document, roce *yaml.Node) {
	trust, at := said(roce, "trust", defaultTrust)
	switch {
	case trust == "dscp" && j.want.PCP && !j.want.DSCP:
		j.add(d, at, vendors.Error, "set trust: pcp", "the card goes by DSCP, and the ports of the fabric by the tag")
	case trust == "pcp" && j.want.DSCP && !j.want.PCP:
		j.add(d, at, vendors.Error, "set trust: dscp", "the card goes by the tag, and the ports of the fabric by DSCP")
	}
}

// cardToS judges the code point that packets leave with. The operator's default is 0, while PFC is on for 3.
func (j *judge) cardToS(d *Document, roce *yaml.Node) {
	value, at := said(roce, "tos", fmt.Sprint(defaultToS))
	var tos int
	if _, err := fmt.Sscan(value, &tos); err != nil || !j.want.DSCP || j.want.Lossless == 0 || j.want.lossless(tos>>2) {
		return
	}
	what := fmt.Sprintf("packets leave with tos %d, DSCP %d", tos, tos>>2)
	if get(roce, "qos", "tos") == nil {
		what += ", which is what the operator sets where nothing is said"
	}
	j.add(d, at, vendors.Error, fmt.Sprintf("set tos: %d, which is DSCP %d times 4", j.want.tos(), j.want.tos()>>2),
		"%s: that is in no lossless class of the fabric, whose are %s, whatever the card pauses", what, j.want.codePoints())
}

func (j *judge) cardPFC(d *Document, roce *yaml.Node) {
	bits, at := said(roce, "pfc", defaultPFC)
	var set qos.QueueSet
	words := strings.Split(bits, ",")
	for q, bit := range words {
		if strings.TrimSpace(bit) == "1" && q < qos.NumQueues {
			set |= qos.Queues(qos.Queue(q))
		}
	}
	if len(words) == qos.NumQueues && set != j.want.PFC {
		j.add(d, at, vendors.Error, "pause the same priorities at both ends", "the card pauses priorities %s, and the fabric %s", set, j.want.PFC)
	}
}

// network judges what a virtual function tags packets with.
func (j *judge) network(d *Document) {
	at := get(d.root, "spec", "vlanQoS")
	priority, ok := number(at)
	switch {
	case !ok || !j.want.known():
	case !j.want.PCP:
		j.add(d, at, vendors.Warning, "leave vlanQoS out, and set the DSCP", "vlanQoS %d decides nothing: the ports of the fabric go by DSCP", priority)
	case priority < 0 || priority >= qos.NumQueues || !j.want.PFC.Has(qos.Queue(priority)):
		j.add(d, at, vendors.Error, "use a lossless priority", "vlanQoS %d is no lossless priority of the fabric, whose are %s", priority, j.want.PFC)
	}
}

// nodePolicy judges the packets of virtual functions.
func (j *judge) nodePolicy(d *Document) {
	at := get(d.root, "spec", "mtu")
	if mtu, ok := number(at); ok && j.want.MTU != 0 && qos.Bytes(mtu) > j.want.MTU {
		j.add(d, at, vendors.Error, fmt.Sprintf("set mtu: %d or less", j.want.MTU), "packets of up to %d bytes leave, and the fabric takes %d", mtu, j.want.MTU)
	}
}
