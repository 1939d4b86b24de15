package nxos

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// shortCableMetres is the length up to which the switch's own pause buffers do. A longer cable needs an explicit policy
// (S-PFC105).
const shortCableMetres = 100

// acceptHeadroom allows explicit pause buffers on a family whose buffer cell no source states.
const acceptHeadroom = "nxos.headroom-cell"

// noPool says why headroom comes from no pool.
const noPool = "a queue has a pause buffer of its own, and no confirmed command makes a pool for several"

// ingressKey is what decides the ingress buffers of a port.
type ingressKey struct {
	asked    *qos.Ingress
	lossless qos.QueueSet
	long     bool // the cable is longer than shortCableMetres
}

// fitIngress fits the pause buffers of a port. The switch sets them aside for every no-drop class, and they are left to it on
// a port that pauses nothing, and on a short cable that nothing else is asked of.
func (f *fitter) fitIngress(key ingressKey) (*qos.Ingress, notes) {
	var n notes
	out := &qos.Ingress{}
	for _, q := range f.noDrop.List() {
		var asked qos.Value[qos.Buffer]
		if key.asked != nil && key.lossless.Has(q) {
			asked = key.asked.Buffers[q]
		}
		switch {
		case asked.Known():
			out.Buffers[q] = f.fitBuffer(q, asked, &n)
		case key.long && asked.V.Headroom > 0: // what was computed for the cable
			asked.State = qos.Known
			out.Buffers[q] = f.fitBuffer(q, asked, &n)
		case key.long && key.lossless.Has(q):
			n.Impossible(f.class(q)+": headroom", "auto", fmt.Sprintf("a cable of more than %d m needs an explicit pause buffer: give headroom in bytes", shortCableMetres), "S-PFC105")
		default:
			out.Buffers[q] = qos.Default(qos.Buffer{})
		}
	}
	return out, n
}

// fitBuffer fits explicit pause buffers: room up, thresholds down, to whole cells.
func (f *fitter) fitBuffer(q qos.Queue, asked qos.Value[qos.Buffer], n *notes) qos.Value[qos.Buffer] {
	field := f.class(q)
	b := asked.V
	if b.AlphaDen != 0 {
		n.Impossible(field+": threshold", fmt.Sprintf("alpha %d/%d", b.AlphaNum, b.AlphaDen), "a pause threshold is a number of bytes", "S-PFC105")
		return asked
	}
	if !f.checkCell(field, b, n) || b.XOFF == 0 && !f.fillThreshold(field, &b, n) {
		return asked
	}
	if b.XON == 0 {
		b.XON = b.XOFF - f.row.resumeGap.V
	}
	f.wholeCells(field, &b, n)
	f.checkBuffer(field, b, n)
	asked.V = b
	return asked
}

// checkCell refuses an explicit buffer where no source states the cell that it would have to be a multiple of.
func (f *fitter) checkCell(field string, b qos.Buffer, n *notes) bool {
	if f.row.cell.Known() || f.accepted(acceptHeadroom, "pause buffers are written without the buffer cell of "+f.row.family) {
		return true
	}
	reason := "no source states the buffer cell of " + f.row.family + ", so that an explicit pause buffer cannot be checked"
	if b.XOFF == 0 && !f.row.pauseAt.Known() {
		reason += ", nor a pause threshold: give threshold in bytes beside headroom"
	}
	what, value := explicit(b)
	n.UnlessAccepted(acceptHeadroom, field+": "+what, value.String(), reason, "S-PFC105")
	return false
}

// explicit is what makes a buffer an explicit one: its headroom, or where none is asked for its threshold.
func explicit(b qos.Buffer) (what string, value qos.Bytes) {
	if b.Headroom == 0 && b.XOFF > 0 {
		return "threshold", b.XOFF
	}
	return "headroom", b.Headroom
}

// fillThreshold takes the pause threshold that the family was seen with when none is asked.
func (f *fitter) fillThreshold(field string, b *qos.Buffer, n *notes) bool {
	if !f.row.pauseAt.Known() {
		n.Impossible(field+": headroom", b.Headroom.String()+" without a threshold",
			"no source states a pause threshold of "+f.row.family+": give threshold in bytes beside headroom", "S-PFC105")
		return false
	}
	b.XOFF = f.row.pauseAt.V
	n.ByPlatform(field+": threshold", vendors.Nothing, b.XOFF.String(), "an explicit pause buffer needs a threshold, and this is what the family was seen with", f.row.pauseAt.Source)
	return true
}

func (f *fitter) wholeCells(field string, b *qos.Buffer, n *notes) {
	if !f.row.cell.Known() {
		return
	}
	cell, source := f.row.cell.V, f.row.cell.Source
	round := func(what string, value *qos.Bytes, to qos.Bytes) {
		if to != *value {
			n.Rounding(field+": "+what, value.String(), to.String(), fmt.Sprintf("buffers are cells of %d bytes", cell), source)
			*value = to
		}
	}
	round("headroom", &b.Headroom, (b.Headroom+cell-1)/cell*cell)
	round("threshold", &b.XOFF, b.XOFF/cell*cell)
	round("resume threshold", &b.XON, b.XON/cell*cell)
}

// checkBuffer checks buffer-size > pause-threshold >= resume-threshold, and the least values the family takes.
func (f *fitter) checkBuffer(field string, b qos.Buffer, n *notes) {
	if b.Headroom <= 0 || b.XON > b.XOFF || b.XON <= 0 {
		what, _ := explicit(b)
		n.Impossible(field+": "+what, fmt.Sprintf("headroom %s, threshold %s, resume %s", b.Headroom, b.XOFF, b.XON),
			"buffer-size is more than pause-threshold, which is not less than resume-threshold", "S-PFC105")
	}
	if least := f.row.minBuffer; b.XOFF+b.Headroom < least.V {
		n.Impossible(field+": headroom", fmt.Sprintf("a pause buffer of %d bytes", b.XOFF+b.Headroom), fmt.Sprintf("the least is %d bytes", least.V), least.Source)
	}
	if least := f.row.minPause; min(b.XOFF, b.XON) < least.V {
		n.Impossible(field+": threshold", fmt.Sprintf("%d bytes, resume %d", b.XOFF, b.XON), fmt.Sprintf("the least is %d bytes", least.V), least.Source)
	}
}
