package sonic

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// mustRender fits and renders a model.
func mustRender(t testing.TB, sw *qos.Switch, site vendors.Site) vendors.Config {
	t.Helper()
	fitted, _, diags := SONiC{}.Fit(sw, site)
	config, more := SONiC{}.Render(fitted, site)
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	return config
}

// renderedRows are the rows of a configuration, each as "TABLE|key field=value field=value", without the maps from all 64 code
// points.
func renderedRows(c vendors.Config) []string {
	var list []string
	for _, t := range docOf(c).tables {
		for _, r := range t.rows {
			var b strings.Builder
			b.WriteString(t.name + "|" + r.key)
			for i := range r.fields {
				if f := &r.fields[i]; t.name != tableDSCP || f.value != "0" {
					b.WriteString(" " + f.name + "=" + f.value)
				}
			}
			list = append(list, b.String())
		}
	}
	return list
}

// about are the rows that say something of one port or object, or of the switch: those that contain one of the words.
func about(rows []string, words ...string) []string {
	var list []string
	for _, row := range rows {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(row, word) }) {
			list = append(list, row)
		}
	}
	return list
}

// TestRenderLeaf: every row of one switch in the traditional buffer model, and of one in the dynamic model. Two ports are enough
// to see that each has its rows.
func TestRenderLeaf(t *testing.T) {
	queues := []string{
		"QUEUE|Ethernet0|0 scheduler=WEFT-q-best_effort",
		"QUEUE|Ethernet0|3 scheduler=WEFT-q-roce wred_profile=WEFT-ecn-roce-100G",
		"QUEUE|Ethernet0|6 scheduler=WEFT-q-cnp",
		"QUEUE|Ethernet4|0 scheduler=WEFT-q-best_effort",
		"QUEUE|Ethernet4|3 scheduler=WEFT-q-roce wred_profile=WEFT-ecn-roce-100G",
		"QUEUE|Ethernet4|6 scheduler=WEFT-q-cnp",
	}
	maps := []string{
		"DSCP_TO_TC_MAP|WEFT-classify 24=3 26=3 48=6",
		"TC_TO_QUEUE_MAP|WEFT-queues 0=0 1=1 2=2 3=3 4=4 5=5 6=6 7=7",
		"TC_TO_PRIORITY_GROUP_MAP|WEFT-groups 0=0 1=0 2=0 3=3 4=0 5=0 6=0 7=0",
		"MAP_PFC_PRIORITY_TO_QUEUE|WEFT-pfc 0=0 1=1 2=2 3=3 4=4 5=5 6=6 7=7",
	}
	objects := []string{
		"SCHEDULER|WEFT-q-best_effort type=DWRR weight=50",
		"SCHEDULER|WEFT-q-roce type=DWRR weight=50",
		"SCHEDULER|WEFT-q-cnp type=STRICT",
		"WRED_PROFILE|WEFT-ecn-roce-100G ecn=ecn_all wred_green_enable=true wred_yellow_enable=true wred_red_enable=true" +
			" green_min_threshold=262144 green_max_threshold=1048576 yellow_min_threshold=262144 yellow_max_threshold=1048576" +
			" red_min_threshold=262144 red_max_threshold=1048576 green_drop_probability=5 yellow_drop_probability=5 red_drop_probability=5",
	}
	watchdog := []string{
		"PFC_WD|GLOBAL POLL_INTERVAL=200",
		"PFC_WD|Ethernet0 action=drop detection_time=200 restoration_time=400",
		"PFC_WD|Ethernet4 action=drop detection_time=200 restoration_time=400",
		"PORT|Ethernet0 mtu=9100",
		"PORT|Ethernet4 mtu=9100",
	}
	traditional := slices.Concat(maps, objects, []string{
		"BUFFER_POOL|ingress_lossless_pool type=ingress mode=dynamic size=32732160 xoff=1622016",
		"BUFFER_POOL|egress_lossless_pool type=egress mode=static size=32599040",
		"BUFFER_POOL|egress_lossy_pool type=egress mode=dynamic size=24709632",
		"BUFFER_PROFILE|ingress_lossy_profile pool=ingress_lossless_pool size=0 static_th=32732160",
		"BUFFER_PROFILE|egress_lossless_profile pool=egress_lossless_pool size=0 static_th=32599040",
		"BUFFER_PROFILE|egress_lossy_profile pool=egress_lossy_pool size=1792 dynamic_th=3",
		"PORT_QOS_MAP|Ethernet0 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc pfc_enable=3 pfcwd_sw_enable=3",
		"PORT_QOS_MAP|Ethernet4 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc pfc_enable=3 pfcwd_sw_enable=3",
	}, queues, []string{
		"BUFFER_PG|Ethernet0|0 profile=ingress_lossy_profile",
		"BUFFER_PG|Ethernet4|0 profile=ingress_lossy_profile",
		"BUFFER_QUEUE|Ethernet0|0 profile=egress_lossy_profile",
		"BUFFER_QUEUE|Ethernet0|3 profile=egress_lossless_profile",
		"BUFFER_QUEUE|Ethernet0|6 profile=egress_lossy_profile",
		"BUFFER_QUEUE|Ethernet4|0 profile=egress_lossy_profile",
		"BUFFER_QUEUE|Ethernet4|3 profile=egress_lossless_profile",
		"BUFFER_QUEUE|Ethernet4|6 profile=egress_lossy_profile",
		"CABLE_LENGTH|AZURE Ethernet0=5m Ethernet4=5m",
	}, watchdog)
	dynamic := slices.Concat(maps, []string{
		"PFC_PRIORITY_TO_PRIORITY_GROUP_MAP|WEFT-pfc-groups 3=3",
	}, objects, []string{
		"BUFFER_POOL|ingress_lossless_pool type=ingress mode=dynamic",
		"BUFFER_POOL|egress_lossless_pool type=egress mode=dynamic size=60817392",
		"BUFFER_POOL|egress_lossy_pool type=egress mode=dynamic",
		"BUFFER_PROFILE|ingress_lossless_profile pool=ingress_lossless_pool size=0 dynamic_th=7",
		"BUFFER_PROFILE|ingress_lossy_profile pool=ingress_lossless_pool size=0 dynamic_th=3",
		"BUFFER_PROFILE|egress_lossless_profile pool=egress_lossless_pool size=0 dynamic_th=7",
		"BUFFER_PROFILE|egress_lossy_profile pool=egress_lossy_pool size=9216 dynamic_th=7",
		"BUFFER_PROFILE|q_lossy_profile pool=egress_lossy_pool size=0 dynamic_th=3",
		"PORT_QOS_MAP|Ethernet0 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc pfc_to_pg_map=WEFT-pfc-groups pfc_enable=3 pfcwd_sw_enable=3",
		"PORT_QOS_MAP|Ethernet4 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc pfc_to_pg_map=WEFT-pfc-groups pfc_enable=3 pfcwd_sw_enable=3",
	}, queues, []string{
		"BUFFER_PG|Ethernet0|0 profile=ingress_lossy_profile",
		"BUFFER_PG|Ethernet0|3 profile=NULL",
		"BUFFER_PG|Ethernet4|0 profile=ingress_lossy_profile",
		"BUFFER_PG|Ethernet4|3 profile=NULL",
		"BUFFER_QUEUE|Ethernet0|0 profile=q_lossy_profile",
		"BUFFER_QUEUE|Ethernet0|3 profile=egress_lossless_profile",
		"BUFFER_QUEUE|Ethernet0|6 profile=q_lossy_profile",
		"BUFFER_QUEUE|Ethernet4|0 profile=q_lossy_profile",
		"BUFFER_QUEUE|Ethernet4|3 profile=egress_lossless_profile",
		"BUFFER_QUEUE|Ethernet4|6 profile=q_lossy_profile",
		"BUFFER_PORT_INGRESS_PROFILE_LIST|Ethernet0 profile_list=ingress_lossless_profile",
		"BUFFER_PORT_INGRESS_PROFILE_LIST|Ethernet4 profile_list=ingress_lossless_profile",
		"BUFFER_PORT_EGRESS_PROFILE_LIST|Ethernet0 profile_list=egress_lossless_profile,egress_lossy_profile",
		"BUFFER_PORT_EGRESS_PROFILE_LIST|Ethernet4 profile_list=egress_lossless_profile,egress_lossy_profile",
		"CABLE_LENGTH|AZURE Ethernet0=5m Ethernet4=5m",
		"DEFAULT_LOSSLESS_BUFFER_PARAMETER|AZURE default_dynamic_th=0",
		"LOSSLESS_TRAFFIC_PATTERN|AZURE mtu=1024 small_packet_percentage=100",
	}, watchdog)
	for model, want := range map[string][]string{"Arista-7050CX3-32S-C32": traditional, "ACS-MSN4700": dynamic} {
		for _, release := range []string{"202405", "202411", "202505", "202511", "202605"} {
			sw := leafModel()
			sw.Ports = sw.Ports[:2]
			got := renderedRows(mustRender(t, sw, leafSite(t, model, release, sw)))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", model, release, diff)
			}
		}
	}
}

// renderCase changes something about the leaf; the rows that contain one of the words are then as wanted.
type renderCase struct {
	model   string // Arista-7260CX3-C64 when empty
	release string // 202405 when empty
	edit    edit
	words   []string
	want    []string
}

var renderCases = map[string]renderCase{
	"stock buffers of TH2": {
		edit: nothing, words: []string{"BUFFER_POOL", "BUFFER_PROFILE"},
		want: []string{
			"BUFFER_POOL|ingress_lossless_pool type=ingress mode=dynamic size=33169344 xoff=7827456",
			"BUFFER_POOL|egress_lossless_pool type=egress mode=static size=42349632",
			"BUFFER_POOL|egress_lossy_pool type=egress mode=dynamic size=26535808",
			"BUFFER_PROFILE|ingress_lossy_profile pool=ingress_lossless_pool size=0 static_th=33169344",
			"BUFFER_PROFILE|egress_lossless_profile pool=egress_lossless_pool size=1518 static_th=42349632",
			"BUFFER_PROFILE|egress_lossy_profile pool=egress_lossy_pool size=1518 dynamic_th=3",
		},
	},
	"stock buffers without a lossy pool": {
		model: "DellEMC-S5232f-C32", edit: nothing, words: []string{"BUFFER_POOL", "BUFFER_PROFILE"},
		want: []string{
			"BUFFER_POOL|ingress_lossless_pool type=ingress mode=dynamic size=26284032 xoff=6291456",
			"BUFFER_POOL|egress_lossless_pool type=egress mode=static size=32575488",
			"BUFFER_PROFILE|ingress_lossy_profile pool=ingress_lossless_pool size=0 dynamic_th=3",
			"BUFFER_PROFILE|egress_lossless_profile pool=egress_lossless_pool size=0 static_th=32575488",
			"BUFFER_PROFILE|egress_lossy_profile pool=egress_lossless_pool size=0 dynamic_th=3",
		},
	},
	"stock buffers of SPC1": {
		model: "ACS-MSN2700", edit: nothing, words: []string{"BUFFER_POOL", "ingress_lossy_profile", "INGRESS_PROFILE_LIST|Ethernet0"},
		want: []string{
			"BUFFER_POOL|ingress_lossless_pool type=ingress mode=dynamic",
			"BUFFER_POOL|egress_lossless_pool type=egress mode=dynamic size=13945824",
			"BUFFER_POOL|egress_lossy_pool type=egress mode=dynamic",
			"BUFFER_POOL|ingress_lossy_pool type=ingress mode=dynamic",
			"BUFFER_PROFILE|ingress_lossy_profile pool=ingress_lossy_pool size=0 dynamic_th=3",
			"BUFFER_PG|Ethernet0|0 profile=ingress_lossy_profile",
			"BUFFER_PG|Ethernet4|0 profile=ingress_lossy_profile",
			"BUFFER_PG|Ethernet8|0 profile=ingress_lossy_profile",
			"BUFFER_PG|Ethernet12|0 profile=ingress_lossy_profile",
			"BUFFER_PORT_INGRESS_PROFILE_LIST|Ethernet0 profile_list=ingress_lossless_profile,ingress_lossy_profile",
			"BUFFER_PORT_INGRESS_PROFILE_LIST|Ethernet4 profile_list=ingress_lossless_profile,ingress_lossy_profile",
			"BUFFER_PORT_INGRESS_PROFILE_LIST|Ethernet8 profile_list=ingress_lossless_profile,ingress_lossy_profile",
			"BUFFER_PORT_INGRESS_PROFILE_LIST|Ethernet12 profile_list=ingress_lossless_profile,ingress_lossy_profile",
		},
	},
	"buffers that are not known": {
		model: "generic", edit: nothing, words: []string{"BUFFER", "CABLE", "LOSSLESS"},
		want: []string{"CABLE_LENGTH|AZURE Ethernet0=5m Ethernet4=5m Ethernet8=5m Ethernet12=5m"},
	},
	"cables": {
		edit: func(_ *qos.Switch, site *vendors.Site) {
			site.Ports[1].CableMetres, site.Ports[2].CableMetres, site.Ports[3].CableMetres = 5.1, 40, 100
		},
		words: []string{"CABLE"},
		want:  []string{"CABLE_LENGTH|AZURE Ethernet0=5m Ethernet4=40m Ethernet8=40m Ethernet12=300m"},
	},
	"a port that pauses nothing": {
		edit: func(sw *qos.Switch, site *vendors.Site) {
			sw.Ports[0].PFC.Priorities, sw.Ports[0].Watchdog.On, sw.Ports[0].Ingress = qos.Is(qos.QueueSet(0)), qos.Is(false), nil
		},
		words: []string{"Ethernet0", "GROUP_MAP"},
		want: []string{
			"TC_TO_PRIORITY_GROUP_MAP|WEFT-groups-lossy 0=0 1=0 2=0 3=0 4=0 5=0 6=0 7=0",
			"TC_TO_PRIORITY_GROUP_MAP|WEFT-groups 0=0 1=0 2=0 3=3 4=0 5=0 6=0 7=0",
			"PORT_QOS_MAP|Ethernet0 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups-lossy pfc_to_queue_map=WEFT-pfc",
			"QUEUE|Ethernet0|0 scheduler=WEFT-q-best_effort",
			"QUEUE|Ethernet0|3 scheduler=WEFT-q-roce wred_profile=WEFT-ecn-roce-100G",
			"QUEUE|Ethernet0|6 scheduler=WEFT-q-cnp",
			"PORT|Ethernet0 mtu=9100",
		},
	},
	"a port that pauses less": {
		edit: func(sw *qos.Switch, site *vendors.Site) {
			withStorage(sw, site)
			sw.Ports[0].PFC.Priorities = qos.Is(qos.Queues(4))
		},
		words: []string{"PORT_QOS_MAP|Ethernet0", "PORT_QOS_MAP|Ethernet4", "GROUP_MAP"},
		want: []string{
			"TC_TO_PRIORITY_GROUP_MAP|WEFT-groups-only-4 0=0 1=0 2=0 3=0 4=4 5=0 6=0 7=0",
			"TC_TO_PRIORITY_GROUP_MAP|WEFT-groups 0=0 1=0 2=0 3=3 4=4 5=0 6=0 7=0",
			"PORT_QOS_MAP|Ethernet0 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups-only-4 pfc_to_queue_map=WEFT-pfc pfc_enable=4 pfcwd_sw_enable=4",
			"PORT_QOS_MAP|Ethernet4 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc pfc_enable=3,4 pfcwd_sw_enable=3,4",
		},
	},
	"by pcp": {
		edit: onClassify(func(c *qos.Classify) {
			*c = *classifying(nil)
			c.Trust, c.PCP[3], c.PCP[6] = qos.Is(qos.TrustPCP), 3, 6
		}),
		words: []string{"TO_TC_MAP", "PORT_QOS_MAP|Ethernet8"},
		want: []string{
			"DOT1P_TO_TC_MAP|WEFT-classify 0=0 1=0 2=0 3=3 4=0 5=0 6=6 7=0",
			"PORT_QOS_MAP|Ethernet8 dot1p_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc pfc_enable=3 pfcwd_sw_enable=3",
		},
	},
	"nothing trusted": {
		edit: onFirstPort(func(p *qos.Port) {
			p.Classify, p.Label = classifying(nil), "edge port"
			p.Classify.Trust = qos.Is(qos.TrustNone)
		}),
		words: []string{"DSCP_TO_TC_MAP"},
		want:  []string{"DSCP_TO_TC_MAP|WEFT-classify-edge-port", "DSCP_TO_TC_MAP|WEFT-classify 24=3 26=3 48=6"},
	},
	"marking": {
		release: "202411", edit: onClassify(marking), words: []string{"TC_TO_DSCP_MAP", "PORT_QOS_MAP|Ethernet8"},
		want: []string{
			"TC_TO_DSCP_MAP|WEFT-mark 0=0 3=26 6=48",
			"PORT_QOS_MAP|Ethernet8 dscp_to_tc_map=WEFT-classify tc_to_queue_map=WEFT-queues tc_to_pg_map=WEFT-groups pfc_to_queue_map=WEFT-pfc tc_to_dscp_map=WEFT-mark pfc_enable=3 pfcwd_sw_enable=3",
		},
	},
	"tunnels on Broadcom": {
		edit:  func(_ *qos.Switch, site *vendors.Site) { site.VXLAN = true },
		words: []string{"|global"}, want: []string{"PORT_QOS_MAP|global dscp_to_tc_map=WEFT-classify"},
	},
	"tunnels on Spectrum": {
		model: "SPC3",
		edit:  func(_ *qos.Switch, site *vendors.Site) { site.VXLAN = true },
		words: []string{"|global"},
	},
	"shaped": {
		edit: func(sw *qos.Switch, site *vendors.Site) {
			slow := *sw.Ports[0].Egress
			for q, max := range map[qos.Queue]*qos.Egress{6: sw.Ports[0].Egress} {
				max.Queues[q].Max = qos.Is(10 * qos.Gbps)
			}
			slow.Queues[6].Max, slow.Queues[3].Min = qos.Is(qos.Gbps), qos.Is(5*qos.Gbps)
			sw.Ports[0].Egress, site.Ports[0].SpeedBps = &slow, 50*qos.Gbps
		},
		words: []string{"SCHEDULER", "QUEUE|Ethernet0|6"},
		want: []string{
			"SCHEDULER|WEFT-q-best_effort type=DWRR weight=50",
			"SCHEDULER|WEFT-q-roce-50G type=DWRR weight=50 meter_type=bytes cir=625000000",
			"SCHEDULER|WEFT-q-cnp-50G type=STRICT meter_type=bytes cir=1 pir=125000000",
			"SCHEDULER|WEFT-q-roce type=DWRR weight=50",
			"SCHEDULER|WEFT-q-cnp-100G type=STRICT meter_type=bytes cir=1 pir=1250000000",
			"QUEUE|Ethernet0|6 scheduler=WEFT-q-cnp-50G",
			"BUFFER_QUEUE|Ethernet0|6 profile=egress_lossy_profile",
		},
	},
	"early drop": {
		edit: onEgress(func(e *qos.Egress) {
			e.Queues[0].ECN = qos.Is(qos.ECN{DropOnly: true, Min: 1000, Max: 2000, Probability: 100})
		}),
		words: []string{"WEFT-ecn-best_effort-100G ecn"},
		want: []string{"WRED_PROFILE|WEFT-ecn-best_effort-100G ecn=ecn_none wred_green_enable=true wred_yellow_enable=true wred_red_enable=true" +
			" green_min_threshold=1000 green_max_threshold=2000 yellow_min_threshold=1000 yellow_max_threshold=2000" +
			" red_min_threshold=1000 red_max_threshold=2000 green_drop_probability=100 yellow_drop_probability=100 red_drop_probability=100"},
	},
	"a queue limit": {
		edit: onLimit(0, qos.Limit{Bytes: 1_000_000}), words: []string{"WEFT-limit", "BUFFER_QUEUE|Ethernet0"},
		want: []string{
			"BUFFER_PROFILE|WEFT-limit-best_effort-f8e08c pool=egress_lossy_pool size=1518 static_th=1000000",
			"BUFFER_QUEUE|Ethernet0|0 profile=WEFT-limit-best_effort-f8e08c",
			"BUFFER_QUEUE|Ethernet0|3 profile=egress_lossless_profile",
			"BUFFER_QUEUE|Ethernet0|6 profile=egress_lossy_profile",
			"BUFFER_QUEUE|Ethernet4|0 profile=WEFT-limit-best_effort-f8e08c",
			"BUFFER_QUEUE|Ethernet8|0 profile=WEFT-limit-best_effort-f8e08c",
			"BUFFER_QUEUE|Ethernet12|0 profile=WEFT-limit-best_effort-f8e08c",
		},
	},
	"explicit headroom": {
		edit: withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8}), words: []string{"headroom", "CABLE", "BUFFER_PG|Ethernet0", "BUFFER_PG|Ethernet4"},
		want: []string{
			"BUFFER_PROFILE|WEFT-headroom-roce-100G-822961 pool=ingress_lossless_pool size=1248 xon=2000 xon_offset=2496 xoff=60000 dynamic_th=-3",
			"BUFFER_PG|Ethernet0|0 profile=ingress_lossy_profile",
			"BUFFER_PG|Ethernet0|3 profile=WEFT-headroom-roce-100G-822961",
			"BUFFER_PG|Ethernet4|0 profile=ingress_lossy_profile",
			"CABLE_LENGTH|AZURE Ethernet0=0m Ethernet4=5m Ethernet8=5m Ethernet12=5m",
		},
	},
	"explicit headroom in the dynamic model": {
		model: "SPC3", edit: withBuffer(qos.Buffer{Headroom: 60_000, AlphaNum: 2, AlphaDen: 1}), words: []string{"headroom", "CABLE", "BUFFER_PG|Ethernet0"},
		want: []string{
			"BUFFER_PROFILE|WEFT-headroom-roce-100G-fab8ab pool=ingress_lossless_pool size=79456 xon=19456 xon_offset=0 xoff=60000 dynamic_th=1",
			"BUFFER_PG|Ethernet0|0 profile=ingress_lossy_profile",
			"BUFFER_PG|Ethernet0|3 profile=WEFT-headroom-roce-100G-fab8ab",
			"CABLE_LENGTH|AZURE Ethernet0=5m Ethernet4=5m Ethernet8=5m Ethernet12=5m",
		},
	},
	"explicit headroom where profiles are not known": {
		model: "Nokia-IXR7220-H4-64D", edit: withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8}), words: []string{"BUFFER"},
		want: []string{
			"BUFFER_POOL|ingress_lossless_pool type=ingress mode=dynamic size=113143792 xoff=48404780",
			"BUFFER_PROFILE|WEFT-headroom-roce-100G-eeb70b pool=ingress_lossless_pool size=2000 xon=2000 xon_offset=0 xoff=60000 dynamic_th=-3",
			"BUFFER_PG|Ethernet0|3 profile=WEFT-headroom-roce-100G-eeb70b",
		},
	},
	"no class names": {
		edit:  func(sw *qos.Switch, _ *vendors.Site) { sw.Names = [qos.NumQueues]string{} },
		words: []string{"SCHEDULER", "QUEUE|Ethernet0|3"},
		want: []string{
			"SCHEDULER|WEFT-q-q0 type=DWRR weight=50",
			"SCHEDULER|WEFT-q-q3 type=DWRR weight=50",
			"SCHEDULER|WEFT-q-q6 type=STRICT",
			"QUEUE|Ethernet0|3 scheduler=WEFT-q-q3 wred_profile=WEFT-ecn-q3-100G",
			"BUFFER_QUEUE|Ethernet0|3 profile=egress_lossless_profile",
		},
	},
	"MTUs": {
		edit:  onFirstPort(func(p *qos.Port) { p.MTU = qos.Is[qos.Bytes](1500) }),
		words: []string{"PORT|"},
		want:  []string{"PORT|Ethernet0 mtu=1500", "PORT|Ethernet4 mtu=9100", "PORT|Ethernet8 mtu=9100", "PORT|Ethernet12 mtu=9100"},
	},
	"a watchdog that forwards": {
		edit: onWatchdogs(func(w *qos.Watchdog) {
			w.Action, w.Poll, w.Restore = qos.Is(qos.WatchdogForward), ms(100), ms(60_000)
		}),
		words: []string{"PFC_WD|GLOBAL", "PFC_WD|Ethernet12"},
		want:  []string{"PFC_WD|GLOBAL POLL_INTERVAL=100", "PFC_WD|Ethernet12 action=forward detection_time=200 restoration_time=60000"},
	},
}

func nothing(*qos.Switch, *vendors.Site) {}

func TestRender(t *testing.T) {
	for name, test := range renderCases {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, orElse(test.model, "Arista-7260CX3-C64"), orElse(test.release, "202405"), sw)
			test.edit(sw, &site)
			if diff := cmp.Diff(test.want, about(renderedRows(mustRender(t, sw, site)), test.words...)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEveryCodePointIsWritten: what a map does not say the ASIC decides.
func TestEveryCodePointIsWritten(t *testing.T) {
	sw := leafModel()
	r := docOf(mustRender(t, sw, leafSite(t, "TH2", "202405", sw))).table(tableDSCP).row("WEFT-classify")
	if len(r.fields) != 64 {
		t.Fatalf("%d code points", len(r.fields))
	}
	for d, f := range r.fields {
		if want := numerals[sw.Ports[0].Classify.DSCP[d]]; f.name != numerals[d] || f.value != want {
			t.Errorf("%d: %+v", d, f)
		}
	}
}

func TestRenderIsDeterministic(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "SPC3", "202405", sw)
	renderCases["shaped"].edit(sw, &site)
	want := string(mustRender(t, sw, site).Bytes())
	for range 50 {
		if got := string(mustRender(t, sw, site).Bytes()); got != want {
			t.Fatalf("two runs differ:\n%s", cmp.Diff(want, got))
		}
	}
}

// objectNames are the keys of the rows that weft names.
func objectNames(c vendors.Config) []string {
	var list []string
	for _, t := range docOf(c).tables {
		for _, r := range t.rows {
			if strings.HasPrefix(r.key, "WEFT-") {
				list = append(list, t.name+"|"+r.key)
			}
		}
	}
	return list
}

// TestEditsKeepNames holds that an edit of what the switch can edit in place renames nothing, and any other one does.
func TestEditsKeepNames(t *testing.T) {
	tests := map[string]struct {
		edit  edit
		keeps bool
	}{
		"weights": {onEgress(func(e *qos.Egress) {
			e.Queues[0].Schedule, e.Queues[3].Schedule = qos.Is(qos.Schedule{Share: 300}), qos.Is(qos.Schedule{Share: 700})
		}), true},
		"thresholds":  {onECN(1000, 4<<20, 50, false), true},
		"strict":      {onEgress(func(e *qos.Egress) { e.Queues[0].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 2}) }), true},
		"code points": {onClassify(func(c *qos.Classify) { c.DSCP[27] = 3 }), true},
		"lossless set": {func(sw *qos.Switch, site *vendors.Site) {
			withStorage(sw, site)
			withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8})(sw, site)
			for i := range sw.Ports {
				sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(3))
			}
		}, true},
		"headroom":       {withBuffer(qos.Buffer{Headroom: 70_000, XON: 2000, AlphaNum: 1, AlphaDen: 8}), true},
		"its threshold":  {withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 4}), true},
		"its kind":       {withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, XOFF: 90_000}), false},
		"where it ends":  {withBuffer(qos.Buffer{Headroom: 60_000, XON: 3000, AlphaNum: 1, AlphaDen: 8}), false},
		"other headroom": {withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8}), true},
	}
	base := func(edit edit) vendors.Config {
		sw := leafModel()
		site := leafSite(t, "Arista-7260CX3-C64", "202511", sw)
		withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8})(sw, &site)
		edit(sw, &site)
		return mustRender(t, sw, site)
	}
	before := objectNames(base(nothing))
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			after := objectNames(base(test.edit))
			if same := cmp.Equal(before, after); same != test.keeps {
				t.Errorf("names before and after: %s", cmp.Diff(before, after))
			}
		})
	}
}

// TestNamesFit: a name is at most 31 characters, and no two rows of a table have one.
func TestNamesFit(t *testing.T) {
	sw := leafModel()
	sw.Names[3] = "a_very_long_class_name_for_roce"
	site := leafSite(t, "Arista-7260CX3-C64", "202411", sw)
	withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8})(sw, &site)
	other := *sw.Ports[0].Egress
	other.Queues[3].ECN.V.Max++
	sw.Ports[1].Egress, sw.Ports[1].Labels.Egress = &other, "a label that is long, and longer"
	third := *sw.Ports[0].Egress
	third.Queues[3].ECN.V.Max += 2
	sw.Ports[2].Egress = &third
	seen := map[string]bool{}
	for _, name := range objectNames(mustRender(t, sw, site)) {
		_, key, _ := strings.Cut(name, "|")
		if len(key) > 31 || seen[name] {
			t.Errorf("%s is too long, or there twice", name)
		}
		seen[name] = true
	}
	if n := len(about(renderedRows(mustRender(t, sw, site)), "WRED_PROFILE|")); n != 3 {
		t.Errorf("%d drop profiles", n)
	}
}

func TestRenderRefusesNames(t *testing.T) {
	tests := map[string]edit{
		"prefix":             func(_ *qos.Switch, site *vendors.Site) { site.Prefix = `W","x` },
		"no prefix":          func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "" },
		"prefix with a dash": func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "WE-FT" },
		"long prefix":        func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "WEFTWEFTW" },
		"digit first":        func(_ *qos.Switch, site *vendors.Site) { site.Prefix = "1WEFT" },
		"class":              func(sw *qos.Switch, _ *vendors.Site) { sw.Names[3] = `roce"` },
		"class with a bar":   func(sw *qos.Switch, _ *vendors.Site) { sw.Names[3] = "ro|ce" },
		"class with a dot":   func(sw *qos.Switch, _ *vendors.Site) { sw.Names[3] = "ro.ce" },
		"port":               func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = `Ethernet0"` },
		"alias":              func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "etp1" },
	}
	for name, edit := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "TH2", "202405", sw)
			fitted, _, _ := SONiC{}.Fit(sw, site)
			edit(fitted, &site)
			if config, diags := (SONiC{}).Render(fitted, site); config != nil || !diags.HasErrors() {
				t.Errorf("rendered: %v", diags)
			}
		})
	}
}

// TestAdopt: objects of weft's get the names of rows that it is handed.
func TestAdopt(t *testing.T) {
	storage := func(sw *qos.Switch, site *vendors.Site) {
		withStorage(sw, site)
		sw.Ports[0].Egress.Queues[4] = sw.Ports[0].Egress.Queues[3]
	}
	tests := map[string]struct {
		edit  edit
		adopt map[string]string
		words []string
		want  []string
	}{
		"a drop profile": {
			edit: nothing, adopt: map[string]string{"ecn:roce": "WRED_PROFILE AZURE_LOSSLESS"}, words: []string{"QUEUE|Ethernet0|3", "WRED"},
			want: []string{
				"WRED_PROFILE|AZURE_LOSSLESS ecn=ecn_all wred_green_enable=true wred_yellow_enable=true wred_red_enable=true" +
					" green_min_threshold=262144 green_max_threshold=1048576 yellow_min_threshold=262144 yellow_max_threshold=1048576" +
					" red_min_threshold=262144 red_max_threshold=1048576 green_drop_probability=5 yellow_drop_probability=5 red_drop_probability=5",
				"QUEUE|Ethernet0|3 scheduler=WEFT-q-roce wred_profile=AZURE_LOSSLESS",
				"BUFFER_QUEUE|Ethernet0|3 profile=egress_lossless_profile",
			},
		},
		"one for two classes": {
			edit:  storage,
			adopt: map[string]string{"ecn": "WRED_PROFILE|AZURE_LOSSLESS", "q:roce": "SCHEDULER|scheduler.1", "q:storage": "SCHEDULER|scheduler.1"},
			words: []string{"QUEUE|Ethernet0|3", "QUEUE|Ethernet0|4", "SCHEDULER|"},
			want: []string{
				"SCHEDULER|WEFT-q-best_effort type=DWRR weight=34",
				"SCHEDULER|scheduler.1 type=DWRR weight=33",
				"SCHEDULER|WEFT-q-cnp type=STRICT",
				"QUEUE|Ethernet0|3 scheduler=scheduler.1 wred_profile=AZURE_LOSSLESS",
				"QUEUE|Ethernet0|4 scheduler=scheduler.1 wred_profile=AZURE_LOSSLESS",
				"BUFFER_QUEUE|Ethernet0|3 profile=egress_lossless_profile",
				"BUFFER_QUEUE|Ethernet0|4 profile=egress_lossless_profile",
			},
		},
		"maps": {
			edit: nothing,
			adopt: map[string]string{
				"classify": "DSCP_TO_TC_MAP|AZURE", "queues": "TC_TO_QUEUE_MAP|AZURE", "groups": "TC_TO_PRIORITY_GROUP_MAP|AZURE", "pfc": "MAP_PFC_PRIORITY_TO_QUEUE|AZURE",
			},
			words: []string{"PORT_QOS_MAP|Ethernet0", "TO_TC_MAP"},
			want: []string{
				"DSCP_TO_TC_MAP|AZURE 24=3 26=3 48=6",
				"PORT_QOS_MAP|Ethernet0 dscp_to_tc_map=AZURE tc_to_queue_map=AZURE tc_to_pg_map=AZURE pfc_to_queue_map=AZURE pfc_enable=3 pfcwd_sw_enable=3",
			},
		},
		"by speed": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				slow := *sw.Ports[0].Egress
				slow.Queues[3].ECN.V.Max = 500_000
				sw.Ports[0].Egress, site.Ports[0].SpeedBps = &slow, 50*qos.Gbps
			},
			adopt: map[string]string{"ecn:roce:50G": "WRED_PROFILE|SLOW"}, words: []string{"QUEUE|Ethernet0|3 s", "QUEUE|Ethernet4|3 s"},
			want: []string{
				"QUEUE|Ethernet0|3 scheduler=WEFT-q-roce wred_profile=SLOW",
				"QUEUE|Ethernet4|3 scheduler=WEFT-q-roce wred_profile=WEFT-ecn-roce-100G",
			},
		},
		"headroom": {
			edit:  withBuffer(qos.Buffer{Headroom: 60_000, XON: 2000, AlphaNum: 1, AlphaDen: 8}),
			adopt: map[string]string{"headroom:roce": "BUFFER_PROFILE|ROCE_100G"}, words: []string{"ROCE_100G"},
			want: []string{
				"BUFFER_PROFILE|ROCE_100G pool=ingress_lossless_pool size=1248 xon=2000 xon_offset=2496 xoff=60000 dynamic_th=-3",
				"BUFFER_PG|Ethernet0|3 profile=ROCE_100G",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "Arista-7260CX3-C64", "202405", sw)
			test.edit(sw, &site)
			site.Adopt = test.adopt
			if diff := cmp.Diff(test.want, about(renderedRows(mustRender(t, sw, site)), test.words...)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAdoptRefuses(t *testing.T) {
	tests := map[string]struct{ role, object, want string }{
		"no such role":   {"ecn-roce", "WRED_PROFILE|AZURE_LOSSLESS", `adopt "WRED_PROFILE|AZURE_LOSSLESS" as "ecn-roce": there is no such role; there is classify, queues, groups, pfc, pfc-groups, mark, q[:CLASS], ecn[:CLASS[:SPEED]], headroom[:CLASS[:SPEED]], limit[:CLASS]`},
		"another table":  {"ecn:roce", "SCHEDULER|scheduler.1", `adopt "SCHEDULER|scheduler.1" as "ecn:roce": that role takes a row of WRED_PROFILE, such as "WRED_PROFILE|AZURE"`},
		"no table":       {"ecn:roce", "AZURE_LOSSLESS", `adopt "AZURE_LOSSLESS" as "ecn:roce": that role takes a row of WRED_PROFILE, such as "WRED_PROFILE|AZURE"`},
		"no such class":  {"ecn:rose", "WRED_PROFILE|AZURE_LOSSLESS", `adopt "WRED_PROFILE|AZURE_LOSSLESS" as "ecn:rose": there is no traffic_class "rose"`},
		"a strange name": {"ecn:roce", `WRED_PROFILE|A"B`, `adopt "WRED_PROFILE|A\"B" as "ecn:roce": "A\"B" cannot be the name of a row that weft edits`},
		"the switch's":   {"headroom:roce", "BUFFER_PROFILE|pg_lossless_100000_5m_profile", `adopt "BUFFER_PROFILE|pg_lossless_100000_5m_profile" as "headroom:roce": "pg_lossless_100000_5m_profile" cannot be the name of a row that weft edits`},
		"variants":       {"q", "SCHEDULER|scheduler.1", `adopt "SCHEDULER|scheduler.1" as "q": there are 3 variants (WEFT-q-best_effort, WEFT-q-roce, WEFT-q-cnp), and one row cannot be all of them; name one of them, such as q:best_effort, or adopt none`},
		"needless":       {"mark", "TC_TO_DSCP_MAP|AZURE", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, "Arista-7260CX3-C64", "202405", sw)
			fitted, _, _ := SONiC{}.Fit(sw, site)
			site.Adopt = map[string]string{test.role: test.object}
			_, diags := SONiC{}.Render(fitted, site)
			switch err := diags.Err(); {
			case test.want == "" && (err != nil || len(diags) != 1):
				t.Errorf("got %v", diags)
			case test.want != "" && (err == nil || err.Error() != test.want):
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestAdoptTwice: one row cannot say what two classes want of it.
func TestAdoptTwice(t *testing.T) {
	sw := leafModel()
	site := leafSite(t, "Arista-7260CX3-C64", "202405", sw)
	fitted, _, _ := SONiC{}.Fit(sw, site)
	site.Adopt = map[string]string{"q:roce": "SCHEDULER|s", "q:cnp": "SCHEDULER|s"}
	_, diags := SONiC{}.Render(fitted, site)
	if err := diags.Err(); err == nil || err.Error() != `adopt "SCHEDULER|s": it would have to say two things at once` {
		t.Errorf("got %v", err)
	}
}

func BenchmarkFitAndRender(b *testing.B) {
	for _, model := range []string{"Arista-7260CX3-C64", "ACS-MSN4700"} {
		b.Run(model, func(b *testing.B) {
			sw := leafModel()
			p := sw.Ports[0]
			sw.Ports = nil
			for i := range 64 {
				p.Name = physicalWord + numberField("", int64(4*i)).value
				sw.Ports = append(sw.Ports, p)
			}
			site := leafSite(b, model, "202511", sw)
			b.ReportAllocs()
			for b.Loop() {
				fitted, _, _ := SONiC{}.Fit(sw, site)
				if config, _ := (SONiC{}).Render(fitted, site); config == nil {
					b.Fatal("nothing rendered")
				}
			}
		})
	}
}
