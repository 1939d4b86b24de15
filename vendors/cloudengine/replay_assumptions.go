package cloudengine

import (
	"slices"

	"github.com/weft-net/weft/vendors"
)

// doubt is a behaviour that no source confirms. The model of the device asks for its reading each time an outcome hangs on
// it, and so knows what it leaned on.
type doubt uint8

// The doubts, in the order of the table below. Reading 0 is the assumed one.
const (
	doubtUndoAbsent doubt = iota
	doubtRebind
	doubtUndoWRED
	doubtPolicyAgain
	doubtClassifierAgain
	doubtUndoPriorities
	doubtUndoneFirst
	doubtThreePrinted
	doubtUndoThree
	doubtSettingsFirst
	doubtPriorityRange
	doubtUndoDeadlock
	doubtRoutedTrust
	doubtMemberLines
	doubtResizePool
	doubtLateMapping
	doubtUndoPartOfSet
	doubtWeightOfPQ
	doubtUnitPrinted
	doubtBlockPrinted
	numDoubts
)

// doubts is the table of assumptions that the model of the device holds every reading of.
var doubts = [numDoubts]vendors.Assumption{
	doubtUndoAbsent: {
		ID: "cloudengine.undo-absent", Source: "D300",
		Question: "What does undo of a line that is not there do?",
		Readings: []string{"it is refused", "it is accepted, and changes nothing"},
	},
	doubtRebind: {
		ID: "cloudengine.pfc-rebind", Source: "D300, reference 6.2",
		Question: "What does dcb pfc enable with another profile do on a port that has one?",
		Readings: []string{"it is refused", "it replaces the first"},
	},
	doubtUndoWRED: {
		ID: "cloudengine.undo-wred", Source: "D300, reference 2.6",
		Question: "May undo qos queue N wred come before undo qos queue N ecn?",
		Readings: []string{"no", "yes, and the ecn line stays"},
	},
	doubtPolicyAgain: {
		ID: "cloudengine.policy-again", Source: "D300, reference 2.9",
		Question: "What does a second traffic-policy of one direction do on V200?",
		Readings: []string{"it is refused", "it replaces the first", "both hold"},
	},
	doubtClassifierAgain: {
		ID: "cloudengine.classifier-again", Source: "D300, reference 2.9",
		Question: "What does classifier with another behavior do in a policy that has the classifier?",
		Readings: []string{"it takes the place of the first", "it is refused"},
	},
	doubtUndoPriorities: {
		ID: "cloudengine.undo-priority", Source: "D300, reference 2.2",
		Question: "Which priorities does a PFC profile have after undo priority without a list?",
		Readings: []string{"3, as a new one", "none"},
	},
	doubtUndoneFirst: {
		ID: "cloudengine.undo-priority-place", Source: "reference 2.2",
		Question: "Where is undo priority 3 printed in a PFC profile?",
		Readings: []string{"behind the priorities", "before them"},
	},
	doubtThreePrinted: {
		ID: "cloudengine.priority-3-printed", Source: "reference 2.2",
		Question: "How is a PFC profile printed that had undo priority 3 and gets priority 3?",
		Readings: []string{"3 is in it without a line, as in a new one", "the list of priorities has 3"},
	},
	doubtUndoThree: {
		ID: "cloudengine.v200-undo-priority-3", Source: "reference 3.2",
		Question: "Does V200 take undo priority 3 in a PFC profile?",
		Readings: []string{"yes", "no"},
	},
	doubtSettingsFirst: {
		ID: "cloudengine.settings-first", Source: "reference 2.2, 6.2",
		Question: "Does a priority take settings of its own before a PFC profile has it?",
		Readings: []string{"no", "yes"},
	},
	doubtPriorityRange: {
		ID: "cloudengine.v200-priorities", Source: "reference 4",
		Question: "Which priorities may a PFC profile have on V200?",
		Readings: []string{"0 to 7", "0 to 5"},
	},
	doubtUndoDeadlock: {
		ID: "cloudengine.v200-undo-deadlock", Source: "reference 2.2",
		Question: "How is priority N deadlock-detect time X deadlock-recovery time Y undone?",
		Readings: []string{"by the whole line, or by its beginning up to deadlock-detect", "by the whole line only", "by that beginning only"},
	},
	doubtRoutedTrust: {
		ID: "cloudengine.v200-routed-trust", Source: "reference 3.2",
		Question: "Does a routed port of V200 take trust?",
		Readings: []string{"no", "yes"},
	},
	doubtMemberLines: {
		ID: "cloudengine.member-lines", Source: "D300, reference 2.11",
		Question: "Does a member of an Eth-Trunk take trust, phb marking, traffic-policy, jumboframe and mtu lines of its own?",
		Readings: []string{"no", "yes"},
	},
	doubtResizePool: {
		ID: "cloudengine.resize-pool", Source: "D300, reference 2.2, 6.2",
		Question: "May the size of the headroom pool change while ports of the slot have PFC?",
		Readings: []string{"yes, in place", "no"},
	},
	doubtLateMapping: {
		ID: "cloudengine.late-dscp-mapping", Source: "D300, reference 6.1",
		Question: "May dcb pfc dscp-mapping change while ports of the slot have PFC?",
		Readings: []string{"yes", "no"},
	},
	doubtUndoPartOfSet: {
		ID: "cloudengine.undo-drr-part", Source: "D300, reference 2.5, 6.3",
		Question: "May undo qos drr name some of the queues that are in it?",
		Readings: []string{"yes, and the others keep mode and weight", "no, it must name them all"},
	},
	doubtWeightOfPQ: {
		ID: "cloudengine.pq-weight", Source: "D300, reference 2.5",
		Question: "What becomes of the weight of a queue that qos pq or qos lpq takes out of DRR?",
		Readings: []string{"it goes", "it stays, without effect"},
	},
	doubtUnitPrinted: {
		ID: "cloudengine.unit-printed", Source: "reference 3.4",
		Question: "In which unit is a buffer size printed?",
		Readings: []string{"as it was typed", "in mbytes, where it is a whole number of them"},
	},
	doubtBlockPrinted: {
		ID: "cloudengine.block-printed", Source: "D300, reference 2.3, 5.5",
		Question: "How is a threshold printed that is no multiple of the buffer block?",
		Readings: []string{"as it was typed", "rounded up to a multiple"},
	},
}

// Assumptions are the unconfirmed behaviours that Replay has more than one reading for, and those that Read leans on.
func (CloudEngine) Assumptions() []vendors.Assumption {
	return slices.Concat(doubts[:], readAssumptions[:])
}

// The exchange table: what has no documented form in place and is undone and set again, one right after the other.
const (
	exchangePFCProfile    = "cloudengine.exchange-pfc-profile"
	exchangeTrafficPolicy = "cloudengine.exchange-traffic-policy"
	exchangeScheduler     = "cloudengine.exchange-scheduler"
	exchangeETS           = "cloudengine.exchange-ets"
)

// Exchanges are the replacements for which the vendor documents no in-place form.
func (CloudEngine) Exchanges() []vendors.Exchange {
	return []vendors.Exchange{
		{ID: exchangePFCProfile, What: "dcb pfc enable of a port with another profile", Source: "D300, reference 6.2"},
		{ID: exchangeTrafficPolicy, What: "traffic-policy of one direction on an interface", Source: "D300, reference 2.9"},
		{ID: exchangeScheduler, What: "the queues of qos drr on a port", Source: "D300, reference 6.2"},
		{ID: exchangeETS, What: "dcb ets enable of a port for qos drr, wred and shaping", Source: "D300, reference 6.2"},
	}
}
