package compiler

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Options choose what is compiled.
type Options struct {
	// Target and Exclude are globs of switch names. A switch is compiled when some target matches, or there is none, and no
	// exclusion does. Rules between switches look at all of them.
	Target, Exclude []string
	// Dir is the intent's directory: the house's own templates are relative to it.
	Dir string
	// Remove asks nothing of the switches, from which all is to be removed: they are found, and what is asked of them does not have
	// to be possible.
	Remove bool
	// Parallelism is how many switches are worked on at once; 0 means one for each processor.
	Parallelism int
}

// Unit is one switch: what is asked of it, what it can do of that, and the configuration that does it.
type Unit struct {
	Device     *intent.Device
	Vendor     vendors.Vendor
	Site       vendors.Site
	Asked      *qos.Switch
	Fitted     *qos.Switch
	Deviations []vendors.Deviation
	Desired    vendors.Config // nil when the switch failed
	// Diagnostics are about this switch alone, with their places in the intent.
	Diagnostics hcl.Diagnostics

	places places
}

// Failed tells whether the switch cannot be compiled. The errors say why.
func (u *Unit) Failed() bool { return u.Diagnostics.HasErrors() }

// Reason says why the switch failed, one error a line; empty when it did not.
func (u *Unit) Reason() string {
	var lines []string
	for _, d := range u.Diagnostics {
		if d.Severity == hcl.DiagError {
			lines = append(lines, oneLine(d))
		}
	}
	return strings.Join(lines, "\n")
}

func oneLine(d *hcl.Diagnostic) string {
	text := strings.TrimSuffix(strings.Join(strings.Fields(d.Summary+": "+d.Detail), " "), ":")
	if d.Subject == nil {
		return text
	}
	return fmt.Sprintf("%s:%d: %s", d.Subject.Filename, d.Subject.Start.Line, text)
}

// Result is a compiled fabric.
type Result struct {
	Fabric *fabric.Fabric
	Units  []*Unit // in the order of the intent's devices, the chosen ones only
}

// Compile compiles a whole intent. An error about one switch leaves the others compiled; the diagnostics are those of the fabric
// and of every unit, without repetitions, in the order of the units.
func Compile(in *intent.Intent, opts Options) (*Result, hcl.Diagnostics) {
	p, diags := Resolve(in, opts)
	units := make([]*Unit, p.Len())
	_ = p.Each(context.Background(), func(i int, u *Unit) { units[i] = u }) // nothing ends that context
	return &Result{Fabric: p.Fabric, Units: units}, append(diags, Diagnostics(units)...)
}

// Project is a resolved intent, whose switches can be built one by one.
type Project struct {
	Fabric *fabric.Fabric

	in       *intent.Intent
	dir      string
	diags    hcl.Diagnostics
	nodes    []*node // every switch
	chosen   []*node
	remove   bool
	parallel int
}

// Resolve finds vendors, platforms, ports and links and checks the rules between switches. Its diagnostics are those that no
// single switch is to blame for.
func Resolve(in *intent.Intent, opts Options) (*Project, hcl.Diagnostics) {
	p := &Project{in: in, dir: opts.Dir, remove: opts.Remove, parallel: opts.Parallelism}
	if p.parallel <= 0 {
		p.parallel = runtime.GOMAXPROCS(0)
	}
	if len(in.Devices) == 0 {
		p.diags = append(p.diags, homeless("The intent has no device", "Write a device block for each switch, such as device \"leaf1\" { }."))
	}
	for i := range in.Devices {
		p.nodes = append(p.nodes, resolveNode(in, &in.Devices[i]))
	}
	p.checkAccepts()
	p.Fabric = p.connect()
	if p.checkTemplates() {
		p.choose(opts)
	}
	return p, p.diags
}

// choose picks the switches that are compiled. A pattern that matches none is an error: it is misspelt.
func (p *Project) choose(opts Options) {
	for _, glob := range append(append([]string{}, opts.Target...), opts.Exclude...) {
		if !p.matchesAny(glob) {
			p.diags = append(p.diags, homeless(fmt.Sprintf("No switch is named %q", glob), "The intent has %s.", p.names()))
		}
	}
	for _, n := range p.nodes {
		if (len(opts.Target) == 0 || matches(opts.Target, n.device.Name)) && !matches(opts.Exclude, n.device.Name) {
			p.chosen = append(p.chosen, n)
		}
	}
}

func (p *Project) matchesAny(glob string) bool {
	for _, n := range p.nodes {
		if matches([]string{glob}, n.device.Name) {
			return true
		}
	}
	return false
}

// matches tells whether one of the globs matches. A malformed one matches nothing.
func matches(globs []string, name string) bool {
	for _, glob := range globs {
		if ok, err := path.Match(glob, name); ok && err == nil {
			return true
		}
	}
	return false
}

// names lists the switches for a message; of many only the first.
func (p *Project) names() string {
	names := make([]string, len(p.nodes))
	for i, n := range p.nodes {
		names[i] = n.device.Name
	}
	return some(names)
}

// Others are the switches that are not chosen, of which as much is asked as if nothing was to be removed.
func (p *Project) Others() *Project {
	others := *p
	others.chosen, others.remove = nil, false
	for _, n := range p.nodes {
		if !slices.Contains(p.chosen, n) {
			others.chosen = append(others.chosen, n)
		}
	}
	return &others
}

// Len is the number of chosen switches.
func (p *Project) Len() int { return len(p.chosen) }

// Names are those of the chosen switches, in the order of the intent's devices.
func (p *Project) Names() []string {
	names := make([]string, len(p.chosen))
	for i, n := range p.chosen {
		names[i] = n.device.Name
	}
	return names
}

// Each builds every chosen switch and hands it over, several at a time; i counts in the order of the intent's devices. It
// returns when all are done, or early with the context's error.
func (p *Project) Each(ctx context.Context, do func(i int, u *Unit)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(p.parallel, len(p.chosen)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(p.chosen) {
					return
				}
				do(i, p.build(p.chosen[i]))
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}
