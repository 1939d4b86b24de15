package cloudengine

import (
	"fmt"
	"maps"
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
	"<name>": {"D", "F", "W", "E", "A", "C", "B", "P", "G", "default", "ROCE", "none"}, "<word>": {"3001", "x", "advance"}, "<words>": {"cir 10 kbps", "5"},
	"<text>": {"10", "any  text", "server 1.1.1.1", "x traffic-policy P"},
	"<port>": {"25GE1/0/1", "100ge 1/0/49", "100GE1/0/50", "Eth-Trunk1", "Eth-Trunk2", "Nve1", "Vlanif10", "25GE1/0/1.5", "100GE1/0/9", "LoopBack0"},
	"<phb>":  {"af4", "4", "be", "cs7", "ef"}, "<colour>": {"green", "red"}, "<queues>": {"0 to 5", "3", "1 4 to 6", "0 to 7"},
	"<schedules>": {"drr 0 to 5", "pq 6 to 7 drr 0 to 5", "drr 4", "lpq 1 to 2", "pq 4", "wfq 3", "drr 0 lpq 5"}, "<rate>": {"1000", "25 gbps", "8 kbps"},
	"<priorities>": {"4", "3", "3 4", "5 6", "0 1 2"}, "<dscps>": {"24", "26 24", "0 63"}, "<interval>": {"10", "100"}, "<group>": {"0", "1", "5", "15"},
	"<n>": {"0", "1", "3001", "4096", "100000"}, "<1-30720,kbytes,mbytes>": {"8", "2048 kbytes", "4 mbytes"}, "<16-30720,kbytes>": {"256", "512 kbytes"},
}

// drawCommand draws a command that the grammar of a view knows.
func drawCommand(t *rapid.T, mode cliMode) string {
	at := cliTree[mode].yes
	var words []string
	if rapid.IntRange(0, 2).Draw(t, "undo") == 0 {
		at, words = cliTree[mode].no, []string{"undo"}
	}
	for {
		ways, whole := at.Ways()
		if len(ways) == 0 || whole && rapid.Bool().Draw(t, "end") {
			return strings.Join(words, " ")
		}
		way := rapid.SampledFrom(ways).Draw(t, "word")
		at = at.After(way)
		if way[0] == '<' {
			way = drawParameter(t, way)
		}
		words = append(words, way)
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
	return fmt.Sprint(rapid.SampledFrom([]int{low, high, min(high, low+3), (low + high) / 2, min(high, 4)}).Draw(t, label))
}

// drawNext draws a command for the view the switch is in, or one that leads elsewhere.
func drawNext(t *rapid.T, d *device) string {
	leave := rapid.IntRange(0, 7).Draw(t, "leave")
	switch {
	case d.at.mode == inUser:
		return "system-view"
	case d.at.mode != inSystem && leave == 0:
		return "quit"
	case d.at.mode == inSystem && leave < 4:
		return "interface " + rapid.SampledFrom(parameterWords["<port>"]).Draw(t, "port")
	case d.at.mode == inSystem && leave == 4:
		return rapid.SampledFrom([]string{"dcb pfc F", "drop-profile W", "diffserv domain D", "dcb pfc", "ai-service", "return", "# note"}).Draw(t, "block")
	}
	return drawCommand(t, d.at.mode)
}

// furnishedText is a switch on which most commands find what they need.
const furnishedText = bareSwitch + hidingEnd

const hidingEnd = `#
dcb pfc F
 priority 4
#
drop-profile W
#
diffserv domain D
#
dcb ets-profile E
#
acl number 3001
 rule 5 permit udp
#
traffic classifier C type or
 if-match acl 3001
#
traffic behavior B
#
traffic policy P
 classifier C behavior B precedence 5
#
qos buffer headroom-pool size 4 mbytes slot 1
#
lldp enable
#
port-group G
 group-member 25GE1/0/1
#
`

// drawSwitch draws a switch with some readings.
func drawSwitch(t *rapid.T) *device {
	c, _ := New().Parse([]byte(furnishedText))
	readings := map[string]int{}
	for _, a := range doubts {
		if rapid.IntRange(0, 3).Draw(t, a.ID) == 0 {
			readings[a.ID] = rapid.IntRange(1, len(a.Readings)-1).Draw(t, "reading")
		}
	}
	return New().Replay(c, rapid.SampledFrom(allSwitches).Draw(t, "model"), readings).(*device)
}

func TestAnyCommandsKeepTheModelWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawSwitch(t)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			var step vendors.Step
			for range rapid.IntRange(1, 3).Draw(t, "commands") {
				step.Commands = append(step.Commands, drawNext(t, d))
			}
			before, at, said := d.printed(), d.at, behaviours(d)
			effect, err := d.Do(step)
			if err != nil && (d.printed() != before || d.at != at) {
				t.Fatalf("%q is refused (%v) and changed:\n%s", step.Commands, err, cmp.Diff(before, d.printed()))
			}
			if err != nil && (effect.All || effect.Ports != nil) {
				t.Fatalf("%q is refused and has an effect: %v", step.Commands, effect)
			}
			if err == nil && len(effect.Ports) != len(slices.Compact(slices.Sorted(slices.Values(effect.Ports)))) {
				t.Fatalf("%q names a port twice: %v", step.Commands, effect.Ports)
			}
			covered(t, step.Commands, said, behaviours(d), effect)
			printsWhatItRuns(t, step.Commands, d)
			remembersRight(t, step.Commands, d)
		}
	})
}

// inScopeText prints the lines in scope of a configuration, blocks sorted by their header.
func inScopeText(c vendors.Config) string {
	var blocks []string
	for _, n := range treeOf(c).Top {
		if n.Kind == conf.Out {
			continue
		}
		block := n.Text + "\n"
		for _, kid := range n.Kids {
			if kid.Kind != conf.Out {
				block += " " + kid.Text + "\n"
				for _, inner := range kid.Kids {
					block += "  " + inner.Text + "\n"
				}
			}
		}
		blocks = append(blocks, block)
	}
	slices.Sort(blocks)
	return strings.Join(blocks, "")
}

// printsWhatItRuns: the text of the configuration reads as the configuration.
func printsWhatItRuns(t *rapid.T, commands []string, d *device) {
	c, diags := New().Parse(d.Config().Bytes())
	if err := diags.Err(); err != nil {
		t.Fatalf("after %q: %v", commands, err)
	}
	if tree, text := inScopeText(d.Config()), inScopeText(c); tree != text {
		t.Fatalf("after %q the text reads differently from the tree:\n%s", commands, cmp.Diff(tree, text))
	}
	if got := treeOf(c).Lines(); got[conf.Odd] > 0 {
		t.Fatalf("after %q a line is not understood:\n%s", commands, inScopeText(c))
	}
}

// remembersRight: what the device keeps beside the tree is what it would find in the tree.
func remembersRight(t *rapid.T, commands []string, d *device) {
	fresh := &device{tree: d.tree, start: d.start, hardware: d.hardware, readings: d.readings}
	fresh.survey()
	for kind := range fresh.named {
		for name := range fresh.named[kind] {
			d.object(objectKey{kindOfObject(kind), name})
		}
		for name, o := range d.named[kind] {
			if f := fresh.object(objectKey{kindOfObject(kind), name}); *o != *f {
				t.Fatalf("after %q %s is %+v, remembered as %+v", commands, name, *f, *o)
			}
		}
	}
	if d.counts != fresh.counts || !maps.Equal(d.pools, fresh.pools) {
		t.Fatalf("after %q the counts are %v and %v, remembered as %v and %v", commands, fresh.counts, fresh.pools, d.counts, d.pools)
	}
	for kind, n := range d.distinct {
		if fresh.distinct[kind] != n {
			t.Fatalf("after %q there are %d settings of %s, remembered %d", commands, fresh.distinct[kind], kind, n)
		}
	}
}

// covered: every port about which the configuration says something else is in the effect.
func covered(t *rapid.T, commands []string, before, after map[string]string, effect vendors.Effect) {
	for port, said := range after {
		if before[port] != said && !effect.All && !slices.Contains(effect.Ports, port) {
			t.Fatalf("%q changes %s, and the effect is %v:\n%s", commands, port, effect, cmp.Diff(before[port], said))
		}
	}
}

// behaviours is all that the configuration says about each physical port: its lines, those of its bundle and sub-interfaces, the
// objects they lead to, and what holds for the whole switch.
func behaviours(d *device) map[string]string {
	w := saidBy{top: d.tree.Top}
	everywhere := w.everywhere()
	said := map[string]string{}
	for _, n := range w.top {
		name, ok := strings.CutPrefix(n.Text, "interface ")
		if !ok || !strings.Contains(name, "GE") || strings.Contains(name, ".") {
			continue
		}
		said[name] = everywhere + w.interfaces(name)
		for _, kid := range n.Kids {
			if trunk, ok := strings.CutPrefix(kid.Text, "eth-trunk "); ok {
				said[name] += w.interfaces("Eth-Trunk" + trunk)
			}
		}
	}
	return said
}

// saidBy writes out blocks with the objects that their lines name.
type saidBy struct{ top []*conf.Node }

// everywhere is what holds for every port: lines of the system view that are no headers, the default domain, and what is applied
// to other things than ports.
func (w saidBy) everywhere() string {
	var b strings.Builder
	for _, n := range w.top {
		words := strings.Fields(n.Text)
		switch {
		case n.Kind != conf.In:
		case strings.HasPrefix(n.Text, "traffic-policy "):
			b.WriteString(n.Text + "\n" + w.named("traffic policy "+words[1]))
		case n.Text == "diffserv domain default", words[0] == "ai-service", strings.HasPrefix(n.Text, "interface Nve"), strings.Contains(n.Text, "uplink"):
			b.WriteString(w.block(n))
		case words[0] == "vlan", words[0] == "bridge-domain", strings.HasPrefix(n.Text, "interface Vlanif"), strings.HasPrefix(n.Text, "interface LoopBack"):
			b.WriteString(w.block(n))
		case len(words) > 3 && words[0] != "interface" && words[0] != "acl" && words[0] != "traffic" && words[0] != "ip", words[0] == "lldp",
			len(words) == 3 && words[0] == "qos" && words[1] != "group":
			b.WriteString(n.Text + "\n")
		}
	}
	return b.String()
}

// interfaces are the lines of an interface and of its sub-interfaces.
func (w saidBy) interfaces(name string) string {
	var b strings.Builder
	for _, n := range w.top {
		if at, ok := strings.CutPrefix(n.Text, "interface "+name); ok && n.Kind == conf.In && (at == "" || at[0] == '.') {
			b.WriteString(w.block(n))
		}
	}
	return b.String()
}

func (w saidBy) block(n *conf.Node) string {
	var lines []string
	for _, kid := range n.Kids {
		if kid.Kind == conf.Out {
			continue
		}
		line := kid.Text + "\n"
		for _, inner := range kid.Kids {
			line += inner.Text + "\n"
		}
		words := strings.Fields(kid.Text)
		switch {
		case strings.HasPrefix(kid.Text, "trust upstream "):
			line += w.named("diffserv domain " + words[2])
		case strings.HasPrefix(kid.Text, "dcb pfc enable mode"):
			line += w.named("dcb pfc")
		case strings.HasPrefix(kid.Text, "dcb pfc enable "):
			line += w.named("dcb pfc " + words[3])
		case strings.HasPrefix(kid.Text, "dcb ets enable "):
			line += w.named("dcb ets-profile " + words[3])
		case len(words) == 5 && words[3] == "wred":
			line += w.named("drop-profile " + words[4])
		case words[0] == "traffic-policy":
			line += w.named("traffic policy " + words[1])
		case words[0] == "classifier":
			line += w.named("traffic classifier "+words[1]+" type or") + w.named("traffic classifier "+words[1]+" type and") + w.named("traffic behavior "+words[3])
		case strings.HasPrefix(kid.Text, "if-match acl "):
			line += w.entries("acl number " + words[2])
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// named writes out the block with a header.
func (w saidBy) named(header string) string {
	for _, n := range w.top {
		if n.Kind == conf.In && n.Text == header {
			return header + "\n" + strings.ReplaceAll(w.block(n), "statistics enable\n", "")
		}
	}
	return ""
}

// entries are the rules of an access list.
func (w saidBy) entries(header string) string {
	var b strings.Builder
	for _, n := range w.top {
		if n.Kind == conf.In && n.Text == header {
			for _, kid := range n.Kids {
				b.WriteString(strings.TrimSpace(linesOf(kid)) + "\n")
			}
		}
	}
	return b.String()
}

// FuzzReplay types any text at the golden leaves.
func FuzzReplay(f *testing.F) {
	for _, c := range goldenCases {
		f.Add(c.remove)
		f.Add(c.create)
	}
	f.Add("int 25ge1/0/1\ninterface 25ge1/0/1\nqos pq 0 to 7 drr 1 2 to 3 lpq\nquit\nsystem-view\nundo dcb pfc F\n")
	f.Add("port-group all_using\nqos drr 0 to 5\nquit\nacl name \xff\xfe\nrule 1 x\nundo rule 1\nai-service\nai-ecn\nquit\nundo ai-ecn")
	texts := []string{goldenText(f, "leaf-v200.cfg"), goldenText(f, "leaf-v300.cfg")}
	f.Fuzz(func(t *testing.T, typed string) {
		if len(typed) > 4096 {
			t.Skip("as many commands of a kind say no more than a few")
		}
		for i, on := range []vendors.Platform{switchV2, switchA} {
			d := startReplay(t, texts[i], on, nil)
			for command := range strings.SplitSeq(typed, "\n") {
				before := d.printed()
				if _, err := d.Do(vendors.Step{Commands: []string{command}}); err != nil && d.printed() != before {
					t.Fatalf("%q is refused (%v) and changed:\n%s", command, err, cmp.Diff(before, d.printed()))
				}
			}
		}
	})
}
