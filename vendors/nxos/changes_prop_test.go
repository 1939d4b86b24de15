package nxos_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/vendortest"
	"pgregory.net/rapid"
)

// drawn is a small switch that a property is tried on: what is configured on it, and under which names.
type drawn struct {
	prefix  string
	classes []drawnClass
	noDrop  []bool // by queue
	ecn     []int  // maximum threshold in KiB by queue, 0 for none
	shares  []int
	strict  int // queues from the top
	mtu     int
	ports   []drawnPort
	rest    int // queue of what no class matches, 0 for no class-default
}

type drawnClass struct {
	name  string
	queue int
	dscp  []int
	cos   []int
	mark  int // DSCP to set, 0 for none
}

type drawnPort struct {
	named bool
	pfc   string
}

const (
	drawnPorts  = 4
	drawnQueues = 8
)

func drawSwitch(t *rapid.T, prefix, label string) drawn {
	d := drawn{prefix: prefix, strict: rapid.IntRange(0, 3).Draw(t, label+" strict")}
	d.mtu = rapid.SampledFrom([]int{1500, 9216}).Draw(t, label+" mtu")
	byPCP := rapid.Bool().Draw(t, label+" trusts PCP")
	dscps := rapid.Permutation([]int{8, 10, 18, 24, 26, 30, 34, 40, 46, 48}).Draw(t, label+" dscps")
	for q := range drawnQueues {
		d.noDrop = append(d.noDrop, q > 0 && q < 4 && rapid.Bool().Draw(t, label+" no-drop"))
		d.ecn = append(d.ecn, 0)
		if q < drawnQueues-d.strict && rapid.Bool().Draw(t, label+" marks") {
			d.ecn[q] = rapid.SampledFrom([]int{150, 1500, 3000}).Draw(t, label+" ecn")
		}
		if q == 0 || len(dscps) == 0 || !rapid.Bool().Draw(t, label+" has a class") {
			continue
		}
		c := drawnClass{name: fmt.Sprintf("c%d", rapid.IntRange(0, 1).Draw(t, label+" name")*10+q), queue: q}
		n := rapid.IntRange(1, min(2, len(dscps))).Draw(t, label+" values")
		if byPCP {
			c.cos = []int{q}
		} else if c.dscp, dscps = dscps[:n], dscps[n:]; rapid.Bool().Draw(t, label+" marks again") {
			c.mark = c.dscp[0]
		}
		d.classes = append(d.classes, c)
	}
	if prefix != "WEFT" {
		d.rest = rapid.SampledFrom([]int{0, 0, 1}).Draw(t, label+" rest")
	}
	d.drawShares(t, label)
	for range drawnPorts {
		d.ports = append(d.ports, drawnPort{
			named: rapid.Bool().Draw(t, label+" named"),
			pfc:   rapid.SampledFrom([]string{"", "on", "off", "on send-tlv"}).Draw(t, label+" pfc"),
		})
	}
	return d
}

func (d *drawn) drawShares(t *rapid.T, label string) {
	left := 100
	for q := range drawnQueues {
		share := 0
		if q < drawnQueues-d.strict {
			share = rapid.IntRange(0, left).Draw(t, label+" share")
		}
		d.shares = append(d.shares, share)
		left -= share
	}
	d.shares[0] += left
}

// egressName tells policies apart whose queues differ in kind: those cannot be edited into each other.
func (d *drawn) egressName() string { return fmt.Sprintf("%s-egress-%d", d.prefix, d.strict) }

// noDropName has the shape of weft's names only for weft's own policies: another fabric's would be refused.
func (d *drawn) noDropName() string {
	role := "nodrop"
	if d.prefix != "WEFT" {
		role = "lossless"
	}
	sum := d.mtu
	for q, on := range d.noDrop {
		if on {
			sum += 1 << (q + 16)
		}
	}
	return fmt.Sprintf("%s-%s-%06x", d.prefix, role, sum&0xffffff)
}

// objects are the class-maps and policies, network-qos apart.
func (d *drawn) objects() (network, others string) {
	var n, b strings.Builder
	fmt.Fprintf(&n, "policy-map type network-qos %s\n", d.noDropName())
	for q := drawnQueues - 1; q >= 0; q-- {
		fmt.Fprintf(&n, "  class type network-qos c-8q-nq%s\n    mtu %d\n", queueSuffix(q), d.mtu)
		if d.noDrop[q] {
			fmt.Fprintf(&n, "    pause pfc-cos %d\n", q)
		}
	}
	for _, c := range d.classes {
		fmt.Fprintf(&b, "class-map type qos match-any %s-%s\n", d.prefix, c.name)
		writeList(&b, "  match dscp", c.dscp)
		writeList(&b, "  match cos", c.cos)
	}
	fmt.Fprintf(&b, "policy-map type qos %s-classify\n", d.prefix)
	for i := range d.classes {
		c := &d.classes[len(d.classes)-1-i]
		fmt.Fprintf(&b, "  class %s-%s\n    set qos-group %d\n", d.prefix, c.name, c.queue)
		if c.mark > 0 {
			fmt.Fprintf(&b, "    set dscp %d\n", c.mark)
		}
	}
	if d.rest > 0 {
		fmt.Fprintf(&b, "  class class-default\n    set qos-group %d\n", d.rest)
	}
	d.writeEgress(&b)
	return n.String(), b.String()
}

func (d *drawn) writeEgress(b *strings.Builder) {
	fmt.Fprintf(b, "policy-map type queuing %s\n", d.egressName())
	for q := drawnQueues - 1; q >= 0; q-- {
		fmt.Fprintf(b, "  class type queuing c-out-8q-q%s\n", queueSuffix(q))
		if q >= drawnQueues-d.strict {
			fmt.Fprintf(b, "    priority level %d\n", drawnQueues-q)
			continue
		}
		fmt.Fprintf(b, "    bandwidth remaining percent %d\n", d.shares[q])
		if d.ecn[q] > 0 {
			fmt.Fprintf(b, "    random-detect minimum-threshold 100 kbytes maximum-threshold %d kbytes drop-probability 7 weight 0 ecn\n", d.ecn[q])
		}
	}
}

func queueSuffix(q int) string {
	if q == 0 {
		return "-default"
	}
	return fmt.Sprint(q)
}

func writeList(b *strings.Builder, words string, values []int) {
	for i, v := range values {
		if i == 0 {
			b.WriteString(words + " ")
		} else {
			b.WriteString(",")
		}
		fmt.Fprint(b, v)
	}
	if len(values) > 0 {
		b.WriteString("\n")
	}
}

func (d *drawn) portLines(p drawnPort) string {
	var b strings.Builder
	if p.pfc != "" {
		fmt.Fprintf(&b, "  priority-flow-control mode %s\n", p.pfc)
	}
	if d.mtu != 1500 {
		fmt.Fprintf(&b, "  mtu %d\n", d.mtu)
	}
	if len(d.classes) > 0 {
		fmt.Fprintf(&b, "  service-policy type qos input %s-classify\n", d.prefix)
	}
	fmt.Fprintf(&b, "  service-policy type queuing output %s\n", d.egressName())
	return b.String()
}

// running is a whole configuration in which the drawn switch is configured, by weft or by an operator.
func (d *drawn) running() string {
	var b strings.Builder
	network, others := d.objects()
	b.WriteString("version 10.4(3) Bios:version 01.14 \nhostname leaf1\n" + network + "vdc leaf1 id 1\n\nfeature bgp\n" + d.features() + "\nip domain-lookup\n" + others)
	fmt.Fprintf(&b, "system qos\n  service-policy type network-qos %s\ncopp profile strict\n\nvlan 1\n\n", d.noDropName())
	for i, p := range d.ports {
		fmt.Fprintf(&b, "interface Ethernet1/%d\n  no switchport\n", i+1)
		if p.named {
			b.WriteString(d.portLines(p))
		}
		b.WriteString("  no shutdown\n\n")
	}
	b.WriteString("line console\n")
	return b.String()
}

// desired is what weft owns of it.
func (d *drawn) desired() string {
	var b strings.Builder
	network, others := d.objects()
	b.WriteString(network + d.features() + others)
	fmt.Fprintf(&b, "system qos\n  service-policy type network-qos %s\n", d.noDropName())
	for i, p := range d.ports {
		if p.named {
			fmt.Fprintf(&b, "interface Ethernet1/%d\n%s", i+1, d.portLines(p))
		}
	}
	return b.String()
}

// features are what the lines of the ports need: advertising needs LLDP.
func (d *drawn) features() string {
	for _, p := range d.ports {
		if p.named && strings.HasSuffix(p.pfc, "send-tlv") {
			return "feature lldp\n"
		}
	}
	return ""
}

func (d *drawn) options() string {
	var b strings.Builder
	for i, p := range d.ports {
		if p.named {
			fmt.Fprintf(&b, "port Ethernet1/%d\n", i+1)
		}
	}
	return b.String()
}

// aim is the scenario of bringing a configuration to a drawn switch, and the target.
func aim(t *rapid.T, running string, want drawn, options string) (*vendortest.Scenario, vendors.Config) {
	s := scenarios.New(t, map[string]string{"running": running, "desired": want.desired(), "options": want.options() + options})
	target, _, diags := s.Vendor.Target(s.Running, s.Desired, s.Site, s.Scope)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags.Err(), running)
	}
	return s, target
}

// TestThereAndBack brings a switch of an operator's to one drawn state, then to another, and takes weft off it: the device
// accepts each patch and its undo and ends where they say, and a switch that is where it should be has nothing to do.
func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		foreign := drawSwitch(t, "OPS", "operator")
		running := foreign.running()
		var last drawn
		for _, label := range []string{"first", "second"} {
			last = drawSwitch(t, "WEFT", label)
			s, target := aim(t, running, last, "")
			s.Way(t, s.Running, target)
			s.Way(t, target, s.Running)
			running = string(target.Bytes())
			if again, settled := aim(t, running, last, ""); settled != again.Running {
				t.Fatalf("not settled: %s", s.SayDeltas(s.Vendor.Deltas(again.Running, settled)))
			}
		}
		s, target := aim(t, running, last, "destroy\n")
		s.Way(t, s.Running, target)
		s.Way(t, target, s.Running)
		if bytes.Contains(target.Bytes(), []byte("WEFT-")) {
			t.Fatalf("weft is still there:\n%s", target.Bytes())
		}
	})
}

// TestNoChange finds no change between a configuration and itself, read twice.
func TestNoChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawSwitch(t, "WEFT", "switch")
		text := d.running()
		s := scenarios.New(t, map[string]string{"running": text, "desired": text, "options": d.options()})
		if changes := s.Vendor.Changes(s.Running, s.Desired, s.Site); len(changes) > 0 {
			t.Fatalf("%s changes nothing and is a change", changes[0].Text)
		}
	})
}

// TestPatchesAreProved has plan prove the patches between drawn states: no code point is without a protection that it has
// before and after, under every reading of what no source confirms.
func TestPatchesAreProved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		foreign := drawSwitch(t, "OPS", "operator")
		// A policy whose class-default classes is not edited in place: what joins or leaves a class would pass through it.
		running, adopts := foreign.running(), rapid.Bool().Draw(t, "adopts") && foreign.rest == 0
		for _, label := range []string{"first", "second"} {
			want := drawSwitch(t, "WEFT", label)
			desired, options := want.desired(), want.options()
			if adopts {
				desired = strings.NewReplacer("qos WEFT-classify", "qos OPS-classify", "input WEFT-classify", "input OPS-classify").Replace(desired)
				options += "adopt classify policy-map type qos OPS-classify\n"
			}
			s := scenarios.New(t, map[string]string{"running": running, "desired": desired, "options": options})
			result := plan.Make(plan.Input{
				Name: "leaf1", Vendor: s.Vendor, Site: s.Site, Desired: s.Desired, Running: []byte(running),
				Fitted: s.Vendor.Read(s.Desired, s.Site.Platform).Switch,
				Options: plan.Options{
					MaxDisruption: vendors.Reload, AllowUnnamed: "it is a test",
					TakeOver: rapid.Bool().Draw(t, label+" take-over"), Prune: rapid.Bool().Draw(t, label+" prune"),
				},
			})
			if s := result.Device.Status; s != plan.Change && s != plan.Unchanged {
				t.Fatalf("%s\n%s\n%s", result.Device.Reason, running, desired)
			}
			running = string(result.Predicted.Bytes())
		}
	})
}
