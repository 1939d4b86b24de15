package explain

import (
	"time"

	"github.com/weft-net/weft/qos"
)

// lossless is the word that begins what is told of a packet that is.
const lossless = "lossless"

// pfc tells whether the packet is paused or dropped when the switch runs out of buffer, and what goes with that.
func (t *teller) pfc() {
	p := t.port.PFC
	field := t.class("lossless")
	priority, counted := t.priority(p)
	switch {
	case !p.Priorities.Known():
		tellValue(t, "pfc", field, p.Priorities, qos.QueueSet.String)
		return
	case !counted && p.Priorities.V != 0:
		t.add("pfc", field, p.Priorities.At, "lossy: PFC goes by the priority in the tag, and this packet has none%s", t.others(p.Priorities))
		return
	case !p.Priorities.V.Has(priority):
		t.add("pfc", field, p.Priorities.At, "lossy: it is dropped when the buffer is full%s", t.others(p.Priorities))
		return
	}
	t.add("pfc", field, p.Priorities.At, lossless+": priority %d is paused before the buffer is full%s%s", priority, key(p), negotiated(p))
	t.headroom()
	t.watchdog()
}

// priority is the one that PFC counts the packet to: mostly that of its class. A packet without a tag has none where PFC goes by
// the tag.
func (t *teller) priority(p qos.PFC) (qos.Queue, bool) {
	switch {
	case !p.Key.Known() || p.Key.V != qos.PFCByPCP:
		return t.queue, true
	case t.packet.PCP == nil:
		return 0, false
	}
	return qos.Queue(*t.packet.PCP), true
}

// others is which priorities the port does pause.
func (t *teller) others(paused qos.Value[qos.QueueSet]) string {
	if paused.V == 0 {
		return "; " + qos.NothingLossless(paused)
	}
	return "; the port pauses priority " + paused.V.String()
}

// key warns where the pause does not follow the class.
func key(p qos.PFC) string {
	if !p.Key.Known() || p.Key.V == qos.PFCByClass {
		return ""
	}
	return ", by the packet's own " + p.Key.V.String()
}

func negotiated(p qos.PFC) string {
	if p.Negotiated.Known() && p.Negotiated.V {
		return ", " + qos.IfPeerAgrees
	}
	return ""
}

func (t *teller) headroom() {
	if t.port.Ingress != nil {
		tellValue(t, "headroom", t.class("headroom"), t.port.Ingress.Buffers[t.queue], qos.Buffer.String)
	}
}

func (t *teller) watchdog() {
	w := t.port.Watchdog
	if !w.On.Known() || !w.On.V {
		tellValue(t, "watchdog", "watchdog", w.On, func(bool) string { return "off: " + qos.Unguarded(t.port.PFC.Priorities.V) })
		return
	}
	t.add("watchdog", "pfc_watchdog", w.On.At, "on: a queue that stays paused is relieved")
	tellValue(t, "action", "pfc_watchdog: action", w.Action, qos.WatchdogAction.String)
	tellValue(t, "detect", "pfc_watchdog: detect", w.Detect, func(d time.Duration) string { return "after " + d.String() })
	tellValue(t, "restore", "pfc_watchdog: restore", w.Restore, func(d time.Duration) string { return "after " + d.String() })
}
