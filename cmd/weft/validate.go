package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/compiler/check/sarif"
	"github.com/weft-net/weft/intent"
)

// validating is the command line of `weft validate`.
type validating struct {
	project
	format  *format
	proof   certificate
	cluster cluster
}

func (a *app) validateCommand() *cobra.Command {
	p := &validating{format: formats("text", "json", "sarif")}
	cmd := &cobra.Command{
		Use:   "validate [DIR]",
		Short: "Check an intent as far as that needs no switch",
		Long: `Reads the intent, compiles it for every switch and judges the fabric by the rules of docs/checks.

With --format json or sarif the result goes to stdout, also when the intent is broken: docs/checks.schema.json describes the one, and forges
and editors show the other at the lines of the intent. Paths in it begin at the root of the repository that weft is run in.

Exit codes: 0 valid, 1 not.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p.dir = dirArg(args)
			return a.validate(p)
		},
	}
	p.cluster.flag(cmd)
	p.proof.flag(cmd)
	p.format.flag(cmd)
	p.variableFlags(cmd)
	p.switchFlags(cmd)
	return cmd
}

// verdict is what there is to say of an intent.
type verdict struct {
	in     *intent.Intent
	said   hcl.Diagnostics // of the intent by itself
	net    *check.Net      // nil where the intent cannot be read, and so is the report
	report *check.Report
}

func (v *verdict) valid() bool { return v.report != nil && !v.said.HasErrors() && !v.report.Errors() }

func (a *app) validate(p *validating) error {
	v, err := a.judge(&p.project, &p.cluster)
	if err == nil {
		err = errors.Join(p.proof.write(v.report), a.printVerdict(v, p))
	}
	if err != nil {
		return failed(err)
	}
	if !v.valid() {
		return silently(exitError)
	}
	return nil
}

// judge reads an intent and asks the rules. What they say goes to people too.
func (a *app) judge(p *project, c *cluster) (v *verdict, err error) {
	in, said := a.read(p)
	v = &verdict{in: in, said: said}
	if said.HasErrors() {
		return v, nil
	}
	result, diags := compiler.Compile(in, p.options())
	a.diagnose(in.Files, append(diags[:len(diags):len(diags)], compiler.Deviations(result.Units)...))
	a.likenesses(in, compiler.Alike(result.Units))
	v.said = append(said, diags...)
	v.net = check.FromUnits(in, result.Fabric, result.Units)
	if v.net.Manifests, err = c.read(); err != nil {
		return v, err
	}
	v.report = check.Run(v.net)
	return v, a.findings(in, v.report)
}

func (a *app) printVerdict(v *verdict, p *validating) error {
	switch {
	case p.format.is("json"):
		return check.JSON(a.out, v.report, v.said)
	case p.format.is("sarif"):
		in, err := v.sarif(p.dir)
		if err != nil {
			return err
		}
		return sarif.Write(a.out, in)
	case !v.valid():
		return nil
	}
	_, err := fmt.Fprintf(a.out, "The intent is valid: %s, %s.\n",
		count(v.report.Switches+len(v.net.Unread), "switch", "switches"), count(len(v.in.Classes), "traffic class", "traffic classes"))
	return err
}

func (v *verdict) sarif(dir string) (sarif.Input, error) {
	root, work, err := repository()
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(work, dir)
	}
	in := sarif.Input{Version: version, Root: root, Dir: dir, Work: work, Files: v.in.Files, Diagnostics: v.said, Report: v.report, Anywhere: v.anywhere()}
	if v.net != nil {
		in.Suppressed = check.Suppressed(v.net)
	}
	return in, err
}

// anywhere is where to put what no line is to blame for: at the fabric, or in the first file.
func (v *verdict) anywhere() hcl.Range {
	if files := slices.Sorted(maps.Keys(v.in.Files)); v.net == nil && len(files) > 0 {
		return hcl.Range{Filename: files[0]}
	}
	return v.in.Fabric.Range
}

// findings prints what the checks say: what is wrong like every diagnostic, the rest in short.
func (a *app) findings(in *intent.Intent, report *check.Report) error {
	a.diagnose(in.Files, report.Diagnostics())
	rest := *report
	rest.Findings = report.Findings[len(report.Wrong()):]
	return check.Text(a.err, &rest, widthOf(a.err))
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
