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

// aspect is a part of what ports do that has objects, and labels, of its own.
type aspect uint8

const (
	arrival aspect = iota // classification
	queues
	buffers
	pausing
	numAspects
)

// labels gives every group, for each aspect in which it differs from the fabric's plain one, a label for object names. Profiles
// alone name themselves: what one does is the same wherever it is used. What a device or a ports block changes has no short name;
// a hash of who changes which queues tells it apart. No value that an edit may change is in a label, so that names, and with
// them bindings, stay. Where ports of one switch need the same label for different things, all but the first of them, in natural
// order, have the name of their first port in the hash too. But for that a label depends on nothing else on the switch.
func (l *lowering) labels() {
	plain := map[string]*contents{}
	for _, g := range l.groups {
		speed := g.block.Speed.V
		if plain[speed] == nil {
			plain[speed] = l.doneBy(g)
		}
		g.does = contentsOf(g.classes, &g.settings)
	}
	for a := range numAspects {
		given, seen := map[string]string{}, map[*group]bool{}
		for _, p := range l.ports {
			if g := p.group; !seen[g] {
				seen[g] = true
				l.giveLabel(a, g, plain[g.block.Speed.V], given, p.name)
			}
		}
	}
}

// giveLabel gives a group its label for an aspect, unless it is plain there. given is what objects of a label do, by the label
// and the speed of their ports.
func (l *lowering) giveLabel(a aspect, g *group, plain *contents, given map[string]string, port string) {
	does := g.does.of[a]
	if does == plain.of[a] {
		return
	}
	scopes := l.scopes(a, g, plain)
	label := l.label(a, g, scopes, "")
	if was, taken := given[label+" "+g.speedOf(a)]; taken && was != does {
		label = l.label(a, g, scopes, port)
	}
	given[label+" "+g.speedOf(a)] = does
	g.label[a] = label
}

// speedOf is the speed that is in the names of an aspect's objects.
func (g *group) speedOf(a aspect) string {
	if a == arrival || a == pausing {
		return ""
	}
	return g.block.Speed.V
}

// doneBy is what some profiles, or none, alone have ports of a group do.
func (l *lowering) doneBy(g *group, profiles ...string) *contents {
	ports := &intent.Ports{Speed: g.block.Speed, Profiles: intent.Opt[[]string]{V: profiles}}
	classes, settings := l.in.Effective(&intent.Device{}, ports)
	byQueue(classes)
	return contentsOf(classes, &settings)
}

// scopes are the scopes whose settings make a group different from the fabric's plain one in an aspect.
func (l *lowering) scopes(a aspect, g *group, plain *contents) []string {
	var scopes []string
	add := func(scope string) {
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	for i := range g.classes {
		if c := &g.classes[i]; classContent(a, c) != plain.classes[a][c.Name] {
			for _, scope := range c.Overridden {
				add(scope)
			}
		}
	}
	if a == arrival && g.settings.Trust.V != qos.TrustDSCP {
		add(l.scopeOf(g, g.settings.Trust.Range, func(s *intent.PortSettings) hcl.Range { return s.Trust.Range }))
	}
	if a == arrival && g.settings.Rewrite.V != "keep" {
		add(l.scopeOf(g, g.settings.Rewrite.Range, func(s *intent.PortSettings) hcl.Range { return s.Rewrite.Range }))
	}
	if a == pausing && g.settings.Watchdog.Set {
		add(l.scopeOf(g, g.settings.Watchdog.Range, func(s *intent.PortSettings) hcl.Range { return s.Watchdog.Range }))
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
func (l *lowering) label(a aspect, g *group, scopes []string, apart string) string {
	if len(scopes) == 1 {
		profile, ok := strings.CutPrefix(scopes[0], profileScope)
		if word := plain(profile); ok && len(word) <= longestLabel && l.doneBy(g, profile).of[a] == g.does.of[a] {
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
	return word[:min(len(word), longestLabel-hashDigits)] + hash(a, g, scopes, apart)
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
func hash(a aspect, g *group, scopes []string, apart string) string {
	h := sha256.New()
	if a == arrival {
		fmt.Fprintln(h, g.settings.Trust.V, g.settings.Rewrite.V)
	}
	fmt.Fprintln(h, apart)
	for _, scope := range scopes {
		fmt.Fprintln(h, lasting(scope))
	}
	for i := range g.classes {
		for _, scope := range g.classes[i].Overridden {
			if slices.Contains(scopes, scope) {
				fmt.Fprintln(h, g.classes[i].Queue.V, lasting(scope))
			}
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

// contents are what ports do in each aspect, and each class by name, as texts to compare.
type contents struct {
	of      [numAspects]string
	classes [numAspects]map[string]string
}

func contentsOf(classes []intent.EffectiveClass, settings *intent.PortSettings) *contents {
	c := &contents{}
	for a := range numAspects {
		c.classes[a] = make(map[string]string, len(classes))
		var all strings.Builder
		for i := range classes {
			does := classContent(a, &classes[i])
			c.classes[a][classes[i].Name] = does
			all.WriteString(does)
		}
		switch a {
		case arrival:
			fmt.Fprint(&all, settings.Trust.V, settings.Rewrite.V)
		case pausing:
			fmt.Fprint(&all, settings.Watchdog.V)
		}
		c.of[a] = all.String()
	}
	return c
}

// classContent is what a class does in an aspect. The threshold of a lossless class is where it pauses; that of a lossy one
// bounds its queue.
func classContent(a aspect, c *intent.EffectiveClass) string {
	e := c.ECN[""]
	switch {
	case a == arrival:
		return fmt.Sprintln(c.Name, c.Queue.V, c.DSCP.V, c.PCP.V, c.Mark.Set, c.Mark.V, c.MarkPCP.Set, c.MarkPCP.V)
	case a == pausing:
		return fmt.Sprintln(c.Queue.V, c.Lossless.V)
	case a == buffers && c.Lossless.V:
		return fmt.Sprintln(c.Queue.V, c.Threshold.V, c.Headroom.V)
	case a == buffers:
		return ""
	}
	limit := c.Threshold.V
	if c.Lossless.V {
		limit = intent.Threshold{}
	}
	return fmt.Sprintln(c.Queue.V, c.Strict.V, c.Bandwidth.V, c.Min.V, c.Max.V, limit, len(c.ECN), e.Min.V, e.Max.V, e.Probability.V)
}
