package cloudengine

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// againText has something for every edit of genAgainEdit.
const againText = `drop-profile x
 ecn buffer-size low-limit 3200 high-limit 6400 discard-percentage 30
#
dcb pfc x
 priority 4
#
diffserv domain d
 ip-dscp-inbound 24 phb af4 green
#
traffic classifier c type or
 if-match dscp 26
#
traffic behavior b
 remark local-precedence ef
#
traffic policy p
 classifier c behavior b precedence 5
#
interface Eth-Trunk1
 trust dscp
#
interface 100GE1/0/1
 trust dscp
 trust upstream d
 dcb pfc enable x mode manual
 qos queue 4 wred x
 qos queue 4 ecn
#
interface 100GE1/0/2
 trust dscp
 trust upstream d
 dcb pfc enable x mode manual
 qos queue 4 wred x
 qos queue 4 ecn
#
interface 100GE1/0/3
 eth-trunk 1
#
interface 100GE1/0/3.5 mode l2
 trust dscp
#
interface 100GE1/0/4
 eth-trunk 1
#
interface Vlanif10
#
interface Nve1
#
return
`

// againEdit puts a line into a block, or takes it out if it is there.
type againEdit struct{ block, line string }

// objectsOf are the blocks that lines stand in, by their first words.
var objectsOf = map[string]string{
	"priority": "dcb pfc x", "undo": "dcb pfc x", "ip-dscp-inbound": "diffserv domain d", "ecn": "drop-profile x", "remark": "traffic behavior b",
}

func genAgainEdit(t *rapid.T) againEdit {
	pick := func(what string, from ...string) string { return rapid.SampledFrom(from).Draw(t, what) }
	port := pick("port", "interface 100GE1/0/1", "interface 100GE1/0/2", "interface 100GE1/0/3", "interface 100GE1/0/4")
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		return againEdit{"interface Eth-Trunk1", pick("line", "trust dscp", "trust upstream d", "traffic-policy p inbound", "jumboframe enable 9000")}
	case 1:
		return againEdit{"interface 100GE1/0/3.5 mode l2", pick("line", "trust dscp", "trust upstream d")}
	case 2:
		line := pick("line", "priority 4", "priority 5", "undo priority 3", "ip-dscp-inbound 24 phb af4 green", "ecn weight 3", "remark local-precedence ef")
		return againEdit{objectsOf[strings.Fields(line)[0]], line}
	case 3:
		return againEdit{"interface Vlanif10", "traffic-policy p inbound"}
	case 4:
		return againEdit{"interface Nve1", "qos phb marking dscp disable"}
	case 5:
		return againEdit{"", pick("line", "lldp enable", "interface 100GE1/0/9", "dcb pfc dscp-mapping enable slot 1", "qos ecn enable", "dcb pfc x")}
	}
	return againEdit{port, pick("line", "trust dscp", "trust upstream d", "dcb pfc enable x mode manual", "qos drr 0 to 5", "qos queue 4 ecn",
		"qos queue 4 wred x", "traffic-policy p inbound", "lldp tlv-enable dcbx", "eth-trunk 1", "odd")}
}

// apply toggles the line of an edit.
func (e againEdit) apply(editor *conf.Editor) {
	tree := editor.Tree()
	var block, line *conf.Node
	if e.block != "" {
		if block = tree.Find(e.block); block == nil {
			return
		}
		line = block.Find(e.line)
	} else {
		line = tree.Find(e.line)
	}
	if line != nil {
		editor.Remove(block, line)
		return
	}
	n := conf.New(e.line)
	if e.line == "odd" {
		n.Text, n.Kind = "qos wrr 0", conf.Odd
	}
	editor.Insert(block, n, nil)
}

// readingsDiffer shows how two readings differ in anything but the vendor's own state.
func readingsDiffer(want, got vendors.Reading) string {
	want.Index, got.Index = nil, nil
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return "readings differ: " + cmp.Diff(want, got)
}

func TestRereadEqualsRead(t *testing.T) {
	p := groupAPlatform(t)
	rapid.Check(t, func(t *rapid.T) {
		c, _ := New().Parse([]byte(againText))
		first, kept := New().Read(c, p), New().Read(c, p)
		editor := treeOf(c).Edit()
		now, reading := configOf(editor.Tree()), first
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			if rapid.IntRange(0, 6).Draw(t, "another editor") == 0 {
				editor = editor.Tree().Edit()
				now = configOf(editor.Tree())
			}
			e := genAgainEdit(t)
			e.apply(editor)
			reading = New().Reread(now, p, reading, vendors.Effect{})
			if diff := readingsDiffer(New().Read(now, p), reading); diff != "" {
				t.Fatalf("after %v: %s", e, diff)
			}
		}
		if diff := readingsDiffer(kept, first); diff != "" {
			t.Fatalf("the first reading changed: %s", diff)
		}
	})
}

func TestRereadOnAnotherPlatform(t *testing.T) {
	c, _ := New().Parse([]byte(againText))
	before := New().Read(c, groupAPlatform(t))
	again := New().Reread(c, groupBPlatform(t), before, vendors.Effect{})
	if diff := readingsDiffer(New().Read(c, groupBPlatform(t)), again); diff != "" {
		t.Error(diff)
	}
	unrelated, _ := New().Parse([]byte(golden("leaf-v300")))
	again = New().Reread(unrelated, groupAPlatform(t), before, vendors.Effect{})
	if diff := readingsDiffer(New().Read(unrelated, groupAPlatform(t)), again); diff != "" {
		t.Error(diff)
	}
}

// One port of many costs no new facets, and what it returned before stays.
func TestRereadSharesFacets(t *testing.T) {
	c, _ := New().Parse([]byte(leafText(64)))
	before := New().Read(c, fixedPlatform(t))
	editor := treeOf(c).Edit()
	againEdit{"interface 25GE1/0/7", "qos queue 4 ecn"}.apply(editor)
	after := New().Reread(configOf(editor.Tree()), fixedPlatform(t), before, vendors.Effect{Ports: []string{"25GE1/0/7"}})
	for i := range after.Switch.Ports {
		p, q := &before.Switch.Ports[i], &after.Switch.Ports[i]
		if same := p.Egress == q.Egress && p.Classify == q.Classify; same != (i != 6) {
			t.Errorf("%s: facets are the same: %v", q.Name, same)
		}
	}
	if !before.Switch.Ports[6].Egress.Queues[4].ECN.V.On || after.Switch.Ports[6].Egress.Queues[4].ECN.V.On {
		t.Error("ECN did not go, or went from what was read before")
	}
}

func BenchmarkReread(b *testing.B) {
	c, _ := New().Parse([]byte(leafText(64)))
	editor := treeOf(c).Edit()
	now := configOf(editor.Tree())
	reading := New().Read(c, vendors.Platform{})
	b.ReportAllocs()
	for b.Loop() {
		againEdit{"interface 25GE1/0/7", "qos queue 4 ecn"}.apply(editor)
		reading = New().Reread(now, vendors.Platform{}, reading, vendors.Effect{Ports: []string{"25GE1/0/7"}})
	}
	if reading.Switch.Ports[6].Name != "25GE1/0/7" {
		b.Fatal("wrong port")
	}
}
