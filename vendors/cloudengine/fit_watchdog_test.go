package cloudengine

import (
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func TestFitWatchdog(t *testing.T) {
	watch := func(edit func(*qos.Watchdog)) func(*qos.Switch, *vendors.Site) {
		return onEachPort(func(p *qos.Port) { edit(&p.Watchdog) })
	}
	times := func(detect, restore time.Duration) func(*qos.Switch, *vendors.Site) {
		return watch(func(w *qos.Watchdog) {
			w.Detect, w.Restore = qos.Is(detect*time.Millisecond), qos.Is(restore*time.Millisecond)
		})
	}
	escalate := func(e qos.Escalation) func(*qos.Switch, *vendors.Site) {
		return watch(func(w *qos.Watchdog) { w.Escalate = qos.Is(e) })
	}
	action := func(a qos.WatchdogAction) func(*qos.Switch, *vendors.Site) {
		return watch(func(w *qos.Watchdog) { w.Action = qos.Is(a) })
	}
	off := watch(func(w *qos.Watchdog) { *w = qos.Watchdog{On: qos.Is(false)} })
	on := watch(func(w *qos.Watchdog) { *w = qos.Watchdog{On: qos.Is(true)} })
	runFitCases(t, map[string]fitCase{
		"off": {
			edit: off,
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog|off|on|deadlock detection cannot be switched off while PFC is on|D300|"},
		},
		"on and no more": {edit: on},
		"off on one port": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{On: qos.Is(false)} }),
			want: []string{"platform default|100GE1/0/1|pfc_watchdog|off|on|deadlock detection cannot be switched off while PFC is on|D300|"},
		},
		"off, of V200": {model: "CE6857", edit: both(trustingPCP, off)},
		"on and no more, of V200": {
			model: "CE6857",
			edit:  both(trustingPCP, on),
			want:  []string{"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed"},
		},
		"nothing said of it": {edit: watch(func(w *qos.Watchdog) { *w = qos.Watchdog{} })},
		"on without PFC": {
			edit: onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.QueueSet(0)) }),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog|on|off|the port pauses nothing, so there is nothing to watch|D300|"},
		},
		"a poll interval": {
			edit: watch(func(w *qos.Watchdog) { w.Poll = qos.Is(50 * time.Millisecond) }),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog: poll|50ms|what the switch does by itself|no command sets it|D300|"},
		},
		"forward":             {edit: action(qos.WatchdogForward)},
		"forward, of group B": {model: "CE6866", edit: both(trustingPCP, action(qos.WatchdogForward))},
		"alert": {
			edit: action(qos.WatchdogAlert),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: action|alert||the switch drops or forwards, it does not only tell|D300|"},
		},
		"two actions in a slot": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Action = qos.Is(qos.WatchdogForward) }),
			want: []string{"impossible|100GE1/0/2-4|pfc_watchdog: action|drop||it is the same for all ports of a slot, and another port of slot 1 asks for forward|D300|"},
		},
		"two actions in two slots": {edit: func(sw *qos.Switch, _ *vendors.Site) {
			p := &sw.Ports[3]
			p.Name, p.Watchdog.Action = "100GE2/0/1", qos.Is(qos.WatchdogForward)
		}},
		"short times": {
			edit: both(times(100, 310), escalate(qos.Escalation{})),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog: escalate|none|turn-off after 300|the switch turns PFC off for good after so many deadlocks in 20s; with these times there are at most 48|D300|"},
		},
		"odd times": {
			edit: times(95, 333),
			want: []string{
				"rounding|100GE1/0/1-4|pfc_watchdog: detect|95ms|100ms|times are multiples of 100ms, the least unit that suits all ports|D300|",
				"rounding|100GE1/0/1-4|pfc_watchdog: restore|333ms|400ms|times are multiples of 100ms, the least unit that suits all ports|D300|",
			},
		},
		"odd times in other units": {
			edit: times(205, 900),
			want: []string{"rounding|100GE1/0/1-4|pfc_watchdog: detect|205ms|300ms|times are multiples of 100ms, the least unit that suits all ports|D300|"},
		},
		"two times": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Detect = qos.Is(95 * time.Millisecond) }),
			want: []string{"rounding|100GE1/0/1|pfc_watchdog: detect|95ms|100ms|times are multiples of 100ms, the least unit that suits all ports|D300|"},
		},
		"12 units of 10 ms": {edit: times(120, 100)},
		"2 units of 100 ms": {edit: times(200, 100)},
		"3 units of 100 ms": {
			edit: times(250, 100),
			want: []string{"rounding|100GE1/0/1-4|pfc_watchdog: detect|250ms|300ms|times are multiples of 100ms, the least unit that suits all ports|D300|"},
		},
		"4 units of 500 ms": {
			edit: times(1600, 500),
			want: []string{"rounding|100GE1/0/1-4|pfc_watchdog: detect|1.6s|2s|times are multiples of 500ms, the least unit that suits all ports|D300|"},
		},
		"long times": {edit: times(15_000, 31_000)},
		"too long": {
			edit: times(15_001, 400),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: detect|15.001s||it is more than 0 and at most 15s|D300|"},
		},
		"too long to recover": {
			edit: times(200, 31_001),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: restore|31.001s||it is more than 0 and at most 31s|D300|"},
		},
		"no time": {
			edit: times(0, 400),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: detect|0s||it is more than 0 and at most 15s|D300|"},
		},
		"times of group B": {
			model: "CE6866",
			edit:  both(trustingPCP, watch(func(w *qos.Watchdog) { w.Detect = qos.Is(99*time.Millisecond + 1) })),
			want:  []string{"rounding|100GE1/0/1-4|pfc_watchdog: detect|99.000001ms|100ms|it is in milliseconds|D300|"},
		},
		"built-in times of group B": {model: "CE6866", edit: both(trustingPCP, times(100, 100))},
		"two times of group B": {
			model: "CE6866",
			edit:  both(trustingPCP, onFirstPort(func(p *qos.Port) { p.Watchdog.Detect = qos.Is(100 * time.Millisecond) })),
			want:  []string{"impossible|100GE1/0/2-4|pfc_watchdog: detect|200ms||the times exist once for the whole switch, where it is 100ms|D300|"},
		},
		"too long for group B": {
			model: "CE6866",
			edit:  both(trustingPCP, times(1600, 400)),
			want:  []string{"impossible|100GE1/0/1-4|pfc_watchdog: detect|1.6s||it goes from 10ms to 1.5s|D300|"},
		},
		"times of V200": {
			model: "CE6857",
			edit:  both(trustingPCP, times(101, 150)),
			want: []string{
				"platform default|100GE1/0/1-4|pfc_watchdog: action|drop|what the switch does by itself|no source says what becomes of the packets on V200, or of a command that decides it|PFC200|",
				"platform default|100GE1/0/1-4|pfc_watchdog: detect|101ms|110ms|a time is 1 to 15 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed",
			},
		},
		"long times of V200": {
			model: "CE6857",
			edit:  both(trustingPCP, times(200, 400)),
			want: []string{
				"platform default|100GE1/0/1-4|pfc_watchdog: action|drop|what the switch does by itself|no source says what becomes of the packets on V200, or of a command that decides it|PFC200|",
				"platform default|100GE1/0/1-4|pfc_watchdog: detect|200ms|150ms|a time is 1 to 15 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"platform default|100GE1/0/1-4|pfc_watchdog: restore|400ms|310ms|a time is 1 to 31 units of 10ms: no source states either for V200, D300 does for V300|D300|",
				"warning||pfc_watchdog: no source states the unit of the times on V200, 10ms is assumed",
			},
		},
		"no escalation, never reached": {
			edit: escalate(qos.Escalation{}),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog: escalate|none|turn-off after 30|the switch turns PFC off for good after so many deadlocks in 20s; with these times there are at most 22|D300|"},
		},
		"no escalation, raised": {
			edit: both(times(200, 400), escalate(qos.Escalation{})),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog: escalate|none|turn-off after 300|the switch turns PFC off for good after so many deadlocks in 20s; with these times there are at most 33|D300|"},
		},
		"no escalation, reached": {
			edit: both(times(30, 30), escalate(qos.Escalation{})),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: escalate|none||detect and restore take 60ms, so that a priority can deadlock 333 times in 20s, and at 300 the switch turns PFC off for good: make the times longer|D300|"},
		},
		"nothing said of escalation": {edit: both(times(200, 400), watch(func(w *qos.Watchdog) { w.Escalate = qos.Value[qos.Escalation]{} }))},
		"error-down":                 {edit: escalate(qos.Escalation{Action: "error-down", Count: 30})},
		"no count": {
			edit: escalate(qos.Escalation{Action: "error-down"}),
			want: []string{"platform default|100GE1/0/1-4|pfc_watchdog: escalate|error-down|error-down after 30|the switch counts to a number|D300|"},
		},
		"too many": {
			edit: escalate(qos.Escalation{Action: "turn-off", Count: 301}),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: escalate|turn-off after 301||the most is 300 in 20s|D300|"},
		},
		"another measure": {
			edit: escalate(qos.Escalation{Action: "reboot", Count: 5}),
			want: []string{"impossible|100GE1/0/1-4|pfc_watchdog: escalate|reboot||the switch can turn-off PFC or set the port error-down|D300|"},
		},
	})
}
