package report

import (
	"fmt"
	"testing"

	"github.com/weft-net/weft/plan"
)

// ports are Ethernet1/1 to Ethernet1/n.
func ports(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Ethernet1/%d", i+1)
	}
	return names
}

// marking is a queue with a share that marks from min bytes; paused if it is lossless.
func marking(share, min int, paused bool) plan.QueueDoes {
	yes := plan.Told{Known: plan.KnownYes}
	d := plan.QueueDoes{
		Traffic:  &plan.Traffic{Told: yes, DSCP: []int{24, 26}, PCP: []int{3}, Rules: []string{}},
		Schedule: &plan.Schedule{Told: yes, Share: share},
		ECN:      &plan.Curve{Told: yes, Does: "marks", Min: min, Max: 3000 << 10, Probability: 7},
		PFC:      &plan.Pause{Told: yes, On: paused, Key: "class"},
		Buffer:   &plan.Buffer{Told: plan.Told{Known: plan.KnownDevice}},
	}
	if paused {
		d.Buffer = &plan.Buffer{Told: yes, XOFF: 400 << 10, Headroom: 160 << 10}
	}
	return d
}

// strict is a queue that is served first.
func strict() plan.QueueDoes {
	yes := plan.Told{Known: plan.KnownYes}
	return plan.QueueDoes{Traffic: &plan.Traffic{Told: yes, DSCP: []int{48}, PCP: []int{}, Rules: []string{}}, Schedule: &plan.Schedule{Told: yes, Rank: 1}}
}

// leaf is a switch on which a class turns lossless, and marks later.
func leaf(name string, n int) plan.Device {
	before, unread := marking(400, 150<<10, false), plan.QueueDoes{PFC: &plan.Pause{Told: plan.Told{Known: plan.KnownNot, Why: "an odd line"}, Key: "class"}}
	all := ports(n)
	return plan.Device{
		Name: name, Vendor: "nxos", Platform: "N9K-C9332D-GX2B", Release: "10.4(3)", Status: plan.Change, Disruption: "recarve",
		Today: []plan.Fault{{Kind: "nothing-lossless", Where: all, Text: "nothing is lossless: PFC is on, but no class is no-drop", Weight: 100}},
		Behaviour: []plan.Behaviour{
			{Kind: "ecn-changed", Where: all, Text: "queue 3 (roce): ECN marks from 950 KiB to 3000 KiB (was from 150 KiB to 3000 KiB)", Weight: 75},
			{Kind: "lossless-gained", Where: all, Text: "DSCP 24,26 (roce) turn lossless"},
		},
		Classes: []plan.Classes{{Ports: all, Queues: []plan.ClassQueue{
			{Queue: 3, Class: "roce", Before: &before, After: marking(500, 950<<10, true)},
			{Queue: 5, Before: &unread, After: strict()},
			{Queue: 7, Class: "cnp", After: strict()},
		}}},
		Proof:       &plan.Proof{OK: true, Gaps: []string{"4 ports unclassified for one command each"}},
		Assumptions: []plan.Assumption{{ID: "nxos.again", Question: "does the line replace the one that is there?", Assumed: "yes", Source: "S-1"}},
		LineDiff: []plan.Diff{
			{Op: "-", Path: []string{"policy-map type queuing WEFT-egress"}, Text: "random-detect minimum-threshold 153600 bytes", Line: 7},
			{Op: "+", Path: []string{"policy-map type queuing WEFT-egress"}, Text: "random-detect minimum-threshold 972800 bytes"},
		},
		Steps: []plan.Step{
			{Commands: []string{"policy-map type queuing WEFT-egress", "random-detect minimum-threshold 972800 bytes"}, Disruption: "none"},
			{Commands: []string{"service-policy type network-qos WEFT-nodrop"}, Disruption: "recarve", Seconds: 2},
		},
		Undo: &plan.Undo{Proof: plan.Proof{OK: true}, Steps: []plan.Step{{Commands: []string{"random-detect minimum-threshold 153600 bytes"}, Disruption: "none"}}},
	}
}

// spine is a switch on which a class turns lossy.
func spine(name string) plan.Device {
	d := leaf(name, 4)
	before := marking(200, 950<<10, true)
	d.Behaviour = []plan.Behaviour{{Kind: "lossless-lost", Where: ports(4), Text: "DSCP 32 turns lossy", Weight: 100}}
	d.Today, d.Deviations = nil, []plan.Deviation{{Text: "pfc_watchdog: detect 200 ms is not set: the switch decides by itself"}}
	d.Classes = []plan.Classes{{Ports: ports(4), Queues: []plan.ClassQueue{{Queue: 4, Class: "storage", Before: &before, After: marking(0, 950<<10, false)}}}}
	return d
}

// sample is a plan in which there is something of everything.
func sample() *plan.Plan {
	return &plan.Plan{
		FormatVersion: plan.FormatVersion, WeftVersion: "1.0", IntentHash: "5f3a", Choices: plan.Choices{MaxDisruption: "recarve"},
		Summary: plan.Summary{Change: 3, Unchanged: 1, Refused: 1, NotPlanned: 1},
		Fabric:  sampleFabric(), Checks: sampleChecks(),
		Devices: []plan.Device{
			leaf("leaf1", 8), leaf("leaf2", 8),
			{Name: "leaf3", Status: plan.Unchanged, Disruption: "none", Kept: []plan.Kept{{Text: "policy-map type qos OLD already does this (classification)"}}},
			{Name: "leaf4", Status: plan.Refused, Disruption: "none", Reason: "the patch would flap 4 ports\nand more", Today: leaf("", 2).Today},
			spine("spine1"),
			{Name: "spine2", Status: plan.NotPlanned, Disruption: "none", Reason: "no answer from 192.0.2.7"},
		},
	}
}

func sampleFabric() *plan.Fabric {
	f := &plan.Fabric{Name: "pod1", Switches: []plan.FabricSwitch{
		{Name: "leaf1", Role: "leaf", Hosts: 8}, {Name: "leaf2", Role: "leaf", Hosts: 8}, {Name: "leaf3", Role: "leaf", Hosts: 8},
		{Name: "leaf4", Role: "leaf", Hosts: 8}, {Name: "spine1", Role: "spine"}, {Name: "spine2", Role: "spine"},
	}}
	for _, l := range f.Switches[:4] {
		f.Links = append(f.Links, plan.FabricLink{Ends: []string{l.Name, "spine1"}, Cables: 2}, plan.FabricLink{Ends: []string{l.Name, "spine2"}, Cables: 1})
	}
	return f
}

func sampleChecks() *plan.Checks {
	return &plan.Checks{
		Before: plan.Tally{Errors: 3, Warnings: 1}, After: plan.Tally{Errors: 1, Warnings: 2, NotChecked: 1},
		Findings: []plan.Finding{
			{Code: "C101", Title: "a class is lossless on all of its way", Severity: "error", Change: plan.Worse, Where: []plan.Place{{Device: "spine1", Ports: ports(2)}},
				Text: "storage is lossless on leaf1 and not here", Fix: "make it lossless on both", Intent: "classes.hcl:12"},
			{Code: "C102", Title: "marking starts before pausing", Severity: "warning", Change: plan.Stays, Where: []plan.Place{{Device: "leaf3"}, {Device: "leaf4"}},
				Text: "queue 3 marks at 950 KiB and pauses at 640 KiB", Reason: "agreed with storage"},
			{Code: "C103", Title: "a paused priority has a watchdog", Severity: "error", Change: plan.Mended, Where: []plan.Place{{Device: "leaf1"}}, Text: "priority 3 has no watchdog"},
		},
		Paths: []plan.Path{
			{Class: "storage", From: []string{"leaf1"}, To: []string{"leaf2", "leaf3"}, Change: plan.Breaks,
				Hop: plan.Place{Device: "spine1", Ports: ports(1), Far: "leaf1:Ethernet1/31"}, Why: "priority 4 is not paused"},
			{Class: "roce", From: []string{"leaf1"}, To: []string{"leaf2"}, Change: plan.Heals, Hop: plan.Place{Device: "leaf2", Ports: ports(1)}, Why: "priority 3 is paused"},
			{Class: "roce", From: []string{"leaf1"}, To: []string{"leaf2"}, Change: plan.Heals, Hop: plan.Place{Device: "leaf2", Ports: ports(2)[1:]}, Why: "priority 3 is paused"},
		},
	}
}

// many is a plan of n switches below 16 spines, of which the first ones differ from all others.
func many(n, apart int) *plan.Plan {
	p := &plan.Plan{FormatVersion: plan.FormatVersion, Fabric: &plan.Fabric{Name: "large"}, Choices: plan.Choices{MaxDisruption: "recarve"}}
	for i := range n {
		d := leaf(fmt.Sprintf("leaf%d", i+1), 64)
		if i < apart {
			differ(&d, i)
		}
		if i%100 == 99 {
			d = plan.Device{Name: d.Name, Status: plan.Refused, Disruption: "none", Reason: "the patch would flap 4 ports"}
			p.Summary.Refused++
		} else {
			p.Summary.Change++
		}
		p.Devices = append(p.Devices, d)
		p.Fabric.Switches = append(p.Fabric.Switches, plan.FabricSwitch{Name: d.Name, Role: "leaf", Hosts: 48})
		for s := range 16 {
			p.Fabric.Links = append(p.Fabric.Links, plan.FabricLink{Ends: []string{d.Name, fmt.Sprintf("spine%d", s+1)}, Cables: 1})
		}
	}
	for s := range 16 {
		p.Fabric.Switches = append(p.Fabric.Switches, plan.FabricSwitch{Name: fmt.Sprintf("spine%d", s+1), Role: "spine"})
	}
	return p
}

// differ gives a switch sentences, lines and commands that no other has.
func differ(d *plan.Device, number int) {
	d.Behaviour[0].Text = fmt.Sprintf("queue 3: ECN marks from %d B", number)
	before := marking(400, number, false)
	d.Classes[0].Queues[0].Before = &before
	for i := range 40 {
		line := fmt.Sprintf("random-detect minimum-threshold %d bytes queue %d", 1000*number+i, i)
		d.LineDiff = append(d.LineDiff, plan.Diff{Op: "+", Path: []string{"policy-map type queuing WEFT-egress"}, Text: line})
		d.Steps[0].Commands = append(d.Steps[0].Commands, line)
		d.Undo.Steps[0].Commands = append(d.Undo.Steps[0].Commands, "no "+line)
	}
}

// nasty are texts that would be markup, end a script or leave an attribute if anybody let them.
const nasty = `</script></style><script>window.pwned=1</script><img src=x onerror="window.pwned=1"><!-- "' autofocus onfocus=window.pwned=1 x='`

// hostile is a plan whose every text is nasty.
func hostile(t *testing.T) *plan.Plan {
	t.Helper()
	p := sample()
	for i := range p.Devices {
		d := &p.Devices[i]
		d.Name, d.Vendor, d.Platform, d.Release = fmt.Sprint(d.Name, nasty), nasty, nasty, nasty
		d.Reason, d.Net, d.Warnings = nasty, nasty, []string{nasty}
		for j := range d.Behaviour {
			d.Behaviour[j].Text, d.Behaviour[j].Where = nasty, []string{nasty}
		}
		for j := range d.LineDiff {
			d.LineDiff[j].Text, d.LineDiff[j].Path = fmt.Sprint("description ", j, nasty), []string{nasty}
		}
		for j := range d.Steps {
			d.Steps[j].Commands, d.Steps[j].Ports = []string{nasty}, []string{nasty}
		}
		for j := range d.Classes {
			for k := range d.Classes[j].Queues {
				q := &d.Classes[j].Queues[k]
				q.Class, q.After.Traffic.Rules, q.After.Traffic.Why = nasty, []string{nasty}, nasty
			}
		}
	}
	p.WeftVersion, p.IntentHash, p.Fabric.Name = nasty, nasty, nasty
	for i := range p.Fabric.Switches {
		s := &p.Fabric.Switches[i]
		s.Name, s.Role = s.Name+nasty, nasty
	}
	for i := range p.Checks.Findings {
		f := &p.Checks.Findings[i]
		f.Code, f.Title, f.Severity, f.Text, f.Fix, f.Reason, f.Intent = nasty, nasty, nasty, nasty, nasty, nasty, nasty
		f.Where = []plan.Place{{Device: nasty, Ports: []string{nasty}, Far: nasty}}
	}
	for i := range p.Checks.Paths {
		path := &p.Checks.Paths[i]
		path.Class, path.Why, path.From, path.To = nasty, nasty, []string{nasty}, []string{nasty}
	}
	return p
}
