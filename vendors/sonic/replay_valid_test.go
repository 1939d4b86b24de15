package sonic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// wrongIn lists what the models of a release find wrong with a database.
func wrongIn(doc *document, release string) []finding {
	d := startedOn(doc, release, nil)
	d.check()
	return d.broken
}

func TestGoldenConfigsAreValid(t *testing.T) {
	for _, golden := range []string{"leaf-traditional.json", "leaf-dynamic.json"} {
		for _, release := range releaseNames {
			if found := wrongIn(parsed(goldenText(golden)), release); len(found) > 0 {
				t.Errorf("%s on %s: %v", golden, release, found)
			}
		}
	}
}

// TestModels has for every rule of the models a value at its edge and one beyond.
func TestModels(t *testing.T) {
	all, none := everyRelease, releases(0)
	tests := []struct {
		table, key, field, text string
		valid                   releases
	}{
		{"DSCP_TO_TC_MAP", "AZURE", "63", "15", all},
		{"DSCP_TO_TC_MAP", "AZURE", "64", "0", none},
		{"DSCP_TO_TC_MAP", "AZURE", "03", "0", none},
		{"DSCP_TO_TC_MAP", "AZURE", "3", "16", none},
		{"DSCP_TO_TC_MAP", "A.B", "3", "0", none},
		{"DSCP_TO_TC_MAP", "a-_b", "3", "0", all},
		{"DSCP_TO_TC_MAP", "_a", "3", "0", none},
		{"DSCP_TO_TC_MAP", "abcdefghabcdefghabcdefghabcdefgh", "3", "0", all},
		{"DSCP_TO_TC_MAP", "abcdefghabcdefghabcdefghabcdefghi", "3", "0", none},
		{"DOT1P_TO_TC_MAP", "AZURE", "7", "7", all},
		{"DOT1P_TO_TC_MAP", "AZURE", "8", "7", none},
		{"TC_TO_QUEUE_MAP", "AZURE", "1", "8", since(release202411)},
		{"TC_TO_QUEUE_MAP", "AZURE", "1", "10", none},
		{"TC_TO_QUEUE_MAP", "AZURE", "16", "1", none},
		{"TC_TO_QUEUE_MAP", "AZURE", "1", "", all},
		{"TC_TO_PRIORITY_GROUP_MAP", "AZURE", "1", "8", none},
		{"TC_TO_DSCP_MAP", "AZURE", "1", "64", before(release202411)}, // there is no model before
		{"MAP_PFC_PRIORITY_TO_QUEUE", "AZURE", "8", "1", none},
		{"PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "AZURE", "3", "3", all},
		{"SCHEDULER", "scheduler.0", "weight", "100", all},
		{"SCHEDULER", "scheduler.0", "weight", "101", none},
		{"SCHEDULER", "scheduler.0", "weight", "0", none},
		{"SCHEDULER", "scheduler.0", "weight", "+5", all},
		{"SCHEDULER", "scheduler.0", "weight", "007", all},
		{"SCHEDULER", "scheduler.0", "weight", " 5 ", all},
		{"SCHEDULER", "scheduler.0", "weight", "0x5", none},
		{"SCHEDULER", "scheduler.0", "weight", "", none},
		{"SCHEDULER", "scheduler.0", "type", "dwrr", none},
		{"SCHEDULER", "scheduler.0", "pir", "5", none},
		{"SCHEDULER", "scheduler.0", "cir", "18446744073709551615", all},
		{"SCHEDULER", "scheduler.0", "cir", "18446744073709551616", none},
		{"SCHEDULER", "scheduler.0", "unknown", "1", none},
		{"SCHEDULER", "a|b", "weight", "1", none},
		{"WRED_PROFILE", "AZURE_LOSSLESS", "ecn", "ecn_green_red", all},
		{"WRED_PROFILE", "AZURE_LOSSLESS", "ecn", "on", none},
		{"WRED_PROFILE", "AZURE_LOSSLESS", "wred_red_enable", "True", none},
		{"WRED_PROFILE", "AZURE_LOSSLESS", "red_min_threshold", "1048577", none},
		{"WRED_PROFILE", "x", "red_max_threshold", "1", none},
		{"WRED_PROFILE", "AZURE_LOSSLESS", "red_drop_probability", "101", none},
		{"PORT_QOS_MAP", "Ethernet0", "pfc_enable", "3,4", all},
		{"PORT_QOS_MAP", "Ethernet0", "pfc_enable", "3-4", none},
		{"PORT_QOS_MAP", "Ethernet0", "pfc_enable", "3,", none},
		{"PORT_QOS_MAP", "Ethernet0", "pfc_enable", "8", none},
		{"PORT_QOS_MAP", "Ethernet0", "pfc_enable", "", since(release202505)},
		{"PORT_QOS_MAP", "Ethernet0", "pfc_to_queue_map", "", none},
		{"PORT_QOS_MAP", "Ethernet0", "tc_to_dot1p_map", "AZURE", none},
		{"PORT_QOS_MAP", "Ethernet99", "dscp_to_tc_map", "AZURE", none},
		{"PORT_QOS_MAP", "GLOBAL", "dscp_to_tc_map", "AZURE", none},
		{"QUEUE", "Ethernet0|anything", "scheduler", "scheduler.0", all},
		{"QUEUE", "CPU|48", "scheduler", "scheduler.0", all},
		{"QUEUE", "Ethernet0,Ethernet4|3", "scheduler", "scheduler.0", none},
		{"QUEUE", "Ethernet0", "scheduler", "scheduler.0", none},
		{"QUEUE", "host|asic0|Ethernet0|3", "scheduler", "scheduler.0", none},
		{"BUFFER_POOL", "egress_lossy_pool", "mode", "Dynamic", none},
		{"BUFFER_POOL", "egress_lossy_pool", "percentage", "5", none},
		{"BUFFER_POOL", "new", "type", "egress", none}, // mode must be there
		{"BUFFER_PROFILE", "egress_lossy_profile", "pool", "nobody", none},
		{"BUFFER_PROFILE", "egress_lossy_profile", "dynamic_th", "-8", all},
		{"BUFFER_PROFILE", "egress_lossy_profile", "dynamic_th", "-9", none},
		{"BUFFER_PROFILE", "egress_lossy_profile", "dynamic_th", "8", none},
		{"BUFFER_PROFILE", "egress_lossy_profile", "packet_discard_action", "trim", since(release202505)},
		{"BUFFER_PG", "Ethernet0|0", "profile", "NULL", all},
		{"BUFFER_PG", "Ethernet0|8", "profile", "NULL", none},
		{"BUFFER_PG", "Ethernet0|1-7", "profile", "NULL", all},
		{"BUFFER_QUEUE", "Ethernet0|15", "profile", "egress_lossy_profile", all},
		{"BUFFER_QUEUE", "Ethernet0|16", "profile", "egress_lossy_profile", none},
		{"BUFFER_QUEUE", "Ethernet0|7", "profile", "NULL", none},
		{"BUFFER_PORT_EGRESS_PROFILE_LIST", "Ethernet0", "profile_list", "egress_lossy_profile,egress_lossless_profile", all},
		{"BUFFER_PORT_EGRESS_PROFILE_LIST", "Ethernet0", "profile_list", "egress_lossy_profile,", none},
		{"CABLE_LENGTH", "AZURE", "Ethernet0", "40", none},
		{"CABLE_LENGTH", "AZURE", "Ethernet0", "0m", all},
		{"CABLE_LENGTH", "AZURE", "Ethernet99", "40m", none},
		{"DEFAULT_LOSSLESS_BUFFER_PARAMETER", "AZURE", "over_subscribe_ratio", "2", none},
		{"LOSSLESS_TRAFFIC_PATTERN", "AZURE", "mtu", "1024", none},
		{"PFC_WD", "GLOBAL", "POLL_INTERVAL", "201", none}, // above the times of the ports
		{"PFC_WD", "GLOBAL", "action", "drop", none},
		{"PFC_WD", "Ethernet0", "POLL_INTERVAL", "200", none},
		{"PFC_WD", "Ethernet0", "detection_time", "199", none},
		{"PFC_WD", "Ethernet0", "detection_time", "5001", none},
		{"PFC_WD", "Ethernet0", "pfc_stat_history", "enable", since(release202511)},
		{"PFC_WD", "global", "POLL_INTERVAL", "200", none},
		{"SWITCH_TRIMMING", "GLOBAL", "dscp_value", "from-tc", all},
		{"SWITCH_TRIMMING", "GLOBAL", "dscp_value", "64", before(release202505)},
		{"TUNNEL", "tun", "dscp_mode", "pipe", just(release202511)},
		{"TUNNEL", "MuxTunnel0", "dscp_mode", "pipe", all},
		{"TUNNEL", "MuxTunnel0", "src_ip", "10.0.0.1", none}, // no peer, or no dst_ip
		{"PORT", "Ethernet0", "mtu", "9217", none},
		{"PORT", "Ethernet0", "speed", "1600000", since(release202511)},
		{"PORT", "Ethernet16", "speed", "100000", none}, // lanes must be there
	}
	for _, test := range tests {
		e := newEditor(parsed(goldenText("leaf-traditional.json")))
		e.set(test.table, test.key, test.field, test.text)
		doc := e.doc()
		for r, release := range releaseNames {
			found := wrongIn(doc, release)
			want := test.valid.has(releaseOf(releaseNames[r]))
			if test.table == "TUNNEL" && test.field == "src_ip" && releaseOf(release) == release202511 {
				want = true
			}
			if (len(found) == 0) != want {
				t.Errorf("%s|%s %s %q on %s: %v", test.table, test.key, test.field, test.text, release, found)
			}
		}
	}
}

// TestModelsAgreeWithYANG: on random changes of the golden databases the models here and the YANG modules of each release say the
// same. WEFT_ORACLE_RUNS asks for more than a few.
func TestModelsAgreeWithYANG(t *testing.T) {
	oracle := filepath.Join("..", "..", "..", "shared", "oracles", "check-sonic-config")
	if _, err := os.Stat(oracle); err != nil {
		t.Skipf("there is no oracle: %v", err)
	}
	if _, err := exec.LookPath("yanglint"); err != nil {
		t.Skipf("the oracle has no yanglint: %v", err)
	}
	runs, _ := strconv.Atoi(os.Getenv("WEFT_ORACLE_RUNS"))
	seed := uint64(runs)
	random := rand.New(rand.NewPCG(seed, 1))
	for range max(runs, 4) {
		golden := []string{"leaf-traditional.json", "leaf-dynamic.json"}[random.IntN(2)]
		release := releaseNames[random.IntN(len(releaseNames))]
		e := newEditor(parsed(goldenText(golden)))
		what := ""
		for range 1 + random.IntN(2) {
			what += mutate(e, random) + "; "
		}
		doc := e.doc()
		found := wrongIn(doc, release)
		if says, valid := yangSays(t, oracle, release, doc); valid != (len(found) == 0) {
			t.Errorf("%s, %s, %s: YANG says %s, weft finds %v", golden, release, what, says, found)
		}
	}
}

// yangSays asks the oracle. A table without a model is no error on a switch.
func yangSays(t *testing.T, oracle, release string, doc *document) (string, bool) {
	file := filepath.Join(t.TempDir(), "config_db.json")
	if err := os.WriteFile(file, []byte(doc.print()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(oracle, "--allow-unknown-tables", "--release", release, file).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("the oracle fails: %v\n%s", err, out)
	}
	return string(out), err == nil
}

var (
	mutatedTexts = []string{
		"", "0", "1", "3", "3,4", "3-4", "4-3", "7", "8", "9", "10", "15", "16", "63", "64", "99", "100", "101", "200", "255", "256", "1000", "1001", "3000",
		"3001", "5000", "9216", "65536", "4294967296", "18446744073709551616", "007", "+5", "-3", "-9", " 5", "0x5", "nope", "AZURE", "AZURE_LOSSLESS",
		"scheduler.0", "true", "True", "drop", "trim", "40m", "m", "40", "ecn_all", "NULL", "STRICT", "static", "dynamic", "egress_lossless_profile",
		"egress_lossy_profile", "egress_lossy_profile,egress_lossless_profile", "ingress_lossless_pool", "up", "rs",
	}
	mutatedKeys = []string{
		"AZURE", "new", "a.b", "_x", "Ethernet0", "Ethernet99", "global", "GLOBAL", "CPU", "Ethernet0|7", "Ethernet0|5-6", "Ethernet0|16", "Ethernet0|3-3",
		"Ethernet99|3", "Ethernet0,Ethernet4|3", "CPU|3", "a|b|c", "",
	}
)

// mutate changes one thing somewhere in the tables that the models here are of.
func mutate(e *editor, random *rand.Rand) string {
	one := func(list []string) string { return list[random.IntN(len(list))] }
	id := tableID(random.IntN(int(numTables)))
	table := tableNames[id]
	t := e.table(table)
	if t == nil || len(t.rows) == 0 || random.IntN(5) == 0 {
		key, name, text := one(mutatedKeys), anyField(id, random), one(mutatedTexts)
		e.set(table, key, name, text)
		return fmt.Sprintf("set %s|%s %s %q", table, key, name, text)
	}
	r := t.rows[random.IntN(len(t.rows))]
	if r == nil {
		return "nothing"
	}
	switch random.IntN(5) {
	case 0:
		e.removeRow(table, r.key)
		return fmt.Sprintf("remove %s|%s", table, r.key)
	case 1:
		if len(r.fields) > 0 {
			name := r.fields[random.IntN(len(r.fields))].name
			e.removeField(table, r.key, name)
			return fmt.Sprintf("remove %s|%s %s", table, r.key, name)
		}
	}
	name, text := anyField(id, random), one(mutatedTexts)
	e.set(table, r.key, name, text)
	return fmt.Sprintf("set %s|%s %s %q", table, r.key, name, text)
}

// anyField is mostly a field of the model.
func anyField(id tableID, random *rand.Rand) string {
	m := models[release202511][id]
	switch {
	case random.IntN(20) == 0:
		return "unknown"
	case m.entry != nil:
		return []string{"0", "3", "7", "8", "15", "16", "63", "64", "03", "Ethernet0", "Ethernet99"}[random.IntN(11)]
	}
	if id == tPort { // the other fields of ports are not looked into
		return []string{"mtu", "speed", "fec", "pfc_asym", "admin_status"}[random.IntN(5)]
	}
	return m.fields[random.IntN(len(m.fields))].name
}
