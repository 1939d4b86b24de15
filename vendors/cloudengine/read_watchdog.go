package cloudengine

import (
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
)

// watchdog reads how the switch ends deadlocks of the priorities that a port pauses: those that it always looks for, or those
// that the profile sets times for (2.2).
func (r *portReader) watchdog(profile *pfcProfile, set qos.QueueSet) {
	on, line := r.watches(profile, set)
	if !on {
		r.out.Watchdog = qos.Watchdog{On: qos.Is(false)}
		r.assumed |= assumedDeadlockOff
		return
	}
	w := qos.Watchdog{On: qos.IsAt(true, line), Poll: qos.Default(r.x.shared.unit)}
	w.Detect = r.time(profile, set, r.x.shared.detect, func(d *deadlock) *timing { return &d.detect })
	w.Restore = r.time(profile, set, r.x.shared.restore, func(d *deadlock) *timing { return &d.restore })
	w.Action = r.action()
	if w.Restore.Known() && w.Restore.V == 0 {
		w.Action = qos.IsAt(qos.WatchdogAlert, w.Restore.At.Line) // it only looks again
	}
	w.Escalate = r.escalation(profile, set)
	if n := r.own.unclear(qos.FacetWatchdog); n != nil {
		w.Escalate = qos.NotRead[qos.Escalation](notUnderstood(n), n.Line)
	}
	r.out.Watchdog = w
}

// watches tells whether deadlocks are looked for, and which line says so.
func (r *portReader) watches(profile *pfcProfile, set qos.QueueSet) (bool, int32) {
	for _, q := range set.List() {
		if d := profile.of[q].detect; d.set {
			return true, d.line
		}
	}
	return r.x.facts.watched, 0
}

// time is one of the two times, of all priorities of the set: in the line for the whole switch, in the profile, or built in.
func (r *portReader) time(profile *pfcProfile, set qos.QueueSet, whole qos.Value[time.Duration], of func(*deadlock) *timing) qos.Value[time.Duration] {
	if whole.Known() {
		return whole
	}
	var all qos.Value[time.Duration]
	for i, q := range set.List() {
		t := of(&profile.of[q])
		one := qos.Is(builtinTimeUnits * r.x.shared.unit)
		if t.set {
			one = qos.IsAt(time.Duration(t.units)*r.x.shared.unit, t.line)
		}
		if t.v200 {
			r.assumed |= assumedDeadlockUnit
		}
		if i > 0 && one.V != all.V {
			return qos.NotRead[time.Duration](fmt.Sprintf("priority %d has another deadlock time than priority %d", q, set.List()[0]), one.At.Line)
		}
		all = one
	}
	return all
}

// action is what becomes of packets while the switch recovers from a deadlock.
func (r *portReader) action() qos.Value[qos.WatchdogAction] {
	n := r.x.shared.recover[slotIn(r.name)]
	switch {
	case n == nil:
		return r.x.facts.recovery
	case n.Text[:len(recoverForwarding)] == recoverForwarding:
		return qos.IsAt(qos.WatchdogForward, n.Line)
	}
	return qos.IsAt(qos.WatchdogDrop, n.Line)
}

const recoverForwarding = "dcb pfc deadlock recovery-behavior forwarding"

// escalation is what happens to a priority with too many deadlocks in 20 seconds.
func (r *portReader) escalation(profile *pfcProfile, set qos.QueueSet) qos.Value[qos.Escalation] {
	action, n := r.own.last("port pfc-deadlock trigger ")
	if n == nil {
		action = "turn-off"
	}
	var all qos.Value[qos.Escalation]
	for i, q := range set.List() {
		c := profile.of[q].turnOff
		if action == "error-down" {
			c = profile.of[q].errorDown
		}
		if c.line == 0 && c.count == 0 {
			c.count = builtinTurnOff
		}
		one := qos.IsAt(qos.Escalation{Action: action, Count: c.count}, c.line)
		if i > 0 && one.V != all.V {
			return qos.NotRead[qos.Escalation](fmt.Sprintf("priority %d has another limit of deadlocks than priority %d", q, set.List()[0]), c.line)
		}
		all = one
	}
	return all
}
