package check

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// platformLimits is C14: switches and hosts are asked for what their models can do.
func platformLimits(j *judge) {
	for _, s := range j.net.Switches {
		j.eachOf(s, func(p *Port) {
			j.pausable(p)
			j.markable(p)
			j.watchable(p)
			j.hostLimits(p)
		})
		j.losslessCount(s)
	}
}

// bounded is a verdict about more than a platform takes: an error where a source states the limit, else a warning.
func bounded[T any](b vendors.Bound[T], text string) verdict {
	v := verdict{text: text + sourceOf(b)}
	if b.Quality != vendors.Stated {
		v.severity = vendors.Warning
	}
	return v
}

// sourceOf is where a limit comes from, in brackets.
func sourceOf[T any](b vendors.Bound[T]) string {
	if b.Quality != vendors.Stated {
		return " (assumed: " + b.Source + ")"
	}
	return " (" + b.Source + ")"
}

// pausable wants the priorities of a port to be among those that PFC can pause there.
func (j *judge) pausable(p *Port) {
	can := p.Switch.Platform.Limits.Pausable
	beyond := p.Lossless() &^ can.V
	if !can.Known() || beyond == 0 {
		return
	}
	v := bounded(can, fmt.Sprintf("priority %s is paused, and PFC of %s pauses %s", beyond, p.Switch.Platform.Model, can.V))
	v.field, v.at, v.queues = p.Switch.field(beyond.List()[0], "lossless"), p.PFC.Priorities.At, beyond
	v.fix = "use a priority that every switch and host has: 3, with DSCP 26 or 24"
	if can.V == 0 {
		v.fix = "keep lossless classes off it, or use a model with PFC"
	}
	j.port(p, v)
}

// losslessCount wants no more priorities to be paused on a switch than it can pause at once. One it can, if it can pause any.
func (j *judge) losslessCount(s *Switch) {
	can, paused := s.Platform.Limits.Lossless, s.paused()
	n := paused.Len()
	switch {
	case n == 0:
	case !can.Known() && n > 1:
		j.device(s, notChecked(fmt.Sprintf("whether %s can pause %d priorities at once: no source says how many", s.Platform.Model, n)))
	case can.Known() && n > can.V:
		v := bounded(can, fmt.Sprintf("%d priorities are paused (%s), and %s pauses %d at once", n, paused, s.Platform.Model, can.V))
		v.field, v.fix, v.queues = "traffic_class", "make fewer classes lossless", paused
		j.device(s, v)
	case n > 1 && can.Quality != vendors.Stated:
		j.device(s, notChecked(fmt.Sprintf("whether %s can pause %d priorities at once: that it can pause %d is assumed, and not stated", s.Platform.Model, n, can.V)))
	}
}

// markable wants queues that mark to be among those that can.
func (j *judge) markable(p *Port) {
	cannot := p.Switch.Platform.Limits.Unmarked
	if !cannot.Known() || p.Egress == nil {
		return
	}
	for _, q := range cannot.V.List() {
		if e := p.Egress.Queues[q].ECN; e.Known() && e.V.Marks() {
			v := bounded(cannot, fmt.Sprintf("%s marks, and ECN of %s is not for queues %s", p.Switch.class(q), p.Switch.Platform.Model, cannot.V))
			v.queues = qos.Queues(q)
			v.field, v.at, v.fix = p.Switch.field(q, "ecn"), e.At, "use a queue that can mark: 3, as every switch and host has it"
			j.port(p, v)
		}
	}
}

// watchable wants the times of the watchdog to be such as the switch can have.
func (j *judge) watchable(p *Port) {
	w, can := &p.Watchdog, p.Switch.Platform.Limits
	if p.Lossless() == 0 || !w.On.Known() || !w.On.V {
		return
	}
	j.watchTime(p, "detect", w.Detect, can.Detect)
	j.watchTime(p, "restore", w.Restore, can.Restore)
}

func (j *judge) watchTime(p *Port, name string, t qos.Value[time.Duration], can vendors.Bound[vendors.Span]) {
	v := verdict{}
	switch {
	case t.State == qos.Unknown:
		v = unreadable("whether the times of the watchdog are such as "+p.Switch.model()+" can have", t)
	case !t.Known() || never(t) || !can.Known() || t.V >= can.V.Least && t.V <= can.V.Most:
		return
	default:
		v = bounded(can, fmt.Sprintf("%s of the watchdog is %s, and goes from %s to %s on %s", name, t.V, can.V.Least, can.V.Most, p.Switch.Platform.Model))
	}
	v.field, v.at = "pfc_watchdog: "+name, t.At
	j.port(p, v)
}

// An Intel E810 pauses one priority. The name of a host_nic tells whether it is one, or nothing.
const (
	e810           = "e810"
	e810Priorities = 1
)

// hostLimits wants hosts to pause no more priorities than their network card can.
func (j *judge) hostLimits(p *Port) {
	if p.NIC == nil || !strings.Contains(strings.ToLower(p.NIC.Name), e810) {
		return
	}
	if paused := p.Lossless() | p.hostLossless(); paused.Len() > e810Priorities {
		j.host(p, "pfc", verdict{fix: "make one class lossless for such hosts", queues: paused,
			text: fmt.Sprintf("%d priorities are lossless (%s), and an Intel E810 pauses %d, of four traffic classes", paused.Len(), paused, e810Priorities)})
	}
}
