package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// vrp is a CloudEngine switch. Lines of configuration go to a candidate of the session's own and become live in a commit, which may
// be a trial that the switch takes back by itself (cloudengine.md 7).
type vrp struct {
	sw *Switch

	// All of it is guarded by Switch.mu.
	kept  vrpState
	timer *time.Timer // of the trial
	lock  vrpLock
	lines int // of terminals, so far
}

// vrpState is what a CloudEngine keeps beside its two texts.
type vrpState struct {
	Commits []vrpCommit `json:"commits"` // oldest first; the first is what it started with
	Trial   *vrpTrial   `json:"trial,omitempty"`
}

// vrpCommit is a rollback point: what the switch ran after a commit.
type vrpCommit struct {
	ID          int       `json:"id"`
	User        string    `json:"user"`
	Line        string    `json:"line"`
	At          time.Time `json:"at"`
	Label       string    `json:"label,omitempty"`
	Description string    `json:"description,omitempty"`
	Text        string    `json:"text"`
}

// vrpTrial is a commit that waits to be confirmed.
type vrpTrial struct {
	Persist string    `json:"persist,omitempty"` // empty for one that ends with its session
	User    string    `json:"user"`
	Line    string    `json:"line"` // of the terminal that started it
	Until   time.Time `json:"until"`
	Before  string    `json:"before"` // what the switch goes back to
}

// vrpLock is `configuration exclusive`.
type vrpLock struct {
	by   *vrpSession
	used time.Time
}

// Limits of the manual (cloudengine.md 7.2).
const (
	mostCommits    = 80
	firstCommit    = 1000000001
	leastTrial     = 60 * time.Second
	mostTrial      = 65535 * time.Second
	usualTrial     = 600 * time.Second
	exclusiveIdles = 30 * time.Second
)

func newVRP(sw *Switch) personality { return &vrp{sw: sw} }

// refusal is a refusal of a line whose syntax is right.
func (v *vrp) refusal() string { return "Error: The operation failed." }

func (v *vrp) remember() any {
	kept := vrpState{Commits: slices.Clone(v.kept.Commits)}
	if v.kept.Trial != nil {
		trial := *v.kept.Trial
		kept.Trial = &trial
	}
	return kept
}

func (v *vrp) recall(kept json.RawMessage) error {
	if err := json.Unmarshal(kept, &v.kept); err != nil {
		return err
	}
	if t := v.kept.Trial; t != nil {
		v.startTimer(time.Until(t.Until))
	}
	return nil
}

// rebooted ends a trial: what was saved runs now.
func (v *vrp) rebooted() {
	v.endTrial()
	v.lock = vrpLock{}
	v.addCommit("", "", "", "")
}

func (v *vrp) stop() {
	if v.timer != nil {
		v.timer.Stop()
	}
}

// edit has another operator type lines in the system view, and commit them.
func (v *vrp) edit(lines []string) error {
	if v.kept.Trial != nil {
		return errors.New(strings.TrimSpace(saysInTrial)) // only whose trial it is may configure (cloudengine.md 7.2)
	}
	if err := v.commitLines(lines); err != nil {
		return err
	}
	v.addCommit("another", "VTY 20", "", "")
	return nil
}

// foreign is a drop profile that nothing uses: a block that weft reads, of an object that is not its own.
func (v *vrp) foreign() []string {
	return []string{"drop-profile someone_else", "quit"}
}

// leave makes a trial of another run.
func (v *vrp) leave(what string) error {
	if what != FaultTrial {
		return fmt.Errorf("lab: %s: a CloudEngine switch has no left-over of the kind %q", v.sw.cfg.Name, what)
	}
	before := string(v.sw.text)
	if err := v.commitLines(v.foreign()); err != nil {
		return err
	}
	v.startTrial(&vrpTrial{Persist: v.sw.strangeID(), User: "admin", Line: "VTY 20", Before: before}, usualTrial)
	return nil
}

// commitLines has the switch run what lines make of its configuration, all or none of them. mu is held.
func (v *vrp) commitLines(lines []string) error {
	parsed, _ := v.sw.cfg.Vendor.Parse(v.sw.text)
	device := v.sw.cfg.Vendor.Replay(parsed, v.sw.cfg.Platform, v.sw.readings)
	if _, err := device.Do(vendors.Step{Commands: lines}); err != nil {
		return err
	}
	v.firstPoint()
	v.sw.device = device
	v.sw.changed()
	return nil
}

// firstPoint makes the point of what the switch ran before its first commit.
func (v *vrp) firstPoint() {
	if len(v.kept.Commits) == 0 {
		v.kept.Commits = []vrpCommit{{ID: firstCommit, User: "anonymous", Line: "CON 1023", At: v.sw.edited, Text: string(v.sw.text)}}
	}
}

// addCommit makes a point of what runs.
func (v *vrp) addCommit(user, line, label, description string) {
	v.firstPoint()
	last := v.kept.Commits[len(v.kept.Commits)-1]
	v.kept.Commits = append(v.kept.Commits, vrpCommit{
		ID: last.ID + 1, User: user, Line: line, At: time.Now(), Label: label, Description: description, Text: string(v.sw.text),
	})
	if n := len(v.kept.Commits); n > mostCommits {
		v.kept.Commits = slices.Clone(v.kept.Commits[n-mostCommits:])
	}
	v.sw.changed()
}

// startTrial waits for a confirmation of what runs now.
func (v *vrp) startTrial(t *vrpTrial, within time.Duration) {
	v.endTrial()
	t.Until = time.Now().Add(within)
	v.kept.Trial = t
	v.startTimer(within)
	v.sw.changed()
}

func (v *vrp) startTimer(within time.Duration) {
	trial := v.kept.Trial
	v.timer = time.AfterFunc(max(within, 0), func() {
		v.sw.mu.Lock()
		defer v.sw.mu.Unlock()
		if v.kept.Trial == trial && !v.sw.closed {
			v.revertTrial()
		}
	})
}

// endTrial forgets the trial: what runs stays.
func (v *vrp) endTrial() {
	v.stop()
	v.kept.Trial, v.timer = nil, nil
}

// revertTrial has the switch run what it ran before the trial. A text that it ran can be read.
func (v *vrp) revertTrial() error {
	before := v.kept.Trial.Before
	v.endTrial()
	if err := v.sw.load([]byte(before)); err != nil {
		return err
	}
	v.addCommit("", "", "", "")
	return nil
}

func (v *vrp) shell(s *session) error {
	c := v.start(s)
	defer c.leave()
	return s.converse(c.t, c)
}

func (v *vrp) start(s *session) *vrpSession {
	v.sw.mu.Lock()
	defer v.sw.mu.Unlock()
	c := &vrpSession{v: v, s: s, t: newTTY(s, "  ---- More ----"), line: fmt.Sprintf("VTY %d", v.lines%20)}
	v.lines++
	return c
}

// exec does one line in the user view, as `ssh SWITCH LINE` sends it.
func (v *vrp) exec(s *session, command string, f verdict) int {
	c := v.start(s)
	c.t.page = 0
	defer c.leave()
	answer, err := c.run(strings.TrimSpace(command), f)
	if err != nil && !errors.Is(err, errOver) {
		return 1
	}
	c.t.write(f.spoilt(answer))
	c.t.flush()
	if strings.Contains(answer, "Error:") {
		return 1
	}
	return 0
}
