package cloudengine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/cloudengine"
)

// benchObjects are weft's objects on the switches of the benchmark; %d is an ECN threshold.
const benchObjects = `drop-profile WEFT-ecn-roce-100G
 ecn buffer-size low-limit 972800 high-limit %d discard-percentage 7
#
dcb pfc WEFT-pfc
 priority 4
 undo priority 3
 priority 4 deadlock-detect time 12
 priority 4 turn-off threshold 100
#
diffserv domain WEFT-classify
 ip-dscp-inbound 24 phb af4 green
 ip-dscp-inbound 25 phb cs6 green
#
`

const benchLines = ` trust dscp
 trust upstream WEFT-classify
 dcb pfc enable WEFT-pfc mode manual
 qos drr 0 to 5
 qos queue 0 drr weight 50
 qos queue 4 drr weight 50
 qos queue 4 wred WEFT-ecn-roce-100G
 qos queue 4 ecn
 jumboframe enable 9022
`

// benchSwitch writes a running configuration, with weft's lines or without.
func benchSwitch(ports, threshold int, weft bool) string {
	var b strings.Builder
	b.WriteString("!Software Version V300R023C00SPC500\n#\nsysname LEAF03\n#\ndrop-profile default\n#\ndcb pfc\n#\n")
	if weft {
		fmt.Fprintf(&b, benchObjects, threshold)
		b.WriteString(benchSlots(ports))
	}
	b.WriteString("vlan batch 10 100\n#\ndiffserv domain default\n#\n")
	for i := range ports {
		fmt.Fprintf(&b, "interface %s\n description to host %d\n port link-type trunk\n port trunk allow-pass vlan 10 100\n", benchPortName(i), i)
		if weft {
			b.WriteString(benchLines)
		}
		b.WriteString(" device transceiver 100GBASE-FIBER\n#\n")
	}
	b.WriteString("lldp enable\n#\nreturn\n")
	return b.String()
}

// benchSlots are the lines for each slot.
func benchSlots(ports int) string {
	var b strings.Builder
	for slot := 1; slot <= (ports-1)/64+1; slot++ {
		fmt.Fprintf(&b, "dcb pfc dscp-mapping enable slot %d\n#\nqos buffer headroom-pool size 4 mbytes slot %d\n#\n", slot, slot)
	}
	return b.String()
}

func benchPortName(i int) string { return fmt.Sprintf("100GE%d/0/%d", i/64+1, i%64+1) }

// benchDesired writes what weft owns.
func benchDesired(ports, threshold int) string {
	var b strings.Builder
	b.WriteString("#\n")
	fmt.Fprintf(&b, benchObjects, threshold)
	b.WriteString(benchSlots(ports))
	for i := range ports {
		fmt.Fprintf(&b, "interface %s\n%s#\n", benchPortName(i), benchLines)
	}
	b.WriteString("return\n")
	return b.String()
}

type benchInput struct {
	running, desired vendors.Config
	site             vendors.Site
	scope            vendors.Scope
}

func newBenchInput(b *testing.B, running, desired string, ports int, keep qos.FacetSet) benchInput {
	b.Helper()
	vendor := cloudengine.New()
	p, err := vendor.Platform("CE8855", "V300R023C00")
	if err != nil {
		b.Fatal(err)
	}
	in := benchInput{site: vendors.Site{Device: "leaf1", Prefix: "WEFT", Platform: p}}
	in.running, _ = vendor.Parse([]byte(running))
	in.desired, _ = vendor.Parse([]byte(desired))
	in.scope.Keep = map[string]qos.FacetSet{"": keep}
	for i := range ports {
		in.site.Ports = append(in.site.Ports, vendors.SitePort{Name: benchPortName(i), SpeedBps: 100 * qos.Gbps})
		in.scope.Keep[benchPortName(i)] = keep
	}
	return in
}

func BenchmarkTarget(b *testing.B) {
	vendor := cloudengine.New()
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
