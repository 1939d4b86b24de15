package qos

import "time"

// pfcChanges says what PFC does otherwise, but for the priorities that were told of with the traffic in them.
func pfcChanges(b, a PFC, told QueueSet) []change {
	changes := priorityChanges(b, a, told)
	if b.idle() || a.idle() {
		return changes // what pauses nothing has no mode and no key
	}
	changes = append(changes, value(FacetPFC, pfcModeChanged, "PFC", b.Negotiated, a.Negotiated, negotiatedWords, nil)...)
	return append(changes, value(FacetPFC, pfcModeChanged, "PFC priority", b.Key, a.Key, keyWords, nil)...)
}

// restoreTime says after how long a queue is restored.
func restoreTime(after time.Duration) string {
	if after == 0 {
		return "never"
	}
	return after.String()
}

// idle tells whether PFC is known to pause nothing.
func (p *PFC) idle() bool { return p.Priorities.Known() && p.Priorities.V == 0 }

func negotiatedWords(negotiated bool) string {
	if negotiated {
		return "on only if the peer agrees by DCBX"
	}
	return "forced on"
}

func keyWords(k PFCKey) string { return "decided by " + k.String() }

// priorityChanges says which priorities stop being paused and which start, but for those told of.
func priorityChanges(had, has PFC, told QueueSet) []change {
	b, a := had.Priorities, has.Priorities
	general := value(FacetPFC, partChanged, "the set of paused priorities", b, a, QueueSet.String, nil)
	if general == nil || a.State == Unknown || b.State == Unknown {
		return general
	}
	before, after := certain(b), certain(a)
	var changes []change
	note := func(k kind, set QueueSet, what, suffix string) {
		if set == 0 {
			return
		}
		c := general[0]
		c.kind = k
		if b.Known() && a.Known() {
			c.text = priorities(set) + what + suffix
		}
		changes = append(changes, c)
	}
	note(pfcLost, before&^after&^told, " no longer paused", pfcSuffix(after == 0, " (PFC off)", had))
	note(pfcGained, after&^before&^told, " paused now", pfcSuffix(before == 0, " (PFC on)", has))
	if changes == nil && before == after {
		return general
	}
	return changes
}

// certain is the set known to be paused.
func certain(v Value[QueueSet]) QueueSet {
	if v.Known() {
		return v.V
	}
	return 0
}

func priorities(set QueueSet) string {
	if set.Len() > 1 {
		return "priorities " + set.String() + " are"
	}
	return "priority " + set.String() + " is"
}

// pfcSuffix says under which condition priorities are paused, or that all or none of them are.
func pfcSuffix(all bool, suffix string, paused PFC) string {
	switch {
	case paused.Negotiated.Known() && paused.Negotiated.V:
		return " (" + IfPeerAgrees + ")"
	case all:
		return suffix
	}
	return ""
}

func watchdogChanges(b, a Watchdog) []change {
	changes := value(FacetWatchdog, watchdogChanged, "the PFC watchdog", b.On, a.On, onOff, func(_, on bool) (kind, string) {
		if on {
			return watchdogOn, "the PFC watchdog is switched on"
		}
		return watchdogOff, "the PFC watchdog is switched off"
	})
	if b.idle() || a.idle() {
		return changes // what does not run has no details
	}
	add := func(more []change) { changes = append(changes, more...) }
	add(value(FacetWatchdog, watchdogChanged, "PFC watchdog: action", b.Action, a.Action, WatchdogAction.String, nil))
	add(value(FacetWatchdog, watchdogChanged, "PFC watchdog: detection time", b.Detect, a.Detect, time.Duration.String, nil))
	add(value(FacetWatchdog, watchdogChanged, "PFC watchdog: restoration time", b.Restore, a.Restore, restoreTime, nil))
	add(value(FacetWatchdog, watchdogChanged, "PFC watchdog: polling interval", b.Poll, a.Poll, time.Duration.String, nil))
	add(value(FacetWatchdog, watchdogChanged, "PFC watchdog: escalation", b.Escalate, a.Escalate, Escalation.String, nil))
	return changes
}

// idle tells whether the watchdog is known not to run.
func (w *Watchdog) idle() bool { return w.On.Known() && !w.On.V }

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// portValueChanges are those of the values that stand in the port itself.
func portValueChanges(b, a *Port) []change {
	changes := mtuChanges(FacetMTU, "largest packet", b.MTU, a.MTU)
	return append(changes, value(FacetDCBX, dcbxChanged, "DCBX", b.DCBX, a.DCBX, DCBX.String, nil)...)
}

func (d *differ) switchChanges(b, a *Switch) []change {
	changes := value(FacetTunnel, tunnelChanged, "ECN of tunnels", b.Tunnel.ECN, a.Tunnel.ECN, tunnelECNText,
		func(_, a TunnelECN) (kind, string) {
			if a == TunnelECNCopy {
				return tunnelEcnGained, a.Does()
			}
			return tunnelEcnLost, a.Does()
		})
	changes = append(changes, value(FacetTunnel, tunnelChanged, "DSCP of tunnels", b.Tunnel.DSCP, a.Tunnel.DSCP,
		TunnelDSCP.Does, nil)...)
	return append(changes, value(FacetNonECT, nonEctChanged, "a packet that is not ECN-capable", b.NonECT, a.NonECT,
		NonECT.Does, nil)...)
}

// tunnelECNText is what happens to congestion marks of the underlay.
func tunnelECNText(t TunnelECN) string {
	return [...]string{"copied into the inner header", "ignored"}[t]
}
