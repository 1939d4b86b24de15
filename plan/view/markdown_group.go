package view

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// markdown is a group of switches that change, at a length.
func (g *Group) markdown(length int) string {
	if length == inShort {
		return "- **" + prose(g.title()) + "**: " + prose("disruption "+g.Disruption.String()+g.worst()) + "\n\n"
	}
	var b strings.Builder
	b.WriteString(prose(costs(g)) + ". " + prose(strings.Join(g.Platforms, ", ")) + "\n\n")
	most := 0
	if length == worstOnly {
		most = fewEffects
	}
	b.WriteString(effectList("Today", g.Today, most))
	b.WriteString(effectList("Changes", g.Effects, most))
	b.WriteString(effectList("Changes on ports that the intent does not name", g.Unnamed, most))
	if length >= sentences {
		b.WriteString(noteList(g.Notes, most))
	}
	switch {
	case length >= withLines:
		b.WriteString(g.difference(0))
	case length == startLines:
		b.WriteString(g.difference(fewLines))
	}
	if length >= withUndo {
		b.WriteString(g.commands())
	} else {
		b.WriteString("Shortened: the rest is in the plan file.\n\n")
	}
	return details(inHTML(g.title())+" &middot; "+inHTML(g.Disruption.String()), b.String())
}

func (g *Group) title() string {
	if n := len(g.Switches); n > 1 {
		return fmt.Sprintf("%d switches: %s", n, few(g.Switches))
	}
	return g.Switches[0]
}

// worst is the first sentence of what changes.
func (g *Group) worst() string {
	for _, e := range append(g.Effects[:len(g.Effects):len(g.Effects)], g.Unnamed...) {
		return "; " + e.Text
	}
	return ""
}

// details is a part that folds away. Its body ends in an empty line, and so does it.
func details(summary, body string) string {
	return "<details>\n<summary>" + summary + "</summary>\n\n" + body + "</details>\n\n"
}

// senseWords say what a sentence is about, where colour and signs may be missing.
var senseWords = map[qos.Sense]string{qos.Worse: "**Lost:** ", qos.Changed: "Changed: ", qos.Better: "Gained: ", qos.Follows: "Follows: "}

// effectList writes sentences under the places where they are true; the first of them where most is not 0.
func effectList(title string, effects []Effect, most int) string {
	if len(effects) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("**" + title + "**\n\n")
	told := foremost(effects, most)
	for _, e := range told {
		word := senseWords[e.Sense]
		if title == "Today" {
			word = "**Wrong:** "
		}
		b.WriteString("- " + word + prose(e.Text) + " (" + prose(fewOf(e.Places)) + ")\n")
	}
	return b.String() + more(len(effects)-len(told)) + "\n"
}

// fewOf are the first of many places.
func fewOf(places []Place) string {
	text := placesText(places[:min(fewPlaces, len(places))])
	if n := len(places) - fewPlaces; n > 0 {
		text += fmt.Sprintf(" and on %d more", n)
	}
	return text
}

// noteList writes what else is to be known; the first of it where most is not 0.
func noteList(notes []Note, most int) string {
	if len(notes) == 0 {
		return ""
	}
	var b strings.Builder
	told := foremost(notes, most)
	for _, n := range told {
		text := n.Text
		if n.Detail != "" {
			text += " (" + n.Detail + ")"
		}
		if at := fewOf(n.Places); at != wholeSwitch {
			text += "; on " + at
		}
		b.WriteString("- " + capital(n.Kind.String()) + ": " + prose(text) + "\n")
	}
	return b.String() + more(len(notes)-len(told)) + "\n"
}

// difference is the lines that come and go; the first of them where most is not 0.
func (g *Group) difference(most int) string {
	if len(g.Lines) == 0 {
		return ""
	}
	p := &printer{paint: painter(false)}
	for _, l := range g.Lines {
		p.top(l)
	}
	lines := strings.Split(strings.TrimSuffix(p.out.String(), "\n"), "\n")
	rest := ""
	if most > 0 && len(lines) > most {
		rest = fmt.Sprintf("and %s\n\n", quantity(len(lines)-most, "more line", "more lines"))
		lines = lines[:most]
	}
	return "**Configuration**\n\n" + fence("diff", lines) + rest
}

// commands are what is sent to one of the switches, and the way back.
func (g *Group) commands() string {
	text := details("Commands for "+inHTML(g.Sample.Name), fence("text", commandLines(g.Sample.Steps)))
	if g.Sample.Undo != nil {
		text += details("Undo for "+inHTML(g.Sample.Name), fence("text", commandLines(g.Sample.Undo.Steps)))
	}
	return text
}

func commandLines(steps []plan.Step) []string {
	var lines []string
	for _, s := range steps {
		for _, command := range s.Commands {
			lines = append(lines, strings.Split(command, "\n")...)
		}
	}
	return lines
}

// stoppedPart is a group of switches that are not changed as asked.
func (g *Group) stoppedPart(what string) part {
	return part{switches: len(g.Switches), longest: sentences, form: func(length int) string {
		title := "**" + prose(g.title()) + ": " + what + "**: "
		if length == inShort {
			return "- " + title + prose(shortened(g.Reasons)) + "\n\n"
		}
		var b strings.Builder
		for _, reason := range g.Reasons {
			b.WriteString("- Because: " + prose(reason) + "\n")
		}
		b.WriteString("\n")
		if length >= sentences {
			b.WriteString(effectList("Today", g.Today, 0))
			b.WriteString(noteList(g.Notes, 0))
		}
		return details(inHTML(g.title())+" &middot; "+what, b.String())
	}}
}

// shortened is the first of several reasons, as far as a line of a list may go.
func shortened(reasons []string) string {
	const most = 200
	if len(reasons) == 0 {
		return "for no reason given"
	}
	text := []rune(reasons[0])
	if len(text) <= most {
		return reasons[0]
	}
	return string(text[:most]) + "…"
}

// notesPart is what is to be known beside what changes.
func notesPart(title string, notes []Note) part {
	return part{longest: sentences, form: func(length int) string {
		switch length {
		case inShort:
			return "- " + title + ": " + quantity(len(notes), "note", "notes") + "\n\n"
		case worstOnly:
			return details(title, noteList(notes, fewNotes))
		}
		return details(title, noteList(notes, 0))
	}}
}
