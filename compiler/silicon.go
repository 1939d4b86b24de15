package compiler

import (
	"github.com/weft-net/weft/compiler/headroom"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// frameOverhead is what Ethernet adds to an IP packet: addresses, type, one tag, and the check sequence.
const frameOverhead = 22

// ChipOf is a platform's silicon for the headroom formula. Its cell is 0 where no source states one, and the formula then an error.
func ChipOf(p vendors.Platform) headroom.Chip {
	s := p.Silicon
	return headroom.Chip{Cell: p.Cell, FineCells: s.FineCells, Tile: s.Tile, PeerBytes: s.PeerBytes, Quanta800: s.Quanta800}
}

// LargestFrame is the largest frame of a port, as headroom counts it on a platform: an IP packet, and what Ethernet adds to it unless the
// maker leaves that out.
func LargestFrame(p vendors.Platform, mtu qos.Bytes) qos.Bytes {
	if p.Silicon.BareMTU {
		return mtu
	}
	return mtu + frameOverhead
}
