package cloudengine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Lines that stand in an Eth-Trunk for its members, and lines that only its members have (2.11).
var (
	trunkStarts  = []string{"trust ", "port priority ", "qos phb marking ", "traffic-policy "}
	memberStarts = []string{"dcb pfc ", "qos pq ", "qos drr ", "qos lpq ", "qos wfq ", "qos queue ", "qos buffer queue "}
)

// checkMembers looks at the Eth-Trunks that named ports are in: for members that the intent does not name, and for lines that
// stand on the wrong one of both.
func (t *targeter) checkMembers() {
	trunks := t.site.Bundles()
	if len(trunks) == 0 {
		return
	}
	for _, block := range t.have.tree.Top {
		if !isInterface(block) {
			continue
		}
		name := block.Text[len(interfaceWord):]
		trunk, n := trunkOf(block)
		switch {
		case trunks[name] != nil:
			t.misplaced(block, memberStarts, "is one for its members")
		case trunks[trunk] != nil:
			t.misplaced(block, trunkStarts, "is one for "+trunk)
			if !t.named(name) {
				t.stranger(block, n, trunks[trunk])
			}
		}
	}
}

// misplaced warns of lines that do nothing where they stand. One on a member that names an object of weft's goes anyway; one on an
// Eth-Trunk no command takes back, for the switch has no such line there.
func (t *targeter) misplaced(block *conf.Node, starts []string, belongs string) {
	for _, n := range block.Kids {
		if n.Kind != conf.In || !slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(n.Text, s) }) {
			continue
		}
		l, ok := portSettings.of(n)
		owned := ok && t.owns(portSettings.bound(&l))
		switch onTrunk := isBundle(block.Text[len(interfaceWord):]); {
		case !owned:
			t.diags.Warnf(int(n.Line), "%s: %q %s and counts for nothing there: take it out", block.Text, n.Text, belongs)
		case onTrunk:
			t.diags.Errorf(int(n.Line), "%s: %q %s, and no switch has it there: take it out of the file", block.Text, n.Text, belongs)
		}
	}
}

// stranger warns of a member that the intent does not name, with what it does otherwise than a named one shall.
func (t *targeter) stranger(block, joined *conf.Node, like *vendors.SitePort) {
	d := vendors.Diagnostic{
		Severity: vendors.Warning, Line: int(joined.Line), Ports: []string{block.Text[len(interfaceWord):]},
		Summary: fmt.Sprintf("it is in %s (%q), and the intent does not name it", like.LAG, joined.Text),
		Detail:  "name it with the other ports of " + like.LAG,
	}
	var lost qos.FacetSet
	if desired := t.want.block(interfaceWord + like.Name); desired != nil {
		have := portSettings.lines(nil, block.Kids)
		for _, want := range portSettings.lines(nil, desired.Kids) {
			if !t.sameMeaning(portSettings, want.same(have), &want) {
				lost |= portSettings.list[want.kind].facets
			}
		}
	}
	switch {
	case lost.Has(qos.FacetPFC) && pfcOf(block) == nil:
		d.Summary += "; traffic that is hashed to it is not lossless"
	case lost != 0:
		d.Summary += fmt.Sprintf("; traffic that is hashed to it goes by other %s", lost)
	}
	t.diags = append(t.diags, d)
}
