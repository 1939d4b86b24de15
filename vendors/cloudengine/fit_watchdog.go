package cloudengine

import (
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// watchdogKey is what decides the watchdog of a port.
type watchdogKey struct {
	asked  qos.Watchdog
	slot   string
	pauses bool
}

// fitWatchdog fits the PFC watchdog, which the switch calls deadlock detection.
func (f *fitter) fitWatchdog(key watchdogKey) (qos.Watchdog, notes) {
	var n notes
	asked := key.asked
	const field = "pfc_watchdog"
	switch on := asked.On; {
	case !on.Known():
		return qos.Watchdog{}, nil
	case !key.pauses:
		if on.V {
			n.ByPlatform(field, "on", "off", "the port pauses nothing, so there is nothing to watch", "D300")
		}
		return qos.Watchdog{On: qos.Is(false)}, n
	case !on.V && !f.row.alwaysWatched:
		return qos.Watchdog{On: on}, nil
	case !on.V:
		n.ByPlatform(field, "off", "on", "deadlock detection cannot be switched off while PFC is on", "D300")
		asked = qos.Watchdog{}
	}
	out := qos.Watchdog{On: qos.Is(true), Poll: qos.Default[time.Duration](0)}
	if asked.Poll.Known() {
		n.ByPlatform(field+": poll", asked.Poll.V.String(), "what the switch does by itself", "no command sets it", "D300")
	}
	out.Action = f.fitAction(asked.Action, key.slot, &n)
	out.Detect, out.Restore = f.fitTimes(asked, &n)
	out.Escalate = f.fitEscalation(asked.Escalate, out, &n)
	return out, n
}

// slotwide finds out what ports of one slot have in common: whether PFC follows the class there, which it need not where only
// priorities decide it, and what the watchdog does.
func (f *fitter) slotwide() {
	f.mapped, f.actions = map[string]bool{}, map[string]qos.WatchdogAction{}
	for i := range f.asked.Ports {
		p := &f.asked.Ports[i]
		if p.PFC.Priorities.V == 0 {
			continue
		}
		slot := f.slots[i]
		if f.row.keyedByClass && (p.Classify == nil || p.Classify.Trust.V != qos.TrustPCP) {
			f.mapped[slot] = true
		}
		if _, said := f.actions[slot]; !said && p.Watchdog.On.V && p.Watchdog.Action.Known() {
			f.actions[slot] = p.Watchdog.Action.V
		}
	}
}

// fitAction fits what happens to packets of a priority that stays paused, which is the same for all ports of a slot.
func (f *fitter) fitAction(asked qos.Value[qos.WatchdogAction], slot string, n *notes) qos.Value[qos.WatchdogAction] {
	const field = "pfc_watchdog: action"
	const unsaid = "no source says what becomes of the packets"
	of, said := f.actions[slot]
	switch {
	case !f.row.recovery.Known():
		if asked.Known() {
			n.ByPlatform(field, asked.V.String(), "what the switch does by itself", unsaid+" on V200, or of a command that decides it", "PFC200")
		}
		return qos.Value[qos.WatchdogAction]{State: qos.PlatformDefault, Why: unsaid}
	case !said:
		of = f.row.recovery.V
	}
	if asked.Known() && asked.V == qos.WatchdogAlert {
		n.Impossible(field, asked.V.String(), "the switch drops or forwards, it does not only tell", "D300")
	} else if asked.Known() && asked.V != of {
		n.Impossible(field, asked.V.String(), fmt.Sprintf("it is the same for all ports of a slot, and another port of slot %s asks for %s", slot, of), "D300")
	}
	return qos.Is(of)
}

// Deadlock times are so many units, and a unit is one of these (D300). On V200 no source states the unit or the most: they
// are assumed to be the same, with the built-in unit.
const (
	mostDetectUnits  = 15
	mostRecoverUnits = 31
	ownUnit          = 10 * time.Millisecond
)

var deadlockUnits = []time.Duration{ownUnit, 100 * time.Millisecond, 500 * time.Millisecond, 1000 * time.Millisecond}

// The two timers of families that have only one pair for the whole switch (D300).
const (
	leastTimer   = 10 * time.Millisecond
	mostTimer    = 1500 * time.Millisecond
	builtinTimer = 100 * time.Millisecond
)

// deadlockSpans are the times that a family can watch with.
func deadlockSpans(form deadlockForm) (detect, restore vendors.Bound[vendors.Span]) {
	units := func(least, most int, unit time.Duration) vendors.Span {
		return vendors.Span{Least: time.Duration(least) * ownUnit, Most: time.Duration(most) * unit}
	}
	bound := func(quality vendors.Quality, span vendors.Span) vendors.Bound[vendors.Span] {
		return vendors.Bound[vendors.Span]{V: span, Quality: quality, Source: "D300"}
	}
	longest := deadlockUnits[len(deadlockUnits)-1]
	switch form {
	case deadlockTimers:
		timer := bound(vendors.Stated, vendors.Span{Least: leastTimer, Most: mostTimer})
		return timer, timer
	case deadlockTwoLines:
		return bound(vendors.Stated, units(1, mostDetectUnits, longest)), bound(vendors.Stated, units(0, mostRecoverUnits, longest))
	case deadlockOneLine:
		return bound(vendors.Assumed, units(1, mostDetectUnits, ownUnit)), bound(vendors.Assumed, units(1, mostRecoverUnits, ownUnit))
	}
	return detect, restore
}

// deadlockTimes finds what the watchdog times of all ports have in common: the unit, or the only pair of timers.
func (f *fitter) deadlockTimes() {
	f.unit = ownUnit
	if f.row.deadlock != deadlockTwoLines && f.row.deadlock != deadlockTimers {
		return
	}
	f.unit = deadlockUnit(f.asked)
	for i := range f.asked.Ports {
		if p := &f.asked.Ports[i]; f.timers == nil && p.PFC.Priorities.V != 0 && p.Watchdog.On.V {
			f.timers = &p.Watchdog
		}
	}
}

// deadlockUnit is the least unit that suits the times of all ports that pause, or 0.
func deadlockUnit(sw *qos.Switch) time.Duration {
	var detect, restore time.Duration
	for i := range sw.Ports {
		if p := &sw.Ports[i]; p.PFC.Priorities.V != 0 && p.Watchdog.On.V {
			detect, restore = max(detect, p.Watchdog.Detect.V), max(restore, p.Watchdog.Restore.V)
		}
	}
	for _, unit := range deadlockUnits {
		if detect <= mostDetectUnits*unit && restore <= mostRecoverUnits*unit {
			return unit
		}
	}
	return 0
}

// fitTimes fits how long a priority has to be paused and how long it is then left alone, rounding up.
func (f *fitter) fitTimes(asked qos.Watchdog, n *notes) (detect, restore qos.Value[time.Duration]) {
	switch f.row.deadlock {
	case deadlockTimers:
		var have qos.Watchdog
		if f.timers != nil {
			have = *f.timers
		}
		return fitTimer("detect", asked.Detect, have.Detect, n), fitTimer("restore", asked.Restore, have.Restore, n)
	case deadlockTwoLines:
		return f.fitUnits("detect", asked.Detect, mostDetectUnits, n), f.fitUnits("restore", asked.Restore, mostRecoverUnits, n)
	}
	return fitUnits200("detect", asked.Detect, mostDetectUnits, n), fitUnits200("restore", asked.Restore, mostRecoverUnits, n)
}

// fitTimer fits one timer of the whole switch; have is what its first watched port asks for.
func fitTimer(name string, asked, have qos.Value[time.Duration], n *notes) qos.Value[time.Duration] {
	field := "pfc_watchdog: " + name
	if !have.Known() {
		have = qos.Is(builtinTimer)
	}
	if asked.Known() && asked.V != have.V {
		n.Impossible(field, asked.V.String(), "the times exist once for the whole switch, where it is "+have.V.String(), "D300")
		return asked
	}
	fitted := qos.Is(roundUp(have.V, time.Millisecond))
	switch {
	case fitted.V < leastTimer || fitted.V > mostTimer:
		n.Impossible(field, have.V.String(), fmt.Sprintf("it goes from %s to %s", leastTimer, mostTimer), "D300")
	case asked.Known() && fitted.V != asked.V:
		n.Rounding(field, asked.V.String(), fitted.V.String(), "it is in milliseconds", "D300")
	}
	return fitted
}

// fitUnits fits a time that is a number of units.
func (f *fitter) fitUnits(name string, asked qos.Value[time.Duration], most int, n *notes) qos.Value[time.Duration] {
	field := "pfc_watchdog: " + name
	longest := time.Duration(most) * deadlockUnits[len(deadlockUnits)-1]
	switch {
	case asked.Known() && (asked.V <= 0 || asked.V > longest):
		n.Impossible(field, asked.V.String(), fmt.Sprintf("it is more than 0 and at most %s", longest), "D300")
		return asked
	case f.unit == 0:
		return asked // refused by name on another port
	case !asked.Known():
		return qos.Is(builtinTimeUnits * f.unit)
	}
	fitted := qos.Is(roundUp(asked.V, f.unit))
	if fitted.V != asked.V {
		n.Rounding(field, asked.V.String(), fitted.V.String(), fmt.Sprintf("times are multiples of %s, the least unit that suits all ports", f.unit), "D300")
	}
	return fitted
}

// fitUnits200 fits a time on V200, where the unit is assumed and the most that D300 allows is not exceeded.
func fitUnits200(name string, asked qos.Value[time.Duration], most int, n *notes) qos.Value[time.Duration] {
	if !asked.Known() {
		return qos.Is(builtinTimeUnits * ownUnit)
	}
	longest := time.Duration(most) * ownUnit
	fitted := qos.Is(max(ownUnit, min(longest, roundUp(asked.V, ownUnit))))
	if fitted.V != asked.V {
		n.ByPlatform("pfc_watchdog: "+name, asked.V.String(), fitted.V.String(),
			fmt.Sprintf("a time is 1 to %d units of %s: no source states either for V200, D300 does for V300", most, ownUnit), "D300")
	}
	return fitted
}

func roundUp(d, step time.Duration) time.Duration { return (d + step - 1) / step * step }

// The switch does more about a priority that deadlocks again and again: after so many times in the period it turns PFC off, or
// the port. PFC stays off until someone turns it on again.
const (
	turnOff         = "turn-off"
	errorDown       = "error-down"
	deadlockPeriod  = 20 * time.Second
	mostDeadlocks   = 300
	escalationField = "pfc_watchdog: escalate"
)

// fitEscalation fits what happens to a priority that deadlocks too often. That cannot be switched off: where it is not asked
// for, the limit becomes one that the times do not reach.
func (f *fitter) fitEscalation(asked qos.Value[qos.Escalation], w qos.Watchdog, n *notes) qos.Value[qos.Escalation] {
	if !asked.Known() || asked.V == (qos.Escalation{}) {
		return f.fitNoEscalation(asked, w, n)
	}
	out := asked
	if out.V.Count == 0 {
		out.V.Count = builtinTurnOff
		n.ByPlatform(escalationField, asked.V.String(), out.V.String(), "the switch counts to a number", "D300")
	}
	if a := out.V.Action; a != turnOff && a != errorDown {
		n.Impossible(escalationField, a, "the switch can turn-off PFC or set the port error-down", "D300")
	}
	if out.V.Count > mostDeadlocks {
		n.Impossible(escalationField, asked.V.String(), fmt.Sprintf("the most is %d in %s", mostDeadlocks, deadlockPeriod), "D300")
	}
	return out
}

func (f *fitter) fitNoEscalation(asked qos.Value[qos.Escalation], w qos.Watchdog, n *notes) qos.Value[qos.Escalation] {
	out := qos.Is(qos.Escalation{Action: turnOff, Count: builtinTurnOff})
	cycle := w.Detect.V + w.Restore.V
	if cycle <= 0 {
		return out // refused for its times
	}
	reach := int64(deadlockPeriod / cycle)
	if reach >= builtinTurnOff {
		out.V.Count = mostDeadlocks
	}
	if reach >= mostDeadlocks {
		n.Impossible(escalationField, "none", fmt.Sprintf("detect and restore take %s, so that a priority can deadlock %d times in %s, and at %d the switch turns PFC off for good: make the times longer",
			cycle, reach, deadlockPeriod, mostDeadlocks), "D300")
		return out
	}
	if asked.Known() {
		n.ByPlatform(escalationField, "none", out.V.String(), fmt.Sprintf("the switch turns PFC off for good after so many deadlocks in %s; with these times there are at most %d", deadlockPeriod, reach), "D300")
	}
	return out
}
