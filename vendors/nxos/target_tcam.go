package nxos

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// checkCapacity holds what ports shall classify by against the room that the switch has for it: how many type qos policies it
// takes, and the regions of the TCAM as its configuration carves them. A region is carved when the switch starts, no source
// says what sizes it takes or what has to make room for it, and so weft changes one only in a plan of its own (Prepare).
func (t *targeter) checkCapacity() {
	r, ok := t.site.Platform.Row.(*row)
	limited := ok && r.maxQoSMaps.Known()
	if t.edit == nil || !limited && settingLine(t.have.tree, tcamRegion) == nil {
		return
	}
	was, now := classifiedIn(t.have.tree), classifiedIn(t.tree())
	t.checkPolicies(was, now)
	for _, routed := range []bool{false, true} {
		for _, region := range t.regions(routed) {
			t.checkRegion(region, routed, was, now)
		}
	}
}

// tcamRegion is what the lines start with that carve the TCAM.
const tcamRegion = "hardware access-list tcam region "

// regionStep is what all sizes of regions that were seen are multiples of (S-TCAM, S-AZ).
const regionStep = 512

// carving is a region of the TCAM that has no room and shall have some.
type carving struct {
	line   *conf.Node
	region string
	size   int
}

// carve notes that a region shall have room for so many entries, in all for the ports of both kinds where they share it.
func (t *targeter) carve(line *conf.Node, region string, need int) {
	t.uncarved++
	i := slices.IndexFunc(t.carvings, func(c carving) bool { return c.region == region })
	if i < 0 {
		i = len(t.carvings)
		t.carvings = append(t.carvings, carving{line: line, region: region})
	}
	t.carvings[i].size += (need + regionStep - 1) / regionStep * regionStep
}

// Prepare is the running configuration with room in the TCAM for what ports shall classify by, where nothing but that is in the
// way. It takes effect with a reload (S-TCAM).
func (NXOS) Prepare(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) (vendors.Config, string) {
	t := newTargeter(running, desired, site, scope)
	t.aim()
	errors := 0
	for _, d := range t.diags {
		if d.Severity == vendors.Error {
			errors++
		}
	}
	if !scope.Reload || len(t.carvings) == 0 || errors > t.uncarved {
		return nil, ""
	}
	e := t.have.tree.Edit()
	var regions []string
	for _, c := range t.carvings {
		e.Replace(nil, c.line, conf.New(fmt.Sprintf("%s%s %d", tcamRegion, c.region, c.size)))
		regions = append(regions, fmt.Sprintf("%s gets %d entries", c.region, c.size))
	}
	return configOf(e.Tree()), "TCAM region " + strings.Join(regions, ", ") +
		" (all sizes seen are multiples of 512; where the switch wants another, or another region has to make room, it refuses, and nothing is changed)"
}

// classifiedPort is a type qos policy on an interface.
type classifiedPort struct {
	policy mqc
	port   string
	routed bool
}

// classifiedIn are the type qos policies on interfaces.
func classifiedIn(tree *conf.Tree) []classifiedPort {
	var list []classifiedPort
	for _, block := range tree.Top {
		name, isPort := strings.CutPrefix(block.Text, "interface ")
		if line := fill(block.Kids)[slotClassify]; isPort && line != nil {
			list = append(list, classifiedPort{policy(line), name, block.Find("no switchport") != nil})
		}
	}
	return list
}

// policiesOf are the different policies of some interfaces.
func policiesOf(list []classifiedPort, of func(c *classifiedPort) bool) []mqc {
	var policies []mqc
	for i := range list {
		if c := &list[i]; of(c) && !slices.Contains(policies, c.policy) {
			policies = append(policies, c.policy)
		}
	}
	return policies
}

// checkPolicies refuses more type qos policies than the platform is stated to take, unless it has as many already.
func (t *targeter) checkPolicies(was, now []classifiedPort) {
	r, ok := t.site.Platform.Row.(*row)
	all := func(*classifiedPort) bool { return true }
	count := len(policiesOf(now, all))
	if !ok || !r.maxQoSMaps.Known() || count <= r.maxQoSMaps.V || count <= len(policiesOf(was, all)) {
		return
	}
	t.diags.Errorf(0, "%d different type qos policies would be bound, and the switch takes %d (%s): give ports the same classification",
		count, r.maxQoSMaps.V, r.maxQoSMaps.Source)
}

// regions are the names of the TCAM regions that classify on routed ports, or on switched ones (S-TCAM, S-3232).
func (t *targeter) regions(routed bool) []string {
	r, ok := t.site.Platform.Row.(*row)
	switch {
	case ok && r.classes == userClasses && routed:
		return []string{"qos", "l3qos"}
	case routed:
		return []string{"ing-l3-vlan-qos", "l3qos"}
	}
	return []string{"ing-l2-qos", "qos"}
}

// checkRegion refuses new policies where the region is 0, and warns where they need more than it has.
func (t *targeter) checkRegion(region string, routed bool, was, now []classifiedPort) {
	line := settingLine(t.have.tree, tcamRegion+region+" ")
	policies := policiesOf(now, func(c *classifiedPort) bool { return c.routed == routed && !slices.Contains(was, *c) })
	if line == nil || len(policies) == 0 {
		return
	}
	var ports []string
	for _, c := range now {
		if c.routed == routed && !slices.Contains(was, c) {
			ports = append(ports, c.port)
		}
	}
	size, need := numberOf(line.Text, 0), t.entries(policiesOf(now, func(c *classifiedPort) bool { return c.routed == routed }))
	switch {
	case size == 0:
		t.carve(line, region, need)
		t.refuse(line, ports, fmt.Sprintf("it has to be carved first, for about %d entries, and the switch reloaded: --max-disruption reload plans that as a "+
			"step of its own", need),
			"TCAM region %s has no room, so that the switch refuses %s on these ports", region, policies[0])
	case int64(need) > size:
		t.warn(line, "classification needs about %d entries of TCAM region %s, and it has %d: the switch may refuse a policy", need, region, size)
	}
}

// settingLine is the line at the top that starts so, or nil.
func settingLine(tree *conf.Tree, start string) *conf.Node {
	i := slices.IndexFunc(tree.Top, func(n *conf.Node) bool { return n.Kind == conf.In && strings.HasPrefix(n.Text, start) })
	if i < 0 {
		return nil
	}
	return tree.Top[i]
}

// entries estimates the TCAM entries of policies: each code point costs one for IPv4 and two for IPv6 (S-CLS7X). Ports share
// those of one policy.
func (t *targeter) entries(policies []mqc) int {
	now, count := surveyOf(t.tree()), 0
	for _, o := range policies {
		for _, class := range kids(now.nodes[o]) {
			c, _ := classOf("qos", class.Text)
			sets := valuesOf(now.nodes[c])
			count += entriesPerDSCP * bits.OnesCount64(uint64(sets[0]|precedenceDSCPs(sets[2])))
		}
	}
	return count
}
