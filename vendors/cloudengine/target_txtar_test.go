package cloudengine_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/cloudengine"
	"github.com/weft-net/weft/vendors/vendortest"
)

var updateTargets = flag.Bool("update-targets", false, "write what testdata/target/*.txtar expect")

func TestTarget(t *testing.T) { scenarios.Run(t, *updateTargets) }

var scenarios = &vendortest.Scenarios{
	Vendor: cloudengine.New(), Model: "CE8855", Release: "V300R023C00", Speed: 100 * qos.Gbps, SaySteps: saySteps, Check: printed,
}

// printed checks that the lines of interfaces stand in the target where the device prints them.
func printed(t vendortest.TB, s *vendortest.Scenario, target vendors.Config) {
	t.Helper()
	device := s.Vendor.Replay(s.Running, s.Site.Platform, nil)
	for _, step := range s.Steps(t, s.Running, target) {
		if _, err := device.Do(step); err != nil {
			return // the proof says so
		}
	}
	if diff := cmp.Diff(interfacesOf(target), interfacesOf(device.Config())); diff != "" {
		t.Errorf("the device prints interfaces otherwise (-target +device):\n%s", diff)
	}
}

// interfacesOf are the interfaces of a configuration as it prints them.
func interfacesOf(c vendors.Config) (blocks []string) {
	for block := range strings.SplitSeq(string(c.Bytes()), "\n#\n") {
		if strings.HasPrefix(block, "interface ") {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// saySteps writes the candidate, a view a line, with what the commit does to traffic and in words.
func saySteps(steps []vendors.Step) string {
	var b strings.Builder
	for _, s := range steps {
		sep := ""
		for _, c := range s.Commands {
			b.WriteString(sep + c)
			if sep = " ; "; c == "quit" {
				sep = "\n"
			}
		}
		fmt.Fprintf(&b, "\n[%s]", s.Disruption)
		if s.Disruption != vendors.None {
			fmt.Fprintf(&b, " [%s]", vendortest.SayPorts(s))
		}
		b.WriteString(" " + s.Text + "\n")
	}
	return b.String()
}
