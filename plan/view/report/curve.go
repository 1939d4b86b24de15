package report

import (
	"fmt"
	"math"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// bar is one side of a comparison of lengths: how much of the whole, in pixels.
type bar struct {
	Word    string // "before" or "after"
	Length  int
	Then    int // a second length after the first
	Pattern string
	Text    string
}

// shares are the scheduler of a class before and after, as bars of the same scale.
type shares struct{ Bars []bar }

// barLength is the whole.
const barLength = 200

func sharesOf(before, after *plan.Schedule) *shares {
	if before == nil && after == nil {
		return nil
	}
	return &shares{Bars: []bar{shareBar("before", before), shareBar("after", after)}}
}

func shareBar(word string, s *plan.Schedule) bar {
	b := bar{Word: word, Text: scheduleWords(s)}
	switch {
	case s == nil:
		b.Text = notSet
	case s.Rank > 0:
		b.Length, b.Pattern = barLength, "strict"
	case s.Known == plan.KnownYes || s.Share > 0:
		b.Length = barLength * s.Share / 1000
	default:
		b.Length, b.Pattern = barLength, "unknown"
	}
	return b
}

// curves are the marking of a queue before and after, in one drawing of the same scale.
type curves struct {
	Before, After string // points of lines; empty where a side does not mark
	Ticks         []tick
	Title         string
}

// tick is a depth that is written below the drawing.
type tick struct {
	X    int
	Text string
	Side string // before or after
	Row  int    // below the axis
	End  string
}

// Sizes of the drawing of a curve: its frame begins at the origin.
const (
	curveWidth  = 280
	curveHeight = 78
)

func curvesOf(before, after *plan.Curve) *curves {
	scale := float64(max(deepest(before), deepest(after))) * 1.15
	if scale == 0 {
		return nil
	}
	c := &curves{Before: points(before, scale), After: points(after, scale)}
	c.Title = "ECN: before " + curveWords(before) + "; after " + curveWords(after)
	if c.Before == c.After { // one line is enough
		c.Before = ""
	}
	row := 0
	if c.Before != "" {
		c.ticks(before, "before", scale, row)
		row++
	}
	if c.After != "" {
		c.ticks(after, "after", scale, row)
	}
	return c
}

// deepest is the depth at which a curve ends, 0 for none.
func deepest(c *plan.Curve) int {
	if c == nil || c.Does == "nothing" {
		return 0
	}
	return c.Max
}

// points of a curve. The height is the root of the probability, so that a few percent can be seen.
func points(c *plan.Curve, scale float64) string {
	if deepest(c) == 0 {
		return ""
	}
	x := func(depth int) int { return int(float64(depth) / scale * curveWidth) }
	knee := curveHeight - int(math.Sqrt(float64(c.Probability)/100)*curveHeight)
	return fmt.Sprintf("0,%d %d,%d %d,%d %d,0 %d,0", curveHeight, x(c.Min), curveHeight, x(c.Max), knee, x(c.Max), curveWidth)
}

func (c *curves) ticks(of *plan.Curve, side string, scale float64, row int) {
	for _, depth := range []int{of.Min, of.Max} {
		t := tick{X: int(float64(depth) / scale * curveWidth), Text: qos.Bytes(depth).String(), Side: side, Row: row, End: "middle"}
		switch {
		case t.X < 30:
			t.End = "start"
		case t.X > curveWidth-34:
			t.End = "end"
		}
		c.Ticks = append(c.Ticks, t)
	}
}

// buffers are the ingress buffer of a class before and after, as bars of the same scale.
type buffers struct{ Bars []bar }

func buffersOf(before, after *plan.Buffer) *buffers {
	scale := max(size(before), size(after))
	if before == nil && after == nil {
		return nil
	}
	return &buffers{Bars: []bar{bufferBar("before", before, scale), bufferBar("after", after, scale)}}
}

func size(b *plan.Buffer) int {
	if b == nil {
		return 0
	}
	return b.XOFF + b.Headroom
}

func bufferBar(word string, b *plan.Buffer, scale int) bar {
	out := bar{Word: word, Text: bufferWords(b)}
	switch {
	case b == nil:
		out.Text = notSet
	case size(b) > 0:
		out.Length, out.Then = barLength*b.XOFF/scale, barLength*b.Headroom/scale
	case b.Known == plan.KnownDevice:
		out.Length, out.Pattern = barLength, "device"
	case b.Known == plan.KnownNot:
		out.Length, out.Pattern = barLength, "unknown"
	}
	return out
}
