package cloudengine

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Bounce writes the group of ports upward that keeps packets which bounce from waiting for themselves. V300 has it (D300 2.8); no source
// says so of V200.
func (CloudEngine) Bounce(p vendors.Platform, ports []string, moves []vendors.Move) []string {
	if !strings.HasPrefix(p.Release, "V300") {
		return nil
	}
	lines := []string{"dcb pfc uplink group bounced"}
	for _, m := range moves {
		lines = append(lines, fmt.Sprintf("adjust original-dscp %d to priority %d dscp %d", m.From, m.Priority, m.DSCP))
	}
	for _, port := range ports {
		lines = append(lines, "group-member interface "+port)
	}
	return lines
}
