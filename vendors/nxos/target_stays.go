package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// pipeMode is the line of a VXLAN interface that says what becomes of the DSCP of tunnels.
const pipeMode = "qos-mode pipe"

// staying are the starts of lines at the top that weft sets and leaves: it cannot know who needs them now.
var staying = []string{
	"system jumbomtu ", "feature lldp", "priority-flow-control watch-dog", "priority-flow-control auto-restore ",
	"priority-flow-control fixed-restore ", "congestion-control random-detect forward-nonecn",
}

// tellStays lists the lines of the switch as a whole that stay when everything else of weft's goes.
func (t *targeter) tellStays() {
	if !t.scope.Destroy || t.edit == nil {
		return
	}
	var lines []string
	for _, n := range t.tree().Top {
		if n.Kind == conf.In && slices.ContainsFunc(staying, func(s string) bool { return strings.HasPrefix(n.Text, s) }) {
			lines = append(lines, n.Text)
		}
		if strings.HasPrefix(n.Text, "interface nve") && n.Find(pipeMode) != nil {
			lines = append(lines, n.Text+", "+pipeMode)
		}
	}
	if lines != nil {
		t.info(nil, "what the switch has once stays, and weft may have written it", "%s", strings.Join(lines, "; "))
	}
}
