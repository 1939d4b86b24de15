package nxos

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// TestEffectsCoverWhatReadSees runs any commands and reads the configuration before and after each: a port that reads
// otherwise is in the effect.
func TestEffectsCoverWhatReadSees(t *testing.T) {
	platform, err := New().Platform("N9K-C9332D-GX2B", "10.4(3)")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		d := furnished(platform, nil)
		before := New().Read(d.Config(), platform).Switch
		for range rapid.IntRange(1, 20).Draw(t, "commands") {
			command := drawNext(t, d)
			effect, err := d.Do(vendors.Step{Commands: []string{command}})
			if err != nil {
				continue
			}
			after := New().Read(d.Config(), platform).Switch
			if effect.All {
				before = after
				continue
			}
			if !before.Tunnel.DSCP.Equal(after.Tunnel.DSCP) || !before.Tunnel.ECN.Equal(after.Tunnel.ECN) || !before.NonECT.Equal(after.NonECT) {
				t.Fatalf("%q changes the switch, and the effect is %v", command, effect)
			}
			for i := range after.Ports {
				name := after.Ports[i].Name
				if readsOtherwise(before, &after.Ports[i]) && !slices.Contains(effect.Ports, name) {
					t.Fatalf("%q changes %s, and the effect is %v", command, name, effect)
				}
			}
			before = after
		}
	})
}

func readsOtherwise(before *qos.Switch, port *qos.Port) bool {
	for i := range before.Ports {
		if was := &before.Ports[i]; was.Name == port.Name {
			return qos.Differing(was, port, 0xff) != 0 || qos.Differing(port, was, 0xff) != 0
		}
	}
	return false
}
