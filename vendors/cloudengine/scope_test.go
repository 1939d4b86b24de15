package cloudengine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// scopeSite names two ports and the member of a bundle; 100GE1/0/9 and Eth-Trunk9 are not named.
var scopeSite = vendors.Site{
	Prefix: "WEFT", Platform: switchA,
	Ports: []vendors.SitePort{
		{Name: "100GE1/0/1"}, {Name: "100GE1/0/2"}, {Name: "100GE1/0/3", LAG: "Eth-Trunk1"},
	},
	Adopt: map[string]string{"classify": "diffserv domain ROCE", "pfc": "dcb pfc"},
}

// deltaAt makes a difference: the lines of the path and the line, parted by >.
func deltaAt(op byte, text string) vendors.Delta {
	path := strings.Split(text, " > ")
	return vendors.Delta{Op: op, Line: vendors.Line{Path: path[:len(path)-1], Text: path[len(path)-1]}}
}

func TestScope(t *testing.T) {
	vxlan, ce128 := scopeSite, scopeSite
	vxlan.VXLAN, ce128.Platform = true, switchCE128
	keeps := vendors.Scope{Keep: map[string]qos.FacetSet{
		"100GE1/0/1": facets(qos.FacetClassify, qos.FacetPFC, qos.FacetMTU), "100GE1/0/2": facets(qos.FacetPFC, qos.FacetWatchdog),
	}}
	takesOver, destroys := keeps, keeps
	takesOver.TakeOver, destroys.Destroy = true, true

	for _, c := range []struct {
		name  string
		site  vendors.Site
		scope vendors.Scope
		in    []string
		out   []string
	}{
		{"objects of the prefix", scopeSite, vendors.Scope{}, []string{
			"diffserv domain WEFT-classify", "diffserv domain WEFT-classify > ip-dscp-inbound 24 phb af4 green",
			"dcb pfc WEFT-pfc", "dcb pfc WEFT-pfc > undo priority 3", "drop-profile WEFT-ecn-roce-100G > ecn weight 9",
			"dcb ets-profile WEFT-ets", "traffic policy WEFT-x > classifier C behavior B precedence 5", "traffic classifier WEFT-c type or",
		}, []string{
			"diffserv domain WEFT2-classify", "diffserv domain WEFT2-classify > dei enable", "drop-profile WEFT", "drop-profile WEFT-", "drop-profile weft-ecn",
			"acl name WEFT-acl advance", "acl name WEFT-acl advance > rule 5 permit ip", "dcb app-profile WEFT-app", "dcb pfc uplink group WEFT-up",
			"dcb pfc roce", "dcb pfc roce > priority 4", "diffserv domain default > dei enable", "sysname WEFT-leaf", "interface WEFT-1",
			"ai-service", "ai-service > ai-ecn > assign queue 4",
		}},
		{"an adopted object is edited, never made or removed", scopeSite, vendors.Scope{}, []string{
			"diffserv domain ROCE > ip-dscp-inbound 24 phb af4 green", "dcb pfc > priority 4",
		}, []string{
			"diffserv domain ROCE", "dcb pfc", "drop-profile ROCE > ecn weight 9", "diffserv domain ROCE2 > dei enable",
		}},
		{"lines of named ports and their bundles", scopeSite, vendors.Scope{}, []string{
			"interface 100GE1/0/1 > trust dscp", "interface 100GE1/0/1 > trust upstream OLD", "interface 100GE1/0/2 > dcb pfc enable mode manual",
			"interface 100GE1/0/2 > dcb pfc enable OLD mode manual", "interface 100GE1/0/2 > dcb pfc buffer 4 hdrm 512 kbytes", "interface 100GE1/0/1 > traffic-policy OLD inbound",
			"interface 100GE1/0/3 > qos drr 0 to 5", "interface 100GE1/0/3 > qos queue 4 wred OLD", "interface 100GE1/0/3 > qos queue 4 ecn",
			"interface 100GE1/0/3 > qos buffer queue 4 shared-threshold dynamic 4",
			"interface 100GE1/0/3 > qos queue 4 shaping percent cir 10", "interface 100GE1/0/1 > qos phb marking dscp enable", "interface 100GE1/0/1 > jumboframe enable 9500",
			"interface 100GE1/0/1 > mtu 9000", "interface 100GE1/0/1 > port priority 3", "interface 100GE1/0/1 > port pfc-deadlock trigger error-down",
			"interface 100GE1/0/1 > dcb ets enable OLD", "interface 100GE1/0/1 > lldp tlv-enable dcbx", "interface Eth-Trunk1 > trust upstream WEFT-classify",
			"interface Eth-Trunk1 > jumboframe enable 9500", "interface Eth-Trunk1 > traffic-policy OLD inbound",
			"interface 100GE1/0/1.10 mode l2 > trust dscp", "interface 100GE1/0/1.10 > trust upstream OLD", "interface Eth-Trunk1.7 mode l2 > trust upstream WEFT-classify",
			"interface 100GE1/0/1.10 mode l2 > qos phb marking dscp enable", "interface 100GE1/0/1.10 mode l2 > traffic-policy OLD inbound",
		}, []string{
			"interface 100GE1/0/1", "interface 100GE1/0/1 > description WEFT-x", "interface 100GE1/0/1 > undo portswitch", "interface 100GE1/0/1 > eth-trunk 1",
			"interface 100GE1/0/1 > flow-control input", "interface 100GE1/0/1 > shutdown", "interface 100GE1/0/1 > ip address 10.0.0.1 31",
			"interface 100GE1/0/1 > traffic-policy OLD outbound", "interface 100GE1/0/1 > qos burst-mode enhanced", "interface 100GE1/0/1 > iqcn enable",
			"interface 100GE1/0/1 > qos lr cir 1000 kbps outbound", "interface 100GE1/0/1 > dcb app-profile enable OLD", "interface 100GE1/0/1.10 mode l2",
			"interface 100GE1/0/1.10 mode l2 > mtu 9000", "interface 100GE1/0/1.10 mode l2 > port priority 3", "interface 100GE1/0/1.10 mode l2 > bridge-domain 10",
			"interface 100GE1/0/1.10 > dcb pfc enable WEFT-pfc mode manual", "interface 100GE1/0/1.10 mode l2 > traffic-policy OLD outbound", "interface Vlanif1.10 > trust dscp",
			"interface 100GE1/0/1 > x > trust dscp", "interface Nve1 > trust dscp", "interface Vlanif10 > mtu 9000", "interface Eth-Trunk1",
		}},
		{"ports that are not named", scopeSite, vendors.Scope{}, []string{
			"interface 100GE1/0/9 > trust upstream WEFT-classify", "interface 100GE1/0/9 > dcb pfc enable WEFT-pfc mode manual", "interface Eth-Trunk9 > trust dscp",
			"interface 100GE1/0/9 > qos queue 4 wred WEFT-ecn-roce-100G", "interface 100GE1/0/9 > qos queue 4 ecn", "interface 100GE1/0/9 > qos drr 0 to 5", "interface 100GE1/0/9 > qos lpq 0", "interface 100GE1/0/9 > qos wfq 0", "interface 100GE1/0/9 > qos pq 0",
			"interface 100GE1/0/9 > port priority 3", "interface 100GE1/0/9 > port pfc-deadlock trigger error-down", "interface 100GE1/0/9 > qos buffer queue 4 shared-threshold dynamic 4",
			"interface 100GE1/0/9 > dcb pfc buffer 4 xoff dynamic 4", "interface 100GE1/0/9 > qos phb marking dscp enable",
			"interface 100GE1/0/9.10 mode l2 > trust upstream WEFT-classify", "interface 100GE1/0/9.10 mode l2 > trust dscp",
		}, []string{
			"interface 100GE1/0/9 > trust upstream OLD", "interface 100GE1/0/9 > dcb pfc enable OLD mode manual", "interface 100GE1/0/9 > dcb pfc enable mode manual",
			"interface 100GE1/0/9 > qos queue 4 wred WEFT2-ecn", "interface 100GE1/0/9 > traffic-policy OLD inbound", "interface 100GE1/0/9 > jumboframe enable 9500",
			"interface 100GE1/0/9 > mtu 9000", "interface Eth-Trunk9 > jumboframe enable 9500", "interface 100GE1/0/9 > lldp tlv-enable dcbx",
			"interface 100GE1/0/9 > dcb ets enable OLD", "interface Vlanif10 > trust dscp", "interface 100GE1/0/9.10 > trust upstream OLD",
		}},
		{"switch-wide lines", scopeSite, vendors.Scope{}, []string{
			"dcb pfc dscp-mapping enable slot 1", "qos buffer headroom-pool size 4 mbytes slot 1", "dcb pfc deadlock-detect interval 100",
			"dcb pfc deadlock-recovery timer 200", "dcb pfc deadlock recovery-behavior discard slot 1", "lldp enable",
		}, []string{
			"dcb pfc global disable", "qos burst-mode extreme slot 1", "qos ecn", "qos ecn enable", "qos hpc enhanced", "sysname X", "", "#", "lldp enable x y z",
			"interface Nve1 > qos phb marking dscp disable", "assign forward nvo3 egress mark-ecn enable", "traffic-policy OLD global inbound", "return",
			"vlan 10 > traffic-policy OLD inbound",
		}},
		{"ECN of a CE12800", ce128, vendors.Scope{}, []string{"qos ecn"}, []string{"qos ecn enable"}},
		{"VXLAN", vxlan, vendors.Scope{}, []string{"interface Nve1 > qos phb marking dscp disable", "assign forward nvo3 egress mark-ecn enable"},
			[]string{"interface Nve1", "interface Nve1 > source 10.0.0.1", "interface Nve1 > x > qos phb marking dscp disable"}},
		{"foreign objects without prune", scopeSite, vendors.Scope{TakeOver: true, Destroy: true}, nil, []string{
			"drop-profile OLD", "drop-profile OLD > ecn weight 9", "diffserv domain OLD", "dcb pfc OLD",
		}},
		{"foreign objects with prune", scopeSite, vendors.Scope{Prune: true}, []string{
			"drop-profile OLD", "drop-profile OLD > ecn weight 9", "diffserv domain OLD", "dcb pfc OLD > priority 4", "dcb ets-profile OLD", "traffic policy OLD",
			"traffic classifier OLD type or > if-match dscp 24",
		}, []string{
			"drop-profile default", "drop-profile default > ecn weight 9", "diffserv domain default", "dcb ets-profile default > priority-group 0 queue 0",
			"acl number 3001", "dcb app-profile OLD", "diffserv domain ROCE", "dcb pfc", "traffic-policy OLD global inbound", "ai-service",
		}},
		{"what is kept stays", scopeSite, keeps, []string{
			"interface 100GE1/0/1 > dcb pfc enable OLD mode manual", // the watchdog is not kept
			"interface 100GE1/0/1 > qos drr 0 to 5", "interface 100GE1/0/1 > trust upstream WEFT-classify",
			"interface 100GE1/0/2 > trust upstream OLD", "interface 100GE1/0/1 > trust dscp",
			"interface 100GE1/0/2 > dcb pfc enable OLD mode auto", // nor is what the port tells its peer
		}, []string{
			"interface 100GE1/0/1 > trust upstream OLD", "interface 100GE1/0/1 > traffic-policy OLD inbound",
			"interface 100GE1/0/1 > jumboframe enable 9500", "interface 100GE1/0/2 > dcb pfc enable OLD mode manual",
		}},
		{"take-over", scopeSite, takesOver, []string{"interface 100GE1/0/1 > trust upstream OLD", "interface 100GE1/0/2 > dcb pfc enable OLD mode manual"}, nil},
		{"destroy", scopeSite, destroys, []string{"interface 100GE1/0/1 > trust upstream OLD"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, op := range []byte{'+', '-'} {
				for _, line := range c.in {
					if !New().InScope(deltaAt(op, line), c.site, c.scope) {
						t.Errorf("%c %s is not in scope", op, line)
					}
				}
				for _, line := range c.out {
					if New().InScope(deltaAt(op, line), c.site, c.scope) {
						t.Errorf("%c %s is in scope", op, line)
					}
				}
			}
		})
	}
}

func TestABundleIsKeptOnlyWithAllItsPorts(t *testing.T) {
	site := vendors.Site{Prefix: "WEFT", Ports: []vendors.SitePort{
		{Name: "100GE1/0/3", LAG: "Eth-Trunk1"}, {Name: "100GE1/0/4", LAG: "Eth-Trunk1"},
	}}
	classify := facets(qos.FacetClassify)
	line := deltaAt('-', "interface Eth-Trunk1 > trust upstream OLD")
	one := vendors.Scope{Keep: map[string]qos.FacetSet{"100GE1/0/3": classify}}
	if !New().InScope(line, site, one) {
		t.Error("one of two ports needs another domain, and it may not be bound")
	}
	both := vendors.Scope{Keep: map[string]qos.FacetSet{"100GE1/0/3": classify, "100GE1/0/4": classify}}
	if New().InScope(line, site, both) {
		t.Error("both ports keep their domain, and it may be unbound")
	}
}

// TestPortsAreFoundWhereverTheyStand holds the shortcut in finding a port against a plain search.
func TestPortsAreFoundWhereverTheyStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{
			"100GE1/0/1", "100GE1/0/2", "100GE1/0/3", "10GE1/0/2:1", "100GE3/0/1", "100GE1/0/64", "25GE1/0/2",
		}), rapid.ID[string]).Draw(t, "ports")
		site := vendors.Site{Prefix: "WEFT"}
		named := map[string]bool{}
		for _, name := range names {
			site.Ports = append(site.Ports, vendors.SitePort{Name: name})
			named[name] = true
		}
		asked := rapid.SampledFrom([]string{"100GE1/0/1", "100GE1/0/2", "25GE1/0/2", "10GE1/0/2:1", "100GE1/0/64", "100GE1/0/1.1", "Eth-Trunk1", "Nve1", ""}).Draw(t, "asked")
		if got := New().InScope(deltaAt('+', "interface "+asked+" > mtu 9216"), site, vendors.Scope{}); got != named[asked] {
			t.Fatalf("mtu of %q is in scope: %v", asked, got)
		}
	})
}
