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
			switch on := p.Watchdog.On; {
			case p.Lossless() == 0:
			case on.State == qos.Unknown:
				j.watching(p, "watchdog", unreadable("whether a watchdog guards what is paused", on))
			case on.Known() && on.V:
				j.hasty(p, shared)
				j.slow(p)
			}
		})
	}
	j.actions()
}

// watching adds a verdict about the watchdog of a port. None is worse than a warning.
func (j *judge) watching(p *Port, field string, v verdict) {
	if !v.notChecked {
		v.severity = vendors.Warning
	}
	v.field = field
	j.port(p, v)
}

const endsHonest = "whether the watchdog ends honest pauses"

// hasty compares the time after which a pause counts as a deadlock with the longest that a full buffer takes to drain.
func (j *judge) hasty(p *Port, shared qos.Bytes) {
	const field = "pfc_watchdog: detect"
	detect := p.Watchdog.Detect
	switch {
	case detect.Forbidden:
		return // C14 says so
	case detect.State == qos.Unknown:
		j.watching(p, field, unreadable(endsHonest, detect))
		return
	case !detect.Known():
		j.watching(p, field, notChecked(fmt.Sprintf("%s: after which time that of %s acts is its own rule, and not known", endsHonest, p.Switch.model())))
		return
	case p.Speed == 0:
		j.watching(p, field, notChecked(endsHonest+": the speed of the port is not known"))
		return
	case shared <= 0:
		j.watching(p, field, notChecked(fmt.Sprintf("%s: no buffer data for %s, and how long a full one drains is not known; it acts after %s", endsHonest, p.Switch.model(), detect.V)))
		return
	}
	longest := Drain(shared, qos.BitsPerSecond(p.Speed))
	if least := honest * longest; detect.V < least {
		j.watching(p, field, verdict{at: detect.At,
			text: fmt.Sprintf("the watchdog acts after %s, and an honest pause takes up to %s at %s while %s drain: less than %d times that drops lossless traffic without need",
				detect.V, span(longest), p.Speed, octets(shared), honest),
			fix: fmt.Sprintf("detect after %s or more", roundUp(least, time.Millisecond))})
	}
}

// roundUp is the least multiple of a unit that a time fits in.
func roundUp(d, unit time.Duration) time.Duration { return (d + unit - 1) / unit * unit }

// slow compares the time until traffic flows again with the time after which applications give up.
func (j *judge) slow(p *Port) {
	const field, what = "pfc_watchdog: restore", "whether the watchdog is done before queue pairs time out"
	w := &p.Watchdog
	switch {
	case w.Restore.Forbidden:
		return // C14 says so
	case w.Restore.State == qos.Unknown:
		j.watching(p, field, unreadable(what, w.Restore))
	case never(w.Restore):
		j.watching(p, field, verdict{at: w.Restore.At, text: "the watchdog restores no queue: " + w.Restore.Why, fix: "say after which time it does"})
	case !w.Restore.Known():
		j.watching(p, field, notChecked(fmt.Sprintf("%s: after which time that of %s restores a queue is its own rule, and not known", what, p.Switch.model())))
	case w.Detect.Known(): // else hasty says why not
		j.late(p, w.Detect.V, w.Restore)
	}
}

// never tells of a watchdog that restores nothing by itself.
func never(restore qos.Value[time.Duration]) bool {
	return restore.Known() && restore.V == 0 && restore.Why != ""
}

func (j *judge) late(p *Port, detect time.Duration, restore qos.Value[time.Duration]) {
	if total, limit := detect+restore.V, QPTimeout(ncclTimeout); total >= limit {
		j.watching(p, "pfc_watchdog: restore", verdict{at: restore.At,
			text: fmt.Sprintf("the watchdog detects after %s and restores after %s, and queue pairs time out after %s (code %d, as NCCL sets)", detect, restore.V, span(limit), ncclTimeout),
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
