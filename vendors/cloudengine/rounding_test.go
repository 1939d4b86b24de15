package cloudengine

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// A threshold that the intent asks for and the same number on a switch are the same thing: Fit, Read and the model of the device
// round alike, so that neither shows up as a change.
func TestThresholdsRoundAlike(t *testing.T) {
	for _, model := range []string{"CE8855", "CE6885-LL-LOWLATENCY", "CE6866"} {
		p, err := New().Platform(model, "V300R023C00")
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			low := rapid.IntRange(320, 1_000_000).Draw(t, "low")
			asked := qos.ECN{On: true, Min: qos.Bytes(low), Max: qos.Bytes(low + rapid.IntRange(0, 9_000_000).Draw(t, "more")), Probability: 30}
			sw := leafModel()
			sw.Ports = sw.Ports[:1]
			sw.Ports[0].Egress.Queues[4].ECN = qos.Is(asked)
			fit, _, _ := New().Fit(sw, vendors.Site{Prefix: "WEFT", Platform: p, Ports: []vendors.SitePort{{Name: "100GE1/0/1"}}})
			line := fmt.Sprintf("ecn buffer-size low-limit %d high-limit %d discard-percentage 30", asked.Min, asked.Max)
			running, _ := New().Parse([]byte("drop-profile x\n " + line + "\n#\ninterface 100GE1/0/1\n qos queue 4 wred x\n qos queue 4 ecn\n#\nreturn\n"))
			want := fit.Ports[0].Egress.Queues[4].ECN.V
			if got := New().Read(running, p).Switch.Ports[0].Egress.Queues[4].ECN.V; got != want {
				t.Errorf("%s: fitted to %v, read as %v", model, want, got)
			}
			device := New().Replay(running, p, map[string]int{"cloudengine.block-printed": 1})
			if _, err := device.Do(vendors.Step{Commands: []string{"drop-profile y", line}}); err != nil {
				t.Fatal(err)
			}
			printed := fmt.Sprintf("drop-profile y\n ecn buffer-size low-limit %d high-limit %d discard-percentage 30\n", want.Min, want.Max)
			if !strings.Contains(string(device.Config().Bytes()), printed) {
				t.Errorf("%s: fitted to %v, printed\n%s", model, want, device.Config().Bytes())
			}
		})
	}
}
