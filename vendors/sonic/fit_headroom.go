package sonic

import (
	"math"

	"github.com/weft-net/weft/qos"
)

// headroomModel is what the headroom formula of the dynamic buffer model needs to know of an ASIC, beside its cell
// (sonic-buildimage: platform/mellanox/asic_table.j2).
type headroomModel struct {
	pipeline qos.Bytes // what arrives between crossing a threshold and acting on it
	tile     bool      // packets take an extra hop between chiplets
	flat     qos.Bytes // added to the headroom of every port
	// laneSpeed is how fast one lane is at the port's highest speed: a port with eight lanes needs more. No source states it as
	// such, the published values fit it. 0 where it is not known.
	laneSpeed qos.BitsPerSecond
}

// The constants of the formula, the same on every ASIC (sonic-swss: cfgmgr/buffer_headroom_mellanox.lua).
const (
	macPHYBytes     = 0.8 * 1024
	peerBytes       = 3.8 * 1024 // of a speed without pause quanta
	quantumBytes    = 512 / 8
	metresPerSecond = 198e6
	tileNanoseconds = 120
	smallPacket     = 64
)

// pauseQuanta is how long a peer takes to obey, by port speed.
var pauseQuanta = []struct {
	speed  qos.BitsPerSecond
	quanta float64
}{
	{10 * qos.Gbps, 67}, {25 * qos.Gbps, 80}, {40 * qos.Gbps, 118}, {50 * qos.Gbps, 147},
	{100 * qos.Gbps, 394}, {200 * qos.Gbps, 453}, {400 * qos.Gbps, 905}, {800 * qos.Gbps, 905},
}

// trafficPattern is what may still arrive: so many percent of the packets have 64 bytes, the others losslessMTU.
type trafficPattern struct {
	losslessMTU  qos.Bytes
	smallPercent int
}

// stockPattern is the row of LOSSLESS_TRAFFIC_PATTERN that the stock templates write, and weft where there is none.
var stockPattern = trafficPattern{losslessMTU: 1024, smallPercent: 100}

// groupBuffer is the buffer of one lossless priority group as the switch works it out, with headroom of its own.
type groupBuffer struct{ xon, xoff, size qos.Bytes }

// headroomOf is the formula of the dynamic buffer model, as the switch applies it to a port without a gearbox.
func (c *chip) headroomOf(speed qos.BitsPerSecond, metres int, mtu qos.Bytes, pattern trafficPattern) groupBuffer {
	m := c.headroom
	eight := m.laneSpeed != 0 && speed == 8*m.laneSpeed
	xon := m.pipeline
	if eight {
		xon *= 2
	}
	propagation := float64(mtu) + 2*float64(metres)*float64(speed)/metresPerSecond/8 + macPHYBytes + peerOf(speed)
	if m.tile {
		propagation += float64(speed) / 1e9 * tileNanoseconds / 8
	}
	b := groupBuffer{xon: kibUp(float64(xon))}
	b.xoff = kibUp(float64(pattern.losslessMTU)+propagation*c.occupancy(pattern)) + m.flat
	size := b.xon + b.xoff
	if eight {
		size += mtu
	}
	b.size = kibUp(float64(size))
	return b
}

// peerOf is what a peer still sends before it obeys.
func peerOf(speed qos.BitsPerSecond) float64 {
	for _, p := range pauseQuanta {
		if p.speed == speed {
			return p.quanta * quantumBytes
		}
	}
	return peerBytes
}

// occupancy is the memory that a byte takes up: packets are stored in whole cells.
func (c *chip) occupancy(p trafficPattern) float64 {
	cell := float64(c.cell.V)
	worst := math.Ceil(cell / smallPacket)
	if cell <= 2*smallPacket {
		worst = math.Ceil(2 * cell / (1 + cell))
	}
	mean := float64(p.smallPercent*smallPacket+(100-p.smallPercent)*int(p.losslessMTU)) / 100
	small := 100 * smallPacket / mean // percent of the bytes, as the script counts them
	return (100 - small + small*worst) / 100
}

func kibUp(bytes float64) qos.Bytes { return qos.Bytes(math.Ceil(bytes/1024)) * 1024 }
