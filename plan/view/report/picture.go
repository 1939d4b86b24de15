package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
)

// picture is the fabric drawn: all numbers are pixels of the drawing.
type picture struct {
	Width, Height int
	Title, Text   string // for who hears the page
	Boxes         []box
	Edges         []edge
	Each          int // how many switches a mark stands for
	Marks         bool
	Absent        bool
	Paths         bool // some break or heal
}

// box is a switch, or many of them with a mark for each.
type box struct {
	X, Y, W, H    int
	Status        string // of a single switch
	Label, Detail string
	Cells         []mark
	Badge         string // "breaks" or "heals"
}

// mark is one switch, or a number of them, in a box of many.
type mark struct {
	X, Y   int
	Status string
	Title  string
}

// edge are the cables between two boxes.
type edge struct {
	X1, Y1, X2, Y2 int
	Text           string
	Badge          string
	Wide           bool
}

// Sizes of the drawing. A box is at least as wide as a name, and a mark is a square with a gap after it.
const (
	pictureWidth = 1040
	tierGap      = 84
	boxGap       = 16
	boxWidth     = 114
	boxHeight    = 58
	labelHeight  = 46
	markSize     = 13
	mostMarks    = 240
	boxMargin    = 12
	badgeRoom    = 14
)

func pictureOf(p *plan.Plan) *picture {
	n := netOf(p)
	if len(n.cells) == 0 {
		return nil
	}
	d := &drawing{net: n, tiers: n.blocks(), at: map[int]int{}}
	d.picture = picture{Width: pictureWidth, Title: "The fabric", Each: d.each()}
	y := badgeRoom
	for _, tier := range d.tiers {
		y += d.tier(tier, y) + tierGap
	}
	d.Height = y - tierGap + badgeRoom
	if p.Fabric != nil {
		d.edges(p)
	}
	d.Text = d.words()
	d.Paths = p.Checks != nil && len(p.Checks.Paths) > 0
	return &d.picture
}

// drawing is a picture that is being made.
type drawing struct {
	picture
	net   *net
	tiers [][]*block
	at    map[int]int // the box of each switch
}

// each is how many switches one mark has to stand for.
func (d *drawing) each() int {
	most := 1
	for _, tier := range d.tiers {
		for _, b := range tier {
			most = max(most, (len(b.cells)*len(tier)+mostMarks-1)/mostMarks)
		}
	}
	return most
}

// tier draws the boxes of a tier side by side in the middle, and gives its height.
func (d *drawing) tier(blocks []*block, y int) int {
	widths, total := d.widths(blocks)
	x, height := (pictureWidth-total)/2, 0
	for i, b := range blocks {
		made := d.box(b, x, y, widths[i])
		x += made.W + boxGap
		height = max(height, made.H)
		for _, c := range b.cells {
			d.at[c] = len(d.Boxes)
		}
		d.Boxes = append(d.Boxes, made)
	}
	return height
}

// widths are those of the boxes of a tier, with all of them and the gaps.
func (d *drawing) widths(blocks []*block) (widths []int, total int) {
	room := (pictureWidth - boxGap*(len(blocks)-1)) / len(blocks)
	for _, b := range blocks {
		w := min(boxWidth, room)
		if b.name == "" {
			w = min(room, max(boxWidth+30, min(markColumns, d.marks(b))*markSize+2*boxMargin))
		}
		widths = append(widths, w)
		total += w + boxGap
	}
	return widths, total - boxGap
}

// markColumns is how many marks stand in a row at most.
const markColumns = 40

func (d *drawing) marks(b *block) int { return (len(b.cells) + d.Each - 1) / d.Each }

func (d *drawing) box(b *block, x, y, w int) box {
	if b.name != "" {
		c := &d.net.cells[b.cells[0]]
		d.Absent = d.Absent || c.Status == absent
		return box{X: x, Y: y, W: w, H: boxHeight, Status: c.Status, Label: short(c.Name, w), Detail: cellDetail(c), Badge: c.Mark}
	}
	d.Marks = true
	out := box{X: x, Y: y, W: w, Label: blockLabel(b), Detail: d.counts(b)}
	columns := (w - 2*boxMargin) / markSize
	for i, m := range d.sorted(b) {
		m.X, m.Y = x+boxMargin+i%columns*markSize, y+labelHeight+i/columns*markSize
		out.Cells = append(out.Cells, m)
	}
	out.H = labelHeight + (len(out.Cells)+columns-1)/columns*markSize + 8
	out.Badge = d.badge(b)
	return out
}

// short cuts a name that does not fit.
func short(name string, width int) string {
	if room := (width - 2*boxMargin - 14) / 7; len(name) > room && room > 2 {
		return strings.ToValidUTF8(name[:room-1], "") + "…"
	}
	return name
}

func cellDetail(c *cell) string {
	text := c.Role
	if c.Hosts > 0 {
		text += " · " + plural(c.Hosts, "host", "hosts")
	}
	return strings.TrimPrefix(text, " · ")
}

func blockLabel(b *block) string {
	text := cmp.Or(b.role, "switch")
	if b.pod > 0 {
		text += fmt.Sprintf(" · pod %d", b.pod)
	}
	return text
}

// statusOrder is the order in which the switches of a box stand, with the words for each status.
var statusOrder = [...]struct{ status, word, one string }{
	{string(plan.Refused), "refused", "refused"},
	{string(plan.NotPlanned), "not planned", "not planned"},
	{string(plan.Change), "change", "changes"},
	{string(plan.Unchanged), "stay", "stays"},
	{absent, "not in this plan", "not in this plan"},
}

// counts says how many switches of a box have each status.
func (d *drawing) counts(b *block) string {
	var texts []string
	for _, s := range statusOrder {
		if n := d.count(b, s.status); n > 0 {
			texts = append(texts, thousands(n)+" "+s.word)
			d.Absent = d.Absent || s.status == absent
		}
	}
	return strings.Join(texts, ", ")
}

func (d *drawing) count(b *block, status string) int {
	n := 0
	for _, c := range b.cells {
		if d.net.cells[c].Status == status {
			n++
		}
	}
	return n
}

// sorted are the marks of a box by status. Where one stands for several switches, each status has at least one.
func (d *drawing) sorted(b *block) []mark {
	var marks []mark
	for _, s := range statusOrder {
		var names []string
		for _, c := range b.cells {
			if d.net.cells[c].Status == s.status {
				names = append(names, d.net.cells[c].Name)
			}
		}
		for some := range slices.Chunk(names, d.Each) {
			marks = append(marks, mark{Status: s.status, Title: plan.Ranges(some) + ": " + s.word})
		}
	}
	return marks
}

// badge is what happens to lossless paths in a box of many.
func (d *drawing) badge(b *block) string {
	badge := ""
	for _, c := range b.cells {
		if m := d.net.cells[c].Mark; m == plan.Breaks || badge == "" {
			badge = cmp.Or(m, badge)
		}
	}
	return badge
}

// edges draws the cables, those between two boxes as one line.
func (d *drawing) edges(p *plan.Plan) {
	type pair struct{ a, b int }
	cables := map[pair]int{}
	var order []pair
	for _, l := range p.Fabric.Links {
		a, b, ok := d.net.ends(l)
		if !ok {
			continue
		}
		key := pair{min(d.at[a], d.at[b]), max(d.at[a], d.at[b])}
		if cables[key] == 0 {
			order = append(order, key)
		}
		cables[key] += l.Cables
	}
	hops := d.hops(p.Checks)
	for _, key := range order {
		if key.a != key.b {
			e := d.edge(&d.Boxes[key.a], &d.Boxes[key.b], cables[key])
			e.Badge = hops[[2]int{key.a, key.b}]
			d.Edges = append(d.Edges, e)
		}
	}
	slices.SortStableFunc(d.Edges, func(a, b edge) int { return cmp.Compare(len(a.Badge), len(b.Badge)) }) // marked ones on top
}

// hops are the pairs of boxes between which a lossless path breaks or heals.
func (d *drawing) hops(c *plan.Checks) map[[2]int]string {
	hops := map[[2]int]string{}
	if c == nil {
		return hops
	}
	for i := range c.Paths {
		hop := &c.Paths[i].Hop
		far, _, _ := strings.Cut(hop.Far, ":")
		far, _, _ = strings.Cut(far, " ")
		a, haveA := d.net.number[hop.Device]
		b, haveB := d.net.number[far]
		if haveA && haveB {
			key := [2]int{min(d.at[a], d.at[b]), max(d.at[a], d.at[b])}
			if hops[key] != plan.Breaks {
				hops[key] = c.Paths[i].Change
			}
		}
	}
	return hops
}

func (d *drawing) edge(a, b *box, cables int) edge {
	e := edge{X1: a.X + a.W/2, Y1: a.Y + a.H, X2: b.X + b.W/2, Y2: b.Y, Wide: a.Cells != nil || b.Cells != nil}
	if a.Y == b.Y { // two boxes side by side
		e.X1, e.Y1, e.X2, e.Y2 = a.X+a.W, a.Y+a.H/2, b.X, b.Y+b.H/2
	}
	e.Text = a.Label + " to " + b.Label + ": " + plural(cables, "cable", "cables")
	return e
}

// words say what the picture shows.
func (d *drawing) words() string {
	var texts []string
	for i := range d.Boxes {
		b := &d.Boxes[i]
		text := b.Label
		if b.Status != "" {
			text += " (" + b.Detail + "): " + b.Word()
		} else {
			text += ": " + b.Detail
		}
		if b.Badge != "" {
			text += "; a lossless path " + b.Badge + " here"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ". ") + "."
}

// Word is what the status says of a single switch.
func (b *box) Word() string {
	for _, s := range statusOrder {
		if s.status == b.Status {
			return s.one
		}
	}
	return ""
}

// key is a line of the key to the drawing.
type key struct{ Status, Word string }

// keys explain the glyphs; absent switches only where there are some.
func keys(withAbsent bool) []key {
	var out []key
	for _, s := range statusOrder {
		if s.status != absent || withAbsent {
			out = append(out, key{s.status, s.one})
		}
	}
	return out
}
