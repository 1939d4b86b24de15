package sonic_test

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/sonic"
	"github.com/weft-net/weft/vendors/vendortest"
)

var updateTargets = flag.Bool("update-targets", false, "write what testdata/target/*.txtar expect")

func TestTarget(t *testing.T) { scenarios.Run(t, *updateTargets) }

var scenarios = &vendortest.Scenarios{
	Vendor: sonic.New(), Model: "Arista-7050CX3-32S-C32", Release: "202511", Speed: 100 * qos.Gbps,
	Expand: expand, SayDeltas: sayDeltas, SaySteps: saySteps,
}

// sayDeltas writes a difference. Of weft's rows that come or go as a whole only the name is said.
func sayDeltas(deltas []vendors.Delta) string {
	var b strings.Builder
	whole := ""
	for i, d := range deltas {
		name := string(d.Op) + " " + strings.Join(d.Path, "|")
		switch {
		case name == whole:
		case i+4 < len(deltas) && deltas[i+4].Op == d.Op && cmp.Equal(deltas[i+4].Path, d.Path) && !strings.Contains(d.Path[1], "Ethernet"):
			whole = name
			fmt.Fprintf(&b, "%s …\n", name)
		default:
			fmt.Fprintf(&b, "%s %s\n", name, d.Text)
		}
	}
	return b.String()
}

// saySteps writes steps, an operation a line, with what they do to traffic and in words.
func saySteps(steps []vendors.Step) string {
	var b strings.Builder
	for _, s := range steps {
		for _, c := range s.Commands {
			b.WriteString(operationLines.Replace(shortLoad.ReplaceAllString(c, "LOAD $1")) + "\n")
		}
		fmt.Fprintf(&b, "[%s]", s.Disruption)
		if s.Disruption != vendors.None {
			fmt.Fprintf(&b, " [%s]", vendortest.SayPorts(s))
		}
		if s.Seconds > 0 {
			fmt.Fprintf(&b, " [%d s]", s.Seconds)
		}
		b.WriteString(" " + s.Text + "\n")
	}
	return b.String()
}

// shortLoad finds the patch in the command of a full load.
var shortLoad = regexp.MustCompile(`^printf .*?(\[.*\])' \| python3 .*$`)

var operationLines = strings.NewReplacer(`},{"op"`, "},\n"+` {"op"`)
