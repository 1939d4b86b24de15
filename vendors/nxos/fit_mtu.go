package nxos

import (
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// mtuKey is what decides the MTU of a port.
type mtuKey struct {
	asked  qos.Value[qos.Bytes]
	routed bool
}

// fitMTU fits the MTU of a port.
func (f *fitter) fitMTU(key mtuKey) (qos.Value[qos.Bytes], notes) {
	var n notes
	mtu := key.asked
	switch {
	case !mtu.Known():
	case mtu.V < smallestPacket || mtu.V > largestPacket:
		n.Impossible("mtu", mtu.V.String(), fmt.Sprintf("mtu goes from %d to %d bytes", smallestPacket, largestPacket), "S-BF")
	case f.row.layer2MTU && !key.routed:
		mtu.V = f.classMTU.MTU[0].V
		if mtu.V != key.asked.V {
			n.ByPlatform("mtu", fmt.Sprintf("%d bytes", key.asked.V), fmt.Sprintf("%d bytes", mtu.V),
				"a layer 2 port of this family has no MTU of its own but that of its classes", "S-N3KNOTES")
		}
	}
	return mtu, n
}

// classMTUs fits the MTU of the classes, which exists once for the whole switch: as asked, or the largest MTU of any port,
// so that no class drops what a port lets in. Where nothing is said of any MTU the largest there is takes its place, unless no
// network-qos policy is needed at all.
func (f *fitter) classMTUs() {
	var n notes
	asked := f.askedClassMTU()
	largest := f.largestMTU()
	fill := largest
	if largest == 0 && asked == nil {
		if f.noDrop == 0 {
			return
		}
		fill = largestPacket
		n.ByPlatform("class mtu", vendors.Nothing, fmt.Sprintf("%d bytes", fill), "lossless classes need a network-qos policy, and it states an MTU", "S-3232")
	}
	f.classMTU = &qos.ClassMTU{}
	for q := range f.row.queues() {
		mtu := &f.classMTU.MTU[q]
		*mtu = qos.Is(max(fill, builtinMTU))
		if asked != nil && asked.MTU[q].Known() {
			*mtu = asked.MTU[q]
			f.checkClassMTU(qos.Queue(q), mtu.V, largest, &n)
		}
	}
	f.switchWide(n)
}

func (f *fitter) checkClassMTU(q qos.Queue, mtu, largest qos.Bytes, n *notes) {
	field := f.class(q) + ": class mtu"
	if mtu < smallestPacket || mtu > largestPacket {
		n.Impossible(field, mtu.String(), fmt.Sprintf("mtu goes from %d to %d bytes", smallestPacket, largestPacket), "S-BF")
	}
	if mtu < largest && f.reach.Has(q) {
		n.Impossible(field, fmt.Sprintf("%d bytes", mtu), fmt.Sprintf("a port lets in packets of %d bytes, and the class would drop them", largest), "S-TFN")
	}
}

// askedClassMTU is the one class MTU that ports ask for, or nil. Ports that ask for another one are refused by name.
func (f *fitter) askedClassMTU() *qos.ClassMTU {
	var first *qos.Port
	for i := range f.asked.Ports {
		p := &f.asked.Ports[i]
		switch {
		case p.ClassMTU == nil:
		case first == nil:
			first = p
		default:
			f.sameClassMTU(first, p)
		}
	}
	if first == nil {
		return nil
	}
	return first.ClassMTU
}

func (f *fitter) sameClassMTU(first, p *qos.Port) {
	if first.ClassMTU == p.ClassMTU {
		return
	}
	for q := range first.ClassMTU.MTU {
		a, b := first.ClassMTU.MTU[q], p.ClassMTU.MTU[q]
		if a.Equal(b) {
			continue
		}
		var n notes
		n.Impossible(f.class(qos.Queue(q))+": class mtu", fmt.Sprintf("%d bytes", b.V),
			fmt.Sprintf("a class has one MTU on the whole switch, and %s asks for %d bytes", first.Name, a.V), "S-CHKPT")
		f.ledger.Port(n, p.Name)
	}
}

// largestMTU is the largest MTU that any port asks for, or 0.
func (f *fitter) largestMTU() qos.Bytes {
	var largest qos.Bytes
	for i := range f.asked.Ports {
		if mtu := f.asked.Ports[i].MTU; mtu.Known() && mtu.V <= largestPacket {
			largest = max(largest, mtu.V)
		}
	}
	return largest
}
