package qostest

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

func TestCloneSharesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Readings("Ethernet1/1", "Ethernet1/2").Draw(t, "switch")
		c := Clone(s)
		if !cmp.Equal(s, c) {
			t.Fatal(cmp.Diff(s, c))
		}
		for i := range s.Ports {
			p, q := reflect.ValueOf(s.Ports[i]), reflect.ValueOf(c.Ports[i])
			for f := range p.NumField() {
				if p.Field(f).Kind() == reflect.Pointer && !p.Field(f).IsNil() && p.Field(f).Pointer() == q.Field(f).Pointer() {
					t.Fatalf("%s is shared", p.Type().Field(f).Name)
				}
			}
		}
	})
}

// An intent asks for what it knows: every class has a place in the scheduler, and lossless ones mark.
func TestSwitchesAreWhatAnIntentMayAsk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Switches("Ethernet1/1", "Ethernet1/2").Draw(t, "switch")
		for i := range s.Ports {
			p := &s.Ports[i]
			for _, q := range qos.Reach(s).List() {
				if !p.Egress.Queues[q].Schedule.Known() {
					t.Fatalf("%s: queue %d has no schedule", p.Name, q)
				}
			}
			for _, q := range p.PFC.Priorities.V.List() {
				if !p.Egress.Queues[q].ECN.V.Marks() || s.Names[q] == "" {
					t.Fatalf("%s: lossless queue %d does not mark or has no name", p.Name, q)
				}
			}
		}
	})
}
