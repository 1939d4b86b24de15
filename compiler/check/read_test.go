package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	_ "github.com/weft-net/weft/vendors/cloudengine"
	_ "github.com/weft-net/weft/vendors/nxos"
	_ "github.com/weft-net/weft/vendors/sonic"
)

const (
	nexus = "version 10.4(3)\nhostname leaf1\npriority-flow-control rubbish hunter2\ninterface Ethernet1/1\n  mtu 9216\n"
	cloud = "#\nsysname leaf2\n#\ninterface 100GE1/0/1\n undo portswitch\n#\nreturn\n"
	sonic = `{"DEVICE_METADATA":{"localhost":{}},"PORT":{"Ethernet0":{"speed":"100000"}},"CABLE_LENGTH":{"AZURE":{"Ethernet0":"40m"}}}`
)

func mustRead(t *testing.T, file, text string) *Reading {
	t.Helper()
	r, err := Read(file, []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return r
}

func TestRead(t *testing.T) {
	a, b, c := mustRead(t, "x.cfg", nexus), mustRead(t, "y.cfg", cloud), mustRead(t, "dir/leaf3.json", sonic)
	if a.Name != "leaf1" || b.Name != "leaf2" || c.Name != "leaf3" {
		t.Errorf("the switches are %s, %s, %s", a.Name, b.Name, c.Name)
	}
	if len(a.Unread) != 1 || a.Unread[0].Number != 3 {
		t.Errorf("not understood: %+v", a.Unread)
	}
	n := FromRunning([]*Reading{c, b, a}, nil, nil)
	if p := n.Switches[1].Ports[0]; p.Speed.String() != "100G" || !p.Routed {
		t.Errorf("CloudEngine: %+v", p)
	}
	if p := n.Switches[2].Ports[0]; p.Speed.String() != "100G" || p.CableMetres != 40 {
		t.Errorf("SONiC: %+v", p)
	}
	for _, text := range []string{"hello\n", "", "{}", "version 10.4(3)\nhostname a", "!Command: show running-config aclmgr\nversion 10.4(3)\nhostname a\n"} {
		if r, err := Read("z", []byte(text)); err == nil {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}

func TestParseLinks(t *testing.T) {
	readings := []*Reading{mustRead(t, "x", nexus), mustRead(t, "y", cloud)}
	got, err := ParseLinks("# cables\n\nleaf1:Eth1/1, leaf2:100GE1/0/1, 3.5m # short\r\nleaf1:e1/1\tspine1:anything\n", readings)
	want := []fabric.Link{
		{A: fabric.PortRef{Device: "leaf1", Port: "Ethernet1/1"}, B: fabric.PortRef{Device: "leaf2", Port: "100GE1/0/1"}, CableMetres: 3.5},
		{A: fabric.PortRef{Device: "leaf1", Port: "Ethernet1/1"}, B: fabric.PortRef{Device: "spine1", Port: "anything"}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"leaf1:Ethernet1/1": "a link is two ends", "a:b c:d 1m x": "a link is two ends", "leaf1 b:c": `"leaf1" is no end`, "a:b :c": `":c" is no end`,
		"leaf1:Ethernet1/9 b:c": "the configuration of leaf1 has no port Ethernet1/9", "a:b c:d 40": `"40" is no length`, "a:b c:d 0m": `"0m" is no length`,
		"a:b c:d NaNm": `"NaNm" is no length`,
	} {
		if _, err := ParseLinks("\n"+text, readings); err == nil || !strings.HasPrefix(err.Error(), "line 2: "+want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestMixed: rules go across vendors.
func TestMixed(t *testing.T) {
	readings := []*Reading{mustRead(t, "x", nexus), mustRead(t, "y", cloud)}
	links, err := ParseLinks("leaf1:Ethernet1/1 leaf2:100GE1/0/1", readings)
	if err != nil {
		t.Fatal(err)
	}
	n := FromRunning(readings, nil, links)
	n.Switches[1].Ports[0].PFC.Priorities = qos.Is(qos.Queues(3))
	var said []string
	for _, f := range Run(n).Findings {
		said = append(said, say(f))
	}
	for _, want := range []string{
		"C08 error leaf1:Ethernet1/1 - leaf2:100GE1/0/1: the first end pauses priorities none and the second 3",
		"C08 error leaf1:Ethernet1/1 - leaf2:100GE1/0/1: the first end takes packets of up to 9216 bytes and the second of up to 1500",
	} {
		if !strings.Contains("\n"+strings.Join(said, "\n"), "\n"+want) {
			t.Errorf("want %s, got\n%s", want, strings.Join(said, "\n"))
		}
	}
}

// TestSecrets: what is quoted of a configuration tells none of its secrets.
func TestSecrets(t *testing.T) {
	r := mustRead(t, "x", "username admin password hunter2\n"+nexus)
	r.Switch.Ports[0].PFC.Priorities = qos.Value[qos.QueueSet]{State: qos.Known, Why: "PFC is on, but password hunter2 stands there"}
	for _, f := range Run(FromRunning([]*Reading{r}, nil, nil)).Findings {
		if strings.Contains(f.Text, "hunter2") {
			t.Errorf("told: %s", f.Text)
		}
	}
}
