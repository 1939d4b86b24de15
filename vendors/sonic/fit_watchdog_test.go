package sonic

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

func onWatchdogs(change func(*qos.Watchdog)) edit {
	return onEachPort(func(p *qos.Port) { change(&p.Watchdog) })
}

func ms(n time.Duration) qos.Value[time.Duration] { return qos.Is(n * time.Millisecond) }

func TestFitWatchdog(t *testing.T) {
	const source = "|sonic-swss: orchagent/pfcwdorch.cpp, sonic-yang-models: sonic-pfcwd.yang"
	const usual = "|it is what the switch's own command sets for so many ports|sonic-utilities: pfcwd/main.py"
	const noPoll = "|the switch has one, and no time of the watchdog may be below it" + source
	runFitCases(t, map[string]fitCase{
		"off": {edit: onWatchdogs(func(w *qos.Watchdog) { *w = qos.Watchdog{On: qos.Is(false)} })},
		"nothing but on": {
			edit: onWatchdogs(func(w *qos.Watchdog) { *w = qos.Watchdog{On: qos.Is(true)} }),
			want: []string{
				"platform default||pfc_watchdog: poll|nothing|200ms" + noPoll,
				"platform default|" + allPorts + "|pfc_watchdog: detect|nothing|200ms" + usual,
				"platform default|" + allPorts + "|pfc_watchdog: restore|nothing|200ms" + usual,
			},
		},
		"no poll interval": {
			edit: onWatchdogs(func(w *qos.Watchdog) { w.Poll, w.Detect = qos.Default[time.Duration](0), ms(150) }),
			want: []string{
				"platform default||pfc_watchdog: poll|nothing|150ms" + noPoll,
				"warning|" + allPorts + "|the switch's own command sets 200ms for 4 ports: the watchdog may be late, or see storms where there are none",
			},
		},
		"on a port that pauses nothing": {
			edit: onFirstPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.QueueSet(0)) }),
			want: []string{"platform default|Ethernet0|pfc_watchdog|on|off|the port pauses nothing, so there is nothing to watch" + source},
		},
		"detect below poll": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Detect = ms(150) }),
			want: []string{
				"impossible|Ethernet0|pfc_watchdog: detect|150ms||it may not be below the poll interval, 200ms" + source,
				"warning|Ethernet0|the switch's own command sets 200ms for 4 ports: the watchdog may be late, or see storms where there are none",
			},
		},
		"out of range": {
			edit: onWatchdogs(func(w *qos.Watchdog) { w.Detect, w.Restore = ms(5001), ms(60_001) }),
			want: []string{
				"impossible|" + allPorts + "|pfc_watchdog: detect|5.001s||it goes from 100ms to 5s" + source,
				"impossible|" + allPorts + "|pfc_watchdog: restore|1m0.001s||it goes from 100ms to 1m0s" + source,
			},
		},
		"microseconds": {
			edit: onWatchdogs(func(w *qos.Watchdog) {
				w.Detect, w.Poll = qos.Is(200_500*time.Microsecond), qos.Is(200_900*time.Microsecond)
			}),
			want: []string{
				"rounding||pfc_watchdog: poll|200.9ms|200ms|it is in milliseconds" + source,
				"rounding|" + allPorts + "|pfc_watchdog: detect|200.5ms|201ms|it is in milliseconds" + source,
			},
		},
		"a slow poll": {edit: onWatchdogs(func(w *qos.Watchdog) { w.Poll, w.Detect, w.Restore = ms(3000), ms(3000), ms(3000) })},
		"a slow poll of later releases": {
			release: "202511",
			edit:    onWatchdogs(func(w *qos.Watchdog) { w.Poll, w.Detect, w.Restore = ms(1001), ms(3000), ms(3000) }),
			want:    []string{"impossible||pfc_watchdog: poll|1.001s||it goes from 100ms to 1s in 202511" + source},
		},
		"two polls": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Poll = ms(100) }),
			want: []string{"impossible|Ethernet4 Ethernet8 Ethernet12|pfc_watchdog: poll|200ms||the poll interval exists once for the whole switch, where it is 100ms" + source},
		},
		"two actions": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Action = qos.Is(qos.WatchdogForward) }),
			want: []string{"impossible|Ethernet4 Ethernet8 Ethernet12|pfc_watchdog: action|drop||the action exists once for the whole switch, where it is forward" + source},
		},
		"two actions on Spectrum": {model: "SPC3", edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Action = qos.Is(qos.WatchdogForward) })},
		"alert":                   {edit: onWatchdogs(func(w *qos.Watchdog) { w.Action = qos.Is(qos.WatchdogAlert) })},
		"forward on Cisco": {
			model: "Cisco-8000",
			edit:  onWatchdogs(func(w *qos.Watchdog) { w.Action = qos.Is(qos.WatchdogForward) }),
			want: []string{
				"impossible|" + allPorts + "|pfc_watchdog: action|forward||the switch refuses it" + source,
				"warning||Cisco-8000: its buffers are in the vendor's own package and stay the switch's own",
				"warning|" + allPorts + "|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
			},
		},
		"a second measure": {
			edit: onWatchdogs(func(w *qos.Watchdog) { w.Escalate = qos.Is(qos.Escalation{Action: "turn-off", Count: 30}) }),
			want: []string{"platform default|" + allPorts + "|pfc_watchdog: escalate|turn-off|none|the watchdog restores the queue each time; it has no second measure" + source},
		},
	})
}

func TestUsualTimes(t *testing.T) {
	for ports, want := range map[int]time.Duration{0: 200, 1: 200, 32: 200, 33: 400, 64: 400, 512: 3200, 2000: 5000} {
		if got := usualTimes(ports); got != want*time.Millisecond {
			t.Errorf("%d ports: %s", ports, got)
		}
	}
}

func TestFitPFC(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"by the tag": {
			edit: onFirstPort(func(p *qos.Port) { p.PFC.Key = qos.Is(qos.PFCByPCP) }),
			want: []string{"platform default|Ethernet0|pfc|by " + qos.PFCByPCP.String() + "|by " + qos.PFCByClass.String() + "|a packet is accounted to the priority group of its class|sonic-swss: orchagent/qosorch.cpp"},
		},
		"negotiated": {
			edit: onFirstPort(func(p *qos.Port) { p.PFC.Negotiated = qos.Is(true) }),
			want: []string{"impossible|Ethernet0|pfc|negotiated||CONFIG_DB has no DCBX: PFC is on or off|sonic-yang-models: sonic-port-qos-map.yang"},
		},
		"advertised": {
			edit: onFirstPort(func(p *qos.Port) { p.DCBX = qos.Is(qos.DCBXAdvertise) }),
			want: []string{"impossible|Ethernet0|dcbx|advertise||CONFIG_DB has no DCBX|sonic-yang-models"},
		},
		"the default class": {
			edit: onFirstPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(0, 3)) }),
			want: []string{"impossible||traffic_class best_effort: lossless|queue 0||priority group 0 takes every class that may drop|sonic-buildimage: qos_config.j2"},
		},
		"five": {
			edit: onFirstPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(1, 2, 3, 4, 5)) }),
			want: []string{"impossible||lossless classes|5 (1,2,3,4,5)||no stock template has more than 4|sonic-buildimage: qos_config.j2"},
		},
		"another queue where buffers are not known": {
			model: "Nokia-IXR7220-D4-36D",
			edit:  onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(3, 5)) }),
			want:  []string{"impossible||queue 5: lossless|queue 5||no source states the buffer profiles of this platform, and its own give only queues 3,4 one that cannot drop|sonic-buildimage: buffers_config.j2"},
		},
	})
}

func TestFitSwitch(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"tunnel": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				site.VXLAN = true
				sw.Tunnel = qos.Tunnel{DSCP: qos.Is(qos.TunnelPipe), ECN: qos.Is(qos.TunnelECNCopy)}
			},
			want: []string{
				"platform default||vxlan: dscp|pipe|what the switch does by itself|VXLAN_TUNNEL has no field for it|sonic-yang-models: sonic-vxlan.yang",
				"platform default||vxlan: ecn|copy|what the switch does by itself|VXLAN_TUNNEL has no field for it|sonic-yang-models: sonic-vxlan.yang",
			},
		},
		"too large": {
			edit: onFirstPort(func(p *qos.Port) { p.MTU = qos.Is[qos.Bytes](9217) }),
			want: []string{"impossible|Ethernet0|mtu|9217 B||mtu goes from 68 to 9216 bytes|sonic-yang-models: sonic-port.yang"},
		},
		"class below port": {
			edit: onFirstPort(func(p *qos.Port) {
				p.ClassMTU = &qos.ClassMTU{}
				for q := range p.ClassMTU.MTU {
					p.ClassMTU.MTU[q] = qos.Is[qos.Bytes](9100)
				}
				p.ClassMTU.MTU[3] = qos.Is[qos.Bytes](4200)
			}),
			want: []string{"platform default|Ethernet0|traffic_class roce: class mtu|4200 bytes|9100 bytes|a class takes what its port takes|sonic-yang-models"},
		},
		"a switch that is not in the table": {
			model: "generic", edit: func(*qos.Switch, *vendors.Site) {},
			want: []string{
				"warning||generic: its buffers are not known and stay the switch's own",
				"warning|" + allPorts + "|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
			},
		},
	})
}

// TestFitOfManyPorts: a port costs no deviation of its own, whatever their number.
func TestFitOfManyPorts(t *testing.T) {
	sw := leafModel()
	p := sw.Ports[0]
	sw.Ports = nil
	for i := range 64 {
		p.Name = fmt.Sprintf("Ethernet%d", 4*i)
		sw.Ports = append(sw.Ports, p)
	}
	site := leafSite(t, "Arista-7260CX3-C64", "202405", sw)
	for i := range site.Ports {
		site.Ports[i].CableMetres = 7
	}
	_, ds, diags := SONiC{}.Fit(sw, site)
	if diags.HasErrors() || len(ds) != 1 || len(ds[0].Ports) != 64 {
		t.Errorf("%d deviations, %v", len(ds), diags)
	}
}
