package conf

import "strings"

// Raw is the exact bytes of the lines that the node itself stands for, line ends included; empty for a line an edit made.
func (n *Node) Raw() string { return n.raw }

// Split puts one node a line in the place of an Out run, so that single lines of it can be removed or replaced. command
// tells a command from a comment or a blank line. Free text stays whole. It returns the parent as it now is and the new nodes.
func (e *Editor) Split(parent, run *Node, command func(line string) bool) (*Node, []*Node) {
	if run.Kind != Out || run.raw == "" || run.text {
		return parent, []*Node{run}
	}
	var parts []*Node
	s := Scan(run.raw)
	for line, ok := s.Next(); ok; line, ok = s.Next() {
		part := &Node{Kind: Out, raw: run.raw[s.Start:s.End]}
		if run.Line > 0 {
			part.Line = run.Line + int32(s.Number) - 1
		}
		if command(line) {
			part.Text, part.Count = strings.TrimSpace(line), 1
		}
		parts = append(parts, part)
		parent = e.Insert(parent, part, run)
	}
	return e.Remove(parent, run), parts
}
