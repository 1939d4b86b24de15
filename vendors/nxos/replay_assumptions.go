package nxos

import (
	"slices"

	"github.com/weft-net/weft/vendors"
)

// doubt is a behaviour that no source confirms. The model of the device asks for its reading each time an outcome hangs on
// it, and so knows what it leaned on.
type doubt uint8

// The doubts, in the order of the table below. Reading 0 is the assumed one.
const (
	doubtMatchMerge doubt = iota
	doubtMatchPartialNo
	doubtMatchDefault
	doubtNoClassMap
	doubtNameCase
	doubtSetAgain
	doubtClassAppend
	doubtInsertBefore
	doubtBindAgain
	doubtNoPriority
	doubtRandomDetectAgain
	doubtNoRandomDetect
	doubtBandwidthKind
	doubtSumChecked
	doubtShapeUnit
	doubtAFD
	doubtNoPauseBuffer
	doubtPauseAgain
	doubtPauseNoDrop
	doubtNoDropLimit
	doubtActiveEdit
	doubtClassMTUDefault
	doubtJumboDefault
	doubtLayer2MTU
	doubtWatchdogTimes
	doubtTCAMCarved
	doubtInUseText
	numDoubts
)

// doubts is the table of assumptions that the model of the device holds every reading of.
var doubts = [numDoubts]vendors.Assumption{
	doubtMatchMerge: {
		ID: "nxos.match-merge", Source: "S-CLS7X",
		Question: "What does a second match dscp, cos or precedence do in a class-map that has one?",
		Readings: []string{"its values join the line that is there", "it becomes a line of its own"},
	},
	doubtMatchPartialNo: {
		ID: "nxos.match-partial-no", Source: "S-CLS7X",
		Question: "Does no match dscp take single values out of a line with more?",
		Readings: []string{"yes, value by value", "no, it must name a line exactly as printed"},
	},
	doubtMatchDefault: {
		ID: "nxos.match-default", Source: "S-BF",
		Question: "What is a class-map that is made without match-any or match-all?",
		Readings: []string{"match-all", "match-any"},
	},
	doubtNoClassMap: {
		ID: "nxos.no-class-map", Source: "S-BF",
		Question: "May no class-map leave out type qos?",
		Readings: []string{"no", "yes"},
	},
	doubtNameCase: {
		ID: "nxos.name-case", Source: "S-BF",
		Question: "Are two names that differ only in case two objects?",
		Readings: []string{"yes", "no, they are one"},
	},
	doubtSetAgain: {
		ID: "nxos.set-again", Source: "S-PG, S-BF",
		Question: "Does set qos-group, dscp, cos or precedence with another value replace the one that is there?",
		Readings: []string{"yes", "no, it is refused"},
	},
	doubtClassAppend: {
		ID: "nxos.class-append", Source: "S-QOS7X",
		Question: "Where does a new class go in a policy-map type qos that has class-default?",
		Readings: []string{"before class-default", "after it, where nothing reaches it"},
	},
	doubtInsertBefore: {
		ID: "nxos.insert-before", Source: "S-QOS7X",
		Question: "Is there class NAME insert-before OTHER?",
		Readings: []string{"no", "yes"},
	},
	doubtBindAgain: {
		ID: "nxos.bind-again", Source: "S-ATT",
		Question: "What does a second service-policy of one type and direction do on an interface?",
		Readings: []string{"it is refused", "it replaces the first"},
	},
	doubtNoPriority: {
		ID: "nxos.no-priority", Source: "S-QUE",
		Question: "How is priority level taken away?",
		Readings: []string{"no priority level N", "no priority"},
	},
	doubtRandomDetectAgain: {
		ID: "nxos.random-detect-again", Source: "S-CMD-R",
		Question: "Does random-detect with other values replace the line that is there?",
		Readings: []string{"yes", "no, it is refused"},
	},
	doubtNoRandomDetect: {
		ID: "nxos.no-random-detect", Source: "S-CMD-R",
		Question: "May no random-detect leave out the values?",
		Readings: []string{"no", "yes"},
	},
	doubtBandwidthKind: {
		ID: "nxos.bandwidth-kind", Source: "S-ANN",
		Question: "Does bandwidth percent replace bandwidth remaining percent in one class, and the other way round?",
		Readings: []string{"no, it is refused", "yes"},
	},
	doubtSumChecked: {
		ID: "nxos.sum-checked", Source: "S-QUE",
		Question: "Is a bandwidth that brings the sum of a policy above 100 refused?",
		Readings: []string{"yes", "no"},
	},
	doubtShapeUnit: {
		ID: "nxos.shape-unit", Source: "S-QUE",
		Question: "Does shape take kbps, gbps and pps beside mbps?",
		Readings: []string{"no", "yes"},
	},
	doubtAFD: {
		ID: "nxos.afd", Source: "S-TFN",
		Question: "Is approximate fair dropping spelled afd queue-desired N UNIT?",
		Readings: []string{"no", "yes"},
	},
	doubtNoPauseBuffer: {
		ID: "nxos.no-pause-buffer", Source: "S-PFC105",
		Question: "May no pause buffer-size leave out the values?",
		Readings: []string{"no", "yes"},
	},
	doubtPauseAgain: {
		ID: "nxos.pause-again", Source: "S-PG",
		Question: "What does pause pfc-cos with other values do in a class that has one?",
		Readings: []string{"it replaces the list", "its values join the list"},
	},
	doubtPauseNoDrop: {
		ID: "nxos.pause-no-drop", Source: "S-LAB",
		Question: "Is pause no-drop refused on every Nexus 9000, as it is on the 93180YC-EX?",
		Readings: []string{"yes", "no, only on the EX family"},
	},
	doubtNoDropLimit: {
		ID: "nxos.no-drop-limit", Source: "S-PG",
		Question: "Is a fourth no-drop class in one network-qos policy refused?",
		Readings: []string{"yes", "no"},
	},
	doubtActiveEdit: {
		ID: "nxos.active-edit", Source: "S-3232",
		Question: "May the network-qos policy that is attached be edited?",
		Readings: []string{"yes, and it is live at once", "no"},
	},
	doubtClassMTUDefault: {
		ID: "nxos.class-mtu-default", Source: "S-CHKPT",
		Question: "Is mtu 1500 printed in a network-qos class?",
		Readings: []string{"yes", "no"},
	},
	doubtJumboDefault: {
		ID: "nxos.jumbo-default", Source: "S-ANN",
		Question: "What is the largest interface MTU without system jumbomtu?",
		Readings: []string{"9216", "1500"},
	},
	doubtLayer2MTU: {
		ID: "nxos.l2-mtu", Source: "S-ANN, S-N3KNOTES",
		Question: "Which values does mtu take on a switched port?",
		Readings: []string{"1500 and the jumbo value only", "any up to the jumbo value"},
	},
	doubtWatchdogTimes: {
		ID: "nxos.watchdog-times", Source: "S-DCNM, S-DME-PFC",
		Question: "Are the times of the PFC watchdog spelled priority-flow-control watch-dog interval N and alike?",
		Readings: []string{"yes", "no"},
	},
	doubtTCAMCarved: {
		ID: "nxos.tcam-carved", Source: "S-TCAM, S-3232",
		Question: "Does a Nexus 3000 have a QoS region in its TCAM when no line carves one?",
		Readings: []string{"yes", "no, and policies of type qos are refused"},
	},
	doubtInUseText: {
		ID: "nxos.in-use-text", Source: "S-BF",
		Question: "How does the refusal to remove an object in use read?",
		Readings: []string{"it starts with ERROR:", "it starts with %"},
	},
}

// kbyte is what reading a configuration leans on. No command's outcome hangs on it.
var kbyte = vendors.Assumption{
	ID: assumedKbyte, Source: "S-CMD-R",
	Question: "How many bytes are a kbyte and an mbyte?",
	Readings: []string{"1024, and 1024 of those", "1000, and 1000 of those"},
}

// Assumptions are the unconfirmed behaviours that Replay has more than one reading for, and those that Read leans on.
func (NXOS) Assumptions() []vendors.Assumption { return append(slices.Clone(doubts[:]), kbyte) }

// The exchange table: a second service-policy on an interface may be refused, so that replacing one is a detach and an attach.
const (
	exchangeQoSInput      = "nxos.exchange-qos-input"
	exchangeQueuingInput  = "nxos.exchange-queuing-input"
	exchangeQueuingOutput = "nxos.exchange-queuing-output"
)

// Exchanges are the replacements for which the vendor documents no in-place form.
func (NXOS) Exchanges() []vendors.Exchange {
	return []vendors.Exchange{
		{ID: exchangeQoSInput, What: "service-policy type qos input of an interface", Source: "S-ATT"},
		{ID: exchangeQueuingInput, What: "service-policy type queuing input of an interface", Source: "S-ATT"},
		{ID: exchangeQueuingOutput, What: "service-policy type queuing output of an interface", Source: "S-ATT"},
	}
}
