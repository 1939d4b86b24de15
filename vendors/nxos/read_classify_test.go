package nxos

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// firstPort reads a configuration and returns its first port.
func firstPort(t *testing.T, text string, p vendors.Platform) *qos.Port {
	t.Helper()
	r := readText(t, text, p)
	if len(r.Switch.Ports) == 0 {
		t.Fatal("no port")
	}
	return &r.Switch.Ports[0]
}

const onPortP = `
interface Ethernet1/1
  service-policy type qos input P
`

// classified makes a model of a few statements: dscp, pcp, other set queues, and mark, markpcp the rewrites.
func classified(trust qos.Trust, set func(c *qos.Classify)) *qos.Classify {
	c := plainClassify()
	c.Trust = qos.Is(trust)
	if set != nil {
		set(c)
	}
	return c
}

func TestReadClassify(t *testing.T) {
	roce := "class-map type qos match-any ROCE\n  match dscp 24-26\n"
	for name, c := range map[string]struct {
		text string
		want *qos.Classify
	}{
		"no policy": {"interface Ethernet1/1\n", plainClassify()},
		"class-default only": {
			"policy-map type qos P\n  class class-default\n    set qos-group 2\n" + onPortP,
			classified(qos.TrustNone, func(c *qos.Classify) {
				for d := range c.DSCP {
					c.DSCP[d] = 2
				}
				for p := range c.PCP {
					c.PCP[p] = 2
				}
				c.Other = 2
			}),
		},
		"the same block twice": {
			roce + strings.Repeat("policy-map type qos P\n  class ROCE\n    set qos-group 3\n", 2) + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) { c.DSCP[24], c.DSCP[25], c.DSCP[26] = 3, 3, 3 }),
		},
		"DSCP by number, range and name": {
			roce + "class-map type qos match-any CNP\n  match dscp cs6,ef\n" +
				"policy-map type qos P\n  class ROCE\n    set qos-group 3\n  class CNP\n    set qos-group 7\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				c.DSCP[24], c.DSCP[25], c.DSCP[26], c.DSCP[48], c.DSCP[46] = 3, 3, 3, 7, 7
			}),
		},
		"the first match counts": {
			roce + "class-map type qos match-any B\n  match dscp 26,30\n" +
				"policy-map type qos P\n  class ROCE\n    set qos-group 3\n  class B\n    set qos-group 4\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) { c.DSCP[24], c.DSCP[25], c.DSCP[26], c.DSCP[30] = 3, 3, 3, 4 }),
		},
		"match-all is match-any": {
			"class-map type qos match-all A\n  match dscp 26\n  match dscp 30\n" +
				"policy-map type qos P\n  class A\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) { c.DSCP[26], c.DSCP[30] = 3, 3 }),
		},
		"precedence is eight code points": {
			"class-map type qos match-any A\n  match precedence 3\n" +
				"policy-map type qos P\n  class A\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				for d := 24; d < 32; d++ {
					c.DSCP[d] = 3
				}
			}),
		},
		"priorities": {
			"class-map type qos match-any A\n  match cos 3-4\n" +
				"policy-map type qos P\n  class A\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustPCP, func(c *qos.Classify) { c.PCP[3], c.PCP[4] = 3, 3 }),
		},
		"DSCP wins only when it has every packet": {
			"class-map type qos match-any D\n  match dscp 0-25,27-63\nclass-map type qos match-any R\n  match dscp 26\nclass-map type qos match-any C\n  match cos 3\n" +
				"policy-map type qos P\n  class D\n  class R\n    set qos-group 3\n  class C\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustDSCPElsePCP, func(c *qos.Classify) { c.DSCP[26], c.PCP[3] = 3, 3 }),
		},
		"both fields": {
			"class-map type qos match-any A\n  match dscp 26\n  match cos 3\nclass-map type qos match-any B\n  match cos 6\n" +
				"policy-map type qos P\n  class A\n    set qos-group 3\n  class B\n    set qos-group 6\n" + onPortP,
			classified(qos.TrustMixed, func(c *qos.Classify) {
				c.DSCP[26], c.PCP[3], c.PCP[6] = 3, 3, 6
				c.Rules = []qos.Rule{{Match: "packets with DSCP 26 and PCP 3", Queue: 3}, {Match: "packets with PCP 6", Queue: 6}}
			}),
		},
		"an access list": {
			"ip access-list A\n  10 permit udp any any eq 4791 \nclass-map type qos match-any A\n  match access-group name A\n" + roce +
				"policy-map type qos P\n  class A\n    set qos-group 5\n  class ROCE\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				c.DSCP[24], c.DSCP[25], c.DSCP[26] = 3, 3, 3
				c.Rules = []qos.Rule{{Match: "packets that access list A permits", Queue: 5}}
			}),
		},
		"an access list after code points": {
			"ip access-list A\nclass-map type qos match-any A\n  match access-group name A\n" + roce +
				"policy-map type qos P\n  class ROCE\n    set qos-group 3\n  class A\n    set qos-group 5\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				c.DSCP[24], c.DSCP[25], c.DSCP[26] = 3, 3, 3
				c.Rules = []qos.Rule{{Match: "packets with DSCP 24-26", Queue: 3}, {Match: "packets that access list A permits", Queue: 5}}
			}),
		},
		"a policer": {
			roce + "policy-map type qos P\n  class ROCE\n    set qos-group 3\n    police cir 1 gbps conform transmit violate drop\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				c.DSCP[24], c.DSCP[25], c.DSCP[26] = 3, 3, 3
				c.Rules = []qos.Rule{{Match: "packets with DSCP 24-26", Queue: 3, Does: "are policed: cir 1 gbps conform transmit violate drop"}}
			}),
		},
		"no group is queue 0": {
			roce + "policy-map type qos P\n  class ROCE\n" + onPortP,
			classified(qos.TrustDSCP, nil),
		},
		"marks": {
			roce + "policy-map type qos P\n  class ROCE\n    set qos-group 3\n    set dscp af31\n    set cos 3\n  class class-default\n    set dscp 0\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				for d := range c.RewriteDSCP {
					c.RewriteDSCP[d] = 0
				}
				for d := 24; d <= 26; d++ {
					c.DSCP[d], c.RewriteDSCP[d] = 3, 26
				}
				c.RewritePCP[3] = 3
			}),
		},
		"one mark for all, by priority": {
			"class-map type qos match-any A\n  match cos 3\npolicy-map type qos P\n  class A\n    set qos-group 3\n    set dscp 26\n" +
				"  class class-default\n    set dscp 26\n" + onPortP,
			classified(qos.TrustPCP, func(c *qos.Classify) {
				c.PCP[3] = 3
				for d := range c.RewriteDSCP {
					c.RewriteDSCP[d] = 26
				}
			}),
		},
		"a mark by priority": {
			"class-map type qos match-any A\n  match cos 3\npolicy-map type qos P\n  class A\n    set qos-group 3\n    set dscp 26\n" + onPortP,
			classified(qos.TrustPCP, func(c *qos.Classify) {
				c.PCP[3] = 3
				c.Rules = []qos.Rule{{Match: "packets with PCP 3", Queue: 3, Does: "leave with DSCP 26"}}
			}),
		},
		"priorities that disagree in one queue": {
			roce + "class-map type qos match-any B\n  match dscp 30\npolicy-map type qos P\n  class ROCE\n    set qos-group 3\n    set cos 3\n  class B\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				c.DSCP[24], c.DSCP[25], c.DSCP[26], c.DSCP[30] = 3, 3, 3, 3
				c.Rules = []qos.Rule{{Match: "packets with DSCP 24-26", Queue: 3, Does: "leave with priority 3"}}
			}),
		},
		"blocks of one name are one": {
			roce + "class-map type qos match-any B\n  match dscp 30\npolicy-map type qos P\n  class ROCE\n    set qos-group 3\n" +
				"policy-map type qos P\n  class B\n    set qos-group 4\nclass-map type qos match-any B\n  match dscp 31\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				c.DSCP[24], c.DSCP[25], c.DSCP[26], c.DSCP[30], c.DSCP[31] = 3, 3, 3, 4, 4
			}),
		},
		"a class in two blocks": {
			roce + "policy-map type qos P\n  class ROCE\n    set qos-group 3\npolicy-map type qos P\n  class ROCE\n    set dscp 26\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) {
				for d := 24; d <= 26; d++ {
					c.DSCP[d], c.RewriteDSCP[d] = 3, 26
				}
			}),
		},
		"no-stats is no part of the name": {
			roce + "policy-map type qos P\n  class ROCE\n    set qos-group 3\n" + strings.Replace(onPortP, "input P", "input P no-stats", 1),
			classified(qos.TrustDSCP, func(c *qos.Classify) { c.DSCP[24], c.DSCP[25], c.DSCP[26] = 3, 3, 3 }),
		},
		"names are case-sensitive": {
			roce + "class-map type qos match-any roce\n  match dscp 1\npolicy-map type qos P\n  class roce\n    set qos-group 3\n" + onPortP,
			classified(qos.TrustDSCP, func(c *qos.Classify) { c.DSCP[1] = 3 }),
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := firstPort(t, c.text, eight).Classify
			if diff := otherwise(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadClassifyUnknown(t *testing.T) {
	for name, c := range map[string]struct{ text, why string }{
		"no such policy":      {onPortP, "policy-map type qos P is bound and not defined"},
		"no such class-map":   {"policy-map type qos P\n  class A\n" + onPortP, "class-map type qos A is used and not defined"},
		"no such access list": {"class-map type qos match-any A\n  match access-group name L\npolicy-map type qos P\n  class A\n" + onPortP, "access list L is used and not defined"},
		"match not understood": {
			"class-map type qos match-any A\n  match protocol arp\npolicy-map type qos P\n  class A\n" + onPortP, "`match protocol arp` is not understood",
		},
		"action not understood": {
			"policy-map type qos P\n  class class-default\n    pause pfc-cos 3\n" + onPortP, "`pause pfc-cos 3` is not understood",
		},
		"done twice":    {"policy-map type qos P\n  class class-default\n    police cir 1 mbps\n    police cir 2 mbps\n" + onPortP, "`police cir 2 mbps` says again what its class has said"},
		"no such group": {"policy-map type qos P\n  class class-default\n    set qos-group 8\n" + onPortP, "`set qos-group 8` is not understood"},
		"attachment not understood": {
			"interface Ethernet1/1\n  service-policy type qos output P\n", "`service-policy type qos output P` is not understood",
		},
		"a policy on the VLAN": {
			"vlan configuration 10\n  service-policy type qos input V\ninterface Ethernet1/1\n  switchport\n", "a policy on VLANs may classify what arrives at the port",
		},
		"a policy on the member of a bundle only": {
			"policy-map type qos P\ninterface port-channel1\ninterface Ethernet1/1\n  service-policy type qos input P\n  channel-group 1 mode active\n",
			"policy P is bound on a member of a port-channel, and none on the port-channel",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := firstPort(t, c.text, eight).Classify.Trust
			if got.State != qos.Unknown || got.Why != c.why {
				t.Errorf("trust is %v, want unknown: %s", got, c.why)
			}
		})
	}
}

// Where `system qos` classifies, it does so for every port without a policy of its own.
func TestReadSystemClassify(t *testing.T) {
	text := "class-map type qos match-any A\n  match dscp 26\npolicy-map type qos S\n  class A\n    set qos-group 3\n" +
		"policy-map type qos P\nsystem qos\n  service-policy type qos input S\n" +
		"interface Ethernet1/1\ninterface Ethernet1/2\n  service-policy type qos input P\ninterface Ethernet101/1/1\n"
	ofSystem := vendors.Platform{Queues: 8, Row: &row{systemQoS: true}}
	for name, c := range map[string]struct {
		p           vendors.Platform
		first, next qos.Queue
	}{"Nexus 3000": {ofSystem, 3, 0}, "Nexus 9000": {eight, 0, 0}, "no row": {vendors.Platform{}, 0, 0}} {
		ports := readText(t, text, c.p).Switch.Ports
		if ports[0].Classify.DSCP[26] != c.first || ports[1].Classify.DSCP[26] != c.next {
			t.Errorf("%s: DSCP 26 is in queues %d and %d", name, ports[0].Classify.DSCP[26], ports[1].Classify.DSCP[26])
		}
		if q := ports[2].Classify.DSCP[26]; q != 3 {
			t.Errorf("%s: DSCP 26 is in queue %d on a fabric extender", name, q)
		}
	}
}

// Classes are called as the policy calls them, by the queue that a line gives them; the default class has no name of its own.
func TestReadClassNames(t *testing.T) {
	text := "class-map type qos match-any ROCE\n  match dscp cs6\nclass-map type qos match-any STORAGE\n  match dscp cs5\n" +
		"class-map type qos match-any SECOND\n  match dscp 8\npolicy-map type qos P\n  class ROCE\n    set qos-group 6\n  class STORAGE\n" +
		"  class SECOND\n    set qos-group 6\n  class class-default\n    set qos-group 1\n" +
		"interface Ethernet1/1\n  service-policy type qos input P\n"
	got := firstPort(t, text, eight).Classify.Names
	if want := [qos.NumQueues]string{6: "ROCE"}; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A line that is entered again takes the place of the one before it.
func TestReadClassifyEnteredAgain(t *testing.T) {
	p := firstPort(t, "policy-map type qos P\n  class class-default\n    set qos-group 3\n    set qos-group 4\n"+onPortP, eight)
	if got := p.Classify.DSCP[26]; !p.Classify.Trust.Known() || got != 4 {
		t.Errorf("DSCP 26 is in queue %v, want 4", got)
	}
}
