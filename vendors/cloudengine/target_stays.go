package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// tellStays lists the lines of the switch as a whole that stay when everything else of weft's goes: weft may have written them, and
// cannot know who needs them now.
func (t *targeter) tellStays() {
	if !t.scope.Destroy || t.edit == nil {
		return
	}
	var lines []string
	for _, n := range t.tree().Top {
		if n.Kind != conf.In {
			continue
		}
		if l, ok := switchSettings.of(n); ok && switchSettings.list[l.kind].ours {
			lines = append(lines, n.Text)
		}
		if isInterface(n) && viewOfInterface(n.Text[len(interfaceWord):]) == viewNve && hasLine(n, lineUniform) {
			lines = append(lines, n.Text+", "+lineUniform)
		}
	}
	if lines != nil {
		t.info(nil, "what the switch has once stays, and weft may have written it", "%s", strings.Join(lines, "; "))
	}
}
