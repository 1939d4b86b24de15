package cloudengine

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
)

// separator stands before every block, end after the last.
const (
	separator = "#\n"
	end       = "#\nreturn\n"
)

// write puts the configuration together in the order in which switches print it.
func (r *renderer) write() error {
	r.out.Grow(4096 + 384*len(r.fitted.Ports))
	for _, section := range []func() error{
		r.writeCurves, r.writeProfiles, r.writeDeadlock, r.writeSlots, r.writeDomains, r.writeSystem, r.writeInterfaces, r.writeLLDP,
	} {
		if err := section(); err != nil {
			return err
		}
	}
	r.out.WriteString(end)
	return nil
}

// put writes a block.
func (r *renderer) put(name string, data any) error {
	r.out.WriteString(separator)
	return r.set.Execute(&r.out, name, data)
}

func inOrder(list []*ownObject) []*ownObject {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *ownObject) int { return strings.Compare(a.name, b.name) })
	return list
}

// dropView is what the template of a drop profile gets, in bytes and percent.
type dropView struct {
	Name        string
	ByColour    bool
	Low, High   int64
	Probability int
}

func (r *renderer) writeCurves() error {
	for _, o := range inOrder(r.curves.list) {
		c := o.identity.(curve)
		if err := r.put("drop-profile", &dropView{o.name, c.byColour, int64(c.min), int64(c.max), int(c.percent)}); err != nil {
			return err
		}
	}
	return nil
}

// pfcView is what the template of a PFC profile gets. A profile starts with priority 3.
type pfcView struct {
	Name       string
	Priorities string // beside 3, "4 5"
	Without3   bool
	Watch      []watchView
}

// watchView is the watchdog of a priority. Times are in units; what is 0 is built in and not written.
type watchView struct {
	Priority           int
	OneLine            bool
	Detect, Recover    int
	TurnOff, ErrorDown uint16
}

func (r *renderer) writeProfiles() error {
	unit := deadlockUnit(r.fitted)
	for _, o := range inOrder(r.profiles.list) {
		if err := r.put("dcb-pfc", r.pfcLines(o, unit)); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) pfcLines(o *ownObject, unit time.Duration) *pfcView {
	c := o.identity.(pfcContent)
	v := &pfcView{Name: o.name, Without3: !c.set.Has(3)}
	v.Priorities = strings.ReplaceAll((c.set &^ qos.Queues(3)).String(), ",", " ")
	if c.set&^qos.Queues(3) == 0 {
		v.Priorities = ""
	}
	if c.watched {
		for _, q := range c.set.List() {
			if w := r.watchLines(q, c, unit); w != (watchView{Priority: int(q)}) {
				v.Watch = append(v.Watch, w)
			}
		}
	}
	return v
}

func (r *renderer) watchLines(q qos.Queue, c pfcContent, unit time.Duration) watchView {
	w := watchView{Priority: int(q)}
	switch r.row.deadlock {
	case deadlockOneLine:
		w.OneLine, w.Detect, w.Recover = true, int(c.detect/ownUnit), int(c.restore/ownUnit)
	case deadlockTwoLines:
		w.Detect, w.Recover = unlessBuiltin(int(c.detect/unit)), unlessBuiltin(int(c.restore/unit))
	}
	if c.escalate.Count != builtinTurnOff {
		switch c.escalate.Action {
		case turnOff:
			w.TurnOff = c.escalate.Count
		case errorDown:
			w.ErrorDown = c.escalate.Count
		}
	}
	return w
}

func unlessBuiltin(units int) int {
	if units == builtinTimeUnits {
		return 0
	}
	return units
}

// deadlockView is what the template of the watchdog's switch-wide times gets, in milliseconds; 0 is built in and not written.
type deadlockView struct{ Interval, Detect, Recover int64 }

func (r *renderer) writeDeadlock() error {
	var v deadlockView
	switch r.row.deadlock {
	case deadlockTwoLines:
		if unit := deadlockUnit(r.fitted); unit != ownUnit {
			v.Interval = unit.Milliseconds()
		}
	case deadlockTimers:
		for i := range r.fitted.Ports {
			if w := &r.fitted.Ports[i].Watchdog; w.On.V { // the times are the same on all ports
				v.Detect, v.Recover = unlessTimer(w.Detect.V), unlessTimer(w.Restore.V)
			}
		}
	}
	if v == (deadlockView{}) {
		return nil
	}
	return r.put("dcb-pfc-deadlock", v)
}

func unlessTimer(d time.Duration) int64 {
	if d == builtinTimer {
		return 0
	}
	return d.Milliseconds()
}

// slotView is what the template of a slot's PFC gets.
type slotView struct {
	Slot     string
	Recovery string // what happens to packets, empty for what the family does by itself
	Mapping  bool   // PFC follows the class
	PoolMB   int64
}

func (r *renderer) writeSlots() error {
	for _, v := range r.slots() {
		if v == (slotView{Slot: v.Slot}) {
			continue
		}
		if err := r.put("dcb-pfc-slot", v); err != nil {
			return err
		}
	}
	return nil
}

// slots are the slots of the ports that pause.
func (r *renderer) slots() []slotView {
	var list []slotView
	for i := range r.fitted.Ports {
		p := &r.fitted.Ports[i]
		if p.PFC.Priorities.V == 0 {
			continue
		}
		slot := slotOf(p.Name)
		at := slices.IndexFunc(list, func(v slotView) bool { return v.Slot == slot })
		if at < 0 {
			at = len(list)
			list = append(list, slotView{Slot: slot})
		}
		r.addToSlot(&list[at], p)
	}
	asked := r.row.askedPools(r.site.Headroom)
	for i := range list {
		list[i].PoolMB = max(list[i].PoolMB, int64(asked[list[i].Slot]/mib))
	}
	slices.SortFunc(list, func(a, b slotView) int { return qos.ComparePorts(a.Slot, b.Slot) })
	return list
}

func (r *renderer) addToSlot(v *slotView, p *qos.Port) {
	v.Mapping = v.Mapping || r.row.keyedByClass && p.PFC.Key.V == qos.PFCByClass
	v.PoolMB = max(v.PoolMB, int64(r.row.poolFor(p)/mib))
	if a := p.Watchdog.Action; a.Known() && r.row.recovery.Known() && a.V != r.row.recovery.V {
		v.Recovery = recoveryWords[a.V]
	}
}

var recoveryWords = [...]string{qos.WatchdogDrop: "discard", qos.WatchdogForward: "forwarding", qos.WatchdogAlert: ""}

func (r *renderer) writeDomains() error {
	for _, o := range inOrder(r.domains.list) {
		v := r.domainLines(o)
		if err := r.put("diffserv-domain", &v); err != nil {
			return err
		}
	}
	return nil
}

// systemView is what the template of other lines of the system view gets.
type systemView struct{ ECN, TunnelECN bool }

func (r *renderer) writeSystem() error {
	ecn := r.fitted.Tunnel.ECN
	v := systemView{TunnelECN: ecn.Known() && ecn.V == qos.TunnelECNCopy}
	for _, u := range r.uses {
		v.ECN = v.ECN || r.row.ecnSwitch && u.queues != nil && slices.ContainsFunc(u.queues.Queues, func(q queueView) bool { return q.ECN })
	}
	if v == (systemView{}) {
		return nil
	}
	return r.put("system", v)
}

// writeLLDP turns LLDP on where a port speaks DCBX.
func (r *renderer) writeLLDP() error {
	for i := range r.fitted.Ports {
		if advertises(&r.fitted.Ports[i]) {
			return r.put("lldp", nil)
		}
	}
	return nil
}
