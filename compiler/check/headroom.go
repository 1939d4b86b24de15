package check

import (
	"fmt"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/headroom"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// linkOf is what headroom depends on, but for the packets; an error says what is not known of it.
func linkOf(p *Port) (headroom.Link, error) {
	switch {
	case p.Speed == 0:
		return headroom.Link{}, fmt.Errorf("the speed of the port is not known")
	case p.CableMetres == 0:
		return headroom.Link{}, fmt.Errorf("the length of the cable is not known")
	case !p.MTU.Known():
		return headroom.Link{}, fmt.Errorf("the largest packet of the port is not known")
	}
	return headroom.Link{
		Speed: qos.BitsPerSecond(p.Speed), Cable: headroom.Metres(p.CableMetres), PortMTU: compiler.LargestFrame(p.Switch.Platform, p.MTU.V),
	}, nil
}

// need is the headroom that a lossless queue of a port needs at least: by the formula where the cell of the buffer is known, else what
// no switch can do with less.
type need struct {
	bytes qos.Bytes
	port  *Port
	link  headroom.Link
	terms headroom.Terms // zero without the formula
}

func needOf(p *Port) (need, error) {
	mix, err := headroom.PacketsNamed("rdma")
	if err != nil {
		return need{}, err
	}
	return needWith(p, mix)
}

// needWith is the need where such packets may still arrive.
func needWith(p *Port, packets headroom.Packets) (need, error) {
	link, err := linkOf(p)
	if err != nil {
		return need{}, err
	}
	link.Packets = packets
	terms, err := compiler.ChipOf(p.Switch.Platform).Headroom(link)
	if err != nil {
		return need{bytes: link.Least(), port: p, link: link}, nil
	}
	return need{terms.XOFF, p, link, terms}, nil
}

// String explains it.
func (n need) String() string {
	where := fmt.Sprintf("%s cable at %s", metres(n.port.CableMetres), n.port.Speed)
	if t := n.terms; t.XOFF != 0 {
		tile := ""
		if t.Tile != 0 {
			tile = fmt.Sprintf(" + hop between chiplets %.0f", t.Tile)
		}
		return fmt.Sprintf("needs %s: %s, (frame %.0f + cable %.0f + MAC and PHY %.0f + peer %.0f%s) × %.3f for cells of %s + packet %d, in whole KiB",
			octets(n.bytes), where, t.PortMTU, t.Cable, t.MACPHY, t.Peer, tile, t.Occupancy, cellOf(n.port.Switch.Platform), t.LosslessMTU)
	}
	return fmt.Sprintf("needs more than the %s that are on the way whatever the switch: %s, frame of %s", octets(n.bytes), where, octets(n.link.PortMTU))
}

// cellOf is the cell of a platform's buffer, and what the number is worth where no source states it.
func cellOf(p vendors.Platform) string {
	if p.CellQuality != vendors.Stated {
		return octets(p.Cell) + " (assumed)"
	}
	return octets(p.Cell)
}

// roomForPauses is C01: every lossless queue has headroom for what still arrives after it paused its sender.
func roomForPauses(j *judge) {
	j.each(func(p *Port) {
		for _, q := range p.Lossless().List() {
			j.headroom(p, q)
		}
	})
}

func (j *judge) headroom(p *Port, q qos.Queue) {
	if own := p.Switch.Platform.Limits.OwnCable; own.Known() && p.CableMetres > float64(own.V) && p.buffer(q).State != qos.Unknown && unset(p.buffer(q)) {
		v := bounded(own, fmt.Sprintf("%s has the headroom that %s sets aside by itself, which is for cables of up to %s, and the cable is %s",
			p.Switch.class(q), p.Switch.Platform.Model, metres(float64(own.V)), metres(p.CableMetres)))
		v.field, v.queues, v.fix = p.Switch.field(q, "headroom"), qos.Queues(q), "give it headroom in bytes for that cable, or use a shorter one"
		j.port(p, v)
		return
	}
	need, err := needOf(p)
	if err != nil {
		j.port(p, notChecked("the headroom of lossless traffic: "+err.Error()))
		return
	}
	b := p.buffer(q)
	v := verdict{field: p.Switch.field(q, "headroom"), at: b.At, queues: qos.Queues(q)}
	switch has := b.V.Headroom; {
	case b.State == qos.Unknown:
		v = notChecked("the headroom of lossless traffic is not readable: " + b.Why)
	case unset(b):
		v = notChecked(fmt.Sprintf("how much headroom %s gives lossless traffic by its own rule is not known", p.Switch.Platform.Model))
	case has >= need.bytes && p.Switch.Platform.Cell == 0:
		v = notChecked(fmt.Sprintf("whether the headroom of lossless traffic is enough: it is more than what is on the way whatever the switch, and no source says the cells of the packet buffer of %s",
			p.Switch.Platform.Model))
	case has >= need.bytes && p.Switch.Platform.CellQuality != vendors.Stated:
		v = notChecked(fmt.Sprintf("whether the headroom of lossless traffic is enough: by the formula it is, with cells of %d B that are assumed for %s and that no source states",
			p.Switch.Platform.Cell, p.Switch.Platform.Model))
	case has >= need.bytes:
		return
	default:
		v.text = fmt.Sprintf("%s has %s of headroom%s and %s", p.Switch.class(q), octets(has), inBrackets(b.Why), need)
		v.fix = "give it more headroom, or \"auto\", or use a shorter cable: what does not fit is lost in a class that must not lose"
		if b.State == qos.PlatformDefault {
			v.severity = vendors.Warning // a vendor's own table may know better than the formula
		}
	}
	j.port(p, v)
}

// unset tells of a buffer whose headroom no line sets. Where one sets it to nothing, it says so.
func unset(b qos.Value[qos.Buffer]) bool { return b.V.Headroom == 0 && (!b.Known() || b.Why == "") }

// memoryDemand is what all lossless queues of a switch need together. Those of which nothing is known are not in it.
type memoryDemand struct {
	headroom.Demand
	unknown int
	least   bool // of some only what no switch does without is known, and not what they have
}

func demandOf(s *Switch) (d memoryDemand) {
	for i := range s.Ports {
		p := &s.Ports[i]
		for _, q := range p.Lossless().List() {
			has := p.buffer(q).V.Headroom
			if has == 0 {
				need, _ := needOf(p) // 0 where it is not known
				has, d.least = need.bytes, d.least || need.terms.XOFF == 0
			}
			if has == 0 {
				d.unknown++
				continue
			}
			d.Add(1, has)
		}
	}
	return d
}

// roomInMemory is C02: the memory of a switch holds the headroom of all its lossless queues at once.
func roomInMemory(j *judge) {
	for _, s := range j.net.Switches {
		d := demandOf(s)
		switch memory := s.Platform.Memory; {
		case d.Queues+d.unknown == 0:
		case d.unknown > 0:
			j.device(s, notChecked("whether the memory holds the headroom of all lossless queues: that of some of them is not known"))
		case memory.Pool.Known() && j.net.divided(s):
			j.pool(s, d)
		case memory.Size.Known():
			j.memory(s, d)
		default:
			j.device(s, notChecked(fmt.Sprintf("no buffer data for %s: whether its memory holds the headroom of all lossless queues is not known", s.Platform.Model)))
		}
	}
}

// pool judges headroom that all queues take from one pool. That it is promised several times over is usual; that no queue, or but
// one, fits in is not.
func (j *judge) pool(s *Switch, d memoryDemand) {
	pool := s.Platform.Memory.Pool.Bytes
	v := verdict{field: "headroom", text: fmt.Sprintf(
		"the lossless queues, %d, need %s of headroom together, and their pool holds %s: it is promised %s, and %d of them can be paused at once",
		d.Queues, octets(d.Total), octets(pool), times(d.Oversubscription(pool)), d.Safe(pool))}
	switch safe := d.Safe(pool); {
	case d.Total <= pool && s.Platform.Memory.Pool.Quality != vendors.Stated:
		v = notChecked(fmt.Sprintf("the headroom of all lossless queues is less than the %s of their pool, which no source states for %s", octets(pool), s.Platform.Model))
	case d.Total <= pool && d.least:
		v = notChecked(fmt.Sprintf("whether the %s of their pool hold the headroom of all lossless queues: what %s gives them by its own rule is not known, and what no switch does without fits",
			octets(pool), s.Platform.Model))
	case d.Total <= pool:
		return
	case safe < 2:
		v.fix = "use shorter cables, fewer lossless classes, or a larger pool"
	default:
		v.severity = vendors.Info
	}
	j.device(s, v)
}

// memory judges headroom against all there is. An advertised size may refuse and never certifies.
func (j *judge) memory(s *Switch, d memoryDemand) {
	size, parts := s.Platform.Memory.Size, s.Platform.Memory.Parts
	sum := fmt.Sprintf("the lossless queues, %d, need %s of headroom together, and %s has %s of packet buffer", d.Queues, octets(d.Total), s.Platform.Model, octets(size.Bytes))
	switch {
	case d.Total > size.Bytes:
		j.device(s, verdict{field: "headroom", text: sum, fix: "use shorter cables, fewer lossless classes, or a switch with more memory"})
	case size.Quality != vendors.Stated:
		j.device(s, notChecked(fmt.Sprintf("the headroom of all lossless queues is less than the %s of packet buffer that are advertised for %s, and no source says how much of it they can have",
			octets(size.Bytes), s.Platform.Model)))
	case parts > 1 && d.Total > size.Bytes/qos.Bytes(parts):
		j.device(s, notChecked(fmt.Sprintf("%s in %d parts: which ports share a part is not published", sum, parts)))
	}
}

// mostOfMemory is the share of the memory, in percent, from which on one static threshold is too much: with fewer than eight of
// them the memory is full.
const mostOfMemory = 12

// staticThresholds is C16: queues that pause at a fixed filling have paused before the memory is full.
func staticThresholds(j *judge) {
	for _, s := range j.net.Switches {
		lossless := 0
		for i := range s.Ports {
			lossless += s.Ports[i].Lossless().Len()
		}
		j.eachOf(s, func(p *Port) {
			for _, q := range p.Lossless().List() {
				j.static(p, q, lossless)
			}
		})
	}
}

// static judges one queue of a switch that has so many lossless ones.
func (j *judge) static(p *Port, q qos.Queue, lossless int) {
	b, size := p.buffer(q), p.Switch.Platform.Memory.Size
	switch {
	case b.State == qos.Unknown:
		j.port(p, unreadable("how many queues can reach a static XOFF before the memory is full: whether there is one is not readable", b))
		return
	case b.V.AlphaDen != 0 || b.V.XOFF == 0:
		return
	}
	if !size.Known() {
		j.port(p, notChecked(fmt.Sprintf("no buffer data for %s: how many queues can reach a static XOFF before the memory is full is not known", p.Switch.Platform.Model)))
		return
	}
	fit := int(size.Bytes / (b.V.XOFF + b.V.Headroom))
	v := verdict{field: p.Switch.field(q, "threshold"), at: b.At, queues: qos.Queues(q),
		text: fmt.Sprintf("%s pauses at a static %s, %d %% of the %s of packet buffer: with its headroom, %d of the switch's lossless queues, %d, fill the memory before they pause, and more lose packets",
			p.Switch.class(q), octets(b.V.XOFF), 100*b.V.XOFF/size.Bytes, octets(size.Bytes), fit, lossless),
		fix: "use a dynamic threshold, such as alpha 1/8, or a lower one"}
	switch {
	case fit >= lossless:
		return
	case b.V.XOFF*100 < mostOfMemory*size.Bytes:
		v.severity = vendors.Info
	}
	j.port(p, v)
}

// longCable is the length from which on lossless traffic needs memory that only some switches have: 10 km at 100G are 1.26 MB for
// every queue.
const longCable = 10_000

// distance is C18: no lossless traffic over a distance that no memory holds.
func distance(j *judge) {
	j.each(j.distance)
	for _, s := range j.net.refused {
		j.eachOf(s, j.distance)
	}
}

func (j *judge) distance(p *Port) {
	lossless := p.Lossless().Len()
	if lossless == 0 || p.CableMetres == 0 {
		return
	}
	link, err := linkOf(p)
	if err != nil {
		return // C01 says so
	}
	least := qos.Bytes(lossless) * link.Least()
	memory, model := p.Switch.Platform.Memory.Size, p.Switch.Platform.Model
	tooMuch := memory.Known() && least > memory.Bytes
	if !tooMuch && p.CableMetres < longCable {
		return
	}
	v := verdict{
		severity: vendors.Warning, field: "headroom", fix: "keep lossless traffic inside one site, and let it end at a gateway",
		text: fmt.Sprintf("%s of cable at %s hold %s for %s before any rounding to cells", metres(p.CableMetres), p.Speed, octets(least), plural(lossless, "lossless class")),
	}
	switch {
	case tooMuch:
		v.severity = vendors.Error
		v.text += fmt.Sprintf(", and %s has %s of packet buffer for all ports", model, octets(memory.Bytes))
	case memory.Known():
		v.text += fmt.Sprintf(", of the %s of packet buffer that %s has for all ports", octets(memory.Bytes), model)
	default:
		v.text += "; no source says how much packet buffer " + model + " has"
	}
	j.port(p, v)
}
