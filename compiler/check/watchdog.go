package check

import (
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// QPTimeout is how long a queue pair waits for an answer, by the code that programs set: 4.096 µs times 2 to the code.
func QPTimeout(code int) time.Duration { return 4096 * time.Nanosecond << code }

// ncclTimeout is the code that NCCL sets unless told otherwise.
const ncclTimeout = 20

// honest is how much longer than the longest honest pause a watchdog has to wait.
const honest = 10

// watchdogs is C15: a watchdog guards what is paused, ends no honest pause, and is done before applications give up.
func watchdogs(j *judge) {
	j.faults(map[string]vendors.Severity{"no-watchdog": vendors.Warning})
	for _, s := range j.net.Switches {
		shared := sharedBuffer(s)
		j.eachOf(s, func(p *Port) {
			if w := &p.Watchdog; p.Lossless() != 0 && w.On.Known() && w.On.V {
				j.hasty(p, shared)
				j.slow(p)
			}
		})
	}
	j.actions()
}

// hasty compares the time after which a pause counts as a deadlock with the longest that a full buffer takes to drain.
func (j *judge) hasty(p *Port, shared qos.Bytes) {
	detect := p.Watchdog.Detect
	if !detect.Known() || p.Speed == 0 || shared <= 0 {
		return // the other side of the inequality is a safety factor, not a number to be sure of
	}
	longest := Drain(shared, qos.BitsPerSecond(p.Speed))
	if detect.V < honest*longest {
		j.port(p, verdict{severity: vendors.Warning, field: "pfc_watchdog: detect", at: detect.At,
			text: fmt.Sprintf("the watchdog acts after %s, and an honest pause takes up to %s at %s while %s drain: less than %d times that drops lossless traffic without need",
				detect.V, span(longest), p.Speed, octets(shared), honest),
			fix: fmt.Sprintf("detect after %s or more", (honest * longest).Round(time.Millisecond))})
	}
}

// slow compares the time until traffic flows again with the time after which applications give up.
func (j *judge) slow(p *Port) {
	w := &p.Watchdog
	if !w.Detect.Known() || !w.Restore.Known() {
		return
	}
	if total, limit := w.Detect.V+w.Restore.V, QPTimeout(ncclTimeout); total >= limit {
		j.port(p, verdict{severity: vendors.Warning, field: "pfc_watchdog: restore", at: w.Restore.At,
			text: fmt.Sprintf("the watchdog detects after %s and restores after %s, and queue pairs time out after %s (code %d, as NCCL sets)", w.Detect.V, w.Restore.V, span(limit), ncclTimeout),
			fix:  "shorten detect and restore"})
	}
}

// actions looks for links whose ends do different things with a queue that stays paused.
func (j *judge) actions() {
	for _, l := range j.net.Links {
		a, b := l.A.Watchdog, l.B.Watchdog
		if a.On.Known() && a.On.V && b.On.Known() && b.On.V && a.Action.Known() && b.Action.Known() && a.Action.V != b.Action.V {
			j.link(l, verdict{severity: vendors.Warning, field: "pfc_watchdog: action", at: a.Action.At,
				text: fmt.Sprintf("the watchdogs of the two ends do different things: %s and %s", a.Action.V, b.Action.V),
				fix:  "use one action on all switches"})
		}
	}
}
