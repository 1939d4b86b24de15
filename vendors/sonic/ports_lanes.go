package sonic

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// fastestLane is how fast one lane of an ASIC family can be, in Gbit/s (its data sheet: advertised).
var fastestLane = map[string]int{
	"TD2": 10, "TD3": 25, "TD4": 50, "TH": 25, "TH2": 25, "TH3": 50, "TH4": 50, "TH5": 100,
	"SPC1": 25, "SPC2": 50, "SPC3": 50, "SPC4": 100, "SPC5": 100, "Teralynx": 100,
}

// laneCounts are the lanes that a port of a speed can have, by how fast each then is in Gbit/s.
var laneCounts = map[string][]struct{ lanes, each int }{
	"10G":  {{1, 10}},
	"25G":  {{1, 25}},
	"40G":  {{4, 10}},
	"50G":  {{2, 25}, {1, 50}},
	"100G": {{4, 25}, {2, 50}, {1, 100}},
	"200G": {{4, 50}, {2, 100}},
	"400G": {{8, 50}, {4, 100}},
	"800G": {{8, 100}},
}

// lanesOf is how many lanes a port of a speed has on a platform. It is an error where there are several ways.
func lanesOf(p vendors.Platform, item, speed string) (int, error) {
	if speed == "" {
		return 0, fmt.Errorf("%q needs the speed of the ports, which tells how many lanes each has, or the step: %s/4", item, item)
	}
	fastest, known := fastestLane[p.Family]
	var ways []string
	lanes := 0
	for _, way := range laneCounts[speed] {
		if !known || way.each <= fastest {
			lanes = way.lanes
			ways = append(ways, strconv.Itoa(lanes))
		}
	}
	switch len(ways) {
	case 0:
		return 0, fmt.Errorf("%q: weft does not know how many lanes a port of %s has on %s; write the step: %s/4", item, speed, p.Family, item)
	case 1:
		return lanes, nil
	}
	return 0, fmt.Errorf("%q: a port of %s has %s lanes; write the step: %s/%s", item, speed, strings.Join(ways, " or "), item, ways[0])
}
