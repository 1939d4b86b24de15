package intent

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Options are what the command line and the environment say of an intent.
//
// A variable takes its value from the last of these that gives one: its default, the environment (WEFT_VAR_name),
// weft.weftvars, *.auto.weftvars in the order of their names, VarFiles in order, Vars in order. This is Terraform's order,
// except that every --var counts more than every --var-file.
type Options struct {
	Vars     []string                         // "name=value" of --var
	VarFiles []string                         // of --var-file
	Env      func(name string) (string, bool) // the environment; os.LookupEnv when nil
	// Ask asks a person for a variable that nothing gives a value; when nil such a variable is an error.
	Ask func(Question) (string, error)
}

// Load reads the intent in a directory. The diagnostics are complete and in the order of the files. With errors among them
// only Files of the intent is good for anything: for printing them.
func Load(dir string, opts Options) (*Intent, hcl.Diagnostics) {
	if stat, err := os.Stat(dir); err == nil && !stat.IsDir() {
		return &Intent{}, hcl.Diagnostics{homeless(fmt.Sprintf("%q is a file", dir), "An intent is a directory of *.hcl files. Name the directory.")}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return &Intent{}, hcl.Diagnostics{homeless(fmt.Sprintf("Directory %q cannot be read", dir), "%s.", sentence(dirCause(err)))}
	}
	defer root.Close()
	// The intent's own files may be links that lead elsewhere, as is usual where directories share a file; what functions
	// read may not.
	return load(os.DirFS(dir), root.FS(), dir, opts)
}

// load is Load for any file system. Functions read confined.
func load(dir, confined fs.FS, shown string, opts Options) (*Intent, hcl.Diagnostics) {
	s := readDir(dir, shown, opts.VarFiles)
	result := &Intent{Files: s.files}
	redact(s)
	if s.diags.HasErrors() {
		return result, tidy(s.diags)
	}
	e := newEvaluation(s, confined, opts)
	in := e.decode()
	in.Files = s.files
	e.read.noteTemplates(shown, in.Fabric.Templates.V)
	in.Hash = fingerprint(s.intent, e.values, e.read)
	diags := tidy(append(s.diags, e.diags...))
	if diags.HasErrors() {
		return result, diags
	}
	return in, diags
}

// evaluation is one reading of an intent: its variables and local values, and then its blocks.
type evaluation struct {
	sources *sources
	read    *reader
	values  map[string]cty.Value // of variables
	ctx     *hcl.EvalContext
	diags   hcl.Diagnostics
}

func newEvaluation(s *sources, confined fs.FS, opts Options) *evaluation {
	e := &evaluation{sources: s, read: newReader(confined)}
	e.ctx = &hcl.EvalContext{Functions: functions(e.read), Variables: map[string]cty.Value{
		"path": cty.ObjectVal(map[string]cty.Value{"module": cty.StringVal(".")}),
	}}
	e.variables(opts)
	e.locals()
	return e
}

// blocks are the top-level blocks of a type, in the order of the files.
func (e *evaluation) blocks(kind string) []*hclsyntax.Block {
	var out []*hclsyntax.Block
	for _, f := range e.sources.intent {
		for _, b := range f.file.Body.(*hclsyntax.Body).Blocks {
			if b.Type == kind {
				out = append(out, b)
			}
		}
	}
	return out
}

func (e *evaluation) variables(opts Options) {
	declared := e.declared()
	found, diags := collect(e.sources.variables, opts)
	e.report(diags)
	e.report(undeclared(found, slices.Sorted(maps.Keys(declared))))
	e.values = map[string]cty.Value{}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		v, list := declared[name], found[name]
		if env, set := opts.environment(name); set {
			list = slices.Insert(list, 0, env)
		}
		value, diags := v.resolve(list, opts.Ask)
		e.report(diags)
		if v.sensitive {
			value = value.Mark(sensitive)
		}
		e.values[name] = value
	}
	e.ctx.Variables["var"] = cty.ObjectVal(e.values)
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		e.report(declared[name].check(e.ctx))
	}
}

func (e *evaluation) declared() map[string]*variable {
	out := map[string]*variable{}
	for _, b := range e.blocks("variable") {
		if len(b.Labels) != 1 {
			continue // the decoder says so
		}
		v, diags := decodeVariable(b)
		e.report(diags)
		if first := out[v.name]; first != nil {
			e.report(hcl.Diagnostics{problem(v.at, fmt.Sprintf("Two variables named %q", v.name), "The first one is at %s. Rename one of them.", place(first.at))})
			continue
		}
		out[v.name] = v
	}
	return out
}

func (e *evaluation) locals() {
	l := &locals{written: map[string]*hcl.Attribute{}, values: map[string]cty.Value{}, ctx: e.ctx}
	for _, b := range e.blocks("locals") {
		attributes, diags := b.Body.JustAttributes()
		e.report(diags)
		l.define(attributes)
	}
	e.ctx.Variables["local"] = cty.ObjectVal(l.evaluate())
	e.report(l.diags)
}

func (e *evaluation) report(diags hcl.Diagnostics) { e.diags = append(e.diags, diags...) }

// decode reads the blocks of all files and checks them against each other.
func (e *evaluation) decode() *Intent {
	d := newDecoder()
	r := &root{}
	for _, f := range e.sources.intent {
		d.survey(f.file.Body.(*hclsyntax.Body))
	}
	for _, f := range e.sources.intent {
		decodeBody(d, language, f.file.Body, hcl.Range{}, scope{ctx: e.ctx}, r)
	}
	if r.fabric != nil {
		r.Fabric = *r.fabric
	}
	order(&r.Intent)
	r.prepare()
	c := checker{d, &r.Intent}
	c.run(r.fabric != nil)
	e.report(d.diags)
	e.report(d.names.unknown())
	return &r.Intent
}

// order gives everything a place that does not depend on which file it stands in.
func order(in *Intent) {
	slices.SortFunc(in.Classes, func(a, b Class) int {
		return cmp.Or(cmp.Compare(a.Queue.V, b.Queue.V), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(in.Profiles, func(a, b Profile) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(in.HostNICs, func(a, b HostNIC) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(in.Policies, func(a, b Policy) int { return cmp.Or(cmp.Compare(a.Code, b.Code), compareSubjects(&a.Range, &b.Range)) })
	slices.SortFunc(in.Credentials, func(a, b Credentials) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(in.Devices, func(a, b Device) int { return natural(a.Name, b.Name) })
	slices.SortFunc(in.Links, func(a, b Link) int {
		return cmp.Or(compareEnds(a.Ends[0], b.Ends[0]), compareEnds(a.Ends[1], b.Ends[1]))
	})
}

func compareEnds(a, b End) int { return cmp.Or(natural(a.Device, b.Device), natural(a.Port, b.Port)) }
