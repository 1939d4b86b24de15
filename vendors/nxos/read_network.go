package nxos

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// network is the network-qos policy in force: which classes drop nothing, and the MTU of each.
type network struct {
	four     bool // it is written in the classes of a switch with four queues
	noDrop   qos.Value[qos.QueueSet]
	classMTU *qos.ClassMTU
}

// stems are the start of the system's class names of one policy type, for eight queues and for four. The class of group 0
// ends in -default, the others in their number (1.2).
type stems struct{ eight, four string }

var (
	networkStems = stems{"c-8q-nq", "c-nq"}
	outputStems  = stems{"c-out-8q-q", "c-out-q"}
	inputStems   = stems{"c-in-q", "c-in-q"}
)

// queueOf is the queue that a class of a queuing or network-qos policy stands for: by its name if it is the system's, else by
// its class-map, which matches a qos-group.
func (x *index) queueOf(kind string, s stems, name string) (q qos.Queue, four, ok bool) {
	if q, ok = s.group(s.eight, name, qos.NumQueues); ok {
		return q, false, true
	}
	if q, ok = s.group(s.four, name, 4); ok {
		return q, true, true
	}
	if name == classDefault {
		return 0, false, true
	}
	o, ok := x.objects["class-map type "+kind+" "+name]
	if !ok || len(o.kids) == 0 {
		return 0, false, false
	}
	group, found := "", false
	for _, n := range o.kids {
		if n.Kind == conf.Odd || found && n.Kind == conf.In {
			return 0, false, false
		}
		if n.Kind == conf.In {
			group, found = strings.CutPrefix(n.Text, "match qos-group ")
		}
	}
	v, err := strconv.Atoi(group)
	return qos.Queue(v), false, found && err == nil && v < qos.NumQueues
}

func (stems) group(stem, name string, groups int) (qos.Queue, bool) {
	rest, ok := strings.CutPrefix(name, stem)
	if !ok {
		return 0, false
	}
	if rest == "-default" {
		return 0, true
	}
	v, err := strconv.Atoi(rest)
	return qos.Queue(v), err == nil && len(rest) == 1 && v > 0 && v < groups
}

// readNetwork reads the policy that `system qos` attaches, or the built-in one: MTU 1500 and nothing lossless (1.3). A class
// that a policy does not list has that too (2.3).
func (x *index) readNetwork() *network {
	w := &network{four: x.facts.four, noDrop: qos.Is(qos.QueueSet(0)), classMTU: &qos.ClassMTU{}}
	for q := range w.classMTU.MTU {
		w.classMTU.MTU[q] = qos.Is(builtinMTU)
	}
	b := x.globals.network
	o, defined := x.objects["policy-map type network-qos "+b.name]
	switch {
	case x.globals.odd != nil:
		w.unknown(notUnderstood(x.globals.odd), x.globals.odd.Line)
	case b.name == "" || b.name == "default-8q-nq-policy":
	case b.name == "default-nq-policy":
		w.four = true
	case !defined:
		w.unknown("policy-map type network-qos "+b.name+" is attached and not defined", b.line)
	default:
		x.networkClasses(w, o)
	}
	if w.four {
		for q := 4; q < qos.NumQueues; q++ {
			w.classMTU.MTU[q] = qos.Value[qos.Bytes]{}
		}
	}
	return w
}

// unknown makes everything unknown.
func (w *network) unknown(why string, line int32) {
	w.noDropUnknown(why, line)
	for q := range w.classMTU.MTU {
		w.classMTU.MTU[q] = qos.NotRead[qos.Bytes](why, line)
	}
}

func (w *network) noDropUnknown(why string, line int32) {
	if w.noDrop.Known() {
		w.noDrop = qos.NotRead[qos.QueueSet](why, line)
	}
}

func (x *index) networkClasses(w *network, o definition) {
	for _, n := range o.kids {
		switch n.Kind {
		case conf.Odd:
			w.unknown(notUnderstood(n), n.Line)
		case conf.In:
			name := strings.TrimPrefix(n.Text, "class type network-qos ")
			q, four, ok := x.queueOf("network-qos", networkStems, name)
			if !ok {
				w.unknown("class "+name+" is no class of the system and not defined", n.Line)
				continue
			}
			w.four = w.four || four
			w.class(q, n)
		}
	}
}

// class reads a class of a network-qos policy.
func (w *network) class(q qos.Queue, class *conf.Node) {
	for _, n := range class.Kids {
		switch word := firstOf(n.Text); {
		case n.Kind != conf.In:
		case word == "mtu":
			v, _ := strconv.ParseInt(n.Text[len("mtu "):], 10, 64)
			w.classMTU.MTU[q] = qos.IsAt(qos.Bytes(v), n.Line)
		case word == "pause":
			w.pause(q, strings.TrimPrefix(n.Text, "pause pfc-cos "), n)
		}
	}
	for _, n := range class.Kids { // lines of a class have no order: what weft cannot read counts wherever it stands
		if n.Kind == conf.Odd {
			w.unclear(q, n, notUnderstood(n))
		}
	}
	if again := twice(class.Kids); again != nil {
		w.unclear(q, again, saidTwice(again))
	}
}

// pause makes a class no-drop. weft's model has one number for a class and its priority.
func (w *network) pause(q qos.Queue, priorities string, n *conf.Node) {
	if priorities != strconv.Itoa(int(q)) && n.Text != "pause no-drop" {
		first := w.noDrop.Known()
		w.noDropUnknown("class "+strconv.Itoa(int(q))+" pauses priority "+priorities+", not its own number: an end that has one number for both takes it for another class", n.Line)
		w.noDrop.Forbidden = w.noDrop.Forbidden || first && len(priorities) == 1
		return
	}
	w.noDrop.V |= 1 << q
}

// unclear makes unknown what a line of a class decides.
func (w *network) unclear(q qos.Queue, n *conf.Node, why string) {
	word := oddWord(viewClassNetwork, n)
	if word != "pause" {
		w.classMTU.MTU[q] = qos.NotRead[qos.Bytes](why, n.Line)
	}
	if word != "mtu" {
		w.noDropUnknown(why, n.Line)
	}
}

// largestMTU is the MTU of a port that has none of its own.
func (w *network) largestMTU() qos.Value[qos.Bytes] {
	var largest qos.Value[qos.Bytes]
	for _, mtu := range w.classMTU.MTU {
		if mtu.State == qos.Unknown {
			return mtu
		}
		if mtu.Known() && mtu.V > largest.V {
			largest = mtu
		}
	}
	return largest
}

// ingressOf reads the buffers of the no-drop classes of a port. Those that no policy sets are the switch's own (2.5).
func (x *index) ingressOf(l, po *portLines) *qos.Ingress {
	bundle := &l.input
	if po != nil {
		bundle = &po.input
	}
	b, why := effective(&l.input, bundle, l, po)
	if why == "" && b.name == "" {
		b = x.globals.input
	}
	if why == "" {
		if in := x.ingress.of(b.name, x.readIngress); in != nil {
			return in
		}
		why = "policy-map type queuing " + b.name + " is bound and not defined"
	}
	return x.ingress.of(unknownKey(why, b.line), func(string) *qos.Ingress { return unknownIngress(why, b.line) })
}

func unknownIngress(why string, line int32) *qos.Ingress {
	in := &qos.Ingress{}
	for q := range in.Buffers {
		in.Buffers[q] = qos.NotRead[qos.Buffer](why, line)
	}
	return in
}

// readIngress reads an input queuing policy, nil when there is no such one.
func (x *index) readIngress(policy string) *qos.Ingress {
	in := &qos.Ingress{}
	for _, q := range x.network.noDrop.V.List() {
		in.Buffers[q] = qos.Default(qos.Buffer{})
	}
	if policy == "" || policy == "default-in-policy" {
		return in
	}
	o, ok := x.objects["policy-map type queuing "+policy]
	if !ok {
		return nil
	}
	for _, n := range o.kids {
		name := strings.TrimPrefix(n.Text, "class type queuing ")
		q, _, ok := x.queueOf("queuing", inputStems, name)
		switch {
		case n.Kind == conf.Out:
		case n.Kind == conf.Odd:
			return unknownIngress(notUnderstood(n), n.Line)
		case !ok:
			return unknownIngress("class "+name+" is no class of the system and not defined", n.Line)
		case !x.network.noDrop.Known() || x.network.noDrop.V.Has(q):
			in.Buffers[q] = readBuffer(n, in.Buffers[q])
		}
	}
	return in
}

// readBuffer reads the pause buffer of a class. Headroom is what is left of it when pausing starts.
func readBuffer(class *conf.Node, without qos.Value[qos.Buffer]) qos.Value[qos.Buffer] {
	buffer := without
	if again := twice(class.Kids); again != nil {
		return qos.NotRead[qos.Buffer](saidTwice(again), again.Line)
	}
	for _, n := range class.Kids {
		switch {
		case n.Kind == conf.Odd:
			return qos.NotRead[qos.Buffer](notUnderstood(n), n.Line)
		case n.Kind == conf.In && firstOf(n.Text) == "pause":
			f := strings.Fields(n.Text) // pause buffer-size N pause-threshold N resume-threshold N
			size, _ := strconv.ParseInt(f[2], 10, 64)
			off, _ := strconv.ParseInt(f[4], 10, 64)
			on, _ := strconv.ParseInt(f[6], 10, 64)
			buffer = qos.IsAt(qos.Buffer{Headroom: qos.Bytes(size - off), XOFF: qos.Bytes(off), XON: qos.Bytes(on)}, n.Line)
			if size == off {
				buffer.Why = "pause-threshold is all of buffer-size"
			}
		}
	}
	return buffer
}
