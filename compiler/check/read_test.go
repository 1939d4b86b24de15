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

// TestContradictions: what a file of links says twice, and otherwise the second time, is an error.
func TestContradictions(t *testing.T) {
	readings := []*Reading{mustRead(t, "x", nexus), mustRead(t, "y", cloud)}
	for text, want := range map[string]string{
		"leaf1:Ethernet1/1 leaf1:e1/1":                            "line 1: both ends are leaf1:Ethernet1/1",
		"leaf1:Ethernet1/1 a:b\nleaf1:Ethernet1/1 c:d":            "line 2: leaf1:Ethernet1/1 has a cable by line 1 already",
		"leaf1:Ethernet1/1 a:b 40m\n\na:b leaf1:Ethernet1/1 10m":  "line 3: a:b has a cable by line 1 already",
		"host leaf1:Ethernet1/1\nleaf1:Ethernet1/1 a:b":           "line 2: leaf1:Ethernet1/1 has a host by line 1 already",
		"host leaf1:Ethernet1/1 3m\nhost leaf1:Ethernet1/1 pfc=3": "line 2: leaf1:Ethernet1/1 has a host by line 1 already",
		"a:b c:d 40m 10m":                                                      "line 1: two words say the length: 40m and 10m",
		"a:b c:d 40m 40G 100G":                                                 "line 1: two words say the speed: 40G and 100G",
		"host leaf1:Ethernet1/1 dscp=26 dscp=24":                               "line 1: two words say the dscp: dscp=26 and dscp=24",
		"host leaf1:Ethernet1/1 pfc=none,pfc=3":                                "line 1: two words say the pfc: pfc=none and pfc=3",
		"switch leaf1 role=leaf\nswitch leaf* role=spine":                      "line 2: leaf1 is a spine here and a leaf in line 1",
		"switch leaf1 N9K-C9332D-GX2B\nswitch leaf1 role=leaf N9K-C93600CD-GX": "line 2: leaf1 is N9K-C93600CD-GX here and N9K-C9332D-GX2B in line 1",
	} {
		if _, err := ParseLinks(text, readings); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	r := mustRead(t, "x", nexus)
	if _, err := ParseLinks("host leaf1:Ethernet1/1,pfc=3,4,dscp=26", []*Reading{r}); err != nil || r.NICs["Ethernet1/1"].PFC.V != qos.Queues(3, 4) {
		t.Errorf("pfc=3,4: %v, %+v", err, r.NICs["Ethernet1/1"])
	}
}

func TestParseLinks(t *testing.T) {
	readings := []*Reading{mustRead(t, "x", nexus), mustRead(t, "y", cloud)}
	got, err := ParseLinks("# cables\n\nleaf1:Eth1/1, leaf2:100GE1/0/1, 3.5m # short\r\nspine2:a\tspine1:anything 2.5km\n", readings)
	want := []fabric.Link{
		{A: fabric.PortRef{Device: "leaf1", Port: "Ethernet1/1"}, B: fabric.PortRef{Device: "leaf2", Port: "100GE1/0/1"}, CableMetres: 3.5},
		{A: fabric.PortRef{Device: "spine2", Port: "a"}, B: fabric.PortRef{Device: "spine1", Port: "anything"}, CableMetres: 2500},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"leaf1:Ethernet1/1": "a link is two ends", "a:b c:d 1m x": `"x" is no length such as 40m or 2km, and no speed`, "leaf1 b:c": `"leaf1" is no end`, "a:b :c": `":c" is no end`,
		"leaf1:Ethernet1/9 b:c": "the configuration of leaf1 has no port Ethernet1/9", "a:b c:d 40": `"40" is no length`, "a:b c:d 0m": `"0m" is no length`,
		"a:b c:d 2000km": `"2000km" is no length`, "a:b c:d km": `"km" is no length`, "a:b c:d NaNm": `"NaNm" is no length`, "a:b c:d pfc=3": "pfc=3 is of a host",
		"switch leaf1": "a switch is a name, and a model", "switch leaf1 role=top": `there is no role "top"; there are leaf`,
		"switch leaf9 T1": "no configuration is of a switch leaf9", "switch [ T1": `"[" is no name of switches`,
		"switch leaf1 T1": `the platform of leaf1: platform "T1" is not in the NX-OS table; known are`, "host": "a host is at an end",
		"host leaf9:Ethernet1/1": "no configuration is of a switch leaf9", "host leaf1:Ethernet1/9": "the configuration of leaf1 has no port Ethernet1/9",
		"host leaf1:Ethernet1/1 pfc=8": "pfc=8 is nothing of a network card", "host leaf1:Ethernet1/1 speed=1": "speed=1 is nothing of a network card",
	} {
		if _, err := ParseLinks("\n"+text, readings); err == nil || !strings.HasPrefix(err.Error(), "line 2: "+want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestSurroundings: what is said of switches and hosts.
func TestSurroundings(t *testing.T) {
	two := mustRead(t, "x", nexus+"interface Ethernet1/2\n  mtu 9216\n")
	if two.Platform.Model != "generic" {
		t.Errorf("the text says the model: %+v", two.Platform)
	}
	_, err := ParseLinks("host leaf1:Eth1/1 3m 400G nic=cx7 pfc=3 pfc=4 trust=dscp mtu=9000 dscp=26 cnp=48\nleaf1:Ethernet1/2 far:Ethernet1 100G 3m\nswitch l*f1 9332d-gx2b role=spine # a comment", []*Reading{two})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseLinks("leaf1:Ethernet1/1-2 far:Ethernet1", []*Reading{two}); err == nil || !strings.Contains(err.Error(), "more than one end") {
		t.Errorf("two ends at once: %v", err)
	}
	s := FromRunning([]*Reading{two}, nil, nil).Switches[0]
	if s.Role != "spine" || s.Platform.Model != "N9K-C9332D-GX2B" || s.Platform.Release != "10.4(3)" || !s.Platform.Memory.Size.Known() {
		t.Errorf("the switch is %+v", s)
	}
	want := &fabric.NIC{
		Name: "cx7", PFC: qos.Is(qos.Queues(3, 4)), Trust: qos.Is(qos.TrustDSCP), MTU: qos.Is[qos.Bytes](9000),
		RoCEDSCP: qos.Is[qos.DSCP](26), CNPDSCP: qos.Is[qos.DSCP](48),
	}
	a, b := s.Ports[0], s.Ports[1]
	if diff := cmp.Diff(want, a.NIC); diff != "" {
		t.Error(diff)
	}
	if a.Role != "host" || a.CableMetres != 3 || a.Speed.String() != "400G" || b.Role != "fabric" || b.Speed.String() != "100G" || b.CableMetres != 3 {
		t.Errorf("%+v\n%+v", a, b)
	}
}

// numbers are running configurations that say how large buffers are.
const (
	sonicNumbers = `{"DEVICE_METADATA":{"localhost":{"hwsku":"Arista-7050CX3-32S-C32"}},"PORT":{"Ethernet0":{"speed":"100000","lanes":"1,2,3,4"}},
"CABLE_LENGTH":{"AZURE":{"Ethernet0":"300m"}},"DSCP_TO_TC_MAP":{"M":{"26":"3"}},"TC_TO_PRIORITY_GROUP_MAP":{"M":{"3":"3"}},"TC_TO_QUEUE_MAP":{"M":{"3":"3"}},
"MAP_PFC_PRIORITY_TO_QUEUE":{"M":{"3":"3"}},"BUFFER_POOL":{"ingress_lossless_pool":{"type":"ingress","mode":"dynamic","size":"20000000","xoff":"10000"},"egress_lossless_pool":{"type":"egress","mode":"static","size":"30000000"}},
"BUFFER_PROFILE":{"p":{"pool":"ingress_lossless_pool","size":"1000","xon":"1000","xoff":"20000","dynamic_th":"-3"},"e":{"pool":"egress_lossless_pool","size":"0","static_th":"30000000"}},
"BUFFER_PG":{"Ethernet0|3":{"profile":"p"}},"BUFFER_QUEUE":{"Ethernet0|3":{"profile":"e"}},
"WRED_PROFILE":{"w":{"ecn":"ecn_all","green_min_threshold":"6000000","green_max_threshold":"8000000","green_drop_probability":"5","wred_green_enable":"true"}},"QUEUE":{"Ethernet0|3":{"wred_profile":"w"}},
"PORT_QOS_MAP":{"Ethernet0":{"dscp_to_tc_map":"M","tc_to_pg_map":"M","tc_to_queue_map":"M","pfc_to_queue_map":"M","pfc_enable":"3"}}}`
	nexusNumbers = `version 10.4(3)
hostname leaf1
policy-map type network-qos N
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
policy-map type queuing B
  class type queuing c-in-q3
    pause buffer-size 40000 pause-threshold 20000 resume-threshold 15000
policy-map type queuing O
  class type queuing c-out-8q-q3
    random-detect minimum-threshold 150 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn
system qos
  service-policy type network-qos N
interface Ethernet1/1
  mtu 9216
  speed 100000
  priority-flow-control mode on
  service-policy type queuing input B
  service-policy type queuing output O
`
	cloudNumbers = `!Software Version V200R019C10SPC800
#
sysname leaf1
#
dcb pfc roce
 priority 3
#
interface 100GE1/0/1
 trust dscp
 dcb pfc enable roce mode manual
 dcb pfc buffer 3 hdrm 20 kbytes
 dcb pfc buffer 3 xoff static 640 kbytes
 jumboframe enable 9500
#
return
`
)

// TestBuffers: the numbers of running configurations are judged.
func TestBuffers(t *testing.T) {
	for name, test := range map[string]struct {
		text, links string
		want        []string
	}{
		"SONiC": {sonicNumbers, "", []string{
			"C01 error leaf1:Ethernet0: queue 3 has 20,000 B of headroom and needs",
			"C02 error leaf1: the lossless queues, 1, need 20,000 B of headroom together, and their pool holds 10,000 B",
			"C03 error leaf1:Ethernet0: queue 3 is paused before it marks: Kmin 6,000,000 B / 2 is not less than XOFF at 1/8 × (20,000,000 B − 6,000,000 B)",
		}},
		"NX-OS": {nexusNumbers, "switch leaf1 N9K-C93180YC-FX\nhost leaf1:Ethernet1/1 300m", []string{
			"C01 error leaf1:Ethernet1/1: queue 3 has 20,000 B of headroom and needs 91,136 B: 300 m cable at 100G",
			"C02 not checked leaf1: not checked: the headroom of all lossless queues is less than the 40,000,000 B of packet buffer that are advertised",
			"C03 error leaf1:Ethernet1/1: queue 3 is paused before it marks: Kmin 153,600 B / 2 is not less than XOFF at 20,000 B",
		}},
		"CloudEngine": {cloudNumbers, "switch leaf1 CE8850\nhost leaf1:100GE1/0/1 300m", []string{
			"C01 error leaf1:100GE1/0/1: queue 3 has 20,480 B of headroom and needs more than the 47,379 B that are on the way whatever the switch: 300 m cable at 100G",
			"C16 not checked leaf1:100GE1/0/1: not checked: no buffer data for CE8850",
		}},
	} {
		r := mustRead(t, "leaf1.json", test.text)
		if _, err := ParseLinks(test.links, []*Reading{r}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var said []string
		for _, f := range Run(FromRunning([]*Reading{r}, nil, nil)).Findings {
			said = append(said, say(f))
		}
		for _, want := range test.want {
			if !strings.Contains("\n"+strings.Join(said, "\n"), "\n"+want) {
				t.Errorf("%s: want %s, got\n%s", name, want, strings.Join(said, "\n"))
			}
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
