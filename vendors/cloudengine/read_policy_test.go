package cloudengine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
)

// Parts of traffic policies, each by its name: classifiers by what they match, behaviors by what they do.
const policyParts = `acl number 3001
 rule 5 permit udp destination-port eq 4791
acl name L2 number 4001
traffic classifier d24 type or
 if-match dscp 24
traffic classifier d24-26 type or
 if-match dscp 24 26
traffic classifier p3 type or
 if-match 8021p 3
traffic classifier prec3 type or
 if-match ip-precedence 3
traffic classifier acl type or
 if-match acl 3001
traffic classifier any type or
 if-match any
traffic classifier all-dscp type or
 if-match ip-precedence 0 1 2 3 4 5 6 7
traffic classifier both type and
 if-match dscp 24 26
 if-match acl 3001
traffic classifier narrow type and
 if-match dscp 24 26
 if-match dscp 26 28
 if-match any
traffic classifier everything type and
 if-match any
 if-match any
traffic classifier roce type or
 if-match rocev2 opcode 17
 if-match ipv6 acl 4001
traffic classifier no-list type or
 if-match acl 3999
traffic classifier strange type or
 if-match colour red
traffic behavior q4
 remark local-precedence af4 green
 statistics enable
traffic behavior q2
 remark local-precedence 2
traffic behavior mark
 remark dscp af41
traffic behavior police
 car cir 100 mbps
traffic behavior count
 statistics enable
traffic behavior drop
 deny
traffic behavior prio
 remark local-precedence cs6 yellow
 remark 8021p 5
traffic behavior tag
 remark vlan-id 5
traffic behavior mark-what
 remark dscp af99
traffic behavior strange
 set forwarding-class x
`

func TestReadPolicy(t *testing.T) {
	byDSCP := func(set func(c *qos.Classify)) *qos.Classify {
		return classified(qos.TrustDSCP, func(c *qos.Classify) { builtinDSCP(c); set(c) })
	}
	byPCP := func(set func(c *qos.Classify)) *qos.Classify {
		return classified(qos.TrustPCP, func(c *qos.Classify) { builtinPCP(c); set(c) })
	}
	const keep = "keep the class of their fields"
	for name, c := range map[string]struct {
		port   string // its lines
		policy string // its classes
		want   *qos.Classify
	}{
		"a DSCP": {"undo portswitch", " classifier d24 behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) { c.DSCP[24] = 4 })},
		"of two classes the lower number": {
			"undo portswitch", " classifier d24-26 behavior q2 precedence 15\n classifier d24 behavior q4 precedence 5\n",
			byDSCP(func(c *qos.Classify) { c.DSCP[24], c.DSCP[26] = 4, 2 }),
		},
		"a precedence": {"undo portswitch", " classifier prec3 behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) {
			for d := 24; d < 32; d++ {
				c.DSCP[d] = 4
			}
		})},
		"an intersection": {"undo portswitch", " classifier narrow behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) { c.DSCP[26] = 4 })},
		"everything": {"undo portswitch", " classifier any behavior q4 precedence 5\n", classified(qos.TrustNone, func(c *qos.Classify) {
			c.Other = 4
			fillDSCP(c, 4)
			for p := range c.PCP {
				c.PCP[p] = 4
			}
		})},
		"an access list": {"undo portswitch", " classifier acl behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets that access list 3001 permits", Queue: 4}}
		})},
		"an access list after a DSCP": {"undo portswitch", " classifier d24 behavior q2 precedence 1\n classifier acl behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.DSCP[24] = 2
			c.Rules = []qos.Rule{{Match: "packets with DSCP 24", Queue: 2}, {Match: "packets that access list 3001 permits", Queue: 4}}
		})},
		"a DSCP after an access list": {"undo portswitch", " classifier acl behavior q4 precedence 1\n classifier d24 behavior q2 precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.DSCP[24] = 2
			c.Rules = []qos.Rule{{Match: "packets that access list 3001 permits", Queue: 4}}
		})},
		"all of several": {"undo portswitch", " classifier both behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets with DSCP 24,26 and that access list 3001 permits", Queue: 4}}
		})},
		"other matches": {"undo portswitch", " classifier roce behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets that match `rocev2 opcode 17` or packets that access list 4001 permits", Queue: 4}}
		})},
		"a priority on a port by DSCP": {"trust dscp", " classifier p3 behavior q4 precedence 5\n", classified(qos.TrustMixed, func(c *qos.Classify) {
			builtinDSCP(c)
			c.PCP[3] = 4
			c.Rules = []qos.Rule{{Match: "packets with PCP 3", Queue: 4}}
		})},
		"a DSCP on a port by priority": {"trust 8021p outer", " classifier d24 behavior q4 precedence 5\n", classified(qos.TrustMixed, func(c *qos.Classify) {
			builtinPCP(c)
			c.DSCP[24] = 4
			c.Rules = []qos.Rule{{Match: "packets with DSCP 24", Queue: 4}}
		})},
		"every DSCP on a port by priority": {"trust 8021p outer", " classifier all-dscp behavior q4 precedence 5\n", classified(qos.TrustDSCPElsePCP, func(c *qos.Classify) {
			builtinPCP(c)
			fillDSCP(c, 4)
		})},
		"a priority on a port by priority": {"trust 8021p outer", " classifier p3 behavior q4 precedence 5\n", byPCP(func(c *qos.Classify) { c.PCP[3] = 4 })},
		"a DSCP without domain": {"trust upstream none", " classifier d24 behavior q4 precedence 5\n", classified(qos.TrustDSCP, func(c *qos.Classify) {
			c.DSCP[24] = 4
			for q := range c.RewritePCP {
				c.RewritePCP[q] = qos.Keep
			}
		})},
		"marking": {"undo portswitch", " classifier d24-26 behavior mark precedence 5\n", byDSCP(func(c *qos.Classify) { c.RewriteDSCP[24], c.RewriteDSCP[26] = 34, 34 })},
		"the port marks by class": {"undo portswitch\n qos phb marking dscp enable", " classifier d24-26 behavior mark precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.RewriteDSCP = marking().RewriteDSCP
			c.RewriteDSCP[7], c.RewriteDSCP[24], c.RewriteDSCP[25] = 0, 26, 26
		})},
		"the port marks what the policy classed": {"undo portswitch\n qos phb marking dscp enable", " classifier d24 behavior prio precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.DSCP[24] = 6
			c.RewriteDSCP = marking().RewriteDSCP
			c.RewriteDSCP[7], c.RewriteDSCP[24], c.RewriteDSCP[25] = 0, 48, 26
			c.Rules = []qos.Rule{{Match: "packets with DSCP 24", Queue: 6, Does: "leave with priority 5"}}
		})},
		"marking by an access list": {"undo portswitch", " classifier acl behavior mark precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets that access list 3001 permits", Does: keep + " and leave with DSCP 34"}}
		})},
		"policing": {"undo portswitch", " classifier d24 behavior police precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets with DSCP 24", Does: keep + " and are policed: cir 100 mbps"}}
		})},
		"policing the rest": {"undo portswitch", " classifier any behavior police precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "all other frames", Does: keep + " and are policed: cir 100 mbps"}}
		})},
		"another mark": {"undo portswitch", " classifier d24 behavior tag precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets with DSCP 24", Does: keep + " and get `remark vlan-id 5`"}}
		})},
		"dropping": {"undo portswitch", " classifier acl behavior drop precedence 5\n", byDSCP(func(c *qos.Classify) {
			c.Rules = []qos.Rule{{Match: "packets that access list 3001 permits", Does: keep + " and are dropped"}}
		})},
		"counting is no rule":                {"undo portswitch", " classifier acl behavior count precedence 5\n", byDSCP(func(*qos.Classify) {})},
		"what is counted is not taken later": {"undo portswitch", " classifier d24 behavior count precedence 1\n classifier d24-26 behavior q4 precedence 5\n", byDSCP(func(c *qos.Classify) { c.DSCP[26] = 4 })},
		"no such classifier":                 {"undo portswitch", " classifier x behavior q4 precedence 5\n", unknownTrust("traffic classifier x is used and not defined")},
		"no such behavior":                   {"undo portswitch", " classifier d24 behavior x precedence 5\n", unknownTrust("traffic behavior x is used and not defined")},
		"no such list":                       {"undo portswitch", " classifier no-list behavior q4 precedence 5\n", unknownTrust("access list 3999 is used and not defined")},
		"a match not understood":             {"undo portswitch", " classifier strange behavior q4 precedence 5\n", unknownTrust("`if-match colour red` is not understood")},
		"an action not understood":           {"undo portswitch", " classifier d24 behavior strange precedence 5\n", unknownTrust("`set forwarding-class x` is not understood")},
		"a mark not understood":              {"undo portswitch", " classifier d24 behavior mark-what precedence 5\n", unknownTrust("`remark dscp af99` is not understood")},
		"all of everything": {"undo portswitch", " classifier everything behavior q4 precedence 5\n", classified(qos.TrustNone, func(c *qos.Classify) {
			c.Other = 4
			fillDSCP(c, 4)
			for p := range c.PCP {
				c.PCP[p] = 4
			}
		})},
		"policing where frames without fields have a class": {"port priority 2", " classifier acl behavior police precedence 5\n", byPCP(func(c *qos.Classify) {
			c.Other = 2
			fillDSCP(c, 2)
			c.Rules = []qos.Rule{{Match: "packets that access list 3001 permits", Queue: 2, Does: keep + " and are policed: cir 100 mbps"}}
		})},
		"a class not understood": {"undo portswitch", " classifier d24\n", unknownTrust("`classifier d24` is not understood")},
	} {
		t.Run(name, func(t *testing.T) {
			text := policyParts + "traffic policy p\n" + c.policy + "interface 100GE1/0/1\n " + c.port + "\n traffic-policy p inbound\n"
			requireClassify(t, portOf(t, text, groupAPlatform(t)).Classify, c.want)
		})
	}
}

func requireClassify(t *testing.T, got, want *qos.Classify) {
	t.Helper()
	if want.Trust.State == qos.Unknown {
		if !got.Trust.Equal(want.Trust) {
			t.Errorf("%v, want %v", got.Trust, want.Trust)
		}
		return
	}
	if diff := cmp.Diff(canonical(want), canonical(got), atOrigins); diff != "" {
		t.Error(diff)
	}
}

// Policies come in where they are applied, the narrower first.
func TestReadAppliedPolicies(t *testing.T) {
	parts := policyParts + "traffic policy own\n classifier d24 behavior q4 precedence 5\ntraffic policy wide\n classifier d24-26 behavior q2 precedence 5\n"
	rule := func(match string, q qos.Queue) qos.Rule { return qos.Rule{Match: match, Queue: q} }
	for name, c := range map[string]struct {
		text  string
		dscp  [2]qos.Queue // of DSCP 24 and 26
		rules []qos.Rule
	}{
		"on the port":    {onRouted + " traffic-policy own inbound\n", [2]qos.Queue{4, 3}, nil},
		"everywhere":     {"traffic-policy wide global inbound\n" + onRouted, [2]qos.Queue{2, 2}, nil},
		"on both":        {"traffic-policy wide global inbound\n" + onRouted + " traffic-policy own inbound\n", [2]qos.Queue{4, 2}, nil},
		"in the slot":    {"traffic-policy wide global slot 1 inbound\n" + onRouted, [2]qos.Queue{2, 2}, nil},
		"in another":     {"traffic-policy wide global slot 2 inbound\n" + onRouted, [2]qos.Queue{3, 3}, nil},
		"in a VLAN":      {"vlan 7\n traffic-policy wide inbound\n" + onPort + " trust dscp\n", [2]qos.Queue{3, 3}, []qos.Rule{rule("packets with DSCP 24,26 of vlan 7", 2)}},
		"not routed":     {"vlan 7\n traffic-policy wide inbound\n" + onRouted, [2]qos.Queue{3, 3}, nil},
		"in a VPN":       {"ip vpn-instance v\n traffic-policy wide inbound\n" + onRouted, [2]qos.Queue{3, 3}, []qos.Rule{rule("packets with DSCP 24,26 of ip vpn-instance v", 2)}},
		"on a gateway":   {"interface Vlanif7\n traffic-policy wide inbound\n" + onRouted, [2]qos.Queue{3, 3}, []qos.Rule{rule("packets with DSCP 24,26 that Vlanif7 routes", 2)}},
		"on the way out": {onRouted + " traffic-policy own outbound\n", [2]qos.Queue{3, 3}, []qos.Rule{{Match: "packets that leave by the port", Does: "go through traffic policy own"}}},
		"the whole port": {onRouted + " qos car inbound cir 1 gbps\n qos lr cir 5 gbps inbound\n", [2]qos.Queue{3, 3}, []qos.Rule{
			{Match: "all frames", Does: "are policed: inbound cir 1 gbps"}, {Match: "all frames", Does: "are policed: cir 5 gbps inbound"},
		}},
		"deadlock prevention": {
			"dcb pfc uplink group u\n adjust original-dscp 24 to priority 4 dscp 32\n group-member interface 100GE1/0/1\n" + onRouted, [2]qos.Queue{3, 3},
			[]qos.Rule{{Match: "packets with DSCP 24 that go back to another uplink", Queue: 4, Does: "leave with DSCP 32"}},
		},
		"deadlock prevention of others": {
			"dcb pfc uplink group u\n adjust original-dscp 24 to priority 4 dscp 32\n group-member interface 100GE1/0/2\n" + onRouted, [2]qos.Queue{3, 3}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := portOf(t, parts+c.text, groupAPlatform(t)).Classify
			if dscp := [2]qos.Queue{got.DSCP[24], got.DSCP[26]}; !got.Trust.Equal(qos.Is(qos.TrustDSCP)) || dscp != c.dscp {
				t.Errorf("%v, DSCP 24 and 26 to queues %v, want %v", got.Trust, dscp, c.dscp)
			}
			if diff := cmp.Diff(c.rules, got.Rules, atOrigins); diff != "" {
				t.Error(diff)
			}
		})
	}
	for text, why := range map[string]string{
		onPort + " traffic-policy x inbound\n":                                 "traffic policy x is applied and not defined",
		onPort + " traffic-policy own inbound\n traffic-policy wide inbound\n": "two traffic policies are applied, and no source says which class of them counts",
		"traffic-policy x global inbound\n" + onPort:                           "traffic policy x is applied and not defined",
		onPort + " traffic-policy own\n":                                       "`traffic-policy own` is not understood",
	} {
		requireClassify(t, portOf(t, parts+text, groupAPlatform(t)).Classify, unknownTrust(why))
	}
}

// A sub-interface goes by its own lines, or by none: the classification of a port is known only where all do the same.
func TestReadSubInterfaces(t *testing.T) {
	domain := "diffserv domain d\n ip-dscp-inbound 24 phb af4\n"
	main := "interface 25GE1/0/1\n trust dscp\n trust upstream d\n"
	sub := "interface 25GE1/0/1.10 mode l2\n"
	otherwise := "frames of 25GE1/0/1.10 are classified otherwise than those of the port: by "
	for name, c := range map[string]struct {
		text, why string
		line      int32
	}{
		"without lines":    {domain + main + sub + " encapsulation dot1q vid 10\n", otherwise + "pcp in domain default", 6},
		"as nothing is":    {"interface 25GE1/0/1\n" + sub, "", 0},
		"the same":         {domain + main + sub + " trust upstream d\n trust dscp\n", "", 0},
		"in two blocks":    {domain + main + sub + " trust upstream d\n" + sub + " trust dscp\n", "", 0},
		"another field":    {domain + main + sub + " trust 8021p outer\n trust upstream d\n", otherwise + "pcp in domain d", 7},
		"another domain":   {domain + main + sub + " trust dscp\n", otherwise + "dscp in domain default", 7},
		"other marks":      {domain + main + sub + " trust dscp\n trust upstream d\n qos phb marking dscp enable\n", otherwise + "dscp in domain d", 7},
		"routed, the same": {domain + main + "interface 25GE1/0/1.10\n trust upstream d\n", "", 0},
		"of another port":  {domain + main + "interface 25GE1/0/2.10 mode l2\n trust 8021p outer\n", "", 0},
		"of the bundle": {domain + "interface Eth-Trunk1\n trust dscp\ninterface Eth-Trunk1.5 mode l2\n trust 8021p outer\ninterface 25GE1/0/1\n eth-trunk 1\n",
			"frames of Eth-Trunk1.5 are classified otherwise than those of the port: by pcp in domain default", 6},
		"not understood": {domain + main + sub + " trust exp\n", "25GE1/0/1.10: `trust exp` is not understood", 7},
	} {
		trust := portOf(t, c.text, groupAPlatform(t)).Classify.Trust
		if trust.Known() != (c.why == "") || trust.Why != c.why || c.why != "" && trust.At.Line != c.line {
			t.Errorf("%s: %+v", name, trust)
		}
	}
}
