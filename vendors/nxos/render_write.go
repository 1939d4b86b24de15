package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// write puts the configuration together in the order in which NX-OS 9.2 and later print it.
func (r *renderer) write() error {
	r.out.Grow(4096 + 256*len(r.fitted.Ports))
	for _, section := range []func() error{
		r.writeNetworkQoS, r.writeFeatures, r.writeJumbo, r.writeClassification, r.writeQueuing, r.writeSystem, r.writeInterfaces, r.writeGlobal,
	} {
		if err := section(); err != nil {
			return err
		}
	}
	return nil
}

// put writes the output of a template.
func (r *renderer) put(name string, data any) error { return r.set.Execute(&r.out, name, data) }

// putNamed writes rendered texts under their names, in order of the names.
func (r *renderer) putNamed(list []*weftObject) {
	for _, o := range byName(list) {
		r.out.WriteString(strings.ReplaceAll(o.text, nameMark, o.name))
	}
}

func byName(list []*weftObject) []*weftObject {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *weftObject) int { return strings.Compare(a.name, b.name) })
	return list
}

// groupClassView is a class-map that matches one qos-group.
type groupClassView struct {
	Type, Name string
	Group      qos.Queue
}

// writeGroupClasses writes the class-maps of a policy type, on families that have none of their own.
func (r *renderer) writeGroupClasses(policyType, role string) error {
	if r.row.classes != userClasses {
		return nil
	}
	for q := 1; q < r.row.queues(); q++ {
		if err := r.put("class-map-group", groupClassView{policyType, r.userClass(role, qos.Queue(q)), qos.Queue(q)}); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) writeNetworkQoS() error {
	if r.noDrop == nil {
		return nil
	}
	if err := r.writeGroupClasses("network-qos", roleNoDrop); err != nil {
		return err
	}
	r.putNamed([]*weftObject{r.noDrop})
	return nil
}

// writeFeatures turns LLDP on where a port tells its peer about PFC.
func (r *renderer) writeFeatures() error {
	for i := range r.fitted.Ports {
		p := &r.fitted.Ports[i]
		if p.DCBX.Known() && p.DCBX.V == qos.DCBXAdvertise || p.PFC.Priorities.V != 0 && p.PFC.Negotiated.V {
			return r.put("feature", nil)
		}
	}
	return nil
}

// writeJumbo writes the ceiling that the largest MTU of a port needs. A running configuration that allows more keeps its own.
func (r *renderer) writeJumbo() error {
	var largest qos.Bytes
	for i := range r.fitted.Ports {
		if mtu := r.fitted.Ports[i].MTU; mtu.Known() {
			largest = max(largest, mtu.V)
		}
	}
	if largest <= builtinMTU {
		return nil
	}
	return r.put("jumbomtu", struct{ MTU int64 }{int64(largest)})
}

func (r *renderer) writeClassification() error {
	var maps []qosClassView
	for _, o := range r.classify.list {
		for _, c := range o.classes {
			if c.Name != classDefault {
				maps = append(maps, c)
			}
		}
	}
	slices.SortFunc(maps, func(a, b qosClassView) int { return strings.Compare(a.Name, b.Name) })
	for i := range maps {
		if err := r.put("class-map-qos", &maps[i]); err != nil {
			return err
		}
	}
	for _, o := range byName(r.classify.list) {
		if err := r.put("policy-map-qos", policyView[qosClassView]{Name: o.name, Classes: o.classes}); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) writeQueuing() error {
	list := slices.Concat(r.egress.list, r.headroom.list)
	if len(list) == 0 {
		return nil
	}
	if err := r.writeGroupClasses("queuing", roleQueue); err != nil {
		return err
	}
	r.putNamed(list)
	return nil
}

func (r *renderer) writeSystem() error {
	if r.noDrop == nil {
		return nil
	}
	return r.put("system-qos", struct{ NetworkQoS string }{r.noDrop.name})
}

// globalView is what the template of the lines at the end gets.
type globalView struct {
	Watchdog      bool
	Times         *timesView
	ForwardNonECT bool
}

// timesView are the watchdog's poll interval in milliseconds, 0 for the default, and multiples of it.
type timesView struct{ Poll, Detect, Restore int64 }

func (r *renderer) writeGlobal() error {
	data := globalView{ForwardNonECT: r.fitted.NonECT.Known() && r.fitted.NonECT.V == qos.NonECTForward}
	for i := range r.fitted.Ports {
		if p := &r.fitted.Ports[i]; watched(p) {
			data.Watchdog, data.Times = true, timesOf(&p.Watchdog)
			break // the times are the same on all ports
		}
	}
	return r.put("global", data)
}

func watched(p *qos.Port) bool { return p.Watchdog.On.Known() && p.Watchdog.On.V }

// timesOf are the times of a watchdog, or nil where they are the switch's own.
func timesOf(w *qos.Watchdog) *timesView {
	if !w.Detect.Known() || !w.Restore.Known() {
		return nil
	}
	times := &timesView{Detect: int64(w.Detect.V / w.Poll.V), Restore: int64(w.Restore.V / w.Poll.V)}
	if w.Poll.Known() {
		times.Poll = w.Poll.V.Milliseconds()
	}
	return times
}
