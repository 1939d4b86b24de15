package report

import (
	"html/template"
	"slices"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/plan/view"
	"github.com/weft-net/weft/qos"
)

// page is everything that the template prints, in the order of the page.
type page struct {
	Name    string // of the fabric
	Policy  string
	Style   template.CSS
	Script  template.JS
	Plan    *plan.Plan
	Words   words
	Verdict verdict
	House   *housePart
	Picture *picture
	Filter  filter
	Classes classesPart
	Groups  []*card
	Checks  *checksPart
	Stopped []stopped // refused and not planned
	Others  []shared  // on several switches
	Same    *same
	Footer  string // the last line of every face
	Index   *index
	Packs   []string
}

// filter is what can be chosen.
type filter struct{ Classes []string }

// stopped are switches that are not changed, with the reasons.
type stopped struct {
	entry
	What, Title string
	Reasons     []string
	Today       []effects
	Effects     []effects
	Notes       []note
}

// shared is what is to be known of several switches.
type shared struct {
	entry
	note
}

// same are the switches that stay as they are.
type same struct {
	entry
	Switches string
	Notes    []note
}

func pageOf(p *plan.Plan, words words, pages *template.Template) (*page, error) {
	style, err := assetOf("page.css")
	if err != nil {
		return nil, err
	}
	script, err := assetOf("page.js")
	if err != nil {
		return nil, err
	}
	tree := view.Of(p)
	ix := newIndex(p)
	out := &page{
		Policy: policy(style, script), Style: template.CSS(style.text), Script: template.JS(script.text),
		Words: words, Plan: p, Verdict: verdictOf(tree, words), Picture: pictureOf(p), Index: ix,
		House: houseOf(p.Policies), Classes: classesOf(p, ix), Groups: cardsOf(tree, ix), Checks: checksOf(p.Checks, ix),
		Stopped: stoppedOf(tree, ix), Others: sharedOf(tree, ix), Same: sameOf(tree, ix), Footer: words.footer(tree),
	}
	if p.Fabric != nil {
		out.Name = p.Fabric.Name
	}
	out.Filter = filter{Classes: ix.classNames()}
	out.Packs, err = pack(out.Groups, pages)
	return out, err
}

func stoppedOf(tree *view.Tree, ix *index) []stopped {
	var out []stopped
	add := func(groups []*view.Group, what string) {
		for _, g := range groups {
			out = append(out, stopped{
				entry: ix.entry("stopped", g.Switches, nil), What: what, Title: plan.Ranges(g.Switches), Reasons: g.Reasons,
				Today: effectsOf(g.Today), Effects: effectsOf(slices.Concat(g.Effects, g.Unnamed)), Notes: notesOf(g.Notes),
			})
		}
	}
	add(tree.Refused, "refused")
	add(tree.NotPlanned, "not planned")
	return out
}

func sharedOf(tree *view.Tree, ix *index) []shared {
	var out []shared
	for i, n := range notesOf(tree.Shared) {
		var switches []string
		for _, place := range tree.Shared[i].Places {
			if place.Switches == nil { // all of them
				place.Switches = ix.Names
			}
			switches = append(switches, place.Switches...)
		}
		out = append(out, shared{ix.entry("shared", switches, []string{}), n})
	}
	return out
}

func sameOf(tree *view.Tree, ix *index) *same {
	g := tree.Unchanged
	if g == nil {
		return nil
	}
	return &same{entry: ix.entry("same", g.Switches, []string{}), Switches: plan.Ranges(g.Switches), Notes: notesOf(g.Notes)}
}

// effects are sentences that are true in the same places.
type effects struct {
	Where string
	Rows  []sentence
}

// sentence is one sentence with its sign.
type sentence struct {
	Sign, Sense, Text string // Sense is a word for who hears the page, and the name of the colour
}

func effectsOf(list []view.Effect) []effects {
	var out []effects
	for _, e := range list {
		where := placesOf(e.Places)
		if n := len(out); n == 0 || out[n-1].Where != where {
			out = append(out, effects{Where: where})
		}
		last := &out[len(out)-1]
		last.Rows = append(last.Rows, sentenceOf(e))
	}
	return out
}

func sentenceOf(e view.Effect) sentence {
	s := senseOf(e.Sense)
	return sentence{Sign: s.sign, Sense: s.word, Text: e.Text}
}

// sense is how a change is shown: by sign and word, and by a colour of that name.
type sense struct{ sign, word string }

func senseOf(s qos.Sense) sense {
	switch s {
	case qos.Worse:
		return sense{"!", "worse"}
	case qos.Changed:
		return sense{"~", "changed"}
	case qos.Better:
		return sense{"+", "better"}
	}
	return sense{"·", "follows"}
}

func placesOf(places []view.Place) string {
	var text string
	for i, p := range places {
		if i > 0 {
			text += "; "
		}
		text += p.String()
	}
	return text
}

// note is one thing to know beside what changes.
type note struct{ Kind, Text, Where string }

func notesOf(list []view.Note) []note {
	var out []note
	for _, n := range list {
		text := n.Text
		if n.Detail != "" {
			text += " (" + n.Detail + ")"
		}
		where := placesOf(n.Places)
		if where == (view.Place{}).String() { // of the whole switch nobody has to be told
			where = ""
		}
		out = append(out, note{Kind: n.Kind.String(), Text: text, Where: where})
	}
	return out
}
