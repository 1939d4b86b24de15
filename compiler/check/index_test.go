package check

import (
	"os"
	"strings"
	"testing"
)

// vectors is the index of worked numbers and graphs that the rules are held to, by section of the reference that they come from, with
// the test that has each. Section 4.2 goes on to search small weight fields; no platform that is written for has one.
var vectors = []struct{ section, what, file, test string }{
	{"2.3", "one headroom in full", "../headroom/formula_test.go", "TestTerms"},
	{"2.4", "headroom by speed, length and cell", "../headroom/formula_test.go", "TestResults"},
	{"2.5", "128 published rows", "../headroom/formula_test.go", "TestPublishedTables"},
	{"2.6", "receive buffer of mlx5", "../headroom/models_test.go", "TestMLX5"},
	{"2.6", "bit times", "../headroom/models_test.go", "TestBitTime"},
	{"2.7", "shared headroom: 1.03 to 1, 61 at once", "../headroom/models_test.go", "TestSharedHeadroomPool"},
	{"2.7", "shares of memory at full port count", "../headroom/models_test.go", "TestFeasibility"},
	{"2.8", "dynamic thresholds of n queues", "../headroom/models_test.go", "TestDynamicThreshold"},
	{"3.2", "DCQCN's static and dynamic bounds", "check_test.go", "TestVectors"},
	{"3.2", "SONiC's marking on Azure's example", "check_test.go", "TestBoundaries"},
	{"3.3", "times to drain, thresholds that grow with speed", "check_test.go", "TestVectors"},
	{"4.2", "largest remainder", "../../qos/shares_test.go", "TestShares"},
	{"4.2", "greatest common divisor", "../../qos/shares_test.go", "TestReduced"},
	{"5.2", "vertices and edges of leaves and spines", "deadlock/vectors_test.go", "TestGraphs"},
	{"5.3", "worked graphs", "deadlock/vectors_test.go", "TestGraphs"},
	{"5.3", "graphs of several priorities", "deadlock/vectors_test.go", "TestGraphsOfChains"},
	{"5.3", "failed links", "deadlock/vectors_test.go", "TestSweeps"},
	{"5.5", "units of a watchdog's times", "../../vendors/cloudengine/fit_watchdog_test.go", "TestFitWatchdog"},
	{"5.5", "timeouts of queue pairs", "check_test.go", "TestVectors"},
	{"6 F4", "RDMA MTU", "check_test.go", "TestVectors"},
	{"8.2", "frames of a queue that stays paused", "../alerts/alerts_test.go", "TestPauseFrames"},
	{"8.2", "what go-back-N leaves of a rate", "../alerts/alerts_test.go", "TestGoBackN"},
}

// TestIndex: every test of the index is there.
func TestIndex(t *testing.T) {
	for _, v := range vectors {
		text, err := os.ReadFile(v.file)
		if err != nil || !strings.Contains(string(text), "\nfunc "+v.test+"(t *testing.T) {") {
			t.Errorf("%s, %s: no %s in %s (%v)", v.section, v.what, v.test, v.file, err)
		}
	}
}
