package cloudengine

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// pfcKey is what decides what a port pauses, and by which field.
type pfcKey struct {
	asked    qos.PFC
	classify *qos.Classify // fitted
	mapped   bool          // PFC follows the class in the port's slot
}

// losslessClasses finds the priorities that ports pause, and checks that the switch can have them all.
func (f *fitter) losslessClasses() {
	for i := range f.asked.Ports {
		if p := f.asked.Ports[i].PFC.Priorities; p.Known() {
			f.lossless |= p.V
		}
	}
	if f.row.noPFC != "" {
		return // each class is refused by name
	}
	var n notes
	atOnce, counted := f.lossless, ""
	if f.row.countsThree && f.lossless != 0 && !f.lossless.Has(3) {
		atOnce, counted = atOnce|qos.Queues(3), ", and 3, which every profile starts with, counts"
	}
	if most := f.row.maxLossless; atOnce.Len() > most.V {
		n.Impossible("lossless classes", fmt.Sprintf("%d (%s)", f.lossless.Len(), f.lossless),
			fmt.Sprintf("this family pauses at most %d priorities%s", most.V, counted), most.Source)
	}
	f.ledger.Switch(n)
}

// fitPFC fits what a port pauses. PFC counts arriving packets by the priority in their tag, or where the slot maps it, by class.
func (f *fitter) fitPFC(key pfcKey) (qos.PFC, notes) {
	var n notes
	set := key.asked.Priorities
	switch {
	case !set.Known():
		return qos.PFC{}, nil
	case set.V == 0:
		return qos.PFC{Priorities: set}, nil
	}
	for _, q := range set.V.List() {
		f.fitPriority(q, key, &n)
	}
	out := qos.PFC{Priorities: set, Negotiated: key.asked.Negotiated, Key: qos.Is(qos.PFCByPCP)}
	if key.mapped {
		out.Key.V = qos.PFCByClass
	}
	if asked := key.asked.Key; asked.Known() && asked.V != out.Key.V {
		n.ByPlatform("pfc", "by "+asked.V.String(), "by "+out.Key.V.String(), "that is how this family counts arriving packets", "D300, rule 13")
	}
	switch {
	case !out.Negotiated.Known():
		out.Negotiated = qos.Is(false)
	case out.Negotiated.V && f.row.manualOnly:
		n.Impossible("pfc", "negotiated", "PFC is set by hand only on this family", "D300")
	}
	return out, n
}

// fitPriority checks that a lossless class can be paused.
func (f *fitter) fitPriority(q qos.Queue, key pfcKey, n *notes) {
	field := f.class(q) + ": lossless"
	may := f.row.priorities
	switch {
	case f.row.noPFC != "":
		n.Impossible(field, "PFC", f.row.noPFC, f.row.noPFCSource)
	case !may.V.Has(q):
		n.Impossible(field, fmt.Sprintf("priority %d", q), fmt.Sprintf("this family pauses priorities %s only; every switch and host has 3", may.V), may.Source)
	case !key.mapped && key.classify != nil:
		f.fitTag(q, key, n)
	}
}

// fitTag checks a class that is paused by the priority in the tag, whatever class the packet is in.
func (f *fitter) fitTag(q qos.Queue, key pfcKey, n *notes) {
	const rule = "PFC counts packets by the priority in their tag"
	if key.classify.Trust.V == qos.TrustPCP {
		if tags := tagsOf(key.classify, q); tags != qos.Queues(q) {
			n.Impossible(f.class(q)+": pcp", tags.String(), fmt.Sprintf("%s, so that the pcp of class and queue %d is %d and no other", rule, q, q), "D300, rule 13")
		}
		return
	}
	if asked := key.asked.Key; !asked.Known() || asked.V != qos.PFCByPCP {
		n.ByPlatform(f.class(q)+": lossless", "every packet of the class", fmt.Sprintf("packets with 802.1p priority %d", q),
			rule+" on this family: without a tag, or with another priority in it, they are not paused", "D300, rule 13")
	}
}

// tagsOf are the priorities whose class is q.
func tagsOf(c *qos.Classify, q qos.Queue) qos.QueueSet {
	var set qos.QueueSet
	for p, class := range c.PCP {
		if class == q {
			set |= qos.Queues(qos.Queue(p))
		}
	}
	return set
}

// dcbxKey is what decides the DCBX of a port.
type dcbxKey struct {
	asked      qos.Value[qos.DCBX]
	paused     bool
	negotiated bool
}

// fitDCBX fits whether a port tells its peer about PFC. One that negotiates has to.
func (f *fitter) fitDCBX(key dcbxKey) (qos.Value[qos.DCBX], notes) {
	var n notes
	asked := key.asked
	const field = "dcbx"
	switch {
	case !asked.Known():
	case key.negotiated && asked.V == qos.DCBXOff:
		n.ByPlatform(field, "off", "advertise", "a port that negotiates PFC does it by DCBX", "D300")
		asked.V = qos.DCBXAdvertise
	case asked.V == qos.DCBXOff:
	case !key.paused:
		n.ByPlatform(field, "advertise", "off", "the port pauses nothing, so there is nothing to advertise", "D300")
		asked.V = qos.DCBXOff
	case f.row.manualOnly:
		n.Impossible(field, "advertise", "there is no DCBX on this family", "D300")
	}
	return asked, n
}
