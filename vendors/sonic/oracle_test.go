package sonic

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// oraclePath finds the program that holds a configuration against the YANG models of a release and the rules of the daemons, or
// skips.
func oraclePath(t *testing.T) string {
	t.Helper()
	path := os.Getenv("SONIC_ORACLE")
	if path == "" {
		path = filepath.Join("..", "..", "..", "shared", "oracles", "check-sonic-config")
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no check-sonic-config: %v; SONIC_ORACLE may say where it is", err)
	}
	for _, tool := range []string{"python3", "yanglint"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("check-sonic-config needs %s: %v", tool, err)
		}
	}
	return path
}

// askOracle checks a configuration. Exit status 1 is its verdict; any other trouble is of the tool.
func askOracle(t *testing.T, config []byte, args ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(oraclePath(t), append(args, file)...).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		t.Errorf("%v: %s\n%s", args, out, config)
	default:
		t.Fatalf("check-sonic-config %v: %v\n%s", args, err, out)
	}
}

// TestRenderedFragmentsAreValid: what compile prints is valid by the models of every release that the platform can have, and by
// the rules of the daemons.
func TestRenderedFragmentsAreValid(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a second or more for each release")
	}
	oraclePath(t)
	everything := func(sw *qos.Switch, site *vendors.Site) {
		site.VXLAN = true
		withStorage(sw, site)
		e := sw.Ports[0].Egress
		e.Queues[4], e.Queues[6].Max = e.Queues[3], qos.Is(10*qos.Gbps)
		e.Queues[0].Limit = qos.Is(qos.Limit{AlphaNum: 1, AlphaDen: 2})
		withBuffer(qos.Buffer{Headroom: 60_000, AlphaNum: 1, AlphaDen: 8})(sw, site)
		sw.Ports[1].PFC.Priorities, sw.Ports[1].Watchdog.On = qos.Is(qos.QueueSet(0)), qos.Is(false)
		pcp := classifying(nil)
		pcp.Trust, pcp.PCP[3] = qos.Is(qos.TrustPCP), 3
		if site.Platform.Release == "202405" { // which cannot mark
			sw.Ports[2].Classify = pcp
		} else {
			marking(sw.Ports[0].Classify)
		}
	}
	tests := map[string]struct {
		model string
		edit  edit
	}{
		"traditional": {"Arista-7050CX3-32S-C32", everything},
		"dynamic":     {"ACS-MSN2700", everything},
		"generic":     {"generic", nothing},
	}
	for name, test := range tests {
		for _, train := range trains {
			t.Run(name+" "+train.name, func(t *testing.T) {
				t.Parallel()
				sw := leafModel()
				site := leafSite(t, test.model, train.name, sw)
				test.edit(sw, &site)
				askOracle(t, mustRender(t, sw, site).Bytes(), "--fragment", "--lint", "--release", train.name)
			})
		}
	}
}
