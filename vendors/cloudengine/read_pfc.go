package cloudengine

import (
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// What a profile starts with, and the unit of deadlock times, where no line says it (2.2).
const (
	builtinPriority = 3
	builtinUnit     = 10 * time.Millisecond
)

// pfcProfile is what a block `dcb pfc` says.
type pfcProfile struct {
	priorities qos.QueueSet
	of         [qos.NumQueues]deadlock
	odd        *conf.Node
}

// deadlock is what a profile says of the deadlocks of one priority. A time is in units, and a count is 0 where no line sets it.
type deadlock struct {
	detect, restore    timing
	turnOff, errorDown counting
}
type timing struct {
	units int64
	line  int32
	set   bool
	v200  bool // both times are in one line
}
type counting struct {
	count uint16
	line  int32
}

// takePFC reads a line or profile of the system view about PFC.
func (s *shared) takePFC(n *conf.Node) {
	words := wordsOf(n.Text)[2:]
	switch {
	case len(words) == 0:
		s.profileOf("default").take(n)
	case len(words) == 1:
		s.profileOf(words[0]).take(n)
	case words[0] == "global":
		s.pfcOff = n
	case words[0] == "dscp-mapping":
		s.mapped = with(s.mapped, words[len(words)-1])
	case words[0] == "deadlock":
		if s.recover == nil {
			s.recover = map[string]*conf.Node{}
		}
		s.recover[words[len(words)-1]] = n
	case words[0] == "uplink":
		s.uplinks = append(s.uplinks, n.Kids)
	default:
		s.takeTime(words, n.Line)
	}
}

// takeTime reads deadlock-detect interval|timer MS or deadlock-recovery timer MS.
func (s *shared) takeTime(words []string, line int32) {
	ms := time.Duration(numberOf(words[2])) * time.Millisecond
	switch {
	case words[1] == "interval":
		s.unit = ms
	case words[0] == "deadlock-detect":
		s.detect = qos.IsAt(ms, line)
	default:
		s.restore = qos.IsAt(ms, line)
	}
}

// profileOf is the profile of this name, as far as it was read.
func (s *shared) profileOf(name string) *pfcProfile {
	if s.profiles[name] == nil {
		s.profiles[name] = &pfcProfile{priorities: qos.Queues(builtinPriority)}
	}
	return s.profiles[name]
}

// take reads a block of the profile. Its set of priorities is what it starts with and what is listed, without what is undone,
// in any order.
func (p *pfcProfile) take(n *conf.Node) {
	var undone qos.QueueSet
	for _, line := range n.Kids {
		words := wordsOf(line.Text)
		switch {
		case line.Kind == conf.Odd:
			p.odd = line
		case line.Kind == conf.Out:
		case words[0] == "undo":
			undone |= prioritiesOf(words[2:])
		case len(words) > 2 && !isNumber(words[2]):
			p.deadlock(words[1:], line.Line)
		default:
			p.priorities |= prioritiesOf(words[1:])
		}
	}
	p.priorities &^= undone
}

func prioritiesOf(words []string) qos.QueueSet {
	var set qos.QueueSet
	for _, w := range words {
		set |= 1 << numberOf(w)
	}
	return set
}

// deadlock reads what stands after `priority`: 4 turn-off threshold 20, or deadlock times of one or of both kinds.
func (p *pfcProfile) deadlock(words []string, line int32) {
	d := &p.of[numberOf(words[0])]
	value := numberOf(words[3])
	count := counting{uint16(value), line}
	switch words[1] {
	case "turn-off":
		d.turnOff = count
	case "error-down":
		d.errorDown = count
	case "deadlock-detect":
		d.detect = timing{units: value, line: line, set: true}
		if len(words) > 6 {
			d.detect.v200 = true
			d.restore = timing{units: numberOf(words[6]), line: line, set: true, v200: true}
		}
	case "deadlock-recovery":
		d.restore = timing{units: value, line: line, set: true}
	}
}

// pfc reads what a port pauses, and the watchdog over it.
func (r *portReader) pfc() {
	r.out.Watchdog = qos.Watchdog{On: qos.Is(false)}
	if n := r.own.unclear(qos.FacetPFC); n != nil {
		r.pfcUnknown(notUnderstood(n), n.Line)
		return
	}
	r.out.PFC = qos.PFC{Priorities: qos.Is(qos.QueueSet(0)), Negotiated: qos.Is(false), Key: r.pfcKey()}
	words, n := r.own.last("dcb pfc enable ")
	if n == nil {
		return
	}
	name, mode := "default", ""
	if rest, ok := strings.CutPrefix(words, "mode "); ok {
		mode = rest
	} else {
		name, mode, _ = strings.Cut(words, " mode ")
	}
	profile := r.x.shared.profiles[name]
	if profile == nil && name == "default" {
		profile = &pfcProfile{priorities: qos.Queues(builtinPriority)}
	}
	switch {
	case profile == nil:
		r.pfcUnknown("dcb pfc "+name+" is bound and not defined", n.Line)
	case profile.odd != nil:
		r.pfcUnknown(notUnderstood(profile.odd), profile.odd.Line)
	default:
		r.pauses(profile, mode, n.Line)
	}
}

func (r *portReader) pfcUnknown(why string, line int32) {
	r.out.PFC = qos.PFC{Priorities: qos.NotRead[qos.QueueSet](why, line), Key: r.pfcKey()}
	r.out.Watchdog = qos.Watchdog{On: qos.NotRead[bool](why, line)}
}

// pauses fills in what a bound profile does. Nothing is paused without LLDP or its TLV, for there is nobody to agree with, nor
// without the headroom pool of the slot where the family needs one (2.2).
func (r *portReader) pauses(profile *pfcProfile, mode string, line int32) {
	set := profile.priorities
	negotiated := mode == "auto"
	if off := r.x.shared.pfcOff; off != nil {
		set, line = 0, off.Line
	}
	if negotiated && !r.tellsPeer() {
		set = 0
	}
	why := ""
	if slot := slotIn(r.name); set != 0 && r.x.facts.pooled && !r.x.shared.pools[slot] {
		set, why = 0, "PFC is bound, but slot "+slot+" has no headroom pool, without which no port of it can pause (D300)"
	}
	r.out.PFC.Priorities = qos.IsAt(set, line)
	r.out.PFC.Priorities.Why = why
	r.out.PFC.Negotiated = qos.IsAt(negotiated && set != 0, line)
	if set != 0 {
		r.watchdog(profile, set)
	}
}

// pfcKey is the field that decides which priority is paused.
func (r *portReader) pfcKey() qos.Value[qos.PFCKey] {
	if r.x.shared.mapped[slotIn(r.name)] {
		return qos.Is(qos.PFCByClass)
	}
	return qos.Is(qos.PFCByPCP)
}

// tellsPeer tells whether the port sends DCBX.
func (r *portReader) tellsPeer() bool {
	return r.x.shared.lldp && r.own.find("lldp tlv-enable dcbx") != nil &&
		r.own.find("lldp disable") == nil && r.own.find("undo lldp enable") == nil
}

func (r *portReader) dcbx() {
	r.out.DCBX = qos.Is(qos.DCBXOff)
	if r.tellsPeer() {
		r.out.DCBX = qos.IsAt(qos.DCBXAdvertise, r.own.find("lldp tlv-enable dcbx").Line)
	}
}
