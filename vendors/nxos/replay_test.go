package nxos

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// The switches that the tests run on.
var (
	nexus9000  = vendors.Platform{Vendor: "nxos", Model: "N9K-C9332D-GX2B", Family: "9300-GX2", Release: "10.4", Queues: 8}
	nexusEX    = vendors.Platform{Vendor: "nxos", Model: "N9K-C93180YC-EX", Family: "9300-EX", Release: "10.3", Queues: 8}
	nexus4q    = vendors.Platform{Vendor: "nxos", Model: "N9K-C9372PX", Family: "9300", Release: "7.0", Queues: 4}
	nexus3000  = vendors.Platform{Vendor: "nxos", Model: "N3K-C3132Q-V", Family: "3132-3064", Release: "7.0", Queues: 8}
	noReadings map[string]int
)

// bare is a switch as it comes, with three ports and a bundle of one of them.
const bare = `version 10.4(3) Bios:version 01.14 
hostname leaf01
vdc leaf01 id 1
  limit-resource vlan minimum 16 maximum 4094

feature bgp

ip domain-lookup
copp profile strict

vlan 1,10

vrf context management

interface port-channel10
  no switchport

interface Ethernet1/1
  description gpu01-nic0
  switchport
  switchport access vlan 10
  spanning-tree port type edge
  no shutdown

interface Ethernet1/2
  no switchport
  no ip redirects
  ip address 10.1.1.0/31
  no shutdown

interface Ethernet1/3
  no switchport
  channel-group 10 mode active
  no shutdown

interface mgmt0
  vrf member management
  ip address 192.0.2.11/24
line console
boot nxos bootflash:/nxos64-cs.10.4.3.F.bin 
`

// start starts a switch that runs a text.
func start(t testing.TB, text string, p vendors.Platform, readings map[string]int) *device {
	t.Helper()
	c, diags := New().Parse([]byte(text))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	return New().Replay(c, p, readings).(*device)
}

// type_ types commands, one a line, and returns the first refusal.
func (d *device) type_(commands string) error {
	_, err := d.Do(vendors.Step{Commands: lines(commands)})
	return err
}

// must types commands that the switch takes.
func (d *device) must(t testing.TB, commands string) {
	t.Helper()
	if err := d.type_(commands); err != nil {
		t.Fatalf("refused: %v", err)
	}
}

// lines are the commands of a text, without indentation.
func lines(text string) []string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// slice prints the lines in scope of a configuration, indented.
func slice(c vendors.Config) string {
	var b strings.Builder
	var walk func(nodes []*conf.Node, depth int)
	walk = func(nodes []*conf.Node, depth int) {
		for _, n := range nodes {
			if n.Kind == conf.Out {
				continue
			}
			fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth), n.Text)
			walk(n.Kids, depth+1)
		}
	}
	walk(treeOf(c).Top, 0)
	return b.String()
}

// createOrder is the order of reference section 6.2, deleteOrder its exact reverse.
const (
	createOrder = `
feature lldp
system jumbomtu 9216
ip access-list ROCE_UDP
10 permit udp any any eq 4791
exit
class-map type qos match-any CNP
match dscp 48
class-map type qos match-any ROCEv2
match dscp 24,26
policy-map type network-qos qos_network
class type network-qos c-8q-nq3
mtu 9216
pause pfc-cos 3
class type network-qos c-8q-nq-default
mtu 9216
policy-map type qos QOS_CLASSIFICATION
class ROCEv2
set qos-group 3
class CNP
set qos-group 7
class class-default
set qos-group 0
policy-map type queuing QOS_EGRESS_PORT
class type queuing c-out-8q-q7
priority level 1
class type queuing c-out-8q-q6
bandwidth remaining percent 0
class type queuing c-out-8q-q5
bandwidth remaining percent 0
class type queuing c-out-8q-q4
bandwidth remaining percent 0
class type queuing c-out-8q-q3
bandwidth remaining percent 50
random-detect minimum-threshold 950 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn
class type queuing c-out-8q-q2
bandwidth remaining percent 0
class type queuing c-out-8q-q1
bandwidth remaining percent 0
class type queuing c-out-8q-q-default
bandwidth remaining percent 50
system qos
service-policy type queuing output QOS_EGRESS_PORT
service-policy type network-qos qos_network
exit
interface Ethernet1/1
mtu 9216
priority-flow-control mode on
priority-flow-control watch-dog-interval on
service-policy type qos input QOS_CLASSIFICATION
interface Ethernet1/2
mtu 9216
priority-flow-control mode on
priority-flow-control watch-dog-interval on
service-policy type qos input QOS_CLASSIFICATION
exit
priority-flow-control watch-dog-interval on
`
	deleteOrder = `
interface Ethernet1/1
no priority-flow-control mode on
no priority-flow-control watch-dog-interval on
no service-policy type qos input QOS_CLASSIFICATION
no mtu 9216
interface Ethernet1/2
no priority-flow-control mode on
no priority-flow-control watch-dog-interval on
no service-policy type qos input QOS_CLASSIFICATION
no mtu
exit
no priority-flow-control watch-dog-interval on
system qos
no service-policy type network-qos qos_network
no service-policy type queuing output QOS_EGRESS_PORT
exit
no policy-map type queuing QOS_EGRESS_PORT
no policy-map type network-qos qos_network
no policy-map type qos QOS_CLASSIFICATION
no class-map type qos match-any ROCEv2
no class-map type qos CNP
no ip access-list ROCE_UDP
no system jumbomtu
no feature lldp
`
)

func TestCreateAndDeleteInTheOrderOfTheManual(t *testing.T) {
	d := start(t, bare, nexus9000, noReadings)
	d.must(t, createOrder)
	want, _, _ := strings.Cut(createOrder, "interface Ethernet1/1")
	for _, line := range lines(want) {
		if line != "exit" && !strings.Contains(string(d.Config().Bytes()), line+"\n") {
			t.Errorf("%q is not in the configuration", line)
		}
	}
	d.must(t, deleteOrder)
	if diff := cmp.Diff(bare, string(d.Config().Bytes())); diff != "" {
		t.Error(diff)
	}
	if leaned := d.Leaned(); leaned != nil {
		t.Errorf("it leaned on %v", leaned)
	}
}
