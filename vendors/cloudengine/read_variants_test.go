package cloudengine

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
)

// blocksOf cuts a configuration behind each separator.
func blocksOf(text string) [][]string {
	var blocks [][]string
	for part := range strings.SplitSeq(text, "#\n") {
		blocks = append(blocks, strings.Split(strings.TrimSuffix(part, "\n"), "\n"))
	}
	return blocks
}

func joined(blocks [][]string) string {
	var b strings.Builder
	for _, block := range blocks {
		b.WriteString(strings.Join(block, "\n") + "\n#\n")
	}
	return b.String()
}

// variants rewrite a configuration into one that another operator would have written for the same behaviour.
var variants = map[string]func(text string) string{
	"other names": func(text string) string {
		for _, name := range []string{"roce100", "roce25", "c_roce", "b_roce", "p_roce", "ds1"} {
			text = strings.ReplaceAll(text, name, "Other-"+strings.ToUpper(name))
		}
		for _, where := range []string{"dcb pfc ", "dcb pfc enable ", "diffserv domain ", "trust upstream "} {
			text = strings.ReplaceAll(text, where+"roce", where+"LOSSLESS.4")
		}
		return text
	},
	"priorities listed": func(text string) string {
		return strings.ReplaceAll(text, " priority 4\n undo priority 3\n", " undo priority 3\n priority 3 4\n")
	},
	"lines in reverse": func(text string) string {
		blocks := blocksOf(text)
		for _, block := range blocks {
			if len(block) > 1 && !strings.HasPrefix(block[1], "  ") && block[1][0] == ' ' {
				slices.Reverse(block[1:])
			}
		}
		return joined(blocks)
	},
	"blocks in reverse": func(text string) string {
		blocks := blocksOf(text)
		slices.Reverse(blocks)
		return joined(blocks)
	},
	"defaults typed": func(text string) string {
		for _, r := range [][2]string{
			{" qos drr 0 to 5\n", " qos pq 6 7 drr 0 1 2 3 to 5\n qos queue 2 drr weight 1\n"},
			{" phb af4 green\n", " phb af4\n ip-dscp-inbound 26 phb af3 green\n 8021p-inbound 5 phb ef\n"},
			{" dcb pfc enable mode manual\n", " dcb pfc enable default mode manual\n"},
			{"drop-profile default\n", "drop-profile default\n color green low-limit 100 high-limit 100 discard-percentage 100\n"},
			{" remark local-precedence af4 green\n", " remark local-precedence 4\n"},
			{" type or\n", "\n"},
		} {
			text = strings.ReplaceAll(text, r[0], r[1])
		}
		return text
	},
	"case and blanks": func(text string) string {
		for _, word := range []string{"trust dscp", "qos drr", "buffer-size", "dcb pfc", "interface", "deadlock-detect", "priority 4"} {
			text = strings.ReplaceAll(text, word, strings.ToUpper(word))
		}
		return strings.ReplaceAll(text, " queue ", "  Queue\t")
	},
	"from a terminal":    func(text string) string { return strings.ReplaceAll(text, "\n", "  \r\n") },
	"without separators": func(text string) string { return strings.ReplaceAll(text, "#\n", "") },
	"blocks twice": func(text string) string {
		return strings.ReplaceAll(text, " qos drr 0 to 5\n", " qos drr 0 to 5\n#\ninterface 100GE9/0/9\n#\nINTERFACE\n")
	},
}

func TestReadVariants(t *testing.T) {
	for name := range goldenPlatforms {
		want := readText(t, golden(name), goldenPlatform(t, name)).Switch
		for variant, change := range variants {
			t.Run(name+"/"+variant, func(t *testing.T) {
				text := change(golden(name))
				if variant == "blocks twice" { // end each port's block in the middle, and open it again
					text = reopened(text)
				}
				r := readText(t, text, goldenPlatform(t, name))
				if !qos.Equal(r.Switch, want) {
					t.Errorf("%v\n%s", qos.Diff(want, r.Switch), text)
				}
				if r.Unread != nil {
					t.Errorf("not understood: %v", r.Unread)
				}
			})
		}
	}
}

// reopened fills in the headers of blocks that are opened again.
func reopened(text string) string {
	header := ""
	var lines []string
	for line := range strings.Lines(text) {
		switch {
		case line == "INTERFACE\n":
			line = header
		case line == "interface 100GE9/0/9\n":
			line = "interface LoopBack9\n"
		case strings.HasPrefix(line, "interface "):
			header = line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

// smallFault changes one thing in a line that decides something.
func smallFault(t *rapid.T, text string) (string, string) {
	lines := strings.SplitAfter(text, "\n")
	i := rapid.IntRange(0, len(lines)-1).Filter(func(i int) bool { return decides(lines[i]) }).Draw(t, "line")
	was := strings.TrimSpace(lines[i])
	switch rapid.IntRange(0, 1).Draw(t, "fault") {
	case 0:
		lines[i] = ""
	default:
		at := strings.LastIndexAny(lines[i], "012345678")
		if at < 0 {
			lines[i] = ""
		} else {
			lines[i] = lines[i][:at] + string(lines[i][at]+1) + lines[i][at+1:]
		}
	}
	return strings.Join(lines, ""), was
}

// decides tells whether a line of the golden configurations has a say in what the switch does.
func decides(line string) bool {
	for _, idle := range []string{
		"!", "#", "sysname", "vlan", " description", " port default", " ip address", "acl", " rule", " statistics", "interface", "return",
		"port-group", " group-member", "qos buffer headroom-pool", "drop-profile default", "dcb ets-profile", "diffserv domain default",
		" classifier", // its only number is a precedence, and there is one class
	} {
		if strings.HasPrefix(line, idle) {
			return false
		}
	}
	return strings.TrimSpace(line) != ""
}

// Any small fault in a golden configuration shows: as another behaviour, or as a line that is not understood.
func TestReadNoticesFaults(t *testing.T) {
	for name := range goldenPlatforms {
		t.Run(name, func(t *testing.T) {
			p := goldenPlatform(t, name)
			whole := readText(t, golden(name), p)
			rapid.Check(t, func(rt *rapid.T) {
				text, line := smallFault(rt, golden(name))
				c, _ := New().Parse([]byte(text))
				got := New().Read(c, p)
				if qos.Equal(got.Switch, whole.Switch) && len(got.Unread) == len(whole.Unread) && !blind(name, line) {
					rt.Fatalf("a fault in %q goes unnoticed in\n%s", line, text)
				}
			})
		})
	}
}

// blind tells whether a fault in a line makes no difference to packets.
func blind(name, line string) bool {
	switch {
	case line == "lldp enable" || strings.HasPrefix(line, "dcb pfc buffer 4 xoff dynamic"):
		return name != "leaf-v200" || line != "lldp enable" // no TLV is sent; a dynamic threshold is unknown either way
	case strings.HasPrefix(line, "jumboframe enable"):
		return true // on routed ports, whose MTU is smaller
	}
	// There is no port in slot 4, and the default profile is there without its block, which is not bound on V200.
	return line == "dcb pfc dscp-mapping enable slot 4" || line == "dcb pfc"
}
