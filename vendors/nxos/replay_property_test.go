package nxos

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// words that parameters are drawn from, by kind.
var parameterWords = map[string][]string{
	"<name>": {"A", "B", "a", "P", "P2", "Q", "H", "N", "c-8q-nq3", "c-8q-nq4", "c-8q-nq-default", "c-out-8q-q7", "c-out-8q-q6", "c-out-8q-q3",
		"c-out-8q-q-default", "c-in-q3", "c-nq3", "class-default", "default-8q-out-policy", "default-nq-policy"},
	"<acl>": {"X", "Y"}, "<word>": {"ing-l2-qos", "telemetry"}, "<words>": {"cir 10 gbps", "rate"}, "<text>": {"10", "any  text", "20 service-policy P"},
	"<port>": {"Ethernet1/1", "Ethernet1/2", "Ethernet1/3", "port-channel10", "port-channel11", "nve1", "mgmt0", "Vlan10", "Ethernet1/2.5", "Ethernet1/9"},
	"<dscp>": {"26", "af31", "0", "63"}, "<dscps>": {"26", "24,26", "24-31", "48", "0-63", "cs6,ef"}, "<coses>": {"3", "3,4", "0-7"},
	"<n>": {"0", "100", "3000", "100000"},
}

// drawCommand draws a command that the grammar of a mode knows.
func drawCommand(t *rapid.T, mode cliMode) string {
	root := cliTree[mode].yes
	var words []string
	if rapid.IntRange(0, 3).Draw(t, "no") == 0 {
		root, words = cliTree[mode].no, []string{"no"}
	}
	for {
		ways := len(root.words) + len(root.params)
		if ways == 0 || root.row != nil && rapid.Bool().Draw(t, "end") {
			return strings.Join(words, " ")
		}
		way := rapid.IntRange(0, ways-1).Draw(t, "word")
		if way < len(root.words) {
			words, root = append(words, root.words[way].word), root.words[way].next
			continue
		}
		p := root.params[way-len(root.words)]
		words, root = append(words, drawParameter(t, p.label)), p.next
	}
}

func drawParameter(t *rapid.T, label string) string {
	if words := parameterWords[label]; words != nil {
		return rapid.SampledFrom(words).Draw(t, label)
	}
	var low, high int
	if _, err := fmt.Sscanf(label, "<%d-%d>", &low, &high); err != nil {
		t.Fatalf("no words for %s", label)
	}
	return fmt.Sprint(rapid.SampledFrom([]int{low, high, min(high, low+3), (low + high) / 2}).Draw(t, label))
}

// drawNext draws a command for the mode the switch is in, or one around it.
func drawNext(t *rapid.T, d *device) string {
	mode := d.at.mode
	if mode == inExec {
		return "configure terminal"
	}
	for mode != inConfig && rapid.IntRange(0, 4).Draw(t, "outward") == 0 {
		mode = outerMode[mode]
	}
	if rapid.IntRange(0, 40).Draw(t, "leave") == 0 {
		return rapid.SampledFrom([]string{"exit", "end", "class", "! note"}).Draw(t, "command")
	}
	return drawCommand(t, mode)
}

// furnished is a switch on which most commands find what they need.
func furnished(on vendors.Platform, readings map[string]int) *device {
	c, _ := New().Parse([]byte(bare))
	d := New().Replay(c, on, readings).(*device)
	for _, command := range lines("feature lldp\nip access-list X\n" + makeQoS + makeQueuing + makeHeadroom + makeNetwork +
		"interface Ethernet1/1\nservice-policy type qos input P\nservice-policy type queuing output Q\ninterface port-channel10\nservice-policy type qos input P\n" +
		"service-policy type queuing input H\nsystem qos\nservice-policy type network-qos N\nexit") {
		_ = d.type_(command) // a Nexus 3000 does not take all of it
	}
	return d
}

// drawSwitch draws a furnished switch with some readings.
func drawSwitch(t *rapid.T) *device {
	on := rapid.SampledFrom([]vendors.Platform{nexus9000, nexus9000, nexusEX, nexus4q, nexus3000}).Draw(t, "model")
	readings := map[string]int{}
	for _, a := range doubts {
		if rapid.IntRange(0, 3).Draw(t, a.ID) == 0 {
			readings[a.ID] = 1
		}
	}
	return furnished(on, readings)
}

func TestAnyCommandsKeepTheModelWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawSwitch(t)
		for range rapid.IntRange(1, 30).Draw(t, "commands") {
			command := drawNext(t, d)
			before := string(d.Config().Bytes())
			said := behaviours(d)
			effect, err := d.Do(vendors.Step{Commands: []string{command}})
			if err != nil && string(d.Config().Bytes()) != before {
				t.Fatalf("%q is refused (%v) and changed:\n%s", command, err, cmp.Diff(before, string(d.Config().Bytes())))
			}
			if err != nil && (effect.All || effect.Ports != nil) {
				t.Fatalf("%q is refused and has an effect: %v", command, effect)
			}
			covered(t, command, said, behaviours(d), effect)
			printsWhatItRuns(t, command, d)
			remembersRight(t, command, d)
		}
	})
}

// printsWhatItRuns: the text of the configuration reads as the configuration.
func printsWhatItRuns(t *rapid.T, command string, d *device) {
	c, diags := New().Parse(d.Config().Bytes())
	if err := diags.Err(); err != nil {
		t.Fatalf("after %q: %v", command, err)
	}
	if diff := cmp.Diff(slice(d.Config()), slice(c)); diff != "" {
		t.Fatalf("after %q the text reads differently from the tree:\n%s", command, diff)
	}
	if got := c.(*config).tree.Lines(); got[conf.Odd] > 0 && command != "" {
		t.Fatalf("after %q a line is not understood:\n%s", command, slice(c))
	}
}

// remembersRight: what the device keeps beside the tree is what it would find in the tree.
func remembersRight(t *rapid.T, command string, d *device) {
	fresh := &device{tree: d.tree, start: d.tree, named: map[objectKey]*object{}, hardware: d.hardware, readings: d.readings}
	fresh.survey()
	for key, o := range d.named {
		f := fresh.named[key]
		if f == nil {
			f = &object{}
		}
		if o.uses != f.uses || o.header != f.header {
			t.Fatalf("after %q %q is used %d times, remembered %d (%q, %q)", command, key.name, f.uses, o.uses, f.header, o.header)
		}
		if o.header != "" && d.tree.Find(o.header) == nil {
			t.Fatalf("after %q %q is remembered and not there", command, o.header)
		}
	}
	for key := range fresh.named {
		if d.named[key] == nil {
			t.Fatalf("after %q %q is forgotten", command, key.name)
		}
	}
	if d.ceiling != fresh.ceiling || cmp.Diff(d.members, fresh.members) != "" {
		t.Fatalf("after %q the bundles are %v, remembered %v", command, fresh.members, d.members)
	}
}

// covered: every port about which the configuration says something else is in the effect.
func covered(t *rapid.T, command string, before, after map[string]string, effect vendors.Effect) {
	for port, said := range after {
		if before[port] != said && !effect.All && !slices.Contains(effect.Ports, port) {
			t.Fatalf("%q changes %s, and the effect is %v:\n%s", command, port, effect, cmp.Diff(before[port], said))
		}
	}
}

// behaviours is all that the configuration says about each physical port: its lines, those of its bundle, the objects they
// lead to, and what holds for the whole switch.
func behaviours(d *device) map[string]string {
	w := wordsOf{top: d.tree.Top}
	everywhere := w.everywhere()
	said := map[string]string{}
	for _, n := range d.tree.Top {
		name, ok := strings.CutPrefix(n.Text, "interface ")
		if !ok || n.Kind != conf.In || !strings.HasPrefix(name, "Ethernet") || strings.Contains(name, ".") {
			continue
		}
		var b strings.Builder
		b.WriteString(everywhere)
		w.block(&b, n, 0)
		for _, kid := range n.Kids {
			if kid.Kind == conf.In && strings.HasPrefix(kid.Text, "channel-group ") {
				w.named(&b, "interface port-channel"+strings.Fields(kid.Text)[1], 0)
			}
		}
		said[name] = b.String()
	}
	return said
}

// wordsOf writes out blocks with the objects that their lines name.
type wordsOf struct{ top []*conf.Node }

func (w wordsOf) everywhere() string {
	var b strings.Builder
	for _, n := range w.top {
		switch {
		case n.Kind == conf.In && n.Text == "system qos":
			w.block(&b, n, 0)
		case n.Kind == conf.In && len(n.Kids) == 0 && !strings.Contains(n.Text, "-map ") && !strings.Contains(n.Text, "access-list") &&
			!strings.HasPrefix(n.Text, "interface") && !strings.Contains(n.Text, "statistics"):
			b.WriteString(n.Text + "\n")
		case strings.HasPrefix(n.Text, "interface nve"):
			w.block(&b, n, 0)
		}
	}
	return b.String()
}

func (w wordsOf) block(b *strings.Builder, n *conf.Node, depth int) {
	for _, kid := range n.Kids {
		if kid.Kind == conf.Out {
			continue
		}
		b.WriteString(strings.Repeat(" ", depth) + kid.Text + "\n")
		w.block(b, kid, depth+1)
		words := strings.Fields(kid.Text)
		switch {
		case words[0] == "service-policy":
			w.named(b, "policy-map type "+words[2]+" "+strings.TrimSuffix(strings.Join(words[3:], " "), " no-stats"), depth+1)
		case words[0] == "class" && len(words) == 2:
			w.named(b, "class-map type qos match-any "+words[1], depth+1)
			w.named(b, "class-map type qos match-all "+words[1], depth+1)
		case words[0] == "class":
			w.named(b, "class-map type "+words[2]+" "+words[3], depth+1)
		case words[0] == "match" && words[1] == "access-group":
			for _, n := range w.top {
				if n.Kind == conf.In && strings.HasSuffix(n.Text, "access-list "+words[3]) {
					for _, entry := range n.Kids {
						b.WriteString(entry.Text + entry.Raw() + "\n")
					}
				}
			}
		}
	}
}

// named writes out the block with a header. A direction before the name is no part of it.
func (w wordsOf) named(b *strings.Builder, header string, depth int) {
	header = strings.NewReplacer(" input ", " ", " output ", " ").Replace(header)
	for _, n := range w.top {
		if n.Kind == conf.In && n.Text == header {
			b.WriteString(header + "\n")
			w.block(b, n, depth)
		}
	}
}

// FuzzReplay types any text at the golden leaf.
func FuzzReplay(f *testing.F) {
	text, err := os.ReadFile("testdata/golden/leaf.cfg")
	if err != nil {
		text = []byte(bare)
	}
	golden, _ := New().Parse(text)
	f.Add(createOrder)
	f.Add(deleteOrder)
	f.Add("int e1/1\nno service-policy type qos in QOS_CLASSIFICATION\nend\nconf t\nsystem qos\nservice-policy type queuing output default-8q-out-policy")
	f.Add("vlan 10\nname x\nno vlan 1,10\nclass-map match-all \xff\xfe\nmatch dscp 0-63,ef,cs7\nno match dscp 1")
	f.Fuzz(func(t *testing.T, typed string) {
		d := New().Replay(golden, nexus9000, nil).(*device)
		for command := range strings.SplitSeq(typed, "\n") {
			before := string(d.Config().Bytes())
			if err := d.type_(command); err != nil && string(d.Config().Bytes()) != before {
				t.Fatalf("%q is refused (%v) and changed:\n%s", command, err, cmp.Diff(before, string(d.Config().Bytes())))
			}
		}
	})
}
