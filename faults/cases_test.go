package faults

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/plan"
)

// kinds are a change of a switch of each kind that there is.
var kinds = map[string]cast{
	"nxos":        {Name: "leaf1", Change: fresh},
	"nxos-staged": {Name: "leaf7", Change: tuned},
	"cloudengine": {Name: "leaf2", Change: fresh},
	"sonic-ssh":   {Name: "leaf6", Change: fresh},
	"sonic-gnmi":  {Name: "leaf5", Change: tuned},
}

// measure is how long a change of a kind is when nothing goes wrong.
type measure struct{ commands, records, wires int }

var measures sync.Map // by kind

func measured(t *testing.T, kind string) measure {
	t.Helper()
	if m, known := measures.Load(kind); known {
		return m.(measure)
	}
	proof()
	modelFor(t, kinds[kind].Name, kinds[kind].Change)
	var m measure
	inVirtualTime(t, func(t *testing.T, dir string) {
		s := newStage(t, dir, kinds[kind])
		s.gate.do = func(act) {}
		r, err := s.live(t.Context(), s.options(), s.apply)
		if err != nil || r.Switches[0].Outcome != apply.New {
			t.Fatalf("%+v, %v\n%s", r, err, strings.Join(s.told, "\n"))
		}
		m = measure{len(s.nodes[kinds[kind].Name].sw.Commands()), s.gate.count(byRecord), s.gate.count(byWire)}
		must(s.close())
	})
	measures.Store(kind, m)
	return m
}

// onEvery plays schedules of each kind of switch, the kinds side by side.
func onEvery(t *testing.T, play func(t *testing.T, kind string, c cast, m measure), except ...string) {
	for kind, c := range kinds {
		if slices.Contains(except, kind) {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			play(t, kind, c, measured(t, kind))
		})
	}
}

// lawful plays a schedule after which the law has to hold.
func lawful(t *testing.T, s *schedule) played {
	t.Helper()
	p := s.play(t)
	if len(p.wrong) > 0 {
		t.Errorf("%s\n%s\n%s", strings.Join(p.wrong, "\n"), strings.Join(p.told, "\n"), s.command())
	}
	return p
}

// ends wants a change to have ended in one of some ways, with one of some exit codes.
func (p *played) ends(t *testing.T, code int, outcomes ...apply.Outcome) {
	t.Helper()
	if p.err != nil {
		t.Errorf("nothing was touched: %v", p.err)
		return
	}
	if got := p.report.Switches[0]; !slices.Contains(outcomes, got.Outcome) || p.report.ExitCode() != code {
		t.Errorf("exit code %d, want %d; %s, want %v: %+v", p.report.ExitCode(), code, got.Outcome, outcomes, got)
	}
}

// struck is a change with one fault on the switch.
func struck(c cast, f lab.Fault) *schedule {
	c.Faults = []lab.Fault{f}
	return &schedule{Cast: []cast{c}}
}

// spread are some of the numbers from 0 to n, the first and the last among them: all of them where they are no more than most.
func spread(n, most int) []int {
	if testing.Short() {
		most = min(most, 4)
	}
	var all []int
	for i := range most {
		at := i
		if n >= most {
			at = i * n / (most - 1)
		}
		if at <= n {
			all = append(all, at)
		}
	}
	return slices.Compact(all)
}

// TestRefusedCommand has the switch refuse command k, for every k: of the push, and of all else that is entered.
func TestRefusedCommand(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, k := range spread(m.commands, most(200)) {
			lawful(t, struck(c, lab.Fault{Name: lab.FaultRefuse, After: k}))
		}
	})
}

// TestIgnoredCommand has the switch say yes to some commands from the k-th on, and do none of them.
func TestIgnoredCommand(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, k := range spread(m.commands, most(16)) {
			for _, times := range []int{1, 4} {
				lawful(t, struck(c, lab.Fault{Name: lab.FaultIgnore, After: k, Times: times}))
			}
		}
	})
}

// TestDropped breaks the connection at command k: before it is done, and when it is.
func TestDropped(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, k := range spread(m.commands, most(24)) {
			lawful(t, struck(c, lab.Fault{Name: lab.FaultDrop, After: k}))
			lawful(t, struck(c, lab.Fault{Name: lab.FaultCut, After: k}))
		}
	})
}

// TestTroubled has each other trouble of the lab come at command k.
func TestTroubled(t *testing.T) {
	for _, name := range []string{
		lab.FaultHang, lab.FaultSilence, lab.FaultPrompt, lab.FaultReboot, lab.FaultSyslog, lab.FaultGarbage, lab.FaultSlow, lab.FaultEcho,
		lab.FaultUnprogrammed, lab.FaultFull, lab.FaultBusy, lab.FaultLinkDown, lab.FaultDrops, lab.FaultDeadlock, lab.FaultTCAM, lab.FaultNoCommit, lab.FaultNoPersist,
		lab.FaultGNMIError, lab.FaultCandidate,
	} {
		t.Run(name, func(t *testing.T) {
			onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
				for _, k := range spread(m.commands, most(6)) {
					lawful(t, struck(c, lab.Fault{Name: name, After: k}))
				}
			})
		})
	}
}

// TestShutOut has nobody get in any more, before the change and in the middle of it. Where it may end between, weft ends it once a person has
// seen to the switch.
func TestShutOut(t *testing.T) {
	for _, name := range []string{lab.FaultPassword, lab.FaultHostKey, lab.FaultGNMICert} {
		t.Run(name, func(t *testing.T) {
			onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
				p := lawful(t, struck(c, lab.Fault{Name: name}))
				overTLS := kind == "sonic-gnmi"
				switch {
				case overTLS && name == lab.FaultHostKey, !overTLS && name == lab.FaultGNMICert:
					p.ends(t, 0, apply.New)
				case name == lab.FaultHostKey:
					if p.err == nil || !strings.Contains(p.err.Error(), "host key") {
						t.Errorf("%+v, %v", p.report, p.err)
					}
				default:
					p.ends(t, 6, apply.Unreachable)
				}
				for _, k := range spread(m.commands, most(6)) {
					lawful(t, struck(c, lab.Fault{Name: name, After: k}))
				}
			})
		})
	}
}

// TestLeftovers finds on the switch what others left there: it refuses the change, or is not in the way of it.
func TestLeftovers(t *testing.T) {
	for _, left := range []struct {
		fault string
		kinds string
		code  int
		is    apply.Outcome
	}{
		{lab.FaultCandidate, "cloudengine", 6, apply.Refused},
		{lab.FaultTrial, "cloudengine", 6, apply.Refused},
		{lab.FaultCheckpoint, "nxos nxos-staged sonic-ssh", 6, apply.Refused},
		{lab.FaultUnit, "sonic-ssh", 6, apply.Refused},
		{lab.FaultCheckpoints, "nxos nxos-staged", 0, apply.New}, // all ten places are taken, and weft needs none
	} {
		t.Run(left.fault, func(t *testing.T) {
			onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
				if !slices.Contains(strings.Fields(left.kinds), kind) {
					t.Skip("switches of this kind do not have it, or do not show it")
				}
				p := lawful(t, struck(c, lab.Fault{Name: left.fault}))
				p.ends(t, left.code, left.is)
			})
		})
	}
}

// TestSomebodyElse changes the switch between plan and apply, and during apply.
func TestSomebodyElse(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, what := range []string{actElsewhere, actBeside} {
			p := lawful(t, &schedule{Cast: []cast{c}, Acts: []act{{What: what, On: c.Name, When: moment{byWire, 1}}}})
			if what == actElsewhere {
				p.ends(t, 0, apply.New)
			} else if !errors.Is(p.err, plan.ErrStale) {
				t.Errorf("somebody changed what the plan was made from, and it is not stale: %+v, %v", p.report, p.err)
			}
			for _, k := range spread(m.wires, most(10)) {
				lawful(t, &schedule{Cast: []cast{c}, Acts: []act{{What: what, On: c.Name, When: moment{byWire, k}}}})
			}
		}
	})
}

// TestDiskFull has the journal not take record k, and none from there on.
func TestDiskFull(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, what := range []string{actFull, actFilled} {
			for _, k := range spread(m.records, most(16)) {
				lawful(t, &schedule{Cast: []cast{c}, Acts: []act{{What: what, When: moment{byRecord, k + 1}}}})
			}
		}
	})
}

// TestTwoApplies starts another weft while one is at work: in the same directory, and on another machine.
func TestTwoApplies(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, what := range []string{actTwin, actSecond} {
			for _, k := range spread(m.wires, most(10)) {
				p := lawful(t, &schedule{Cast: []cast{c}, Acts: []act{{What: what, On: c.Name, When: moment{byWire, k}}}})
				if what == actTwin {
					p.ends(t, 0, apply.New)
				}
			}
		}
	})
}

// TestInterrupted asks weft to stop at each record, once and twice. After the first time the switch that is being changed becomes new;
// after the second it goes back.
func TestInterrupted(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		for _, k := range spread(m.records, most(16)) {
			once := act{What: actInterrupt, When: moment{byRecord, k + 1}}
			p := lawful(t, &schedule{Cast: []cast{c}, Acts: []act{once}})
			if p.err == nil && k > 1 && k < m.records-1 {
				p.ends(t, 130, apply.New)
			}
			p = lawful(t, &schedule{Cast: []cast{c}, Acts: []act{once, once}})
			if p.err == nil && p.report.Switches[0].Outcome == apply.Between {
				t.Errorf("twice at record %d: %+v", k, p.report.Switches[0])
			}
		}
	})
}

// TestKilled ends weft at each record of the journal, before it, within it and after it, and at moments between; then it resumes.
func TestKilled(t *testing.T) {
	onEvery(t, func(t *testing.T, kind string, c cast, m measure) {
		var moments []act
		for _, k := range spread(m.records, most(16)) {
			moments = append(moments, act{What: actCrash, When: moment{byRecord, k + 1}}, act{What: actTear, When: moment{byRecord, k + 1}})
		}
		for _, k := range spread(m.wires, most(16)) {
			moments = append(moments, act{What: actCrash, When: moment{byWire, k}})
		}
		for i, a := range moments {
			s := &schedule{Cast: []cast{c}, Acts: []act{a}, Pause: i % 3 * 600} // its timer has run out, or has not
			if p := lawful(t, s); p.err == nil && p.report.Switches[0].Outcome == apply.Between {
				t.Errorf("%s: %+v", fmt.Sprint(a.When), p.report.Switches[0])
			}
		}
	})
}

// TestTrialOfOneSession is a CloudEngine that knows no persistent trials: the session that pushed confirms, and takes back what is not well.
func TestTrialOfOneSession(t *testing.T) {
	proof()
	plain := cast{Name: "leaf2", Change: gone, Faults: []lab.Fault{{Name: lab.FaultNoPersist}}}
	modelFor(t, plain.Name, plain.Change)
	p := lawful(t, &schedule{Cast: []cast{plain}})
	p.ends(t, 0, apply.New)
	plain.Faults = append(plain.Faults, lab.Fault{Name: lab.FaultUnprogrammed})
	p = lawful(t, &schedule{Cast: []cast{plain}})
	p.ends(t, 3, apply.Old)
	if way := p.report.Switches[0].WayBack; way != "ending the trial" {
		t.Errorf("it went back by %q: %+v", way, p.report.Switches[0])
	}
}

// TestSecondCommit has another weft come to a slow switch before the trial of the first one is on: its own commit is refused, and what it
// finds then is not its own to take back. Where both commit at the same moment either may be the first.
func TestSecondCommit(t *testing.T) {
	proof()
	slow := cast{Name: "leaf2", Change: gone, Faults: []lab.Fault{{Name: lab.FaultSlow, After: 20}}}
	modelFor(t, slow.Name, slow.Change)
	const moments = 30
	second := 0
	for at := range moments {
		p := lawful(t, &schedule{Cast: []cast{slow}, Acts: []act{{What: actSecond, On: slow.Name, When: moment{byTime, 400 * at}}}})
		if p.err == nil && p.report.Switches[0].Outcome == apply.Untouched {
			second++
			p.ends(t, 3, apply.Untouched)
			continue
		}
		p.ends(t, 0, apply.New)
	}
	if second > 2 {
		t.Errorf("of %d times the one that came first was the second to commit %d times", moments, second)
	}
}
