package cloudengine

import "github.com/weft-net/weft/vendors/conf"

// cliMode is the view a command is typed in.
type cliMode uint8

// The views.
const (
	inUser cliMode = iota // outside of the system view
	inSystem
	inDomain
	inPFC
	inETS
	inApp
	inDrop
	inClassifier
	inBehavior
	inPolicy
	inACL
	inUplink
	inAI
	inAIQueues
	inPort // a physical port
	inTrunk
	inSub // a sub-interface of either
	inTunnel
	inScope   // whatever else takes a traffic policy
	inGroup   // a port group: what is typed there is typed at each member
	inForeign // a block that is not of QoS
	numModes
)

// verb is what a command does to the configuration.
type verb uint8

// The verbs. undo of a line takes away every line that begins with its words and is of the row; where the undo form is shorter than
// the line that may be many.
const (
	opensObject  verb = iota // makes or enters an object that has a name
	opensBlock               // makes or enters a block, at the top or in ai-service
	opensPort                // enters an interface
	opensForeign             // makes or enters a block that is not of QoS
	sets                     // takes the place of the line with the same key
	adds                     // stands beside others with the same key
	wipes                    // only its undo is a command
	joins                    // adds priorities to the set of a PFC profile
	reschedules              // moves queues to another way to schedule them
	moves                    // moves queues to a priority group
	applies                  // applies a traffic policy
	routes                   // turns a port into a switched one, and its undo into a routed one
	keeps                    // a line that is not of QoS: kept as it is typed
)

// affected is whose behaviour a command may change.
type affected uint8

// Whose it may be.
const (
	asUsual affected = iota // what usualReach says
	nobody
	thePort  // the interface of the view, or the members of the bundle
	theUsers // every port that the object of the view is bound to, directly or through others
	everyPort
)

// usualReach is the reach of the lines of a view.
var usualReach = [numModes]affected{
	inSystem: everyPort, inDomain: theUsers, inPFC: theUsers, inETS: theUsers, inApp: theUsers, inDrop: theUsers,
	inClassifier: theUsers, inBehavior: theUsers, inPolicy: theUsers, inACL: theUsers, inUplink: everyPort, inAI: everyPort,
	inAIQueues: everyPort, inPort: thePort, inTrunk: thePort, inSub: thePort, inTunnel: everyPort, inScope: everyPort,
	inGroup: nobody, inForeign: nobody,
}

// never says that a command has no undo.
const never = "-"

// manualRow is one line of the manual: what may be typed where, and what the switch makes of it.
type manualRow struct {
	in    cliMode
	also  []cliMode // other views that have it
	on    chipGroup // the switches that have it; none for all
	line  string    // its grammar: keywords, <parameters>, [optional] and {this|that} parts
	undo  string    // what is typed after undo; empty when it is the line itself
	does  verb
	key   int          // so many first words of the printed line name it; none for all
	tail  int          // and so many last ones
	rival string       // another beginning of a line that this one takes the place of
	opens cliMode      // the view it leads to
	kind  kindOfObject // of the object it makes
	form  storedAs     // how the switch stores what is typed; as it is where there is none
	plain isDefault    // tells a line that is not printed, because it says what holds without it
	needs []demand     // what must hold before it is accepted
	frees []demand     // what must hold before its undo is accepted
	touch affected     // when it is not the usual one
	src   string
}

// manual is all that the model of the device knows about commands. Forms that no source confirms are refused, or accepted
// by the reading of a doubt.
var manual = []manualRow{
	// Maps between header fields and service classes: reference section 2.1.
	{in: inSystem, line: "diffserv domain <name>", does: opensObject, kind: domainObject, opens: inDomain,
		frees: []demand{notBuiltIn, notUsed}, src: "D300"},
	{in: inDomain, line: "8021p-inbound <0-7> phb <phb> [<colour>]", undo: "8021p-inbound [<0-7>]", does: sets, key: 2, form: withColour,
		plain: builtInPriority, src: "D300"},
	{in: inDomain, line: "8021p-outbound <phb> <colour> map <0-7>", undo: "8021p-outbound [<phb> <colour>]", does: sets, key: 3,
		plain: builtInPriorityOut, src: "D300"},
	{in: inDomain, line: "ip-dscp-inbound <0-63> phb <phb> [<colour>]", undo: "ip-dscp-inbound [<0-63>]", does: sets, key: 2, form: withColour,
		plain: builtInDSCP, src: "D300"},
	{in: inDomain, line: "ip-dscp-outbound <phb> <colour> map <0-63>", undo: "ip-dscp-outbound [<phb> <colour>]", does: sets, key: 3,
		plain: builtInDSCPOut, src: "D300"},
	{in: inDomain, line: "dei enable", does: sets, src: "D300"},
	{in: inSystem, line: "set priority traffic-class <0-7>", undo: "set priority traffic-class", does: keeps, key: 3, touch: everyPort, src: "D300"},

	// What ports read and write: 2.1.
	{in: inPort, also: switched, line: "trust dscp", undo: "trust", does: sets, key: 2, rival: "trust 8021p",
		needs: []demand{mayTrust, notOnMember}, src: "D300"},
	{in: inPort, also: switched, line: "trust 8021p outer", undo: never, does: sets, key: 2, rival: "trust dscp", plain: always,
		needs: []demand{mayTrust, notOnMember}, src: "D300"},
	{in: inPort, also: switched, on: every &^ chipLL, line: "trust 8021p inner", undo: never, does: sets, key: 2, rival: "trust dscp",
		needs: []demand{mayTrust, notOnMember}, src: "D300"},
	{in: inPort, also: switched, line: "trust upstream none", undo: never, does: sets, key: 2, needs: []demand{noMarking, notOnMember}, src: "D300"},
	{in: inPort, also: switched, line: "trust upstream <name>", undo: "trust upstream", does: sets, key: 2, plain: endsIn("default"),
		needs: []demand{allExist, notOnMember}, src: "D300"},
	{in: inPort, also: bundle, line: "port priority <0-7>", undo: "port priority", does: sets, key: 2, plain: endsIn("0"),
		needs: []demand{isSwitched, isNoMember}, src: "D300"},
	{in: inPort, also: switched, line: "qos phb marking dscp enable", does: sets, needs: []demand{notUntrusted, notOnMember}, src: "D300, PFC200"},
	{in: inPort, also: switched, on: every &^ chipLL, line: "qos phb marking 8021p disable", does: sets,
		needs: []demand{notUntrusted, notOnMember}, src: "D300"},
	{in: inPort, also: switched, on: chipLL, line: "qos phb marking 8021p enable", does: sets, needs: []demand{notOnMember}, src: "D300"},

	// PFC profiles: 2.2.
	{in: inSystem, on: onLossless, line: "dcb pfc", undo: never, does: opensObject, kind: pfcObject, opens: inPFC, src: "D300"},
	{in: inSystem, on: onLossless, line: "dcb pfc <name>", does: opensObject, kind: pfcObject, opens: inPFC, frees: []demand{notUsed}, src: "D300"},
	{in: inPFC, line: "priority <priorities>", undo: "priority [<priorities>]", does: joins,
		needs: []demand{prioritiesInRange, roomForPriorities}, frees: []demand{priorityThere, noSubSettings, threeMayGo}, src: "D300, PFC200"},
	{in: inPFC, on: onV200, line: "priority <0-7> deadlock-detect time <1-15> deadlock-recovery time <0-31>",
		undo: "priority <0-7> deadlock-detect [time <1-15> deadlock-recovery time <0-31>]", does: sets, key: 3,
		needs: []demand{priorityIn}, frees: []demand{undoesDeadlock}, src: "PFC200"},
	{in: inPFC, on: onA, line: "priority <0-7> deadlock-detect time <1-15>", undo: "priority <0-7> deadlock-detect [time <1-15>]", does: sets, key: 3,
		plain: endsIn("10"), needs: []demand{priorityIn}, src: "D300"},
	{in: inPFC, on: onA, line: "priority <0-7> deadlock-recovery time <0-31>", undo: "priority <0-7> deadlock-recovery [time <0-31>]", does: sets, key: 3,
		plain: endsIn("10"), needs: []demand{priorityIn}, src: "D300"},
	{in: inPFC, line: "priority <0-7> {turn-off|error-down} threshold <1-300>", does: sets, key: 3, plain: endsIn("30"),
		needs: []demand{priorityIn}, src: "D300, PFC200"},

	// PFC of the whole switch: 2.2.
	{in: inSystem, on: onA, line: "dcb pfc deadlock-detect interval <interval>", undo: "dcb pfc deadlock-detect interval", does: sets, key: 4,
		plain: endsIn("10"), src: "D300"},
	{in: inSystem, on: chipB, line: "dcb pfc deadlock-detect timer <10-1500>", undo: "dcb pfc deadlock-detect [timer <10-1500>]", does: sets, key: 4,
		plain: endsIn("100"), src: "D300"},
	{in: inSystem, on: chipB, line: "dcb pfc deadlock-recovery timer <10-1500>", undo: "dcb pfc deadlock-recovery [timer <10-1500>]", does: sets, key: 4,
		plain: endsIn("100"), src: "D300"},
	{in: inSystem, on: onAB, line: "dcb pfc deadlock recovery-behavior {forwarding|discard} slot <n>", does: sets, key: 4, tail: 2,
		plain: usualRecovery, src: "D300"},
	{in: inSystem, on: onLossless, line: "dcb pfc global disable", does: sets, src: "D300"},
	{in: inSystem, on: onA, line: "dcb pfc dscp-mapping enable slot <n>", does: sets, needs: []demand{mayMapLate}, frees: []demand{mayMapLate}, src: "D300"},
	{in: inSystem, on: onAB, line: "qos buffer headroom-pool size <n> {kbytes|mbytes} slot <n>",
		undo: "qos buffer headroom-pool [size <n> {kbytes|mbytes}] slot <n>", does: sets, key: 3, tail: 2, form: largestUnit,
		needs: []demand{poolInRange, poolMayChange}, frees: []demand{slotIsFree}, src: "D300"},
	{in: inSystem, on: onAB, line: "dcb pfc uplink group <name>", does: opensObject, kind: uplinkObject, opens: inUplink, src: "D300"},
	{in: inUplink, line: "adjust original-dscp <0-63> to priority <0-7> dscp <0-63>", does: adds, key: 3, src: "D300"},
	{in: inUplink, line: "group-member interface <port>", does: adds, src: "D300"},

	// PFC of ports: 2.2, 2.3.
	{in: inPort, on: onLossless, line: "dcb pfc enable [<name>] [mode {manual|auto}]", undo: "dcb pfc enable", does: sets, key: 3, form: withMode,
		needs: []demand{allExist, autoMode, noFlowControl, noOtherPFC, poolThere, pfcReplaces, roomForPFC}, src: "D300"},
	{in: inPort, on: onLossless, line: "port pfc-deadlock trigger {error-down|turn-off}", does: sets, key: 3, plain: endsIn("turn-off"), src: "D300"},
	{in: inPort, on: onV200, line: "dcb pfc buffer <0-7> xoff static <n> cells", undo: never, does: sets, key: 5, src: "PFC200"},
	{in: inPort, on: onV200, line: "dcb pfc buffer <0-7> xoff dynamic <1-12>", undo: never, does: sets, key: 5, plain: endsIn("4"), src: "PFC200"},
	{in: inPort, on: onA, line: "dcb pfc buffer <0-7> guaranteed <640-25600> bytes", undo: never, does: sets, key: 5, form: wholeBlocks,
		plain: endsIn("1600 bytes"),
		needs: []demand{roomForThreshold}, src: "D300"},
	{in: inPort, on: onA, line: "dcb pfc buffer <0-7> guaranteed <1-25> kbytes", undo: never, does: sets, key: 5,
		needs: []demand{roomForThreshold}, src: "D300"},
	{in: inPort, on: onA, line: "dcb pfc buffer <0-7> hdrm <16-30720,kbytes>", undo: never, does: sets, key: 5, plain: endsIn("256 kbytes"),
		needs: []demand{roomForThreshold}, src: "D300"},
	{in: inPort, on: onA, line: "dcb pfc buffer <0-7> xoff {static <1-30720,kbytes,mbytes>|dynamic <1-12>} [xon offset <1-30720,kbytes,mbytes>]",
		undo: never, does: sets, key: 5, form: largestUnit, plain: usualXoff, needs: []demand{offsetBelowXoff, roomForThreshold}, src: "D300"},
	{in: inPort, on: onV200 | onA, undo: "dcb pfc buffer [<0-7> [{guaranteed|hdrm|xoff} [<words>]]]", does: wipes, key: 3, src: "D300"},
	{in: inPort, on: chipB, line: "dcb pfc buffer <0-7> xon static <1-6144> {kbytes|mbytes} xoff static <1-6144> {kbytes|mbytes}", does: sets, key: 4,
		form: largestUnit, plain: endsIn("xon static 100 kbytes xoff static 125 kbytes"), needs: []demand{xonBelowXoff}, src: "D300"},
	{in: inPort, on: chipB, line: "dcb pfc buffer <0-7> xon dynamic <0-10> xoff dynamic <0-10>", does: sets, key: 4, src: "D300"},

	// ETS, DCBX, LLDP, priorities of applications: 2.4.
	{in: inSystem, on: onDCBX, line: "dcb ets-profile <name>", does: opensObject, kind: etsObject, opens: inETS,
		needs: []demand{roomForProfile}, frees: []demand{notBuiltIn, notUsed}, src: "D300"},
	{in: inETS, line: "priority-group <group> drr weight <1-100>", does: sets, key: 3, plain: usualGroupWeight, src: "D300"},
	{in: inETS, line: "priority-group <group> queue <queues>", undo: "priority-group <group> queue [<queues>]", does: moves, key: 3, src: "D300"},
	{in: inETS, line: "priority-group <group> pq", does: sets, key: 3, src: "D300"},
	{in: inETS, line: "queue <queues> {pq|lpq}", does: sets, key: 2, src: "D300"},
	{in: inETS, line: "queue <queues> drr [weight <1-100>]", undo: "queue <queues> drr weight <1-100>", does: sets, key: 2, form: withWeight, src: "D300"},
	{in: inETS, line: "queue <queues> shaping cir <rate> [pir <rate>] [cbs <words>]", undo: "queue <queues> shaping [<words>]", does: adds, src: "D300"},
	{in: inETS, line: "priority-group <group> shaping <words>", undo: "priority-group <group> shaping [<words>]", does: sets, key: 3, src: "D300"},
	{in: inPort, on: onDCBX, line: "dcb ets enable <name>", undo: "dcb ets enable [<name>]", does: sets, key: 3,
		needs: []demand{allExist, noSchedulingBeside}, src: "D300"},
	{in: inSystem, on: onDCBX, line: "dcb app-profile <name>", does: opensObject, kind: appObject, opens: inApp,
		frees: []demand{notBuiltIn, notUsed}, src: "D300"},
	{in: inApp, line: "application <text>", does: keeps, src: "D300"},
	{in: inPort, on: onDCBX, line: "dcb app-profile enable <name>", undo: "dcb app-profile enable [<name>]", does: sets, key: 3, rival: "dcb app-profile disable",
		needs: []demand{allExist}, src: "D300"},
	{in: inPort, on: onDCBX, line: "dcb app-profile disable", undo: never, does: sets, key: 3, rival: "dcb app-profile enable", src: "D300"},
	{in: inPort, on: onDCBX, line: "dcb compliance intel-oui", does: sets, src: "D300"},
	{in: inSystem, line: "lldp enable", does: sets, src: "D300"},
	{in: inPort, line: "lldp tlv-enable dcbx", does: sets, src: "D300"},

	// Scheduling and shaping: 2.5.
	{in: inPort, line: "qos <schedules>", does: reschedules, needs: []demand{knowsSchedules, noETSBeside, noHPC}, src: "D300, ANNET"},
	{in: inPort, line: "qos queue <0-7> drr weight <1-100>", undo: "qos queue <0-7> drr weight", does: sets, key: 5, plain: endsIn("1"), src: "D300, CTREEPO"},
	{in: inPort, on: onV200, line: "qos queue <0-7> wfq weight <1-100>", undo: "qos queue <0-7> wfq weight", does: sets, key: 5, src: "ANNET"},
	{in: inPort, line: "qos queue <0-7> shaping cir <rate> [pir <rate>] [cbs <words>]", undo: "qos queue <0-7> shaping", does: sets, key: 4,
		needs: []demand{noETSBeside, ratesInOrder}, src: "D300, ANNET"},
	{in: inPort, line: "qos queue <0-7> shaping percent cir <1-100> [pir <1-100>]", undo: never, does: sets, key: 4,
		needs: []demand{noETSBeside, ratesInOrder}, src: "D300, ANNET"},
	{in: inPort, also: bundle, line: "qos lr cir <rate> outbound", undo: "qos lr", does: sets, key: 2, src: "D300"},
	{in: inPort, also: bundle, line: "qos car <words>", does: adds, src: "D300"},
	{in: inSystem, on: chipB, line: "qos hpc enhanced", does: sets, needs: []demand{nothingWithHPC}, src: "D300"},

	// WRED and ECN: 2.6.
	{in: inSystem, line: "drop-profile <name>", does: opensObject, kind: dropObject, opens: inDrop,
		needs: []demand{notBrief, roomForProfile}, frees: []demand{notBuiltIn, notUsed}, src: "D300, DP200"},
	{in: inDrop, line: "color {green|yellow|red} " + inPercent, undo: "color {green|yellow|red}", does: sets, key: 2, needs: []demand{limitsInOrder}, src: "D300"},
	{in: inDrop, line: "color {green|yellow|red} " + inBytes, undo: never, does: sets, key: 2, form: wholeBlocks,
		needs: []demand{limitsInOrder, bytesInRange}, src: "D300"},
	{in: inDrop, line: "color {green|yellow|red} " + inCells, undo: never, does: sets, key: 2, needs: []demand{limitsInOrder, cellsInRange}, src: "D300"},
	{in: inDrop, on: onV200, line: "color non-tcp {" + inPercent + "|" + inBytes + "|" + inCells + "}", undo: "color non-tcp", does: sets, key: 2,
		needs: []demand{limitsInOrder}, src: "DP200"},
	{in: inDrop, on: every &^ chipColor, line: "ecn " + inPercent, undo: "ecn", does: sets, key: 2, rival: "ecn buffer-size",
		needs: []demand{limitsInOrder}, src: "D300, DP200"},
	{in: inDrop, on: every &^ chipColor, line: "ecn " + inBytes, undo: never, does: sets, key: 2, rival: "ecn low-limit", form: wholeBlocks,
		needs: []demand{limitsInOrder, bytesInRange}, src: "D300, DP200, ECN200"},
	{in: inDrop, on: every &^ chipColor, line: "ecn " + inCells, undo: never, does: sets, key: 2, rival: "ecn low-limit",
		needs: []demand{limitsInOrder, cellsInRange}, src: "D300, DP200"},
	{in: inDrop, on: onV200 &^ chipColor, line: "ecn weight <n>", undo: "ecn weight", does: sets, key: 2, src: "DP200, ANNET"},
	{in: inPort, line: "qos queue <0-7> wred <name>", undo: "qos queue <0-7> wred", does: sets, key: 4,
		needs: []demand{allExist, noETSBeside, noAIBeside, noGlobalECN}, frees: []demand{noECNBeside}, src: "D300, ECN200"},
	{in: inPort, line: "qos queue <0-7> ecn", does: sets, needs: []demand{wredBeside, noAIBeside, notTopOfB}, src: "D300, ECN200"},
	{in: inSystem, on: chipB, line: "qos ecn enable", does: sets, needs: []demand{noTopWRED}, src: "D300"},
	{in: inSystem, on: chipCE128, line: "qos ecn", does: sets, src: "ECN128"},

	// Buffers: 2.7.
	{in: inPort, on: onA, line: "qos buffer queue <0-7> shared-threshold dynamic <1-12>", undo: sharedUndo, does: sets, key: 4,
		needs: []demand{noBurstBeside}, src: "D300"},
	{in: inPort, on: onV300 &^ onA, line: "qos buffer queue <0-7> shared-threshold dynamic <0-10>", undo: sharedUndo, does: sets, key: 4,
		needs: []demand{noBurstBeside}, src: "D300"},
	{in: inPort, on: onAB, line: "qos buffer queue <0-7> shared-threshold static <n> {bytes|kbytes|mbytes}", undo: never, does: sets, key: 4, form: wholeBlocks,
		needs: []demand{noBurstBeside, sharedInRange}, src: "D300"},
	{in: inSystem, on: chipB, line: "qos burst-mode {enhanced|shared}", does: sets, key: 2, needs: []demand{noSharedAnywhere}, src: "D300"},
	{in: inSystem, on: onA, line: "qos burst-mode {enhanced|extreme} slot <n>", does: sets, key: 2, tail: 2, needs: []demand{noSharedAnywhere}, src: "D300"},
	{in: inSystem, on: chipC, line: "qos burst-mode enhanced slot <n>", does: sets, key: 2, tail: 2, needs: []demand{noSharedAnywhere}, src: "D300"},

	// AI services: 2.8.
	{in: inSystem, on: onAB, line: "ai-service", does: opensBlock, opens: inAI, src: "D300"},
	{in: inAI, line: "{ai-ecn|iqcn|npcc}", does: opensBlock, opens: inAIQueues, src: "D300"},
	{in: inAIQueues, line: "{ai-ecn|iqcn|npcc} enable", does: sets, src: "D300"},
	{in: inAIQueues, line: "assign queue <0-7> [model <word>]", undo: "assign queue <0-7>", does: sets, key: 3,
		needs: []demand{noStaticECN, roomForAI}, src: "D300"},
	{in: inAIQueues, line: "rpg-time-reset <n>", undo: "rpg-time-reset", does: sets, key: 1, src: "D300"},
	{in: inPort, on: onAB, line: "iqcn enable", does: sets, needs: []demand{oneOfIQCNAndNPCC}, src: "D300"},
	{in: inPort, on: onAB, line: "npcc enable", does: sets, needs: []demand{oneOfIQCNAndNPCC}, src: "D300"},

	// Traffic policies: 2.9.
	{in: inSystem, line: "acl [ipv6] number <n>", undo: "acl [ipv6] [number] <n>", does: opensObject, kind: listObject, opens: inACL,
		frees: []demand{notUsed}, src: "D300"},
	{in: inSystem, line: "acl [ipv6] name <name> [<word>]", undo: "acl [ipv6] name <name>", does: opensObject, kind: listObject, opens: inACL,
		frees: []demand{notUsed}, src: "D300"},
	{in: inACL, line: "rule <n> <text>", undo: "rule <n>", does: keeps, key: 2, touch: theUsers, src: "D300, ANNET"},
	{in: inSystem, line: "traffic classifier <name> [type {or|and}]", undo: "traffic classifier <name>", does: opensObject, kind: classifierObject,
		opens: inClassifier, form: withType, needs: []demand{typeMayChange}, frees: []demand{notUsed}, src: "D300, ANNET"},
	{in: inClassifier, line: "if-match dscp <dscps>", undo: "if-match dscp [<dscps>]", does: adds, needs: []demand{oneKindInAnd}, src: "D300"},
	{in: inClassifier, line: "if-match acl <word>", does: adds, needs: []demand{allExist}, src: "D300"},
	{in: inClassifier, line: "if-match ipv6 acl <word>", does: adds, needs: []demand{allExist}, src: "D300"},
	{in: inClassifier, line: "if-match {8021p|ip-precedence} <priorities>", undo: "if-match {8021p|ip-precedence} [<priorities>]", does: adds,
		needs: []demand{oneKindInAnd}, src: "D300"},
	{in: inClassifier, line: "if-match {ecn|rocev2|vxlan} <words>", undo: "if-match {ecn|rocev2|vxlan} [<words>]", does: adds,
		needs: []demand{oneKindInAnd}, src: "D300"},
	{in: inClassifier, line: "if-match any", does: adds, src: "D300"},
	{in: inSystem, line: "traffic behavior <name>", does: opensObject, kind: behaviorObject, opens: inBehavior, frees: []demand{notUsed}, src: "D300"},
	{in: inBehavior, line: "remark dscp <0-63>", undo: "remark dscp [<0-63>]", does: sets, key: 2, src: "D300"},
	{in: inBehavior, line: "remark 8021p <0-7>", undo: "remark 8021p", does: sets, key: 2, src: "D300"},
	{in: inBehavior, line: "remark local-precedence <phb> [<colour>]", undo: "remark local-precedence [<phb> [<colour>]]", does: sets, key: 2, src: "D300"},
	{in: inBehavior, line: "car <words>", undo: "car", does: sets, key: 1, src: "D300"},
	{in: inBehavior, line: "statistics enable", does: sets, touch: nobody, src: "D300"},
	{in: inBehavior, line: "{permit|deny}", does: sets, key: 1, src: "D300"},
	{in: inSystem, line: "traffic policy <name>", does: opensObject, kind: policyObject, opens: inPolicy, frees: []demand{notUsed}, src: "D300"},
	{in: inPolicy, line: "classifier <name> behavior <name> precedence <n>", undo: "classifier <name> [behavior <name> [precedence <n>]]", does: sets, key: 2,
		needs: []demand{allExist, behaviorReplaces, precedenceIsFree}, src: "D300"},
	{in: inPolicy, line: "classifier <name> behavior <name>", undo: never, does: sets, key: 2, form: nextPrecedence,
		needs: []demand{allExist, behaviorReplaces}, src: "D300"},
	{in: inPort, also: policed, line: "traffic-policy <name> {inbound|outbound}", does: applies, needs: []demand{allExist, notOnMember, roomForPolicy},
		src: "D300"},
	{in: inSystem, line: "traffic-policy <name> global [slot <n>] {inbound|outbound}", does: adds, needs: []demand{allExist}, src: "D300"},
	{in: inSystem, on: onV300, line: "qos traffic-policy only-one-effective", does: sets, src: "D300"},

	// Interfaces: 2.10.
	{in: inSystem, line: "interface <port> [mode l2]", undo: "interface <port>", does: opensPort, frees: []demand{madeByUsers, noMembers}, src: "D300"},
	{in: inSystem, line: "port-group <name>", does: opensBlock, opens: inGroup, src: "D300"},
	{in: inGroup, line: "group-member <port>", does: keeps, src: "D300"},
	{in: inPort, also: bundle, line: "portswitch", does: routes, src: "D300"},
	{in: inPort, also: bundle, on: onAB, line: "jumboframe enable <1518-9500>", undo: jumboUndo, does: sets, key: 2, plain: endsIn("9216"),
		needs: []demand{notOnMember}, src: "D300"},
	{in: inPort, also: bundle, on: chipC | onV200, line: "jumboframe enable <1518-15360>", undo: jumboUndo, does: sets, key: 2, plain: endsIn("9216"),
		needs: []demand{notOnMember}, src: "D300"},
	{in: inPort, also: bundle, line: "mtu <46-9600>", undo: "mtu", does: sets, key: 1, plain: endsIn("1500"), needs: []demand{isRouted, notOnMember},
		src: "D300, ANNET"},
	{in: inPort, line: "flow-control {input|output}", undo: "flow-control", does: adds, key: 1, needs: []demand{noPFCBeside}, src: "D300"},
	{in: inPort, on: onV200, line: "flow-control", undo: never, does: adds, key: 1, needs: []demand{noPFCBeside}, src: "D300"},
	{in: inPort, line: "eth-trunk <n>", undo: "eth-trunk", does: sets, key: 1, needs: []demand{trunkThere, inNoTrunk}, src: "D300, ANNET"},

	// VXLAN: 2.12.
	{in: inTunnel, on: onAB, line: "qos phb marking dscp disable", does: sets, src: "D300"},
	{in: inSystem, line: "assign forward nvo3 {egress mark-ecn enable|transit mark inner-ecn enable}", does: sets, src: "D300"},

	// Not of QoS, but typed by people: 5. Each is kept as it is.
	{in: inSystem, line: "sysname <word>", undo: never, does: keeps, key: 1, src: "reference 5.4"},
	{in: inSystem, line: "{vlan batch|clock|ntp|telnet|snmp-agent|ssh|stelnet|sftp|ip|ipv6|stp|lacp|info-center|dns} <text>", does: keeps, src: "reference 5.4"},
	{in: inSystem, line: "{vlan <n>|bridge-domain <n>|ip vpn-instance <name>|qos group <name>}", does: opensBlock, opens: inScope, src: "reference 1.3"},
	{in: inSystem, line: "{bgp|ospf|isis|user-interface|stack|route-policy} <text>", does: opensForeign, opens: inForeign, src: "reference 5.4"},
	{in: inSystem, line: "{aaa|stack|evpn}", does: opensForeign, opens: inForeign, src: "reference 5.4"},
	{in: inForeign, line: "<text>", does: keeps, src: "reference 5.4"},
	{in: inPort, also: others, line: "description <text>", undo: "description", does: keeps, key: 1, src: "ANNET"},
	{in: inPort, also: others, line: "shutdown", does: keeps, src: "reference 5.4"},
	{in: inPort, also: others, does: keeps, src: "reference 5.4",
		line: "{ip|ipv6|stp|port {link-type|default|trunk|hybrid|mode}|device|speed|duplex|negotiation|fec|ospf|isis|dfs-group|lacp} <text>"},
	{in: inTunnel, line: "{source|vni|mac-address} <text>", does: keeps, src: "reference 2.12"},
}

// The limits of a drop profile in its three units.
const (
	inPercent = "low-limit <0-100> high-limit <0-100> discard-percentage <1-100>"
	inBytes   = "buffer-size low-limit <n> high-limit <n> discard-percentage <1-100>"
	inCells   = "buffer-size cell low-limit <n> high-limit <n> discard-percentage <1-100>"
)

// Undo forms that rows share.
const (
	sharedUndo = "qos buffer queue <0-7> [shared-threshold <words>]"
	jumboUndo  = "jumboframe enable"
)

// The views that share rows.
var (
	bundle   = []cliMode{inTrunk}
	switched = []cliMode{inTrunk, inSub}
	policed  = []cliMode{inTrunk, inSub, inScope}
	others   = []cliMode{inTrunk, inSub, inScope, inTunnel}
)

// reach is whose behaviour the row may change.
func (r *manualRow) reach() affected {
	switch {
	case r.touch != asUsual:
		return r.touch
	case r.does == keeps, r.does == opensPort, r.does == opensForeign, r.does == opensObject:
		return nobody
	}
	return usualReach[r.in]
}

// cliGrammar is what may be typed in each view, plain and after undo.
type cliGrammar [numModes]struct{ yes, no *conf.Grammar[manualRow] }

// cliTree is the grammar of the manual.
var cliTree = compileManual(manual)

func compileManual(rows []manualRow) *cliGrammar {
	var g cliGrammar
	for mode := range g {
		g[mode].yes, g[mode].no = &conf.Grammar[manualRow]{}, &conf.Grammar[manualRow]{}
	}
	for i := range rows {
		row := &rows[i]
		g.learn(row.in, row)
		for _, mode := range row.also {
			g.learn(mode, row)
		}
	}
	return &g
}

func (g *cliGrammar) learn(mode cliMode, row *manualRow) {
	if row.line != "" {
		g[mode].yes.Learn(row.line, row, paramOf)
	}
	switch row.undo {
	case "":
		g[mode].no.Learn(row.line, row, paramOf)
	case never:
	default:
		g[mode].no.Learn(row.undo, row, paramOf)
	}
}
