package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// The behaviours of dual-stage commits that no source confirms (nxos.md 7), by the id of their reading.
const (
	doubtStageQoS     = "nxos.dual-stage-qos"     // 1: lines of QoS fail the verification
	doubtStageTimer   = "nxos.dual-stage-timer"   // with the session that committed: 1: it ends, and what runs stays; 2: it runs out at once
	doubtStageConfirm = "nxos.dual-stage-confirm" // 1: only the session that committed confirms, others are not heeded
)

// nxosDoubts are their readings.
var nxosDoubts = []vendors.Assumption{
	{ID: doubtStageQoS, Readings: []string{"lines of QoS are taken", "they are not"}},
	{ID: doubtStageTimer, Readings: []string{"the timer outlives the session", "it ends with it", "it runs out with it"}},
	{ID: doubtStageConfirm, Readings: []string{"any session confirms", "only the one that committed"}},
}

// nxosCommit is a commit of dual-stage mode.
type nxosCommit struct {
	ID     int       `json:"id"`
	User   string    `json:"user"` // empty for the switch itself
	At     time.Time `json:"at"`
	Before string    `json:"before"`
	Text   string    `json:"text"`
}

// nxosTrial is a commit that waits to be confirmed.
type nxosTrial struct {
	Until  time.Time `json:"until"`
	Before string    `json:"before"` // what the switch goes back to
}

// addCommit lists a commit whose result runs. mu is held.
func (n *nxos) addCommit(user, before string) (id int) {
	const first, most = 1000000001, 100
	id = first
	if last := len(n.kept.Commits) - 1; last >= 0 {
		id = n.kept.Commits[last].ID + 1
	}
	n.kept.Commits = append(n.kept.Commits, nxosCommit{ID: id, User: user, At: time.Now(), Before: before, Text: string(n.sw.text)})
	if len(n.kept.Commits) > most {
		n.kept.Commits = slices.Delete(n.kept.Commits, 0, 1)
	}
	n.sw.changed()
	return id
}

// confirmed waits for the confirmation of a commit, or confirms with one that needs none. Of two that wait the first counts. mu is held.
func (n *nxos) confirmed(c *nxosSession, before string, within time.Duration) {
	switch {
	case within == 0:
		n.confirm(c)
		return
	case n.sw.faulty(FaultNoCommit):
		return
	case n.kept.Trial != nil:
		before = n.kept.Trial.Before
	}
	n.endTrial()
	n.kept.Trial, n.trialOf = &nxosTrial{Until: time.Now().Add(within), Before: before}, c
	n.startTimer()
}

// confirm makes a commit stay that waits for it. mu is held.
func (n *nxos) confirm(c *nxosSession) {
	if n.sw.readings[doubtStageConfirm] == 1 && n.trialOf != c {
		return
	}
	n.endTrial()
	n.sw.changed()
}

// startTimer waits until the time of the trial is over. mu is held.
func (n *nxos) startTimer() {
	trial := n.kept.Trial
	n.timer = time.AfterFunc(max(time.Until(trial.Until), 0), func() {
		n.sw.mu.Lock()
		defer n.sw.mu.Unlock()
		if n.kept.Trial == trial && !n.sw.closed {
			n.revertTrial()
		}
	})
}

// endTrial forgets the trial: what runs stays. mu is held.
func (n *nxos) endTrial() {
	n.stop()
	n.kept.Trial, n.trialOf, n.timer = nil, nil, nil
}

// revertTrial has the switch run what it ran before the trial. A text that it ran can be read. mu is held.
func (n *nxos) revertTrial() {
	before, now := n.kept.Trial.Before, string(n.sw.text)
	n.endTrial()
	n.note("Confirm commit Timer expired, triggering rollback commit")
	if err := n.sw.load([]byte(before)); err != nil {
		n.note("Rollback failed: " + err.Error())
		return
	}
	n.addCommit("", now)
}

// leave is the end of a session.
func (c *nxosSession) leave() {
	n := c.n
	n.sw.mu.Lock()
	defer n.sw.mu.Unlock()
	if n.trialOf != c || n.sw.closed {
		return
	}
	n.trialOf = nil
	switch n.sw.readings[doubtStageTimer] {
	case 1:
		n.endTrial()
	case 2:
		n.revertTrial()
	}
}

func (c *nxosSession) showCommits([]string) (string, error) {
	return c.locked(func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "%-12s %-14s %s\n", "Commit ID", "User", "Time Stamp")
		for _, k := range slices.Backward(c.n.kept.Commits) {
			user := k.User
			if user == "" {
				user = "rollback"
			}
			fmt.Fprintf(&b, "%-12d %-14s %s\n", k.ID, user, k.At.UTC().Format(time.ANSIC))
		}
		return b.String()
	})
}

// findCommit is a commit by its number as it is typed, or nil. mu is held.
func (n *nxos) findCommit(typed string) *nxosCommit {
	id, _ := strconv.Atoi(typed)
	for i := range n.kept.Commits {
		if n.kept.Commits[i].ID == id {
			return &n.kept.Commits[i]
		}
	}
	return nil
}

const saysNoCommit = "ERROR: Commit ID does not exist\n"

func (c *nxosSession) showCommit(args []string) (string, error) {
	return c.locked(func() string {
		k := c.n.findCommit(args[0])
		if k == nil {
			return saysNoCommit
		}
		at := k.At.UTC().Format(time.ANSIC)
		var b strings.Builder
		fmt.Fprintf(&b, "*** /bootflash/.dual-stage/%d.tmp\t%s\n--- /bootflash/.dual-stage/%d\t%s\n***************\n", k.ID, at, k.ID, at)
		v := c.n.sw.cfg.Vendor
		from, _ := v.Parse([]byte(k.Before))
		to, _ := v.Parse([]byte(k.Text))
		for _, d := range vendors.Sets(v, v.Deltas(from, to)) {
			fmt.Fprintf(&b, "%c %s%s\n", d.Op, strings.Repeat("  ", len(d.Path)), d.Text)
		}
		return b.String()
	})
}

// rollbackCommit goes to what ran when a commit was done.
func (c *nxosSession) rollbackCommit(args []string) (string, error) {
	return c.locked(func() string {
		k := c.n.findCommit(args[0])
		if k == nil {
			return saysNoCommit
		}
		return "Rolling back to commitID :" + args[0] + "\nADVISORY: Rollback operation started... CTRL-C is disabled.\n" + c.rollback(k.Text)
	})
}
