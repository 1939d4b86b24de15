package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
)

// ending is how weft ended, after as many lives as it took.
type ending struct {
	report *apply.Report
	err    error // of the last life: nothing was touched
	// mercy lets switches be between: more than one fault struck, or nobody gets in any more.
	mercy bool
	// asked is how often somebody asked weft to stop in its last life.
	asked int
}

// breaks is what is against the law now. It looks at the switches themselves, and takes of the report only what has to be true.
func (s *stage) breaks(t testing.TB, e ending) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if open := s.open(); open > 0 {
		say("%d connections are left open", open)
	}
	for _, name := range s.leaks(t, e) {
		say("a secret is in %s", name)
	}
	if e.err != nil {
		for name, n := range s.nodes {
			for _, w := range n.untouched(e.mercy) {
				say("%s: %s, and yet: %v", name, w, e.err)
			}
		}
		return wrong
	}
	if code, may := e.report.ExitCode(), s.codes(e); !slices.Contains(may, code) {
		say("the exit code is %d and not one of %v", code, may)
	}
	if len(e.report.Switches) != len(s.nodes) {
		say("the report has %d switches of %d", len(e.report.Switches), len(s.nodes))
	}
	for i := range e.report.Switches {
		sw := &e.report.Switches[i]
		for _, w := range s.nodes[sw.Name].broken(sw, e.mercy) {
			say("%s (%s, %s): %s", sw.Name, sw.Outcome, sw.Reason, w)
		}
	}
	return wrong
}

// untouched is what is against the law on a switch that weft did not come to: it is as another weft, if one came, says that it left it.
func (n *node) untouched(mercy bool) []string {
	switch {
	case n.second == apply.New:
		return n.is(n.end())
	case n.second == apply.Between && mercy:
		return nil
	}
	return n.is(n.in.Running)
}

// broken is what is against the law on one switch.
func (n *node) broken(r *apply.SwitchReport, mercy bool) (wrong []string) {
	want := n.in.Running
	switch r.Outcome {
	case apply.New:
		want = n.end()
	case apply.Between:
		if !mercy {
			wrong = append(wrong, "between: "+strings.Join(append(r.Warnings, r.Lines...), "; "))
		}
		if len(r.Lines) == 0 || len(r.Commands) == 0 && !strings.Contains(r.Lines[0], "may stay") {
			wrong = append(wrong, "nobody is told what is in between and what to enter")
		}
		return wrong
	}
	wrong = n.is(want)
	if n.second == apply.Between && mercy {
		return nil // whatever it was to this weft
	}
	if n.second == apply.New || n.second == apply.Old { // it came later, or earlier: nobody knows which
		if other := n.is(n.end()); len(other) < len(wrong) {
			wrong = other
		}
	}
	if text := string(n.sw.Running()); n.edits.Load() > 0 && !strings.Contains(text, theirs) && !n.restarts && !tells(r) {
		wrong = append(wrong, "what somebody else changed is gone, and nobody is told")
	}
	return wrong
}

// tells tells whether a report says that what others changed may be gone.
func tells(r *apply.SwitchReport) bool {
	return strings.Contains(strings.Join(r.Warnings, ";"), "went with") || strings.Contains(r.Net, "what others change meanwhile")
}

// is tells by which lines what the switch runs, and what it starts with, differs from a configuration. What others changed does not
// count: it may be there, and it may be gone after a restart.
func (n *node) is(want []byte) (wrong []string) {
	for what, text := range map[string][]byte{"runs": n.sw.Running(), "starts with": n.sw.Saved()} {
		if lines := n.differ(want, text); len(lines) > 0 {
			wrong = append(wrong, fmt.Sprintf("it %s something else, by %d lines: %s", what, len(lines), strings.Join(lines[:min(4, len(lines))], "; ")))
		}
	}
	slices.Sort(wrong)
	return wrong
}

func (n *node) differ(want, got []byte) (lines []string) {
	for _, d := range vendors.Sets(n.in.Vendor, n.in.Vendor.Deltas(n.parsed(want), n.parsed(got))) {
		if line := lineOf(d); !n.foreign[line[2:]] {
			lines = append(lines, line)
		}
	}
	return lines
}

func (n *node) parsed(text []byte) vendors.Config {
	c, _ := n.in.Vendor.Parse(text)
	return vendors.PlainOf(n.in.Vendor, c, n.in.Site.Platform)
}

func lineOf(d vendors.Delta) string {
	return string(d.Op) + " " + strings.Join(append(slices.Clone(d.Path), d.Text), " > ")
}

// codes are the exit codes that tell the truth.
func (s *stage) codes(e ending) []int {
	all := func(is func(apply.SwitchReport) bool) bool {
		return !slices.ContainsFunc(e.report.Switches, func(r apply.SwitchReport) bool { return !is(r) })
	}
	new := all(func(r apply.SwitchReport) bool { return r.Outcome == apply.New })
	changed := all(func(r apply.SwitchReport) bool {
		return r.Outcome == apply.New || r.Outcome == apply.Refused || r.Outcome == apply.Unreachable
	})
	lost := !all(func(r apply.SwitchReport) bool { return !r.Failed })
	switch {
	case new && lost && e.asked == 0:
		return []int{3} // there was no other way than on
	case e.asked > 0 && new:
		return []int{0, 130} // it may have come when all was done
	case e.asked > 0:
		return []int{3, 6, 130}
	case new:
		return []int{0}
	case changed:
		return []int{3, 6} // 3 where one was lost on the way
	}
	return []int{3}
}

// left is what is still on switches that are old or new, two hours later and with all faults away.
func (s *stage) left(t testing.TB, e ending) (wrong []string) {
	if e.err != nil {
		return nil
	}
	for _, r := range e.report.Switches {
		if r.Outcome != apply.Old && r.Outcome != apply.New || strings.Contains(strings.Join(r.Warnings, ";"), "could not be removed") {
			continue
		}
		claims, err := s.claims(t, r.Name)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s cannot be looked at: %v", r.Name, err))
		}
		for _, c := range claims {
			if c.Tx == apply.TxID(e.report.Run, r.Name) {
				wrong = append(wrong, fmt.Sprintf("%s still has the %s of the run", r.Name, c.What))
			}
		}
	}
	return wrong
}

func (s *stage) claims(t testing.TB, name string) ([]vendors.Claim, error) {
	session, err := s.Connect(t.Context(), s.nodes[name].in.Site)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	return session.Claims(t.Context())
}

// heal takes all faults away, and believes the keys that switches have now, as a person does who has seen to them.
func (s *stage) heal() {
	var known []byte
	for name, n := range s.nodes {
		n.sw.Heal()
		known = append(known, knownhosts.Line([]string{name}, n.sw.HostKey())+"\n"...)
	}
	file := filepath.Join(s.dir, "known_hosts")
	must(os.WriteFile(file, known, 0o600))
	var err error
	s.book.KnownHosts, err = ssh.LoadKnownHosts(file)
	must(err)
	s.mu.Lock()
	s.dead = false
	s.mu.Unlock()
	time.Sleep(time.Minute) // a switch that restarts comes back
}

// leaks are the places that hold a secret.
func (s *stage) leaks(t testing.TB, e ending) (places []string) {
	leaks := func(text []byte) bool {
		return slices.ContainsFunc(secrets, func(secret string) bool { return bytes.Contains(text, []byte(secret)) })
	}
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if leaks(text) {
			places = append(places, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	report, err := json.Marshal(e.report)
	if err != nil {
		t.Error(err)
	}
	if leaks(report) {
		places = append(places, "the report")
	}
	if leaks([]byte(strings.Join(s.story(), "\n"))) || e.err != nil && leaks([]byte(e.err.Error())) {
		places = append(places, "what was told")
	}
	return places
}

// theirs is a word that is in every line of others.
const theirs = "THEIRS"

// lines are what others type, by vendor. PORT is the first port of the switch.
var lines = map[string]map[string][]string{
	"nxos": {
		actElsewhere: {"interface mgmt0", "description " + theirs, "exit"},
		actBeside:    {"class-map type qos match-any " + theirs, "match dscp 63", "exit"},
	},
	"cloudengine": {
		actElsewhere: {"interface PORT", "description " + theirs, "quit"},
		actBeside:    {"drop-profile " + theirs, "quit"},
	},
	"sonic": {
		actElsewhere: {"sonic-db-cli CONFIG_DB HSET SYSLOG_SERVER|" + theirs + " port 514"},
		actBeside:    {"sonic-db-cli CONFIG_DB HSET SCHEDULER|" + theirs + " weight 7"},
	},
}

// typed are the lines that others type at a switch.
func (m *model) typed(what string) []string {
	typed := slices.Clone(lines[m.in.Vendor.Name()][what])
	for i := range typed {
		typed[i] = strings.ReplaceAll(typed[i], "PORT", m.in.Site.Ports[0].Name)
	}
	return typed
}

// foreigner finds out which lines of a configuration others change.
func (m *model) foreigner() (map[string]bool, error) {
	changed := map[string]bool{"drop-profile someone_else": true} // what the lab itself has others leave on a CloudEngine
	for _, what := range []string{actElsewhere, actBeside} {
		sw, err := lab.New(lab.Config{Name: m.in.Name, Vendor: m.in.Vendor, Platform: m.in.Site.Platform, Running: m.in.Running, HostKey: proof().hostKey})
		if err != nil {
			return nil, err
		}
		before := sw.Running()
		if err := sw.Edit(m.typed(what)...); err != nil {
			return nil, err
		}
		n := node{model: m}
		deltas := m.in.Vendor.Deltas(n.parsed(before), n.parsed(sw.Running()))
		if len(deltas) == 0 {
			return nil, fmt.Errorf("%s: nobody changed anything %s", m.in.Name, what)
		}
		for _, d := range deltas {
			changed[lineOf(d)[2:]] = true
		}
		if err := sw.Close(); err != nil {
			return nil, err
		}
	}
	return changed, nil
}
