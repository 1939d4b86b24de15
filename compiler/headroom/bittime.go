package headroom

import (
	"fmt"
	"math"

	"github.com/weft-net/weft/qos"
)

// bitTimes are the delays of the bit-time model by speed, in bits: of an interface (an upper bound) and of the peer's
// response. Cisco's text on storage congestion gives them, after IEEE 802.3 and 802.1Qbb; it rounds 10G to 60 quanta.
var bitTimes = [...]struct {
	speed         qos.BitsPerSecond
	port, respond int
}{
	{10 * qos.Gbps, 8_192, 30_720},
	{25 * qos.Gbps, 6_144, 40_960},
	{40 * qos.Gbps, 24_576, 60_416},
	{100 * qos.Gbps, 122_880, 201_728},
}

const (
	frameGapBits         = 160 // preamble and gap around a frame
	pauseFrameBits       = 672 // a PFC frame with both
	fibreNanosecondsPerM = 5
)

// BitTime is the headroom by the bit-time model: every delay in bits, without regard to the cells of a memory. maxFrame is
// the largest frame on the port, noDrop the largest in the lossless class. A speed the model has no delays for is an error.
func BitTime(speed qos.BitsPerSecond, cable Metres, maxFrame, noDrop qos.Bytes) (qos.Bytes, error) {
	for _, delay := range bitTimes {
		if delay.speed != speed {
			continue
		}
		cableBits := 2 * float64(cable) * fibreNanosecondsPerM * float64(speed) / 1e9
		bits := 8*int64(maxFrame+noDrop) + 2*frameGapBits + pauseFrameBits + int64(2*delay.port+delay.respond)
		return qos.Bytes(math.Ceil((float64(bits) + cableBits) / 8)), nil
	}
	return 0, fmt.Errorf("the bit-time model has no delays for %s", speed)
}
