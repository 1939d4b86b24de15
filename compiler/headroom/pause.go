package headroom

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// quantumBytes is one pause quantum, 512 bit times (IEEE 802.3 annex 31B).
const quantumBytes = 512 / 8

// metresPerSecond is the speed of a signal in a cable: slower than in fibre and twinax, so that one constant is safe for
// both (SONiC doc/qos/dynamically-headroom-calculation.md).
const metresPerSecond = 198_000_000

// Metres is the length of a cable.
type Metres float64

// quanta is the time a peer may take to obey a pause frame, in pause quanta by port speed: IEEE 802.3 31B.3.7 as in SONiC's
// cfgmgr/buffer_headroom_mellanox.lua. For 800G it says 905 while the SN6600 tables fit only 1810, the time of 200G and
// 400G; 1810 is the safe one.
var quanta = [...]struct {
	speed qos.BitsPerSecond
	count int
}{
	{10 * qos.Gbps, 67}, {25 * qos.Gbps, 80}, {40 * qos.Gbps, 118}, {50 * qos.Gbps, 147},
	{100 * qos.Gbps, 394}, {200 * qos.Gbps, 453}, {400 * qos.Gbps, 905}, {800 * qos.Gbps, 1810},
}

// quantaAt returns the pause quanta of a speed.
func quantaAt(speed qos.BitsPerSecond) (int, error) {
	for _, q := range quanta {
		if q.speed == speed {
			return q.count, nil
		}
	}
	return 0, fmt.Errorf("how long a peer takes to pause is not known at %s", speed)
}

// inFlight is the bytes on a cable, both ways.
func inFlight(speed qos.BitsPerSecond, cable Metres) float64 {
	return 2 * float64(cable) * float64(speed) / (8 * metresPerSecond)
}
