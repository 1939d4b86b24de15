package cloudengine

import (
	"github.com/weft-net/weft/qos"
)

// portReader reads one port.
type portReader struct {
	x    *index
	name string
	own  section // its lines
	// outer are the lines of its bundle where it is a member of one, else its own: what classifies, and what an interface is.
	outer   section
	routed  bool
	out     qos.Port
	assumed assumptions
}

// readLike reads a port.
func (x *index) readLike(p *port) *like {
	r := &portReader{x: x, name: p.name, own: p.lines, outer: p.lines}
	if p.trunk != "" {
		r.outer = x.trunks[p.trunk]
	}
	r.routed = r.outer.find("undo portswitch") != nil
	r.classify(append(x.subs[p.name][:len(x.subs[p.name]):len(x.subs[p.name])], x.subs[p.trunk]...))
	r.pfc()
	r.ingress()
	r.egress()
	r.mtu()
	r.dcbx()
	return &like{port: r.out, assumed: r.assumed}
}

// mtu reads the largest IP packet: what fits in a frame, and on a routed port no more than its MTU.
func (r *portReader) mtu() {
	if n := r.outer.unclear(qos.FacetMTU); n != nil {
		r.out.MTU = qos.NotRead[qos.Bytes](notUnderstood(n), n.Line)
		return
	}
	largest := qos.Is(builtinJumbo)
	if words, n := r.outer.last("jumboframe enable "); n != nil {
		largest = qos.IsAt(qos.Bytes(numberOf(firstOf(words))), n.Line)
	}
	largest.V = max(largest.V-frameOverhead, 0)
	if r.routed {
		packet := qos.Is(builtinMTU)
		if words, n := r.outer.last("mtu "); n != nil {
			packet = qos.IsAt(qos.Bytes(numberOf(words)), n.Line)
		}
		if packet.V <= largest.V {
			r.out.MTU = packet
			return
		}
	}
	r.out.MTU = largest
	r.assumed |= assumedFrame
}

var sizeUnits = map[string]qos.Bytes{"bytes": 1, "kbytes": 1 << 10, "mbytes": 1 << 20}

// size reads a number of bytes.
func (r *portReader) size(number, unit string) qos.Bytes {
	if unit != "bytes" {
		r.assumed |= assumedKbyte
	}
	return qos.Bytes(numberOf(number)) * sizeUnits[unit]
}

// cells rounds up to whole cells, as the switch does (2.3).
func (f facts) cells(b qos.Bytes) qos.Bytes {
	if f.cell == 0 {
		return b
	}
	return (b + f.cell - 1) / f.cell * f.cell
}

// ingress reads the buffers of the priorities that a port pauses, or of all where that is not known. Those that no line sets
// are the switch's own.
func (r *portReader) ingress() {
	in := &qos.Ingress{}
	r.out.Ingress = in
	paused := qos.AllQueues
	if set := r.out.PFC.Priorities; set.Known() {
		paused = set.V
	}
	odd := r.own.unclear(qos.FacetIngress)
	for _, q := range paused.List() {
		switch {
		case odd != nil:
			in.Buffers[q] = qos.NotRead[qos.Buffer](notUnderstood(odd), odd.Line)
		case r.out.PFC.Priorities.Known():
			in.Buffers[q] = qos.Default(qos.Buffer{})
		}
	}
	for _, n := range r.own.all("dcb pfc buffer ") {
		words := wordsOf(n.Text)[3:]
		if q := qos.Queue(numberOf(words[0])); paused.Has(q) {
			r.buffer(&in.Buffers[q], words[1:], n.Text, n.Line)
		}
	}
}

// buffer reads one setting of a buffer, which adds to what others set.
func (r *portReader) buffer(to *qos.Value[qos.Buffer], words []string, text string, line int32) {
	if to.State == qos.Unknown {
		return
	}
	b := to.V
	if !r.threshold(&b, words) {
		*to = qos.NotRead[qos.Buffer]("`"+text+"`: "+whyNoBuffer(words), line)
		return
	}
	*to = qos.IsAt(b, line)
}

// threshold reads hdrm N kbytes, xoff static N UNIT [xon offset N UNIT], or xon static N UNIT xoff static N UNIT.
func (r *portReader) threshold(b *qos.Buffer, words []string) bool {
	f := r.x.facts
	switch {
	case words[0] == "hdrm":
		b.Headroom = f.cells(r.size(words[1], words[2]))
	case words[0] == "xon" && words[1] == "static":
		b.XON, b.XOFF = f.cells(r.size(words[2], words[3])), f.cells(r.size(words[6], words[7]))
	case words[0] == "xoff" && words[1] == "static" && words[3] == "cells":
		b.XOFF = qos.Bytes(numberOf(words[2])) * f.cell
		return f.cell > 0
	case words[0] == "xoff" && words[1] == "static":
		b.XOFF = f.cells(r.size(words[2], words[3]))
		if len(words) > 4 {
			b.XON = max(b.XOFF-f.cells(r.size(words[6], words[7])), 0)
		}
	default:
		return false
	}
	return true
}

// whyNoBuffer is the reason why a setting cannot be read.
func whyNoBuffer(words []string) string {
	switch {
	case words[0] == "guaranteed":
		return "weft does not know guaranteed buffers"
	case words[1] == "dynamic":
		return "no source says what factor of the free buffer a dynamic threshold is"
	}
	return "no source says how large a cell of this switch is"
}
