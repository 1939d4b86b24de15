package nxos

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// checkMembers warns of members of the bundles that named ports are in which the intent does not name: traffic is hashed to them
// too, and PFC is set on each member by itself.
func (t *targeter) checkMembers() {
	like := t.site.Bundles()
	if len(like) == 0 {
		return
	}
	for _, block := range t.have.tree.Top {
		name, isPort := strings.CutPrefix(block.Text, "interface ")
		if !isPort {
			continue
		}
		line := block.FindPrefix("channel-group ")
		p := like[bundleOf(line)]
		if p == nil || t.named(name) {
			continue
		}
		d := vendors.Diagnostic{
			Severity: vendors.Warning, Line: int(line.Line), Ports: []string{name},
			Summary: fmt.Sprintf("it is in %s (%q), and the intent does not name it", p.LAG, line.Text),
			Detail:  "name it with the other ports of " + p.LAG,
		}
		if want := t.want.block("interface " + p.Name); want != nil {
			pfc := want.FindPrefix("priority-flow-control mode on")
			if pfc != nil && block.FindPrefix("priority-flow-control mode on") == nil {
				d.Summary += fmt.Sprintf("; without %q traffic that is hashed to it is not lossless, unless its peer asks for it", pfc.Text)
			}
		}
		t.diags = append(t.diags, d)
	}
}
