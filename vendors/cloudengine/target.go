package cloudengine

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Target is the whole running configuration as it shall be: weft's own objects as desired, lines of the named ports set or
// kept facet by facet, ports that left cleaned, and every other line as it was. When nothing is to change it is running itself.
// desired may be nil for none.
//
// A line that means the same as the desired one stays as it is, whatever its spelling, its unit, or how the switch rounds it.
// Where weft would have to change a block with a line that it does not understand, that is an error with the line.
func (CloudEngine) Target(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) (vendors.Config, []vendors.Kept, vendors.Diagnostics) {
	t := newTargeter(running, desired, site, scope)
	t.checkAdopted()
	t.setSwitch()
	t.attachPorts()
	t.checkMembers()
	t.leavePorts()
	t.endDeadlock()
	t.setObjects()
	t.removeObjects()
	t.checkWider()
	t.checkRoom()
	t.checkPools()
	t.tellStays()
	if t.edit == nil {
		return running, t.kept.list, t.diags
	}
	return configOf(t.edit.Tree()), t.kept.list, t.diags
}

// targeter builds a target. What it has found so far and what it edits are apart: have stays the running configuration.
type targeter struct {
	builtins
	site  vendors.Site
	scope vendors.Scope
	own   string // what the names of weft's objects start with

	have, want *inventory
	edit       *conf.Editor // nil until something changes

	unpaused bool         // PFC was taken off a port
	stale    qos.FacetSet // facets of ports that a change of the switch as a whole touches: as they are now does not count
	adopted  map[named]bool
	// used are the desired objects that something needs. The value tells whether its body has to be as desired: an adopted
	// one whose behaviour is kept everywhere is left alone.
	used     map[named]bool
	changing map[named]bool      // objects of weft's that were asked about, and whether they are to have other lines
	checked  map[*conf.Node]bool // blocks that were asked about, and whether they may be edited
	subsOf   map[string][]*conf.Node

	ranks                map[*conf.Node]int // of lines that come into interfaces
	last                 outcome            // of the interface before
	common               qos.FacetSet       // what every named port keeps
	haveLines, wantLines []line             // room for the lines of two blocks
	kept                 keptList
	diags                vendors.Diagnostics
}

func newTargeter(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) *targeter {
	if desired == nil || scope.Destroy {
		desired = configOf(conf.NewBuilder("").Tree("\n", " "))
		site.Ports, site.Adopt = nil, nil
	}
	t := &targeter{
		site: site, scope: scope, builtins: builtins{row: rowOf(site.Platform)}, own: site.Prefix + "-",
		have: inventoryOf(treeOf(running)), want: inventoryOf(treeOf(desired)),
		used: map[named]bool{}, changing: map[named]bool{}, ranks: map[*conf.Node]int{}, checked: map[*conf.Node]bool{}, common: qos.AllFacets,
	}
	for i := range site.Ports {
		t.common &= t.keepOf(site.Ports[i].Name)
	}
	return t
}

// owns tells whether an object is weft's by its name.
func (t *targeter) owns(o named) bool { return strings.HasPrefix(o.name, t.own) }

// foreign tells whether something is named that weft neither made nor was handed.
func (t *targeter) foreign(o named) bool { return o != named{} && !t.owns(o) && !t.adopted[o] }

// use notes that a desired object is needed.
func (t *targeter) use(o named, asDesired bool) {
	if o != (named{}) {
		t.used[o] = t.used[o] || asDesired
	}
}

// editor is the editor of the target, made when the first change needs it.
func (t *targeter) editor() *conf.Editor {
	if t.edit == nil {
		t.edit = t.have.tree.Edit()
	}
	return t.edit
}

// tree is the target so far.
func (t *targeter) tree() *conf.Tree {
	if t.edit == nil {
		return t.have.tree
	}
	return t.edit.Tree()
}

// may tells whether a block of the running configuration may be changed: not when a line in it is not understood, or when
// something is set in it twice. The first time that is an error for each such line.
func (t *targeter) may(block *conf.Node) bool {
	may, asked := t.checked[block]
	if asked {
		return may
	}
	may = true
	refuse := func(line int32, format string, args ...any) {
		may = false
		t.diags.Errorf(int(line), "%s would have to change, and %s", block.Text, fmt.Sprintf(format, args...))
	}
	for _, n := range block.Kids {
		if n.Kind == conf.Odd {
			refuse(n.Line, "%q in it is not understood", n.Text)
		}
	}
	if t.have.joined[block.Text] != nil {
		refuse(block.Line, "the file has it in several blocks: join them first")
	} else if again := settingsOf(block).again(block.Kids); again != nil {
		refuse(again.Line, "%q sets what another line in it does too: take one of them out", again.Text)
	}
	t.checked[block] = may
	return may
}

// swap is an edit of a line in a block: either line may be none. Blocks share the lines that they have in common.
type swap struct{ old, now *conf.Node }

// apply makes edits in a block of the running configuration.
func (t *targeter) apply(block *conf.Node, swaps []swap) {
	if len(swaps) == 0 || !t.may(block) {
		return
	}
	e := t.editor()
	now := e.Own(block)
	for _, s := range swaps {
		switch {
		case s.now == nil:
			t.unpaused = t.unpaused || strings.HasPrefix(s.old.Text, linePFC)
			e.Remove(now, s.old)
		case s.old != nil:
			e.Replace(now, s.old, s.now)
		default:
			t.placeLine(now, s.now)
		}
	}
}

// info adds a remark about ports.
func (t *targeter) info(ports []string, summary, format string, args ...any) {
	t.diags = append(t.diags, vendors.Diagnostic{
		Severity: vendors.Info, Summary: summary, Detail: fmt.Sprintf(format, args...), Ports: ports,
	})
}
