package view

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/weft-net/weft/apply"
)

// wording is how outcomes are told: in a sentence about one switch, and in a word that counts switches.
type wording map[apply.Outcome]struct{ sentence, word string }

// changing is the wording of a run that changes switches, and backing that of one that takes another run back.
func changing() wording {
	return wording{
		apply.New:         {"new: changed, healthy and saved", "new"},
		apply.Old:         {"old: back to what it ran before, running and saved", "old"},
		apply.Between:     {"BETWEEN old and new", "between"},
		apply.Untouched:   {"untouched", "untouched"},
		apply.Unreachable: {"unreachable, untouched", "unreachable"},
		apply.Refused:     {"refused, untouched", "refused"},
	}
}

func backing(run string) wording {
	w := changing()
	w[apply.New] = struct{ sentence, word string }{"taken back to what it ran before run " + run + ", healthy and saved", "taken back"}
	w[apply.Old] = struct{ sentence, word string }{"not taken back: still as run " + run + " left it, running and saved", "not taken back"}
	return w
}

func wordingOf(r *apply.Report) wording {
	if r.Rolls != "" {
		return backing(r.Rolls)
	}
	return changing()
}

// order is the one in which a report tells outcomes: what needs a person first.
var order = []apply.Outcome{apply.Between, apply.Old, apply.Unreachable, apply.Refused, apply.Untouched, apply.New}

// Text writes a report.
func Text(w io.Writer, r *apply.Report) error {
	p := &printer{words: wordingOf(r)}
	for _, outcome := range order {
		for i := range r.Switches {
			if r.Switches[i].Outcome == outcome {
				p.one(&r.Switches[i])
			}
		}
	}
	p.shared("not checked", r, func(s *apply.SwitchReport) []string { return s.Unchecked })
	p.shared("net", r, func(s *apply.SwitchReport) []string { return some(s.Net) })
	for _, warning := range r.Warnings {
		p.line("warning: %s", warning)
	}
	if r.Stopped != "" {
		p.line("The run stopped: %s. Switches that it had not reached are untouched.", strings.TrimSuffix(r.Stopped, "."))
	}
	p.line("%s", Summary(r))
	if _, err := io.WriteString(w, p.out.String()); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// Summary is the last line: "Run 20261130-101500: 2 switches new, 1 old, 1 untouched."
func Summary(r *apply.Report) string {
	count := map[apply.Outcome]int{}
	for i := range r.Switches {
		count[r.Switches[i].Outcome]++
	}
	words := wordingOf(r)
	var parts []string
	for _, outcome := range []apply.Outcome{apply.New, apply.Old, apply.Between, apply.Untouched, apply.Unreachable, apply.Refused} {
		if n := count[outcome]; n > 0 || outcome == apply.New {
			parts = append(parts, fmt.Sprintf("%d %s", n, words[outcome].word))
		}
	}
	if len(parts) > 0 {
		noun := " switches "
		if count[apply.New] == 1 {
			noun = " switch "
		}
		parts[0] = strings.Replace(parts[0], " ", noun, 1)
	}
	return fmt.Sprintf("Run %s: %s.", r.Run, strings.Join(parts, ", "))
}

type printer struct {
	out   strings.Builder
	words wording
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// one tells of one switch.
func (p *printer) one(s *apply.SwitchReport) {
	p.line("%s: %s", s.Name, p.words[s.Outcome].sentence)
	if s.Reason != "" {
		p.block("because", s.Reason)
	}
	if s.WayBack != "" {
		p.line("  way back: %s", s.WayBack)
	}
	for _, warning := range s.Warnings {
		p.block("warning", warning)
	}
	p.list("somebody else changed:", s.Others)
	p.list("lines by which it is not old:", s.Lines)
	p.list("to bring it back, enter:", s.Commands)
}

// block writes a text of several lines under its label.
func (p *printer) block(label, text string) {
	p.line("  %s: %s", label, strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    "))
}

func (p *printer) list(label string, lines []string) {
	if len(lines) == 0 {
		return
	}
	p.line("  %s", label)
	for _, line := range lines {
		p.line("    %s", line)
	}
}

// shared tells what is the same of several switches once, with where.
func (p *printer) shared(label string, r *apply.Report, of func(*apply.SwitchReport) []string) {
	where := map[string][]string{}
	var texts []string
	for i := range r.Switches {
		for _, text := range of(&r.Switches[i]) {
			if where[text] == nil {
				texts = append(texts, text)
			}
			if name := r.Switches[i].Name; !slices.Contains(where[text], name) {
				where[text] = append(where[text], name)
			}
		}
	}
	for _, text := range texts {
		p.line("%s: %s (%s)", label, text, strings.Join(where[text], ", "))
	}
}

func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}
