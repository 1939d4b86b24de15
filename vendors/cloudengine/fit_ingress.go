package cloudengine

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// ingressKey is what decides the ingress buffers of a port.
type ingressKey struct {
	asked  *qos.Ingress
	paused qos.QueueSet
}

// fitIngress fits the ingress buffers of the priorities that a port pauses. They are left to the switch where nothing is asked
// and its own headroom does.
func (f *fitter) fitIngress(key ingressKey) (*qos.Ingress, notes) {
	var n notes
	out := &qos.Ingress{}
	own := f.row.headroom
	for q := range qos.Queue(qos.NumQueues) {
		var asked qos.Value[qos.Buffer]
		if key.asked != nil {
			asked = key.asked.Buffers[q]
		}
		switch {
		case !key.paused.Has(q):
			if asked.Known() {
				n.ByPlatform(f.class(q)+": headroom", asked.V.String(), "none", "the port does not pause the class", "D300")
			}
		case asked.Known():
			out.Buffers[q] = f.fitBuffer(q, asked, &n)
		case own.Known() && asked.V.Headroom > own.V: // what was computed for the cable is more than the switch's own
			out.Buffers[q] = f.fitBuffer(q, qos.Value[qos.Buffer]{V: asked.V, State: qos.Known, At: asked.At}, &n)
		default:
			out.Buffers[q] = qos.Default(qos.Buffer{Headroom: own.V})
		}
	}
	return out, n
}

// fitBuffer fits explicit buffers: room up, thresholds down. What is not asked of them is the switch's own.
func (f *fitter) fitBuffer(q qos.Queue, asked qos.Value[qos.Buffer], n *notes) qos.Value[qos.Buffer] {
	field := f.class(q)
	b := &asked.V
	switch {
	case b.AlphaDen != 0:
		n.Impossible(field+": threshold", qos.Limit{AlphaNum: b.AlphaNum, AlphaDen: b.AlphaDen}.String(),
			"no source says what factor of the free buffer a dynamic threshold is: give bytes", "D300")
		return asked
	case f.row.buffers == buffersByPair && b.XOFF != 0:
		if b.Headroom != 0 {
			n.ByPlatform(field+": headroom", b.Headroom.String(), "what the switch does by itself", "headroom is simulated on this family, and no command sets it", "D300")
			b.Headroom = 0
		}
	case f.row.buffers != buffersByPart:
		n.Impossible(field+": headroom", b.String(), "no confirmed command sets the headroom of a priority on this family", "D300, PFC200")
		return asked
	}
	if b.Headroom != 0 {
		f.fitKiB(field+": headroom", &b.Headroom, roundBytesUp, f.row.headroomKB, n)
	}
	if b.XOFF != 0 {
		f.fitThreshold(field, b, n)
	}
	return asked
}

// fitThreshold fits where pause starts and ends.
func (f *fitter) fitThreshold(field string, b *qos.Buffer, n *notes) {
	asked := *b
	f.fitKiB(field+": threshold", &b.XOFF, roundBytesDown, f.row.thresholdKB, n)
	switch {
	case b.XON == 0 && f.row.buffers == buffersByPair:
		b.XON = max(b.XOFF-f.row.resumeGap.V, kib)
		n.ByPlatform(field+": resume threshold", "nothing", b.XON.String(), "the command takes both thresholds, and the built-in ones are as far apart", f.row.resumeGap.Source)
	case b.XON == 0:
	case b.XON >= b.XOFF:
		n.Impossible(field+": threshold", asked.String(), "pause ends below the threshold where it starts", "D300")
	default:
		f.fitResume(field, b, n)
	}
}

// fitResume fits where pause ends. Where the command counts from the threshold down, so does the rounding.
func (f *fitter) fitResume(field string, b *qos.Buffer, n *notes) {
	asked := b.XON
	step := f.blockKiB()
	if f.row.buffers == buffersByPair {
		b.XON = roundBytesDown(b.XON, step)
	} else {
		below := roundBytesUp(b.XOFF-b.XON, step)
		if below == builtinResume { // which the switch does not print
			below += step
		}
		b.XON = b.XOFF - below
	}
	switch {
	case b.XON <= 0:
		n.Impossible(field+": resume threshold", asked.String(), fmt.Sprintf("it is at least %s", step), "D300")
	case b.XON != asked:
		n.Rounding(field+": resume threshold", asked.String(), b.XON.String(), fmt.Sprintf("buffers go in steps of %s", step), "D300")
	}
}

// fitKiB rounds a size to what the command can say: kbytes, and whole blocks where their size is known.
func (f *fitter) fitKiB(field string, size *qos.Bytes, round func(b, step qos.Bytes) qos.Bytes, in fact[limits[int64]], n *notes) {
	asked := *size
	step := f.blockKiB()
	*size = round(asked, step)
	switch count := int64(*size / kib); {
	case count < in.V.least || count > in.V.most:
		n.Impossible(field, asked.String(), fmt.Sprintf("it goes from %d to %d kbytes in steps of %d", in.V.least, in.V.most, step/kib), in.Source)
	case *size != asked:
		n.Rounding(field, asked.String(), size.String(), fmt.Sprintf("buffers go in steps of %s", step), "D300")
	}
}

// blockKiB is the least number of kbytes that is a whole number of blocks.
func (f *fitter) blockKiB() qos.Bytes {
	step := kib
	for cell := f.row.cell.V; cell != 0 && step%cell != 0; {
		step += kib
	}
	return step
}

func roundBytesUp(b, step qos.Bytes) qos.Bytes   { return (b + step - 1) / step * step }
func roundBytesDown(b, step qos.Bytes) qos.Bytes { return b / step * step }
