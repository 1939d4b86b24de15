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
// a hash of who changes which queues tells it apart. No value that an edit may change is in a label, so that names, and with
// them bindings, stay. Where ports of one switch need the same label for different things, all but the first of them, in natural
// order, have the name of their first port in the hash too. But for that a label does not depend on what else is on the switch.
func (l *lowering) labels() {
	given, seen := labelled{}, map[*group]bool{}
	for _, p := range l.ports {
		g := p.group
		if seen[g] {
			continue
		}
		seen[g] = true
		if l.doneBy(g) {
			continue
		}
		scopes := l.scopes(g)
		g.label = l.label(g, scopes, "")
		if !given.take(g) {
			g.label = l.label(g, scopes, p.name)
		}
	}
}

// labelled is what objects of a label say, by the label and for queues also the speed.
type labelled map[string]string

// take gives a group its label, unless another group has it for something else.
func (given labelled) take(g *group) bool {
	c, queues := contentOf(g.classes, &g.settings), g.label+" "+g.block.Speed.V
	for key, says := range map[string]string{g.label: c.classification, queues: c.queues} {
		if was, taken := given[key]; taken && was != says {
			return false
		}
	}
	given[g.label], given[queues] = c.classification, c.queues
	return true
}

// doneBy tells whether some profiles, or none, alone give ports the classification and queues of a group.
func (l *lowering) doneBy(g *group, profiles ...string) bool {
	ports := &intent.Ports{Speed: g.block.Speed, Profiles: intent.Opt[[]string]{V: profiles}}
	classes, settings := l.in.Effective(&intent.Device{}, ports)
	byQueue(classes)
	return contentOf(classes, &settings) == contentOf(g.classes, &g.settings)
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

// label is made of the profiles among some scopes and of a hash; apart tells groups apart that would have the same.
func (l *lowering) label(g *group, scopes []string, apart string) string {
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
	return word[:min(len(word), longestLabel-hashDigits)] + hash(g, scopes, apart)
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

// hash stands for who makes a group different, and in which queues.
func hash(g *group, scopes []string, apart string) string {
	h := sha256.New()
	fmt.Fprintln(h, g.settings.Trust.V, g.settings.Rewrite.V, apart)
	for _, scope := range scopes {
		fmt.Fprintln(h, lasting(scope))
	}
	for i := range g.classes {
		for _, scope := range g.classes[i].Overridden {
			fmt.Fprintln(h, g.classes[i].Queue.V, lasting(scope))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:hashDigits]
}

// lasting is a scope without what edits change: which ports a block names, and what a device is called.
func lasting(scope string) string {
	if strings.HasPrefix(scope, profileScope) {
		return scope
	}
	kind, _, _ := strings.Cut(scope, " ")
	return kind
}

// content is what decides a classification and what decides queues, as text to compare.
type content struct{ classification, queues string }

func contentOf(classes []intent.EffectiveClass, settings *intent.PortSettings) content {
	var classification, queues strings.Builder
	fmt.Fprintln(&classification, settings.Trust.V, settings.Rewrite.V)
	for i := range classes {
		c := &classes[i]
		e := c.ECN[""]
		fmt.Fprintln(&classification, c.Name, c.Queue.V, c.DSCP.V, c.PCP.V, c.Mark.Set, c.Mark.V, c.MarkPCP.Set, c.MarkPCP.V)
		fmt.Fprintln(&queues, c.Queue.V, c.Strict.V, c.Bandwidth.V, c.Min.V, c.Max.V, c.Threshold.V, c.Headroom.V.Bytes,
			len(c.ECN), e.Min.V, e.Max.V, e.Probability.V)
	}
	return content{classification.String(), queues.String()}
}
