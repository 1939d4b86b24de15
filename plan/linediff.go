package plan

import (
	"cmp"
	"slices"

	"github.com/weft-net/weft/vendors"
)

// lineDiff is what changes line by line, in the order in which the device prints its configuration.
func (m *maker) lineDiff(deltas []vendors.Delta) []Diff {
	out := make([]Diff, len(deltas))
	for i, at := range printOrder(deltas, m.vendor) {
		d := &deltas[at]
		out[i] = Diff{Op: string(d.Op), Path: d.Path, Text: d.Text}
		if d.Op == '-' {
			out[i].Line = d.Number
		}
	}
	return out
}

// printOrder is where each delta stands when they are sorted by the blocks that they are in. Those of one block mostly stand
// together, so that a vendor is asked once for each.
func printOrder(deltas []vendors.Delta, vendor vendors.Vendor) []int {
	order := make([]int, len(deltas))
	for i := range order {
		order[i] = i
	}
	printer, can := vendor.(vendors.Printer)
	if !can {
		return order
	}
	ranks := make([]int, len(deltas))
	for i := range deltas {
		if i > 0 && block(&deltas[i]) == block(&deltas[i-1]) {
			ranks[i] = ranks[i-1]
			continue
		}
		ranks[i] = printer.PrintRank(block(&deltas[i]))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ranks[i], ranks[j]) })
	return order
}

// block is the header of the block at the top that a delta is in, or is.
func block(d *vendors.Delta) string {
	if len(d.Path) > 0 {
		return d.Path[0]
	}
	return d.Text
}
