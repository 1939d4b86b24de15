package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// nxos is a Nexus switch. A line of configuration is live at once, unless it is typed in dual-stage mode; the way back are checkpoints.
type nxos struct {
	sw *Switch

	// All of it is guarded by Switch.mu.
	kept  nxosState
	typed *nxosSession   // the session that the device is in the view of
	on    vendors.Device // the device that it was
	log   []string       // the system log

	timer   *time.Timer  // of the commit that waits to be confirmed
	trialOf *nxosSession // the session that committed it, while there is one
}

// nxosState is what a Nexus keeps beside its two texts.
type nxosState struct {
	Files  map[string]nxosFile `json:"files"`  // of bootflash
	Points []nxosPoint         `json:"points"` // named checkpoints, oldest first

	Commits []nxosCommit `json:"commits,omitempty"` // of dual-stage mode, oldest first
	Trial   *nxosTrial   `json:"trial,omitempty"`
}

// nxosFile is a file of bootflash. Only one that the switch wrote as a checkpoint can be rolled back to.
type nxosFile struct {
	Text       string    `json:"text"`
	At         time.Time `json:"at"`
	Checkpoint bool      `json:"checkpoint"`
}

// nxosPoint is a named checkpoint.
type nxosPoint struct {
	Name string    `json:"name"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
	By   string    `json:"by"`
}

// mostPoints is how many named checkpoints there can be (nxos.md 7).
const mostPoints = 10

func newNXOS(sw *Switch) personality {
	return &nxos{sw: sw, kept: nxosState{Files: map[string]nxosFile{}}}
}

// refusal is a refusal of a line whose syntax is right.
func (n *nxos) refusal() string { return "ERROR: the command could not be done" }

func (n *nxos) remember() any {
	kept := nxosState{Files: maps.Clone(n.kept.Files), Points: slices.Clone(n.kept.Points), Commits: slices.Clone(n.kept.Commits)}
	if n.kept.Trial != nil {
		trial := *n.kept.Trial
		kept.Trial = &trial
	}
	return kept
}

func (n *nxos) recall(kept json.RawMessage) error {
	if err := json.Unmarshal(kept, &n.kept); err != nil {
		return err
	}
	if n.kept.Files == nil {
		n.kept.Files = map[string]nxosFile{}
	}
	if n.kept.Trial != nil {
		n.startTimer()
	}
	return nil
}

// rebooted forgets the log, and a commit that waits: what was saved runs now. Files and checkpoints stay.
func (n *nxos) rebooted() {
	n.log = nil
	n.endTrial()
}

func (n *nxos) stop() {
	if n.timer != nil {
		n.timer.Stop()
	}
}

// edit has another operator type lines in configuration mode.
func (n *nxos) edit(lines []string) error {
	was := slices.Clone(n.sw.text)
	n.typed = nil
	for _, line := range append([]string{"configure terminal"}, lines...) {
		if _, err := n.sw.device.Do(vendors.Step{Commands: []string{line}}); err != nil {
			return errors.Join(err, n.sw.load(was))
		}
		n.remark(line)
	}
	n.sw.changed()
	return nil
}

// foreign is a class-map that nothing uses: a line that weft reads, of an object that is not its own.
func (n *nxos) foreign() []string {
	return []string{"class-map type qos match-any SOMEONE_ELSE", "match dscp 63", "exit"}
}

// leave makes checkpoints of other runs.
func (n *nxos) leave(what string) error {
	switch what {
	case FaultCheckpoint:
		n.kept.Files[n.sw.strangeID()] = nxosFile{Text: string(n.sw.text), At: time.Now(), Checkpoint: true}
	case FaultCheckpoints:
		for len(n.kept.Points) < mostPoints {
			name := fmt.Sprintf("before-change-%d", len(n.kept.Points)+1)
			n.kept.Points = append(n.kept.Points, nxosPoint{Name: name, Text: string(n.sw.text), At: time.Now(), By: "admin"})
		}
	default:
		return fmt.Errorf("lab: %s: a Nexus switch has no left-over of the kind %q", n.sw.cfg.Name, what)
	}
	return nil
}

// strangeID is the name of a transaction of somebody else's. mu is held.
func (sw *Switch) strangeID() string {
	id := []byte("weft-")
	for range 10 {
		id = append(id, "0123456789abcdefghijklmnopqrstuvwxyz"[sw.random.IntN(36)])
	}
	return string(id)
}

// note writes a line of the system log. mu is held.
func (n *nxos) note(message string) {
	const mostLines = 1000
	if len(n.log) == mostLines {
		n.log = slices.Delete(n.log, 0, mostLines/2)
	}
	n.log = append(n.log, time.Now().UTC().Format("2006 Jan _2 15:04:05 ")+n.sw.hostname()+" "+message)
}

func (n *nxos) shell(s *session) error {
	c := &nxosSession{n: n, s: s}
	c.t = newTTY(s, "--More--")
	defer c.leave()
	return s.converse(c.t, c)
}

// exec does one line in exec mode, as `ssh SWITCH LINE` sends it.
func (n *nxos) exec(s *session, command string, v verdict) int {
	c := &nxosSession{n: n, s: s}
	c.t = newTTY(s, "")
	c.t.page = 0
	defer c.leave()
	answer, err := c.run(strings.TrimSpace(command), v)
	if err == nil || errors.Is(err, errOver) {
		c.t.write(strings.ReplaceAll(v.spoilt(answer), "\r", ""))
		c.t.flush()
	}
	if err != nil && !errors.Is(err, errOver) || isRefusedByNXOS(answer) {
		return 1
	}
	return 0
}

func isRefusedByNXOS(answer string) bool {
	return strings.Contains(answer, "ERROR:") || strings.Contains(answer, "\n% ") || strings.HasPrefix(answer, "% ")
}
