package check

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/compiler/check/manifests"
	"github.com/weft-net/weft/qos"
)

const template = "apiVersion: a/v1\nkind: NicConfigurationTemplate\nmetadata: {name: cx7}\nspec: {template: {roceOptimized: {enabled: true, qos: {tos: 0}}}}\n"

func TestKubernetes(t *testing.T) {
	docs, err := manifests.Read("nic.yaml", []byte(template))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		spoil func(*Net)
		want  []string
	}{
		{"none", func(n *Net) { n.Manifests.Objects = nil }, nil},
		{"a trap", func(*Net) {}, []string{"C19 error NicConfigurationTemplate cx7: packets leave with tos 0, DSCP 0: that is in no lossless class of the fabric, whose are DSCP 26, whatever the card pauses"}},
		{"another priority", func(n *Net) {
			n.all(func(p *Port) {
				p.PFC.Priorities = qos.Is(qos.Queues(4))
				p.Classify.DSCP[0] = 4
			})
		}, []string{"C19 error NicConfigurationTemplate cx7: the card pauses priorities 3, and the fabric 4"}},
		{"nothing lossless", func(n *Net) { n.all(func(p *Port) { p.PFC.Priorities = qos.Is(qos.QueueSet(0)) }) },
			[]string{"C19 not checked nic.yaml: not checked: whether cards and programs mark packets as the fabric expects: no port to a host is known to pause anything"}},
		{"a file that is none", func(n *Net) { n.Manifests = Manifests{Unread: []Unread{{Name: "chart.yaml", Why: "it is no YAML"}}} },
			[]string{"C19 not checked chart.yaml: not checked: nothing is known of the manifest: it is no YAML"}},
	} {
		n := good()
		n.Manifests.Objects = docs
		test.spoil(n)
		var got []string
		for _, f := range Run(n).Findings {
			if f.Code == "C19" {
				got = append(got, say(f))
				if f.Where[0].File == "" {
					t.Errorf("%s: no file: %+v", test.name, f)
				}
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// TestExpected: what the ports to hosts have in common.
func TestExpected(t *testing.T) {
	n := good()
	n.Switches[1].Ports[1].MTU = qos.Is[qos.Bytes](9000)
	n.Switches[0].Ports[1].Classify.Trust = qos.Is(qos.TrustPCP)
	want := manifests.Expected{Lossless: 1 << 26, PFC: qos.Queues(3), DSCP: true, PCP: true, MTU: 9000}
	if got := n.expected(); got != want {
		t.Errorf("%+v", got)
	}
}
