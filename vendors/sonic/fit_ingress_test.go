package sonic

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// withBuffer asks for a buffer of RoCE on the first port.
func withBuffer(b qos.Buffer) edit {
	return func(sw *qos.Switch, _ *vendors.Site) {
		in := &qos.Ingress{}
		in.Buffers[3] = qos.Is(b)
		sw.Ports[0].Ingress = in
	}
}

func withCable(metres float64) edit {
	return func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].CableMetres = metres }
}

// withStorage makes queue 4 lossless too.
func withStorage(sw *qos.Switch, _ *vendors.Site) {
	sw.Names[4] = "storage"
	onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(3, 4)) })(sw, nil)
}

func TestFitIngress(t *testing.T) {
	const manager, table, profile = "|sonic-swss: cfgmgr/buffermgr.cpp, buffermgrdyn.cpp", "|sonic-buildimage: pg_profile_lookup.ini of the HWSKU", "|sonic-yang-models: sonic-buffer-profile.yang"
	const own = "a buffer has one, and this is the switch's own for the speed and cable"
	const unsaid = "a buffer of its own also says where pause ends, which is in the switch's own table, and no source states that for this speed and cable: " +
		"leave headroom and threshold of lossless classes out, so that the switch goes by its table; where other bytes are needed, " +
		"write pg_lossless_100000_5m_profile in BUFFER_PROFILE on the switch, which goes before the table"
	runFitCases(t, map[string]fitCase{
		"between lengths": {
			edit: withCable(7.5),
			want: []string{"rounding|Ethernet0|cable|7.5 m|40 m|the switch has headroom for cables of certain lengths, and this is the next longer one" + manager},
		},
		"half a metre on Spectrum": {
			model: "SPC3", edit: withCable(2.5),
			want: []string{"rounding|Ethernet0|cable|2.5 m|3 m|a cable is whole metres" + manager},
		},
		"too long": {
			edit: withCable(301),
			want: []string{"impossible|Ethernet0|traffic_class roce: headroom|auto on a cable of 301 m||the headroom table of the switch ends at 300 m for 100 Gbps, and without a line a lossless class gets no buffer: give headroom in bytes" + table},
		},
		"no length": {
			edit: withCable(0),
			want: []string{"impossible|Ethernet0|traffic_class roce: headroom|auto||it depends on the cable, whose length is not given: give it, or headroom in bytes" + manager},
		},
		"no length of a port that pauses nothing": {edit: func(sw *qos.Switch, site *vendors.Site) {
			site.Ports[0].CableMetres = 0
			sw.Ports[0].PFC.Priorities, sw.Ports[0].Watchdog.On = qos.Is(qos.QueueSet(0)), qos.Is(false)
		}},
		"everything said": {edit: withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8})},
		"static":          {edit: withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, XOFF: 100_000})},
		"bytes alone": {
			edit: withBuffer(qos.Buffer{Headroom: 60_000}),
			want: []string{"platform default|Ethernet0|traffic_class roce: threshold|nothing|alpha 1/1|" + own + manager},
		},
		"threshold alone": {
			edit: withBuffer(qos.Buffer{AlphaNum: 1, AlphaDen: 8}),
			want: []string{"platform default|Ethernet0|traffic_class roce: headroom|nothing|54080 B|" + own + manager},
		},
		"beside another class": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				withStorage(sw, site)
				withBuffer(qos.Buffer{Headroom: 60_000, AlphaNum: 1, AlphaDen: 8})(sw, site)
			},
			want: []string{
				"platform default|Ethernet0|traffic_class storage: headroom|nothing|54080 B|" + own + manager,
				"platform default|Ethernet0|traffic_class storage: threshold|nothing|alpha 1/1|" + own + manager,
			},
		},
		"beside another class on Spectrum": {model: "SPC3", edit: func(sw *qos.Switch, site *vendors.Site) {
			withStorage(sw, site)
			withBuffer(qos.Buffer{Headroom: 60_000, AlphaNum: 1, AlphaDen: 8})(sw, site)
		}, want: []string{
			"warning||traffic_class roce: 60000 bytes of headroom are less than the 108544 that the switch itself gives 100 Gbps and 5 m: what still arrives after a pause may be dropped",
		}},
		"static on Spectrum": {
			model: "SPC3", edit: withBuffer(qos.Buffer{Headroom: 60_000, XOFF: 100_000}),
			want: []string{
				"impossible|Ethernet0|traffic_class roce: threshold|100000 B||the pool of lossless classes is dynamic, and so is the threshold of a class in it: give alpha" + profile,
				"warning||traffic_class roce: 60000 bytes of headroom are less than the 108544 that the switch itself gives 100 Gbps and 5 m: what still arrives after a pause may be dropped",
			},
		},
		"resuming above": {
			edit: withBuffer(qos.Buffer{Headroom: 60_000, XON: 100_001, XOFF: 100_000}),
			want: []string{"impossible|Ethernet0|traffic_class roce: resume|100001 B||pause ends below the threshold where it starts, 100000 B" + profile},
		},
		"more than the pool": {
			edit: withBuffer(qos.Buffer{Headroom: 7_827_457, AlphaNum: 1, AlphaDen: 1}),
			want: []string{
				"impossible|Ethernet0|traffic_class roce: headroom|7827457 B||the pool that all headroom is taken from has 7827456 bytes|sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU",
				"warning||the headroom pool of 7827456 bytes is promised 1.0 times; 0 of 4 lossless priority groups can be in their headroom at once: sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU",
			},
		},
		"an unknown table": {
			model: "Nokia-IXR7220-H5-64D", edit: withBuffer(qos.Buffer{Headroom: 60_000}),
			want: []string{
				"impossible|Ethernet0|traffic_class roce: headroom|headroom 60000 B||" + unsaid + table,
				"warning|Ethernet4 Ethernet8 Ethernet12|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
			},
		},
		"a threshold beside another class and an unknown table": {
			model: "Nokia-IXR7220-H5-64D", edit: func(sw *qos.Switch, site *vendors.Site) {
				withStorage(sw, site)
				withBuffer(qos.Buffer{AlphaNum: 4, AlphaDen: 1})(sw, site)
			},
			want: []string{
				"impossible|Ethernet0|traffic_class roce: threshold|XOFF by alpha 4/1||" + unsaid + table,
				"warning|Ethernet0 Ethernet4 Ethernet8 Ethernet12|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
			},
		},
		"unknown pools": {
			model: "TH2", edit: withBuffer(qos.Buffer{Headroom: 60_000}),
			want: []string{
				"impossible|Ethernet0|traffic_class roce: headroom|headroom 60000 B||no source states the buffer pools of this platform, that a buffer would have to go with" + profile,
				"warning|Ethernet4 Ethernet8 Ethernet12|whether the switch's headroom table has a line for this speed and cable is not known here: without one a lossless class gets no buffer and drops; look into its pg_profile_lookup.ini",
			},
		},
		"of a class that is not paused": {
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				in := *sw.Ports[0].Ingress
				in.Buffers[4] = qos.Is(qos.Buffer{Headroom: 60_000})
				sw.Ports[0].Ingress = &in
			},
			want: []string{"platform default|Ethernet0|queue 4: headroom|headroom 60000 B|none|the port does not pause the class" + manager},
		},
		"a pool that is promised twice": {
			model: "Arista-7050CX3-32S-C32",
			edit: func(sw *qos.Switch, site *vendors.Site) {
				for i := range 12 {
					p, at := sw.Ports[0], site.Ports[0]
					p.Name, at.Name = names[i], names[i]
					sw.Ports, site.Ports = append(sw.Ports, p), append(site.Ports, at)
				}
			},
			want: []string{"info||the headroom pool of 1622016 bytes is promised 1.6 times; 10 of 16 lossless priority groups can be in their headroom at once: sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU"},
		},
	})
}

// names are more ports.
var names = []string{"Ethernet16", "Ethernet20", "Ethernet24", "Ethernet28", "Ethernet32", "Ethernet36", "Ethernet40", "Ethernet44", "Ethernet48", "Ethernet52", "Ethernet56", "Ethernet60"}
