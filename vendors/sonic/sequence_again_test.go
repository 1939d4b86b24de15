package sonic_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/sonic"
)

// A row that goes unbinds its queues (1.5), and a row that stays for one of them has to be written after that.
func TestRowsThatStayAreWrittenAgain(t *testing.T) {
	const three, other = `"Ethernet0|3":{"scheduler":"a"}`, `"Ethernet4|3":{"scheduler":"a"}`
	const remove, both = `[{"op":"remove","path":"/QUEUE/Ethernet0|3-4"}]`, `[{"op":"remove","path":"/QUEUE/Ethernet0|3"},{"op":"remove","path":"/QUEUE/Ethernet0|3-4"}]`
	const wide = `"Ethernet0|3-4":{"scheduler":"b"}`
	for name, test := range map[string]struct {
		from, to string
		want     []string
	}{
		"as it is":     {three + "," + wide + "," + other, three + "," + other, []string{both, `[{"op":"add","path":"/QUEUE/Ethernet0|3","value":{"scheduler":"a"}}]`}},
		"changed":      {three + "," + wide + "," + other, `"Ethernet0|3":{"scheduler":"c"},` + other, []string{both, `[{"op":"add","path":"/QUEUE/Ethernet0|3","value":{"scheduler":"c"}}]`}},
		"no other row": {three + "," + wide, three, []string{`[{"op":"remove","path":"/QUEUE"}]`, `[{"op":"add","path":"/QUEUE","value":{"Ethernet0|3":{"scheduler":"a"}}}]`}},
		"another port": {wide + "," + other, other, []string{remove}},
		"another queue": {
			`"Ethernet0|2":{"scheduler":"a"},` + wide, `"Ethernet0|2":{"scheduler":"a"}`, []string{remove},
		},
	} {
		t.Run(name, func(t *testing.T) {
			platform, err := sonic.New().Platform("Arista-7050CX3-32S-C32", "202511")
			if err != nil {
				t.Fatal(err)
			}
			site := vendors.Site{Platform: platform}
			from, to := queues(t, test.from), queues(t, test.to)
			var got []string
			for _, s := range sonic.New().Sequence(from, sonic.New().Changes(from, to, site), site) {
				got = append(got, s.Commands...)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
		})
	}
}

// queues is a configuration with rows of QUEUE.
func queues(t *testing.T, rows string) vendors.Config {
	config, diags := sonic.New().Parse([]byte(`{"SCHEDULER":{"a":{"type":"STRICT"},"b":{"type":"STRICT"},"c":{"type":"STRICT"}},"QUEUE":{` + rows + `}}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return config
}
