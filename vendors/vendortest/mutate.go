package vendortest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

// noticesMutations plants every small fault in rendered configurations: Read must give another behaviour, or report a line
// it cannot read. What it may miss has a reason.
func (b *bench) noticesMutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := b.want(t, "intent").desired.Bytes()
		whole := b.Vendor.Read(b.parse(t, text), b.site.Platform)
		faults := b.Mutations(text)
		m := faults[rapid.IntRange(0, len(faults)-1).Draw(t, "fault")]
		c, diags := b.Vendor.Parse(m.Text)
		if len(diags) > 0 {
			return
		}
		got := b.Vendor.Read(c, b.site.Platform)
		if len(got.Unread) != len(whole.Unread) || !qos.Equal(got.Switch, whole.Switch) {
			return
		}
		if b.Blind(m, whole.Switch) == "" {
			t.Fatalf("%s of %q goes unnoticed in\n%s", m.Change, m.Line, m.Text)
		}
	})
}

// LineMutations are the faults of a line-based configuration: each line dropped, each number in it raised by one, and each
// line moved to the end of another block.
func LineMutations(config []byte) []Mutation {
	lines := slices.Collect(strings.Lines(string(config)))
	var all []Mutation
	for i, line := range lines {
		name := where(lines, i)
		add := func(change string, replacement ...string) {
			text := slices.Concat(lines[:i], replacement, lines[i+1:])
			all = append(all, Mutation{Text: []byte(strings.Join(text, "")), Line: name, Change: change})
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		add("dropping")
		for _, at := range numbers(line) {
			n, _ := strconv.Atoi(line[at[0]:at[1]])
			add(fmt.Sprintf("raising %d by one", n), line[:at[0]]+strconv.Itoa(n+1)+line[at[1]:])
		}
	}
	return append(all, moves(lines)...)
}

// moves puts each nested line to the end of the next block of the same depth.
func moves(lines []string) []Mutation {
	var all []Mutation
	for i, line := range lines {
		depth := indentation(line)
		if depth == 0 {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			if indentation(lines[j]) >= depth || j+1 >= len(lines) || indentation(lines[j+1]) != depth {
				continue
			}
			text := slices.Concat(lines[:i], lines[i+1:j+1], []string{line}, lines[j+1:])
			all = append(all, Mutation{
				Text: []byte(strings.Join(text, "")), Line: where(lines, i), Change: "moving below " + strings.TrimSpace(lines[j]),
			})
			break
		}
	}
	return all
}

// where is a line with the headers it stands under.
func where(lines []string, i int) string {
	path := []string{strings.TrimSpace(lines[i])}
	depth := indentation(lines[i])
	for j := i - 1; j >= 0 && depth > 0; j-- {
		if d := indentation(lines[j]); d < depth {
			path = append(path, strings.TrimSpace(lines[j]))
			depth = d
		}
	}
	slices.Reverse(path)
	return strings.Join(path, " > ")
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// numbers finds the numbers of a line that stand as words or in lists, not those inside names.
func numbers(line string) [][2]int {
	var found [][2]int
	for i := 0; i < len(line); {
		if line[i] < '0' || line[i] > '9' || i > 0 && !strings.ContainsAny(" ,", line[i-1:i]) {
			i++
			continue
		}
		j := i
		for j < len(line) && line[j] >= '0' && line[j] <= '9' {
			j++
		}
		if j == len(line) || strings.ContainsAny(line[j:j+1], " ,\r\n") {
			found = append(found, [2]int{i, j})
		}
		i = j + 1
	}
	return found
}
