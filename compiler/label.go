package compiler

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// labels gives every group whose classification or queues differ from the fabric's plain ones a label for object names. Profiles
// alone name themselves: what one does is the same wherever it is used. What a device or a ports block changes has no short name;
// a hash of the settings tells it apart. Either way a label does not depend on what else is on the switch.
func (l *lowering) labels() {
	for _, g := range l.groups {
		if !l.doneBy(g) {
			g.label = l.label(g, l.scopes(g))
		}
	}
}

// doneBy tells whether some profiles, or none, alone give ports the classification and queues of a group.
func (l *lowering) doneBy(g *group, profiles ...string) bool {
	ports := &intent.Ports{Speed: g.block.Speed, Profiles: intent.Opt[[]string]{V: profiles}}
	classes, settings := l.in.Effective(&intent.Device{}, ports)
	byQueue(classes)
	return hash(classes, &settings) == hash(g.classes, &g.settings)
}

// scopes are the scopes whose settings make a group's classification or queues different from the fabric's.
func (l *lowering) scopes(g *group) []string {
	var scopes []string
	add := func(scope string) {
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	for i := range g.classes {
		for _, scope := range g.classes[i].Overridden {
			add(scope)
		}
	}
	if g.settings.Trust.V != qos.TrustDSCP {
		add(l.scopeOf(g, g.settings.Trust.Range, func(s *intent.PortSettings) hcl.Range { return s.Trust.Range }))
	}
	if g.settings.Rewrite.V != "keep" {
		add(l.scopeOf(g, g.settings.Rewrite.Range, func(s *intent.PortSettings) hcl.Range { return s.Rewrite.Range }))
	}
	return scopes
}

// profileScope starts the name of a scope that is a profile, as intent.EffectiveClass.Overridden writes it.
const profileScope = "profile "

// scopeOf is the profile that a setting was written in, or else the ports themselves.
func (l *lowering) scopeOf(g *group, at hcl.Range, of func(*intent.PortSettings) hcl.Range) string {
	for _, name := range slices.Concat(l.device.Profiles.V, g.block.Profiles.V) {
		if p := l.in.Profile(name); p != nil && of(&p.PortSettings) == at {
			return profileScope + name
		}
	}
	return "port " + g.block.Label()
}

// longestLabel leaves room for a prefix, a role, a speed and a hash in 31 characters.
const longestLabel = 7

func (l *lowering) label(g *group, scopes []string) string {
	if len(scopes) == 1 {
		profile, ok := strings.CutPrefix(scopes[0], profileScope)
		if word := plain(profile); ok && len(word) <= longestLabel && l.doneBy(g, profile) {
			return word
		}
	}
	var words strings.Builder
	for _, scope := range scopes {
		if profile, ok := strings.CutPrefix(scope, profileScope); ok {
			words.WriteString(plain(profile))
		}
	}
	word := words.String()
	return word[:min(len(word), longestLabel-hashDigits)] + hash(g.classes, &g.settings)
}

// plain leaves the letters and digits of a name.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, name)
}

// hashDigits are enough to tell the few variants on one switch apart.
const hashDigits = 4

// hash stands for what decides a classification and queues.
func hash(classes []intent.EffectiveClass, settings *intent.PortSettings) string {
	h := sha256.New()
	fmt.Fprintln(h, settings.Trust.V, settings.Rewrite.V)
	for i := range classes {
		c := &classes[i]
		e := c.ECN[""]
		fmt.Fprintln(h, c.Name, c.DSCP.V, c.PCP.V, c.Queue.V, c.Strict.V, c.Bandwidth.V,
			c.Mark.Set, c.Mark.V, c.MarkPCP.Set, c.MarkPCP.V, c.Min.V, c.Max.V, c.Threshold.V, c.Headroom.V.Bytes,
			len(c.ECN), e.Min.V, e.Max.V, e.Probability.V)
	}
	return hex.EncodeToString(h.Sum(nil))[:hashDigits]
}
