package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/compiler/check/sarif"
	"github.com/weft-net/weft/fabric"
)

// auditing is the command line of `weft audit`.
type auditing struct {
	format     *format
	links      string
	platforms  []string // NAME=MODEL
	proof      certificate
	cluster    cluster
	requireAll bool
}

func (a *app) auditCommand() *cobra.Command {
	p := &auditing{format: formats("text", "json", "sarif", "junit")}
	cmd := &cobra.Command{
		Use:   "audit BACKUPS…",
		Short: "Tell what is wrong with the QoS of running configurations, without an intent",
		Long: `Reads running configurations, files or directories of them, and judges them by the rules of docs/checks: which traffic is lossless
and stays so, what marks before it pauses, whether the two ends of a cable agree. Nothing is changed and nothing else is needed.

--links names a file with what is known beside them, one thing a line:

  leaf1:Ethernet1/31 spine1:Ethernet1/1 40m 400G
      a cable between two ports, with its length and speed where they are known
  host leaf1:Ethernet1/1-30 3m 400G pfc=3 trust=dscp mtu=9000 dscp=26 cnp=48
      ports with a host each, and what its network card does, as far as that is known; of several priorities pfc=3,4
  switch leaf* N9K-C9332D-GX2B role=leaf
      the model and the role (leaf, border, spine, superspine) of switches; * and ? stand for any letters

Without cables no link is judged. A configuration of SONiC says its model; of NX-OS and CloudEngine the file or --platform says it, and
without it nothing is known of buffers. --manifests has the Kubernetes manifests of the hosts judged against the fabric. What cannot be judged is listed as not checked, with the reason.

Exit: 0 nothing is wrong, 1 an error of weft, 2 there are errors or warnings, 6 some files could not be read.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.audit(p, args) },
	}
	cmd.Flags().StringVar(&p.links, "links", "", "the cables between the switches, hosts and models, from `FILE`")
	cmd.Flags().Var(repeated{&p.platforms, pair("NAME=MODEL, such as leaf*=N9K-C9332D-GX2B")}, "platform", "the model of switches, as `NAME=MODEL`, such as leaf*=N9K-C9332D-GX2B; wins over --links")
	cmd.Flags().BoolVar(&p.requireAll, "require-all", false, "exit 1 when some files could not be read")
	p.cluster.flag(cmd)
	p.proof.flag(cmd)
	p.format.flag(cmd)
	return cmd
}

func (a *app) audit(p *auditing, args []string) error {
	files, err := backupFiles(args)
	if err != nil {
		return failed(err)
	}
	readings, unread := a.readBackups(files)
	if len(readings) == 0 {
		return failed(fmt.Errorf("no running configuration is among %s: of %s, %s", strings.Join(args, ", "), unread[0].Name, unread[0].Why))
	}
	links, err := p.surroundings(readings)
	if err != nil {
		return failed(err)
	}
	a.notUnderstood(readings)
	net := check.FromRunning(readings, unread, links)
	if net.Manifests, err = p.cluster.read(); err != nil {
		return failed(err)
	}
	report := check.Run(net)
	if err := errors.Join(p.proof.write(report), a.printAudit(report, unread, p.format)); err != nil {
		return failed(err)
	}
	return silently(p.code(len(unread), len(report.Wrong())))
}

func (a *app) printAudit(r *check.Report, unread []check.Unread, f *format) error {
	switch f.value {
	case "json":
		return check.JSON(a.out, r, notRead(unread))
	case "sarif":
		root, work, err := repository()
		if err != nil {
			return err
		}
		return sarif.Write(a.out, sarif.Input{Version: version, Root: root, Work: work, Report: r, Unread: unread})
	case "junit":
		return check.JUnit(a.out, r, unread)
	}
	if err := check.Text(a.out, r, widthOf(a.out)); err != nil {
		return err
	}
	missing := ""
	for _, u := range unread {
		fmt.Fprintf(a.out, "Not read  %s: %s.\n", u.Name, u.Why)
	}
	if len(unread) > 0 {
		missing = count(len(unread), "file", "files") + " not read, "
	}
	_, err := fmt.Fprintf(a.out, "Audit: %s, %s%s.\n", count(r.Switches, "switch", "switches"), missing, r.Summary())
	return err
}

// notRead are the files that could not be read, for programs.
func notRead(unread []check.Unread) (list hcl.Diagnostics) {
	for _, u := range unread {
		list = append(list, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: u.Name + " could not be read", Detail: u.Why})
	}
	return list
}

// repository is the root of the repository that weft is run in, and the directory that it is run in. Outside of one they are the same.
func repository() (root, work string, err error) {
	work, err = os.Getwd()
	if err != nil {
		return "", "", fmt.Errorf("looking for the repository: %w", err)
	}
	for at := work; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at, work, nil
		}
		if at == filepath.Dir(at) {
			return work, work, nil
		}
	}
}

// code is the exit code of an audit.
func (p *auditing) code(unread, wrong int) int {
	switch {
	case unread > 0 && p.requireAll:
		return exitError
	case unread > 0:
		return exitPartly
	case wrong > 0:
		return exitChanges
	}
	return exitOK
}

// backupFiles are the files that arguments name: themselves, or all in a directory, in order. A directory without any is an error: it is
// the wrong one.
func backupFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, fmt.Errorf("looking for backups: %w", err)
		}
		if !info.IsDir() {
			files = append(files, arg)
			continue
		}
		within, err := filesIn(arg)
		if err != nil {
			return nil, err
		}
		files = append(files, within...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

func filesIn(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("listing the backups: %w", err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, filepath.ToSlash(filepath.Join(dir, e.Name())))
		}
	}
	if files == nil {
		return nil, fmt.Errorf("looking for backups: there is no file in %s", dir)
	}
	return files, nil
}

// readBackups reads every file that can be, and says of the others why not.
func (a *app) readBackups(files []string) (readings []*check.Reading, unread []check.Unread) {
	byName := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		var r *check.Reading
		if err == nil {
			r, err = check.Read(file, text)
		}
		if err == nil && byName[r.Name] != "" {
			err = fmt.Errorf("it is of %s, as %s is", r.Name, byName[r.Name])
		}
		if err != nil {
			unread = append(unread, check.Unread{Name: file, Why: err.Error()})
			continue
		}
		byName[r.Name] = file
		readings = append(readings, r)
	}
	return readings, unread
}

// notUnderstood says which lines about QoS are not understood.
func (a *app) notUnderstood(readings []*check.Reading) {
	for _, r := range readings {
		for _, line := range r.Unread {
			fmt.Fprintf(a.err, "%s:%d: not understood: %s\n", r.File, line.Number, line.Text)
		}
	}
}

// surroundings enters what is given beside the configurations, and returns the cables.
func (p *auditing) surroundings(readings []*check.Reading) ([]fabric.Link, error) {
	links, err := p.cables(readings)
	if err != nil {
		return nil, err
	}
	for _, flag := range p.platforms {
		name, model, _ := strings.Cut(flag, "=")
		if err := check.Hardware(readings, name, model); err != nil {
			return nil, fmt.Errorf("--platform %s: %w", flag, err)
		}
	}
	return links, nil
}

// cables are the links that are given.
func (p *auditing) cables(readings []*check.Reading) ([]fabric.Link, error) {
	if p.links == "" {
		return nil, nil
	}
	text, err := os.ReadFile(p.links)
	if err != nil {
		return nil, fmt.Errorf("reading the links: %w", err)
	}
	links, err := check.ParseLinks(string(text), readings)
	if err != nil {
		return nil, fmt.Errorf("reading the links of %s: %w", p.links, err)
	}
	return links, nil
}
