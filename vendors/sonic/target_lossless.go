package sonic

import (
	"github.com/weft-net/weft/vendors"
)

// checkLossless refuses ports that shall pause on a switch that would have no lossless buffers for it: without the pool the buffer manager
// makes no priority group, and a queue without a profile may drop (section 8, 8.2). Where a source states the buffers, weft writes them.
func (t *targeter) checkLossless() {
	if t.have.table(tablePort) == nil || t.scope.Destroy {
		return // what compile prints has nothing of the switch's own
	}
	stated := platformOf(t.site.Platform).profiles.Known()
	var paused, dropping []string
	for i := range t.site.Ports {
		port := t.site.Ports[i].Name
		pauses, _ := t.want.table(tablePortMap).row(port).get(fieldPFC)
		if pauses == "" {
			continue
		}
		paused = append(paused, port)
		if !stated && !t.bound(ofQueueBuffer, port, pauses) {
			dropping = append(dropping, port)
		}
	}
	switch {
	case paused != nil && t.now(rowName{tablePool, ingressLosslessPool}) == nil:
		t.bufferless(paused, "the switch has no "+tablePool+"|"+ingressLosslessPool+", without which it makes no lossless priority group")
	case dropping != nil:
		t.bufferless(dropping, "a queue that shall be lossless has no row in "+tableBufferQueue+", and nothing keeps it from dropping")
	}
}

// bound tells whether the running configuration has a row for each priority of a list.
func (t *targeter) bound(kind indexedKind, port, priorities string) bool {
	set, _ := prioritiesOf(priorities)
	for _, q := range set.List() {
		if at(t.ports[port].of(kind), int(q)) == nil {
			return false
		}
	}
	return true
}

// bufferless says why ports cannot be lossless, and what to do.
func (t *targeter) bufferless(ports []string, why string) {
	p := t.site.Platform
	t.diags = append(t.diags, vendors.Diagnostic{
		Severity: vendors.Error, Summary: "lossless, but " + why, Ports: ports,
		Detail: "no source states the buffer profiles of " + p.Model + ", so that weft writes none: have the switch write those of its own template first " +
			"(config qos reload, which interrupts traffic), or name its HWSKU as platform where weft has its buffers",
	})
}
