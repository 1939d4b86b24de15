package nxos

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Target is the whole running configuration as it shall be: weft's own objects as desired, attachments of the named ports
// set or kept facet by facet, ports that left cleaned, and every other line as it was. When nothing is to change it is
// running itself. desired may be nil for none.
//
// A line inside an object that means the same as the desired one stays as it is, whatever its spelling. Where weft would
// have to change a block with a line that it does not understand, that is an error with the line.
func (NXOS) Target(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) (vendors.Config, []vendors.Kept, vendors.Diagnostics) {
	t := newTargeter(running, desired, site, scope)
	t.aim()
	if t.edit == nil {
		return running, t.kept.list, t.diags
	}
	return configOf(t.edit.Tree()), t.kept.list, t.diags
}

// aim makes the target.
func (t *targeter) aim() {
	t.secondNames()
	t.checkAdopted()
	t.setSwitch()
	t.jumbo = jumboOf(settingIn(t.tree(), "system jumbomtu"))
	t.attachPorts()
	t.checkMembers()
	t.refuseMisfits()
	t.leavePorts()
	t.endWatchdog()
	t.setObjects()
	t.removeObjects()
	t.checkClassSets()
	t.checkObstacles()
	t.checkCapacity()
	t.tellStays()
}

// targeter builds a target. What it has found so far and what it edits are apart: have stays the running configuration.
type targeter struct {
	site  vendors.Site
	scope vendors.Scope
	own   string // what the names of weft's objects start with

	have, want *survey
	edit       *conf.Editor // nil until something changes
	blocks     []*conf.Node // of the ports that the intent names, in its order
	lines      map[string]*conf.Node

	unwatched bool          // a watchdog was taken off a port
	stale     qos.FacetSet  // facets of ports that a change of the switch as a whole touches: as they are now does not count
	inherited [numSlots]mqc // policies under system qos that ports without their own have
	adopted   map[mqc]bool
	// used are the desired objects that something needs. The value tells whether its body has to be as desired: an adopted
	// one whose behaviour is kept everywhere is left alone.
	used    map[mqc]bool
	settled [numSlots]string // lines on ports whose policies have to be as desired, the last of each slot
	// stays are objects of weft that are not desired and yet do what is, so that they stay.
	stays   map[mqc]bool
	checked map[*conf.Node]bool // blocks that were asked about, and whether they may be edited

	jumbo    int64 // the jumbo ceiling of the target
	misfits  []misfit
	carvings []carving
	uncarved int // errors that are about carvings

	kept  keptList
	diags vendors.Diagnostics
}

func newTargeter(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) *targeter {
	if desired == nil || scope.Destroy {
		desired = configOf(conf.NewBuilder("").Tree("\n", "  "))
		site.Ports, site.Adopt = nil, nil
	}
	t := &targeter{
		site: site, scope: scope, own: site.Prefix + "-",
		have: surveyIn(running), want: surveyIn(desired),
		used: map[mqc]bool{}, stays: map[mqc]bool{},
		checked: map[*conf.Node]bool{}, lines: map[string]*conf.Node{},
	}
	t.inherited[slotHeadroom], _ = systemPolicy(t.have.tree, "queuing", "input ")
	t.inherited[slotEgress], _ = systemPolicy(t.have.tree, "queuing", "output ")
	if r, ok := site.Platform.Row.(*row); ok && r.systemQoSClassifies() {
		t.inherited[slotClassify], _ = systemPolicy(t.have.tree, "qos", "input ")
	}
	return t
}

// owns tells whether an object is weft's by its name.
func (t *targeter) owns(o mqc) bool { return strings.HasPrefix(o.name, t.own) }

// foreign tells whether something is bound that weft neither made nor was handed.
func (t *targeter) foreign(o mqc) bool { return o != mqc{} && !t.owns(o) && !t.adopted[o] }

// use notes that a desired object is needed, and tells whether its body has to be as desired.
func (t *targeter) use(o mqc, asDesired bool) bool {
	if o == (mqc{}) {
		return true
	}
	asDesired = asDesired || t.used[o]
	t.used[o] = asDesired
	return asDesired
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

// may tells whether a block of the running configuration may be changed: not when a line in it is not understood. The first
// time that is an error for each such line.
func (t *targeter) may(block *conf.Node) bool {
	may, asked := t.checked[block]
	if asked {
		return may
	}
	odd := oddLines(block, nil)
	for _, line := range odd {
		t.diags.Errorf(int(line.Line), "%s would have to change, and %q in it is not understood: take the line away first", block.Text, line.Text)
	}
	joined := t.have.joined[block.Text] != nil
	if joined {
		t.diags.Errorf(int(block.Line), "%s would have to change, and the file has it in several blocks: join them first", block.Text)
	}
	t.checked[block] = odd == nil && !joined
	return t.checked[block]
}

// oddLines appends the lines in a block that are not understood.
func oddLines(block *conf.Node, odd []*conf.Node) []*conf.Node {
	for _, line := range block.Kids {
		if line.Kind == conf.Odd {
			odd = append(odd, line)
		}
		odd = oddLines(line, odd)
	}
	return odd
}

// set puts a line in the place of another in a block of the running configuration: either may be none.
func (t *targeter) set(block, old *conf.Node, now string) {
	if !t.may(block) {
		return
	}
	e := t.editor()
	switch {
	case now == "":
		t.unwatched = t.unwatched || watches(old)
		e.Remove(block, old)
	case old != nil:
		e.Replace(block, old, t.line(now))
	default:
		placeLine(e, e.Own(block), t.line(now))
	}
}

// line is a new line. Blocks share the lines that they have in common.
func (t *targeter) line(text string) *conf.Node {
	line := t.lines[text]
	if line == nil {
		line = conf.New(text)
		t.lines[text] = line
	}
	return line
}

// info adds a remark about ports.
func (t *targeter) info(ports []string, summary, format string, args ...any) {
	t.diags = append(t.diags, vendors.Diagnostic{
		Severity: vendors.Info, Summary: summary, Detail: fmt.Sprintf(format, args...), Ports: ports,
	})
}
