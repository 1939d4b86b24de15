package sonic

import (
	"strings"
	"testing"
)

func TestCheckRelease(t *testing.T) {
	const schema = `{"VERSIONS": {"DATABASE": {"VERSION": "%"}}}`
	const sku = `{"DEVICE_METADATA": {"localhost": {"hwsku": "%"}}}`
	tests := []struct{ model, release, text, value, want string }{
		{"TD3", "202511.3", schema, "version_202511_01", ""},
		{"TD3", "202511", schema, "version_202411_02", "line 1: the database has the schema of release 202411 (VERSIONS|DATABASE), and the intent says release 202511"},
		{"TD3", "202405", schema, "version_202505_01", "the schema of release 202505"},
		{"TD3", "202405", schema, "version_4_0_6", ""},
		{"TD3", "202405", schema, "version_", ""},
		{"TD3", "202405", `{"VERSIONS": {}}`, "", ""},
		{"Arista-7050CX3-32S-C32", "202405", sku, "Arista-7050CX3-32S-C32", ""},
		{"Arista-7050CX3-32S-C32", "202405", sku, "arista-7050cx3-32s-c32", ""},
		{"Arista-7050CX3-32S-C32", "202405", sku, "DellEMC-S5232f-C32", "line 1: the switch is a DellEMC-S5232f-C32 (DEVICE_METADATA), and the intent says platform Arista-7050CX3-32S-C32"},
		{"TD3", "202405", sku, "DellEMC-S5232f-C32", ""},
		{"TD3", "202405", sku, "ACS-MSN4700", "error: line 1: the switch is a ACS-MSN4700 (DEVICE_METADATA), and the intent says platform TD3"},
		{"Arista-7050CX3-32S-C32", "202405", sku, "ACS-MSN4700", "error: line 1: the switch is a ACS-MSN4700"},
		{"Arista-7050CX3-32S-C32", "202405", sku, "Somebody-Else", "line 1: the switch is a Somebody-Else"},
		{"TD3", "202405", sku, "Somebody-Else", ""},
		{"generic", "202405", sku, "ACS-MSN4700", ""},
	}
	for _, test := range tests {
		p, err := New().Platform(test.model, test.release)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := New().Parse([]byte(strings.Replace(test.text, "%", test.value, 1)))
		diags := New().CheckRelease(c, p)
		want, isError := strings.CutPrefix(test.want, "error: ")
		switch {
		case test.want == "" && len(diags) > 0, len(diags) > 1, diags.HasErrors() != isError:
			t.Errorf("%s %s, %s: %v", test.model, test.release, test.value, diags)
		case want != "" && (len(diags) == 0 || !strings.Contains(diags[0].String(), want)):
			t.Errorf("%s %s, %s: %v, want %q", test.model, test.release, test.value, diags, test.want)
		}
	}
}
