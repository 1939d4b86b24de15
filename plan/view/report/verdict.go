package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// verdict is what a reader has to know before anything else.
type verdict struct {
	Headline string
	Counts   []count
	Worst    rung
	Ladder   []rung
	Never    string // degrees that no switch has
	Losses   []loss // what is lost, worst first
	More     int    // losses that are not listed
	Refused  int
	Checks   *tallies
	Proof    string
}

// count is a number of switches with a status.
type count struct {
	Status, Word string
	N            int
}

// rung is one degree of disruption, with how many switches have it as their worst.
type rung struct {
	Word, Means string
	N           int
	Worst       bool
}

// loss is one thing that is lost, with where.
type loss struct{ Text, Where string }

// tallies are the findings of each severity before and after.
type tallies struct {
	Rows         []view.Score
	Worse        int
	Worsening    string
	Bad          bool // an error or a warning gets worse, or a lossless path breaks
	Breaks, Heal int
}

// mostLosses is how many losses stand at the top of the page.
const mostLosses = 6

func verdictOf(t *view.Tree, words words) verdict {
	s := t.Plan.Summary
	v := verdict{
		Headline: words.headline(s),
		Counts: []count{
			{"change", words.counts[0], s.Change}, {"unchanged", words.counts[1], s.Unchanged},
			{"refused", words.counts[2], s.Refused}, {"not_planned", words.counts[3], s.NotPlanned},
		},
		Ladder:  ladder(t.Plan),
		Refused: s.Refused + s.NotPlanned,
		Checks:  talliesOf(t.Plan.Checks),
		Proof:   proofWords(t.Plan),
	}
	var never []string
	for _, r := range v.Ladder {
		switch {
		case r.Worst:
			v.Worst = r
		case r.N == 0 && r.Word != vendors.None.String():
			never = append(never, r.Word)
		}
	}
	v.Never = strings.Join(never, ", no ")
	v.losses(t)
	return v
}

// thousands writes a number with its thousands apart.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// means says what a degree of disruption does to traffic.
var means = map[vendors.Disruption]string{
	vendors.None:    "traffic does not notice",
	vendors.Loss:    "a moment without a protection, or with packet loss",
	vendors.Recarve: "buffers are divided anew; packets may be lost meanwhile",
	vendors.Flap:    "links go down and up",
	vendors.Reload:  "the switch restarts",
}

// ladder counts the switches that change by the worst that it does to each.
func ladder(p *plan.Plan) []rung {
	rungs := make([]rung, vendors.Reload+1)
	for d := range rungs {
		rungs[d] = rung{Word: vendors.Disruption(d).String(), Means: means[vendors.Disruption(d)]}
	}
	worst := vendors.None
	for i := range p.Devices {
		if p.Devices[i].Status != plan.Change {
			continue
		}
		d, _ := vendors.ParseDisruption(p.Devices[i].Disruption)
		rungs[d].N++
		worst = vendors.MoreDisruptive(worst, d)
	}
	rungs[worst].Worst = true
	return rungs
}

// losses lists what switches that change lose.
func (v *verdict) losses(t *view.Tree) {
	for _, g := range t.Changes {
		for _, list := range [][]view.Effect{g.Effects, g.Unnamed} {
			for _, e := range list {
				if e.Sense == qos.Worse {
					v.lose(loss{Text: e.Text, Where: lossPlace(g, e)})
				}
			}
		}
	}
}

func (v *verdict) lose(l loss) {
	if len(v.Losses) == mostLosses {
		v.More++
		return
	}
	v.Losses = append(v.Losses, l)
}

// lossPlace names the switches too, which the list of a group leaves out when they are all of it.
func lossPlace(g *view.Group, e view.Effect) string {
	texts := make([]string, len(e.Places))
	for i, p := range e.Places {
		if p.Switches == nil {
			p.Switches = g.Switches
		}
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

func talliesOf(c *plan.Checks) *tallies {
	if c == nil {
		return nil
	}
	worse := view.FindingsThat(c, plan.Worse)
	t := &tallies{
		Rows: view.Scores(c), Worse: len(worse), Worsening: view.Worsening(c),
		Breaks: len(view.PathsThat(c, plan.Breaks)), Heal: len(view.PathsThat(c, plan.Heals)),
	}
	t.Bad = t.Breaks > 0 || slices.ContainsFunc(worse, func(f plan.Finding) bool { return view.Wrong(&f) })
	return t
}

// proofWords says how far the patches are proved.
func proofWords(p *plan.Plan) string {
	proved, changing, assumes := 0, 0, map[string]bool{}
	for i := range p.Devices {
		d := &p.Devices[i]
		if d.Status != plan.Change {
			continue
		}
		changing++
		if d.Proof != nil && d.Proof.OK && d.Undo != nil && d.Undo.Proof.OK {
			proved++
		}
		for _, a := range d.Assumptions {
			assumes[a.ID] = true
		}
	}
	switch {
	case changing == 0:
		return ""
	case proved < changing:
		return fmt.Sprintf("The patch and its way back are proved on %d of %d switches.", proved, changing)
	}
	text := "Each patch, and each way back, was replayed command by command on a model of the switch and proved."
	if n := len(assumes); n > 0 {
		text += fmt.Sprintf(" The proofs lean on %s that no source confirms, named below.", plural(n, "behaviour", "behaviours"))
	}
	return text
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}
