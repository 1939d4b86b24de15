package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// Path is lossless paths that break or heal for the same reason, told together.
type Path struct {
	Class, Change, Why string
	From, To           []string // switches whose hosts they are between
	Where              []plan.Place

	others bool // whether each leads to all of To but where it comes from
	within bool // whether each leads back to where it comes from
}

// PathsThat are the lossless paths that break or heal.
func PathsThat(c *plan.Checks, change string) []Path {
	var ends grouped[string, Path]
	for i := range c.Paths {
		if p := pathOf(&c.Paths[i]); p.Change == change {
			ends.add(p.key(p.From), p)
		}
	}
	var joined grouped[string, Path]
	for _, key := range ends.order {
		p := one(ends.of[key])
		joined.add(p.key(nil), p)
	}
	paths := make([]Path, len(joined.order))
	for i, key := range joined.order {
		paths[i] = one(joined.of[key])
	}
	return paths
}

func pathOf(p *plan.Path) Path {
	out := Path{Class: p.Class, Change: p.Change, Why: p.Why, From: p.From, To: p.To, Where: []plan.Place{p.Hop}}
	if len(p.From) != 1 {
		return out
	}
	out.within = len(p.To) == 1 && p.To[0] == p.From[0]
	if !slices.Contains(p.To, p.From[0]) {
		out.others = true
		out.To = slices.Concat(p.To, p.From)
		slices.SortFunc(out.To, qos.ComparePorts)
	}
	return out
}

// key is equal for paths that are told together.
func (p *Path) key(from []string) string {
	to := plan.Ranges(p.To)
	if p.within && from == nil {
		to = ""
	}
	return strings.Join([]string{p.Change, p.Class, p.Why, plan.Ranges(from), to, fmt.Sprint(p.others, p.within)}, "\x00")
}

// one makes one of several paths.
func one(paths []Path) Path {
	out := paths[0]
	for _, p := range paths[1:] {
		out.From, out.Where = slices.Concat(out.From, p.From), slices.Concat(out.Where, p.Where)
		if out.within {
			out.To = slices.Concat(out.To, p.To)
		}
	}
	return out
}

// Ends says between whose hosts the paths are: "from hosts of leaf1 to hosts of leaf2-4".
func (p *Path) Ends() string {
	from := slices.Compact(slices.Sorted(slices.Values(p.From)))
	switch {
	case p.within && len(from) > 1:
		return "between hosts of each of " + plan.Ranges(from)
	case p.within:
		return "between hosts of " + from[0]
	case p.others && len(from) > 1:
		return "from hosts of " + plan.Ranges(from) + " to hosts of the others of " + plan.Ranges(p.To)
	case p.others:
		to := slices.DeleteFunc(slices.Clone(p.To), func(name string) bool { return name == from[0] })
		return "from hosts of " + from[0] + " to hosts of " + plan.Ranges(to)
	}
	return "from hosts of " + plan.Ranges(from) + " to hosts of " + plan.Ranges(p.To)
}

// Switches are all that the paths concern.
func (p *Path) Switches() []string {
	names := slices.Concat(p.From, p.To)
	for i := range p.Where {
		names = append(names, p.Where[i].Device)
	}
	return names
}

// Sentence says that the paths break or heal, where and why.
func (p *Path) Sentence() string {
	why := p.Why
	if p.Change == plan.Heals {
		why = "before, " + why
	}
	return fmt.Sprintf("the lossless path of %s %s %s at %s: %s", p.Class, p.Ends(), p.Change, Places(p.Where), why)
}
