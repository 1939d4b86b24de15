package nxos

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// readingCase is a command whose outcome hangs on a doubt. For each reading: the lines in scope that the block ends with, or
// how the refusal begins.
type readingCase struct {
	id       string
	on       vendors.Platform
	before   string
	command  string
	outcomes []string
	// clear is a command in the same place that hangs on no doubt.
	clear string
}

// Places that the cases need.
const (
	inP        = "policy-map type qos P\n"
	active     = makeNetwork + "system qos\nservice-policy type network-qos N\npolicy-map type network-qos N\n"
	inNQ3      = "policy-map type network-qos N\nclass type network-qos nq3\n"
	active3000 = "class-map type network-qos nq3\n" + inNQ3 + "system qos\nservice-policy type network-qos N\n"
	fourNoDrop = "class-map type network-qos nq3\nclass-map type network-qos nq4\nclass-map type network-qos nq5\nclass-map type network-qos nq6\n" + inNQ3 +
		"pause no-drop\nclass type network-qos nq4\npause no-drop\nclass type network-qos nq5\npause no-drop\nclass type network-qos nq6\n"
)

var readingCases = []readingCase{
	{id: "nxos.match-merge", before: inA + "match dscp 24,26", command: "match dscp 30", clear: "match dscp 26",
		outcomes: []string{"match dscp 24,26,30", "match dscp 24,26\n  match dscp 30"}},
	{id: "nxos.match-partial-no", before: inA + "match dscp 24,26", command: "no match dscp 26", clear: "no match dscp 24,26",
		outcomes: []string{"match dscp 24", "ERROR:"}},
	{id: "nxos.match-default", command: "class-map type qos A", clear: "class-map type qos match-any A",
		outcomes: []string{"class-map type qos match-all A", "class-map type qos match-any A"}},
	{id: "nxos.no-class-map", before: inA + "exit", command: "no class-map A", clear: "no class-map type qos A",
		outcomes: []string{"% Incomplete", "interface Ethernet1/3"}},
	{id: "nxos.name-case", before: inA + "exit", command: "class-map type qos match-any a", clear: "class-map type qos match-any B",
		outcomes: []string{"class-map type qos match-any A\nclass-map type qos match-any a", "class-map type qos match-any A\ninterface"}},
	{id: "nxos.set-again", before: inPA + "set qos-group 3", command: "set qos-group 4", clear: "set qos-group 3",
		outcomes: []string{"set qos-group 4", "ERROR:"}},
	{id: "nxos.set-again", before: inPA + "set dscp 26", command: "set dscp 24", clear: "set dscp 26", outcomes: []string{"set dscp 24", "ERROR:"}},
	{id: "nxos.set-again", before: inPA + "set cos 3", command: "set cos 4", clear: "set cos 3", outcomes: []string{"set cos 4", "ERROR:"}},
	{id: "nxos.set-again", before: inPA + "set precedence 3", command: "set precedence 4", clear: "set precedence 3",
		outcomes: []string{"set precedence 4", "ERROR:"}},
	{id: "nxos.class-append", before: inA + inP + "class class-default", command: "class A", clear: "class class-default",
		outcomes: []string{"class A\n  class class-default", "class class-default\n  class A"}},
	{id: "nxos.insert-before", before: makeQoS + "class-map type qos match-any B\n" + inP, command: "class B insert-before A", clear: "class B",
		outcomes: []string{"% Invalid", "class B\n  class A"}},
	{id: "nxos.bind-again", before: makeQoS + "policy-map type qos P2\n" + inPort + "service-policy type qos input P", command: "service-policy type qos input P2",
		clear: "service-policy type qos input P", outcomes: []string{"ERROR:", "service-policy type qos input P2"}},
	{id: "nxos.no-priority", before: inQ3 + "priority level 1", command: "no priority level 1", clear: "priority level 1",
		outcomes: []string{"class type queuing c-out-8q-q3\ninterface", "% Invalid"}},
	{id: "nxos.no-priority", before: inQ3 + "priority level 1", command: "no priority", clear: "priority level 2",
		outcomes: []string{"% Invalid", "class type queuing c-out-8q-q3\ninterface"}},
	{id: "nxos.random-detect-again", before: inQ3 + curve, command: strings.Replace(curve, "950", "150", 1), clear: curve,
		outcomes: []string{"random-detect minimum-threshold 150 kbytes", "ERROR:"}},
	{id: "nxos.random-detect-again", before: inQ3 + curve, command: "random-detect threshold burst-optimized ecn", clear: "no " + curve,
		outcomes: []string{"c-out-8q-q3\n    random-detect threshold burst-optimized ecn\ninterface", "ERROR:"}},
	{id: "nxos.no-random-detect", before: inQ3 + curve, command: "no random-detect", clear: "no " + curve,
		outcomes: []string{"% Incomplete", "class type queuing c-out-8q-q3\ninterface"}},
	{id: "nxos.bandwidth-kind", before: inQ3 + "bandwidth percent 10", command: "bandwidth remaining percent 10", clear: "bandwidth percent 20",
		outcomes: []string{"ERROR:", "c-out-8q-q3\n    bandwidth remaining percent 10\ninterface"}},
	{id: "nxos.sum-checked", before: inQ3 + "bandwidth remaining percent 60\nclass type queuing c-out-8q-q2", command: "bandwidth remaining percent 41",
		clear: "bandwidth remaining percent 40", outcomes: []string{"ERROR:", "bandwidth remaining percent 41"}},
	{id: "nxos.shape-unit", before: inQ3, command: "shape min 0 gbps max 50 gbps", clear: "shape min 0 mbps max 50000 mbps",
		outcomes: []string{"% Invalid", "shape min 0 gbps max 50 gbps"}},
	{id: "nxos.afd", before: inQ3, command: "afd queue-desired 150 kbytes", clear: "queue-limit 150 kbytes",
		outcomes: []string{"% Invalid", "afd queue-desired 150 kbytes"}},
	{id: "nxos.no-pause-buffer", before: inH3 + "pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688", command: "no pause buffer-size",
		clear: "no pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688", outcomes: []string{"% Incomplete", "class type queuing c-in-q3\ninterface"}},
	{id: "nxos.pause-again", before: inN3 + "pause pfc-cos 3", command: "pause pfc-cos 4", clear: "pause pfc-cos 3",
		outcomes: []string{"c-8q-nq3\n    pause pfc-cos 4", "c-8q-nq3\n    pause pfc-cos 3,4"}},
	{id: "nxos.pause-no-drop", before: inN3, command: "pause no-drop", clear: "pause pfc-cos 3", outcomes: []string{"ERROR:", "pause no-drop"}},
	{id: "nxos.no-drop-limit", before: inN3 + "pause pfc-cos 3\nclass type network-qos c-8q-nq4\npause pfc-cos 4\nclass type network-qos c-8q-nq5\npause pfc-cos 5\n" +
		"class type network-qos c-8q-nq6", command: "pause pfc-cos 6", clear: "mtu 9216", outcomes: []string{"ERROR:", "pause pfc-cos 6"}},
	{id: "nxos.active-edit", before: makeNetwork + "system qos\nservice-policy type network-qos N\n" + inN3, command: "mtu 4000", clear: "mtu 9216",
		outcomes: []string{"mtu 4000\n    pause", "ERROR:"}},
	{id: "nxos.active-edit", before: makeNetwork + "system qos\nservice-policy type network-qos N\npolicy-map type network-qos N", command: "no class type network-qos c-8q-nq3",
		clear: "exit", outcomes: []string{"policy-map type network-qos N\nsystem qos", "ERROR:"}},
	{id: "nxos.active-edit", before: active, command: "class type network-qos c-8q-nq4", clear: "class type network-qos c-8q-nq3",
		outcomes: []string{"class type network-qos c-8q-nq4", "ERROR:"}},
	{id: "nxos.active-edit", before: active + inN3, command: "pause pfc-cos 4", clear: "pause pfc-cos 3", outcomes: []string{"pause pfc-cos 4", "ERROR:"}},
	{id: "nxos.active-edit", before: active + inN3, command: "no mtu 9216", clear: "exit", outcomes: []string{"c-8q-nq3\n    pause", "ERROR:"}},
	{id: "nxos.active-edit", before: active + inN3, command: "no pause pfc-cos 3", clear: "exit", outcomes: []string{"mtu 9216\nsystem", "ERROR:"}},
	{id: "nxos.active-edit", on: nexus3000, before: active3000 + "exit\n" + inNQ3, command: "pause no-drop", clear: "exit", outcomes: []string{"pause no-drop", "ERROR:"}},
	{id: "nxos.active-edit", on: nexus3000, before: active3000 + "exit\n" + inNQ3, command: "congestion-control tail-drop", clear: "exit",
		outcomes: []string{"congestion-control tail-drop", "ERROR:"}},
	{id: "nxos.active-edit", on: nexus3000, before: strings.Replace(active3000, "\nsystem", "\npause no-drop\nsystem", 1) + "exit\n" + inNQ3, command: "no pause no-drop", clear: "exit",
		outcomes: []string{"class type network-qos nq3\nsystem", "ERROR:"}},
	{id: "nxos.active-edit", on: nexus3000, before: strings.Replace(active3000, "\nsystem", "\ncongestion-control tail-drop\nsystem", 1) + "exit\n" + inNQ3,
		command: "no congestion-control tail-drop", clear: "exit", outcomes: []string{"class type network-qos nq3\nsystem", "ERROR:"}},
	{id: "nxos.no-drop-limit", on: nexus3000, before: fourNoDrop, command: "pause no-drop", clear: "mtu 9216", outcomes: []string{"ERROR:", "class type network-qos nq6\n    pause no-drop"}},
	{id: "nxos.bandwidth-kind", before: inQ3 + "bandwidth remaining percent 10", command: "bandwidth percent 10", clear: "bandwidth remaining percent 20",
		outcomes: []string{"ERROR:", "c-out-8q-q3\n    bandwidth percent 10\ninterface"}},
	{id: "nxos.class-mtu-default", before: inN3, command: "mtu 1500", clear: "mtu 1501", outcomes: []string{"c-8q-nq3\n    mtu 1500", "c-8q-nq3\ninterface"}},
	{id: "nxos.jumbo-default", before: inPort, command: "mtu 9216", clear: "mtu 1500", outcomes: []string{"mtu 9216", "ERROR:"}},
	{id: "nxos.l2-mtu", before: "system jumbomtu 9216\ninterface Ethernet1/1", command: "mtu 9000", clear: "mtu 9216", outcomes: []string{"ERROR:", "mtu 9000"}},
	{id: "nxos.watchdog-times", command: "priority-flow-control watch-dog interval 200", clear: "priority-flow-control watch-dog-interval on",
		outcomes: []string{"priority-flow-control watch-dog interval 200", "% Invalid"}},
	{id: "nxos.tcam-carved", on: nexus3000, before: makeQoS + inPort, command: "service-policy type qos input P", clear: "mtu 1500",
		outcomes: []string{"service-policy type qos input P", "Module 1 returned status"}},
	{id: "nxos.in-use-text", before: makeQoS, command: "no class-map type qos match-any A", clear: "no policy-map type qos P", outcomes: []string{"ERROR:", "% "}},
}

func TestEveryReadingOfEveryDoubt(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range readingCases {
		seen[c.id] = true
		for reading, want := range c.outcomes {
			t.Run(c.id, func(t *testing.T) {
				c.run(t, reading, want)
			})
		}
	}
	for _, a := range doubts {
		if !seen[a.ID] {
			t.Errorf("no case hangs on %s", a.ID)
		}
		if len(a.Readings) < 2 || a.Question == "" || a.Source == "" || !strings.HasPrefix(a.ID, "nxos.") {
			t.Errorf("%+v is not complete", a)
		}
	}
}

func (c readingCase) run(t *testing.T, reading int, want string) {
	on := c.on
	if on.Model == "" {
		on = nexus9000
	}
	readings := map[string]int{c.id: reading}
	d := start(t, bare, on, readings)
	d.must(t, c.before)
	d.leaned = [numDoubts]bool{}
	before := string(d.Config().Bytes())

	err := d.type_(c.command)
	if !slices.Contains(d.Leaned(), c.id) {
		t.Errorf("reading %d: %q leans on %v, not on it", reading, c.command, d.Leaned())
	}
	refused := strings.HasPrefix(want, "%") || strings.HasPrefix(want, "ERROR") || strings.HasPrefix(want, "Module")
	switch {
	case refused && (err == nil || !strings.Contains(err.Error(), ": "+want)):
		t.Errorf("reading %d: %q should be refused with %q, got %v", reading, c.command, want, err)
	case refused && string(d.Config().Bytes()) != before:
		t.Errorf("reading %d: %q is refused and changed something", reading, c.command)
	case !refused && err != nil:
		t.Errorf("reading %d: %q: %v", reading, c.command, err)
	case !refused && !strings.Contains(slice(d.Config()), want):
		t.Errorf("reading %d: after %q there is no %q in\n%s", reading, c.command, want, slice(d.Config()))
	}

	d = start(t, bare, on, readings)
	d.must(t, c.before)
	d.leaned = [numDoubts]bool{}
	if err := d.type_(c.clear); err != nil || slices.Contains(d.Leaned(), c.id) {
		t.Errorf("reading %d: %q is refused (%v) or leans on it", reading, c.clear, err)
	}
}

func TestReadingsOutOfRangeAreTheAssumedOnes(t *testing.T) {
	d := start(t, bare, nexus9000, map[string]int{"nxos.match-default": 7, "nxos.afd": -1, "nxos.nothing": 1})
	if d.readings != [numDoubts]uint8{} {
		t.Errorf("got %v", d.readings)
	}
}
