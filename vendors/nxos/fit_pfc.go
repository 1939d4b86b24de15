package nxos

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// noDropClasses finds the no-drop classes of the switch, which exist once for all ports, and checks that it can have them.
func (f *fitter) noDropClasses() {
	for i := range f.asked.Ports {
		if p := f.asked.Ports[i].PFC.Priorities; p.Known() {
			f.noDrop |= p.V
		}
	}
	var n notes
	if f.noDrop.Has(0) {
		n.Impossible(f.class(0)+": lossless", "queue 0", "qos-group 0 takes every packet that matches nothing", "S-QOS105")
	}
	for _, q := range f.noDrop.List() {
		f.fitQueueNumber(q, &n)
	}
	if most := f.row.maxNoDrop; f.noDrop.Len() > most.V {
		n.Impossible("lossless classes", fmt.Sprintf("%d (%s)", f.noDrop.Len(), f.noDrop),
			fmt.Sprintf("no source shows more than %d no-drop classes on this family", most.V), most.Source)
	}
	f.switchWide(n)
}

// fitPFC fits what a port pauses: all no-drop classes of the switch, or nothing.
func (f *fitter) fitPFC(asked qos.PFC) (qos.PFC, notes) {
	var n notes
	set := asked.Priorities
	switch {
	case !set.Known():
		return qos.PFC{}, nil
	case set.V == 0:
		return qos.PFC{Priorities: set}, nil
	case set.V != f.noDrop:
		n.Impossible("lossless classes", set.V.String(),
			fmt.Sprintf("no-drop classes exist once for the whole switch, where they are %s: a port pauses all of them or none", f.noDrop), "S-CHKPT")
	}
	if asked.Key.Known() && asked.Key.V != qos.PFCByClass {
		n.ByPlatform("pfc", "pause by the field of the packet", "pause by class",
			"a packet is accounted to the priority of the class it was put in", "S-PFC105")
	}
	out := qos.PFC{Priorities: set, Negotiated: asked.Negotiated, Key: qos.Is(qos.PFCByClass)}
	if !out.Negotiated.Known() {
		out.Negotiated = qos.Is(false)
	}
	return out, n
}

// dcbxKey is what decides the DCBX of a port.
type dcbxKey struct {
	asked      qos.Value[qos.DCBX]
	paused     bool
	negotiated bool
}

// fitDCBX fits whether a port that is forced to pause tells its peer so.
func (f *fitter) fitDCBX(key dcbxKey) (qos.Value[qos.DCBX], notes) {
	var n notes
	asked := key.asked
	if !asked.Known() || asked.V != qos.DCBXAdvertise {
		return asked, nil
	}
	const field = "dcbx"
	switch {
	case !key.paused:
		n.ByPlatform(field, "advertise", "off", "the port pauses nothing, so there is nothing to advertise", "S-AZ")
		asked.V = qos.DCBXOff
	case key.negotiated:
		n.ByPlatform(field, "advertise", "off", "a port that negotiates PFC advertises it anyway", "S-AZ")
		asked.V = qos.DCBXOff
	case !f.train.sendTLV:
		n.Impossible(field, "advertise", "send-tlv came with 9.3, and the release is "+f.site.Platform.Release, "S-AZ")
	}
	return asked, n
}
