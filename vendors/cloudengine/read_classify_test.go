package cloudengine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// groupA, groupB and fixed are switches of three groups.
func groupAPlatform(t *testing.T) vendors.Platform { return on(t, "CE8855", "V300R023C00") }
func groupBPlatform(t *testing.T) vendors.Platform { return on(t, "CE8851K", "V300R023C00") }
func fixedPlatform(t *testing.T) vendors.Platform  { return on(t, "CE6865", "V200R020C10") }

// poolIn is what PFC on the ports of a slot needs on some families.
const poolIn = "qos buffer headroom-pool size 4 mbytes slot "

// portOf reads a configuration, with a headroom pool in slot 1, and returns its first port.
func portOf(t *testing.T, text string, p vendors.Platform) *qos.Port {
	t.Helper()
	r := readText(t, text+"\n"+poolIn+"1\n", p)
	if len(r.Switch.Ports) == 0 {
		t.Fatal("no port")
	}
	return &r.Switch.Ports[0]
}

// classified makes a model of a few statements: nothing is trusted, priorities are written by class, and set does the rest.
func classified(trust qos.Trust, set func(c *qos.Classify)) *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(trust)}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = int8(q)
	}
	if set != nil {
		set(c)
	}
	return c
}

// builtinDSCP and builtinPCP fill in the maps that every domain starts with.
func builtinDSCP(c *qos.Classify) {
	for d := range c.DSCP {
		c.DSCP[d] = qos.Queue(d / 8)
	}
}
func builtinPCP(c *qos.Classify) {
	for p := range c.PCP {
		c.PCP[p] = qos.Queue(p)
	}
}

// fillDSCP puts every DSCP into a queue.
func fillDSCP(c *qos.Classify, q qos.Queue) {
	for d := range c.DSCP {
		c.DSCP[d] = q
	}
}

func unknownTrust(why string) *qos.Classify {
	return &qos.Classify{Trust: qos.NotRead[qos.Trust](why, 0)}
}

const (
	onPort   = "interface 100GE1/0/1\n"
	onRouted = onPort + " undo portswitch\n"
)

func TestReadTrust(t *testing.T) {
	domain := "diffserv domain d\n ip-dscp-inbound 26 phb af4 green\n 8021p-inbound 3 phb ef yellow\n 8021p-inbound 2 phb cs6\n"
	other := domain + "diffserv domain e\n 8021p-inbound 0 phb af2\n"
	byPCP := func(set func(c *qos.Classify)) *qos.Classify {
		return classified(qos.TrustPCP, func(c *qos.Classify) {
			builtinPCP(c)
			if set != nil {
				set(c)
			}
		})
	}
	byDSCP := func(set func(c *qos.Classify)) *qos.Classify {
		return classified(qos.TrustDSCP, func(c *qos.Classify) {
			builtinDSCP(c)
			if set != nil {
				set(c)
			}
		})
	}
	for name, c := range map[string]struct {
		text string
		p    vendors.Platform
		want *qos.Classify
	}{
		"a switched port trusts the tag": {onPort, groupAPlatform(t), byPCP(nil)},
		"outer is the default":           {onPort + " trust 8021p outer\n", groupAPlatform(t), byPCP(nil)},
		"DSCP":                           {onPort + " trust dscp\n", groupAPlatform(t), byDSCP(nil)},
		"a routed port trusts DSCP":      {onRouted, groupAPlatform(t), byDSCP(nil)},
		"a routed port of V200 too":      {onRouted, fixedPlatform(t), byDSCP(nil)},
		"unless it says otherwise":       {onRouted + " trust 8021p outer\n", fixedPlatform(t), byPCP(nil)},
		"the later of two lines":         {onPort + " trust dscp\n trust 8021p outer\n", groupAPlatform(t), byPCP(nil)},
		"DSCP, and the tag of other frames": {
			onPort + " trust dscp\n", groupBPlatform(t),
			classified(qos.TrustDSCPElsePCP, func(c *qos.Classify) { builtinDSCP(c); builtinPCP(c) }),
		},
		"inner": {
			onPort + " trust 8021p inner\n", groupAPlatform(t),
			byPCP(func(c *qos.Classify) {
				c.Rules = []qos.Rule{{Match: "frames with two tags", Does: "are classified by the inner tag"}}
			}),
		},
		"port priority": {onPort + " port priority 5\n", groupAPlatform(t), byPCP(func(c *qos.Classify) { c.Other = 5; fillDSCP(c, 5) })},
		"port priority through the domain": {
			domain + onPort + " port priority 3\n trust upstream d\n", groupAPlatform(t),
			byPCP(func(c *qos.Classify) { c.PCP[3], c.PCP[2], c.Other = 5, 6, 5; fillDSCP(c, 5) }),
		},
		"port priority of a routed port": {onRouted + " port priority 3\n", groupAPlatform(t), byDSCP(nil)},
		"a domain":                       {domain + onPort + " trust dscp\n trust upstream d\n", groupAPlatform(t), byDSCP(func(c *qos.Classify) { c.DSCP[26] = 4 })},
		"of two domains the later":       {other + onPort + " trust upstream d\n trust upstream e\n", groupAPlatform(t), byPCP(func(c *qos.Classify) { c.PCP[0], c.Other = 2, 2; fillDSCP(c, 2) })},
		"the default domain, changed":    {"diffserv domain default\n ip-dscp-inbound 0 phb cs7\n" + onRouted, groupAPlatform(t), byDSCP(func(c *qos.Classify) { c.DSCP[0] = 7 })},
		"the default domain by name":     {onPort + " trust upstream default\n", groupAPlatform(t), byPCP(nil)},
		"no domain": {
			onPort + " trust dscp\n trust upstream none\n port priority 2\n", groupAPlatform(t),
			classified(qos.TrustNone, func(c *qos.Classify) {
				c.Other = 2
				fillDSCP(c, 2)
				for p := range c.PCP {
					c.PCP[p], c.RewritePCP[p] = 2, qos.Keep
				}
			}),
		},
		"not defined":    {onPort + " trust upstream x\n", groupAPlatform(t), unknownTrust("diffserv domain x is bound and not defined")},
		"not understood": {onPort + " trust exp\n", groupAPlatform(t), unknownTrust("`trust exp` is not understood")},
		"a domain not understood": {
			"diffserv domain d\n mpls-exp-inbound 3 phb af3\n" + onPort + " trust upstream d\n", groupAPlatform(t),
			unknownTrust("`mpls-exp-inbound 3 phb af3` is not understood"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := portOf(t, c.text, c.p).Classify
			if c.want.Trust.State == qos.Unknown {
				if !got.Trust.Equal(c.want.Trust) {
					t.Errorf("%v, want %v", got.Trust, c.want.Trust)
				}
				return
			}
			// Where a field is not trusted its table is what frames without any field get.
			if diff := cmp.Diff(canonical(c.want), canonical(got), atOrigins); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// canonical is the form in which classifications are compared.
func canonical(c *qos.Classify) *qos.Classify {
	sw := &qos.Switch{Ports: []qos.Port{{Name: "x", Classify: c}, {Name: "y"}}}
	return sw.Canonical().Ports[0].Classify
}

func TestReadMarking(t *testing.T) {
	domain := "diffserv domain d\n ip-dscp-inbound 26 phb af4 yellow\n ip-dscp-outbound af4 green map 24\n 8021p-outbound af4 green map 3\n 8021p-outbound be red map 1\n"
	base := domain + onRouted + " trust upstream d\n"
	byDSCP := func(set func(c *qos.Classify)) *qos.Classify {
		return classified(qos.TrustDSCP, func(c *qos.Classify) {
			builtinDSCP(c)
			c.DSCP[26], c.RewritePCP[4] = 4, 3
			// DSCP 26 is yellow, and 36 and 38 are so and red by default: packets of these colours leave with the built-in priority.
			c.Rules = []qos.Rule{{Match: "packets with DSCP 26,36,38", Does: "keep their class and leave with priority 4"}}
			set(c)
		})
	}
	for name, c := range map[string]struct {
		text string
		p    vendors.Platform
		want *qos.Classify
	}{
		"priorities by class": {base, groupAPlatform(t), byDSCP(func(*qos.Classify) {})},
		"another for another colour": {
			"diffserv domain d\n 8021p-inbound 3 phb af3 yellow\n 8021p-outbound af3 green map 5\n" + onPort + " trust upstream d\n", groupAPlatform(t),
			classified(qos.TrustPCP, func(c *qos.Classify) {
				builtinPCP(c)
				c.RewritePCP[3] = 5
				c.Rules = []qos.Rule{{Match: "packets with PCP 3", Does: "keep their class and leave with priority 3"}}
			}),
		},
		"not where a line stops it": {
			base + " qos phb marking 8021p disable\n", groupAPlatform(t),
			byDSCP(func(c *qos.Classify) {
				c.Rules = nil
				for q := range c.RewritePCP {
					c.RewritePCP[q] = qos.Keep
				}
			}),
		},
		"not in low-latency mode": {
			base, on(t, "CE6885-LL-LOWLATENCY", "V300R023C00"),
			byDSCP(func(c *qos.Classify) {
				c.Rules = nil
				for q := range c.RewritePCP {
					c.RewritePCP[q] = qos.Keep
				}
			}),
		},
		"unless a line starts it": {base + " qos phb marking 8021p enable\n", on(t, "CE6885-LL-LOWLATENCY", "V300R023C00"), byDSCP(func(*qos.Classify) {})},
		"DSCP by class and colour": {
			base + " qos phb marking dscp enable\n", groupAPlatform(t),
			byDSCP(func(c *qos.Classify) {
				c.RewriteDSCP = marking().RewriteDSCP
				c.RewriteDSCP[7], c.RewriteDSCP[24], c.RewriteDSCP[25] = 0, 26, 26 // as built in
				c.RewriteDSCP[26] = 36
				for _, d := range []int{32, 33, 34, 35, 37, 39} {
					c.RewriteDSCP[d] = 24
				}
			}),
		},
		"DSCP of tagged frames": {
			domain + onPort + " trust upstream d\n qos phb marking dscp enable\n qos phb marking 8021p disable\n", groupAPlatform(t),
			classified(qos.TrustPCP, func(c *qos.Classify) {
				builtinPCP(c)
				for q := range c.RewritePCP {
					c.RewritePCP[q] = qos.Keep
				}
				for d := range c.RewriteDSCP {
					c.RewriteDSCP[d] = 0
				}
				c.Rules = []qos.Rule{{
					Match: "packets that leave by the port",
					Does: "leave with the DSCP of their class: priority 1 with 10, priority 2 with 18, priority 3 with 26, priority 4 with 24, " +
						"priority 5 with 46, priority 6 with 48, priority 7 with 56, others with 0",
				}}
			}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(canonical(c.want), canonical(portOf(t, c.text, c.p).Classify), atOrigins); diff != "" {
				t.Error(diff)
			}
		})
	}
}
