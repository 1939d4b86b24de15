package cloudengine

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// The switches that the tests of the model run on.
var (
	switchV2    = vendors.Platform{Model: "CE6865", Family: "V200-fixed", Release: "V200R020C10"}
	switchColor = vendors.Platform{Model: "CE6863-48S6CQ", Family: "V200-fixed-color", Release: "V200R005C10"}
	switchCE128 = vendors.Platform{Model: "CE12800", Family: "V200-CE12800", Release: "V200R020C10"}
	switchA     = vendors.Platform{Model: "CE8855", Family: "V300-A", Release: "V300R023C00"}
	switchLL    = vendors.Platform{Model: "CE6885-LL", Family: "V300-A-LL", Release: "V300R023C00"}
	switchB     = vendors.Platform{Model: "CE6866", Family: "V300-B", Release: "V300R023C00"}
	switchC     = vendors.Platform{Model: "CE6881H", Family: "V300-C", Release: "V300R023C00"}
	allSwitches = []vendors.Platform{switchV2, switchColor, switchCE128, switchA, switchLL, switchB, switchC}
)

// bareSwitch is a switch as it comes, with three ports and a bundle of one of them.
const bareSwitch = `!Software Version V200R020C10SPC600
!Last configuration was updated at 2025-08-09 17:31:05+00:00 by admin
#
sysname LEAF01
#
drop-profile default
#
dcb pfc
#
dcb ets-profile default
#
vlan batch 100
#
diffserv domain default
#
aaa
 local-user admin password irreversible-cipher $1c$X
#
interface Eth-Trunk1
 undo portswitch
#
interface 25GE1/0/1
 description host-01
 port default vlan 100
#
interface 100GE1/0/49
 undo portswitch
 description to-spine-01
 ip address 10.0.0.0 255.255.255.254
#
interface 100GE1/0/50
 eth-trunk 1
#
interface NULL0
#
ssh server enable
#
return
`

// startReplay starts a switch that runs a text.
func startReplay(t testing.TB, text string, p vendors.Platform, readings map[string]int) *device {
	t.Helper()
	c, diags := New().Parse([]byte(text))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	return New().Replay(c, p, readings).(*device)
}

// types types commands, one a line, as one step.
func (d *device) types(commands string) error {
	_, err := d.Do(vendors.Step{Commands: commandLines(commands)})
	return err
}

// must types commands that the switch takes.
func (d *device) must(t testing.TB, commands string) {
	t.Helper()
	if err := d.types(commands); err != nil {
		t.Fatalf("refused: %v", err)
	}
}

// commandLines are the commands of a text, without indentation.
func commandLines(text string) []string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// printed is the text of the configuration that a switch runs.
func (d *device) printed() string { return string(d.Config().Bytes()) }

// goldenText is one of the golden configurations.
func goldenText(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/golden/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goldenCase takes all QoS off a golden configuration in the order of reference section 6.1, and puts it back in that order.
type goldenCase struct {
	name           string
	on             vendors.Platform
	remove, create string
}

const (
	removePort = `undo qos queue 4 ecn
undo qos queue 4 wred
undo trust upstream
undo dcb pfc enable
undo qos drr 0 to 5
undo jumboframe enable
`
	createQueues = `qos drr 0 to 5
qos queue 0 drr weight 5
qos queue 1 drr weight 15
qos queue 4 drr weight 65
`
)

var goldenCases = []goldenCase{
	{"leaf-v200.cfg", switchV2, `
interface 25GE1/0/1
undo traffic-policy p_roce inbound
undo trust
undo lldp tlv-enable dcbx
undo dcb pfc buffer 4 xoff
` + removePort + `
quit
interface 100GE1/0/49
undo qos phb marking dscp enable
undo dcb pfc buffer
` + removePort + `
quit
undo traffic policy p_roce
undo traffic behavior b_roce
undo traffic classifier c_roce
undo acl number 3001
undo drop-profile roce25
undo drop-profile roce100
undo diffserv domain roce
undo dcb pfc roce
undo lldp enable
`, `
acl number 3001
rule 5 permit udp destination-port eq 4791
quit
traffic classifier c_roce type or
if-match acl 3001
quit
traffic behavior b_roce
remark local-precedence af4 green
statistics enable
quit
traffic policy p_roce
classifier c_roce behavior b_roce
quit
diffserv domain roce
ip-dscp-inbound 25 phb cs6
ip-dscp-inbound 24 phb 4 green
ip-dscp-inbound 26 phb af3 green
ip-dscp-inbound 7 phb af1
quit
drop-profile roce25
ecn buffer-size low-limit 7000 high-limit 150000 discard-percentage 30
quit
drop-profile roce100
ecn buffer-size low-limit 7000 high-limit 500000 discard-percentage 30
quit
dcb pfc roce
priority 4
undo priority 3
priority 4 turn-off threshold 20
priority 4 deadlock-detect time 10 deadlock-recovery time 15
quit
lldp enable
interface 25GE1/0/1
trust dscp
trust upstream roce
dcb pfc enable roce mode manual
dcb pfc buffer 4 xoff dynamic 6
` + createQueues + `
qos queue 4 wred roce25
qos queue 4 ecn
jumboframe enable 9500
lldp tlv-enable dcbx
traffic-policy p_roce inbound
quit
interface 100ge 1/0/49
trust upstream roce
qos phb marking dscp enable
dcb pfc enable roce mode manual
dcb pfc buffer 4 xoff dynamic 6
` + createQueues + `
qos queue 4 wred roce100
qos queue 4 ecn
jumboframe enable 9500
quit
`},
	{"spine-v200.cfg", switchV2, `
interface 100GE1/0/1
` + removePort + `
quit
undo drop-profile roce100
undo diffserv domain roce
undo dcb pfc roce
undo lldp enable
`, `
diffserv domain roce
ip-dscp-inbound 7 phb af1 green
ip-dscp-inbound 24 phb af4 green
ip-dscp-inbound 25 phb cs6 green
quit
drop-profile roce100
ecn buffer-size low-limit 7000 high-limit 500000 discard-percentage 30
quit
dcb pfc roce
priority 4
undo priority 3
quit
lldp enable
interface 100GE1/0/1
trust upstream roce
dcb pfc enable roce mode manual
qos pq 6 to 7 drr 0 to 5
qos queue 0 drr weight 5
qos queue 1 drr weight 15
qos queue 4 drr weight 65
qos queue 4 wred roce100
qos queue 4 ecn
jumboframe enable 9500
quit
`},
	{"leaf-v300.cfg", switchA, `
interface 100GE1/0/1
undo trust
undo dcb pfc buffer 4
undo qos queue 4 ecn
undo qos queue 4 wred
undo trust upstream
undo dcb pfc enable
undo qos drr 0 to 5
quit
undo drop-profile roce100
undo diffserv domain ds1
dcb pfc
undo priority 4 deadlock-detect
undo priority 4 deadlock-recovery time 20
undo priority 4 turn-off threshold 20
priority 3
undo priority 4
quit
undo dcb pfc dscp-mapping enable slot 1
undo qos buffer headroom-pool slot 1
undo lldp enable
`, `
diffserv domain ds1
ip-dscp-inbound 7 phb af1 green
ip-dscp-inbound 24 phb af4 green
ip-dscp-inbound 25 phb cs6 green
quit
drop-profile roce100
ecn buffer-size low-limit 7040 high-limit 500160 discard-percentage 30
quit
dcb pfc
priority 4
undo priority 3
priority 4 deadlock-detect time 15
priority 4 deadlock-recovery time 20
priority 4 turn-off threshold 20
quit
qos buffer headroom-pool size 4 mbytes slot 1
dcb pfc dscp-mapping enable slot 1
lldp enable
interface 100GE1/0/1
trust dscp
trust upstream ds1
dcb pfc enable mode manual
dcb pfc buffer 4 xoff dynamic 4 xon offset 8 kbytes
` + createQueues + `
qos queue 4 wred roce100
qos queue 4 ecn
quit
`},
	{"spine-v300.cfg", switchA, `
interface 100GE3/0/1
undo qos queue 4 ecn
undo qos queue 4 wred
undo trust upstream
undo dcb pfc enable
undo qos drr 0 to 5
quit
undo drop-profile roce100
undo diffserv domain ds1
undo dcb pfc dscp-mapping enable slot 3
undo lldp enable
`, `
diffserv domain ds1
ip-dscp-inbound 7 phb af1 green
ip-dscp-inbound 24 phb af4 green
ip-dscp-inbound 25 phb cs6 green
quit
drop-profile roce100
ecn buffer-size low-limit 7040 high-limit 18000000 discard-percentage 100
quit
dcb pfc dscp-mapping enable slot 3
lldp enable
interface 100GE3/0/1
trust upstream ds1
dcb pfc enable mode manual
` + createQueues + `
qos queue 4 wred roce100
qos queue 4 ecn
quit
`},
}

// ofQoS are words that no line has once all QoS is off, but in built-in objects and in what a case leaves.
var ofQoS = []string{"roce", "ds1", "qos queue", "qos drr", "trust", "dcb pfc enable", "dcb pfc buffer", "jumboframe", "lldp", "traffic"}

func TestGoldenConfigurationsGoAndComeInTheOrderOfTheManual(t *testing.T) {
	for _, c := range goldenCases {
		t.Run(c.name, func(t *testing.T) {
			text := goldenText(t, c.name)
			d := startReplay(t, text, c.on, nil)
			golden := d.Config()
			d.must(t, c.remove)
			for _, word := range ofQoS {
				if strings.Contains(d.printed(), word) {
					t.Errorf("%q is left:\n%s", word, d.printed())
				}
			}
			d.must(t, c.create)
			if diff := cmp.Diff(text, d.printed()); diff != "" {
				t.Error(diff)
			}
			again := startReplay(t, d.printed(), c.on, nil).Config()
			if deltas := New().Deltas(golden, again); len(deltas) > 0 {
				t.Errorf("differs: %v", deltas)
			}
		})
	}
}
