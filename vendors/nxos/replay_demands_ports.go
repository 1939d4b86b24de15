package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// Attachment.

func policyExists(d *device, c *typed) string {
	if c.about == nil && !isBuiltInPolicy(c.row.kind, c.args[0]) {
		return "ERROR: the policy-map does not exist"
	}
	return ""
}

// fitsQueuing holds a queuing policy against the direction it is attached in, and its strict queues against their order.
func fitsQueuing(d *device, c *typed) string {
	input := c.canon[3] == "input"
	if c.about == nil {
		if input != (c.args[0] == "default-in-policy") {
			return saysOtherDirection
		}
		return ""
	}
	if c.about.fits == c.canon[3] {
		return ""
	}
	policy := d.tree.Find(c.about.header)
	for _, class := range policy.Kids {
		if in, known := classDirection(class.Text); known && in != input {
			return saysOtherDirection
		}
	}
	if says := d.strictOrder(policy, nil, 0); says != "" {
		return says
	}
	c.about.fits = c.canon[3]
	return ""
}

const saysOtherDirection = "ERROR: the policy-map is for the other direction"

// The lines that leave no room in the TCAM for policies on switched and on routed ports.
var (
	switchedRegions = [...]string{"hardware access-list tcam region ing-l2-qos 0", "hardware access-list tcam region qos 0"}
	routedRegions   = [...]string{"hardware access-list tcam region ing-l3-vlan-qos 0", "hardware access-list tcam region l3qos 0"}
)

// regionIsCarved looks for room in the TCAM, which is divided when the switch starts.
func regionIsCarved(d *device, c *typed) string {
	const saysNotCarved = `Module 1 returned status "TCAM region is not configured. Please configure TCAM region and retry"`
	regions := &switchedRegions
	if d.besides("no switchport") {
		regions = &routedRegions
	}
	for _, region := range regions {
		if d.startedWith(region) {
			return saysNotCarved
		}
	}
	if d.hardware.userGroups && d.startedWith(switchedRegions[1]) { // of routed ports too (S-3232)
		return saysNotCarved
	}
	if d.hardware.userGroups && !printsStart(d.start.Top, "hardware access-list tcam region qos") && d.reads(doubtTCAMCarved) == 1 {
		return saysNotCarved
	}
	return ""
}

func printsStart(lines []*conf.Node, start string) bool {
	for _, n := range lines {
		if n.Kind == conf.In && startsWith(n.Text, start) {
			return true
		}
	}
	return false
}

// Interfaces.

func physicalPort(d *device, _ *typed) string {
	if isHardware(d.at.port) && strings.HasPrefix(d.at.port, "Ethernet") {
		return ""
	}
	return saysInvalid
}

func madeByUsers(_ *device, c *typed) string {
	if isHardware(c.args[0]) {
		return saysInvalid
	}
	return ""
}

func noMembers(d *device, c *typed) string {
	if len(d.members[c.args[0]]) > 0 {
		return "ERROR: the port-channel has members"
	}
	return ""
}

func noFlowControlBeside(d *device, c *typed) string {
	if strings.HasSuffix(c.text, " on") && (d.besides("flowcontrol receive on") || d.besides("flowcontrol send on")) {
		return "ERROR: flowcontrol and priority-flow-control may not stand on one interface"
	}
	return ""
}

func noPFCBeside(d *device, c *typed) string {
	if strings.HasSuffix(c.text, " on") && d.besides("priority-flow-control mode on") {
		return "ERROR: flowcontrol and priority-flow-control may not stand on one interface"
	}
	return ""
}

const saysNoLLDP = "% Invalid command at '^' marker."

func lldpIsOn(d *device, _ *typed) string {
	if d.tree.Find("feature lldp") == nil {
		return saysNoLLDP
	}
	return ""
}

func lldpForTLV(d *device, c *typed) string {
	if strings.HasSuffix(c.text, " send-tlv") {
		return lldpIsOn(d, c)
	}
	return ""
}

func nothingUsesLLDP(d *device, _ *typed) string {
	for _, n := range d.tree.Top {
		if n.Kind == conf.In && usesLLDP(n) {
			return "ERROR: lldp is in use"
		}
	}
	return ""
}

func usesLLDP(n *conf.Node) bool {
	text := strings.TrimPrefix(n.Text, "no ")
	if startsWith(text, "lldp") || strings.HasSuffix(text, " send-tlv") {
		return true
	}
	for _, kid := range n.Kids {
		if kid.Kind == conf.In && usesLLDP(kid) {
			return true
		}
	}
	return false
}

// MTU.

// The interface MTU without a line, and the jumbo ceiling.
const (
	plainMTU = 1500
	jumboMTU = 9216
)

// jumbo is the largest interface MTU. Without a line it is a doubt, unless an interface shows it.
func (d *device) jumbo(wanted int) int {
	if d.ceiling > 0 {
		return d.ceiling
	}
	if wanted <= max(d.widest, plainMTU) || d.reads(doubtJumboDefault) == 0 {
		return jumboMTU
	}
	return plainMTU
}

func belowJumbo(d *device, c *typed) string {
	if mtu := numberIn(c.args[0]); mtu > d.jumbo(mtu) {
		return "ERROR: the MTU is above system jumbomtu"
	}
	return ""
}

// layer2MTU keeps a switched port to the plain and the jumbo MTU, and to what other ones had at the start.
func layer2MTU(d *device, c *typed) string {
	mtu := numberIn(c.args[0])
	if mtu == plainMTU || d.besides("no switchport") || slices.Contains(d.switched, mtu) || mtu == d.jumbo(mtu) || d.reads(doubtLayer2MTU) == 1 {
		return ""
	}
	return "ERROR: a switched port takes the default or the jumbo MTU only"
}

// aboveEveryMTU keeps the ceiling above the interfaces.
func aboveEveryMTU(d *device, c *typed) string {
	ceiling := numberAt(c.text, 2)
	for _, n := range d.tree.Top {
		if !strings.HasPrefix(n.Text, "interface ") {
			continue
		}
		if line := n.FindPrefix("mtu "); line != nil && numberAt(line.Text, 1) > ceiling {
			return "ERROR: an interface has a larger MTU"
		}
	}
	return ""
}

func knowsWatchdogTimes(d *device, _ *typed) string {
	if d.reads(doubtWatchdogTimes) == 1 {
		return saysInvalid
	}
	return ""
}
