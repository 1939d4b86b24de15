package intent

import (
	"fmt"
	"slices"
	"testing"

	"github.com/weft-net/weft/qos"
	"pgregory.net/rapid"
)

// TestPrecedence sets attributes in any subset of the scopes: the strongest one wins, attribute by attribute, and a class is
// called overridden by just the scopes that made it differ.
func TestPrecedence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scopes := []string{"profile d1", "profile d2", "profile p1", "profile p2", "device leaf", "port Ethernet1/1"}
		settings := make([]PortSettings, len(scopes))
		mtu, share, mark := qos.Bytes(9216), qos.Percent(50), Opt[qos.DSCP]{}
		deciders := map[string]string{}
		for i, scope := range scopes {
			var o Override
			if rapid.Bool().Draw(t, scope+" has mtu") {
				mtu = qos.Bytes(1000 + i)
				settings[i].MTU = Opt[qos.Bytes]{V: mtu, Set: true}
			}
			if rapid.Bool().Draw(t, scope+" has bandwidth") {
				share = rapid.SampledFrom([]qos.Percent{40, 50, 60}).Draw(t, "bandwidth")
				o.Bandwidth = Opt[qos.Percent]{V: share, Set: true}
				deciders["bandwidth"] = scope
			}
			if rapid.Bool().Draw(t, scope+" has mark") {
				mark = Opt[qos.DSCP]{V: qos.DSCP(rapid.IntRange(0, 2).Draw(t, "mark")), Set: true}
				o.Mark = mark
				deciders["mark"] = scope
			}
			settings[i].Overrides = map[string]Override{"a": o}
		}
		in := &Intent{Fabric: Fabric{MTU: Opt[qos.Bytes]{V: 9216}}, Classes: []Class{{Name: "a"}, {Name: "b"}}}
		in.Classes[0].Bandwidth = Opt[qos.Percent]{V: 50, Set: true}
		for i, name := range []string{"d1", "d2", "p1", "p2"} {
			in.Profiles = append(in.Profiles, Profile{Name: name, PortSettings: settings[i]})
		}
		d := &Device{Name: "leaf", Profiles: setTo([]string{"d1", "d2"}), PortSettings: settings[4]}
		p := &Ports{Names: setTo([]string{"Ethernet1/1"}), Profiles: setTo([]string{"p1", "p2"}), PortSettings: settings[5]}

		classes, ports := in.Effective(d, p)
		if ports.MTU.V != mtu {
			t.Errorf("mtu is %d, want %d", ports.MTU.V, mtu)
		}
		got := classes[0]
		if got.Bandwidth.V != share || got.Mark != mark {
			t.Errorf("bandwidth %v and mark %v, want %v and %v", got.Bandwidth.V, got.Mark, share, mark)
		}
		var want []string
		for _, scope := range scopes {
			if scope == deciders["bandwidth"] && share != 50 || scope == deciders["mark"] {
				want = append(want, scope)
			}
		}
		if !slices.Equal(got.Overridden, want) || classes[1].Overridden != nil {
			t.Errorf("overridden by %q, want %q", got.Overridden, want)
		}
	})
}

func setTo[T any](v T) Opt[T] { return Opt[T]{V: v, Set: true} }

// TestEffectiveCurves resolves ecn blocks by port speed and by scope: a scope wins over a speed.
func TestEffectiveCurves(t *testing.T) {
	curve := func(min, max qos.Bytes) ECN {
		var e ECN
		if e.Min.Set = min > 0; e.Min.Set {
			e.Min.V = min
		}
		if e.Max.Set = max > 0; e.Max.Set {
			e.Max.V = max
		}
		return e
	}
	in := &Intent{Classes: []Class{{Name: "a"}}}
	in.Classes[0].ECN = map[string]ECN{"": curve(10, 100), "400G": curve(40, 0)}
	override := func(blocks map[string]ECN) PortSettings {
		return PortSettings{Overrides: map[string]Override{"a": {Class: "a", Settings: Settings{ECN: blocks}}}}
	}
	for _, c := range []struct {
		speed string
		over  PortSettings
		want  string
	}{
		{"100G", PortSettings{}, "10-100"},
		{"400G", PortSettings{}, "40-100"},
		{"400G", override(map[string]ECN{"": curve(20, 0)}), "20-100"},
		{"400G", override(map[string]ECN{"": curve(20, 200), "400G": curve(0, 400)}), "20-400"},
		{"100G", override(map[string]ECN{"400G": curve(1, 2)}), "10-100"},
	} {
		classes, _ := in.Effective(&Device{}, &Ports{Speed: setTo(c.speed), PortSettings: c.over})
		e := classes[0].ECN[""]
		if got := fmt.Sprintf("%d-%d", e.Min.V, e.Max.V); got != c.want || len(classes[0].ECN) != 1 {
			t.Errorf("at %s: %s in %v, want %s", c.speed, got, classes[0].ECN, c.want)
		}
	}
	if in.Classes[0].ECN["400G"] != curve(40, 0) {
		t.Error("merging changed the intent")
	}
}

// TestTurning drops what a class cannot have any more when an override turns it strict or lossy.
func TestTurning(t *testing.T) {
	in := &Intent{Classes: []Class{{Name: "a"}}}
	in.Classes[0].Settings = Settings{
		Lossless: setTo(true), Bandwidth: setTo(qos.Percent(50)), Headroom: setTo(Headroom{Bytes: 1}), Threshold: setTo(Threshold{Bytes: 1}),
	}
	turned := Settings{Lossless: setTo(false), Strict: setTo(true), Threshold: setTo(Threshold{Bytes: 2})}
	p := &Ports{PortSettings: PortSettings{Overrides: map[string]Override{"a": {Class: "a", Settings: turned}}}}
	classes, _ := in.Effective(&Device{}, p)
	c := classes[0]
	if c.Bandwidth.Set || c.Headroom.Set || c.Threshold.V.Bytes != 2 || !c.Strict.V || c.Lossless.V {
		t.Errorf("got %+v", c.Settings)
	}
}
