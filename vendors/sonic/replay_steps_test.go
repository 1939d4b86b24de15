package sonic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

func TestFullLoad(t *testing.T) {
	load := func(patch string) []string { return []string{loadCommand(patch)} }
	d := started("202405", unlistedSKU, "leaf-traditional.json", func(e *editor) {
		e.set("TACPLUS", "global", "passkey", "it's a secret")
	})
	before := string(d.Config().Bytes())
	effect, err := d.Do(step(load(`[{"op":"add","path":"/BUFFER_POOL/new_pool","value":{"type":"egress","mode":"dynamic"}},{"op":"replace","path":"/BUFFER_POOL/ingress_lossless_pool/mode","value":"static"},{"op":"add","path":"/SCHEDULER/it's","value":{"weight":"1"}}]`)...))
	if err != nil || !effect.All {
		t.Fatalf("effect %v, %v", effect, err)
	}
	if fieldNow(d, "BUFFER_POOL", "new_pool", "type") != "egress" || fieldNow(d, "SCHEDULER", "it's", "weight") != "1" {
		t.Error("the database is not as loaded")
	}
	if _, err := d.Do(step(load(`[{"op":"remove","path":"/BUFFER_POOL/new_pool"},{"op":"replace","path":"/BUFFER_POOL/ingress_lossless_pool/mode","value":"dynamic"},{"op":"remove","path":"/SCHEDULER/it's"}]`)...)); err != nil {
		t.Fatal(err)
	}
	if string(d.Config().Bytes()) != before {
		t.Error("the undo does not restore the text")
	}

	refuses(t, d, "the database would be invalid", load(`[{"op":"remove","path":"/SCHEDULER/scheduler.0"}]`)...)
	refuses(t, d, "drops a scheduler", load(`[{"op":"add","path":"/SCHEDULER/x","value":{"priority":"1"}}]`)...)
	refuses(t, d, "can't remove", load(`[{"op":"remove","path":"/SCHEDULER/x"}]`)...)
	refuses(t, d, "empty tables", load(`[{"op":"add","path":"/DOT1P_TO_TC_MAP","value":{}}]`)...)
	refuses(t, d, "no table of QoS", load(`[{"op":"add","path":"/NTP","value":{"x":{}}}]`)...)
	refuses(t, d, "no patch", "config load x -y", loadReload)
	refuses(t, d, "is not one", loadHead+"[]' ; reboot '"+loadTail)
	refuses(t, d, "is not one", strings.TrimSuffix(loadCommand("[]"), " && "+loadReload))
	refuses(t, d, "no patch", loadCommand("[]"), loadReload)
}

func TestWatchdogInterval(t *testing.T) {
	noWatchdog := func(e *editor) { e.removeTable("PFC_WD") }
	d := started("202405", unlistedSKU, "leaf-traditional.json", noWatchdog)
	effect, err := d.Do(step("pfcwd interval 200"))
	if err != nil || !effect.All {
		t.Fatalf("effect %v, %v", effect, err)
	}
	if got := fieldNow(d, "PFC_WD", "GLOBAL", "POLL_INTERVAL"); got != "200" {
		t.Errorf("the interval is %q", got)
	}
	refuses(t, d, "not in the valid range", "pfcwd interval 99")
	refuses(t, d, "not in the valid range", "pfcwd interval 1001")
	refuses(t, d, "not in the valid range", "pfcwd interval often")

	d = started("202405", listedSKU, "leaf-traditional.json")
	refuses(t, d, "value is bigger than one of the configured", "pfcwd interval 201")
	// the row that the command made is what a patch can then add ports to
	d = started("202405", listedSKU, "leaf-traditional.json", noWatchdog)
	patch := `[{"op":"add","path":"/PFC_WD/Ethernet0","value":{"action":"drop","detection_time":"200"}}]`
	refuses(t, d, "member 'PFC_WD' not found", patch)
	if _, err := d.Do(step("pfcwd interval 200")); err != nil {
		t.Fatal(err)
	}
	does(t, d, patch)
}

func TestWatchdogStartDefault(t *testing.T) {
	start := func(ports int, readings map[string]int, release string) *device {
		e := newEditor(parsed(goldenText("leaf-traditional.json")))
		e.removeTable("PFC_WD")
		e.set("DEVICE_METADATA", "localhost", "default_pfcwd_status", "enable")
		e.set("DEVICE_NEIGHBOR", "Ethernet0", "name", "x")
		e.set("DEVICE_NEIGHBOR", "Ethernet4", "name", "y")
		e.removeField("PORT_QOS_MAP", "Ethernet4", "pfc_enable")
		e.removeField("PORT_QOS_MAP", "Ethernet4", "pfcwd_sw_enable")
		for i := 4; i < ports; i++ {
			e.set("PORT", fmt.Sprintf("Ethernet%d", 4*i), "speed", "100000")
			e.set("PORT", fmt.Sprintf("Ethernet%d", 4*i), "lanes", fmt.Sprint(i))
		}
		return startedOn(e.doc(), release, readings)
	}
	for _, test := range []struct {
		ports    int
		readings map[string]int
		time     string
		leaned   int
	}{
		{4, nil, "200", 0},
		{32, nil, "200", 0},
		{33, nil, "400", 1},
		{33, map[string]int{"sonic.start-default": 1}, "200", 1},
		{256, nil, "1600", 1},
	} {
		d := start(test.ports, test.readings, "202405")
		if _, err := d.Do(step("pfcwd start_default")); err != nil {
			t.Fatal(err)
		}
		poll := test.time
		if poll == "1600" {
			poll = "1000"
		}
		if got := fieldNow(d, "PFC_WD", "Ethernet0", "detection_time"); got != test.time || fieldNow(d, "PFC_WD", "GLOBAL", "POLL_INTERVAL") != poll {
			t.Errorf("with %d ports, %v: time %s", test.ports, test.readings, got)
		}
		if d.doc.table("PFC_WD").row("Ethernet4") != nil || len(d.Leaned()) != test.leaned {
			t.Errorf("with %d ports a port without PFC is watched, or it leans on %v", test.ports, d.Leaned())
		}
	}
	d := start(4, nil, "202511")
	if _, err := d.Do(step("pfcwd start_default")); err != nil || fieldNow(d, "PFC_WD", "Ethernet0", "pfc_stat_history") != "disable" {
		t.Errorf("no history on 202511: %v", err)
	}
	e := newEditor(d.doc)
	e.set("DEVICE_METADATA", "localhost", "default_pfcwd_status", "disable")
	e.removeTable("PFC_WD")
	d = startedOn(e.doc(), "202511", nil)
	if _, err := d.Do(step("pfcwd start_default")); err != nil || d.doc.table("PFC_WD") != nil {
		t.Errorf("a switch that is told to have no watchdog has one: %v", err)
	}
}

func TestSet(t *testing.T) {
	path := func(p string) []string { return strings.Split(p, "/") }
	for _, test := range []struct {
		name, release string
		request       []setOperation
		patch, says   string
	}{
		{"an update is an add", "202411", []setOperation{{setUpdate, path("SCHEDULER/scheduler.0/weight"), `"9"`}},
			`[{"op":"add","path":"/SCHEDULER/scheduler.0/weight","value":"9"}]`, ""},
		{"a delete of nothing", "202411", []setOperation{{setDelete, path("SCHEDULER/x"), ""}}, "[]", ""},
		{"deletes, then replaces, then updates", "202411", []setOperation{
			{setUpdate, path("SCHEDULER/new"), `{"weight":"1"}`}, {setReplace, path("SCHEDULER/scheduler.0/weight"), `"7"`}, {setDelete, path("QUEUE/Ethernet0|0"), ""},
		}, `[{"op":"remove","path":"/QUEUE/Ethernet0|0"},{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"7"},{"op":"add","path":"/SCHEDULER/new","value":{"weight":"1"}}]`, ""},
		{"a replace of nothing", "202411", []setOperation{{setReplace, path("SCHEDULER/new"), `{"weight":"1"}`}}, "", "Invalid entry"},
		{"a replace of nothing on 202405", "202405", []setOperation{{setReplace, path("SCHEDULER/new"), `{"weight":"1"}`}},
			`[{"op":"add","path":"/SCHEDULER/new","value":{"weight":"1"}}]`, ""},
		{"a number for a field", "202411", []setOperation{{setUpdate, path("SCHEDULER/scheduler.0/weight"), `9`}}, "", "Invalid field"},
		{"a number in a row", "202411", []setOperation{{setUpdate, path("SCHEDULER/new"), `{"weight":9}`}}, "", "still some parts not updated"},
		{"the whole database", "202411", []setOperation{{setReplace, nil, `{}`}}, "", "0 elements"},
		{"too deep", "202411", []setOperation{{setDelete, path("a/b/c/d/e"), ""}}, "", "5 elements"},
	} {
		d := started(test.release, listedSKU, "leaf-traditional.json")
		patch, refusal := d.patchOf(test.request)
		switch {
		case test.says == "" && (refusal != nil || patch != test.patch):
			t.Errorf("%s: %s, %v", test.name, patch, refusal)
		case test.says != "" && (refusal == nil || !strings.Contains(refusal.Says, test.says)):
			t.Errorf("%s: %s, %v", test.name, patch, refusal)
		}
	}
}

// TestRequestFile: a file of the client is one Set, whose paths and values are taken as the client takes them.
func TestRequestFile(t *testing.T) {
	file := func(head, rest string) string { return `{"` + head + `":[` + rest + `]}` }
	weight := func(encoding, value string) string {
		return file("updates", `{"path":"sonic-db:/CONFIG_DB/localhost/SCHEDULER/scheduler.0/weight","value":`+value+`,"encoding":"`+encoding+`"}`)
	}
	d := started("202411", listedSKU, "leaf-traditional.json")
	for _, text := range []string{weight("json_ietf", `"9"`), file("deletes", `"sonic-db:/CONFIG_DB/localhost/QUEUE/Ethernet0|3/wred_profile"`)} {
		if effect, err := d.Do(step(text)); err != nil || !effect.All && effect.Ports == nil {
			t.Fatalf("%s: effect %v, %v", text, effect, err)
		}
	}
	if fieldNow(d, "SCHEDULER", "scheduler.0", "weight") != "9" || fieldNow(d, "QUEUE", "Ethernet0|3", "wred_profile") != "" {
		t.Error("the database is not as the files say")
	}
	refuses(t, d, "Invalid entry", strings.Replace(strings.Replace(weight("json_ietf", `"9"`), "updates", "replaces", 1), "scheduler.0", "x", 1))
	refuses(t, d, "Invalid field", weight("json_ietf", "9"))
	refuses(t, d, "not json_ietf", weight("json", `"9"`))
	refuses(t, d, "not in CONFIG_DB", file("deletes", `"/SCHEDULER/scheduler.0"`))
	refuses(t, d, "takes for a key", file("deletes", `"sonic-db:/CONFIG_DB/localhost/SCHEDULER/a[b]"`))
	refuses(t, d, "action of a template", weight("json_ietf", `"{{"`))
	refuses(t, d, "is no Set", file("delete", ""))
	refuses(t, d, "is no Set", `{"deletes":[]} {}`)
}

// TestDeliverEscapes: a patch whose names and values are unusual does the same as a Set, or there is no Set.
func TestDeliverEscapes(t *testing.T) {
	for patch, says := range map[string]string{
		`[{"op":"add","path":"/SCHEDULER/a~1b~0c<&>","value":{"type":"DWRR","weight":"5"}},{"op":"remove","path":"/QUEUE/Ethernet0|3/wred_profile"}]`: "",
		`[{"op":"add","path":"/PORT/Ethernet0/description","value":"{{{ x }} é"}]`:                                                                    "",
		`[{"op":"add","path":"/SCHEDULER/a[b]","value":{"type":"DWRR","weight":"5"}}]`:                                                                "takes for a key",
	} {
		forms := New().Deliver(step(patch))
		if len(forms) != 2 || forms[0].Commands[0] != patch {
			t.Fatalf("%s is delivered as %v", patch, forms)
		}
		a, b := started("202511", listedSKU, "leaf-traditional.json"), started("202511", listedSKU, "leaf-traditional.json")
		does(t, a, patch)
		if says != "" {
			refuses(t, b, says, forms[1].Commands...)
			continue
		}
		if _, err := b.Do(vendors.Step{Commands: forms[1].Commands}); err != nil {
			t.Errorf("%s: %v", forms[1].Commands, err)
		}
		if deltas := New().Deltas(a.Config(), b.Config()); len(deltas) > 0 {
			t.Errorf("%s ends elsewhere: %v", forms[1].Commands, deltas)
		}
	}
	for _, commands := range [][]string{{"pfcwd interval 200"}, {loadCommand("[]")}} {
		if forms := New().Deliver(step(commands...)); len(forms) != 1 || forms[0].Name != "txt" || !slices.Equal(forms[0].Commands, commands) {
			t.Errorf("%v is delivered as %v", commands, forms)
		}
	}
}

// TestSetOverwrites: an update of a node drops what it does not list (6.3).
func TestSetOverwrites(t *testing.T) {
	d := started("202411", listedSKU, "leaf-traditional.json")
	if _, err := d.set([]setOperation{{setUpdate, []string{"QUEUE", "Ethernet0|3"}, `{"scheduler":"scheduler.0"}`}}); err != nil {
		t.Fatal(err)
	}
	if fieldNow(d, "QUEUE", "Ethernet0|3", "wred_profile") != "" {
		t.Error("an update of a row merges")
	}
	_, err := d.set([]setOperation{{setUpdate, []string{"SCHEDULER"}, `{"x":{"weight":"1"}}`}})
	if err == nil || !strings.Contains(err.Error(), "invalid config") {
		t.Errorf("an update of a table merges: %v", err)
	}
	if effect, err := d.set([]setOperation{{setDelete, []string{"NOTHING"}, ""}}); err != nil || effect.All {
		t.Errorf("nothing to do gives %v, %v", effect, err)
	}
}

// TestReadings runs what an unconfirmed behaviour decides under each of its readings.
func TestReadings(t *testing.T) {
	profile := func(e *editor) {
		e.set("BUFFER_PROFILE", "a", "pool", "egress_lossy_pool")
		e.set("BUFFER_PROFILE", "a", "size", "7")
	}
	for _, test := range []struct {
		id, release, patch string
		touches            bool
	}{
		{"sonic.pfc-off", "202511", `{"op":"remove","path":"/PORT_QOS_MAP/Ethernet0"},{"op":"remove","path":"/PFC_WD/Ethernet0"}`, true},
		{"sonic.pfc-off", "202511", `{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfc_enable","value":"3"},{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfcwd_sw_enable","value":"3"}`, false},
		{"sonic.move", "202511", `{"op":"remove","path":"/BUFFER_PROFILE/a"},{"op":"add","path":"/BUFFER_PROFILE/b","value":{"pool":"egress_lossy_pool","size":"7"}}`, true},
		{"sonic.move", "202511", `{"op":"remove","path":"/BUFFER_PROFILE/a"},{"op":"add","path":"/BUFFER_PROFILE/b","value":{"pool":"egress_lossy_pool","size":"8"}}`, false},
		{"sonic.cable-live", "202505", `{"op":"replace","path":"/CABLE_LENGTH/AZURE/Ethernet0","value":"300m"}`, true},
		{"sonic.cable-live", "202511", `{"op":"replace","path":"/CABLE_LENGTH/AZURE/Ethernet0","value":"300m"}`, false},
		{"sonic.pool-live", "202405", `{"op":"replace","path":"/BUFFER_POOL/ingress_lossless_pool/xoff","value":"1"}`, true},
		{"sonic.divided", "202405", `{"op":"remove","path":"/BUFFER_QUEUE/Ethernet0|3-4"},{"op":"add","path":"/BUFFER_QUEUE/Ethernet0|3","value":{"profile":"egress_lossless_profile"}}`, true},
		{"sonic.divided", "202511", `{"op":"remove","path":"/QUEUE/Ethernet0|3"},{"op":"remove","path":"/QUEUE/Ethernet0|4"},{"op":"add","path":"/QUEUE/Ethernet0|3-4","value":{"scheduler":"scheduler.1"}}`, true},
		{"sonic.divided", "202511", `{"op":"remove","path":"/QUEUE/Ethernet0|3"},{"op":"add","path":"/QUEUE/Ethernet0|7","value":{"scheduler":"scheduler.1"}}`, false},
		{"sonic.divided", "202511", `{"op":"remove","path":"/BUFFER_QUEUE/Ethernet0|3-4"},{"op":"add","path":"/BUFFER_QUEUE/Ethernet0|7","value":{"profile":"egress_lossless_profile"}}`, false},
	} {
		d := started(test.release, listedSKU, "leaf-traditional.json", profile)
		does(t, d, "["+test.patch+"]")
		if got := slices.Contains(d.Leaned(), test.id); got != test.touches {
			t.Errorf("%s: leans on %v", test.patch, d.Leaned())
		}
		other := startedOn(started(test.release, listedSKU, "leaf-traditional.json", profile).doc, test.release, map[string]int{test.id: 1})
		if _, err := other.Do(step("[" + test.patch + "]")); (err != nil) != test.touches {
			t.Errorf("%s under the other reading: %v", test.patch, err)
		}
	}
}

func TestAssumptionsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range New().Assumptions() {
		if seen[a.ID] || !strings.HasPrefix(a.ID, "sonic.") || len(a.Readings) < 2 || a.Question == "" || a.Source == "" {
			t.Errorf("%+v", a)
		}
		seen[a.ID] = true
	}
}

// TestSettled: the buffer manager makes a profile for each speed and cable and a group for each run of priorities (section 2).
func TestSettled(t *testing.T) {
	e := newEditor(parsed(goldenText("leaf-traditional.json")))
	e.set("PORT_QOS_MAP", "Ethernet4", "pfc_enable", "2,3,4,6")
	e.set("CABLE_LENGTH", "AZURE", "Ethernet8", "0m")
	p, err := New().Platform("Arista-7050CX3-32S-C32", "202511")
	if err != nil {
		t.Fatal(err)
	}
	d := New().Replay(configOf(e.doc()), p, nil).(*device)
	settled := docOf(d.Settled())
	const profile = "pg_lossless_100000_40m_profile"
	for key, want := range map[string]string{
		"Ethernet0|3-4": profile, "Ethernet4|2-4": profile, "Ethernet4|6": profile, "Ethernet8|3-4": "", "Ethernet0|0": "ingress_lossy_profile",
	} {
		if got, _ := settled.table("BUFFER_PG").row(key).get("profile"); got != want {
			t.Errorf("%s has %q", key, got)
		}
	}
	for name, want := range map[string]string{"pool": "ingress_lossless_pool", "size": "4608", "xon": "4608", "xoff": "160000", "xon_offset": "4608", "dynamic_th": "0"} {
		if got, _ := settled.table("BUFFER_PROFILE").row(profile).get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if New().Deltas(d.Config(), configOf(e.doc())) != nil {
		t.Error("what the device adds is in Config")
	}
	if again := docOf(New().Replay(d.Settled(), p, map[string]int(nil)).(*device).Settled()); New().Deltas(configOf(again), d.Settled()) != nil {
		t.Error("settling twice adds more")
	}
}

var _ vendors.Device = (*device)(nil)
