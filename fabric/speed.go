package fabric

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// Speed is the nominal speed of a port in bits per second; 0 when it is not known.
type Speed qos.BitsPerSecond

// speeds are the Ethernet speeds in use, ascending.
var speeds = [...]Speed{
	Speed(1 * qos.Gbps), Speed(10 * qos.Gbps), Speed(25 * qos.Gbps), Speed(40 * qos.Gbps), Speed(50 * qos.Gbps),
	Speed(100 * qos.Gbps), Speed(200 * qos.Gbps), Speed(400 * qos.Gbps), Speed(800 * qos.Gbps),
}

// Speeds returns the speeds that ParseSpeed knows, ascending.
func Speeds() []Speed { return slices.Clone(speeds[:]) }

// String is the form that ParseSpeed reads: "400G". It is empty for 0.
func (s Speed) String() string {
	if s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(s)/int64(qos.Gbps), 10) + "G"
}

// ParseSpeed reads a speed such as "400G". An unknown one is an error that lists the known ones.
func ParseSpeed(text string) (Speed, error) {
	for _, s := range speeds {
		if s.String() == text {
			return s, nil
		}
	}
	known := make([]string, len(speeds))
	for i, s := range speeds {
		known[i] = s.String()
	}
	return 0, fmt.Errorf("%q is no port speed; there are %s", text, strings.Join(known, ", "))
}
