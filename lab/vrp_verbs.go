package lab

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// vrpVerbs are the commands of all views that are no configuration (cloudengine.md 5 to 8).
var vrpVerbs = []verb[*vrpSession]{
	{"screen-length <lines> temporary", "lines of a page; 0 prints on", (*vrpSession).length},
	{"screen-width <columns>", "", nothing[*vrpSession]},
	{"undo terminal monitor", "", nothing[*vrpSession]},
	{"terminal monitor", "", nothing[*vrpSession]},
	{"mmi-mode enable", "no questions", (*vrpSession).mute},
	{"undo mmi-mode enable", "", (*vrpSession).unmute},
	{"display current-configuration", "what runs", (*vrpSession).showRunning},
	{"display current-configuration interface <port>", "what runs of a port", (*vrpSession).showPort},
	{"display saved-configuration", "what it starts with", (*vrpSession).showSaved},
	{"display this", "what runs of the view", (*vrpSession).showThis},
	{"display configuration trial status", "whether a trial is on", (*vrpSession).showTrial},
	{"display configuration commit list", "the points to go back to", (*vrpSession).showCommits},
	{"display configuration commit list <count>", "", (*vrpSession).showCommits},
	{"display configuration commit list verbose", "", (*vrpSession).showCommitsVerbose},
	{"display configuration commit changes last <count>", "what the last commits changed", (*vrpSession).showCommitChanges},
	{"display configuration exclusive user", "who holds the configuration", (*vrpSession).showExclusive},
	{"display configuration-occupied user", "", (*vrpSession).showExclusive},
	{"configuration exclusive", "hold the configuration", (*vrpSession).exclusive},
	{"undo configuration exclusive", "", (*vrpSession).shared},
	{"display version", "model and release", (*vrpSession).showVersion},
	{"display clock", "", (*vrpSession).showClock},
	{"display users", "", (*vrpSession).showUsers},
	{"display interface brief", "the ports", (*vrpSession).showBrief},
	{"display lldp neighbor brief", "the neighbours", (*vrpSession).showLLDP},
	{"display eth-trunk", "the bundles", (*vrpSession).showTrunks},
	{"display dcb", "PFC and ETS of ports", (*vrpSession).showDCB},
	{"display dcb pfc", "PFC as hardware has it", (*vrpSession).showPFC},
	{"display dcb pfc interface <port>", "", (*vrpSession).showPFC},
	{"display dcb pfc deadlock trigger status", "", (*vrpSession).showDeadlocks},
	{"display qos queue statistics interface <port>", "counters of queues", (*vrpSession).showQueues},
	{"display traffic-policy applied-record", "policies as hardware has them", (*vrpSession).showApplied},
}

// vrpUserVerbs are those of the user view.
var vrpUserVerbs = []verb[*vrpSession]{
	{"system-view", "change the configuration: lines go to a candidate", (*vrpSession).enter},
	{"return", "", nothing[*vrpSession]},
	{"quit", "log out", (*vrpSession).logout},
	{"save", "save", (*vrpSession).save},
	{"save <file>", "", (*vrpSession).save},
	{"rollback configuration to commit-id <id>", "go back to a point", (*vrpSession).rollbackTo},
	{"rollback configuration last <count>", "take the last commits back", (*vrpSession).rollbackLast},
	{"reboot", "restart with what is saved", (*vrpSession).reboot},
}

// vrpSystemVerbs are those of all other views.
var vrpSystemVerbs = []verb[*vrpSession]{
	{"quit", "leave the view", (*vrpSession).up},
	{"return", "leave all views", (*vrpSession).back},
	{"commit", "make the candidate live", (*vrpSession).commitPlain},
	{"commit <how...>", "the same with [trial [SECONDS]] [label L] [persist ID] [description TEXT], or confirm a trial by persist ID", (*vrpSession).commitWith},
	{"abort trial", "take a trial back", (*vrpSession).abort},
	{"abort trial persist <id>", "", (*vrpSession).abort},
	{"clear configuration candidate", "forget the candidate", (*vrpSession).clear},
	{"refresh configuration candidate", "put it on top of what runs now", (*vrpSession).refresh},
	{"display configuration candidate", "the candidate", (*vrpSession).showMerge},
	{"display configuration candidate merge", "what would run", (*vrpSession).showMerge},
	{"display configuration candidate changes", "what would change", (*vrpSession).showChanges},
}

func (c *vrpSession) length(args []string) (string, error) {
	lines, ok := number(args[0], 0, 512)
	if !ok {
		return c.wrong("screen-length "+args[0], len("screen-length "), unknown), nil
	}
	c.t.page = lines
	return "", nil
}

func (c *vrpSession) mute([]string) (string, error) {
	c.quiet = true
	return "", nil
}

func (c *vrpSession) unmute([]string) (string, error) {
	c.quiet = false
	return "", nil
}

func (c *vrpSession) showRunning([]string) (string, error) {
	return c.locked(func() string { return string(c.v.sw.text) })
}

func (c *vrpSession) showSaved([]string) (string, error) {
	return c.locked(func() string { return string(c.v.sw.saved) })
}

func (c *vrpSession) showPort(args []string) (string, error) {
	return c.locked(func() string { return "#\n" + blockOf(string(c.v.sw.text), "interface "+args[0]) + "#\nreturn\n" })
}

func (c *vrpSession) showThis([]string) (string, error) {
	return c.locked(func() string {
		if len(c.view) < 2 {
			return "#\nsysname " + c.v.sw.hostname() + "\n#\nreturn\n"
		}
		return "#\n" + blockOf(string(c.v.sw.text), c.view[1]) + "#\nreturn\n"
	})
}

func (c *vrpSession) showTrial([]string) (string, error) {
	return c.locked(func() string {
		t := c.v.kept.Trial
		if t == nil {
			return "Trial status: INACTIVE\nTrial time left (sec): 0\n"
		}
		persist := ""
		if t.Persist != "" {
			persist = "Persist id: " + t.Persist + "\n"
		}
		return fmt.Sprintf("Trial status: ACTIVE\n%sTrial time left (sec): %d\n", persist, int(time.Until(t.Until).Seconds()))
	})
}

const stamp = "2006-01-02 15:04:05Z07:00"

// newest are the points, the last one first.
func (v *vrp) newest() []vrpCommit {
	v.firstPoint()
	points := slices.Clone(v.kept.Commits)
	slices.Reverse(points)
	return points
}

func (c *vrpSession) showCommits(args []string) (string, error) {
	return c.locked(func() string {
		points := c.v.newest()
		if len(args) > 0 {
			n, ok := number(args[0], 1, mostCommits)
			if !ok {
				return "Error: Wrong parameter found at '^' position.\n"
			}
			points = points[:min(n, len(points))]
		}
		line := strings.Repeat("-", 80) + "\n"
		var b strings.Builder
		b.WriteString(line + "No.  CommitId    Label                User             TimeStamp\n" + line)
		for i, p := range points {
			fmt.Fprintf(&b, "%-4d %-11d %-20s %-16s %s\n", i+1, p.ID, dash(p.Label), dash(p.User), p.At.UTC().Format(stamp))
		}
		return b.String() + line
	})
}

// dash is a word, or - for none.
func dash(word string) string {
	if word == "" {
		return "-"
	}
	return word
}

func (c *vrpSession) showCommitsVerbose([]string) (string, error) {
	return c.locked(func() string {
		var b strings.Builder
		for i, p := range c.v.newest() {
			fmt.Fprintf(&b, "%d) CommitId: %d\n        Label: %s\n        User: %s\n        User-Intf: %s\n        Type: CLI\n        TimeStamp: %s\n        Description: %s\n\n",
				i+1, p.ID, dash(p.Label), dash(p.User), dash(p.Line), p.At.UTC().Format(stamp), p.Description)
		}
		return b.String()
	})
}

func (c *vrpSession) showCommitChanges(args []string) (string, error) {
	return c.locked(func() string {
		points := c.v.newest()
		n, ok := number(args[0], 1, mostCommits)
		if !ok || n >= len(points) {
			return "Error: Wrong parameter found at '^' position.\n"
		}
		return c.v.changes([]byte(points[n].Text), []byte(points[0].Text))
	})
}

// changes are the lines by which two texts differ, as the switch prints them.
func (v *vrp) changes(from, to []byte) string {
	was, _ := v.sw.cfg.Vendor.Parse(from)
	is, _ := v.sw.cfg.Vendor.Parse(to)
	return diffOf(v.sw.cfg.Vendor.Deltas(was, is))
}

// diffOf writes differences under the headers of their blocks.
func diffOf(deltas []vendors.Delta) string {
	var b strings.Builder
	b.WriteString("Building configuration\n")
	var at []string
	for i, d := range deltas {
		if i == 0 || !slices.Equal(at, d.Path) || len(d.Path) == 0 {
			b.WriteString("  #\n")
			for depth, header := range d.Path {
				b.WriteString("  " + strings.Repeat(" ", depth) + header + "\n")
			}
		}
		at = d.Path
		b.WriteString(string(d.Op) + " " + strings.Repeat(" ", len(d.Path)) + d.Text + "\n")
	}
	if len(deltas) > 0 {
		b.WriteString("  #\n")
	}
	return b.String()
}

func (c *vrpSession) showChanges([]string) (string, error) {
	return c.locked(func() string {
		if !c.pending {
			return "Building configuration\n"
		}
		return c.v.changes(c.base, c.candidate.Config().Bytes())
	})
}

func (c *vrpSession) showMerge([]string) (string, error) {
	return c.locked(func() string { return string(c.candidate.Config().Bytes()) })
}

func (c *vrpSession) showExclusive([]string) (string, error) {
	return c.locked(func() string {
		by := c.v.lock.by
		if by == nil || time.Since(c.v.lock.used) >= exclusiveIdles {
			return ""
		}
		return "User Index: " + strings.TrimPrefix(by.line, "VTY ") + "\nUser Session Name: " + by.line + "\nUser Name: " + by.s.user +
			"\nIP Address: -\nLocked Time: " + c.v.lock.used.UTC().Format(stamp) + "\n"
	})
}

func (c *vrpSession) showVersion([]string) (string, error) {
	return c.locked(func() string {
		p := c.v.sw.cfg.Platform
		return "Huawei Versatile Routing Platform Software\nVRP (R) software, Version 8 (" + p.Model + " " + p.Release + ")\nHUAWEI " + p.Model + " (simulated)\n"
	})
}

func (c *vrpSession) showClock([]string) (string, error) {
	return time.Now().UTC().Format("2006-01-02 15:04:05\nMonday\nTime Zone(UTC) : UTC\n"), nil
}

func (c *vrpSession) showUsers([]string) (string, error) {
	return "  User-Intf    Delay    Type   Network Address     AuthenStatus    AuthorcmdFlag\n+ " + c.line + "  00:00:00  SSH    -   pass   no  Username : " + c.s.user + "\n", nil
}
