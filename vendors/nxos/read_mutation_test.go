package nxos

import (
	"reflect"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// survivors are the changes of lines of the golden leaf that do not change its behaviour: a line that goes, or what it
// becomes.
var survivors = map[string]string{
	"-feature lldp":     "no port sends a TLV",
	"-switchport":       "only families whose layer 2 ports have no MTU tell the two apart",
	"-no switchport":    "likewise",
	"-interface Vlan10": "no port, and no policy on it",
	"interface Vlan11":  "likewise",
	"-interface mgmt0":  "likewise",
	"interface mgmt1":   "likewise",
	"-set qos-group 0":  "group 0 is where packets are anyway",
}

// Each line of the golden leaf that weft understands matters: without it, or with another number in it, the switch behaves
// differently or something is not understood.
func TestEveryLineMatters(t *testing.T) {
	text := golden("leaf")
	want := behaviour(text)
	lines := strings.SplitAfter(text, "\n")
	understood := map[int]string{}
	var walk func(nodes []*conf.Node)
	walk = func(nodes []*conf.Node) {
		for _, n := range nodes {
			if n.Kind == conf.In {
				understood[int(n.Line)] = n.Text
			}
			walk(n.Kids)
		}
	}
	walk(treeOf(parsed(text)).Top)
	if len(understood) < 50 {
		t.Fatalf("only %d lines understood", len(understood))
	}
	for number, line := range understood {
		for _, mutant := range mutants(lines[number-1]) {
			changed := strings.Join(lines[:number-1], "") + mutant + strings.Join(lines[number:], "")
			key := strings.TrimSpace(mutant)
			if mutant == "" {
				key = "-" + line
			}
			if reflect.DeepEqual(want, behaviour(changed)) != (survivors[key] != "") {
				t.Errorf("line %d, %q: whether anything changes when it is %q is not as expected", number, line, mutant)
			}
		}
	}
}

// mutants are what a line is turned into: nothing, and itself with its last number one higher.
func mutants(line string) []string {
	at := strings.LastIndexAny(line, "0123456789")
	if at < 0 {
		return []string{""}
	}
	digit := "0"
	if line[at] != '9' {
		digit = string(line[at] + 1)
	}
	return []string{"", line[:at] + digit + line[at+1:]}
}

// behaviour is what a configuration does and what of it is not understood, without line numbers and names.
func behaviour(text string) (seen struct {
	Switch *qos.Switch
	Unread []string
}) {
	r := New().Read(parsed(text), eight)
	seen.Switch = r.Switch
	for i := range r.Switch.Ports {
		c := r.Switch.Ports[i].Classify
		c.DSCPAt, c.PCPAt, c.Names = [qos.NumDSCP]int32{}, [qos.NumPCP]int32{}, [qos.NumQueues]string{}
	}
	forgetOrigins(reflect.ValueOf(seen.Switch))
	for _, line := range r.Unread {
		seen.Unread = append(seen.Unread, line.Text)
	}
	return seen
}

// forgetOrigins clears every Origin that a value holds.
func forgetOrigins(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			forgetOrigins(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			forgetOrigins(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[qos.Origin]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			forgetOrigins(v.Field(i))
		}
	}
}

// Read never looks at the words of a policy's name.
func TestNamesDoNotMatter(t *testing.T) {
	renamed := strings.NewReplacer("ROCEv2", "mtu", "CNP", "class", "QOS_CLASSIFICATION", "input", "QOS_EGRESS_PORT", "type", "qos_network", "no-stats").Replace(golden("leaf"))
	a, b := behaviour(golden("leaf")), behaviour(renamed)
	if !reflect.DeepEqual(a, b) {
		t.Error("other names, other behaviour")
	}
}
