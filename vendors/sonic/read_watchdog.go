package sonic

import (
	"time"

	"github.com/weft-net/weft/qos"
)

// mostTime is more than any time of the watchdog.
const mostTime = 1 << 30

// readWatchdog reads the watchdog of a port, which watches what the port pauses. Its second measure is none: it restores a queue
// each time.
func (s *shared) readWatchdog(w *qos.Watchdog, p *portRows, paused qos.Value[qos.QueueSet]) {
	r := p.watchdog
	if r == nil {
		*w = qos.Watchdog{On: qos.Is(false)}
		return
	}
	w.On, w.Action, w.Poll = s.watches(p, paused), watchdogAction(r), timeOf(s.watchdog, "POLL_INTERVAL")
	w.Detect, w.Restore, w.Escalate = timeOf(r, "detection_time"), timeOf(r, "restoration_time"), qos.Is(qos.Escalation{})
	if w.Poll.State == qos.NotApplicable {
		w.Poll = qos.Value[time.Duration]{State: qos.PlatformDefault, Why: "no POLL_INTERVAL is set"}
	}
	if w.Restore.State == qos.NotApplicable {
		w.Restore = qos.Value[time.Duration]{State: qos.Known, Why: "without restoration_time a queue is never restored"}
	}
	w.Detect, w.Restore = polled("detection_time", w.Detect, w.Poll), polled("restoration_time", w.Restore, w.Poll)
}

// polled is a time of the watchdog, which may not be below the interval at which it looks (PFC_WD in the switch's YANG models).
func polled(name string, t, poll qos.Value[time.Duration]) qos.Value[time.Duration] {
	if t.Why != "" || !t.Known() || !poll.Known() || t.V >= poll.V {
		return t
	}
	return qos.NotAllowed[time.Duration](name+" is "+t.V.String()+", below the POLL_INTERVAL of "+poll.V.String()+", and no source says what the switch then does", t.At.Line)
}

// watches tells whether the watchdog watches all that the port pauses.
func (s *shared) watches(p *portRows, paused qos.Value[qos.QueueSet]) qos.Value[bool] {
	r := p.watchdog
	detect := r.field("detection_time")
	if detect == nil {
		return qos.NotRead[bool]("PFC_WD|"+r.key+" has no detection_time, and the switch refuses such a row", r.line)
	}
	text, _ := p.maps.get("pfcwd_sw_enable")
	watched, ok := prioritiesOf(text)
	switch {
	case !ok:
		return qos.NotRead[bool]("pfcwd_sw_enable "+text+" is no list of priorities", lineOf(p.maps, "pfcwd_sw_enable"))
	case !paused.Known():
		return qos.NotRead[bool]("what the port pauses is not known", r.lineOf(detect))
	case paused.V == 0:
		off := qos.IsAt(false, r.lineOf(detect))
		off.Why = "the port pauses nothing, so there is nothing to watch"
		return off
	case watched&paused.V != paused.V:
		return qos.NotAllowed[bool]("pfcwd_sw_enable is "+watched.String()+" where the port pauses "+paused.V.String()+", and no source says which of them the watchdog watches",
			lineOf(p.maps, "pfcwd_sw_enable"))
	}
	return qos.IsAt(true, r.lineOf(detect))
}

// watchdogAction reads what becomes of packets; without a line they are dropped.
func watchdogAction(r *row) qos.Value[qos.WatchdogAction] {
	f := r.field("action")
	if f == nil {
		return qos.Is(qos.WatchdogDrop)
	}
	for _, action := range []qos.WatchdogAction{qos.WatchdogDrop, qos.WatchdogForward, qos.WatchdogAlert} {
		if action.String() == f.value {
			return qos.IsAt(action, r.lineOf(f))
		}
	}
	return qos.NotRead[qos.WatchdogAction](notValue("PFC_WD", r, f), r.lineOf(f))
}

// timeOf reads a time in milliseconds.
func timeOf(r *row, name string) qos.Value[time.Duration] {
	f := r.field(name)
	if f == nil {
		return qos.Value[time.Duration]{}
	}
	n, ok := numberOf(f.value, mostTime)
	if !ok {
		return qos.NotRead[time.Duration](notValue("PFC_WD", r, f), r.lineOf(f))
	}
	return qos.IsAt(time.Duration(n)*time.Millisecond, r.lineOf(f))
}
