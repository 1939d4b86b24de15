package cloudengine

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// mtuKey is what decides the MTU of a port.
type mtuKey struct {
	asked  qos.Value[qos.Bytes]
	routed bool
}

// fitMTU checks the MTU of a port: a frame with it has to pass the jumbo limit, and on a routed port it is the mtu too. Classes
// have no MTU of their own.
func (f *fitter) fitMTU(key mtuKey) (qos.Value[qos.Bytes], notes) {
	var n notes
	mtu := key.asked
	jumbo, own := f.row.jumbo, f.row.mtu
	least, most := jumbo.V.least-frameOverhead, jumbo.V.most-frameOverhead
	switch {
	case !mtu.Known():
	case key.routed && (mtu.V < own.V.least || mtu.V > min(own.V.most, most)):
		n.Impossible("mtu", mtu.V.String(), fmt.Sprintf("the mtu of a routed port goes from %d to %d bytes, and a frame is %d bytes more and at most %d", own.V.least, own.V.most, frameOverhead, jumbo.V.most), own.Source)
	case !key.routed && (mtu.V < least || mtu.V > most):
		n.Impossible("mtu", mtu.V.String(), fmt.Sprintf("a frame is %d bytes more, and jumboframe enable goes from %d to %d bytes", frameOverhead, jumbo.V.least, jumbo.V.most), jumbo.Source)
	}
	return mtu, n
}
