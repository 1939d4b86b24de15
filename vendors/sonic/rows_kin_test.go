package sonic

import (
	"fmt"
	"strings"
	"testing"
)

// tableText is a document of one table, with a row of the same text for each of some keys.
func tableText(table, fields string, keys ...string) string {
	rows := make([]string, len(keys))
	for i, key := range keys {
		rows[i] = fmt.Sprintf("%q: %s", key, fields)
	}
	return fmt.Sprintf("{%q: {%s}}", table, strings.Join(rows, ", "))
}

func TestRowsThatAreWrittenAlikeCountEach(t *testing.T) {
	tests := []struct {
		text            string
		foreign, unread int
	}{
		{tableText("PORT", `{"alias": "x", "mtu": "9100"}`, "Ethernet0", "Ethernet4", "Ethernet8"), 3, 0},
		{tableText("QUEUE", `{"scheduler": "a", "odd": "x"}`, "Ethernet0|3", "Ethernet4|3", "Ethernet8|3"), 0, 3},
		{tableText("QUEUE", `{"scheduler": "a"}`, "Ethernet0|3", "Ethernet4|3", "Ethernet8|x"), 0, 1},
	}
	for _, test := range tests {
		y := tallyOf(parsed([]byte(test.text)).tables[0])
		if y.foreign != test.foreign || len(y.unread) != test.unread {
			t.Errorf("%s has %d foreign fields and %d that are not understood, want %d and %d", test.text, y.foreign, len(y.unread), test.foreign, test.unread)
		}
	}
}

func TestFingerprintOfRowsThatAreWrittenAlike(t *testing.T) {
	alike := tableText("QUEUE", `{"scheduler": "a", "wred_profile": "w"}`, "Ethernet0|3", "Ethernet4|3", "Ethernet8|3")
	print := func(text string) string { return New().Fingerprint(configOf(parsed([]byte(text)))) }
	want := print(alike)
	if got := print(strings.Replace(alike, `"scheduler": "a"`, `"scheduler":  "a"`, 1)); got != want {
		t.Error("a blank changes the fingerprint")
	}
	if got := print(strings.Replace(alike, `"Ethernet8|3": {"scheduler": "a"`, `"Ethernet8|3": {"scheduler": "b"`, 1)); got == want {
		t.Error("another scheduler does not change the fingerprint")
	}
	if got := print(strings.Replace(alike, "Ethernet8|3", "Ethernet8|4", 1)); got == want {
		t.Error("another key does not change the fingerprint")
	}
}

func TestKeysOfRowsThatAreWrittenAlikeAreChecked(t *testing.T) {
	for _, key := range []string{"Ethernet8|3", "Ethernet12|3"} {
		ports := tableText("PORT", `{"lanes": "1", "speed": "100000"}`, "Ethernet0", "Ethernet4", "Ethernet8")
		queues := tableText("QUEUE", `{"scheduler": "a"}`, "Ethernet0|3", "Ethernet4|3", key)
		text := strings.TrimSuffix(ports, "}") + ", " + strings.TrimPrefix(queues, "{")
		text = strings.TrimSuffix(text, "}") + `, "SCHEDULER": {"a": {"type": "DWRR", "weight": "5"}}}`
		d := &device{doc: parsed([]byte(text)), release: release202511}
		d.check()
		if wrong := key == "Ethernet12|3"; (len(d.broken) > 0) != wrong {
			t.Errorf("with the key %s these are wrong: %v", key, d.broken)
		}
	}
}
