package main

import (
	"io"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/plan/view/report"
)

// printPlan prints a plan in the chosen format, to be read for what to do.
func (a *app) printPlan(p *plan.Plan, f *format) error {
	return a.printAs(p, f, view.MarkdownOptions{})
}

// printDrift prints a plan of a fabric in the chosen format, to be read for what is different.
func (a *app) printDrift(p *plan.Plan, f *format, fabric string) error {
	return a.printAs(p, f, view.MarkdownOptions{Drift: true, Fabric: fabric})
}

func (a *app) printAs(p *plan.Plan, f *format, o view.MarkdownOptions) error {
	switch f.value {
	case "json":
		return view.JSON(a.out, view.Of(p))
	case "markdown":
		o.MaxBytes = int(f.maxBytes)
		return view.Markdown(a.out, view.Of(p), o)
	case "html":
		if o.Drift {
			return report.Drift(a.out, p)
		}
		return report.HTML(a.out, p)
	case "junit":
		return view.JUnit(a.out, view.Of(p))
	}
	return a.planText(a.out, p, o.Drift)
}

// planText prints a plan for a person: for what to do, or for what is different.
func (a *app) planText(w io.Writer, p *plan.Plan, drift bool) error {
	return view.Text(w, view.Of(p), view.Options{Width: widthOf(w), Color: a.colour(w), Verbose: a.verbose, Drift: drift})
}
