package sonic

import (
	"strconv"
	"testing"
	"time"

	"github.com/weft-net/weft/qos"
)

const port0 = "Ethernet0"

func TestReadClassification(t *testing.T) {
	class := func(d int) func(p *qos.Port) string {
		return func(p *qos.Port) string { return strconv.Itoa(int(p.Classify.DSCP[d])) }
	}
	leaves := func(d int) func(p *qos.Port) string {
		return func(p *qos.Port) string { return strconv.Itoa(int(p.Classify.RewriteDSCP[d])) }
	}
	byTag := all(unset("PORT_QOS_MAP", port0, "dscp_to_tc_map"), set("PORT_QOS_MAP", port0, "dot1p_to_tc_map", "m"), func(e *editor) {
		for pcp := range qos.NumPCP {
			e.set("DOT1P_TO_TC_MAP", "m", strconv.Itoa(pcp), "0")
		}
	}, set("DOT1P_TO_TC_MAP", "m", "3", "4"))
	runVariants(t, "leaf-traditional.json", goldenModel, []variant{
		{"another class", set("DSCP_TO_TC_MAP", "AZURE", "10", "5"), class(10), "5"},
		{"another queue of a class", set("TC_TO_QUEUE_MAP", "AZURE", "5", "2"), class(46), "2"},
		{"a class above the queues", all(set("DSCP_TO_TC_MAP", "AZURE", "10", "12"), set("TC_TO_QUEUE_MAP", "AZURE", "12", "1")), class(10), "1"},
		{"a code point without a class", unset("DSCP_TO_TC_MAP", "AZURE", "5"), sayTrust,
			"?: DSCP_TO_TC_MAP|AZURE has no entry for 5, and no source says which class that then has"},
		{"a priority without a class", all(byTag, unset("DOT1P_TO_TC_MAP", "m", "7")), sayTrust,
			"?: DOT1P_TO_TC_MAP|m has no entry for 7, and no source says which class that then has"},
		{"a map that is not there", set("PORT_QOS_MAP", port0, "dscp_to_tc_map", "x"), sayTrust, "?: DSCP_TO_TC_MAP|x is bound and not there"},
		{"a reference of old", set("PORT_QOS_MAP", port0, "dscp_to_tc_map", "[DSCP_TO_TC_MAP|AZURE]"), sayTrust,
			"?: [DSCP_TO_TC_MAP|AZURE] is a reference as it was written before 2021, which the switch refuses"},
		{"no map of classes to queues", unset("PORT_QOS_MAP", port0, "tc_to_queue_map"), sayTrust,
			"?: no tc_to_queue_map is bound, and no source says which queue a traffic class then has"},
		{"a class without a queue", unset("TC_TO_QUEUE_MAP", "AZURE", "5"), sayTrust, "?: traffic class 5 has no queue in TC_TO_QUEUE_MAP|AZURE"},
		{"a queue beyond", set("TC_TO_QUEUE_MAP", "AZURE", "5", "9"), sayTrust, "?: traffic class 5 has queue 9, and weft knows those up to 7"},
		{"a code point that is none", set("DSCP_TO_TC_MAP", "AZURE", "64", "0"), sayTrust,
			`?: DSCP_TO_TC_MAP|AZURE "64": "0" is nothing that weft understands`},
		{"a class that is none", set("DSCP_TO_TC_MAP", "AZURE", "6", "16"), sayTrust,
			`?: DSCP_TO_TC_MAP|AZURE "6": "16" is nothing that weft understands`},
		{"a leading zero", set("DSCP_TO_TC_MAP", "AZURE", "06", "0"), sayTrust,
			`?: DSCP_TO_TC_MAP|AZURE "06": "0" is nothing that weft understands`},
		{"both fields", set("PORT_QOS_MAP", port0, "dot1p_to_tc_map", "AZURE"), sayTrust,
			"?: both a DSCP and a dot1p map are bound, and which of them counts is up to the maker of the ASIC"},
		{"no map at all", all(unset("PORT_QOS_MAP", port0, "dscp_to_tc_map"), drop("PORT_QOS_MAP", "global")), sayTrust,
			"default: no map is bound, and no source says how the ASIC then classifies"},
		{"by PCP", byTag, sayTrust, "pcp"},
		{"by PCP, a packet of DSCP 26", byTag, class(26), "0"},
		{"by PCP, a frame of PCP 3", byTag, func(p *qos.Port) string { return strconv.Itoa(int(p.Classify.PCP[3])) }, "4"},
		{"a mark", all(set("TC_TO_DSCP_MAP", "m", "3", "24"), set("PORT_QOS_MAP", port0, "tc_to_dscp_map", "m")), leaves(26), "24"},
		{"a class without a mark", all(set("TC_TO_DSCP_MAP", "m", "3", "24"), set("PORT_QOS_MAP", port0, "tc_to_dscp_map", "m")), leaves(34), "-1"},
		{"a mark where PCP decides", all(byTag, set("TC_TO_DSCP_MAP", "m", "3", "24"), set("PORT_QOS_MAP", port0, "tc_to_dscp_map", "m")), sayTrust,
			"?: packets leave with a DSCP by their traffic class, which their DSCP does not decide"},
		{"a priority on the way out", all(set("TC_TO_DOT1P_MAP", "m", "3", "5"), set("PORT_QOS_MAP", port0, "tc_to_dot1p_map", "m")),
			func(p *qos.Port) string { return strconv.Itoa(int(p.Classify.RewritePCP[3])) }, "5"},
		{"two priorities of one queue", all(set("TC_TO_QUEUE_MAP", "AZURE", "5", "3"), set("TC_TO_DOT1P_MAP", "m", "3", "5"),
			set("TC_TO_DOT1P_MAP", "m", "5", "6"), set("PORT_QOS_MAP", port0, "tc_to_dot1p_map", "m")), sayTrust,
			"?: traffic classes of queue 3 leave with different priorities"},
	})
}

func TestReadQueues(t *testing.T) {
	scheduler := func(name, value string) func(e *editor) { return set("SCHEDULER", "scheduler.1", name, value) }
	wred := func(name, value string) func(e *editor) { return set("WRED_PROFILE", "AZURE_LOSSLESS", name, value) }
	runVariants(t, "leaf-traditional.json", goldenModel, []variant{
		{"a weight", scheduler("weight", "100"), sayQueue(3), "100 %"},
		{"no weight", unset("SCHEDULER", "scheduler.1", "weight"), sayQueue(3), "1 %"},
		{"a weight of nothing", scheduler("weight", "0"), sayQueue(3), `?: SCHEDULER|scheduler.1 "weight": "0" is nothing that weft understands`},
		{"too much weight", scheduler("weight", "101"), sayQueue(3), `?: SCHEDULER|scheduler.1 "weight": "101" is nothing that weft understands`},
		{"strict", scheduler("type", "STRICT"), sayQueue(3), "strict priority 5"},
		{"by packets", scheduler("type", "WRR"), sayQueue(3), "?: SCHEDULER|scheduler.1 shares by WRR, which counts packets and not bytes"},
		{"no type", unset("SCHEDULER", "scheduler.1", "type"), sayQueue(3), "?: SCHEDULER|scheduler.1 shares by WRR, which counts packets and not bytes"},
		{"a type in small letters", scheduler("type", "dwrr"), sayQueue(3), `?: SCHEDULER|scheduler.1 "type": "dwrr" is nothing that weft understands`},
		{"a priority", scheduler("priority", "1"), sayQueue(3), "?: SCHEDULER|scheduler.1 has a field priority, and the switch refuses such a row"},
		{"no scheduler", unset("QUEUE", "Ethernet0|3", "scheduler"), sayQueue(3), "default: no scheduler is bound"},
		{"a scheduler that is not there", set("QUEUE", "Ethernet0|3", "scheduler", "x"), sayQueue(3), "?: SCHEDULER|x is bound and not there"},
		{"a shaper", all(scheduler("cir", "1"), scheduler("pir", "1250000000")), sayMax(3), "10 Gbps"},
		{"a guarantee", scheduler("cir", "1250000000"), sayMin(3), "10 Gbps"},
		{"no guarantee", scheduler("cir", "0"), sayMin(3), "none"},
		{"a shaper in packets", all(scheduler("meter_type", "packets"), scheduler("pir", "1000")), sayMax(3), "?: SCHEDULER|scheduler.1 counts packets and not bytes"},
		{"a shaper of the port", all(set("SCHEDULER", "p", "type", "DWRR"), set("SCHEDULER", "p", "pir", "1"), set("PORT_QOS_MAP", port0, "scheduler", "p")), sayMax(3),
			"?: the port as a whole is shaped by SCHEDULER|p"},
		{"a scheduler of the port that shapes nothing", all(set("SCHEDULER", "p", "type", "DWRR"), set("PORT_QOS_MAP", port0, "scheduler", "p")), sayMax(3), "none"},
		{"two rows that differ", set("QUEUE", "Ethernet0|2-3", "scheduler", "scheduler.2"), sayQueue(3), "?: two rows of QUEUE say different things of 3"},
		{"the queue beside them", set("QUEUE", "Ethernet0|2-3", "scheduler", "scheduler.2"), sayQueue(4), "40 %"},
		{"a range of one", set("QUEUE", "Ethernet0|3-3", "scheduler", "scheduler.2"), sayQueue(4), "?: QUEUE|Ethernet0|3-3 is for no queue that weft understands"},
		{"the marking of two rows that differ", set("QUEUE", "Ethernet0|2-3", "scheduler", "scheduler.2"), sayECN(3), "?: two rows of QUEUE say different things of 3"},

		{"thresholds", wred("green_min_threshold", "1048575"), sayECN(3), "from 1048575 B to 1 MiB at 5 %"},
		{"no probability", unset("WRED_PROFILE", "AZURE_LOSSLESS", "green_drop_probability"), sayECN(3), "from 256 KiB to 1 MiB at 100 %"},
		{"no marking", wred("ecn", "ecn_none"), sayECN(3), "early drop from 256 KiB to 1 MiB at 5 %"},
		{"marking of other colours", wred("ecn", "ecn_yellow_red"), sayECN(3), "early drop from 256 KiB to 1 MiB at 5 %"},
		{"no mode", unset("WRED_PROFILE", "AZURE_LOSSLESS", "ecn"), sayECN(3), "early drop from 256 KiB to 1 MiB at 5 %"},
		{"not enabled", wred("wred_green_enable", "false"), sayECN(3), "off"},
		{"no enable", unset("WRED_PROFILE", "AZURE_LOSSLESS", "wred_green_enable"), sayECN(3), "off"},
		{"no profile", unset("QUEUE", "Ethernet0|3", "wred_profile"), sayECN(3), "off"},
		{"a profile that is not there", set("QUEUE", "Ethernet0|3", "wred_profile", "x"), sayECN(3), "?: WRED_PROFILE|x is bound and not there"},
		{"an enable in capitals", wred("wred_green_enable", "True"), sayECN(3), "?: WRED_PROFILE|AZURE_LOSSLESS has values for green that weft does not understand"},
		{"thresholds the wrong way round", wred("green_min_threshold", "1048577"), sayECN(3),
			"?: WRED_PROFILE|AZURE_LOSSLESS has green_min_threshold 1048577 above green_max_threshold 1048576"},
		{"more than 32 bits", wred("green_max_threshold", "2147483648"), sayECN(3), "?: WRED_PROFILE|AZURE_LOSSLESS has values for green that weft does not understand"},
		{"an odd mode", wred("ecn", "ecn_blue"), sayECN(3), "?: WRED_PROFILE|AZURE_LOSSLESS has values for green that weft does not understand"},
		{"no thresholds", unset("WRED_PROFILE", "AZURE_LOSSLESS", "green_min_threshold"), sayECN(3), "?: WRED_PROFILE|AZURE_LOSSLESS has no thresholds for green"},
		{"a field that no profile has", wred("mark_threshold", "1"), sayECN(3), "?: WRED_PROFILE|AZURE_LOSSLESS has a field mark_threshold, and the switch refuses such a row"},

		{"a limit", set("BUFFER_PROFILE", "egress_lossy_profile", "dynamic_th", "-3"), sayLimit(0), "alpha 1/8"},
		{"no limit", drop("BUFFER_QUEUE", "Ethernet0|0-2"), sayLimit(0), "none"},
		{"trimming", set("BUFFER_PROFILE", "egress_lossy_profile", "packet_discard_action", "trim"), sayLimit(0),
			"?: BUFFER_PROFILE|egress_lossy_profile trims packets, where others drop them"},
		{"either threshold", set("BUFFER_PROFILE", "egress_lossy_profile", "static_th", "1"), sayLimit(0), "?: BUFFER_PROFILE|egress_lossy_profile has a threshold of either kind"},
		{"neither threshold", unset("BUFFER_PROFILE", "egress_lossy_profile", "dynamic_th"), sayLimit(0), "?: BUFFER_PROFILE|egress_lossy_profile has no threshold"},
		{"an odd threshold", set("BUFFER_PROFILE", "egress_lossy_profile", "dynamic_th", "8"), sayLimit(0),
			`?: BUFFER_PROFILE|egress_lossy_profile "dynamic_th": "8" is nothing that weft understands`},
		{"limits that differ", set("BUFFER_QUEUE", "Ethernet0|2", "profile", "egress_lossless_profile"), sayLimit(2), "?: two rows of BUFFER_QUEUE say different things of 2"},
	})
}

func TestReadPFC(t *testing.T) {
	const not3 = "4: PFC is on for priority 3, but "
	own := all(set("BUFFER_PROFILE", "mine", "pool", "ingress_lossless_pool"), set("BUFFER_PROFILE", "mine", "size", "4608"),
		set("BUFFER_PROFILE", "mine", "xoff", "200000"), set("BUFFER_PROFILE", "mine", "xon", "5000"),
		set("BUFFER_PROFILE", "mine", "dynamic_th", "-1"), set("BUFFER_PG", "Ethernet0|3", "profile", "mine"))
	runVariants(t, "leaf-traditional.json", goldenModel, []variant{
		{"other priorities", set("PORT_QOS_MAP", port0, "pfc_enable", "4"), sayPFC, "4"},
		{"no priorities", unset("PORT_QOS_MAP", port0, "pfc_enable"), sayPFC, "none"},
		{"an empty list", set("PORT_QOS_MAP", port0, "pfc_enable", ""), sayPFC, "none"},
		{"a range", set("PORT_QOS_MAP", port0, "pfc_enable", "3-4"), sayPFC, "?: pfc_enable 3-4 is no list of priorities"},
		{"a priority that is none", set("PORT_QOS_MAP", port0, "pfc_enable", "8"), sayPFC, "?: pfc_enable 8 is no list of priorities"},
		{"a comma too many", set("PORT_QOS_MAP", port0, "pfc_enable", "3,"), sayPFC, "?: pfc_enable 3, is no list of priorities"},
		{"asymmetric", set("PORT", port0, "pfc_asym", "on"), sayPFC, "?: pfc_asym is on: the port obeys PAUSE of every priority"},
		{"no cable", unset("CABLE_LENGTH", "AZURE", port0), sayPFC,
			"none: PFC is on for priority 3, but the port has no cable length, without which the switch makes no lossless buffer"},
		{"a cable of nothing", set("CABLE_LENGTH", "AZURE", port0, "0m"), sayPFC,
			"none: PFC is on for priority 3, but the port has a cable of 0m, for which the switch makes no lossless buffer"},
		{"a cable that the table does not list", set("CABLE_LENGTH", "AZURE", port0, "41m"), sayPFC,
			"none: PFC is on for priority 3, but the switch's table has no line for the speed and a cable of 41m"},
		{"an odd cable", set("CABLE_LENGTH", "AZURE", port0, "40"), sayPFC, "?: the cable length 40 is nothing that weft understands"},
		{"no group of its own", set("TC_TO_PRIORITY_GROUP_MAP", "AZURE", "3", "0"), sayPFC, not3 + "traffic class 3 is not in priority group 3"},
		{"a lossy class in its group", set("TC_TO_PRIORITY_GROUP_MAP", "AZURE", "5", "3"), sayPFC,
			"?: traffic class 5 shares priority group 3 with others, and is paused with them"},
		{"no map to groups", unset("PORT_QOS_MAP", port0, "tc_to_pg_map"), sayPFC, "none: PFC is on for priority 3, but no tc_to_pg_map is bound"},
		{"a map to groups that is not there", set("PORT_QOS_MAP", port0, "tc_to_pg_map", "x"), sayPFC, "?: TC_TO_PRIORITY_GROUP_MAP|x is bound and not there"},
		{"no map of pauses to queues", unset("PORT_QOS_MAP", port0, "pfc_to_queue_map"), sayPFC,
			"?: no pfc_to_queue_map is bound, and no source says which queue PAUSE then stops"},
		{"a pause of no queue", unset("MAP_PFC_PRIORITY_TO_QUEUE", "AZURE", "3"), sayPFC, not3 + "MAP_PFC_PRIORITY_TO_QUEUE|AZURE gives it no queue"},
		{"a pause of another queue", set("MAP_PFC_PRIORITY_TO_QUEUE", "AZURE", "3", "2"), sayPFC,
			"?: PAUSE of priority 3 stops queue 2, and weft knows equal numbers only"},
		{"a pause of no group", all(set("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "m", "4", "4"), set("PORT_QOS_MAP", port0, "pfc_to_pg_map", "m")), sayPFC,
			not3 + "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP|m gives it no group"},
		{"a lossy group", set("BUFFER_PG", "Ethernet0|3", "profile", "ingress_lossy_profile"), sayPFC,
			not3 + "its group has BUFFER_PROFILE|ingress_lossy_profile, which has no headroom"},
		{"a queue that drops", set("BUFFER_PROFILE", "egress_lossless_profile", "static_th", "32599039"), sayPFC,
			"none: PFC is on for priority 3, but its queue has BUFFER_PROFILE|egress_lossless_profile, which drops"},
		{"a queue without a profile", drop("BUFFER_QUEUE", "Ethernet0|3-4"), sayPFC,
			"none: PFC is on for priority 3, but its queue has no row in BUFFER_QUEUE, and nothing keeps it from dropping"},
		{"NULL in the traditional model", set("BUFFER_PG", "Ethernet0|3", "profile", "NULL"), sayPFC,
			"?: its profile is NULL, which the traditional buffer model does not know"},
		{"a profile that is not there", set("BUFFER_PG", "Ethernet0|3", "profile", "x"), sayPFC, "?: BUFFER_PROFILE|x is bound and not there"},
		{"a buffer of its own", own, sayPFC, "3,4"},
		{"what that is", own, sayBuffer(3), "headroom 200000 B, XOFF by alpha 1/2, XON at 5000 B"},
		{"the other buffer", own, sayBuffer(4), "default"},
		{"rows that differ", all(own, set("BUFFER_PG", "Ethernet0|3-4", "profile", "ingress_lossy_profile")), sayPFC, "?: two rows of BUFFER_PG say different things of 3"},
	})
	runVariants(t, "leaf-dynamic.json", "Mellanox-SN4600C-C64", []variant{
		{"the switch's own", func(*editor) {}, sayBuffer(3), "default"},
		{"no row", drop("BUFFER_PG", "Ethernet0|3-4"), sayPFC, "none: PFC is on for priority 3, but its group has no row in BUFFER_PG"},
		{"a threshold of its own", all(set("BUFFER_PROFILE", "mine", "headroom_type", "dynamic"), set("BUFFER_PROFILE", "mine", "dynamic_th", "2"),
			set("BUFFER_PG", "Ethernet0|3-4", "profile", "mine")), sayBuffer(3), "XOFF by alpha 4/1"},
		{"a queue that drops", set("BUFFER_PROFILE", "egress_lossless_profile", "dynamic_th", "3"), sayPFC,
			"none: PFC is on for priority 3, but its queue has BUFFER_PROFILE|egress_lossless_profile, which drops"},
		{"the model of the metadata", set("DEVICE_METADATA", "localhost", "buffer_model", "traditional"), sayPFC,
			"?: its profile is NULL, which the traditional buffer model does not know"},
	})
}

func TestReadWatchdogAndMTU(t *testing.T) {
	watchdog := func(name, value string) func(e *editor) { return set("PFC_WD", port0, name, value) }
	duration := func(of func(w *qos.Watchdog) qos.Value[time.Duration]) func(p *qos.Port) string {
		return func(p *qos.Port) string { return say(of(&p.Watchdog), time.Duration.String) }
	}
	detect := duration(func(w *qos.Watchdog) qos.Value[time.Duration] { return w.Detect })
	restore := duration(func(w *qos.Watchdog) qos.Value[time.Duration] { return w.Restore })
	poll := duration(func(w *qos.Watchdog) qos.Value[time.Duration] { return w.Poll })
	action := func(p *qos.Port) string { return say(p.Watchdog.Action, qos.WatchdogAction.String) }
	mtu := func(p *qos.Port) string { return say(p.MTU, qos.Bytes.String) }
	runVariants(t, "leaf-traditional.json", goldenModel, []variant{
		{"no row", drop("PFC_WD", port0), sayWatch, "off"},
		{"forward", watchdog("action", "forward"), action, "forward"},
		{"alert", watchdog("action", "alert"), action, "alert"},
		{"an odd action", watchdog("action", "Drop"), action, `?: PFC_WD|Ethernet0 "action": "Drop" is nothing that weft understands`},
		{"a time", watchdog("detection_time", "300"), detect, "300ms"},
		{"an odd time", watchdog("detection_time", "3s"), detect, `?: PFC_WD|Ethernet0 "detection_time": "3s" is nothing that weft understands`},
		{"below the poll interval", watchdog("detection_time", "199"), detect,
			"?: detection_time is 199ms, below the POLL_INTERVAL of 200ms, and no source says what the switch then does"},
		{"no time", unset("PFC_WD", port0, "detection_time"), sayWatch, "?: PFC_WD|Ethernet0 has no detection_time, and the switch refuses such a row"},
		{"another restoration", watchdog("restoration_time", "400"), restore, "400ms"},
		{"no restoration", unset("PFC_WD", port0, "restoration_time"), restore, "0s: without restoration_time a queue is never restored"},
		{"another poll interval", set("PFC_WD", "GLOBAL", "POLL_INTERVAL", "100"), poll, "100ms"},
		{"no poll interval", drop("PFC_WD", "GLOBAL"), poll, "default: no POLL_INTERVAL is set"},
		{"nothing to watch", unset("PORT_QOS_MAP", port0, "pfc_enable"), sayWatch, "off: the port pauses nothing, so there is nothing to watch"},
		{"one of two", set("PORT_QOS_MAP", port0, "pfcwd_sw_enable", "3"), sayWatch,
			"?: pfcwd_sw_enable is 3 where the port pauses 3,4, and no source says which of them the watchdog watches"},
		{"an odd list", set("PORT_QOS_MAP", port0, "pfcwd_sw_enable", "3-4"), sayWatch, "?: pfcwd_sw_enable 3-4 is no list of priorities"},
		{"what is paused is not known", set("PORT_QOS_MAP", port0, "pfc_enable", "x"), sayWatch, "?: what the port pauses is not known"},

		{"an MTU", set("PORT", port0, "mtu", "9216"), mtu, "9 KiB"},
		{"no MTU", unset("PORT", port0, "mtu"), mtu, "9100 B"},
		{"too large an MTU", set("PORT", port0, "mtu", "9217"), mtu, `?: PORT|Ethernet0 "mtu": "9217" is nothing that weft understands`},
		{"too small an MTU", set("PORT", port0, "mtu", "67"), mtu, `?: PORT|Ethernet0 "mtu": "67" is nothing that weft understands`},
	})
}
