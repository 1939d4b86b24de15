package sonic

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

const goldenModel = "Arista-7050CX3-32S-C32"

// editedGolden is a golden configuration after edits.
func editedGolden(name string, edit func(e *editor)) vendors.Config {
	e := newEditor(parsed(goldenText(name)))
	edit(e)
	return configOf(e.doc())
}

// rename gives a row another name, and all that name it.
func rename(e *editor, in, from, to string) {
	copyRow(e, in, to, e.row(in, from))
	e.removeRow(in, from)
	for _, t := range slices.Clone(e.work.tables) {
		for _, r := range slices.Clone(t.rows) {
			if r == nil || t.name == in {
				continue
			}
			for _, f := range slices.Clone(r.fields) {
				if f.value == from && namesRowOf(f.name, in) {
					e.set(t.name, r.key, f.name, to)
				}
			}
		}
	}
}

// namesRowOf tells whether a field holds the name of a row of a table.
func namesRowOf(field, in string) bool {
	return field == map[string]string{
		"DSCP_TO_TC_MAP": "dscp_to_tc_map", "TC_TO_QUEUE_MAP": "tc_to_queue_map", "TC_TO_PRIORITY_GROUP_MAP": "tc_to_pg_map",
		"MAP_PFC_PRIORITY_TO_QUEUE": "pfc_to_queue_map", "SCHEDULER": "scheduler", "WRED_PROFILE": "wred_profile",
		"BUFFER_PROFILE": "profile", "BUFFER_POOL": "pool",
	}[in]
}

// Texts that say the same in other words. Some lean on more.
func TestReadTheSameInOtherWords(t *testing.T) {
	const leaf = "leaf-traditional.json"
	tests := []struct {
		name    string
		edit    func(e *editor)
		assumed string
	}{
		{"other names of maps", func(e *editor) {
			for _, in := range []string{"DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP", "MAP_PFC_PRIORITY_TO_QUEUE"} {
				rename(e, in, "AZURE", "mine")
			}
		}, ""},
		{"other names of profiles", func(e *editor) {
			rename(e, "SCHEDULER", "scheduler.1", "gold")
			rename(e, "WRED_PROFILE", "AZURE_LOSSLESS", "red")
			rename(e, "BUFFER_PROFILE", "egress_lossless_profile", "never")
			rename(e, "BUFFER_POOL", "egress_lossless_pool", "pool")
		}, ""},
		{"a profile of the same values on one port", func(e *editor) {
			copyRow(e, "SCHEDULER", "twin", e.row("SCHEDULER", "scheduler.1"))
			e.set("QUEUE", "Ethernet0|3", "scheduler", "twin")
		}, ""},
		{"a range", func(e *editor) {
			copyRow(e, "QUEUE", "Ethernet0|3-4", e.row("QUEUE", "Ethernet0|3"))
			e.removeRow("QUEUE", "Ethernet0|3")
			e.removeRow("QUEUE", "Ethernet0|4")
		}, ""},
		{"a range apart", func(e *editor) {
			copyRow(e, "BUFFER_QUEUE", "Ethernet0|3", e.row("BUFFER_QUEUE", "Ethernet0|3-4"))
			copyRow(e, "BUFFER_QUEUE", "Ethernet0|4", e.row("BUFFER_QUEUE", "Ethernet0|3-4"))
			e.removeRow("BUFFER_QUEUE", "Ethernet0|3-4")
		}, ""},
		{"a range and a row of it that say the same", func(e *editor) {
			copyRow(e, "BUFFER_QUEUE", "Ethernet0|3", e.row("BUFFER_QUEUE", "Ethernet0|3-4"))
		}, ""},
		{"a list of ports", func(e *editor) {
			copyRow(e, "QUEUE", "Ethernet0,Ethernet4|3-4", e.row("QUEUE", "Ethernet0|3"))
			for _, key := range []string{"Ethernet0|3", "Ethernet0|4", "Ethernet4|3", "Ethernet4|4"} {
				e.removeRow("QUEUE", key)
			}
			copyRow(e, "PORT_QOS_MAP", "Ethernet0,Ethernet4", e.row("PORT_QOS_MAP", "Ethernet0"))
			e.removeRow("PORT_QOS_MAP", "Ethernet0")
			e.removeRow("PORT_QOS_MAP", "Ethernet4")
		}, ""},
		{"other weights of the same ratio", func(e *editor) {
			e.set("SCHEDULER", "scheduler.0", "weight", "5")
			e.set("SCHEDULER", "scheduler.1", "weight", "10")
		}, ""},
		{"a weight of a strict queue", func(e *editor) { e.set("SCHEDULER", "scheduler.2", "weight", "7") }, ""},
		{"another strict queue that nothing gets into", func(e *editor) { e.set("QUEUE", "Ethernet0|7", "scheduler", "scheduler.2") }, "sonic.strict-order"},
		{"other values of colours that nothing has", func(e *editor) {
			e.set("WRED_PROFILE", "AZURE_LOSSLESS", "red_max_threshold", "999999999")
			e.set("WRED_PROFILE", "AZURE_LOSSLESS", "wred_yellow_enable", "false")
			e.set("WRED_PROFILE", "AZURE_LOSSLESS", "ecn", "ecn_green")
		}, "sonic.green"},
		{"the map of the switch", func(e *editor) { e.removeField("PORT_QOS_MAP", "Ethernet0", "dscp_to_tc_map") }, "sonic.global-map"},
		{"priorities in another order", func(e *editor) { e.set("PORT_QOS_MAP", "Ethernet0", "pfc_enable", "4,3") }, ""},
		{"more priorities to watch", func(e *editor) { e.set("PORT_QOS_MAP", "Ethernet0", "pfcwd_sw_enable", "3,4,5") }, ""},
		{"a map that gives each priority its own group", func(e *editor) {
			e.set("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "m", "3", "3")
			e.set("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "m", "4", "4")
			e.set("PORT_QOS_MAP", "Ethernet0", "pfc_to_pg_map", "m")
		}, ""},
		{"what the daemon does by itself", func(e *editor) {
			e.removeField("PFC_WD", "Ethernet0", "action")
			e.removeField("PORT", "Ethernet0", "mtu")
			e.set("PFC_WD", "Ethernet0", "pfc_stat_history", "enable")
		}, ""},
		{"queues of the processor", func(e *editor) { e.set("QUEUE", "CPU|3", "scheduler", "scheduler.2") }, ""},
		{"what the device adds", func(e *editor) {
			added := parsed(goldenText("leaf-traditional-device-added.json"))
			for _, t := range added.tables {
				for _, r := range t.rows {
					copyRow(e, t.name, r.key, r)
				}
			}
		}, ""},
		{"marks that change nothing", func(e *editor) {
			for class, dscp := range map[string]string{"3": "26", "4": "34", "5": "46", "6": "48"} {
				e.set("TC_TO_DSCP_MAP", "m", class, dscp)
			}
			e.set("PORT_QOS_MAP", "Ethernet0", "tc_to_dscp_map", "m")
		}, ""},
	}
	p := on(t, goldenModel)
	want := New().Read(configOf(parsed(goldenText(leaf))), p)
	for _, test := range tests {
		got := New().Read(editedGolden(leaf, test.edit), p)
		if !qos.Equal(want.Switch, got.Switch) {
			t.Errorf("%s: %+v", test.name, qos.Diff(want.Switch, got.Switch))
		}
		if got.Unread != nil {
			t.Errorf("%s: not understood: %v", test.name, got.Unread)
		}
		if more := strings.Join(got.Assumed, " "); strings.TrimSpace(strings.Replace(more, "sonic.default-class", "", 1)) != test.assumed {
			t.Errorf("%s: leans on %s, want %q more", test.name, more, test.assumed)
		}
	}
}

// say is a value in words.
func say[T comparable](v qos.Value[T], words func(T) string) string {
	text := map[qos.State]string{qos.NotApplicable: "none", qos.PlatformDefault: "default", qos.Unknown: "?"}[v.State]
	if v.Known() {
		text = words(v.V)
	}
	if v.Why != "" {
		text += ": " + v.Why
	}
	return text
}

func sayPFC(p *qos.Port) string   { return say(p.PFC.Priorities, qos.QueueSet.String) }
func sayTrust(p *qos.Port) string { return say(p.Classify.Trust, qos.Trust.String) }
func sayWatch(p *qos.Port) string {
	return say(p.Watchdog.On, func(on bool) string { return map[bool]string{true: "on", false: "off"}[on] })
}
func sayQueue(q int) func(p *qos.Port) string {
	return func(p *qos.Port) string { return say(p.Egress.Queues[q].Schedule, qos.Schedule.String) }
}
func sayMax(q int) func(p *qos.Port) string {
	return func(p *qos.Port) string { return say(p.Egress.Queues[q].Max, qos.BitsPerSecond.String) }
}
func sayMin(q int) func(p *qos.Port) string {
	return func(p *qos.Port) string { return say(p.Egress.Queues[q].Min, qos.BitsPerSecond.String) }
}
func sayECN(q int) func(p *qos.Port) string {
	return func(p *qos.Port) string { return say(p.Egress.Queues[q].ECN, qos.ECN.String) }
}
func sayLimit(q int) func(p *qos.Port) string {
	return func(p *qos.Port) string { return say(p.Egress.Queues[q].Limit, qos.Limit.String) }
}
func sayBuffer(q int) func(p *qos.Port) string {
	return func(p *qos.Port) string { return say(p.Ingress.Buffers[q], qos.Buffer.String) }
}

// variant is an edit of a golden configuration, and what one thing on Ethernet0 then is.
type variant struct {
	name string
	edit func(e *editor)
	what func(p *qos.Port) string
	want string
}

func runVariants(t *testing.T, golden, model string, tests []variant) {
	t.Helper()
	p := on(t, model)
	for _, test := range tests {
		r := New().Read(editedGolden(golden, test.edit), p)
		if got := test.what(&r.Switch.Ports[0]); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

func set(table, key, name, value string) func(e *editor) {
	return func(e *editor) { e.set(table, key, name, value) }
}

func unset(table, key string, names ...string) func(e *editor) {
	return func(e *editor) {
		for _, name := range names {
			e.removeField(table, key, name)
		}
	}
}

func drop(table, key string) func(e *editor) { return func(e *editor) { e.removeRow(table, key) } }

func all(edits ...func(e *editor)) func(e *editor) {
	return func(e *editor) {
		for _, edit := range edits {
			edit(e)
		}
	}
}
