package conf

import "strings"

// runLine is one line of an Out run, its line end left out.
type runLine struct {
	text   string
	number int
	made   bool // by an edit: it has no bytes of a file
}

// same tells whether two lines are equal: byte for byte as far as files have them, else by the command.
func (l runLine) same(m runLine) bool {
	return l.text == m.text || (l.made || m.made) && strings.TrimSpace(l.text) == strings.TrimSpace(m.text)
}

// runs compares the lines out of scope of two lists of kids.
func (d *differ) runs(from, to []*Node) {
	if sharedRuns(from, to) {
		return
	}
	a, b := d.runLines(from), d.runLines(to)
	start := 0
	for start < len(a) && start < len(b) && a[start].same(b[start]) {
		start++
	}
	a, b = a[start:], b[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1].same(b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	i, j := 0, 0
	for _, p := range append(common(len(a), len(b), func(i, j int) bool { return a[i].same(b[j]) }), [2]int{len(a), len(b)}) {
		for ; i < p[0]; i++ {
			d.add('-', a[i].number, a[i].text)
		}
		for ; j < p[1]; j++ {
			d.add('+', b[j].number, b[j].text)
		}
		i, j = i+1, j+1
	}
}

// sharedRuns tells whether two lists have the very same Out nodes.
func sharedRuns(from, to []*Node) bool {
	j := 0
	for _, n := range from {
		if n.Kind != Out {
			continue
		}
		for j < len(to) && to[j].Kind != Out {
			j++
		}
		if j == len(to) || to[j] != n {
			return false
		}
		j++
	}
	for ; j < len(to); j++ {
		if to[j].Kind == Out {
			return false
		}
	}
	return true
}

// runLines are the lines of all Out nodes of a list, separators left out.
func (d *differ) runLines(nodes []*Node) []runLine {
	var lines []runLine
	for _, n := range nodes {
		if n.Kind != Out {
			continue
		}
		if n.raw == "" {
			if !d.separates(n.Text) {
				lines = append(lines, runLine{text: n.Text, made: true})
			}
			continue
		}
		s := Scan(n.raw)
		for line, ok := s.Next(); ok; line, ok = s.Next() {
			if !n.text && d.separates(line) {
				continue
			}
			number := 0
			if n.Line > 0 {
				number = int(n.Line) + s.Number - 1
			}
			lines = append(lines, runLine{text: line, number: number})
		}
	}
	return lines
}

// commonLimit bounds the work of common: beyond it two sequences are said to have nothing in common, which is still a
// difference that leads from one to the other.
const commonLimit = 1 << 22

// common finds a longest common subsequence of two sequences, as ascending pairs of places.
func common(n, m int, same func(i, j int) bool) [][2]int {
	if n == 0 || m == 0 || n*m > commonLimit {
		return nil
	}
	length := make([]int32, (n+1)*(m+1)) // of the longest one from (i, j) on
	at := func(i, j int) *int32 { return &length[i*(m+1)+j] }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(i, j) {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(i, j):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
	return pairs
}
