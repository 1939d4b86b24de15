package cloudengine

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// readingCase is a command whose outcome hangs on a doubt. For each reading: the lines that the open block ends with, or how the
// refusal begins.
type readingCase struct {
	id       string
	on       vendors.Platform // one of group A if there is none
	before   string
	command  string
	outcomes []string
	clear    string // a command in the same place that hangs on no doubt
}

const deadlockV2 = "priority 4 deadlock-detect time 10 deadlock-recovery time 15"

var readingCases = []readingCase{
	{id: "cloudengine.undo-absent", before: atPort, command: "undo qos queue 4 wred", clear: "qos drr 0 to 5", outcomes: []string{refused, ""}},
	{id: "cloudengine.pfc-rebind", before: withPFC + "quit\ndcb pfc F2\nquit\n" + atPort, command: "dcb pfc enable F2 mode manual", clear: "undo dcb pfc enable",
		outcomes: []string{refused, "dcb pfc enable F2 mode manual"}},
	{id: "cloudengine.undo-wred", before: withWRED + "qos queue 4 ecn", command: "undo qos queue 4 wred", clear: "undo qos queue 4 ecn",
		outcomes: []string{refused, "qos queue 4 ecn"}},
	{id: "cloudengine.policy-again", on: switchV2, before: makePolicy + "traffic policy P2\nquit\n" + atPort + "traffic-policy P inbound", command: "traffic-policy P2 inbound",
		clear: "traffic-policy P2 outbound", outcomes: []string{refused, "traffic-policy P2 inbound", "traffic-policy P inbound|traffic-policy P2 inbound"}},
	{id: "cloudengine.classifier-again", before: makePolicy + "traffic behavior B2\nquit\ntraffic policy P\nclassifier C behavior B", command: "classifier C behavior B2",
		clear: "classifier C behavior B", outcomes: []string{"classifier C behavior B2 precedence 5", refused}},
	{id: "cloudengine.classifier-again", before: makePolicy + "traffic behavior B2\nquit\ntraffic policy P\nclassifier C behavior B", command: "classifier C behavior B2 precedence 9",
		clear: "classifier C behavior B precedence 9", outcomes: []string{"classifier C behavior B2 precedence 9", refused}},
	{id: "cloudengine.undo-priority", before: inF4, command: "undo priority", clear: "undo priority 4", outcomes: []string{"", "undo priority 3"}},
	{id: "cloudengine.priority-3-printed", before: inF4 + "undo priority 3", command: "priority 3", clear: "priority 5", outcomes: []string{"priority 4", "priority 3 4"}},
	{id: "cloudengine.v200-undo-priority-3", on: switchV2, before: inF4, command: "undo priority 3", clear: "undo priority 4", outcomes: []string{"priority 4|undo priority 3", wrong}},
	{id: "cloudengine.settings-first", before: inF, command: "priority 4 turn-off threshold 20", clear: "priority 3 turn-off threshold 20",
		outcomes: []string{refused, "priority 4 turn-off threshold 20"}},
	{id: "cloudengine.v200-priorities", on: switchV2, before: inF, command: "priority 6", clear: "priority 5", outcomes: []string{"priority 6", wrong}},
	{id: "cloudengine.v200-undo-deadlock", on: switchV2, before: inF4 + deadlockV2, command: "undo priority 4 deadlock-detect", clear: "priority 5",
		outcomes: []string{"priority 4", missing, "priority 4"}},
	{id: "cloudengine.v200-undo-deadlock", on: switchV2, before: inF4 + deadlockV2, command: "undo " + deadlockV2, clear: "priority 4 turn-off threshold 20",
		outcomes: []string{"priority 4", "priority 4", tooMany}},
	{id: "cloudengine.v200-routed-trust", on: switchV2, before: atUplink, command: "trust dscp", clear: "mtu 9000", outcomes: []string{unknown, "undo portswitch|trust dscp"}},
	{id: "cloudengine.member-lines", before: atMember, command: "trust dscp", clear: "qos drr 0 to 5", outcomes: []string{refused, "eth-trunk 1|trust dscp"}},
	{id: "cloudengine.resize-pool", before: withPFC + "quit", command: "qos buffer headroom-pool size 5 mbytes slot 1", clear: "qos buffer headroom-pool size 5 mbytes slot 2",
		outcomes: []string{"qos buffer headroom-pool size 5 mbytes slot 1", refused}},
	{id: "cloudengine.late-dscp-mapping", before: withPFC + "quit", command: "dcb pfc dscp-mapping enable slot 1", clear: "dcb pfc dscp-mapping enable slot 2",
		outcomes: []string{"dcb pfc dscp-mapping enable slot 1", refused}},
	{id: "cloudengine.late-dscp-mapping", before: "dcb pfc dscp-mapping enable slot 1\n" + withPFC + "quit", command: "undo dcb pfc dscp-mapping enable slot 1",
		clear: "lldp enable", outcomes: []string{"dcb pfc F", refused}},
	{id: "cloudengine.undo-drr-part", before: atPort + "qos drr 0 to 5\nqos queue 4 drr weight 9", command: "undo qos drr 5", clear: "undo qos drr 0 to 5",
		outcomes: []string{"qos drr 0 to 4|qos queue 4 drr weight 9", refused}},
	{id: "cloudengine.pq-weight", before: atPort + "qos drr 0 to 5\nqos queue 5 drr weight 9", command: "qos pq 5", clear: "qos pq 4",
		outcomes: []string{"qos drr 0 to 4", "qos drr 0 to 4|qos queue 5 drr weight 9"}},
	{id: "cloudengine.unit-printed", before: atPort, command: "dcb pfc buffer 4 xoff static 2048 kbytes", clear: "dcb pfc buffer 4 xoff static 2047 kbytes",
		outcomes: []string{"dcb pfc buffer 4 xoff static 2048 kbytes", "dcb pfc buffer 4 xoff static 2 mbytes"}},
	{id: "cloudengine.unit-printed", before: "sysname X", command: "qos buffer headroom-pool size 4096 kbytes slot 1", clear: "qos buffer headroom-pool size 4095 kbytes slot 1",
		outcomes: []string{"qos buffer headroom-pool size 4096 kbytes slot 1", "qos buffer headroom-pool size 4 mbytes slot 1"}},
	{id: "cloudengine.unit-printed", on: switchB, before: atPort, command: "dcb pfc buffer 4 xon static 1024 kbytes xoff static 2048 kbytes",
		clear: "dcb pfc buffer 4 xon static 1025 kbytes xoff static 2049 kbytes", outcomes: []string{"dcb pfc buffer 4 xon static 1024 kbytes xoff static 2048 kbytes",
			"dcb pfc buffer 4 xon static 1 mbytes xoff static 2 mbytes"}},
	{id: "cloudengine.block-printed", before: inW, command: "color red buffer-size low-limit 7000 high-limit 500160 discard-percentage 30", clear: "color red buffer-size " + curveLine,
		outcomes: []string{"color red buffer-size low-limit 7000 high-limit 500160 discard-percentage 30", "color red buffer-size " + curveLine}},
	{id: "cloudengine.block-printed", before: atPort, command: "qos buffer queue 4 shared-threshold static 641 bytes", clear: "qos buffer queue 4 shared-threshold static 641 kbytes",
		outcomes: []string{"qos buffer queue 4 shared-threshold static 641 bytes", "qos buffer queue 4 shared-threshold static 960 bytes"}},
	{id: "cloudengine.block-printed", before: inW, command: "ecn buffer-size low-limit 7000 high-limit 500160 discard-percentage 30", clear: "ecn buffer-size " + curveLine,
		outcomes: []string{"ecn buffer-size low-limit 7000 high-limit 500160 discard-percentage 30", "ecn buffer-size " + curveLine}},
	{id: "cloudengine.block-printed", on: switchLL, before: atPort, command: "dcb pfc buffer 4 guaranteed 3200 bytes", clear: "dcb pfc buffer 4 guaranteed 3264 bytes",
		outcomes: []string{"dcb pfc buffer 4 guaranteed 3200 bytes", "dcb pfc buffer 4 guaranteed 3264 bytes"}},
}

func TestEveryReading(t *testing.T) {
	seen := map[string]bool{doubts[doubtUndoneFirst].ID: true} // see below
	for _, c := range readingCases {
		t.Run(c.id, func(t *testing.T) {
			seen[c.id] = true
			c.run(t)
		})
	}
	for _, a := range doubts {
		if !seen[a.ID] {
			t.Errorf("no case reads %s", a.ID)
		}
	}
	for _, a := range New().Assumptions() {
		if len(a.Readings) < 2 || a.Source == "" || !strings.HasSuffix(a.Question, "?") || !strings.HasPrefix(a.ID, "cloudengine.") {
			t.Errorf("%+v is not complete", a)
		}
	}
}

func (c readingCase) run(t *testing.T) {
	on := c.on
	if on.Model == "" {
		on = switchA
	}
	for reading, outcome := range c.outcomes {
		readings := map[string]int{c.id: reading}
		d := startReplay(t, bareSwitch, on, readings)
		d.must(t, c.before)
		if err := d.types(c.command); err != nil {
			if outcome == "" || !strings.Contains(err.Error(), outcome) {
				t.Errorf("reading %d: refused: %v", reading, err)
			}
		} else if got := strings.Join(d.linesHere(), "|"); got != outcome && (d.at.mode != inSystem || !strings.Contains(d.printed(), outcome+"\n")) {
			t.Errorf("reading %d: the block holds %q, not %q", reading, got, outcome)
		}
		if !slices.Contains(d.Leaned(), c.id) {
			t.Errorf("reading %d: it leaned on %v only", reading, d.Leaned())
		}
		clear := startReplay(t, bareSwitch, on, readings)
		clear.must(t, c.before)
		clear.must(t, c.clear)
		if slices.Contains(clear.Leaned(), c.id) {
			t.Errorf("reading %d: %q leans on it too", reading, c.clear)
		}
	}
}

// TestWhereUndoPriorityIsPrinted: the place is a doubt that nothing hangs on.
func TestWhereUndoPriorityIsPrinted(t *testing.T) {
	for reading, want := range []string{"priority 4|undo priority 3|priority 4 turn-off threshold 20", "undo priority 3|priority 4|priority 4 turn-off threshold 20"} {
		d := startReplay(t, bareSwitch, switchA, map[string]int{doubts[doubtUndoneFirst].ID: reading})
		d.must(t, inF4+"priority 4 turn-off threshold 20\nundo priority 3")
		if got := strings.Join(d.linesHere(), "|"); got != want || d.Leaned() != nil {
			t.Errorf("reading %d: %s, leaned on %v", reading, got, d.Leaned())
		}
	}
}

func TestAnUnknownReadingIsTheAssumedOne(t *testing.T) {
	d := startReplay(t, bareSwitch, switchA, map[string]int{"cloudengine.undo-absent": 7, "cloudengine.undo-wred": -1, "cloudengine.no-such": 1})
	if d.readings != [numDoubts]uint8{} {
		t.Errorf("got %v", d.readings)
	}
}

func TestExchanges(t *testing.T) {
	var ids []string
	for _, e := range New().Exchanges() {
		ids = append(ids, e.ID)
		if e.What == "" || e.Source == "" {
			t.Errorf("%+v is not complete", e)
		}
	}
	if !slices.Equal(ids, []string{exchangePFCProfile, exchangeTrafficPolicy, exchangeScheduler, exchangeETS}) {
		t.Errorf("got %v", ids)
	}
}

// TestExchangesInsideOneCommit: what has no form in place goes and comes directly after one another, and in no other way under the
// assumed readings.
func TestExchangesInsideOneCommit(t *testing.T) {
	for _, c := range []struct{ before, exchange, prints string }{
		{withPFC + "quit\ndcb pfc F2\nquit\n", "undo dcb pfc enable\ndcb pfc enable F2 mode manual", "dcb pfc enable F2 mode manual"},
		{makePolicy + "traffic policy P2\nquit\n" + atPort + "traffic-policy P inbound\nquit\n", "undo traffic-policy P inbound\ntraffic-policy P2 inbound", "traffic-policy P2 inbound"},
		{atPort + "qos drr 0 to 5\nqos queue 4 drr weight 9\nquit\n", "undo qos drr 0 to 5\nqos drr 0 to 4\nqos queue 4 drr weight 9", "qos drr 0 to 4|qos queue 4 drr weight 9"},
		{makeE + atPort + "dcb ets enable E\nquit\n", "undo dcb ets enable E\nqos drr 0 to 5", "qos drr 0 to 5"},
	} {
		for _, on := range []vendors.Platform{switchV2, switchA} {
			before := c.before
			if on.Family == switchV2.Family {
				before = strings.ReplaceAll(before, makePool, "")
			}
			d := startReplay(t, bareSwitch, on, nil)
			d.must(t, before+atPort+c.exchange)
			if got := strings.Join(d.linesHere(), "|"); got != c.prints || d.Leaned() != nil {
				t.Errorf("%q gives %q, leaning on %v", c.exchange, got, d.Leaned())
			}
		}
	}
}
