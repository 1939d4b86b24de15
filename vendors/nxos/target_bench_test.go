package nxos_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
)

// benchObjects are weft's objects on the switches of the benchmark; %d is an ECN threshold.
const benchObjects = `class-map type qos match-any WEFT-classify-cnp
  match dscp 48
class-map type qos match-any WEFT-classify-roce
  match dscp 24,26
policy-map type qos WEFT-classify
  class WEFT-classify-cnp
    set qos-group 6
  class WEFT-classify-roce
    set qos-group 3
policy-map type queuing WEFT-egress-400G-91ab3c
  class type queuing c-out-8q-q7
    priority level 1
  class type queuing c-out-8q-q6
    priority level 2
  class type queuing c-out-8q-q3
    bandwidth remaining percent 50
    random-detect minimum-threshold 972800 bytes maximum-threshold %d bytes drop-probability 7 weight 0 ecn
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 50
system qos
  service-policy type network-qos WEFT-nodrop-5d1c2f
`

const benchNetworkQoS = `policy-map type network-qos WEFT-nodrop-5d1c2f
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
  class type network-qos c-8q-nq-default
    mtu 9216
`

const benchPort = `  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  mtu 9216
  service-policy type qos input WEFT-classify
  service-policy type queuing output WEFT-egress-400G-91ab3c
`

// benchSwitch writes a running configuration, with weft's lines or without.
func benchSwitch(ports, threshold int, weft bool) string {
	var b strings.Builder
	b.WriteString("!Command: show running-config\nversion 10.4(3) Bios:version 01.14 \nhostname leaf1\n")
	if weft {
		b.WriteString(benchNetworkQoS)
	}
	b.WriteString("vdc leaf1 id 1\n  limit-resource vlan minimum 16 maximum 4094\n\nfeature bgp\n\nip domain-lookup\n")
	if weft {
		fmt.Fprintf(&b, benchObjects, threshold)
	}
	b.WriteString("copp profile strict\n\nvlan 1,10\n\n")
	for i := range ports {
		fmt.Fprintf(&b, "interface %s\n  description to host %d\n  no switchport\n", benchPortName(i), i)
		if weft {
			b.WriteString(benchPort)
		}
		fmt.Fprintf(&b, "  no ip redirects\n  ip address 10.1.%d.%d/31\n  no ipv6 redirects\n  no shutdown\n\n", i/128, i%128*2)
	}
	b.WriteString("interface mgmt0\n  vrf member management\nline console\n")
	if weft {
		b.WriteString("priority-flow-control watch-dog-interval on\n")
	}
	return b.String()
}

func benchPortName(i int) string { return fmt.Sprintf("Ethernet%d/%d", i/64+1, i%64+1) }

// benchDesired writes what weft owns.
func benchDesired(ports, threshold int) string {
	var b strings.Builder
	fmt.Fprintf(&b, benchNetworkQoS+benchObjects, threshold)
	for i := range ports {
		fmt.Fprintf(&b, "interface %s\n%s", benchPortName(i), benchPort)
	}
	b.WriteString("priority-flow-control watch-dog-interval on\n")
	return b.String()
}

type benchInput struct {
	running, desired vendors.Config
	site             vendors.Site
	scope            vendors.Scope
}

func newBenchInput(b *testing.B, running, desired string, ports int, keep qos.FacetSet) benchInput {
	b.Helper()
	vendor := nxos.New()
	p, err := vendor.Platform("N9K-C9332D-GX2B", "10.4(3)")
	if err != nil {
		b.Fatal(err)
	}
	in := benchInput{site: vendors.Site{Device: "leaf1", Prefix: "WEFT", Platform: p}}
	in.running, _ = vendor.Parse([]byte(running))
	in.desired, _ = vendor.Parse([]byte(desired))
	in.scope.Keep = map[string]qos.FacetSet{"": keep}
	for i := range ports {
		in.site.Ports = append(in.site.Ports, vendors.SitePort{Name: benchPortName(i), SpeedBps: 400 * qos.Gbps})
		in.scope.Keep[benchPortName(i)] = keep
	}
	return in
}

func BenchmarkTarget(b *testing.B) {
	vendor := nxos.New()
	for _, ports := range []int{64, 512} {
		desired := benchDesired(ports, 3072000)
		for _, bench := range []struct {
			name    string
			running string
			keep    qos.FacetSet
			changes bool
		}{
			{"nothing", benchSwitch(ports, 3072000, true), qos.AllFacets, false},
			{"threshold", benchSwitch(ports, 2000000, true), qos.AllFacets.Without(qos.FacetEgress), true},
			{"full", benchSwitch(ports, 0, false), 0, true},
		} {
			in := newBenchInput(b, bench.running, desired, ports, bench.keep)
			target, _, diags := vendor.Target(in.running, in.desired, in.site, in.scope)
			if diags.HasErrors() || (target != in.running) != bench.changes {
				b.Fatalf("%s: %v", bench.name, diags)
			}
			changes := vendor.Changes(in.running, target, in.site)
			ordered, err := plan.Order(changes, nil)
			if err != nil {
				b.Fatal(err)
			}
			name := fmt.Sprintf("%s/%d", bench.name, ports)
			b.Run("target/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					vendor.Target(in.running, in.desired, in.site, in.scope)
				}
			})
			b.Run("changes/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					vendor.Changes(in.running, target, in.site)
				}
			})
			b.Run("sequence/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					vendor.Sequence(in.running, ordered, in.site)
				}
			})
		}
	}
}
