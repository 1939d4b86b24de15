package nxos

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// lossless is what a network-qos policy does: for each class the priorities it pauses and its MTU. Without a policy
// nothing is paused and every MTU is 1500 (nxos.md 1.3).
type lossless struct {
	pause [qos.NumQueues]pauses
	mtu   [qos.NumQueues]int64
}

// pauses are priorities, one bit each, and pausesClass for a class that pauses without naming one.
type pauses uint16

const pausesClass pauses = 1 << qos.NumPCP

// losslessOf reads a network-qos policy.
func losslessOf(s *survey, policy mqc) lossless {
	var l lossless
	for q := range l.mtu {
		l.mtu[q] = 1500
	}
	node := s.nodes[policy]
	if node == nil {
		return l
	}
	for _, class := range node.Kids {
		name, isClass := classOf("network-qos", class.Text)
		q, known := queueOf(s, name)
		if !isClass || !known {
			continue
		}
		for _, line := range class.Kids {
			l.read(q, line)
		}
	}
	return l
}

func (l *lossless) read(q qos.Queue, line *conf.Node) {
	if line.Kind != conf.In {
		return
	}
	switch list, paused := strings.CutPrefix(line.Text, "pause pfc-cos "); {
	case paused:
		l.pause[q] |= pauses(parseValues(list))
	case line.Text == "pause no-drop":
		l.pause[q] |= pausesClass
	case strings.HasPrefix(line.Text, "mtu "):
		l.mtu[q] = numberOf(line.Text, 1500)
	}
}

// queueOf is the qos-group that a system-defined class of a queuing or network-qos policy stands for, or that a class of
// one's own matches (nxos.md 1.2).
func queueOf(s *survey, class mqc) (qos.Queue, bool) {
	last := class.name[max(0, len(class.name)-1):]
	switch {
	case strings.HasSuffix(class.name, "-default"):
		return 0, true
	case strings.HasPrefix(class.name, "c-") && last >= "0" && last < "8":
		return qos.Queue(last[0] - '0'), true
	}
	if node := s.nodes[class]; node != nil {
		if line := node.FindPrefix("match qos-group "); line != nil {
			q := numberOf(line.Text, -1)
			return qos.Queue(q), q >= 0 && q < qos.NumQueues
		}
	}
	return 0, false
}

// noDrop is the set of classes that pause.
func (l *lossless) noDrop() qos.QueueSet {
	var set qos.QueueSet
	for q, p := range l.pause {
		if p != 0 {
			set |= 1 << q
		}
	}
	return set
}

// sameFor tells whether two policies pause the same and have the same MTU in the classes that something reaches.
func (l *lossless) sameFor(other *lossless, reached qos.QueueSet) bool {
	if l.pause != other.pause {
		return false
	}
	for _, q := range reached.List() {
		if l.mtu[q] != other.mtu[q] {
			return false
		}
	}
	return true
}

// reachedBy is the set of qos-groups that the type qos policies of a configuration give.
func reachedBy(s *survey) qos.QueueSet {
	reached := qos.Queues(0)
	for _, o := range s.objects {
		if !o.policy || o.typ != "qos" {
			continue
		}
		for _, class := range s.nodes[o].Kids {
			if line := class.FindPrefix("set qos-group "); line != nil {
				reached |= 1 << (numberOf(line.Text, 0) & 7)
			}
		}
	}
	return reached
}
