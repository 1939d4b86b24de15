package plan

import "github.com/weft-net/weft/qos"

// Ranges writes names compactly, in natural order: "Ethernet1/1-30,33", or "Ethernet0-248/8" where at least three names
// are one even step apart. It works for the names of ports and of switches.
func Ranges(names []string) string { return qos.Ranges(names) }
