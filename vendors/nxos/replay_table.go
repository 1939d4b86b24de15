package nxos

// cliMode is where a command is typed: configuration mode, one of its sub-modes, or exec mode outside of it.
type cliMode uint8

// The modes.
const (
	inExec cliMode = iota
	inConfig
	inClassMap
	inGroupMap // a class-map of qos-groups, which only a Nexus 3000 lets users make
	inPolicyQoS
	inClassQoS
	inPolicyNetwork
	inClassNetwork
	inPolicyQueuing
	inClassQueuing
	inSystemQoS
	inInterface // a port or a bundle
	inOtherPort // any interface else but a tunnel
	inTunnel
	inAccessList
	inForeign // a block that is not of QoS
	numModes
)

// outerMode is the mode that exit returns to, and that a command falls back to when its own mode does not know it.
var outerMode = [numModes]cliMode{
	inConfig: inExec, inClassMap: inConfig, inGroupMap: inConfig,
	inPolicyQoS: inConfig, inClassQoS: inPolicyQoS, inPolicyNetwork: inConfig, inClassNetwork: inPolicyNetwork,
	inPolicyQueuing: inConfig, inClassQueuing: inPolicyQueuing,
	inSystemQoS: inConfig, inInterface: inConfig, inOtherPort: inConfig, inTunnel: inConfig, inAccessList: inConfig, inForeign: inConfig,
}

// verb is what a command does to the configuration, and its negation undoes.
type verb uint8

// The verbs.
const (
	opensObject  verb = iota // makes or enters an object that has a name
	opensClass               // makes or enters a class of the policy
	opensSystem              // enters system qos
	opensPort                // enters an interface
	opensForeign             // makes or enters a block that is not of QoS
	sets                     // takes the place of the line with the same key
	lists                    // takes the place of a list, or adds to it, by the reading of a doubt
	joins                    // adds values to the list on the line with the same key
	toggles                  // plain or negated, takes the place of the other
	binds                    // attaches a policy where another may only be exchanged for it
	swaps                    // attaches a policy in the place of another
	keeps                    // a line that is not of QoS: kept as it is typed
)

// reach is whose behaviour a command may change.
type reach uint8

// The reaches.
const (
	asUsual reach = iota // what usualReach says
	nobody
	thePort   // the interface of the mode: itself, or the members of the bundle
	theMember // the interface of the mode, which joins or leaves a bundle
	theUsers  // every port that the object of the mode is bound to, directly or through others
	everyPort
)

// usualReach is the reach of the lines of a mode.
var usualReach = [numModes]reach{
	inConfig: everyPort, inClassMap: theUsers, inGroupMap: theUsers, inPolicyQoS: theUsers, inClassQoS: theUsers,
	inPolicyNetwork: theUsers, inClassNetwork: theUsers, inPolicyQueuing: theUsers, inClassQueuing: theUsers,
	inSystemQoS: everyPort, inInterface: thePort, inTunnel: everyPort,
}

// never says that a command has no negation.
const never = "-"

// manualRow is one line of the manual: what may be typed where, and what the switch makes of it.
type manualRow struct {
	in     cliMode
	also   []cliMode // other modes that have it
	line   string    // its grammar: keywords, <parameters>, [optional] and {this|that} parts
	does   verb      // re-entry
	key    int       // so many first words of the printed line name it
	rival  string    // another beginning of a line that this one takes the place of
	opens  cliMode   // the mode it leads to
	kind   kindOf    // of the object it makes or names
	preset string    // its default: where nothing is printed, this holds
	hidden string    // a default that is printed or not, by the reading of a doubt
	no     string    // its negation after "no"; empty when it is the line itself
	needs  []demand  // what must hold before it is accepted
	frees  []demand  // what must hold before its negation is accepted
	touch  reach     // when it is not the usual one
	src    string
}

// manual is all that the model of the device knows about commands. Forms that no source confirms are refused, or accepted
// by the reading of a doubt.
//
// It does not have: interface ranges, qos copy, default interface, policies under vlan configuration, the lines that members
// of a bundle inherit, and what a change between switched and routed does to the other lines of a port.
var manual = []manualRow{
	// Classification: reference section 2.1.
	{in: inConfig, line: "class-map [type qos] [match-any|match-all] <name>", does: opensObject, kind: classMapQoS, opens: inClassMap,
		needs: []demand{nameIsFree, sameMatch}, frees: []demand{saysTypeQoS, sameMatch, notUsed}, src: "S-BF, S-CLS7X"},
	{in: inConfig, line: "class-map type network-qos [match-any|match-all] <name>", does: opensObject, kind: classMapNetwork, opens: inGroupMap,
		needs: []demand{usersMakeGroups, nameIsFree}, frees: []demand{notUsed}, src: "S-BF, S-3232"},
	{in: inConfig, line: "class-map type queuing [match-any|match-all] <name>", does: opensObject, kind: classMapQueuing, opens: inGroupMap,
		needs: []demand{usersMakeGroups, nameIsFree}, frees: []demand{notUsed}, src: "S-QUE, S-BF"},
	{in: inClassMap, line: "match dscp <dscps>", does: joins, key: 2, needs: []demand{noAccessListBeside}, src: "S-BF, S-PG"},
	{in: inClassMap, line: "match cos <coses>", does: joins, key: 2, needs: []demand{noAccessListBeside}, src: "S-BF"},
	{in: inClassMap, line: "match precedence <coses>", does: joins, key: 2, needs: []demand{noAccessListBeside}, src: "S-BF"},
	{in: inClassMap, line: "match access-group name <acl>", does: sets, key: 3, kind: accessList,
		needs: []demand{accessListExists, noMatchBeside}, src: "S-CLS7X"},
	{in: inGroupMap, line: "match qos-group <0-7>", does: sets, key: 2, src: "S-CHKPT"},
	{in: inClassMap, also: otherObjects, line: "description <text>", does: keeps, key: 1, no: "description [<text>]", src: "S-BF"},
	{in: inConfig, line: "{ip|ipv6|mac} access-list <acl>", does: opensObject, kind: accessList, opens: inAccessList,
		frees: []demand{notUsed}, src: "S-CLS7X, S-BF"},
	{in: inAccessList, line: "<1-4294967295> <text>", does: keeps, key: 1, no: "<1-4294967295> [<text>]", touch: theUsers, src: "S-BF"},
	{in: inAccessList, line: "{permit|deny|remark|statistics} <text>", does: keeps, touch: theUsers, src: "S-BF"},

	// Policies of type qos: 2.2.
	{in: inConfig, line: "policy-map type qos <name>", does: opensObject, kind: policyQoS, opens: inPolicyQoS,
		needs: []demand{notBuiltIn}, frees: []demand{notUsed}, src: "S-PG, S-BF"},
	{in: inPolicyQoS, line: "class [type qos] <name>", does: opensClass, kind: classMapQoS, opens: inClassQoS,
		needs: []demand{classMapExists, roomForClass}, src: "S-PG, S-QOS7X"},
	{in: inPolicyQoS, line: "class [type qos] <name> insert-before <name>", does: opensClass, kind: classMapQoS, opens: inClassQoS, no: never,
		needs: []demand{knowsInsertBefore, classMapExists, laterClassExists, roomForClass}, src: "S-QOS7X"},
	{in: inClassQoS, line: "set qos-group <0-7>", does: sets, key: 2, needs: []demand{setReplaces}, src: "S-PG, S-BF"},
	{in: inClassQoS, line: "set dscp <dscp>", does: sets, key: 2, needs: []demand{setReplaces}, src: "S-ANN"},
	{in: inClassQoS, line: "set cos <0-7>", does: sets, key: 2, needs: []demand{setReplaces}, src: "S-ANN"},
	{in: inClassQoS, line: "set precedence <0-7>", does: sets, key: 2, needs: []demand{setReplaces}, src: "S-QOS7X"},
	{in: inClassQoS, line: "police <words>", does: sets, key: 1, src: "S-QOS7X"},

	// Policies of type network-qos: 2.3.
	{in: inConfig, line: "policy-map type network-qos <name>", does: opensObject, kind: policyNetwork, opens: inPolicyNetwork,
		needs: []demand{notBuiltIn}, frees: []demand{notUsed}, src: "S-PG, S-BF"},
	{in: inPolicyNetwork, line: "class type network-qos <name>", does: opensClass, kind: classMapNetwork, opens: inClassNetwork,
		needs: []demand{activeEdit, groupClass}, frees: []demand{activeEdit}, src: "S-BF, S-CHKPT"},
	{in: inClassNetwork, line: "mtu <576-9216>", does: sets, key: 1, hidden: "mtu 1500",
		needs: []demand{activeEdit}, frees: []demand{activeEdit}, src: "S-BF, S-TFN"},
	{in: inClassNetwork, line: "pause pfc-cos <coses>", does: lists, key: 2, rival: "no pause pfc-cos", preset: "no pause pfc-cos 0",
		needs: []demand{activeEdit, priorityIsFree, noDropLimit}, frees: []demand{activeEdit}, src: "S-PG, S-CHKPT2"},
	{in: inClassNetwork, line: "pause no-drop", does: sets, key: 2,
		needs: []demand{activeEdit, pauseNoDrop, noDropLimit}, frees: []demand{activeEdit}, src: "S-LAB"},
	{in: inClassNetwork, line: "congestion-control tail-drop", does: sets, key: 2,
		needs: []demand{usersMakeGroups, activeEdit}, frees: []demand{activeEdit}, src: "S-BF"},

	// Policies of type queuing: 2.4 and 2.5.
	{in: inConfig, line: "policy-map type queuing <name>", does: opensObject, kind: policyQueuing, opens: inPolicyQueuing,
		needs: []demand{notBuiltIn}, frees: []demand{notUsed}, src: "S-PG, S-BF"},
	{in: inPolicyQueuing, line: "class type queuing <name>", does: opensClass, kind: classMapQueuing, opens: inClassQueuing,
		needs: []demand{groupClass}, frees: []demand{bandwidthMayGo}, src: "S-QUE, S-CHKPT"},
	{in: inClassQueuing, line: "priority level <1-8>", does: sets, key: 2, no: "priority [level <1-8>]",
		needs: []demand{noBandwidthBeside, noPauseBeside, levelIsFree, strictFromTheTop}, frees: []demand{priorityForm}, src: "S-QUE, S-TFN"},
	{in: inClassQueuing, line: "bandwidth percent <0-100>", does: sets, key: 1,
		needs: []demand{noPriorityBeside, noPauseBeside, sameBandwidthKind, sumWithin100}, frees: []demand{bandwidthMayGo}, src: "S-QUE, S-ANN"},
	{in: inClassQueuing, line: "bandwidth remaining percent <0-100>", does: sets, key: 1,
		needs: []demand{noPriorityBeside, noPauseBeside, sameBandwidthKind, sumWithin100}, frees: []demand{bandwidthMayGo}, src: "S-QUE, S-ANN"},
	{in: inClassQueuing, line: "shape min <n> {kbps|mbps|gbps|pps} max <n> {kbps|mbps|gbps|pps}", does: sets, key: 1,
		needs: []demand{outputClass, shapeUnit, shapeInOrder, shapeStep}, src: "S-QUE"},
	{in: inClassQueuing, line: "random-detect " + thresholds, does: sets, key: 2, rival: "random-detect threshold",
		no:    "random-detect [" + thresholds + "]",
		needs: []demand{outputClass, noAFDBeside, thresholdsInOrder, randomDetectReplaces}, frees: []demand{randomDetectForm}, src: "S-CMD-R"},
	{in: inClassQueuing, line: "random-detect threshold {burst-optimized|mesh-optimized} [ecn]", does: sets, key: 2, rival: "random-detect minimum-threshold",
		needs: []demand{outputClass, noAFDBeside, randomDetectReplaces}, src: "S-CMD-R"},
	{in: inClassQueuing, line: "queue-limit <n> [packets|bytes|kbytes|mbytes|ms|us]", does: sets, key: 1,
		needs: []demand{outputClass}, src: "S-CMD-Q"},
	{in: inClassQueuing, line: "queue-limit {percent <0-100>|dynamic <0-10>}", does: sets, key: 1,
		needs: []demand{outputClass}, src: "S-CMD-Q"},
	{in: inClassQueuing, line: "afd queue-desired <n> {bytes|kbytes|mbytes} [ecn]", does: sets, key: 1,
		needs: []demand{knowsAFD, outputClass, noRandomDetectBeside}, src: "S-TFN"},
	{in: inClassQueuing, line: "pause buffer-size " + bufferSizes, does: sets, key: 2, no: "pause buffer-size [" + bufferSizes + "]",
		needs: []demand{inputClass, noShareBeside, pauseInOrder, pauseMinimum}, frees: []demand{pauseBufferForm}, src: "S-PFC105, S-LAB"},

	// Attachment: 2.6, 1.4.
	{in: inConfig, line: "system qos", does: opensSystem, opens: inSystemQoS, no: never, src: "S-PG"},
	{in: inSystemQoS, line: "service-policy type network-qos <name> [no-stats]", does: swaps, key: 3, kind: policyNetwork,
		needs: []demand{policyExists}, src: "S-3232"},
	{in: inSystemQoS, line: "service-policy type queuing {input|output} <name> [no-stats]", does: swaps, key: 4, kind: policyQueuing,
		needs: []demand{policyExists, fitsQueuing}, src: "S-PG, S-ATT"},
	{in: inSystemQoS, line: "service-policy type qos input <name> [no-stats]", does: binds, key: 4, kind: policyQoS,
		needs: []demand{policyExists}, src: "S-COMM"},
	{in: inInterface, line: "service-policy type qos input <name> [no-stats]", does: binds, key: 4, kind: policyQoS,
		needs: []demand{policyExists, regionIsCarved}, src: "S-ATT, S-BF, S-TCAM"},
	{in: inInterface, line: "service-policy type queuing {input|output} <name> [no-stats]", does: binds, key: 4, kind: policyQueuing,
		needs: []demand{policyExists, fitsQueuing}, src: "S-ATT, S-BF"},

	// Interface lines: 2.7, 2.10, 2.11, 2.12.
	{in: inConfig, line: "interface <port>", does: opensPort, opens: inInterface, frees: []demand{madeByUsers, noMembers}, src: "S-BF"},
	{in: inInterface, line: "priority-flow-control mode {auto|off|on [send-tlv]}", does: sets, key: 2, preset: "priority-flow-control mode auto",
		needs: []demand{noFlowControlBeside, lldpForTLV}, src: "S-DME-PFC, S-PFC105, S-AZ"},
	{in: inInterface, line: "priority-flow-control watch-dog-interval {on|off}", does: sets, key: 2,
		preset: "priority-flow-control watch-dog-interval off",
		src:    "S-PG, S-BF"},
	{in: inInterface, line: "mtu <576-9216>", does: sets, key: 1, preset: "mtu 1500", no: "mtu [<576-9216>]",
		needs: []demand{belowJumbo, layer2MTU}, src: "S-TFN, S-ANN"},
	{in: inInterface, line: "flowcontrol receive {on|off}", does: sets, key: 2, preset: "flowcontrol receive off",
		needs: []demand{noPFCBeside}, src: "S-AZ"},
	{in: inInterface, line: "flowcontrol send {on|off}", does: sets, key: 2, preset: "flowcontrol send off",
		needs: []demand{noPFCBeside}, src: "S-AZ"},
	{in: inInterface, line: "channel-group <1-4096> [force] [mode {on|active|passive}]", does: sets, key: 1,
		no: "channel-group [<1-4096> [force] [mode {on|active|passive}]]", needs: []demand{physicalPort}, touch: theMember, src: "S-ANN"},
	{in: inInterface, line: "switchport", does: toggles, src: "S-BF"},
	{in: inInterface, line: "lldp transmit", does: toggles, preset: "lldp transmit",
		needs: []demand{lldpIsOn}, frees: []demand{lldpIsOn}, src: "S-ANSIBLE"},
	{in: inInterface, line: "lldp receive", does: toggles, preset: "lldp receive",
		needs: []demand{lldpIsOn}, frees: []demand{lldpIsOn}, src: "S-ANSIBLE"},
	{in: inInterface, line: "lldp dcbx version auto", does: sets, key: 3, preset: "lldp dcbx version auto",
		needs: []demand{lldpIsOn}, src: "S-BF"},
	{in: inTunnel, line: "qos-mode pipe", does: sets, key: 2, src: "S-CMD-Q"},

	// Switch-wide lines: 2.8 to 2.11, 2.13.
	{in: inConfig, line: "priority-flow-control watch-dog-interval {on|off}", does: sets, key: 2,
		preset: "priority-flow-control watch-dog-interval off", src: "S-PG"},
	{in: inConfig, line: "priority-flow-control {" + watchdogTimes + "}", does: sets, key: 3,
		needs: []demand{knowsWatchdogTimes}, frees: []demand{knowsWatchdogTimes}, src: "S-DCNM, S-SHOW-Q, S-DME-PFC"},
	{in: inConfig, line: "priority-flow-control override-interface mode off", does: toggles,
		preset: "no priority-flow-control override-interface mode off", src: "S-CHKPT"},
	{in: inConfig, line: "system jumbomtu <1500-9216>", does: sets, key: 2, no: "system jumbomtu [<1500-9216>]",
		needs: []demand{aboveEveryMTU}, src: "S-ANN"},
	{in: inConfig, line: "feature lldp", does: sets, key: 2, frees: []demand{nothingUsesLLDP}, src: "S-AZ"},
	{in: inConfig, line: "lldp tlv-select dcbxp", does: toggles, preset: "lldp tlv-select dcbxp",
		needs: []demand{lldpIsOn}, frees: []demand{lldpIsOn}, src: "S-ANSIBLE"},
	{in: inConfig, line: "lldp tlv-select dcbxp egress-queuing", does: sets, key: 4, needs: []demand{lldpIsOn}, src: "S-AZ"},
	{in: inConfig, line: "congestion-control random-detect forward-nonecn", does: sets, key: 3, src: "S-LAB"},
	{in: inConfig, line: "hardware qos dynamic-buffer-sharing", does: toggles, preset: "no hardware qos dynamic-buffer-sharing", src: "S-CMD-H"},
	{in: inConfig, line: "hardware qos pfc mc-drop", does: toggles, preset: "no hardware qos pfc mc-drop", src: "S-CMD-H"},
	{in: inConfig, line: "hardware qos nodrop-queue-thresholds queue-green <n>", does: sets, key: 4, src: "S-LAB"},
	{in: inConfig, line: "hardware access-list tcam region <word> <0-65536>", does: sets, key: 5,
		no: "hardware access-list tcam region <word> [<0-65536>]", src: "S-TCAM"},
	{in: inConfig, line: "qos statistics", does: toggles, preset: "qos statistics", touch: nobody, src: "S-CMD-Q"},
	{in: inConfig, line: "qos qos-policies statistics", does: toggles, preset: "qos qos-policies statistics", touch: nobody, src: "S-CMD-Q"},
	{in: inConfig, line: "wred-queue qos-group-map queue-only <0-7>", does: sets, key: 3, src: "S-DME-ECN"},

	// Not of QoS, but typed by people: 5. Each is kept as it is.
	{in: inConfig, line: "feature qos", does: keeps, no: never, needs: []demand{doesNotExist}, src: "reference 2.9"},
	{in: inConfig, line: "{hostname|switchname} <word>", does: keeps, key: 1, no: never, src: "reference 5"},
	{in: inConfig, line: "copp profile {strict|moderate|lenient|dense}", does: keeps, key: 2, src: "reference 5"},
	{in: inConfig, does: keeps, src: "reference 5", line: "{feature|ip|ipv6|mac|snmp-server|rmon|ntp|logging|username|aaa|radius-server" +
		"|tacacs-server|spanning-tree|boot|clock|nxapi|cli|errdisable|ssh|cdp|port-channel} <text>"},
	{in: inConfig, line: "{system default|hardware access-list tcam label} <text>", does: keeps, src: "reference 5, S-AZ"},
	{in: inConfig, line: "{vlan|vrf context|router|route-map|line|role name|vpc domain|monitor session|vdc} <text>", does: opensForeign,
		opens: inForeign, src: "reference 5"},
	{in: inConfig, line: "control-plane", does: opensForeign, opens: inForeign, no: never, src: "reference 1.1"},
	{in: inForeign, line: "<text>", does: keeps, src: "reference 5"},
	{in: inInterface, also: otherPorts, line: "description <text>", does: keeps, key: 1, no: "description [<text>]", src: "reference 5"},
	{in: inInterface, also: otherPorts, line: "shutdown", does: keeps, preset: "no shutdown", src: "reference 5"},
	{in: inInterface, line: "switchport {access vlan|trunk native vlan|trunk allowed vlan|mode} <text>", does: keeps, key: 3, src: "reference 2.7"},
	{in: inInterface, also: otherPorts, line: "{speed|duplex|load-interval|delay|bandwidth|fec|encapsulation|medium} <text>", does: keeps, key: 1,
		no: "{speed|duplex|load-interval|delay|bandwidth|fec|encapsulation|medium} [<text>]", src: "reference 2.7"},
	{in: inInterface, also: otherPorts, does: keeps, src: "reference 2.7, 3.1",
		line: "{ip|ipv6|spanning-tree|logging event|vrf member|vpc|lacp|storm-control|udld|cdp|hsrp|link|beacon|negotiate|mac-address} <text>"},
	{in: inOtherPort, line: "mtu <576-9216>", does: keeps, key: 1, no: "mtu [<576-9216>]", src: "reference 3.1"},
	{in: inTunnel, line: "{source-interface|host-reachability|member} <text>", does: keeps, src: "reference 2.12"},
}

// watchdogTimes are lines whose spelling is a doubt.
const watchdogTimes = "watch-dog interval <101-1000>|watch-dog shutdown-multiplier <1-10>|watch-dog internal-interface-multiplier <0-10>" +
	"|auto-restore multiplier <0-100>|fixed-restore multiplier <0-100>"

// The values of random-detect and of pause buffer-size. By the reading of a doubt their negations may leave them out.
const (
	thresholds = "minimum-threshold <n> {packets|bytes|kbytes|mbytes} maximum-threshold <n> {packets|bytes|kbytes|mbytes}" +
		" drop-probability <1-100> weight <0-15> [cap-average] [ecn]"
	bufferSizes = "<0-268435456> pause-threshold <0-268435456> resume-threshold <0-268435456>"
)

// The modes that share rows.
var (
	otherObjects = []cliMode{inGroupMap, inPolicyQoS, inPolicyNetwork, inPolicyQueuing}
	otherPorts   = []cliMode{inOtherPort, inTunnel}
)

// reach is whose behaviour the row may change.
func (r *manualRow) reach() reach {
	switch {
	case r.touch != asUsual:
		return r.touch
	case r.does == opensObject:
		return theUsers
	case r.does == keeps, r.does == opensPort, r.does == opensForeign:
		return nobody
	}
	return usualReach[r.in]
}

// cliTree is the grammar of the manual.
var cliTree = compileManual(manual)
