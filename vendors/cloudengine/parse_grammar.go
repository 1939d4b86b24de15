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
	{"dcb pfc deadlock-detect interval NUM", "", nil},
	{"dcb pfc deadlock-detect timer NUM", "", nil},
	{"dcb pfc deadlock-recovery timer NUM", "", nil},
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
	{"8021p-inbound NUM phb PHB COLOUR", "", nil},
	{"8021p-inbound NUM phb PHB", "8021p-inbound NUM phb PHB green", nil},
	{"8021p-outbound PHB COLOUR map NUM", "", nil},
	{"ip-dscp-inbound NUM phb PHB COLOUR", "", nil},
	{"ip-dscp-inbound NUM phb PHB", "ip-dscp-inbound NUM phb PHB green", nil},
	{"ip-dscp-outbound PHB COLOUR map NUM", "", nil},
	{"dei enable", "", nil},
}})

// viewClassifier, viewBehavior and viewPolicy are the parts of a traffic policy.
var (
	viewClassifier = newView(spec{all: true, forms: []formSpec{
		{"if-match dscp DSCPS", "", nil},
		{"if-match 8021p NUMS", "", nil},
		{"if-match ip-precedence NUMS", "", nil},
		{"if-match any", "", nil},
		{"if-match acl NAME", "", nil},
		{"if-match ipv6 acl NAME", "", nil},
		{"if-match REST", "", nil},
	}})
	viewBehavior = newView(spec{all: true, forms: []formSpec{
		{"remark dscp NAME", "", nil},
		{"remark 8021p NUM", "", nil},
		{"remark local-precedence PHB COLOUR", "", nil},
		{"remark local-precedence PHB", "", nil},
		{"remark REST", "", nil},
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
		{"priority NUMS", "", nil},
		{"priority NUM deadlock-detect time NUM", "", nil},
		{"priority NUM deadlock-recovery time NUM", "", nil},
		{"priority NUM deadlock-detect time NUM deadlock-recovery time NUM", "", nil},
		{"priority NUM turn-off threshold NUM", "", nil},
		{"priority NUM error-down threshold NUM", "", nil},
		{"undo priority NUMS", "", nil},
	}})
	viewETS = newView(spec{all: true, forms: []formSpec{
		{"priority-group NUM", "", nil},
		{"priority-group NUM pq", "", nil},
		{"priority-group NUM drr weight NUM", "", nil},
		{"priority-group NUM queue QUEUES", "", nil},
		{"priority-group NUM shaping REST", "", nil},
		{"priority-group NUM renumber NUM", "", nil},
		{"queue QUEUES pq/lpq", "", nil},
		{"queue QUEUES drr", "queue QUEUES drr weight 1", nil},
		{"queue QUEUES drr weight NUM", "", nil},
		{"queue QUEUES shaping cir RATE", "", nil},
		{"queue QUEUES shaping cir RATE pir RATE", "", nil},
		{"queue QUEUES shaping cir RATE cbs REST", "", nil},
		{"queue QUEUES shaping cir RATE pir RATE cbs REST", "", nil},
	}})
	viewDrop = newView(spec{all: true, forms: []formSpec{
		{"color green/yellow/red/non-tcp low-limit NUM high-limit NUM discard-percentage NUM", "", nil},
		{"color green/yellow/red/non-tcp buffer-size low-limit NUM high-limit NUM discard-percentage NUM", "", nil},
		{"color green/yellow/red/non-tcp buffer-size cell low-limit NUM high-limit NUM discard-percentage NUM", "", nil},
		{"ecn low-limit NUM high-limit NUM discard-percentage NUM", "", nil},
		{"ecn buffer-size low-limit NUM high-limit NUM discard-percentage NUM", "", nil},
		{"ecn buffer-size cell low-limit NUM high-limit NUM discard-percentage NUM", "", nil},
		{"ecn weight NUM", "", nil},
	}})
	viewUplink = newView(spec{all: true, forms: []formSpec{
		{"adjust original-dscp NUM to priority NUM dscp NUM", "", nil},
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
		{"assign queue NUM", "", nil},
		{"assign queue NUM model NAME", "", nil},
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
		{"port priority| NUM", "", nil},
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
		{"dcb pfc buffer NUM hdrm NUM", "dcb pfc buffer NUM hdrm NUM kbytes", nil},
		{"dcb pfc buffer NUM hdrm NUM kbytes", "", nil},
		{"dcb pfc buffer NUM guaranteed REST", "", nil},
		{"dcb pfc buffer NUM xoff static NUM cells", "", nil},
		{"dcb pfc buffer NUM xoff static NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer NUM xoff static NUM", "dcb pfc buffer NUM xoff static NUM kbytes", nil},
		{"dcb pfc buffer NUM xoff static NUM kbytes/mbytes xon offset NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer NUM xoff dynamic NUM", "", nil},
		{"dcb pfc buffer NUM xoff dynamic NUM xon offset NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer NUM xon static NUM kbytes/mbytes xoff static NUM kbytes/mbytes", "", nil},
		{"dcb pfc buffer NUM xon dynamic NUM xoff dynamic NUM", "", nil},
		{"dcb ets enable NAME", "", nil},
		{"dcb app-profile REST", "", nil},
		{"dcb compliance intel-oui", "", nil},

		{"qos queue NUM drr weight NUM", "", nil},
		{"qos queue NUM wfq weight NUM", "", nil},
		{"qos queue NUM wred NAME", "", nil},
		{"qos queue NUM ecn", "", nil},
		{"qos queue NUM shaping cir RATE", "", nil},
		{"qos queue NUM shaping cir RATE pir RATE", "", nil},
		{"qos queue NUM shaping cir RATE cbs REST", "", nil},
		{"qos queue NUM shaping cir RATE pir RATE cbs REST", "", nil},
		{"qos queue NUM shaping percent cir NUM", "", nil},
		{"qos queue NUM shaping percent cir NUM pir NUM", "", nil},
		{"qos buffer queue NUM shared-threshold dynamic NUM", "", nil},
		{"qos buffer queue NUM shared-threshold static NUM bytes/kbytes/mbytes", "", nil},
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
		{"port priority| NUM", "", nil},
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
