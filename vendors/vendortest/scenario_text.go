package vendortest

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

func sayDiags(diags vendors.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&b, "%s: %s", [...]string{"error", "warning", "info"}[d.Severity], d)
		if d.Ports != nil {
			fmt.Fprintf(&b, " (%s)", strings.Join(d.Ports, ", "))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func sayKept(kept []vendors.Kept) string {
	var b strings.Builder
	for _, k := range kept {
		fmt.Fprintf(&b, "%s: %s on %s\n", k.Facet, k.Object, strings.Join(k.Ports, ", "))
	}
	return b.String()
}

// SayDeltas writes a difference. Of an object that came or went as a whole only the header is said.
func (s *Scenario) SayDeltas(deltas []vendors.Delta) string {
	if s.all.SayDeltas != nil {
		return s.all.SayDeltas(deltas)
	}
	var b strings.Builder
	whole := ""
	for _, d := range deltas {
		if len(d.Path) == 0 {
			whole = d.Text
		} else if d.Path[0] == whole {
			continue
		}
		fmt.Fprintf(&b, "%c %s\n", d.Op, strings.Join(append(d.Path, d.Text), " / "))
	}
	return b.String()
}

// SayPorts says whom a step disturbs.
func SayPorts(s vendors.Step) string {
	if len(s.Ports) == 0 {
		return "all"
	}
	return strings.Join(s.Ports, ",")
}
