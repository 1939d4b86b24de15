package compiler

import (
	"time"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// pfcOf is what a port pauses: its lossless classes, whatever its peer says.
func pfcOf(g *group) qos.PFC {
	at := g.block.Range
	for i := range g.classes {
		if c := &g.classes[i]; c.Lossless.V {
			at = c.Lossless.Range
			break
		}
	}
	return qos.PFC{Priorities: knownAt(lossless(g), at), Negotiated: qos.Is(false)}
}

// lossless are the queues of a group's lossless classes.
func lossless(g *group) qos.QueueSet {
	var set qos.QueueSet
	for i := range g.classes {
		if c := &g.classes[i]; c.Lossless.V {
			set |= qos.Queues(c.Queue.V)
		}
	}
	return set
}

// watchdogOf is the watchdog of a port. Without a word about it, it guards the ports that pause.
func (l *lowering) watchdogOf(g *group, pauses bool) qos.Watchdog {
	on := g.settings.Watchdog
	if !on.V || !on.Set && !pauses {
		return qos.Watchdog{On: knownAt(false, on.Range)}
	}
	w := l.in.Watchdog
	if w == nil {
		return qos.Watchdog{On: known(on)}
	}
	if !on.Set {
		on.Range = w.Range
	}
	return qos.Watchdog{
		On:       known(on),
		Action:   known(w.Action),
		Detect:   known(w.Detect),
		Restore:  known(w.Restore),
		Poll:     pollOf(w.Poll),
		Escalate: known(w.Escalate),
	}
}

func pollOf(o intent.Opt[time.Duration]) qos.Value[time.Duration] {
	if !o.Set {
		return qos.Default[time.Duration](0)
	}
	return known(o)
}
