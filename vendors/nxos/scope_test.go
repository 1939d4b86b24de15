package nxos

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// scopeSite names two ports and the member of a bundle; Ethernet1/9 and port-channel9 are not named.
var scopeSite = vendors.Site{
	Prefix: "WEFT",
	Ports: []vendors.SitePort{
		{Name: "Ethernet1/1"}, {Name: "Ethernet1/2"}, {Name: "Ethernet1/3", LAG: "port-channel10"},
	},
	Adopt: map[string]string{
		"classify": "policy-map type qos AI_INPUT_POLICY",
		"roce":     "class-map type qos match-any ROCE",
	},
}

// at makes a difference: the lines of the path and the line, one below the other.
func at(op byte, text string) vendors.Delta {
	path := strings.Split(text, " > ")
	return vendors.Delta{Op: op, Line: vendors.Line{Path: path[:len(path)-1], Text: path[len(path)-1]}}
}

func TestScope(t *testing.T) {
	vxlan, accepts := scopeSite, scopeSite
	vxlan.VXLAN = true
	accepts.Accept = map[string]bool{"nxos.watchdog-times": true}
	keeps := vendors.Scope{Keep: map[string]qos.FacetSet{
		"Ethernet1/1": qos.FacetSet(0).With(qos.FacetEgress),
		"":            qos.FacetSet(0).With(qos.FacetPFC).With(qos.FacetClassMTU),
	}}
	takesOver, destroys, goesOver := keeps, keeps, keeps
	takesOver.TakeOver, destroys.Destroy, goesOver.SwitchOver = true, true, true

	for _, c := range []struct {
		name  string
		site  vendors.Site
		scope vendors.Scope
		in    []string
		out   []string
	}{
		{"objects of the prefix", scopeSite, vendors.Scope{}, []string{
			"class-map type qos match-any WEFT-classify-roce",
			"class-map type qos match-any WEFT-classify-roce > match dscp 24,26",
			"policy-map type qos WEFT-classify > class WEFT-classify-roce > set qos-group 3",
			"policy-map type queuing WEFT-egress-400G-1f2e3d > class type queuing c-out-8q-q3",
			"policy-map type network-qos WEFT-nodrop-1f2e3d",
		}, []string{
			"class-map type qos match-any WEFT2-classify-roce",
			"class-map type qos match-any WEFT2-classify-roce > match dscp 24,26",
			"class-map type qos match-any WEFT", "class-map type qos match-any WEFT-",
			"class-map type qos match-any weft-classify-roce", "class-map type qos match-any XWEFT-a",
			"class-map type control-plane match-any WEFT-copp", "class-map type control-plane match-any WEFT-copp > match protocol bgp",
			"policy-map type control-plane WEFT-copp > class WEFT-a > police cir 1000",
			"ip access-list WEFT-acl", "ip access-list WEFT-acl > 10 permit udp any any",
			"username WEFT-admin", "interface WEFT-1",
		}},
		{"an adopted object is edited, never made or removed", scopeSite, vendors.Scope{}, []string{
			"policy-map type qos AI_INPUT_POLICY > class ROCE",
			"policy-map type qos AI_INPUT_POLICY > class ROCE > set qos-group 3",
			"class-map type qos match-all ROCE > match dscp 26",
		}, []string{
			"policy-map type qos AI_INPUT_POLICY", "class-map type qos match-any ROCE",
			"policy-map type queuing AI_INPUT_POLICY > class type queuing c-out-8q-q3",
			"policy-map type qos AI_INPUT_POLICY2 > class ROCE",
		}},
		{"lines of named ports and their bundles", scopeSite, vendors.Scope{}, []string{
			"interface Ethernet1/1 > service-policy type qos input WEFT-classify",
			"interface Ethernet1/1 > service-policy type queuing output QOS_EGRESS_PORT",
			"interface Ethernet1/2 > priority-flow-control mode on send-tlv",
			"interface Ethernet1/3 > priority-flow-control watch-dog-interval on",
			"interface Ethernet1/3 > mtu 9216",
			"interface port-channel10 > mtu 9216",
			"interface port-channel10 > service-policy type qos input OLD no-stats",
		}, []string{
			"interface Ethernet1/1", "interface port-channel10",
			"interface Ethernet1/1 > description WEFT-port", "interface Ethernet1/1 > no shutdown", "interface Ethernet1/1 > switchport",
			"interface Ethernet1/1 > channel-group 10", "interface Ethernet1/1 > flowcontrol receive on",
			"interface Ethernet1/1 > lldp transmit", "interface Ethernet1/1 > ip address 10.0.0.1/31",
			"interface Ethernet1/1 > service-policy type control-plane input X",
			"interface Ethernet1/1.100 > mtu 9216", "interface Ethernet1/1 > x > mtu 9216",
		}},
		{"ports that are not named", scopeSite, vendors.Scope{}, []string{
			"interface Ethernet1/9 > service-policy type qos input WEFT-classify",
			"interface port-channel9 > service-policy type queuing output WEFT-egress-400G-1f2e3d no-stats",
			"interface Ethernet1/9 > priority-flow-control mode on",
			"interface Ethernet1/9 > priority-flow-control watch-dog-interval on",
		}, []string{
			"interface Ethernet1/9 > mtu 9216", "interface port-channel9 > mtu 9216",
			"interface Ethernet1/9 > service-policy type qos input OTHER",
			"interface Ethernet1/9 > service-policy type qos input WEFT2-classify",
			"interface Vlan10 > priority-flow-control mode on", "interface Vlan10 > mtu 9216",
		}},
		{"switch-wide lines", scopeSite, vendors.Scope{}, []string{
			"system qos", "system qos > service-policy type network-qos WEFT-nodrop-1f2e3d",
			"system qos > service-policy type network-qos qos_network", "feature lldp", "system jumbomtu 9216",
			"priority-flow-control watch-dog-interval on", "congestion-control random-detect forward-nonecn",
			"system qos > service-policy type queuing output WEFT-egress-400G-1f2e3d", "system qos > service-policy type qos input WEFT-classify no-stats",
		}, []string{
			"system qos > service-policy type qos input WEFT2-classify", "system qos > description WEFT-classify",
			"system qos > service-policy type queuing output QOS_EGRESS_PORT", "system qos > service-policy type qos input X",
			"feature bgp", "hardware access-list tcam region ing-l2-qos 512", "hardware qos pfc mc-drop", "lldp tlv-select dcbxp",
			"no priority-flow-control override-interface mode off", "qos statistics", "hostname leaf01", "",
			"! feature lldp", "priority-flow-control watch-dog interval 200", "interface nve1 > qos-mode pipe",
		}},
		{"VXLAN", vxlan, vendors.Scope{}, []string{"interface nve1 > qos-mode pipe"},
			[]string{"interface nve1", "interface nve1 > source-interface loopback1", "interface Ethernet1/1 > qos-mode pipe"}},
		{"accepted lines", accepts, vendors.Scope{}, []string{
			"priority-flow-control watch-dog interval 200", "priority-flow-control auto-restore multiplier 2",
		}, []string{"priority-flow-control override-interface mode off"}},
		{"foreign objects without prune", scopeSite, vendors.Scope{TakeOver: true, Destroy: true}, nil, []string{
			"policy-map type queuing OLD", "policy-map type queuing OLD > class type queuing c-out-8q-q3", "class-map type qos match-any CNP",
		}},
		{"foreign objects with prune", scopeSite, vendors.Scope{Prune: true}, []string{
			"policy-map type queuing OLD", "policy-map type queuing OLD > class type queuing c-out-8q-q3 > bandwidth remaining percent 50",
			"class-map type qos match-any CNP", "policy-map type network-qos qos_network",
		}, []string{
			"ip access-list OLD", "policy-map type control-plane copp", "policy-map type qos AI_INPUT_POLICY", "route-map OLD",
			"policy-map OLD", "class-map type qos match-any ROCE",
		}},
		{"what is kept stays", scopeSite, keeps, []string{
			"interface Ethernet1/1 > service-policy type qos input OLD", // another facet
			"interface Ethernet1/2 > service-policy type queuing output OLD",
			"interface Ethernet1/1 > service-policy type queuing output WEFT-egress-400G-1f2e3d",
		}, []string{
			"interface Ethernet1/1 > service-policy type queuing output OLD",
			"system qos > service-policy type network-qos qos_network",
		}},
		{"other classes on the whole switch", scopeSite, goesOver, []string{
			"interface Ethernet1/1 > service-policy type queuing output OLD", "system qos > service-policy type network-qos qos_network",
			"system qos > service-policy type queuing output OLD",
		}, []string{"system qos > service-policy type queuing input OLD", "system qos > service-policy type qos input OLD"}},
		{"take-over", scopeSite, takesOver, []string{
			"interface Ethernet1/1 > service-policy type queuing output OLD", "system qos > service-policy type network-qos qos_network",
		}, nil},
		{"destroy", scopeSite, destroys, []string{"interface Ethernet1/1 > service-policy type queuing output OLD"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, op := range []byte{'+', '-'} {
				for _, line := range c.in {
					if !New().InScope(at(op, line), c.site, c.scope) {
						t.Errorf("%c %s is not in scope", op, line)
					}
				}
				for _, line := range c.out {
					if New().InScope(at(op, line), c.site, c.scope) {
						t.Errorf("%c %s is in scope", op, line)
					}
				}
			}
		})
	}
}

func TestABundleIsKeptOnlyWithAllItsPorts(t *testing.T) {
	site := vendors.Site{Prefix: "WEFT", Ports: []vendors.SitePort{
		{Name: "Ethernet1/3", LAG: "port-channel10"}, {Name: "Ethernet1/4", LAG: "port-channel10"},
	}}
	egress := qos.FacetSet(0).With(qos.FacetEgress)
	line := at('-', "interface port-channel10 > service-policy type queuing output OLD")
	one := vendors.Scope{Keep: map[string]qos.FacetSet{"Ethernet1/3": egress}}
	if !New().InScope(line, site, one) {
		t.Error("one of two ports needs another policy, and it may not be bound")
	}
	both := vendors.Scope{Keep: map[string]qos.FacetSet{"Ethernet1/3": egress, "Ethernet1/4": egress}}
	if New().InScope(line, site, both) {
		t.Error("both ports keep their policy, and it may be unbound")
	}
}

// TestPortsAreFoundWhereverTheyStand holds the shortcut in finding a port against a plain search.
func TestPortsAreFoundWhereverTheyStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{
			"Ethernet1/1", "Ethernet1/2", "Ethernet1/3", "Ethernet1/2/1", "Ethernet2/1", "Ethernet1/64", "port-channel1", "mgmt0",
		}), rapid.ID[string]).Draw(t, "ports")
		site := vendors.Site{Prefix: "WEFT"}
		named := map[string]bool{}
		for _, name := range names {
			site.Ports = append(site.Ports, vendors.SitePort{Name: name})
			named[name] = true
		}
		asked := rapid.SampledFrom([]string{"Ethernet1/1", "Ethernet1/2", "Ethernet1/2/1", "Ethernet1/64", "Ethernet1/1.1", "nve1", "mgmt0", ""}).Draw(t, "asked")
		if got := New().InScope(at('+', "interface "+asked+" > mtu 9216"), site, vendors.Scope{}); got != named[asked] {
			t.Fatalf("mtu of %q is in scope: %v", asked, got)
		}
	})
}
