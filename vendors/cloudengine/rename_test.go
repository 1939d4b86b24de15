package cloudengine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// TestRename gives every object of a switch with 64 ports another name, with the prefix of another fabric and with names that weft
// gave before. All of it is one commit, there and back.
func TestRename(t *testing.T) {
	const ports = 64
	for _, c := range []struct{ name, options, was string }{
		{"another prefix", "port 100GE1/0/1-64\ntake-over\n", "OLD-"},
		{"names of weft's", "port 100GE1/0/1-64\n", "WEFT-old-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scenarios.New(t, map[string]string{
				"options": c.options, "desired": benchDesired(ports, 3072000),
				"running": strings.ReplaceAll(benchSwitch(ports, 3072000, true), "WEFT-", c.was),
			})
			target, _, diags := s.Vendor.Target(s.Running, s.Desired, s.Site, s.Scope)
			if diags.HasErrors() {
				t.Fatal(diags.Err())
			}
			for _, way := range [][2]vendors.Config{{s.Running, target}, {target, s.Running}} {
				s.Prove(t, s.Steps(t, way[0], way[1]), way[0], way[1])
				checkRename(t, s.Steps(t, way[0], way[1]), ports)
				checkProtected(t, s.Vendor.Read(way[1], s.Site.Platform).Switch)
			}
		})
	}
}

// checkRename checks the one step of a rename: objects are made before the first interface is set and go after the last one, PFC
// comes back in the command behind the one that took it off, and the step says so.
func checkRename(t *testing.T, steps []vendors.Step, ports int) {
	t.Helper()
	if len(steps) != 1 {
		t.Fatalf("%d steps, not one commit", len(steps))
	}
	step := steps[0]
	if step.Disruption != vendors.Loss || len(step.Ports) != ports || step.Within != "64 ports: PFC rebound inside one commit" {
		t.Errorf("the step says %s on %d ports: %s", step.Disruption, len(step.Ports), step.Within)
	}
	rebound, first, last := 0, slices.IndexFunc(step.Commands, isInterface), 0
	for i, command := range step.Commands {
		switch {
		case isInterface(command):
			last = i
		case command == "undo dcb pfc enable":
			rebound++
			if next := step.Commands[i+1]; !strings.HasPrefix(next, "dcb pfc enable ") {
				t.Errorf("PFC is taken off before %q", next)
			}
		case isObject(command) && i > first:
			t.Errorf("%q comes behind the first interface", command)
		}
	}
	for i, command := range step.Commands[:last] {
		if undone, ok := strings.CutPrefix(command, "undo "); ok && isObject(undone) {
			t.Errorf("%q, command %d, comes before the last interface", command, i)
		}
	}
	if rebound != ports {
		t.Errorf("PFC is rebound on %d ports", rebound)
	}
}

func isInterface(command string) bool { return strings.HasPrefix(command, "interface ") }

// isObject tells whether a command is the header of an object.
func isObject(command string) bool {
	for _, start := range []string{"drop-profile ", "dcb pfc ", "diffserv domain "} {
		if strings.HasPrefix(command, start) {
			return !strings.HasPrefix(command, "dcb pfc enable")
		}
	}
	return false
}

// checkProtected checks that DSCP 24 is lossless and marked on every port.
func checkProtected(t *testing.T, sw *qos.Switch) {
	t.Helper()
	for i := range sw.Ports {
		p := &sw.Ports[i]
		if p.Classify == nil || !strings.HasPrefix(p.Name, "100GE") {
			continue
		}
		if q := p.Classify.DSCP[24]; !p.PFC.Priorities.V.Has(q) || !p.Egress.Queues[q].ECN.V.On {
			t.Errorf("%s: queue %d has PFC %s and ECN %v", p.Name, q, p.PFC.Priorities.V, p.Egress.Queues[q].ECN)
		}
	}
}
