package cloudengine_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/cloudengine"
	"github.com/weft-net/weft/vendors/vendortest"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { vendortest.Main(m) }

func TestLaws(t *testing.T) {
	vendortest.Run(t, vendortest.Subject{
		Vendor: cloudengine.New(),
		Switches: []vendortest.Switch{
			subject("V200", "CE6865-48S8CQ-EI", "V200R019C10"),
			subject("V200 modular", "CE12804", "V200R005C10"),
			subject("V300 A", "CE8855", "V300R023C00"),
			subject("V300 B", "CE8850-SAN", "V300R023C00"),
			lossy(subject("V300 C", "CE6881H", "V300R023C00")),
		},
		Disguise:  disguise,
		Rename:    vendortest.Rename,
		Mutations: vendortest.LineMutations,
		Blind:     blindTo,
		Separator: "#",
		Cut:       "return\n",
	})
}

func subject(name, model, release string) vendortest.Switch {
	sw := vendortest.Switch{
		Name: name, Model: model, Release: release, Blank: []byte(fmt.Sprintf(blankSwitch, release)),
		MTUs:    []qos.Bytes{1500, 9000},
		Secrets: []string{"$1c$PASSWORDHASH$", "%^%#PRIVATECOMMUNITY%^%#", "HOSTKEYMATERIAL", "BGPNEIGHBOURKEY"},
	}
	for i := range 6 {
		sw.Ports = append(sw.Ports, vendors.SitePort{
			Name: fmt.Sprintf("100GE1/0/%d", i+1), SpeedBps: 100 * qos.Gbps, CableMetres: 3, Routed: i == 2,
		})
	}
	return sw
}

// lossy is a switch of a family that has no PFC.
func lossy(sw vendortest.Switch) vendortest.Switch {
	sw.Lossy = true
	return sw
}

const blankSwitch = `!Software Version %sSPC500
!Last configuration was updated at 2025-08-09 17:31:05+00:00 by admin
#
sysname LEAF01
#
header login information "
dcb pfc enable
#
interface 100GE1/0/1
"
#
drop-profile default
#
dcb pfc
#
dcb ets-profile default
#
vlan batch 10 100
#
rsa peer-public-key switch
 public-key-code begin
  HOSTKEYMATERIAL
 public-key-code end
peer-public-key end
#
diffserv domain default
#
aaa
 local-user admin password irreversible-cipher $1c$PASSWORDHASH$
 #
 authentication-scheme default
#
interface MEth0/0/0
 ip address 192.0.2.11 255.255.255.0
#
interface 100GE1/0/1
 description trust upstream nobody
 port link-type trunk
 port trunk allow-pass vlan 10 100
#
interface 100GE1/0/2
 port default vlan 10
#
interface 100GE1/0/3
 undo portswitch
 ip address 10.0.0.0 255.255.255.254
#
interface 100GE1/0/4
#
interface 100GE1/0/5
 jumboframe enable 9500
#
interface 100GE1/0/6
 device transceiver 100GBASE-FIBER
#
interface NULL0
#
bgp 65001
 peer 10.0.0.1 password cipher BGPNEIGHBOURKEY
#
snmp-agent community read cipher %%^%%#PRIVATECOMMUNITY%%^%%#
#
lldp enable
#
user-interface vty 0 4
#
return
`

// disguise rewrites a configuration as another person might have typed it: other case and blanks, printed defaults, lines of a
// block in another order, no separators, CR LF.
func disguise(t *rapid.T, config []byte) []byte {
	text := string(config)
	choose := func(label string) bool { return rapid.Bool().Draw(t, label) }
	if choose("other case and blanks") {
		text = strings.NewReplacer(" trust upstream ", " TRUST  Upstream ", " qos queue ", " qos Queue ", "ip-dscp-inbound", "IP-DSCP-inbound").Replace(text)
	}
	if choose("printed defaults") {
		text = strings.ReplaceAll(text, "interface 100GE1/0/4\n", "interface 100GE1/0/4\n port priority 0\n port pfc-deadlock trigger turn-off\n")
		text = strings.ReplaceAll(text, " qos drr ", " qos pq 6 to 7 drr ")
	}
	if choose("priorities with the first") {
		text = strings.ReplaceAll(text, " undo priority 3\n", " priority 3\n undo priority 3\n")
	}
	if choose("other order of lines") {
		text = vendortest.ShuffleInterfaces(text, " ", rapid.Int64().Draw(t, "seed"))
	}
	if choose("trailing blanks") {
		text = strings.ReplaceAll(text, "green\n", "green \n")
	}
	if choose("CR LF") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return []byte(text)
}

// blindTo knows the faults that change no behaviour: what concerns only queues that nothing reaches, and lines that this switch
// does not go by.
func blindTo(m vendortest.Mutation, sw *qos.Switch) string {
	if q, ok := queueOf(m.Line); ok && !qos.Reach(sw).Has(q) {
		return "nothing reaches the queue"
	}
	if _, list, ok := strings.Cut(m.Line, "> qos drr "); ok && strings.HasPrefix(m.Change, "raising ") && moved(list, m.Change)&qos.Reach(sw) == 0 {
		return "nothing reaches the queues that are scheduled in another way"
	}
	switch {
	case m.Line == "#", m.Line == "return":
		return "it stands between blocks, or behind the last"
	case strings.Contains(m.Line, "qos buffer headroom-pool "):
		return "a switch without a pool takes no PFC, and its size is no behaviour"
	case strings.HasPrefix(m.Change, "raising 9") && strings.Contains(m.Line, " drr weight 9"):
		return "shares are compared in thousandths: 97 to 1 and 98 to 1 are the same"
	case !strings.HasPrefix(m.Change, "raising ") && (strings.Contains(m.Line, "> color yellow ") || strings.Contains(m.Line, "> color red ")):
		return "published configurations set green packets only, and that is read as what all of them get"
	case strings.Contains(m.Line, "> 8021p-inbound "):
		return "the tag is not looked at"
	}
	return ""
}

// queueOf finds the queue that a line speaks of.
func queueOf(line string) (qos.Queue, bool) {
	for _, mark := range []string{"qos queue ", "dcb pfc buffer ", " priority "} {
		if _, after, ok := strings.Cut(line, mark); ok && after[0] >= '0' && after[0] <= '7' {
			return qos.Queue(after[0] - '0'), true
		}
	}
	return 0, false
}

// moved are the queues that come into a list such as "0 to 5 7", or go from it, when a number in it is raised by one.
func moved(list, change string) qos.QueueSet {
	var n int
	if _, err := fmt.Sscanf(change, "raising %d by one", &n); err != nil {
		return qos.AllQueues
	}
	words := strings.Fields(list)
	before := listed(words)
	for i, word := range words {
		if word == fmt.Sprint(n) {
			words[i] = fmt.Sprint(n + 1)
		}
	}
	return before ^ listed(words)
}

// listed are the queues in words such as 0 to 5 7.
func listed(words []string) (set qos.QueueSet) {
	last := 0
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			continue
		}
		if i == 0 || words[i-1] != "to" {
			last = n
		}
		for ; last <= n; last++ {
			set |= qos.Queues(qos.Queue(last))
		}
	}
	return set
}
