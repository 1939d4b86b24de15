package cloudengine

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/vendors"
)

// effectOf runs commands, the last line as a step of its own, and returns its effect. Lines that are parted by ; are one step.
func effectOf(t *testing.T, d *device, commands string) vendors.Effect {
	t.Helper()
	all := commandLines(commands)
	d.must(t, strings.Join(all[:len(all)-1], "\n"))
	effect, err := d.Do(vendors.Step{Commands: strings.Split(all[len(all)-1], ";")})
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return effect
}

func TestEffects(t *testing.T) {
	none, all := vendors.Effect{}, vendors.Effect{All: true}
	port := func(names ...string) vendors.Effect { return vendors.Effect{Ports: names} }
	host, uplink, member := "25GE1/0/1", "100GE1/0/49", "100GE1/0/50"
	rest := "traffic policy P\nclassifier C behavior B\nquit\n" + inC + "if-match acl 3001\nquit\n"
	applied := makeList + makePolicy + rest
	for _, c := range []struct {
		commands string
		want     vendors.Effect
	}{
		{makeD, none}, {inD + "ip-dscp-inbound 24 phb af4", none}, {inF4, none}, {inW + "ecn buffer-size " + curveLine, none}, {atPort, none}, {"quit", none},
		{atPort + "trust dscp", port(host)}, {atPort + "trust dscp\ntrust dscp", none}, {atPort + "trust 8021p outer", none}, {atPort + "description x", none},
		{atPort + "trust dscp\nundo trust", port(host)}, {atPort + "qos drr 0 to 5\nqos drr 1", none}, {atPort + "qos drr 0 to 5\nqos pq 1", port(host)},
		{atBundle + "qos phb marking dscp enable", port(member)}, {"interface Eth-Trunk2\nqos phb marking dscp enable", none}, {atMember + "undo eth-trunk", port(member)},
		{atUplink + "quit\ninterface 100GE1/0/49.10\ntrust dscp", port(uplink)}, {"interface Eth-Trunk1.10\ntrust dscp", port(member)},
		{bound + inD + "ip-dscp-inbound 24 phb af4", port(host)}, {bound + inF + "priority 5", port(host)}, {bound + inF + "priority 4", none},
		{bound + inW + "ecn buffer-size " + curveLine, port(host)}, {bound + inB + "remark dscp 24", none},
		{bound + atUplink + "trust upstream D\nquit\n" + inD + "dei enable", port(host, uplink)},
		{bound + atPort + "undo trust upstream\nquit\n" + inD + "dei enable", none},
		{bound + atBundle + "trust upstream D\nquit\n" + inD + "dei enable", port(member, host)},
		{bound + "interface 25GE1/0/1.10\ntrust upstream D\nquit\n" + inD + "dei enable", port(host)},
		{applied + atPort + "traffic-policy P inbound\nquit\n" + inB + "remark dscp 24", port(host)},
		{applied + atPort + "traffic-policy P inbound\nquit\nacl number 3001\nrule 5 permit udp", port(host)},
		{applied + atPort + "traffic-policy P inbound\nquit\n" + inC + "if-match dscp 24", port(host)},
		{applied + "vlan 10\ntraffic-policy P inbound\nquit\n" + inB + "remark dscp 24", all}, {applied + "traffic-policy P global inbound\n" + inB + "remark dscp 24", all},
		{applied + "interface Vlanif100\ntraffic-policy P inbound", all}, {applied + inB + "remark dscp 24", none},
		{"diffserv domain default\nip-dscp-inbound 24 phb af4", all}, {"dcb pfc\npriority 4", none}, {makePool + atPort + "dcb pfc enable mode manual\nquit\ndcb pfc\npriority 4", port(host)},
		{makeE + atPort + "dcb ets enable E\nquit\n" + inE + "priority-group 1 queue 4", port(host)}, {makeE + inE + "priority-group 1 queue 4", none},
		{makeE + atPort + "dcb ets enable E\nquit\n" + inE + "priority-group 1 queue 3", none},
		{makePolicy + "traffic policy P\nclassifier C behavior B\nquit\n" + atPort + "traffic-policy P inbound\nquit\ntraffic classifier C type and", port(host)},
		{atPort + "undo portswitch", port(host)}, {atPort + "undo portswitch\nundo portswitch", none}, {atUplink + "portswitch", port(uplink)}, {atPort + "portswitch", none},
		{"lldp enable", all}, {makePool, all}, {"dcb pfc dscp-mapping enable slot 1", all}, {"dcb pfc deadlock-detect interval 100", all}, {"qos burst-mode extreme slot 1", all},
		{"interface Nve1\nqos phb marking dscp disable", all}, {inAIECN + "assign queue 3", all}, {"dcb pfc uplink group U\ngroup-member interface 100GE1/0/49", all},
		{"dcb pfc uplink group U\nquit\nundo dcb pfc uplink group U", all}, {inAIECN + "quit\nquit\nundo ai-service", all}, {"port-group G\nquit\nundo port-group G", none},
		{"ntp server 192.0.2.1", none}, {"set priority traffic-class 6", all}, {"interface Vlanif10", none}, {"interface Vlanif10\nquit\nundo interface Vlanif10", all},
		{"port-group G\ngroup-member 25GE1/0/1\nqos drr 0 to 5", port(host)},
		{"interface 25GE1/0/1;trust dscp;quit;interface 100GE1/0/49;mtu 9000;quit;interface 25GE1/0/1;qos drr 0 to 5", port(host, uplink)},
		{"interface 25GE1/0/1;trust dscp;quit;lldp enable", all}, {bound + "interface 25GE1/0/1;undo trust upstream;quit;diffserv domain D;dei enable", port(host)},
		{makeD + "interface 100GE1/0/49;trust upstream D;quit;diffserv domain D;dei enable;quit;interface 25GE1/0/1;trust upstream D", port(uplink, host)},
	} {
		d := startReplay(t, bareSwitch, switchA, nil)
		if diff := cmp.Diff(c.want, effectOf(t, d, c.commands)); diff != "" {
			t.Errorf("the effect of\n%s\nis wrong:\n%s", c.commands, diff)
		}
	}
}

// hidingText applies policies and binds profiles where the model does not look: what they do there is anybody's port.
const hidingText = bareSwitch + `#
traffic classifier C type or
#
traffic behavior B
#
traffic policy P
 classifier C behavior B precedence 5
#
traffic policy P2
#
dcb pfc F
#
evpn-overlay x
 traffic-policy P inbound
#
interface 25GE1/0/2
 dcb abs-pfc F
#
`

func TestWhatIsBoundInLinesNotUnderstood(t *testing.T) {
	d := startReplay(t, hidingText, switchA, nil)
	for _, command := range []string{"undo traffic policy P", "undo dcb pfc F"} {
		if says := refusedWith(t, d, command); says != "Error: It is being used." {
			t.Errorf("%s: %s", command, says)
		}
	}
	d.must(t, "undo traffic policy P2")
	if effect := effectOf(t, d, "traffic policy P\nclassifier C behavior B precedence 7"); !effect.All {
		t.Errorf("the effect is %v", effect)
	}
	if says := refusedWith(t, d, "quit\n"+makePool+"interface 25GE1/0/2\ndcb pfc enable mode manual"); !strings.HasPrefix(says, "Error: dcb pfc and") {
		t.Error(says)
	}
}

// TestWhatIsUsed: not what went with its block, but what stands in the system view or in a view of other things.
func TestWhatIsUsed(t *testing.T) {
	d := startReplay(t, bareSwitch, switchA, nil)
	d.must(t, makeD+"interface Eth-Trunk2\ntrust upstream D\nquit\nundo interface Eth-Trunk2\nundo diffserv domain D")
	d.must(t, makePolicy+"vlan 10\ntraffic-policy P inbound\nquit\nundo vlan 10\nundo traffic policy P")
	d.must(t, "traffic policy P\nquit\ntraffic-policy P global inbound")
	again := startReplay(t, d.printed(), switchA, nil)
	if says := refusedWith(t, again, "undo traffic policy P"); says != "Error: It is being used." {
		t.Error(says)
	}
	again.must(t, "undo traffic-policy P global inbound\nbgp 65000\npeer x traffic-policy P inbound\nquit")
	if says := refusedWith(t, again, "undo traffic policy P"); says != "Error: It is being used." {
		t.Error(says)
	}
}

// TestDanglingReferences: a configuration may name what is not there, and it can be made.
func TestDanglingReferences(t *testing.T) {
	text := strings.Replace(bareSwitch, " description host-01\n", " description host-01\n trust upstream D\n", 1)
	d := startReplay(t, text, switchA, nil)
	if says := refusedWith(t, d, "undo diffserv domain D"); says != saysAbsent {
		t.Error(says)
	}
	d.must(t, makeD)
	if says := refusedWith(t, d, "undo diffserv domain D"); says != "Error: It is being used." {
		t.Error(says)
	}
}

// TestPlaces: new blocks stand where the switch prints them, each with its separator.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ commands, prints string }{
		{"drop-profile W", "#\ndrop-profile default\n#\ndrop-profile W\n#\ndcb pfc\n#\n"},
		{"drop-profile W2\nquit\ndrop-profile W1", "#\ndrop-profile default\n#\ndrop-profile W1\n#\ndrop-profile W2\n#\n"},
		{"dcb pfc F", "#\ndcb pfc\n#\ndcb pfc F\n#\ndcb ets-profile default\n#\n"},
		{"dcb pfc dscp-mapping enable slot 2\ndcb pfc dscp-mapping enable slot 1\ndcb pfc F",
			"#\ndcb pfc F\n#\ndcb pfc dscp-mapping enable slot 1\n#\ndcb pfc dscp-mapping enable slot 2\n#\ndcb ets-profile default\n#\n"},
		{makePool, "#\ndcb ets-profile default\n#\nqos buffer headroom-pool size 4 mbytes slot 1\n#\nvlan batch 100\n#\n"},
		{"diffserv domain D", "#\ndiffserv domain default\n#\ndiffserv domain D\n#\naaa\n"},
		{"traffic policy P", "#\ndiffserv domain default\n#\ntraffic policy P\n#\naaa\n"},
		{"interface Eth-Trunk12", "#\ninterface Eth-Trunk1\n undo portswitch\n#\ninterface Eth-Trunk12\n#\ninterface 25GE1/0/1\n"},
		{"interface Vlanif100", " local-user admin password irreversible-cipher $1c$X\n#\ninterface Vlanif100\n#\ninterface Eth-Trunk1\n"},
		{"interface Nve1", "#\ninterface NULL0\n#\ninterface Nve1\n#\nssh server enable\n"},
		{"lldp enable", "#\ninterface NULL0\n#\nlldp enable\n#\nssh server enable\n#\nreturn\n"},
		{"bgp 65000\nrouter-id 1.1.1.1\nquit\nlldp enable", "#\ninterface NULL0\n#\nbgp 65000\n router-id 1.1.1.1\n#\nlldp enable\n#\nssh server enable\n#\n"},
		{"vlan batch 200", "#\nvlan batch 100\n#\nvlan batch 200\n#\n"},
	} {
		d := startReplay(t, bareSwitch, switchA, nil)
		d.must(t, c.commands)
		if got := d.printed(); !strings.Contains(got, c.prints) {
			t.Errorf("after %q there is no\n%s\nin\n%s", c.commands, c.prints, got)
		}
	}
}

// TestPlacesInStrangeTexts: whatever a configuration looks like, what comes goes again and leaves it as it was.
func TestPlacesInStrangeTexts(t *testing.T) {
	for _, text := range []string{
		"", "return\n", "#\nreturn\n", "!Software Version V200R020C10SPC600\n#\nreturn\n", "sysname X\n#\naaa\n local-user x\n#\nreturn", "interface 25GE1/0/1\n",
		"#\nbgp 1\n#\ninterface 25GE1/0/1\n#\nsysname Y\n#\n", strings.ReplaceAll(bareSwitch, "\n", "\r\n"), strings.ReplaceAll(bareSwitch, "#\n", "# \n"),
	} {
		for _, commands := range []string{"drop-profile W", "dcb pfc F", "diffserv domain D", "lldp enable", "traffic policy P"} {
			d := startReplay(t, text, switchA, nil)
			d.must(t, commands)
			if got := treeOf(d.Config()).Find(commands); got == nil {
				t.Errorf("%q is not in %q", commands, d.printed())
			}
			again := startReplay(t, d.printed(), switchA, nil)
			again.must(t, "undo "+commands)
			if deltas := New().Deltas(startReplay(t, text, switchA, nil).Config(), again.Config()); len(deltas) > 0 {
				t.Errorf("%q in %q leaves %v", commands, text, deltas)
			}
		}
	}
}
