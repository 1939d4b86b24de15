package nxos_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
	"github.com/weft-net/weft/vendors/vendortest"
)

var updateTargets = flag.Bool("update-targets", false, "write what testdata/target/*.txtar expect")

func TestTarget(t *testing.T) { scenarios.Run(t, *updateTargets) }

var scenarios = &vendortest.Scenarios{
	Vendor: nxos.New(), Model: "N9K-C9332D-GX2B", Release: "10.4(3)", Speed: 400 * qos.Gbps, SaySteps: saySteps,
}

// saySteps writes the transcript, a line a step, with what it does to traffic at its end. Of an object that is made only the
// first command is said.
func saySteps(steps []vendors.Step) string {
	var b strings.Builder
	for _, s := range steps {
		if object, inside, _ := strings.Cut(s.Text, ","); strings.HasPrefix(s.Text, "create ") && inside != "" || strings.Contains(object, ": ") && strings.HasPrefix(s.Text, "create ") {
			continue
		}
		b.WriteString(strings.Join(s.Commands, " ; "))
		if s.Disruption != vendors.None {
			fmt.Fprintf(&b, "  [%s %s]", s.Disruption, vendortest.SayPorts(s))
		}
		if s.Exchange != "" {
			b.WriteString("  [exchange]")
		}
		b.WriteString("\n")
	}
	return b.String()
}
