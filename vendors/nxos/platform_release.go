package nxos

import (
	"fmt"
	"strings"
)

// train is one release train and what came with it.
type train struct {
	name    string
	sendTLV bool // `priority-flow-control mode on send-tlv` (S-AZ)
	// dualStage is `configure dual-stage` with `commit confirmed` (S-DUAL).
	dualStage bool
}

// trains are the known ones, oldest first.
var trains = []train{
	{name: "7.0(3)I7"},
	{name: "9.2"},
	{name: "9.3", sendTLV: true},
	{name: "10.1", sendTLV: true},
	{name: "10.2", sendTLV: true, dualStage: true},
	{name: "10.3", sendTLV: true, dualStage: true},
	{name: "10.4", sendTLV: true, dualStage: true},
	{name: "10.5", sendTLV: true, dualStage: true},
	{name: "10.6", sendTLV: true, dualStage: true},
}

// trainOf finds the train of a release: "10.4", "10.4(3)", "10.4(3a)M" and "7.0(3)I7(6)" are of known ones.
func trainOf(release string) (train, error) {
	for _, t := range trains {
		if rest, ok := strings.CutPrefix(release, t.name); ok && isMaintenance(rest) {
			return t, nil
		}
	}
	names := make([]string, len(trains))
	for i, t := range trains {
		names[i] = t.name
	}
	return train{}, fmt.Errorf("release %q is of no known NX-OS train; known are %s, each with or without a release such as 10.4(3)",
		release, strings.Join(names, ", "))
}

// isMaintenance tells whether s is what may follow a train: nothing, or "(3)", "(3a)", "(3)F", "(3)M".
func isMaintenance(s string) bool {
	if s == "" {
		return true
	}
	inside, after, closed := strings.Cut(s, ")")
	digits, opened := strings.CutPrefix(inside, "(")
	if !opened || !closed || after != "" && after != "F" && after != "M" {
		return false
	}
	digits = strings.TrimRight(digits, "abcdefghijklmnopqrstuvwxyz")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && len(inside)-len(digits) <= 2
}
