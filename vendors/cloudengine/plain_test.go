package cloudengine

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// said is a line that says what is so without it, and the block it may stand in; empty for the system view.
type said struct{ block, line string }

// plainLines are all lines of the tables of settings that say a default, on a platform.
func plainLines(r *row) (lines []said) {
	for _, in := range []struct {
		block string
		*settings
		key string
	}{{"interface 100GE1/0/1", portSettings, " 4"}, {"dcb pfc WEFT-pfc", pfcSettings, " 4"}, {"", switchSettings, ""}} {
		for _, s := range in.list {
			key := in.key
			if s.key == 0 {
				key = ""
			}
			if s.builtin != "" {
				lines = append(lines, said{in.block, strings.TrimSuffix(s.starts+key+" "+s.then, " ") + " " + s.builtin})
			}
		}
	}
	for _, buffer := range r.plainBuffers {
		lines = append(lines, said{"interface 100GE1/0/1", "dcb pfc buffer 4 " + buffer})
	}
	if r.recovery.Known() {
		lines = append(lines, said{"", "dcb pfc deadlock recovery-behavior " + recoveryWords[r.recovery.V] + " slot 1"})
	}
	return append(lines,
		said{"diffserv domain WEFT-classify", "8021p-outbound af1 green map 1"}, said{"diffserv domain WEFT-classify", "ip-dscp-outbound af4 red map 38"},
		said{"diffserv domain WEFT-classify", "ip-dscp-inbound 24 phb af3 green"}, said{"diffserv domain WEFT-classify", "8021p-inbound 0 phb be green"})
}

// with is a configuration with the line, and in the place of the one that sets the same, if there is one.
func (l said) with(t *testing.T, text string) (with string, replaced bool) {
	t.Helper()
	header, indent := l.block+"\n", " "
	if l.block == "" {
		header, indent = "#\n", ""
	}
	at := strings.Index(text, header)
	if at < 0 {
		t.Skipf("no %s", l.block)
	}
	at += len(header)
	block, rest := text[at:], ""
	if end := strings.Index(block, "#\n"); l.block != "" {
		block, rest = block[:end], block[end:]
	}
	var kept strings.Builder
	for line := range strings.Lines(block) {
		if sameSetting(strings.TrimRight(line, "\n"), indent+l.line) {
			replaced = true
		} else {
			kept.WriteString(line)
		}
	}
	return text[:at] + indent + l.line + "\n" + kept.String() + rest, replaced
}

// sameSetting tells whether two lines set the same thing, by the tables.
func sameSetting(a, b string) bool {
	tables := []*settings{portSettings, pfcSettings, domainSettings}
	if b[0] != ' ' {
		tables = []*settings{switchSettings}
	}
	for _, s := range tables {
		for i := range s.list {
			l, ok := s.list[i].read(strings.TrimPrefix(a, " "))
			m, too := s.list[i].read(strings.TrimPrefix(b, " "))
			if ok && too && l.head == m.head && l.key == m.key {
				return true
			}
		}
	}
	return false
}

// Every line that says a default, added to a switch that is as the intent asks, changes nothing, and no patch over it fails. In the
// place of a line that says something else it is a change, which is proved there and back.
func TestPlainLines(t *testing.T) {
	for _, sw := range [][2]string{{"CE8855", "V300R023C00"}, {"CE6885-LL-LOWLATENCY", "V300R023C00"}, {"CE6866", "V300R023C00"}, {"CE8860", "V200R019C10"}} {
		p, err := New().Platform(sw[0], sw[1])
		if err != nil {
			t.Fatal(err)
		}
		made := planPlain(t, p, leafModel(), "!Software Version "+sw[1]+"\n#\nsysname A\n#\ninterface 100GE1/0/1\n#\nreturn\n")
		settled := string(made.Predicted.Bytes())
		for _, line := range plainLines(rowOf(p)) {
			t.Run(sw[0]+"/"+line.line, func(t *testing.T) {
				running, replaced := line.with(t, settled)
				res := planPlain(t, p, leafModel(), running)
				if replaced != (res.Device.Status == plan.Change) || string(res.Predicted.Bytes()) != settled && !replaced {
					t.Errorf("replaced: %v, %s\n%v", replaced, res.Device.Status, res.Device.LineDiff)
				}
				if !replaced && res.Device.RunningHash != planPlain(t, p, leafModel(), settled).Device.RunningHash {
					t.Error("it changes the fingerprint")
				}
				other := leafModel()
				other.Ports[0].MTU, other.Ports[0].Watchdog.Escalate = qos.Is[qos.Bytes](9100), qos.Is(qos.Escalation{Action: "turn-off", Count: 90})
				other.Ports[0].Egress.Queues[0].Schedule.V.Share, other.Ports[0].Egress.Queues[4].Schedule.V.Share = 450, 550
				if res := planPlain(t, p, other, running); res.Device.Status != plan.Change {
					t.Errorf("another intent: %s", res.Device.Status)
				}
			})
		}
	}
}

// planPlain plans a switch of one port to a model.
func planPlain(t *testing.T, p vendors.Platform, sw *qos.Switch, running string) plan.Result {
	t.Helper()
	sw.Ports = sw.Ports[:1]
	site := vendors.Site{
		Device: "A", Prefix: "WEFT", Platform: p, Adopt: map[string]string{},
		Ports: []vendors.SitePort{{Name: "100GE1/0/1", SpeedBps: 100 * qos.Gbps, CableMetres: 3}},
	}
	fitted, _, diags := New().Fit(sw, site)
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	desired, diags := New().Render(fitted, site)
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	res := plan.Make(plan.Input{
		Name: "A", Vendor: New(), Site: site, Fitted: fitted, Desired: desired, Running: []byte(running),
		Options: plan.Options{MaxDisruption: vendors.Reload, AllowUnnamed: "it is a test"},
	})
	if s := res.Device.Status; s != plan.Change && s != plan.Unchanged {
		t.Fatalf("%s\n%s", res.Device.Reason, running)
	}
	return res
}
