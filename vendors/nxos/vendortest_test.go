package nxos_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/nxos"
	"github.com/weft-net/weft/vendors/vendortest"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { vendortest.Main(m) }

func TestLaws(t *testing.T) {
	vendortest.Run(t, vendortest.Subject{
		Vendor: nxos.New(),
		Switches: []vendortest.Switch{
			subject("cloud scale", "N9K-C9332D-GX2B", "10.4(3)", 400*qos.Gbps),
			subject("first generation", "N9K-C93180YC-EX", "9.3(8)", 100*qos.Gbps),
			subject("user-defined classes", "N3K-C3232C", "9.3(8)", 100*qos.Gbps),
		},
		Disguise:   disguise,
		Rename:     vendortest.Rename,
		Mutations:  vendortest.LineMutations,
		Blind:      blind,
		Impossible: func(reason string) bool { return strings.Contains(reason, "too many no-drop classes") },
		Cut:        "interface Ethernet1/6\n",
	})
}

func subject(name, model, release string, speed qos.BitsPerSecond) vendortest.Switch {
	sw := vendortest.Switch{
		Name: name, Model: model, Release: release, Blank: []byte(blankSwitch),
		MTUs:    []qos.Bytes{1500, 9216}, // the ports are switched ones
		Secrets: []string{"$5$PASSWORDHASH", "PRIVATECOMMUNITY", "0123456789ABCDEF", "MIICERTIFICATE", "BGPNEIGHBOURKEY"},
	}
	for i := range 6 {
		sw.Ports = append(sw.Ports, vendors.SitePort{
			Name: fmt.Sprintf("Ethernet1/%d", i+1), SpeedBps: speed, CableMetres: 3, Routed: i == 2,
		})
	}
	return sw
}

const blankSwitch = `!Command: show running-config
!Running configuration last done at: Thu Sep 24 09:58:11 2026
!Time: Thu Sep 24 10:00:02 2026

version 10.4(3) Bios:version 01.14 
hostname leaf01
vdc leaf01 id 1
  limit-resource vlan minimum 16 maximum 4094

feature bgp
feature lldp

username admin password 5 $5$PASSWORDHASH role network-admin
banner motd ^
policy-map type qos NOT_A_POLICY
  class ROCE
! 
^
ip domain-lookup
crypto ca trustpoint T
crypto ca certificate T
MIICERTIFICATE
quit
copp profile strict
snmp-server community PRIVATECOMMUNITY group network-operator
snmp-server user admin network-admin auth md5 0x0123456789ABCDEF priv 0x0123456789ABCDEF localizedkey

vlan 1,10

interface Vlan10
  no shutdown
  mtu 9216

interface Ethernet1/1
  description service-policy type qos input NOT_BOUND
  switchport access vlan 10
  no shutdown

interface Ethernet1/2
  description priority-flow-control mode on
  switchport access vlan 10

interface Ethernet1/3
  no switchport
  ip address 10.0.0.0/31
  no shutdown

interface Ethernet1/4

interface Ethernet1/5
  mtu 9216

interface Ethernet1/6
  no shutdown

interface mgmt0
  vrf member management
  ip address 192.0.2.11/24
line console
line vty
boot nxos bootflash:/nxos64-cs.10.4.3.F.bin 
router bgp 65001
  neighbor 10.0.0.1
    password 3 BGPNEIGHBOURKEY
`

// disguise rewrites a configuration as another person might have typed it: abbreviated keywords, code points by name and in
// another order, printed defaults, lines of an unordered block in another order, CR LF.
func disguise(t *rapid.T, config []byte) []byte {
	text := string(config)
	choose := func(label string) bool { return rapid.Bool().Draw(t, label) }
	if choose("names of code points") {
		text = strings.NewReplacer("match dscp 48\n", "match dscp cs6\n", "match dscp 26\n", "match dscp af31\n").Replace(text)
	}
	if choose("other order of a list") {
		text = reverseLists(text)
	}
	if choose("printed defaults") {
		text = strings.ReplaceAll(text, "interface Ethernet1/4\n", "interface Ethernet1/4\n  lldp transmit\n")
	}
	if choose("other order of lines") {
		text = vendortest.ShuffleInterfaces(text, "  ", rapid.Int64().Draw(t, "seed"))
	}
	if choose("upper case keywords") {
		text = strings.ReplaceAll(text, "  class type queuing ", "  CLass type queuing ")
	}
	if choose("CR LF") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return []byte(text)
}

func reverseLists(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if list, ok := strings.CutPrefix(line, "  match dscp "); ok {
			values := strings.Split(strings.TrimSpace(list), ",")
			slices.Reverse(values)
			lines[i] = "  match dscp " + strings.Join(values, ",") + "\n"
		}
	}
	return strings.Join(lines, "")
}

// blind knows the faults that change no behaviour: what concerns only queues that nothing reaches, and values that are as good
// as the default.
func blind(m vendortest.Mutation, sw *qos.Switch) string {
	if q, ok := queueOf(m.Line); ok && !qos.Reach(sw).Has(q) {
		return "nothing reaches the queue"
	}
	switch {
	case strings.HasSuffix(m.Line, "> mtu 1500"), strings.HasSuffix(m.Line, "> mtu 9216") && m.Change != "dropping":
		return "1500 is the default, and a class MTU above the largest port's changes nothing"
	case m.Line == "system jumbomtu 9216":
		return "a ceiling allows packets, it forwards none"
	case strings.Contains(m.Line, "type network-qos ") && !bytes.Contains(m.Text, []byte("mtu 9216")):
		return "a class that the policy does not list has the default MTU, as all have"
	case strings.HasPrefix(m.Change, "raising 9") && strings.Contains(m.Line, "> bandwidth remaining percent 9"):
		return "shares are compared in thousandths: 99 to 1 and 100 to 1 are the same"
	case strings.HasSuffix(m.Line, "> no switchport"):
		return "whether a port is routed decides which line gives the packet size, and both give the same"
	case strings.HasPrefix(m.Change, "raising ") && strings.Contains(m.Line, "> priority level "):
		return "levels only order the strict queues, and the order is the same"
	case strings.Contains(m.Line, "bandwidth remaining percent 0"):
		return "no share is what a queue without the line has"
	}
	return ""
}

// queueOf finds the queue that a class of a line stands for.
func queueOf(line string) (qos.Queue, bool) {
	for _, mark := range []string{"c-8q-nq", "c-out-8q-q", "WEFT-nodrop-q", "WEFT-queue-q"} {
		if _, after, ok := strings.Cut(line, mark); ok && len(after) > 0 && after[0] >= '0' && after[0] <= '7' {
			return qos.Queue(after[0] - '0'), true
		}
	}
	return 0, false
}
