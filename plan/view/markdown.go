package view

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// MarkdownOptions are how the face for forges is printed.
type MarkdownOptions struct {
	MaxBytes int    // the document is no longer; a forge refuses a comment that is too long
	Drift    bool   // the plan is read for what is different, not for what to do
	Fabric   string // the name of the fabric, where the plan has none
}

// How much is told of a group of switches. In short it is one line of a list; the longer forms fold away.
const (
	inShort    = iota
	worstOnly  // its worst sentences
	sentences  // all of them, and the notes
	startLines // and the beginning of the difference
	withLines  // and all of it
	withUndo   // and the commands of one switch, with the way back
)

// What is told of a group at a moderate length.
const (
	fewEffects = 5
	fewPlaces  = 4
	fewNames   = 6
	fewLines   = 40
	fewNotes   = 6
)

// Markdown is the face for a comment on a forge: the verdict first, then the groups with the worst effects, folded. The first
// line is a comment that nobody sees, by which a pipeline finds its comment again. It is valid Markdown at any length, and an
// error when MaxBytes leaves no room for the verdict.
func Markdown(w io.Writer, t *Tree, o MarkdownOptions) error {
	text, err := fit(t.head(o), t.parts(), o.MaxBytes)
	if err != nil {
		return fmt.Errorf("writing the plan as Markdown: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing the plan as Markdown: %w", err)
	}
	return nil
}

// parts are what can be left out, weightiest first.
func (t *Tree) parts() []part {
	var parts []part
	if c := t.Plan.Checks; c != nil {
		parts = append(parts, part{form: func(length int) string { return checksMarkdown(c, length) }, longest: allFindings})
	}
	for _, g := range t.Changes {
		parts = append(parts, part{g.markdown, withUndo, len(g.Switches)})
	}
	for _, g := range t.Refused {
		parts = append(parts, g.stoppedPart("refused"))
	}
	for _, g := range t.NotPlanned {
		parts = append(parts, g.stoppedPart("not planned"))
	}
	if len(t.Shared) > 0 {
		parts = append(parts, notesPart("To know of several switches", t.Shared))
	}
	if t.Unchanged != nil && len(t.Unchanged.Notes) > 0 {
		parts = append(parts, notesPart("To know of what is unchanged", t.Unchanged.Notes))
	}
	return parts
}

// head is the verdict: at its shortest how many switches change, then the worst of it, then what gets worse.
func (t *Tree) head(o MarkdownOptions) part {
	drift := o.Drift
	return part{longest: 2, form: func(length int) string {
		footer := t.Footer()
		if drift {
			footer = t.DriftFooter()
		}
		text := fmt.Sprintf("<!-- weft-plan%s -->\n\n### %s\n\n", t.mark(o.Fabric), prose(footer))
		if t.empty() {
			text += map[bool]string{false: "No changes.\n\n", true: "No drift.\n\n"}[drift]
		}
		text += policiesMarkdown(t.Plan.Policies, length == 0)
		if length >= 1 && len(t.Changes) > 0 {
			text += t.verdict()
		}
		if left := LeftOut(t.Plan); length >= 1 && left != "" {
			text += prose(left) + "\n\n"
		}
		if length >= 2 {
			text += t.worsening()
		}
		return text
	}}
}

// mark is the name of the fabric in the comment that nobody sees: ": pod1". What could end the comment is not in it.
func (t *Tree) mark(name string) string {
	if t.Plan.Fabric != nil {
		name = t.Plan.Fabric.Name
	}
	if name == "" {
		return ""
	}
	return ": " + strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}

// verdict is the worst that is done to traffic, and on how many switches anything is lost for good.
func (t *Tree) verdict() string {
	worst, at, losing := vendors.None, 0, 0
	for _, g := range t.Changes {
		if g.Disruption > worst {
			worst, at = g.Disruption, 0
		}
		if g.Disruption == worst {
			at += len(g.Switches)
		}
		if g.worsens() {
			losing += len(g.Switches)
		}
	}
	text := fmt.Sprintf("Worst disruption: **%s**, on %s. ", worst, quantity(at, "switch", "switches"))
	if losing == 0 {
		return text + "Nothing is lost.\n\n"
	}
	return text + fmt.Sprintf("Something is lost on **%s**.\n\n", quantity(losing, "switch", "switches"))
}

func (g *Group) worsens() bool {
	return slices.ContainsFunc(slices.Concat(g.Effects, g.Unnamed), func(e Effect) bool { return e.Sense == qos.Worse })
}

// worsening are the worst of the sentences about what is lost.
func (t *Tree) worsening() string {
	type loss struct {
		effect Effect
		on     []string
	}
	var losses []loss
	for _, g := range t.Changes {
		for _, e := range slices.Concat(g.Effects, g.Unnamed) {
			if e.Sense == qos.Worse {
				losses = append(losses, loss{e, g.Switches})
			}
		}
	}
	slices.SortStableFunc(losses, func(a, b loss) int { return cmp.Compare(b.effect.Weight, a.effect.Weight) })
	var b strings.Builder
	for _, l := range losses[:min(len(losses), fewEffects)] {
		fmt.Fprintf(&b, "- **Lost:** %s (%s)\n", prose(l.effect.Text), prose(few(l.on)))
	}
	return b.String() + more(len(losses)-fewEffects) + paragraph(len(losses))
}

// foremost are the first elements of a list, or all of them where most is 0.
func foremost[T any](list []T, most int) []T {
	if most == 0 {
		return list
	}
	return list[:min(most, len(list))]
}

// paragraph ends a list that is not empty.
func paragraph(items int) string {
	if items == 0 {
		return ""
	}
	return "\n"
}

// more is the last item of a list that is cut.
func more(items int) string {
	if items <= 0 {
		return ""
	}
	return fmt.Sprintf("- and %d more\n", items)
}

// few are the first of many names: "leaf1-30", "leaf1, leaf3, leaf8 and 12 more".
func few(names []string) string {
	if ranges := plan.Ranges(names); strings.Count(ranges, ",") < fewNames {
		return ranges
	}
	return strings.Join(names[:fewNames], ", ") + fmt.Sprintf(" and %d more", len(names)-fewNames)
}
