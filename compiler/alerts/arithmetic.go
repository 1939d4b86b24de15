package alerts

import (
	"time"

	"github.com/weft-net/weft/qos"
)

const (
	longestPause = 65535   // quanta of one PFC frame
	quantumBytes = 512 / 8 // a quantum is 512 bit times (IEEE 802.3 annex 31B)
	rocePacket   = 4178    // bytes of a RoCE packet with 4 KiB of data
	roundTrip    = 10e-6   // seconds that texts reckon with
)

// PauseFrames is how many PFC frames keep a priority paused for some time, if each pauses for as long as one can. As many frames mean
// that long a pause at most, since each is normally followed by one that ends it.
func PauseFrames(speed qos.BitsPerSecond, span time.Duration) int64 {
	return int64(span.Seconds() * float64(speed) / (8 * quantumBytes * longestPause))
}

// Window is how many packets of RoCE are under way in a round trip.
func Window(speed qos.BitsPerSecond, roundTrip float64) float64 {
	return float64(speed) * roundTrip / 8 / rocePacket
}

// GoBackN is the part of the rate that a sender keeps which sends everything again from a lost packet on: of a share of packets that are lost,
// and packets under way.
func GoBackN(lost, window float64) float64 { return (1 - lost) / (1 - lost + lost*window) }
