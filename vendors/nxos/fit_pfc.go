package nxos

import (
	"fmt"
	"time"

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
		n.impossible(f.class(0)+": lossless", "queue 0", "qos-group 0 takes every packet that matches nothing", "S-QOS105")
	}
	for _, q := range f.noDrop.List() {
		f.fitQueueNumber(q, &n)
	}
	if most := f.row.maxNoDrop; f.noDrop.Len() > most.v {
		n.impossible("lossless classes", fmt.Sprintf("%d (%s)", f.noDrop.Len(), f.noDrop),
			fmt.Sprintf("no source shows more than %d no-drop classes on this family", most.v), most.source)
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
		n.impossible("lossless classes", set.V.String(),
			fmt.Sprintf("no-drop classes exist once for the whole switch, where they are %s: a port pauses all of them or none", f.noDrop), "S-CHKPT")
	}
	if asked.Key.Known() && asked.Key.V != qos.PFCByClass {
		n.byPlatform("pfc", "pause by the field of the packet", "pause by class",
			"a packet is accounted to the priority of the class it was put in", "S-PFC105")
	}
	out := qos.PFC{Priorities: set, Negotiated: asked.Negotiated, Key: qos.Is(qos.PFCByClass)}
	if !out.Negotiated.Known() {
		out.Negotiated = qos.Is(false)
	}
	return out, n
}

// watchdogPoll is how often the watchdog looks (S-PFC105).
const watchdogPoll = 100 * time.Millisecond

var watchdogActions = [...]string{qos.WatchdogDrop: "drop", qos.WatchdogForward: "forward", qos.WatchdogAlert: "alert"}

// fitWatchdog fits the PFC watchdog: on or off, always dropping, with the times that the switch has.
func (f *fitter) fitWatchdog(asked qos.Watchdog) (qos.Watchdog, notes) {
	var n notes
	if !asked.On.Known() || !asked.On.V {
		return qos.Watchdog{On: asked.On}, nil
	}
	if f.row.noWatchdog != "" {
		n.impossible("pfc_watchdog", "on", f.row.noWatchdog, "S-WD7X")
	}
	out := qos.Watchdog{On: asked.On, Action: asked.Action, Poll: qos.Default(watchdogPoll)}
	if !asked.Action.Known() {
		out.Action = qos.Is(qos.WatchdogDrop)
	} else if asked.Action.V != qos.WatchdogDrop {
		n.impossible("pfc_watchdog: action", watchdogActions[asked.Action.V], "a queue that stays paused is shut and drops; no confirmed line changes that", "S-PFC105")
	}
	const reason = "no source confirms how the times are set"
	out.Detect = watchdogTime("detect", asked.Detect, "a multiple of the poll interval, 100 ms", reason, &n)
	out.Restore = watchdogTime("restore", asked.Restore, "a multiple of the poll interval, 100 ms", reason, &n)
	if asked.Poll.Known() && asked.Poll.V != watchdogPoll {
		n.byPlatform("pfc_watchdog: poll", asked.Poll.V.String(), watchdogPoll.String(), reason, "S-PFC105")
	}
	if asked.Escalate.Known() && asked.Escalate.V != (qos.Escalation{}) {
		n.byPlatform("pfc_watchdog: escalate", asked.Escalate.V.Action, "none", "the watchdog restores the queue each time; it has no second measure", "S-PFC105")
	}
	return out, n
}

func watchdogTime(name string, asked qos.Value[time.Duration], got, reason string, n *notes) qos.Value[time.Duration] {
	if asked.Known() {
		n.byPlatform("pfc_watchdog: "+name, asked.V.String(), got, reason, "S-PFC105")
	}
	return qos.Default[time.Duration](0)
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
		n.byPlatform(field, "advertise", "off", "the port pauses nothing, so there is nothing to advertise", "S-AZ")
		asked.V = qos.DCBXOff
	case key.negotiated:
		n.byPlatform(field, "advertise", "off", "a port that negotiates PFC advertises it anyway", "S-AZ")
		asked.V = qos.DCBXOff
	case !f.train.sendTLV:
		n.impossible(field, "advertise", "send-tlv came with 9.3, and the release is "+f.site.Platform.Release, "S-AZ")
	}
	return asked, n
}
