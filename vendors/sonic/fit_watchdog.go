package sonic

import (
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// srcWatchdog is where the rules of the watchdog come from.
const srcWatchdog = "sonic-swss: orchagent/pfcwdorch.cpp, sonic-yang-models: sonic-pfcwd.yang"

// The ranges of the watchdog's times, which are in milliseconds.
const (
	leastTime   = 100 * time.Millisecond
	mostDetect  = 5000 * time.Millisecond
	mostRestore = 60_000 * time.Millisecond
)

// The times that `pfcwd start_default` sets: so much for every so many ports, and the poll interval not above a second
// (sonic-utilities: pfcwd/main.py).
const (
	usualTime  = 200 * time.Millisecond
	usualPorts = 32
	usualPoll  = 1000 * time.Millisecond
)

// usualTimes is what the times are on a switch with so many ports.
func usualTimes(ports int) time.Duration {
	return min(usualTime*time.Duration(max(1, (ports+usualPorts-1)/usualPorts)), mostDetect)
}

// switchWatchdog finds what the watchdog has once for all ports: the poll interval, and on some ASICs the action, both those of
// the first watched port that asks for any. Where no interval is asked it is the usual one, and not above any other time.
func (f *fitter) switchWatchdog() {
	usual := usualTimes(len(f.asked.Ports))
	fallback := min(usual, usualPoll)
	var w qos.Watchdog
	for i := range f.asked.Ports {
		p := &f.asked.Ports[i]
		if p.PFC.Priorities.V == 0 || !p.Watchdog.On.V {
			continue
		}
		f.watched = &w
		for _, t := range []qos.Value[time.Duration]{p.Watchdog.Detect, p.Watchdog.Restore} {
			if t.Known() {
				fallback = max(min(fallback, wholeMilliseconds(t.V)), leastTime)
			}
		}
		if !w.Poll.Known() && p.Watchdog.Poll.Known() {
			w.Poll = p.Watchdog.Poll
		}
		if !w.Action.Known() && p.Watchdog.Action.Known() {
			w.Action = p.Watchdog.Action
		}
	}
	f.fitPoll(&w, fallback)
}

// fitPoll fits the poll interval.
func (f *fitter) fitPoll(w *qos.Watchdog, fallback time.Duration) {
	const field = "pfc_watchdog: poll"
	var n notes
	asked := w.Poll
	switch {
	case f.watched == nil:
		return
	case !asked.Known():
		w.Poll = qos.Is(fallback)
		n.ByPlatform(field, vendors.Nothing, fallback.String(), "the switch has one, and no time of the watchdog may be below it", srcWatchdog)
	case asked.V < leastTime || asked.V > f.train.mostPoll:
		n.Impossible(field, asked.V.String(), fmt.Sprintf("it goes from %s to %s in %s", leastTime, f.train.mostPoll, f.train.name), srcWatchdog)
	case wholeMilliseconds(asked.V) != asked.V:
		w.Poll.V = wholeMilliseconds(asked.V)
		n.Rounding(field, asked.V.String(), w.Poll.V.String(), "it is in milliseconds", srcWatchdog)
	}
	f.ledger.Switch(n)
}

func wholeMilliseconds(d time.Duration) time.Duration { return d.Truncate(time.Millisecond) }

// watchdogKey is what decides the watchdog of a port.
type watchdogKey struct {
	asked  qos.Watchdog
	pauses bool
}

// fitWatchdog fits the PFC watchdog of a port, which there is only beside PFC.
func (f *fitter) fitWatchdog(key watchdogKey) (qos.Watchdog, notes) {
	var n notes
	asked := key.asked
	switch {
	case !asked.On.Known():
		return qos.Watchdog{}, nil
	case !asked.On.V:
		return qos.Watchdog{On: asked.On}, nil
	case !key.pauses:
		n.ByPlatform("pfc_watchdog", "on", "off", "the port pauses nothing, so there is nothing to watch", srcWatchdog)
		return qos.Watchdog{On: qos.Is(false)}, n
	}
	out := qos.Watchdog{On: asked.On, Poll: f.watched.Poll, Action: f.fitAction(asked.Action, &n)}
	out.Detect = f.fitTime("detect", asked.Detect, mostDetect, &n)
	out.Restore = f.fitTime("restore", asked.Restore, mostRestore, &n)
	if asked.Poll.Known() && wholeMilliseconds(asked.Poll.V) != out.Poll.V {
		n.Impossible("pfc_watchdog: poll", asked.Poll.V.String(), "the poll interval exists once for the whole switch, where it is "+out.Poll.V.String(), srcWatchdog)
	}
	if asked.Escalate.Known() && asked.Escalate.V != (qos.Escalation{}) {
		n.ByPlatform("pfc_watchdog: escalate", asked.Escalate.V.Action, "none", "the watchdog restores the queue each time; it has no second measure", srcWatchdog)
	}
	return out, n
}

// fitAction fits what happens to packets of a queue that stays paused.
func (f *fitter) fitAction(asked qos.Value[qos.WatchdogAction], n *notes) qos.Value[qos.WatchdogAction] {
	const field = "pfc_watchdog: action"
	out := asked
	if !asked.Known() {
		out = qos.Is(qos.WatchdogDrop) // the daemon's default
	}
	shared := f.watched.Action
	switch {
	case f.row.chip.maker == cisco && out.V == qos.WatchdogForward:
		n.Impossible(field, out.V.String(), "the switch refuses it", srcWatchdog)
	case f.row.chip.maker == broadcom && shared.Known() && out.V != shared.V:
		n.Impossible(field, out.V.String(), "the action exists once for the whole switch, where it is "+shared.V.String(), srcWatchdog)
	}
	return out
}

// fitTime fits one time of a port, rounding up.
func (f *fitter) fitTime(name string, asked qos.Value[time.Duration], most time.Duration, n *notes) qos.Value[time.Duration] {
	field := "pfc_watchdog: " + name
	poll := f.watched.Poll.V
	if !asked.Known() {
		usual := max(usualTimes(len(f.asked.Ports)), poll)
		n.ByPlatform(field, vendors.Nothing, usual.String(), "it is what the switch's own command sets for so many ports", "sonic-utilities: pfcwd/main.py")
		return qos.Is(usual)
	}
	fitted := asked
	fitted.V = wholeMilliseconds(asked.V + time.Millisecond - 1)
	switch {
	case fitted.V < leastTime || fitted.V > most:
		n.Impossible(field, asked.V.String(), fmt.Sprintf("it goes from %s to %s", leastTime, most), srcWatchdog)
	case fitted.V < poll:
		n.Impossible(field, asked.V.String(), "it may not be below the poll interval, "+poll.String(), srcWatchdog)
	case fitted.V != asked.V:
		n.Rounding(field, asked.V.String(), fitted.V.String(), "it is in milliseconds", srcWatchdog)
	}
	return fitted
}
