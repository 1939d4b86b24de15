package view

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/visible"
	"github.com/weft-net/weft/wrapping"
)

// Options are how the text face is printed.
type Options struct {
	Width   int  // prose is wrapped to it; 0 wraps nothing. Lines of configurations are never broken
	Color   bool // ANSI colours, and the differing part of a changed line set off
	Verbose bool // everything: all notes with their details, and the commands of one switch of each group
	Drift   bool // the plan is read for what is different, not for what to do
}

// What is told of a group unless everything is asked for: so many notes of a kind, and a difference of so many lines before
// blocks of more than briefBlock are cut.
const (
	briefNotes = 6
	briefLines = 24
	briefBlock = 4
)

// legend says what the signs mean that sentences and lines begin with.
const legend = "Signs: ! wrong or lost, ~ changed, + gained; of lines: - removed, + added."

// Text is the face for a terminal. A plan of many switches is told in short.
func Text(w io.Writer, t *Tree, o Options) error {
	var text string
	for _, b := range t.fitting(o) {
		p := &printer{options: o, paint: painter(o.Color), margin: "    ", brevity: b}
		p.plan(t)
		if text = p.out.String(); strings.Count(text, "\n") <= mostText {
			break
		}
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing the plan: %w", err)
	}
	return nil
}

func (p *printer) plan(t *Tree) {
	p.policies(t)
	p.checks(t)
	if len(t.Changes) > 0 {
		p.prose(0, "", legend, p.paint.dim)
		p.line("")
	}
	for _, g := range t.Changes {
		p.change(g)
	}
	for _, g := range t.Refused {
		p.stopped(g, "refused")
	}
	for _, g := range t.NotPlanned {
		p.stopped(g, "not planned")
	}
	if t.empty() {
		p.line(map[bool]string{false: "No changes.", true: "No drift."}[p.options.Drift])
		p.line("")
	}
	p.unchanged(t.Unchanged)
	p.shared(t.Shared)
	p.leftOut(t)
	footer := t.Footer()
	if p.options.Drift {
		footer = t.DriftFooter()
	}
	p.line(p.paint.bold(footer))
}

func (t *Tree) empty() bool { return len(t.Changes)+len(t.Refused)+len(t.NotPlanned) == 0 }

// Footer is the last line of every face: "Plan: 12 switches to change, 3 unchanged, 1 refused."
func (t *Tree) Footer() string {
	s := t.Plan.Summary
	text := fmt.Sprintf("Plan: %s to change, %d unchanged, %d refused", quantity(s.Change, "switch", "switches"), s.Unchanged, s.Refused)
	if s.NotPlanned > 0 {
		text += fmt.Sprintf(", %d not planned", s.NotPlanned)
	}
	return text + "."
}

// DriftFooter is the last line when the plan is read for what is different: "Drift: 2 switches do not run what the intent asks, 3
// do, 1 refused."
func (t *Tree) DriftFooter() string {
	s := t.Plan.Summary
	text := fmt.Sprintf("Drift: %s not run what the intent asks, %d do", quantity(s.Change, "switch does", "switches do"), s.Unchanged)
	if s.Unchanged == 1 {
		text += "es"
	}
	text += fmt.Sprintf(", %d refused", s.Refused)
	if s.NotPlanned > 0 {
		text += fmt.Sprintf(", %d not read", s.NotPlanned)
	}
	return text + "."
}

func quantity(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// String is the number, or the span of it: "14" or "8 to 14".
func (c Count) String() string {
	if c.Least == c.Most {
		return fmt.Sprint(c.Most)
	}
	return fmt.Sprintf("%d to %d", c.Least, c.Most)
}

// printer writes the text face.
type printer struct {
	out     strings.Builder
	options Options
	paint   paint
	margin  string // before lines of configurations
	brief   bool   // whether long blocks are cut
	brevity brevity
}

func (p *printer) line(text string) { p.out.WriteString(text + "\n") }

// prose writes a sentence, wrapped, after an indentation and a mark.
func (p *printer) prose(indent int, mark, text string, color func(string) string) {
	first := strings.Repeat(" ", indent) + mark
	for line := range strings.Lines(wrapping.Text(text, first, len(first), p.options.Width)) {
		p.line(color(strings.TrimSuffix(line, "\n")))
	}
}

// change tells one group of switches that change: what it does, then the lines, then the notes.
func (p *printer) change(g *Group) {
	p.heading(g)
	p.prose(2, "", costs(g), plain)
	p.line("")
	p.effects("Today:", g.Today)
	p.effects("Changes:", g.Effects)
	p.effects("Changes on ports that the intent does not name:", g.Unnamed)
	p.lines(g.Lines)
	p.notes(g.Notes)
	p.transcript(g)
}

func (p *printer) heading(g *Group) {
	text := plan.Ranges(g.Switches) + " (" + strings.Join(g.Platforms, ", ") + ")"
	if n := len(g.Switches); n > 1 {
		text = fmt.Sprintf("%d switches: %s", n, text)
	}
	p.prose(0, "", text, p.paint.bold)
}

// costs says what the patch and its undo take.
func costs(g *Group) string {
	each := ""
	if len(g.Switches) > 1 {
		each = " on each"
	}
	return fmt.Sprintf("%s%s, disruption %s; undo proved: %s, disruption %s",
		commandCount(g.Commands), each, g.Disruption, commandCount(g.Undo), g.UndoWorst)
}

func commandCount(c Count) string {
	if c.Most == 1 {
		return c.String() + " command"
	}
	return c.String() + " commands"
}

// effects writes sentences under the places where they are true. What only follows from others is told when everything is
// asked for.
func (p *printer) effects(title string, effects []Effect) {
	if !p.options.Verbose {
		effects = slices.DeleteFunc(slices.Clone(effects), func(e Effect) bool { return e.Sense == qos.Follows })
	}
	if len(effects) == 0 {
		return
	}
	p.prose(2, "", title, p.paint.bold)
	told, more := p.cut(effects, title != "Today:")
	where := ""
	for _, e := range told {
		if at := placesText(e.Places); at != where {
			p.prose(4, "", at+":", plain)
			where = at
		}
		sign, color := p.paint.sign(e.Sense)
		p.prose(6, sign, e.Text, color)
	}
	if more > 0 {
		p.prose(6, "", fmt.Sprintf("and %d more (-v shows them)", more), plain)
	}
	p.line("")
}

// lines writes the difference. When it is long, what comes or goes whole is told by its first line only, unless everything is
// asked for.
func (p *printer) lines(lines []*Line) {
	total := 0
	for _, l := range lines {
		total += l.size()
	}
	if total == 0 {
		return
	}
	if p.brevity.noLines {
		p.folded(lines)
		return
	}
	p.prose(2, "", "Configuration:", p.paint.bold)
	p.brief = !p.options.Verbose && total > briefLines
	for _, l := range lines {
		if p.brief && l.whole() && l.size() > briefBlock {
			short := *l
			short.Kids = nil
			short.Text += fmt.Sprintf("  (and %d lines in it; -v shows them)", l.size()-1)
			l = &short
		}
		p.top(l)
	}
	p.line("")
}

// top writes one line of the top of a configuration, with the places where it stands and all that is in it.
func (p *printer) top(l *Line) {
	for _, place := range l.Places {
		p.diff(0, l.Op, l.At(place))
	}
	p.block(1, l.Kids)
}

func (p *printer) block(depth int, lines []*Line) {
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.Op == '-' && i+1 < len(lines) && lines[i+1].Op == '+' && len(l.Kids) == 0 {
			before, after := p.paint.apart(visible.Text(l.Text), visible.Text(lines[i+1].Text))
			p.painted(depth, '-', before)
			p.painted(depth, '+', after)
			p.block(depth+1, lines[i+1].Kids)
			i++
			continue
		}
		p.diff(depth, l.Op, l.Text)
		if op, ok := l.alone(); ok && p.brief && len(l.Kids) > briefBlock {
			p.diff(depth+1, op, fmt.Sprintf("(%d lines; -v shows them)", len(l.Kids)))
			continue
		}
		p.block(depth+1, l.Kids)
	}
}

// diff writes a configuration line in the colour of what happens to it.
func (p *printer) diff(depth int, op byte, text string) {
	p.painted(depth, op, p.paint.op(op)(visible.Text(text)))
}

func (p *printer) painted(depth int, op byte, text string) {
	sign := "  "
	if op != ' ' {
		sign = p.paint.op(op)(string(op)) + " "
	}
	p.line(p.margin + sign + strings.Repeat("  ", depth) + text)
}

// notes writes what else is to be known; unless everything is asked for, only the first of each kind.
func (p *printer) notes(notes []Note) {
	some, folded := len(notes) > 0, ""
	if p.brevity.noNotes {
		notes, folded = p.foldedNotes(notes)
	}
	for start := 0; start < len(notes); {
		kind := notes[start].Kind
		end := start
		for end < len(notes) && notes[end].Kind == kind {
			end++
		}
		shown := end
		if most := p.brevity.notes; !p.options.Verbose && end-start > most+1 {
			shown = start + most
		}
		for _, n := range notes[start:shown] {
			p.note(n)
		}
		if shown < end {
			p.prose(2, kind.String()+": ", fmt.Sprintf("and %d more (-v shows them)", end-shown), plain)
		}
		start = end
	}
	if folded != "" {
		p.prose(2, "", folded, plain)
	}
	if some {
		p.line("")
	}
}

func (p *printer) note(n Note) {
	text := n.Text
	if n.Detail != "" {
		text += " (" + n.Detail + ")"
	}
	if at := placesText(n.Places); at != wholeSwitch {
		text += "; on " + at
	}
	color := plain
	if n.Kind == Gap || n.Kind == Warning {
		color = p.paint.yellow
	}
	p.prose(2, n.Kind.String()+": ", text, color)
}

// shared writes what is to be known of several groups of switches.
func (p *printer) shared(notes []Note) {
	if len(notes) == 0 {
		return
	}
	p.prose(0, "", "On several switches:", p.paint.bold)
	p.notes(notes)
}

// transcript writes the commands for the first switch of a group, and the way back.
func (p *printer) transcript(g *Group) {
	if !p.options.Verbose {
		return
	}
	p.steps("commands for "+g.Sample.Name, g.Sample.Steps)
	if g.Sample.Undo != nil {
		p.steps("undo for "+g.Sample.Name, g.Sample.Undo.Steps)
	}
}

func (p *printer) steps(title string, steps []plan.Step) {
	p.line("  " + title + ":")
	for _, s := range steps {
		for i, command := range s.Commands {
			text := "    " + visible.Text(command)
			if i == 0 && s.Disruption != vendors.None.String() {
				text += p.paint.yellow("  ! " + s.Disruption)
			}
			p.line(text)
		}
	}
	p.line("")
}

// stopped tells of switches that are not changed as asked, and why.
func (p *printer) stopped(g *Group, what string) {
	p.prose(0, "", plan.Ranges(g.Switches)+": "+what, p.paint.red)
	for _, reason := range g.Reasons {
		p.prose(2, "", reason, plain)
	}
	p.line("")
	if !p.options.Verbose {
		return
	}
	p.effects("Today:", g.Today)
	p.effects("Changes:", g.Effects)
	p.effects("Changes on ports that the intent does not name:", g.Unnamed)
	p.notes(g.Notes)
}

// unchanged tells of switches that are as they should be only what somebody else may want to know.
func (p *printer) unchanged(g *Group) {
	if g == nil || len(g.Notes) == 0 {
		return
	}
	p.prose(0, "", plan.Ranges(g.Switches)+": unchanged", p.paint.bold)
	p.notes(g.Notes)
}

// Diff writes the line difference of one switch, nothing joined.
func Diff(w io.Writer, d *plan.Device, o Options) error {
	p := &printer{options: o, paint: painter(o.Color)}
	for _, l := range treeOf(d.LineDiff) {
		p.block(0, []*Line{l})
	}
	if _, err := io.WriteString(w, p.out.String()); err != nil {
		return fmt.Errorf("%s: writing the difference: %w", d.Name, err)
	}
	return nil
}

// Find returns the plan of one switch, or nil.
func Find(p *plan.Plan, name string) *plan.Device {
	i := slices.IndexFunc(p.Devices, func(d plan.Device) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Devices[i]
}
