package sonic

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// Switches that the tests of the model run on, by the HWSKU that their database names.
const (
	listedSKU   = "Arista-7260CX3-C64"
	unlistedSKU = "DellEMC-S5232f-C32"
	spectrumSKU = "ACS-MSN4700"
)

// started is a model of a switch of a release that runs a golden database, changed as wanted.
func started(release, hwsku, golden string, changes ...func(*editor)) *device {
	e := newEditor(parsed(goldenText(golden)))
	e.set("DEVICE_METADATA", "localhost", "hwsku", hwsku)
	for _, change := range changes {
		change(e)
	}
	return startedOn(e.doc(), release, nil)
}

func startedOn(doc *document, release string, readings map[string]int) *device {
	return New().Replay(configOf(doc), vendors.Platform{Release: release, Queues: 8}, readings).(*device)
}

func step(commands ...string) vendors.Step { return vendors.Step{Commands: commands} }

// does runs a patch that must be accepted.
func does(t *testing.T, d *device, patch string) vendors.Effect {
	t.Helper()
	effect, err := d.Do(step(patch))
	if err != nil {
		t.Fatalf("%s is refused: %v", patch, err)
	}
	return effect
}

// refuses runs a step that must be refused with a text, and checks that it changed nothing.
func refuses(t *testing.T, d *device, says string, commands ...string) {
	t.Helper()
	before := d.doc
	_, err := d.Do(step(commands...))
	var refusal *Refusal
	switch {
	case !errors.As(err, &refusal):
		t.Errorf("%s is not refused but gives %v", commands, err)
	case !strings.Contains(err.Error(), says):
		t.Errorf("%s is refused with\n%v\nand not with %q", commands, err, says)
	case d.doc != before:
		t.Errorf("%s is refused and changed something", commands)
	}
}

// fieldNow is a field of the database as the device has it.
func fieldNow(d *device, table, key, name string) string {
	s, _ := d.doc.table(table).row(key).get(name)
	return s
}

func TestPatchIsApplied(t *testing.T) {
	d := started("202511", listedSKU, "leaf-traditional.json")
	does(t, d, `[{"op":"replace","path":"/SCHEDULER/scheduler.1/weight","value":"60"},{"op":"add","path":"/SCHEDULER/WEFT-q-roce","value":{"type":"DWRR","weight":"5"}}]`)
	does(t, d, `[{"op":"add","path":"/QUEUE/Ethernet0|3/scheduler","value":"WEFT-q-roce"}]`)
	for _, want := range [][4]string{
		{"SCHEDULER", "scheduler.1", "weight", "60"},
		{"SCHEDULER", "WEFT-q-roce", "type", "DWRR"},
		{"QUEUE", "Ethernet0|3", "scheduler", "WEFT-q-roce"},
		{"QUEUE", "Ethernet0|3", "wred_profile", "AZURE_LOSSLESS"},
	} {
		if got := fieldNow(d, want[0], want[1], want[2]); got != want[3] {
			t.Errorf("%v is %q", want, got)
		}
	}
	again := parsed(d.Config().Bytes())
	if deltas := New().Deltas(d.Config(), configOf(again)); len(deltas) > 0 {
		t.Errorf("printed and parsed again it differs: %v", deltas)
	}
}

func TestUndoRestoresTheText(t *testing.T) {
	d := started("202511", listedSKU, "leaf-traditional.json")
	before := string(d.Config().Bytes())
	does(t, d, `[{"op":"add","path":"/SCHEDULER/x","value":{"type":"STRICT"}},{"op":"replace","path":"/SCHEDULER/scheduler.1/weight","value":"60"}]`)
	does(t, d, `[{"op":"remove","path":"/SCHEDULER/x"},{"op":"replace","path":"/SCHEDULER/scheduler.1/weight","value":"40"}]`)
	if after := string(d.Config().Bytes()); after != before {
		t.Errorf("the text is not as it was:\n%s", after)
	}
}

// TestEditsKeepTheStyle: a field that changes stands where it stood, in a row that nobody would print so.
func TestEditsKeepTheStyle(t *testing.T) {
	const odd = "{ \"SCHEDULER\":{\"s\" : {\"type\" :\"DWRR\"  ,\n \"weight\" :\"5\" , \"cir\" :\"1\"}}}"
	d := startedOn(parsed([]byte(odd)), "202511", nil)
	does(t, d, `[{"op":"replace","path":"/SCHEDULER/s/cir","value":"6"}]`)
	if got, want := string(d.Config().Bytes()), strings.Replace(odd, `"1"`, `"6"`, 1); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestStepsThatAreNone(t *testing.T) {
	d := started("202511", listedSKU, "leaf-traditional.json")
	refuses(t, d, "no patch", "config qos reload")
	refuses(t, d, "no patch", "[]", "[]")
	refuses(t, d, "no such command", "pfcwd stop")
	if _, err := d.Do(step()); err != nil {
		t.Errorf("a step without commands is refused: %v", err)
	}
	if effect := does(t, d, "[]"); effect.All || len(effect.Ports) > 0 {
		t.Errorf("an empty patch has the effect %v", effect)
	}
}

func TestFlaps(t *testing.T) {
	down := func(e *editor) { e.set("PORT", "Ethernet4", "admin_status", "down") }
	tests := []struct {
		name, patch string
		want        []string
	}{
		{"a queue", `[{"op":"replace","path":"/QUEUE/Ethernet8|3/scheduler","value":"scheduler.0"}]`, []string{"Ethernet8"}},
		{"a new queue", `[{"op":"add","path":"/QUEUE/Ethernet0|7","value":{"scheduler":"scheduler.0"}}]`, []string{"Ethernet0"}},
		{"a port that is down", `[{"op":"replace","path":"/QUEUE/Ethernet4|3/scheduler","value":"scheduler.0"}]`, nil},
		{"maps of a port", `[{"op":"replace","path":"/PORT_QOS_MAP/Ethernet12/pfcwd_sw_enable","value":"3"},{"op":"remove","path":"/PORT_QOS_MAP/Ethernet0/pfcwd_sw_enable"}]`, []string{"Ethernet0", "Ethernet12"}},
		{"maps of the switch", `[{"op":"remove","path":"/PORT_QOS_MAP/global"}]`, nil},
		{"a priority group", `[{"op":"add","path":"/BUFFER_PG/Ethernet0|1","value":{"profile":"ingress_lossy_profile"}}]`, []string{"Ethernet0"}},
		{"buffers of queues", `[{"op":"remove","path":"/BUFFER_QUEUE/Ethernet0|5-6"}]`, []string{"Ethernet0"}},
		{"a profile list", `[{"op":"add","path":"/BUFFER_PORT_INGRESS_PROFILE_LIST","value":{"Ethernet8":{"profile_list":"ingress_lossy_profile"}}}]`, []string{"Ethernet8"}},
		{"a shared scheduler", `[{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"30"}]`, nil},
		{"a map", `[{"op":"replace","path":"/DSCP_TO_TC_MAP/AZURE/26","value":"4"}]`, nil},
		{"a cable", `[{"op":"replace","path":"/CABLE_LENGTH/AZURE/Ethernet0","value":"300m"}]`, nil},
		{"a watchdog", `[{"op":"replace","path":"/PFC_WD/Ethernet0/detection_time","value":"300"}]`, nil},
		{"what is there already", `[{"op":"replace","path":"/QUEUE/Ethernet8|3/scheduler","value":"scheduler.1"}]`, nil},
	}
	for _, test := range tests {
		d := started("202511", listedSKU, "leaf-traditional.json", down)
		flaps, err := d.Flaps(test.patch)
		if err != nil || !slices.Equal(flaps, test.want) {
			t.Errorf("%s: %v, %v; want %v", test.name, flaps, err, test.want)
		}
	}
}

func TestEffects(t *testing.T) {
	tests := []struct {
		name, patch string
		want        string
	}{
		{"a queue", `[{"op":"replace","path":"/QUEUE/Ethernet8|3/scheduler","value":"scheduler.0"}]`, "Ethernet8"},
		{"a scheduler that some use", `[{"op":"replace","path":"/SCHEDULER/some/weight","value":"30"}]`, "Ethernet4 Ethernet12"},
		{"a scheduler of a port", `[{"op":"replace","path":"/SCHEDULER/port/weight","value":"30"}]`, "Ethernet0"},
		{"a profile", `[{"op":"replace","path":"/BUFFER_PROFILE/p1/dynamic_th","value":"1"}]`, "Ethernet8"},
		{"a map of the switch too", `[{"op":"replace","path":"/DSCP_TO_TC_MAP/AZURE/26","value":"4"}]`, "all"},
		{"a map of ports only", `[{"op":"replace","path":"/TC_TO_QUEUE_MAP/other/6","value":"5"}]`, "Ethernet0"},
		{"a map that nobody uses", `[{"op":"add","path":"/TC_TO_QUEUE_MAP/new","value":{"0":"0"}}]`, ""},
		{"a cable", `[{"op":"replace","path":"/CABLE_LENGTH/AZURE/Ethernet0","value":"300m"}]`, "Ethernet0"},
		{"a watchdog", `[{"op":"replace","path":"/PFC_WD/Ethernet4/action","value":"drop"},{"op":"replace","path":"/PFC_WD/Ethernet4/detection_time","value":"300"}]`, "Ethernet4"},
		{"polling", `[{"op":"replace","path":"/PFC_WD/GLOBAL/POLL_INTERVAL","value":"100"}]`, "all"},
		{"an MTU", `[{"op":"replace","path":"/PORT/Ethernet4/mtu","value":"9000"}]`, "Ethernet4"},
	}
	shared := func(e *editor) {
		e.set("SCHEDULER", "some", "weight", "10")
		e.set("QUEUE", "Ethernet4|5", "scheduler", "some")
		e.set("QUEUE", "Ethernet12|5", "scheduler", "some")
		e.set("SCHEDULER", "port", "weight", "10")
		e.set("PORT_QOS_MAP", "Ethernet0", "scheduler", "port")
		for tc := range 8 {
			e.set("TC_TO_QUEUE_MAP", "other", string(rune('0'+tc)), string(rune('0'+tc)))
		}
		e.set("PORT_QOS_MAP", "Ethernet0", "tc_to_queue_map", "other")
		e.set("BUFFER_PROFILE", "p1", "pool", "egress_lossy_pool")
		e.set("BUFFER_PROFILE", "p1", "size", "0")
		e.set("BUFFER_PROFILE", "p1", "dynamic_th", "0")
		e.set("BUFFER_QUEUE", "Ethernet8|7", "profile", "p1")
	}
	for _, test := range tests {
		d := started("202511", listedSKU, "leaf-traditional.json", shared)
		effect := does(t, d, test.patch)
		got := strings.Join(effect.Ports, " ")
		if effect.All {
			got = "all"
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
