package check

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
)

// octets prints a size exactly, its digits in groups: "151,552 B".
func octets(b qos.Bytes) string {
	digits := strconv.FormatInt(int64(b), 10)
	var out strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(d)
	}
	return out.String() + " B"
}

// metres prints a length as the intent writes it: "500 m", "10 km".
func metres(m float64) string {
	if m >= 1000 && int64(m)%1000 == 0 {
		return strconv.FormatFloat(m/1000, 'f', -1, 64) + " km"
	}
	return strconv.FormatFloat(m, 'f', -1, 64) + " m"
}

// times prints a ratio: "2.7 times".
func times(ratio float64) string { return strconv.FormatFloat(ratio, 'f', 2, 64) + " times" }

// span prints a time to a tenth of a microsecond.
func span(d time.Duration) string { return d.Round(100 * time.Nanosecond).String() }

// plural is a number with its noun, such as "port", "switch" or "lossless class".
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ch"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// dscps names DSCPs: "DSCP 24-31,48".
func dscps(set uint64) string { return qos.CodePoints{DSCP: set}.String() }
