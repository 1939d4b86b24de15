package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/vendors"
)

// card is one group of switches of which the same is to be told.
type card struct {
	entry
	Title      string
	Disruption string
	Sense      sentence // of the worst effect
	Open       bool
	Body       *body
	Pack       int // 1-based number of the pack that its body is in, or 0 where it is on the page
	LeftOut    bool
}

// body is what a card shows when it is open.
type body struct {
	ID        string
	All       string // of the switches, where the title has not all
	Platforms string
	Cost      string
	Today     []effects
	Effects   []effects
	Unnamed   []effects
	Notes     []note
	Lines     []row
	LinesOpen bool
	Variants  []variant
	More      int // variants that are not shown
}

// row is one line of a difference.
type row struct {
	Op     string // "+", "-" or " "
	Kind   string // what the style calls it: come, gone or stay
	Indent string
	Pieces []view.Piece
}

// variant are switches of a group with the same commands.
type variant struct {
	Title          string
	Steps, Undo    []step
	Commands, Back int
	Worst          string // disruption of the undo
}

// step is what becomes live at once.
type step struct {
	Commands []string
	Does     string // what it does to traffic; empty for nothing
}

// mostVariants is how many transcripts a group shows.
const mostVariants = 4

func cardsOf(t *view.Tree, ix *index) []*card {
	byName := make(map[string]*plan.Device, len(t.Plan.Devices))
	for i := range t.Plan.Devices {
		byName[t.Plan.Devices[i].Name] = &t.Plan.Devices[i]
	}
	cards := make([]*card, len(t.Changes))
	for i, g := range t.Changes {
		cards[i] = cardOf(g, byName, ix)
		cards[i].Open = i == 0
		cards[i].Body.LinesOpen = i == 0
	}
	return cards
}

func cardOf(g *view.Group, byName map[string]*plan.Device, ix *index) *card {
	worst := worstOf(g)
	title, all := shortened(plan.Ranges(g.Switches))
	c := &card{entry: ix.entry(worst.Sense, g.Switches, nil), Title: title, Disruption: g.Disruption.String(), Sense: worst}
	c.Body = &body{
		All:       all,
		ID:        c.ID,
		Platforms: strings.Join(g.Platforms, ", "),
		Cost:      cost(g),
		Today:     effectsOf(g.Today),
		Effects:   effectsOf(g.Effects),
		Unnamed:   effectsOf(g.Unnamed),
		Notes:     notesOf(g.Notes),
		Lines:     rowsOf(g.Lines),
	}
	c.Body.variants(g.Switches, byName)
	return c
}

// longTitle is how many characters of a list a title takes.
const longTitle = 120

// shortened cuts a list for a title. The whole of it is given too where something was cut.
func shortened(list string) (title, all string) {
	if len(list) <= longTitle {
		return list, ""
	}
	cut := strings.LastIndexByte(list[:longTitle], ',')
	if cut < 0 {
		return list, ""
	}
	return list[:cut+1] + "…", list
}

// worstOf is the effect that a group's heading shows.
func worstOf(g *view.Group) sentence {
	worst, found := view.Effect{}, false
	for _, e := range slices.Concat(g.Effects, g.Unnamed) {
		if !found || e.Sense < worst.Sense || e.Sense == worst.Sense && e.Weight > worst.Weight {
			worst, found = e, true
		}
	}
	if !found {
		return sentence{Sign: "=", Sense: "same", Text: "behaviour stays; only how it is written changes"}
	}
	return sentenceOf(worst)
}

func cost(g *view.Group) string {
	each := ""
	if len(g.Switches) > 1 {
		each = " on each"
	}
	return fmt.Sprintf("%s%s; way back: %s, disruption %s", commandCount(g.Commands), each, commandCount(g.Undo), g.UndoWorst)
}

func commandCount(c view.Count) string {
	if c.Most == 1 {
		return c.String() + " command"
	}
	return c.String() + " commands"
}

// rowsOf writes a tree of lines one below the other.
func rowsOf(lines []*view.Line) []row {
	var w rows
	for _, l := range lines {
		for _, place := range l.Places {
			w.add(0, l.Op, view.Piece{Text: l.At(place)})
		}
		w.block(1, l.Kids)
	}
	return w.list
}

type rows struct{ list []row }

func (w *rows) add(depth int, op byte, pieces ...view.Piece) {
	kind := map[byte]string{'+': "come", '-': "gone", ' ': "stay"}[op]
	w.list = append(w.list, row{Op: string(op), Kind: kind, Indent: strings.Repeat("  ", depth), Pieces: pieces})
}

// block writes the lines in a block; one that goes and the one that replaces it are compared.
func (w *rows) block(depth int, lines []*view.Line) {
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.Op == '-' && i+1 < len(lines) && lines[i+1].Op == '+' && len(l.Kids) == 0 {
			gone, come := view.Pieces(l.Text, lines[i+1].Text)
			w.add(depth, '-', gone...)
			w.add(depth, '+', come...)
			i++
			w.block(depth+1, lines[i].Kids)
			continue
		}
		w.add(depth, l.Op, view.Piece{Text: l.Text})
		w.block(depth+1, l.Kids)
	}
}

// variants groups switches by what is sent to them.
func (d *body) variants(switches []string, byName map[string]*plan.Device) {
	byCommands := map[string][]string{}
	var keys []string
	for _, name := range switches {
		key := transcript(byName[name])
		if byCommands[key] == nil {
			keys = append(keys, key)
		}
		byCommands[key] = append(byCommands[key], name)
	}
	d.More = max(0, len(keys)-mostVariants)
	for _, key := range keys[:len(keys)-d.More] {
		d.Variants = append(d.Variants, variantOf(byName[byCommands[key][0]], byCommands[key]))
	}
}

// transcript is equal for switches that are sent the same.
func transcript(d *plan.Device) string {
	var b strings.Builder
	sent := func(steps []plan.Step) {
		for i := range steps {
			for _, command := range steps[i].Commands {
				b.WriteString(command)
				b.WriteByte('\n')
			}
			b.WriteByte(0)
		}
		b.WriteByte(1)
	}
	sent(d.Steps)
	if d.Undo != nil {
		sent(d.Undo.Steps)
	}
	return b.String()
}

func variantOf(d *plan.Device, switches []string) variant {
	v := variant{Title: plan.Ranges(switches)}
	v.Steps, v.Commands, _ = stepsOf(d.Steps)
	if d.Undo != nil {
		v.Undo, v.Back, v.Worst = stepsOf(d.Undo.Steps)
	}
	return v
}

func stepsOf(steps []plan.Step) (out []step, commands int, worst string) {
	most := vendors.None
	for i := range steps {
		s := &steps[i]
		commands += len(s.Commands)
		d, _ := vendors.ParseDisruption(s.Disruption)
		most = vendors.MoreDisruptive(most, d)
		does := stepDoes(s)
		if n := len(out); n > 0 && does == "" && out[n-1].Does == "" { // a quiet step needs no line of its own
			out[n-1].Commands = append(out[n-1].Commands, s.Commands...)
			continue
		}
		out = append(out, step{Commands: slices.Clone(s.Commands), Does: does})
	}
	return out, commands, most.String()
}

// stepDoes says what a step does to traffic.
func stepDoes(s *plan.Step) string {
	if s.Disruption == vendors.None.String() || s.Disruption == "" {
		return ""
	}
	where := "the whole switch"
	if len(s.Ports) > 0 {
		where = plan.Ranges(s.Ports)
	}
	text := s.Disruption + " on " + where
	if s.Seconds > 0 {
		text += fmt.Sprintf(", about %d s", s.Seconds)
	}
	return text
}
