package cloudengine

// viewTop is the system view.
var viewTop = newView(spec{forms: []formSpec{
	{"interface| IFACE", "", nil},
	{"interface| IFACE mode l2", "", nil},
	{"return", "", nil},

	{"diffserv domain| NAME", "", viewDomain},
	{"traffic classifier| NAME type or/and", "", viewClassifier},
	{"traffic classifier| NAME", "traffic classifier NAME type or", viewClassifier},
	{"traffic behavior| NAME", "", viewBehavior},
	{"traffic policy| NAME", "", viewPolicy},
	{"traffic-policy| NAME global inbound/outbound", "", nil},
	{"traffic-policy| NAME global slot NUM inbound/outbound", "", nil},
	{"acl number NUM", "", viewForeign},
	{"acl ipv6 number NUM", "", viewForeign},
	{"acl name REST", "", viewForeign},
	{"acl ipv6 name REST", "", viewForeign},

	{"dcb pfc", "", viewPFC},
	{"dcb pfc NAME", "", viewPFC},
	{"dcb pfc dscp-mapping enable slot NUM", "", nil},
	{"dcb pfc deadlock-detect interval COUNT", "", nil},
	{"dcb pfc deadlock-detect timer COUNT", "", nil},
	{"dcb pfc deadlock-recovery timer COUNT", "", nil},
	{"dcb pfc deadlock recovery-behavior forwarding/discard slot NUM", "", nil},
	{"dcb pfc global disable", "", nil},
	{"dcb pfc uplink group NAME", "", viewUplink},
	{"dcb ets-profile NAME", "", viewETS},
	{"dcb app-profile NAME", "", viewForeign},

	{"drop-profile| NAME", "", viewDrop},
	{"qos ecn", "", nil},
	{"qos ecn enable", "", nil},
	{"qos hpc enhanced", "", nil},
	{"qos burst-mode REST", "", nil},
	{"qos traffic-policy only-one-effective", "", nil},
	{"qos buffer headroom-pool size NUM kbytes/mbytes slot NUM", "", nil},
	{"ai-service|", "", viewAI},
	{"low-latency fabric|", "", viewOpaque},
	{"buffer optimization| mode REST", "", nil},

	{"lldp enable", "", nil},
	{"assign forward nvo3| egress mark-ecn enable", "", nil},
	{"assign forward nvo3| transit mark inner-ecn enable", "", nil},

	{"vlan NUM", "", viewScope},
	{"bridge-domain NUM", "", viewScope},
	{"ip vpn-instance NAME", "", viewScope},
	{"qos group NAME", "", viewScope},
	{"port-group NAME", "", viewScope},
}, odd: []string{
	"dcb", "qos", "trust", "undo dcb", "undo qos",
}, foreign: []string{
	"qos micro-burst REST", "qos buffer-monitoring REST", "qos buffer overrun REST", "qos queue-alarm REST",
}})

// viewForeign is a block of whose lines none is in scope; viewOpaque one whose lines all are, and none is understood.
var (
	viewForeign = newView(spec{})
	viewOpaque  = newView(spec{all: true})
)

// viewDomain is a map between header fields and service classes.
var viewDomain = newView(spec{all: true, forms: []formSpec{
	{"8021p-inbound QUEUE phb PHB COLOUR", "", nil},
	{"8021p-inbound QUEUE phb PHB", "8021p-inbound QUEUE phb PHB green", nil},
	{"8021p-outbound PHB COLOUR map QUEUE", "", nil},
	{"ip-dscp-inbound DSCP phb PHB COLOUR", "", nil},
	{"ip-dscp-inbound DSCP phb PHB", "ip-dscp-inbound DSCP phb PHB green", nil},
	{"ip-dscp-outbound PHB COLOUR map DSCP", "", nil},
	{"dei enable", "", nil},
}})

// viewClassifier, viewBehavior and viewPolicy are the parts of a traffic policy.
var (
	viewClassifier = newView(spec{all: true, forms: []formSpec{
		{"if-match dscp DSCPS", "", nil},
		{"if-match 8021p PRIOS", "", nil},
		{"if-match ip-precedence PRIOS", "", nil},
		{"if-match any", "", nil},
		{"if-match acl NAME", "", nil},
		{"if-match ipv6 acl NAME", "", nil},
		{"if-match destination-mac/source-mac/l2-protocol/vlan/inner-vlan/inner-8021p/protocol/tcp-flag/ecn/rocev2/vxlan/gre/nexthop REST", "", nil},
		{"if-match inbound-interface/outbound-interface/ip-identification/qos-local-id REST", "", nil},
		{"if-match double-tag/discard/unicast/unknown-unicast", "", nil},
	}})
	viewBehavior = newView(spec{all: true, forms: []formSpec{
		{"remark dscp NAME", "", nil},
		{"remark 8021p QUEUE", "", nil},
		{"remark local-precedence PHB COLOUR", "", nil},
		{"remark local-precedence PHB", "", nil},
		{"remark qos-local-id/vxlan/destination-mac/vlan-id REST", "", nil},
		{"car REST", "", nil},
		{"statistics enable", "", nil},
		{"deny", "", nil},
		{"permit", "", nil},
		{"redirect REST", "", nil},
		{"mirroring REST", "", nil},
	}})
	viewPolicy = newView(spec{all: true, forms: []formSpec{
		{"classifier NAME behavior NAME precedence NUM", "", nil},
		{"classifier NAME behavior NAME", "", nil},
	}})
)

// viewPFC, viewETS and viewDrop are profiles; viewUplink is a group of ports for deadlock prevention.
var (
	viewPFC = newView(spec{all: true, forms: []formSpec{
		{"priority PRIOS", "", nil},
		{"priority QUEUE deadlock-detect time COUNT", "", nil},
		{"priority QUEUE deadlock-recovery time COUNT", "", nil},
		{"priority QUEUE deadlock-detect time COUNT deadlock-recovery time COUNT", "", nil},
		{"priority QUEUE turn-off threshold COUNT", "", nil},
		{"priority QUEUE error-down threshold COUNT", "", nil},
		{"undo priority PRIOS", "", nil},
	}})
	viewETS = newView(spec{all: true, forms: []formSpec{
		{"priority-group NUM", "", nil},
		{"priority-group NUM pq", "", nil},
		{"priority-group NUM drr weight PERCENT", "", nil},
		{"priority-group NUM queue QUEUES", "", nil},
		{"priority-group NUM shaping REST", "", nil},
		{"priority-group NUM renumber NUM", "", nil},
		{"queue QUEUES pq/lpq", "", nil},
		{"queue QUEUES drr", "queue QUEUES drr weight 1", nil},
		{"queue QUEUES drr weight PERCENT", "", nil},
		{"queue QUEUES shaping cir RATE", "", nil},
		{"queue QUEUES shaping cir RATE pir RATE", "", nil},
		{"queue QUEUES shaping cir RATE cbs REST", "", nil},
		{"queue QUEUES shaping cir RATE pir RATE cbs REST", "", nil},
	}})
	viewDrop = newView(spec{all: true, forms: []formSpec{
		{"color green/yellow/red/non-tcp low-limit PERCENT high-limit PERCENT discard-percentage PERCENT", "", nil},
		{"color green/yellow/red/non-tcp buffer-size low-limit NUM high-limit NUM discard-percentage PERCENT", "", nil},
		{"color green/yellow/red/non-tcp buffer-size cell low-limit NUM high-limit NUM discard-percentage PERCENT", "", nil},
		{"ecn low-limit PERCENT high-limit PERCENT discard-percentage PERCENT", "", nil},
		{"ecn buffer-size low-limit NUM high-limit NUM discard-percentage PERCENT", "", nil},
		{"ecn buffer-size cell low-limit NUM high-limit NUM discard-percentage PERCENT", "", nil},
		{"ecn weight NUM", "", nil},
	}})
	viewUplink = newView(spec{all: true, forms: []formSpec{
		{"adjust original-dscp DSCP to priority QUEUE dscp DSCP", "", nil},
		{"group-member interface IFACE", "", nil},
	}})
)

// viewAI holds the blocks that set ECN by themselves, viewAIQueues each of them.
var (
	viewAI = newView(spec{all: true, forms: []formSpec{
		{"ai-ecn", "", viewAIQueues},
		{"iqcn", "", viewAIQueues},
		{"npcc", "", viewAIQueues},
	}})
	viewAIQueues = newView(spec{all: true, forms: []formSpec{
		{"ai-ecn enable", "", nil},
		{"iqcn enable", "", nil},
		{"npcc enable", "", nil},
		{"assign queue QUEUE", "", nil},
		{"assign queue QUEUE model NAME", "", nil},
		{"rpg-time-reset NUM", "", nil},
	}})
)

// viewPort is a physical port or a bundle; viewSub a sub-interface of one; viewNve the VXLAN interface; viewScope whatever
// else a traffic policy may be applied to.
var (
	viewPort = newView(spec{forms: []formSpec{
		{"trust| dscp", "", nil},
		{"trust| 8021p outer/inner", "", nil},
		{"trust| upstream NAME", "", nil},
		{"port priority| QUEUE", "", nil},
		{"port pfc-deadlock| trigger error-down/turn-off", "", nil},
		{"traffic-policy| NAME inbound/outbound", "", nil},
		{"qos phb marking dscp enable", "", nil},
		{"qos phb marking 8021p enable/disable", "", nil},
		{"qos car REST", "", nil},
		{"qos lr REST", "", nil},

		{"dcb pfc enable", "dcb pfc enable mode auto", nil},
		{"dcb pfc enable mode manual/auto", "", nil},
		{"dcb pfc enable NAME mode manual/auto", "", nil},
		{"dcb pfc enable NAME", "dcb pfc enable NAME mode auto", nil},
		{"dcb pfc buffer QUEUE hdrm NUM", "dcb pfc buffer QUEUE hdrm NUM kbytes", nil},
		{"dcb pfc buffer QUEUE hdrm NUM kbytes", "", nil},
		{"dcb pfc buffer QUEUE guaranteed REST", "", nil},
		{"dcb pfc buffer QUEUE xoff static NUM cells", "", nil},
		{"dcb pfc buffer QUEUE xoff static NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer QUEUE xoff static NUM", "dcb pfc buffer QUEUE xoff static NUM kbytes", nil},
		{"dcb pfc buffer QUEUE xoff static NUM kbytes/mbytes xon offset NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer QUEUE xoff dynamic NUM", "", nil},
		{"dcb pfc buffer QUEUE xoff dynamic NUM xon offset NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer QUEUE xon static NUM kbytes/mbytes xoff static NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer QUEUE xon dynamic NUM xoff dynamic NUM", "", nil},
		{"dcb ets enable NAME", "", nil},
		{"dcb app-profile REST", "", nil},
		{"dcb compliance intel-oui", "", nil},

		{"qos queue QUEUE drr weight PERCENT", "", nil},
		{"qos queue QUEUE wfq weight PERCENT", "", nil},
		{"qos queue QUEUE wred NAME", "", nil},
		{"qos queue QUEUE ecn", "", nil},
		{"qos queue QUEUE shaping cir RATE", "", nil},
		{"qos queue QUEUE shaping cir RATE pir RATE", "", nil},
		{"qos queue QUEUE shaping cir RATE cbs REST", "", nil},
		{"qos queue QUEUE shaping cir RATE pir RATE cbs REST", "", nil},
		{"qos queue QUEUE shaping percent cir PERCENT", "", nil},
		{"qos queue QUEUE shaping percent cir PERCENT pir PERCENT", "", nil},
		{"qos buffer queue QUEUE shared-threshold dynamic NUM", "", nil},
		{"qos buffer queue QUEUE shared-threshold static NUM bytes/kbytes/mbytes", "", nil},
		{"qos burst-mode REST", "", nil},
		{"qos SCHED", "", nil},

		{"mtu| NUM", "", nil},
		{"jumboframe enable| NUM", "", nil},
		{"jumboframe enable| NUM NUM", "", nil},
		{"flow-control", "", nil},
		{"flow-control| input/output", "", nil},
		{"eth-trunk| NUM", "", nil},
		{"undo portswitch", "", nil},
		{"portswitch", "", nil},
		{"lldp tlv-enable dcbx", "", nil},
		{"lldp disable", "", nil},
		{"undo lldp enable", "", nil},
		{"iqcn enable", "", nil},
		{"npcc enable", "", nil},
		{"long-distance mode NAME", "", nil},
	}, odd: []string{
		"dcb", "qos", "iqcn", "npcc", "long-distance",
		"undo trust", "undo qos", "undo dcb", "undo jumboframe", "undo mtu", "undo traffic-policy",
		"drop-profile", "diffserv", "interface", // these are of the system view
	}, foreign: []string{
		"qos micro-burst REST", "qos buffer-monitoring REST", "qos queue-alarm REST",
	}})
	viewSub = newView(spec{forms: []formSpec{
		{"trust| dscp", "", nil},
		{"trust| 8021p outer/inner", "", nil},
		{"trust| upstream NAME", "", nil},
		{"port priority| QUEUE", "", nil},
		{"traffic-policy| NAME inbound/outbound", "", nil},
		{"qos phb marking dscp enable", "", nil},
		{"qos phb marking 8021p enable/disable", "", nil},
	}, odd: []string{"qos", "dcb", "undo trust", "interface"}})
	viewNve = newView(spec{forms: []formSpec{
		{"qos phb marking dscp enable/disable", "", nil},
	}, odd: []string{"qos", "trust", "traffic-policy", "dcb", "interface"}})
	viewScope = newView(spec{forms: []formSpec{
		{"traffic-policy| NAME inbound/outbound", "", nil},
	}, odd: []string{"qos", "trust", "dcb", "interface"}})
)
