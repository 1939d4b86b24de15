package nxos

import (
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// watchdogPoll is how often the watchdog looks (S-PFC105).
const watchdogPoll = 100 * time.Millisecond

// The most that the poll interval and the multiples of it can be (S-DCNM; the multiples are not confirmed).
const (
	longestPoll         = 1000 * time.Millisecond
	mostDetects         = 10
	mostRestores        = 100
	acceptWatchdogTimes = "nxos.watchdog-times"
)

var watchdogActions = [...]string{qos.WatchdogDrop: "drop", qos.WatchdogForward: "forward", qos.WatchdogAlert: "alert"}

// watchdogTimes finds the times of the watchdog, which exist once for the whole switch, where the intent accepts the
// unconfirmed lines that set them: those of the first watched port that asks for any.
func (f *fitter) watchdogTimes() {
	if !f.site.Accept[acceptWatchdogTimes] {
		return
	}
	for i := range f.asked.Ports {
		w := &f.asked.Ports[i].Watchdog
		if w.On.V && w.Detect.Known() && w.Restore.Known() {
			f.accepted(acceptWatchdogTimes, "the times of the PFC watchdog are set")
			f.times = f.fitTimes(*w)
			return
		}
	}
}

// fitTimes makes times multiples of the poll interval, rounding up. Without a possible interval there are none.
func (f *fitter) fitTimes(asked qos.Watchdog) *qos.Watchdog {
	var n notes
	poll := asked.Poll
	if !poll.Known() || poll.V == watchdogPoll {
		poll = qos.Default(watchdogPoll) // which no line can set
	}
	if poll.V < watchdogPoll || poll.V > longestPoll || poll.V%time.Millisecond != 0 {
		n.Impossible("pfc_watchdog: poll", poll.V.String(), fmt.Sprintf("it goes from %s to %s in milliseconds", watchdogPoll, longestPoll), "S-DCNM")
		f.switchWide(n)
		return &qos.Watchdog{}
	}
	out := &qos.Watchdog{Poll: poll}
	out.Detect = fitTime("detect", asked.Detect, poll.V, mostDetects, &n)
	out.Restore = fitTime("restore", asked.Restore, poll.V, mostRestores, &n)
	f.switchWide(n)
	return out
}

func fitTime(name string, asked qos.Value[time.Duration], poll time.Duration, most int, n *notes) qos.Value[time.Duration] {
	field := "pfc_watchdog: " + name
	fitted := asked
	fitted.V = (asked.V + poll - 1) / poll * poll
	switch {
	case fitted.V < poll || fitted.V > poll*time.Duration(most):
		n.Impossible(field, asked.V.String(), fmt.Sprintf("it is 1 to %d times the poll interval, %s", most, poll), "S-PFC105")
	case fitted.V != asked.V:
		n.Rounding(field, asked.V.String(), fitted.V.String(), "it is a multiple of the poll interval, "+poll.String(), "S-PFC105")
	}
	return fitted
}

// fitWatchdog fits the PFC watchdog: on or off, always dropping, with the times that the switch has.
func (f *fitter) fitWatchdog(asked qos.Watchdog) (qos.Watchdog, notes) {
	var n notes
	if !asked.On.Known() || !asked.On.V {
		return qos.Watchdog{On: asked.On}, nil
	}
	if f.row.noWatchdog != "" {
		n.Impossible("pfc_watchdog", "on", f.row.noWatchdog, "S-WD7X")
	}
	out := qos.Watchdog{On: asked.On, Action: asked.Action}
	if !asked.Action.Known() {
		out.Action = qos.Is(qos.WatchdogDrop)
	} else if asked.Action.V != qos.WatchdogDrop {
		n.Impossible("pfc_watchdog: action", watchdogActions[asked.Action.V], "a queue that stays paused is shut and drops; no confirmed line changes that", "S-PFC105")
	}
	if asked.Escalate.Known() && asked.Escalate.V != (qos.Escalation{}) {
		n.ByPlatform("pfc_watchdog: escalate", asked.Escalate.V.Action, "none", "the watchdog restores the queue each time; it has no second measure", "S-PFC105")
	}
	if f.times != nil {
		f.sharedTimes(asked, &out, &n)
	} else {
		defaultTimes(asked, &out, &n)
	}
	return out, n
}

// sharedTimes gives a port the times of the switch. A port that asks for others is refused.
func (f *fitter) sharedTimes(asked qos.Watchdog, out *qos.Watchdog, n *notes) {
	out.Poll, out.Detect, out.Restore = f.times.Poll, f.times.Detect, f.times.Restore
	if out.Poll.V == 0 {
		return // refused for the whole switch
	}
	for _, t := range []struct {
		name        string
		asked, have qos.Value[time.Duration]
		step        time.Duration
	}{
		{"poll", asked.Poll, out.Poll, 1},
		{"detect", asked.Detect, out.Detect, out.Poll.V},
		{"restore", asked.Restore, out.Restore, out.Poll.V},
	} {
		if t.asked.Known() && (t.asked.V+t.step-1)/t.step*t.step != t.have.V {
			n.Impossible("pfc_watchdog: "+t.name, t.asked.V.String(), "the times exist once for the whole switch, where it is "+t.have.V.String(), "S-PFC105")
		}
	}
}

// defaultTimes leaves the times to the switch, and says so where others are asked for.
func defaultTimes(asked qos.Watchdog, out *qos.Watchdog, n *notes) {
	const reason = "it polls every 100 ms"
	out.Poll, out.Detect, out.Restore = qos.Default(watchdogPoll), qos.Default[time.Duration](0), qos.Default[time.Duration](0)
	for _, t := range []struct {
		name  string
		asked qos.Value[time.Duration]
		got   string
	}{{"detect", asked.Detect, vendors.ByItself}, {"restore", asked.Restore, vendors.ByItself}, {"poll", asked.Poll, watchdogPoll.String()}} {
		if t.asked.Known() && t.asked.V.String() != t.got {
			n.ByPlatform("pfc_watchdog: "+t.name, t.asked.V.String(), t.got, reason, "S-PFC105")
			(*n)[len(*n)-1].Accept = acceptWatchdogTimes
		}
	}
}
