package sonic

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// mostLossless is how many lossless classes any stock template has, those of dual-ToR switches. Whether more fit is a question
// of memory.
const mostLossless = 4

// stockLossless are the queues that the stock buffers of every platform give a profile that cannot drop.
var stockLossless = qos.Queues(3, 4)

// losslessClasses finds the priorities that ports pause, and checks that the switch can have them all.
func (f *fitter) losslessClasses() {
	for i := range f.asked.Ports {
		if p := f.asked.Ports[i].PFC.Priorities; p.Known() {
			f.lossless |= p.V
		}
	}
	var n notes
	for _, q := range f.lossless.List() {
		f.checkLossless(q, &n)
	}
	if f.lossless.Len() > mostLossless {
		n.Impossible("lossless classes", fmt.Sprintf("%d (%s)", f.lossless.Len(), f.lossless),
			fmt.Sprintf("no stock template has more than %d", mostLossless), "sonic-buildimage: qos_config.j2")
	}
	f.ledger.Switch(n)
}

func (f *fitter) checkLossless(q qos.Queue, n *notes) {
	field := f.class(q) + ": lossless"
	switch {
	case f.row.noPFC != "":
		n.Impossible(field, "PFC", f.row.noPFC, srcTemplate)
	case q == 0:
		n.Impossible(field, "queue 0", "priority group 0 takes every class that may drop", "sonic-buildimage: qos_config.j2")
	case !f.row.profiles.Known() && !stockLossless.Has(q):
		n.Impossible(field, fmt.Sprintf("queue %d", q),
			fmt.Sprintf("no source states the buffer profiles of this platform, and its own give only queues %s one that cannot drop", stockLossless), "sonic-buildimage: buffers_config.j2")
	}
}

// fitPFC fits what a port pauses.
func (f *fitter) fitPFC(asked qos.PFC) (qos.PFC, notes) {
	var n notes
	set := asked.Priorities
	switch {
	case !set.Known():
		return qos.PFC{}, nil
	case set.V == 0:
		return qos.PFC{Priorities: set}, nil
	}
	if asked.Key.Known() && asked.Key.V != qos.PFCByClass {
		n.ByPlatform("pfc", "by "+asked.Key.V.String(), "by "+qos.PFCByClass.String(), "a packet is accounted to the priority group of its class", srcMaps)
	}
	if asked.Negotiated.Known() && asked.Negotiated.V {
		n.Impossible("pfc", "negotiated", "CONFIG_DB has no DCBX: PFC is on or off", "sonic-yang-models: sonic-port-qos-map.yang")
	}
	return qos.PFC{Priorities: set, Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)}, n
}

// fitDCBX refuses to tell the peer about PFC. That nothing is told is so anyway, and no part of the fitted model.
func (f *fitter) fitDCBX(asked qos.Value[qos.DCBX]) (none struct{}, n notes) {
	if asked.Known() && asked.V == qos.DCBXAdvertise {
		n.Impossible("dcbx", "advertise", "CONFIG_DB has no DCBX", "sonic-yang-models")
	}
	return none, n
}
