package headroom

import (
	"errors"
	"fmt"
	"math"

	"github.com/weft-net/weft/qos"
)

// Packets is the mix of packets that may still arrive. Memory is allotted in cells, so that small packets need more of it
// than their bytes: this assumption is the largest term of all.
type Packets struct {
	Name         string
	SmallPercent int       // of the packets, by count, that have 64 bytes
	LosslessMTU  qos.Bytes // size of the others
}

// mixes are the packet mixes that the intent knows by name. RoCE training traffic is 4 KiB data with 64 to 80 bytes of ACK
// or CNP; half of the packets small is already pessimistic for it. Worst stands a flood of 64-byte packets in the lossless
// class, the assumption of the tables that SONiC ships for Spectrum-1 to 4.
var mixes = [...]Packets{
	{Name: "rdma", SmallPercent: 50, LosslessMTU: 4096},
	{Name: "mixed", SmallPercent: 50, LosslessMTU: 1024},
	{Name: "worst", SmallPercent: 100, LosslessMTU: 1024},
}

// PacketsNamed finds a mix by the name that the intent uses. An unknown one is an error that lists the known ones.
func PacketsNamed(name string) (Packets, error) {
	for _, mix := range mixes {
		if mix.Name == name {
			return mix, nil
		}
	}
	return Packets{}, fmt.Errorf("packets %q are not known; there are rdma, mixed and worst", name)
}

// Chip is what the formula needs to know about a switch's silicon. Its zero values are the safe choices, except Cell.
type Chip struct {
	Cell qos.Bytes // unit of buffer memory
	// FineCells takes the cells of a small packet as a fraction. The SONiC plug-in rounds them up; its tables for
	// Spectrum-2 and 3 do not.
	FineCells bool
	Tile      bool // an extra hop between chiplets, 120 ns: Spectrum-4 and 5
	// PeerBytes is what the peer sends before it obeys, where a table takes the same for all speeds; 0 for the pause
	// quanta of IEEE 802.3.
	PeerBytes float64
	// Quanta800 are the pause quanta at 800G, where a vendor says another number than 1810.
	Quanta800 int
	Pipeline  qos.Bytes // what the chip still takes in between crossing a threshold and acting on it
}

// Link is the link that a lossless queue receives from.
type Link struct {
	Speed   qos.BitsPerSecond
	Cable   Metres
	PortMTU qos.Bytes // largest frame on the port: one being sent delays the pause frame
	Packets Packets
	Lanes   int     // SerDes lanes; 8 double the pipeline
	Gearbox float64 // delay of a gearbox or retimer one way, in bytes; 0 for none
}

// macPHYBytes is what MAC and PHY hold in both directions, 0.8 KiB on every chip (SONiC asic_table.j2).
const macPHYBytes = 0.8 * 1024

// tileNanoseconds is the delay between chiplets (SONiC buffer_headroom_mellanox.lua).
const tileNanoseconds = 120

// Terms are the parts of a headroom in bytes, for people to follow, and the results.
type Terms struct {
	PortMTU, Cable, MACPHY, Peer, Gearbox, Tile float64
	// Propagation is the sum of the terms above. Occupancy is the memory that a byte of the mix takes up.
	Propagation, Occupancy float64
	LosslessMTU            qos.Bytes // a packet just started, in full

	XOFF qos.Bytes // room above the XOFF threshold: LosslessMTU + Propagation × Occupancy, rounded up to KiB
	XON  qos.Bytes // room for the pipeline, rounded up to KiB
}

// Size is the headroom of a queue that has its own; with a shared headroom pool the queue needs XON alone.
func (t Terms) Size() qos.Bytes { return t.XON + t.XOFF }

// Headroom applies the formula of the SONiC dynamic buffer model (doc/qos/dynamically-headroom-calculation.md and
// buffer_headroom_mellanox.lua, which turns the share of small packets by count into one by bytes). A speed whose pause
// time is not known is an error, and so are a cell and packets of no size.
func (c Chip) Headroom(l Link) (Terms, error) {
	if c.Cell <= 0 || l.Packets.LosslessMTU <= 0 {
		return Terms{}, errors.New("headroom needs the cell size of the switch and the size of lossless packets")
	}
	peer, err := c.peer(l.Speed)
	if err != nil {
		return Terms{}, err
	}
	t := Terms{
		PortMTU:     float64(l.PortMTU),
		Cable:       inFlight(l.Speed, l.Cable),
		MACPHY:      macPHYBytes,
		Peer:        peer,
		Gearbox:     2 * l.Gearbox,
		Occupancy:   c.occupancy(l.Packets),
		LosslessMTU: l.Packets.LosslessMTU,
	}
	if c.Tile {
		t.Tile = float64(l.Speed) * tileNanoseconds / 1e9 / 8
	}
	t.Propagation = t.PortMTU + t.Cable + t.Gearbox + t.MACPHY + t.Peer + t.Tile
	t.XOFF = roundUpKiB(float64(t.LosslessMTU) + t.Propagation*t.Occupancy)
	t.XON = roundUpKiB(float64(c.Pipeline))
	if l.Lanes == 8 {
		t.XON = roundUpKiB(2 * float64(c.Pipeline))
	}
	return t, nil
}

// peer is what the peer sends before it obeys, in bytes.
func (c Chip) peer(speed qos.BitsPerSecond) (float64, error) {
	switch {
	case c.PeerBytes != 0:
		return c.PeerBytes, nil
	case speed == 800*qos.Gbps && c.Quanta800 != 0:
		return float64(c.Quanta800 * quantumBytes), nil
	}
	count, err := quantaAt(speed)
	return float64(count * quantumBytes), err
}

// occupancy is the memory that a byte of the mix takes up. The plug-in counts 64 small bytes for every packet, whatever the
// share of small ones: twice too many at half, and on the safe side.
func (c Chip) occupancy(p Packets) float64 {
	mean := float64(p.SmallPercent*64+(100-p.SmallPercent)*int(p.LosslessMTU)) / 100
	small := 100 * 64 / mean // percent of the bytes that count as in small packets
	return (100 - small + small*c.smallPacket()) / 100
}

// smallPacket is the memory that a byte of the worst small packet takes up: 64 bytes in a cell of their own, or in small
// cells one byte more than a cell.
func (c Chip) smallPacket() float64 {
	cell := float64(c.Cell)
	worst := cell / 64
	if cell <= 128 {
		worst = 2 * cell / (1 + cell)
	}
	if c.FineCells {
		return worst
	}
	return math.Ceil(worst)
}

func roundUpKiB(bytes float64) qos.Bytes {
	return qos.Bytes(math.Ceil(bytes/1024)) * 1024
}

// Least is what arrives after a pause is decided on however quick both ends are: what is on the cable, and a largest frame that is
// being sent and delays the pause.
func (l Link) Least() qos.Bytes {
	return l.PortMTU + qos.Bytes(math.Ceil(inFlight(l.Speed, l.Cable)))
}
