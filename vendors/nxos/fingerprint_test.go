package nxos

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

func parsed(text string) vendors.Config {
	c, _ := New().Parse([]byte(text))
	return c
}

const printed = `!Time: Thu Sep 24 10:00:02 2026
hostname leaf01
class-map type qos match-any A
  match dscp 24,26
class-map type qos match-any B
  match dscp 48
policy-map type qos P
  class A
    set qos-group 3
  class B
    set qos-group 7
system qos
  service-policy type network-qos N
  service-policy type queuing output Q
interface Ethernet1/1
  description x
  mtu 9216
  priority-flow-control mode on
`

func TestFingerprintAndDeltas(t *testing.T) {
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(printed) }
	for name, c := range map[string]struct {
		text   string
		print  bool // the fingerprint is the same
		deltas []string
	}{
		"itself":                {printed, true, nil},
		"line ends":             {strings.ReplaceAll(printed, "\n", "\r\n"), true, nil},
		"spelling":              {edit("dscp 24,26", "dscp af31,24", "interface Ethernet1/1", "int eth1/1", "  mtu", " MTU "), true, nil},
		"order in a set":        {edit("  mtu 9216\n", "", "mode on\n", "mode on\n  mtu 9216\n"), true, nil},
		"order of blocks":       {edit("class-map type qos match-any B\n  match dscp 48\n", "", "system qos\n", "class-map type qos match-any B\n  match dscp 48\nsystem qos\n"), true, nil},
		"a time":                {edit("10:00:02", "11:00:00"), true, []string{"-!Time: Thu Sep 24 10:00:02 2026", "+!Time: Thu Sep 24 11:00:00 2026"}},
		"a foreign line":        {edit("description x", "description y"), true, []string{"-interface Ethernet1/1 > description x", "+interface Ethernet1/1 > description y"}},
		"a value":               {edit("mtu 9216", "mtu 9000"), false, []string{"-interface Ethernet1/1 > mtu 9216", "+interface Ethernet1/1 > mtu 9000"}},
		"a line":                {edit("  mtu 9216\n", ""), false, []string{"-interface Ethernet1/1 > mtu 9216"}},
		"a line not understood": {edit("mtu 9216", "mtu jumbo"), false, []string{"-interface Ethernet1/1 > mtu 9216", "+interface Ethernet1/1 > mtu jumbo"}},
		"a line in another block": {
			edit("  mtu 9216\n", "", "system qos\n", "interface Ethernet1/2\n  mtu 9216\nsystem qos\n"), false,
			[]string{"-interface Ethernet1/1 > mtu 9216", "+interface Ethernet1/2", "+interface Ethernet1/2 > mtu 9216"},
		},
		"case of a name": {edit("output Q", "output q"), false, []string{"-system qos > service-policy type queuing output Q", "+system qos > service-policy type queuing output q"}},
		"order of classes": {
			edit("  class A\n    set qos-group 3\n", "", "  class B\n    set qos-group 7\n", "  class B\n    set qos-group 7\n  class A\n    set qos-group 3\n"), false,
			[]string{
				"-policy-map type qos P > class A", "-policy-map type qos P > class A > set qos-group 3",
				"+policy-map type qos P > class A", "+policy-map type qos P > class A > set qos-group 3",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if same := New().Fingerprint(parsed(c.text)) == New().Fingerprint(parsed(printed)); same != c.print {
				t.Errorf("same fingerprint: %v, want %v", same, c.print)
			}
			var got []string
			for _, d := range New().Deltas(parsed(printed), parsed(c.text)) {
				got = append(got, string(d.Op)+strings.Join(append(d.Path, d.Text), " > "))
			}
			if strings.Join(got, "\n") != strings.Join(c.deltas, "\n") {
				t.Errorf("deltas:\n%s", strings.Join(got, "\n"))
			}
		})
	}
}

// Two blocks of one header are what one block with all their lines is.
func TestFingerprintOfDuplicateBlocks(t *testing.T) {
	one := "policy-map type queuing Q\n  class type queuing c-out-q1\n    bandwidth percent 1\n  class type queuing c-out-q2\n    bandwidth percent 2\n"
	two := "policy-map type queuing Q\n  class type queuing c-out-q1\n    bandwidth percent 1\npolicy-map type queuing Q\n  class type queuing c-out-q2\n    bandwidth percent 2\n"
	if New().Fingerprint(parsed(one)) != New().Fingerprint(parsed(two)) {
		t.Error("they differ")
	}
}

func TestFingerprintForm(t *testing.T) {
	if f := New().Fingerprint(parsed("")); len(f) != len("sha256:")+64 || !strings.HasPrefix(f, "sha256:") {
		t.Error(f)
	}
}

func BenchmarkFingerprint(b *testing.B) {
	c := parsed(leafText(64))
	b.ReportAllocs()
	for b.Loop() {
		New().Fingerprint(c)
	}
}
