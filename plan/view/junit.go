package view

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/weft-net/weft/junit"
	"github.com/weft-net/weft/plan"
)

// JUnit is the face for CI systems: a suite for each switch, of one case that fails where the switch does not run what the intent
// asks, and is an error where that could not be found out.
func JUnit(w io.Writer, t *Tree) error {
	suites := make([]junit.Suite, len(t.Plan.Devices))
	for i := range t.Plan.Devices {
		d := &t.Plan.Devices[i]
		suites[i] = junit.Suite{Name: d.Name, Cases: []junit.Case{caseOf(d)}}
	}
	return junit.Write(w, suites)
}

func caseOf(d *plan.Device) junit.Case {
	c := junit.Case{Class: "weft.drift", Name: d.Name + " runs what the intent asks"}
	first, _, _ := strings.Cut(d.Reason, "\n")
	switch d.Status {
	case plan.Change:
		c.Failure = &junit.Problem{Kind: "drift", Message: driftMessage(d), Text: driftText(d)}
	case plan.Refused:
		c.Error = &junit.Problem{Kind: "refused", Message: first, Text: d.Reason}
	case plan.NotPlanned:
		c.Error = &junit.Problem{Kind: "not read", Message: first, Text: d.Reason}
	}
	return c
}

// driftMessage counts what differs.
func driftMessage(d *plan.Device) string {
	behaviours := len(d.Behaviour) + len(d.Unnamed)
	return fmt.Sprintf("%s of behaviour and %s differ from the intent",
		quantity(behaviours, "point", "points"), quantity(len(d.LineDiff), "line", "lines"))
}

// driftText is what healing the switch would change, and the lines.
func driftText(d *plan.Device) string {
	p := &printer{paint: painter(false)}
	for _, b := range slices.Concat(d.Behaviour, d.Unnamed) {
		sign, _ := p.paint.sign(sense(b))
		at := plan.Ranges(b.Where)
		if at == "" {
			at = wholeSwitch
		}
		p.line(sign + at + ": " + b.Text)
	}
	p.line("")
	for _, l := range linesOf(d.LineDiff) {
		l.Places = []Place{{Ports: l.Headers}}
		p.top(l)
	}
	return p.out.String()
}
