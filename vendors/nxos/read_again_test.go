package nxos

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// againText has what edits can play with: a bundle, policies that are bound and one that is not, and a foreign line.
const againText = losslessThree + `class-map type qos match-any A
  match dscp 26
class-map type qos match-any SPARE
  description nobody uses it
  match dscp 1
policy-map type qos P
  class A
    set qos-group 3
policy-map type qos Q
  class A
    set qos-group 4
policy-map type queuing E
  class type queuing c-out-8q-q3
    bandwidth remaining percent 50
    queue-limit 10 kbytes
policy-map type queuing I
  class type queuing c-in-q3
    pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688
interface port-channel1
  service-policy type qos input P
  mtu 9216
interface Ethernet1/1
  description first
  service-policy type qos input P
interface Ethernet1/2
  service-policy type qos input P
  service-policy type queuing output E
interface Ethernet1/3
  channel-group 1
interface Ethernet1/4
  channel-group 1
priority-flow-control watch-dog-interval on
feature lldp
`

// againEdit is a change and whose behaviour it may change.
type againEdit struct {
	block, line string // the block, empty for the top, and the line that goes if it is there and comes if not
	effect      vendors.Effect
	kid         string // what comes in the line, if anything
}

func genAgainEdit(t *rapid.T) againEdit {
	pick := func(what string, of ...string) string { return rapid.SampledFrom(of).Draw(t, what) }
	allPorts := vendors.Effect{Ports: []string{"Ethernet1/1", "Ethernet1/2", "Ethernet1/3", "Ethernet1/4", "Ethernet1/9"}}
	switch pick("kind", "port", "port", "port", "bundle", "class-map", "policy", "buffer", "network", "spare", "switch", "odd") {
	case "port":
		port := fmt.Sprintf("Ethernet1/%d", rapid.IntRange(1, 4).Draw(t, "port"))
		line := pick("line", "mtu 1600", "mtu 9000", "priority-flow-control mode on", "priority-flow-control mode off",
			"priority-flow-control mode on send-tlv", "priority-flow-control watch-dog-interval on", "service-policy type qos input P",
			"service-policy type qos input Q", "service-policy type qos input NONE", "service-policy type queuing output E",
			"service-policy type queuing input I", "no switchport", "no lldp transmit", "channel-group 1")
		return againEdit{block: "interface " + port, line: line, effect: vendors.Effect{Ports: []string{port}}}
	case "bundle":
		line := pick("line", "mtu 9000", "service-policy type qos input Q", "service-policy type queuing output E", "priority-flow-control mode on")
		ports := pick("said of", "port-channel1", "")
		if ports == "" {
			return againEdit{block: "interface port-channel1", line: line, effect: vendors.Effect{Ports: []string{"Ethernet1/3", "Ethernet1/4"}}}
		}
		return againEdit{block: "interface port-channel1", line: line, effect: vendors.Effect{Ports: []string{ports}}}
	case "class-map":
		return againEdit{block: "class-map type qos match-any A", line: pick("line", "match dscp 26", "match dscp 30", "match cos 3"), effect: allPorts}
	case "policy":
		return againEdit{block: "policy-map type queuing E", line: "class type queuing c-out-8q-q3", effect: allPorts}
	case "buffer":
		return againEdit{block: "policy-map type queuing I", line: "class type queuing c-in-q3", effect: allPorts,
			kid: "pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688"}
	case "network":
		return againEdit{block: "policy-map type network-qos N", line: "class type network-qos c-8q-nq4", effect: allPorts, kid: "mtu 9000"}
	case "spare":
		return againEdit{block: "class-map type qos match-any SPARE", line: pick("line", "match dscp 1", "match dscp 2"), effect: vendors.Effect{}}
	case "switch":
		block := pick("block", "", "system qos")
		line := pick("line", "service-policy type network-qos N", "service-policy type queuing output E")
		if block == "" {
			line = pick("line", "priority-flow-control watch-dog-interval on", "feature lldp", "interface Ethernet1/9", "policy-map type qos NEW")
		}
		return againEdit{block: block, line: line, effect: vendors.Effect{All: true}}
	}
	return againEdit{block: "interface Ethernet1/1", line: "mtu odd", effect: vendors.Effect{Ports: []string{"Ethernet1/1"}}}
}

// apply toggles the line of an edit.
func (e againEdit) apply(editor *conf.Editor) {
	tree := editor.Tree()
	var block, line *conf.Node
	if e.block != "" {
		block = tree.Find(e.block)
		line = block.Find(e.line)
	} else {
		line = tree.Find(e.line)
	}
	if line != nil {
		editor.Remove(block, line)
		return
	}
	n := conf.New(e.line)
	if e.kid != "" {
		n.Kids = append(n.Kids, conf.New(e.kid))
	}
	if e.line == "mtu odd" {
		n.Kind = conf.Odd
	}
	editor.Insert(block, n, nil)
}

// readingsDiffer shows how two readings differ in anything but the vendor's own state.
func readingsDiffer(want, got vendors.Reading) string {
	want.Index, got.Index = nil, nil
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return fmt.Sprintf("want %+v\n got %+v\n%s", want, got, cmp.Diff(want, got))
}

func TestRereadEqualsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		platform := eight
		if rapid.Bool().Draw(t, "switched ports have the MTU of their classes") {
			platform.Row = &row{layer2MTU: true}
		}
		c, _ := New().Parse([]byte(againText))
		first := New().Read(c, platform)
		kept := New().Read(c, platform)
		editor := treeOf(c).Edit()
		now, reading := configOf(editor.Tree()), first
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			e := genAgainEdit(t)
			e.apply(editor)
			e.effect.Ports = slices.DeleteFunc(e.effect.Ports, func(port string) bool {
				return editor.Tree().Find("interface "+port) == nil
			})
			reading = New().Reread(now, platform, reading, e.effect)
			if diff := readingsDiffer(New().Read(now, platform), reading); diff != "" {
				t.Fatalf("after %v: %s", e, diff)
			}
		}
		if diff := readingsDiffer(kept, first); diff != "" {
			t.Fatalf("the first reading changed: %s", diff)
		}
	})
}

// Edits made by one editor after another are followed too, and so is a whole new configuration.
func TestRereadOfOtherTrees(t *testing.T) {
	c, _ := New().Parse([]byte(againText))
	before := New().Read(c, eight)
	editor := treeOf(c).Edit()
	againEdit{block: "interface Ethernet1/1", line: "mtu 1600"}.apply(editor)
	second := editor.Tree().Edit()
	againEdit{block: "interface Ethernet1/2", line: "mtu 1700"}.apply(second)
	for _, tree := range []*conf.Tree{editor.Tree(), second.Tree()} {
		now := configOf(tree)
		got := New().Reread(now, eight, before, vendors.Effect{Ports: []string{"Ethernet1/1", "Ethernet1/2"}})
		if diff := readingsDiffer(New().Read(now, eight), got); diff != "" {
			t.Error(diff)
		}
	}
	if got := New().Reread(c, four, before, vendors.Effect{}); got.Switch.Ports[0].Egress.Queues[7].Schedule.State != qos.NotApplicable {
		t.Error("another platform needs another reading")
	}
}

// One port of many costs no new facets.
func TestRereadSharesFacets(t *testing.T) {
	c, _ := New().Parse([]byte(leafText(64)))
	before := New().Read(c, eight)
	editor := treeOf(c).Edit()
	againEdit{block: "interface Ethernet1/7", line: "priority-flow-control mode on"}.apply(editor)
	after := New().Reread(configOf(editor.Tree()), eight, before, vendors.Effect{Ports: []string{"Ethernet1/7"}})
	p, q := &before.Switch.Ports[6], &after.Switch.Ports[6]
	if q.PFC.Negotiated.V != true || p.PFC.Negotiated.V != false {
		t.Errorf("%v became %v", p.PFC, q.PFC)
	}
	if p.Classify != q.Classify || p.Egress != q.Egress {
		t.Error("facets are new")
	}
}

func BenchmarkReread(b *testing.B) {
	c, _ := New().Parse([]byte(leafText(64)))
	editor := treeOf(c).Edit()
	now := configOf(editor.Tree())
	reading := New().Read(c, eight)
	effect := vendors.Effect{Ports: []string{"Ethernet1/7"}}
	b.ReportAllocs()
	for b.Loop() {
		againEdit{block: "interface Ethernet1/7", line: "priority-flow-control mode on"}.apply(editor)
		reading = New().Reread(now, eight, reading, effect)
	}
	if !strings.HasPrefix(reading.Switch.Ports[6].Name, "Ethernet1/7") {
		b.Fatal("wrong port")
	}
}
