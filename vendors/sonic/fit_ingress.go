package sonic

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// srcManager is where the rules of the two buffer managers come from.
const srcManager = "sonic-swss: cfgmgr/buffermgr.cpp, buffermgrdyn.cpp"

// ingressKey is what decides the ingress buffers of a port.
type ingressKey struct {
	asked  *qos.Ingress
	paused qos.QueueSet
	link   link
}

// link is what headroom depends on.
type link struct {
	speed  qos.BitsPerSecond
	metres float64
	mtu    qos.Bytes
}

// linkOf is the link of a port, with the MTU that it has from the start where none is asked.
func linkOf(p *qos.Port, at *vendors.SitePort) link {
	l := link{at.SpeedBps, at.CableMetres, builtinMTU}
	if p.MTU.Known() {
		l.mtu = p.MTU.V
	}
	return l
}

// fitIngress fits the ingress buffers of the priorities that a port pauses. The switch gives each what its own table or formula
// says, unless bytes are asked for one. In the traditional model the switch then gives the port none at all, so that the others
// get explicit ones too, where there can be any.
func (f *fitter) fitIngress(key ingressKey) (*qos.Ingress, notes) {
	var n notes
	out := &qos.Ingress{}
	others := asksBuffers(key) && !f.row.chip.dynamic && f.row.pools.Known() && !f.lacks(key)
	for q := range qos.Queue(qos.NumQueues) {
		var asked qos.Value[qos.Buffer]
		if key.asked != nil {
			asked = key.asked.Buffers[q]
		}
		switch {
		case !key.paused.Has(q):
			if asked.Known() {
				n.ByPlatform(f.class(q)+": headroom", asked.V.String(), "none", "the port does not pause the class", srcManager)
			}
		case asked.Known():
			out.Buffers[q] = f.fitBuffer(q, asked, key.link, &n)
		case others:
			out.Buffers[q] = f.fitBuffer(q, qos.Is(qos.Buffer{}), key.link, &n)
		default:
			out.Buffers[q] = f.ownBuffer(q, key.link, &n)
		}
	}
	return out, n
}

// asksBuffers tells whether bytes or a threshold are asked for a class that the port pauses.
func asksBuffers(key ingressKey) bool {
	for _, q := range key.paused.List() {
		if key.asked != nil && key.asked.Buffers[q].Known() {
			return true
		}
	}
	return false
}

// lacks tells whether an asked buffer cannot be filled in, and so is refused.
func (f *fitter) lacks(key ingressKey) bool {
	if _, stated := f.row.ownBuffer(key.link); stated {
		return false
	}
	for _, q := range key.paused.List() {
		if asked := key.asked.Buffers[q]; asked.Known() && !whole(&asked.V) {
			return true
		}
	}
	return false
}

// whole tells whether nothing has to be filled in.
func whole(b *qos.Buffer) bool {
	return b.Headroom > 0 && b.XON > 0 && (b.AlphaDen != 0 || b.XOFF != 0)
}

// ownBuffer is the buffer that the switch gives a lossless class by itself.
func (f *fitter) ownBuffer(q qos.Queue, at link, n *notes) qos.Value[qos.Buffer] {
	field := f.class(q) + ": headroom"
	if at.metres <= 0 {
		n.Impossible(field, "auto", "it depends on the cable, whose length is not given: give it, or headroom in bytes", srcManager)
		return qos.Default(qos.Buffer{})
	}
	length, err := f.row.cableLength(at.speed, at.metres)
	if err != nil {
		n.Impossible(field, fmt.Sprintf("auto on a cable of %g m", at.metres), err.Error()+", and without a line a lossless class gets no buffer: give headroom in bytes", srcLookup)
		return qos.Default(qos.Buffer{})
	}
	if float64(length) != at.metres {
		reason := "the switch has headroom for cables of certain lengths, and this is the next longer one"
		if f.row.chip.dynamic {
			reason = "a cable is whole metres"
		}
		n.Rounding("cable", fmt.Sprintf("%g m", at.metres), fmt.Sprintf("%d m", length), reason, srcManager)
	}
	b, _ := f.row.ownBuffer(at)
	return qos.Default(b)
}

// ownBuffer is what the switch gives a lossless class of a link by itself, as far as a source states it.
func (r *platformRow) ownBuffer(at link) (b qos.Buffer, stated bool) {
	if at.speed == 0 {
		return qos.Buffer{}, false
	}
	if r.chip.dynamic {
		length, _ := r.cableLength(at.speed, at.metres)
		group := r.chip.headroomOf(at.speed, length, at.mtu, stockPattern)
		return qos.Buffer{Headroom: group.xoff, XON: group.xon, AlphaNum: 1, AlphaDen: 1}, true
	}
	line := r.lookupOf(at.speed, at.metres)
	if line == nil {
		return qos.Buffer{}, false
	}
	b = qos.Buffer{Headroom: line.xoff, XON: line.xon}
	b.AlphaNum, b.AlphaDen = alphaOf(line.alpha)
	return b, true
}

// fitBuffer fits an explicit buffer, which is a profile of the class's own. What is not asked of it is what the switch would
// give the link by itself.
func (f *fitter) fitBuffer(q qos.Queue, asked qos.Value[qos.Buffer], at link, n *notes) qos.Value[qos.Buffer] {
	field := f.class(q)
	if !f.row.pools.Known() {
		n.Impossible(field+": headroom", asked.V.String(), "no source states the buffer pools of this platform, that a buffer would have to go with", srcProfile)
		return asked
	}
	b := &asked.V
	own, stated := f.row.ownBuffer(at)
	if !stated && !whole(b) {
		f.unstated(field, b, at, n)
		return asked
	}
	f.fillBuffer(field, b, own, n)
	if stated && b.Headroom < own.Headroom {
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "headroom",
			Summary: fmt.Sprintf("%s: %d bytes of headroom are less than the %d that the switch itself gives %s and %g m", field, b.Headroom, own.Headroom, at.speed, at.metres),
			Detail:  "what still arrives after a pause may be dropped",
		})
	}
	switch {
	case b.AlphaDen != 0:
		fitAlpha(field+": threshold", &b.AlphaNum, &b.AlphaDen, n)
	case f.row.chip.dynamic:
		n.Impossible(field+": threshold", b.XOFF.String(), "the pool of lossless classes is dynamic, and so is the threshold of a class in it: give alpha", srcProfile)
	case b.XON > b.XOFF:
		n.Impossible(field+": resume", b.XON.String(), "pause ends below the threshold where it starts, "+b.XOFF.String(), srcProfile)
	}
	if pool := f.row.sharedHeadroom(); pool != 0 && b.Headroom > pool {
		n.Impossible(field+": headroom", b.Headroom.String(), fmt.Sprintf("the pool that all headroom is taken from has %d bytes", pool), f.row.pools.Source)
	}
	return asked
}

// unstated refuses a buffer of which not all can be filled in: it also has where pause ends, and only the switch's own table says
// that for a speed and a cable. A row that somebody writes under the name of the switch's own goes before the table (2).
func (f *fitter) unstated(field string, b *qos.Buffer, at link, n *notes) {
	attribute := field + ": headroom"
	if b.Headroom == 0 {
		attribute = field + ": threshold"
	}
	reason := "a buffer of its own also says where pause ends, which goes by the speed of the port: give the speed"
	if at.speed != 0 {
		row := "the profile that it then makes"
		if length, err := f.row.cableLength(at.speed, at.metres); err == nil && at.metres > 0 {
			row = fmt.Sprintf("pg_lossless_%d_%dm_profile", at.speed/1e6, length)
		}
		reason = "a buffer of its own also says where pause ends, which is in the switch's own table, and no source states that for this speed and cable: " +
			"leave headroom and threshold of lossless classes out, so that the switch goes by its table; where other bytes are needed, write " + row +
			" in BUFFER_PROFILE on the switch, which goes before the table"
	}
	n.Impossible(attribute, b.String(), reason, srcLookup)
}

// fillBuffer puts in what is not asked of an explicit buffer.
func (f *fitter) fillBuffer(field string, b *qos.Buffer, own qos.Buffer, n *notes) {
	const same = "a buffer has one, and this is the switch's own for the speed and cable"
	if b.Headroom == 0 {
		b.Headroom = own.Headroom
		n.ByPlatform(field+": headroom", vendors.Nothing, b.Headroom.String(), same, srcManager)
	}
	if b.XON == 0 {
		b.XON = own.XON
	}
	if b.AlphaDen == 0 && b.XOFF == 0 {
		b.AlphaNum, b.AlphaDen = own.AlphaNum, own.AlphaDen
		n.ByPlatform(field+": threshold", vendors.Nothing, qos.Limit{AlphaNum: b.AlphaNum, AlphaDen: b.AlphaDen}.String(), same, srcManager)
	}
}

// sharedHeadroom says what is not set of what is asked of headroom beside its size.
func (f *fitter) sharedHeadroom() {
	const pools = "weft leaves the pools of the switch's own template as they are"
	packets := "the switch's own table decides, whatever the packets"
	if f.row.chip.dynamic {
		packets = "weft has the switch work headroom out for the smallest packets alone"
	}
	f.ledger.Headroom(f.site.Headroom, fitting.HeadroomRules{Pool: pools, Oversubscribe: pools, Packets: packets, Source: srcManager})
}

// budget checks that the headroom of all ports fits: of what each class takes from a shared pool, none is more than the pool;
// what each has for itself is not more than the memory.
func (f *fitter) budget(fitted *qos.Switch) {
	var all demand
	for i := range fitted.Ports {
		in := fitted.Ports[i].Ingress
		for _, q := range fitted.Ports[i].PFC.Priorities.V.List() {
			all.add(in.Buffers[q], f.row.sharedHeadroom() != 0)
		}
	}
	if pool := f.row.sharedHeadroom(); pool != 0 {
		if all.total > pool {
			f.diags = append(f.diags, vendors.Diagnostic{
				Severity: all.severity(), Field: "headroom",
				Summary: fmt.Sprintf("the headroom pool of %d bytes is promised %.1f times; %d of %d lossless priority groups can be in their headroom at once",
					pool, float64(all.total)/float64(pool), pool/all.most, all.groups),
				Detail: f.row.pools.Source,
			})
		}
		return
	}
	if memory := f.row.chip.memory; memory.Known() && all.total > memory.V {
		f.diags.Errorf(0, "the lossless priority groups of all ports need %d bytes of their own together, and the switch has %d (%s)", all.total, memory.V, memory.Source)
	}
}

// demand is the headroom that priority groups need.
type demand struct {
	groups      int
	total, most qos.Bytes
	asked       bool // some of it is the intent's, not the switch's own
}

// severity is how serious it is to promise more than there is: the switch's own template does so too.
func (d *demand) severity() vendors.Severity {
	if d.asked {
		return vendors.Warning
	}
	return vendors.Info
}

// add counts one group: its headroom, and what is reserved for it where it does not share.
func (d *demand) add(buffer qos.Value[qos.Buffer], shared bool) {
	b := buffer.V
	need := b.Headroom
	if !shared {
		need += b.XON
	}
	d.asked = d.asked || buffer.Known()
	d.groups++
	d.total += need
	d.most = max(d.most, need)
}
