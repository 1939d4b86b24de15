package nxos

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// outputView is a class of an output queuing policy, as the template gets it: a priority level, or a share in percent.
type outputView struct {
	Class    string
	Priority int // 0 for a queue that shares
	Share    int
	Shape    *shapeView
	Detect   *detectView
	Limit    int64 // bytes
}

// shapeView is in Mbit/s.
type shapeView struct{ Min, Max int64 }

// detectView is in bytes and percent.
type detectView struct {
	Min, Max    int64
	Probability int
	ECN         bool
}

// policyView is what the templates of queuing and network-qos policies get.
type policyView[C any] struct {
	Name    string
	Queues  []C
	Classes []C
}

// egressObject is the output queuing policy of a port speed, or nil where the model says nothing.
func (r *renderer) egressObject(key egressKey) (*weftObject, error) {
	if key.asked == nil {
		return nil, nil
	}
	queues := r.outputQueues(key.asked)
	text, err := r.execute("policy-map-queuing-output", policyView[outputView]{Name: nameMark, Queues: queues})
	speed := fitting.SpeedName(key.speed)
	return &weftObject{text: text, identity: speed + text, speed: speed, fixed: kinds(queues)}, err
}

// kinds says which queues have a priority level and which a share: neither can become the other in place.
func kinds(queues []outputView) string {
	b := make([]byte, len(queues))
	for i, q := range queues {
		b[i] = 's'
		if q.Priority > 0 {
			b[i] = 'p'
		}
	}
	return string(b)
}

// outputQueues are all classes from the highest down. An unused queue above a strict one is strict too, because strict queues
// have to be adjacent; any other unused queue has a share of 0.
func (r *renderer) outputQueues(e *qos.Egress) []outputView {
	lowest := lowestStrict(e)
	queues := make([]outputView, 0, qos.NumQueues)
	shares, level := 0, 0
	for q := r.row.queues() - 1; q >= 0; q-- {
		out := outputView{Class: r.outputClass(qos.Queue(q))}
		if q >= lowest {
			level++
			out.Priority = level
		} else {
			out.Share = int(e.Queues[q].Schedule.V.Share) / 10
			shares += out.Share
		}
		describe(&out, &e.Queues[q])
		queues = append(queues, out)
	}
	if last := &queues[len(queues)-1]; shares == 0 && last.Priority == 0 {
		last.Share = 100 // shares have to add to 100
	}
	return queues
}

// describe fills in shaping, marking and limit.
func describe(out *outputView, e *qos.EgressQueue) {
	if e.Max.Known() {
		out.Shape = &shapeView{int64(e.Min.V / qos.Mbps), int64(e.Max.V / qos.Mbps)}
	}
	if ecn := e.ECN; ecn.Known() && (ecn.V.On || ecn.V.DropOnly) {
		out.Detect = &detectView{int64(ecn.V.Min), int64(ecn.V.Max), int(ecn.V.Probability), ecn.V.Marks()}
	}
	if e.Limit.Known() {
		out.Limit = int64(e.Limit.V.Bytes)
	}
}

// headroomKey is what decides the input queuing policy of a port.
type headroomKey struct {
	ingress *qos.Ingress
	speed   qos.BitsPerSecond
	cable   string
}

// inputView is a class of an input queuing policy, in bytes.
type inputView struct {
	Class               string
	Size, Pause, Resume int64
}

// headroomObject is the input queuing policy of explicit pause buffers, or nil when all are the switch's own.
func (r *renderer) headroomObject(key headroomKey) (*weftObject, error) {
	if key.ingress == nil {
		return nil, nil
	}
	var queues []inputView
	for q := r.row.queues() - 1; q >= 0; q-- {
		if b := key.ingress.Buffers[q]; b.Known() {
			queues = append(queues, inputView{r.inputClass(qos.Queue(q)), int64(b.V.XOFF + b.V.Headroom), int64(b.V.XOFF), int64(b.V.XON)})
		}
	}
	if queues == nil {
		return nil, nil
	}
	text, err := r.execute("policy-map-queuing-input", policyView[inputView]{Name: nameMark, Queues: queues})
	speed := fitting.SpeedName(key.speed)
	return &weftObject{text: text, identity: speed + key.cable + text, speed: speed, cable: key.cable}, err
}

// networkView is a class of the network-qos policy.
type networkView struct {
	Name  string
	MTU   int64
	Pause string // "pfc-cos 3"; empty for a class that drops
}

// noDropObject is the network-qos policy of the switch, or nil when the built-in one does the same. All classes are in it:
// those that are not would have an MTU of 1500 bytes.
func (r *renderer) noDropObject() (*weftObject, error) {
	noDrop := noDropOf(r.fitted)
	var classes []networkView
	plain := noDrop == 0
	for q := r.row.queues() - 1; q >= 0; q-- {
		mtu := classMTUOf(r.fitted, qos.Queue(q))
		class := networkView{Name: r.networkClass(qos.Queue(q)), MTU: int64(mtu)}
		if noDrop.Has(qos.Queue(q)) {
			class.Pause = r.pause(qos.Queue(q))
		}
		plain = plain && mtu == builtinMTU
		classes = append(classes, class)
	}
	if plain {
		return nil, nil
	}
	text, err := r.execute("policy-map-network-qos", policyView[networkView]{Name: nameMark, Classes: classes})
	return &weftObject{text: text}, err
}

func (r *renderer) pause(q qos.Queue) string {
	if r.row.pauseNoDrop {
		return "no-drop"
	}
	return "pfc-cos " + string('0'+rune(q))
}

// noDropOf is the set of no-drop classes of a fitted switch: every port that pauses pauses all of them.
func noDropOf(sw *qos.Switch) qos.QueueSet {
	var set qos.QueueSet
	for i := range sw.Ports {
		if p := sw.Ports[i].PFC.Priorities; p.Known() {
			set |= p.V
		}
	}
	return set
}

// classMTUOf is the MTU of a class of a fitted switch, which all ports share.
func classMTUOf(sw *qos.Switch, q qos.Queue) qos.Bytes {
	for i := range sw.Ports {
		if m := sw.Ports[i].ClassMTU; m != nil && m.MTU[q].Known() {
			return m.MTU[q].V
		}
	}
	return builtinMTU
}
