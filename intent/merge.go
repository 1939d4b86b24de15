package intent

import (
	"slices"

	"github.com/weft-net/weft/qos"
)

// flat is a class's settings with the ECN curve of one port speed.
type flat struct {
	Settings
	ecn    ECN
	hasECN bool
}

// flatten resolves the ecn blocks for a port speed: the block without a label, overlaid by the block for the speed.
func flatten(s Settings, speed string) flat {
	f := flat{Settings: s}
	for _, label := range [...]string{"", speed} {
		block, found := s.ECN[label]
		if !found || label == "" && f.hasECN {
			continue
		}
		lay(&f.ecn.Min, block.Min)
		lay(&f.ecn.Max, block.Max)
		lay(&f.ecn.Probability, block.Probability)
		lay(&f.ecn.NonECT, block.NonECT)
		f.ecn.Range, f.hasECN = block.Range, true
	}
	f.Settings.ECN = nil
	return f
}

// field is one attribute of a class for merging and comparing.
type field struct {
	// lay puts the attribute of a stronger scope over that of a weaker, and tells whether there was one.
	lay   func(under, over *flat) bool
	equal func(a, b *flat) bool
	clear func(*flat)
	// moot tells whether a scope makes a value that it inherits meaningless.
	moot func(over *flat) bool
}

func fieldOf[T any](at func(*flat) *Opt[T], same func(a, b Opt[T]) bool) field {
	return field{
		lay:   func(under, over *flat) bool { return lay(at(under), *at(over)) },
		equal: func(a, b *flat) bool { return same(*at(a), *at(b)) },
		clear: func(f *flat) { *at(f) = Opt[T]{} },
		moot:  func(*flat) bool { return false },
	}
}

func (f field) mootWhere(moot func(over *flat) bool) field { f.moot = moot; return f }

// same compares values whose zero is what their absence means; exactly compares those where it is not.
func same[T comparable](a, b Opt[T]) bool       { return a.V == b.V }
func exactly[T comparable](a, b Opt[T]) bool    { return a.Set == b.Set && a.V == b.V }
func sameList[T comparable](a, b Opt[[]T]) bool { return slices.Equal(a.V, b.V) }

// fields are the attributes of Settings. A class that turns strict has no share any more, and one that turns lossy neither
// headroom nor a pause threshold.
var fields = [...]field{
	fieldOf(func(f *flat) *Opt[[]qos.DSCP] { return &f.DSCP }, sameList),
	fieldOf(func(f *flat) *Opt[[]qos.PCP] { return &f.PCP }, sameList),
	fieldOf(func(f *flat) *Opt[qos.Queue] { return &f.Queue }, same),
	fieldOf(func(f *flat) *Opt[bool] { return &f.Lossless }, same),
	fieldOf(func(f *flat) *Opt[bool] { return &f.Strict }, same),
	fieldOf(func(f *flat) *Opt[qos.Percent] { return &f.Bandwidth }, same).mootWhere(turnsStrict),
	fieldOf(func(f *flat) *Opt[qos.DSCP] { return &f.Mark }, exactly),
	fieldOf(func(f *flat) *Opt[qos.PCP] { return &f.MarkPCP }, exactly),
	fieldOf(func(f *flat) *Opt[Rate] { return &f.Min }, same),
	fieldOf(func(f *flat) *Opt[Rate] { return &f.Max }, same),
	fieldOf(func(f *flat) *Opt[Threshold] { return &f.Threshold }, exactly).mootWhere(turnsLossy),
	fieldOf(func(f *flat) *Opt[Headroom] { return &f.Headroom }, exactly).mootWhere(turnsLossy),
	fieldOf(func(f *flat) *Opt[qos.Bytes] { return &f.ecn.Min }, same),
	fieldOf(func(f *flat) *Opt[qos.Bytes] { return &f.ecn.Max }, same),
	fieldOf(func(f *flat) *Opt[qos.Percent] { return &f.ecn.Probability }, same),
	fieldOf(func(f *flat) *Opt[qos.NonECT] { return &f.ecn.NonECT }, same),
}

func turnsStrict(over *flat) bool { return over.Strict.Set && over.Strict.V }
func turnsLossy(over *flat) bool  { return over.Lossless.Set && !over.Lossless.V }

// mergeClass lays the overrides of every layer over a class.
func mergeClass(c *Class, layers []layer, speed string) EffectiveClass {
	base := flatten(c.Settings, speed)
	merged := base
	var deciders [len(fields)]int // which layer decided each field, from 1
	for n, l := range layers {
		if o, overridden := l.settings.Overrides[c.Name]; overridden {
			over := flatten(o.Settings, speed)
			overlay(&merged, &over, n+1, &deciders)
		}
	}
	return EffectiveClass{
		Name: c.Name, Default: c.Default,
		Settings:   merged.settings(),
		Overridden: overridden(&merged, &base, layers, &deciders),
	}
}

func overlay(under, over *flat, layer int, deciders *[len(fields)]int) {
	for i := range fields {
		f := &fields[i]
		switch {
		case f.lay(under, over):
			deciders[i] = layer
		case f.moot(over):
			f.clear(under)
			deciders[i] = layer
		}
	}
	if over.hasECN {
		under.hasECN, under.ecn.Range = true, over.ecn.Range
	}
}

// overridden lists the layers that decided a field which came out differently than in the fabric.
func overridden(merged, base *flat, layers []layer, deciders *[len(fields)]int) []string {
	var scopes []string
	for n, l := range layers {
		for i := range fields {
			if deciders[i] == n+1 && !fields[i].equal(merged, base) && !slices.Contains(scopes, l.scope) {
				scopes = append(scopes, l.scope)
			}
		}
	}
	return scopes
}

func (f *flat) settings() Settings {
	s := f.Settings
	if f.hasECN {
		s.ECN = map[string]ECN{"": f.ecn}
	}
	return s
}
