package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// accepts are the ids that the vendors in use let an intent accept. Of a vendor that lists none every id is let through.
type accepts struct {
	ids      []string
	unlisted []string // what the ids of such vendors begin with
}

func acceptsOf(nodes []*node) accepts {
	var a accepts
	seen := map[string]bool{}
	for _, n := range nodes {
		if n.vendor == nil || seen[n.vendor.Name()] {
			continue
		}
		seen[n.vendor.Name()] = true
		if lister, ok := n.vendor.(vendors.Accepter); ok {
			a.ids = append(a.ids, lister.Accepts()...)
		} else {
			a.unlisted = append(a.unlisted, n.vendor.Name()+".")
		}
	}
	return a
}

func (a accepts) know(id string) bool {
	return slices.Contains(a.ids, id) ||
		slices.ContainsFunc(a.unlisted, func(start string) bool { return strings.HasPrefix(id, start) })
}

// checkAccepts finds ids that no vendor in use has: they would allow nothing. A switch whose vendor is unknown is not judged.
func (p *Project) checkAccepts() {
	known := acceptsOf(p.nodes)
	for _, n := range p.nodes {
		accept := n.device.Accept
		for _, id := range accept.V {
			if n.vendor != nil && !known.know(id) {
				n.report(accept.Range, fmt.Sprintf("Unknown id %q in accept", id), "%s", known.instead(id))
			}
		}
	}
}

// instead is what to write for an unknown id.
func (a accepts) instead(id string) string {
	if len(a.ids) == 0 {
		return "No vendor in use has unconfirmed lines to accept."
	}
	return oneOf(id, a.ids)
}
