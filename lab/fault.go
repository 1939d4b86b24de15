package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fault is one thing that goes wrong on a switch. Events happen at commands: those that Match, counted over all sessions from
// Inject on. States hold from then on.
type Fault struct {
	Name string // one of Faults
	// After is how many commands pass before it. 0 hits the next one, or begins at once.
	After int
	// Times is how many commands it hits then; 0 is once for events that end a command, and for ever for all others.
	Times int
	// Match counts and hits only commands that contain it. Empty is every command.
	Match string
	// Wait is how long what waits does; 0 is the usual time of the fault.
	Wait time.Duration
	// Lines are what the fault "foreign" types, the line of "syslog", the text of "garbage", the new name of "prompt".
	Lines []string
}

// The faults by name.
const (
	FaultDrop         = "drop"         // the connection breaks before the command is done
	FaultCut          = "cut"          // the connection breaks when the command is done, before the answer
	FaultHang         = "hang"         // the command is never done and never answered
	FaultRefuse       = "refuse"       // the command is refused
	FaultIgnore       = "ignore"       // the command is answered as if it were done, and changes nothing
	FaultUnprogrammed = "unprogrammed" // from the next change on, the configuration is accepted and hardware does not have it: nothing is lossless
	FaultSlow         = "slow"         // every answer takes its time (200 ms)
	FaultEcho         = "slow-echo"    // each character that is typed shows after a while (5 ms)
	FaultSilence      = "silence"      // nothing for a while (30 s), then the answer
	FaultSyslog       = "syslog"       // a line of the system log in the middle of the answer
	FaultGarbage      = "garbage"      // bytes that mean nothing before the answer
	FaultPrompt       = "prompt"       // the switch has another name from now on
	FaultReboot       = "reboot"       // the switch restarts before the command is done, and is away for a while (5 s)
	FaultPassword     = "password"     // no password and no key is right
	FaultHostKey      = "hostkey"      // the switch has a new host key
	FaultGNMIError    = "gnmi-error"   // a Set is done, and answered with an error
	FaultGNMICert     = "gnmi-expired" // the certificate of the gNMI server has expired
	FaultNoPersist    = "no-persist"   // a trial of a commit ends with its session: persist is not known
	FaultNoCommit     = "no-commit"    // an extension or option for a confirmed commit is accepted and not heeded
	FaultFull         = "full"         // no file can be written: checkpoints and saving are refused
	FaultForeign      = "foreign"      // another operator changes the configuration before the command is done
	FaultCandidate    = "candidate"    // a new session has a candidate with changes in it
	FaultTrial        = "trial"        // a trial of another run is on
	FaultCheckpoint   = "checkpoint"   // a checkpoint of another run is there
	FaultCheckpoints  = "checkpoints"  // all places for named checkpoints are taken
	FaultUnit         = "unit"         // a unit of another run is on
	FaultLinkDown     = "linkdown"     // the first port is down
	FaultDrops        = "drops"        // packets are dropped in lossless queues, more with every look
	FaultDeadlock     = "deadlock"     // the PFC watchdog shuts a lossless queue, once more with every look
	FaultTCAM         = "tcam"         // hardware has no room for a classification: only the system log says so
	FaultBusy         = "busy"         // the switch is busy: saving, or committing, is to be tried again
)

// faultRule is what all switches do about a fault.
type faultRule struct {
	event bool // it happens at a command; all others are states
	once  bool // by itself, it hits one command
	leave bool // it is made once, by personality.leave
	wait  time.Duration
}

var faultRules = map[string]faultRule{
	FaultDrop:         {event: true, once: true},
	FaultCut:          {event: true, once: true},
	FaultHang:         {event: true, once: true},
	FaultRefuse:       {event: true, once: true},
	FaultIgnore:       {event: true},
	FaultUnprogrammed: {},
	FaultSlow:         {event: true, wait: 200 * time.Millisecond},
	FaultEcho:         {wait: 5 * time.Millisecond},
	FaultSilence:      {event: true, once: true, wait: 30 * time.Second},
	FaultSyslog:       {event: true},
	FaultGarbage:      {event: true, once: true},
	FaultPrompt:       {},
	FaultReboot:       {event: true, once: true, wait: 5 * time.Second},
	FaultPassword:     {},
	FaultHostKey:      {event: true, once: true},
	FaultGNMIError:    {},
	FaultGNMICert:     {},
	FaultNoPersist:    {},
	FaultNoCommit:     {},
	FaultFull:         {},
	FaultForeign:      {event: true, once: true},
	FaultCandidate:    {},
	FaultTrial:        {leave: true},
	FaultCheckpoint:   {leave: true},
	FaultCheckpoints:  {leave: true},
	FaultUnit:         {leave: true},
	FaultLinkDown:     {},
	FaultDrops:        {},
	FaultDeadlock:     {},
	FaultTCAM:         {},
	FaultBusy:         {},
}

// Faults lists the names of faults, sorted.
func Faults() []string {
	names := make([]string, 0, len(faultRules))
	for name := range faultRules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ParseFault reads what `weft lab up --fault` takes: SWITCH=NAME, or SWITCH=NAME:N for the N-th command.
func ParseFault(text string) (device string, f Fault, err error) {
	device, name, ok := strings.Cut(text, "=")
	if !ok || device == "" {
		return "", Fault{}, fmt.Errorf("fault %q is not SWITCH=NAME or SWITCH=NAME:N", text)
	}
	name, number, counted := strings.Cut(name, ":")
	f.Name = name
	if _, known := faultRules[name]; !known {
		return "", Fault{}, fmt.Errorf("fault %q is none of %s", name, strings.Join(Faults(), ", "))
	}
	if counted {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return "", Fault{}, fmt.Errorf("fault %q: %q is not the number of a command, from 1", text, number)
		}
		f.After = n - 1
	}
	return device, f, nil
}

// armed is a fault in force.
type armed struct {
	Fault
	rule faultRule
	seen int // commands that match since it was injected
	hits int

	hardware map[string]portHealth // of "unprogrammed": how ports were when it began
	epoch    int                   // and of which configuration
	looks    uint64                // of "drops": how often somebody looked
}

// strikes counts a command and tells whether the fault hits it.
func (a *armed) strikes(command string) bool {
	if !strings.Contains(command, a.Match) {
		return false
	}
	a.seen++
	if a.seen <= a.After || a.spent() {
		return false
	}
	a.hits++
	return true
}

// spent tells whether the fault has hit all the commands it was meant for.
func (a *armed) spent() bool {
	times := a.Times
	if times == 0 && a.rule.once {
		times = 1
	}
	return times > 0 && a.hits >= times
}

// wait is how long what waits does.
func (a *armed) wait() time.Duration {
	if a.Wait > 0 {
		return a.Wait
	}
	return a.rule.wait
}

// Inject has a fault happen from now on. An unknown name, or a left-over that switches of the kind do not have, is an error.
func (sw *Switch) Inject(f Fault) error {
	rule, known := faultRules[f.Name]
	if !known {
		return fmt.Errorf("lab: fault %q is none of %s", f.Name, strings.Join(Faults(), ", "))
	}
	sw.mu.Lock()
	defer sw.mu.Unlock()
	switch {
	case rule.leave:
		defer sw.changed()
		return sw.kind.leave(f.Name)
	case f.Name == FaultHostKey && f.After == 0:
		return sw.newHostKey()
	}
	a := &armed{Fault: f, rule: rule}
	if f.After == 0 {
		sw.begins(a)
	}
	sw.faults = append(sw.faults, a)
	return nil
}

// begins notes what a state has to remember of its beginning. mu is held.
func (sw *Switch) begins(a *armed) {
	if a.Name != FaultUnprogrammed {
		return
	}
	a.hardware, a.epoch = map[string]portHealth{}, sw.epoch
	for _, p := range sw.health() {
		a.hardware[p.name] = p
	}
}

// Heal takes every fault away. What it did stays.
func (sw *Switch) Heal() {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	sw.faults = nil
}

// faulty tells whether a fault that is a state is in force. mu is held.
func (sw *Switch) faulty(name string) bool { return sw.state(name) != nil }

// state is a fault that is a state and in force, or nil. mu is held.
func (sw *Switch) state(name string) *armed {
	for _, a := range sw.faults {
		if a.Name == name && a.seen >= a.After {
			return a
		}
	}
	return nil
}

// verdict is what faults leave to do about a command.
type verdict struct {
	refuse  bool          // answer with personality.refusal and do nothing
	ignore  bool          // answer as if it were done, and do nothing
	cut     bool          // break the connection when it is done, before the answer
	drop    bool          // break it at once
	hang    bool          // never answer
	wait    time.Duration // before the answer
	syslog  string        // a line to stand in the middle of the answer
	garbage string        // bytes to stand before the answer
}

// strike asks all faults about a command. mu is held.
func (sw *Switch) strike(command string) (v verdict, away time.Duration) {
	for _, a := range sw.faults {
		hit := a.strikes(command)
		if !a.rule.event && a.seen == a.After && a.After > 0 {
			sw.begins(a)
		}
		if !hit || !a.rule.event {
			continue
		}
		switch a.Name {
		case FaultDrop:
			v.drop = true
		case FaultCut:
			v.cut = true
		case FaultHang:
			v.hang = true
		case FaultRefuse:
			v.refuse = true
		case FaultIgnore:
			v.ignore = true
		case FaultSlow, FaultSilence:
			v.wait += a.wait()
		case FaultSyslog:
			v.syslog = a.line(sw.logLine())
		case FaultGarbage:
			v.garbage = a.line(defaultGarbage)
		case FaultForeign:
			sw.strikeForeign(a)
		case FaultReboot:
			v.drop, away = true, a.wait()
		case FaultHostKey:
			sw.newHostKey() // without another one the fault is not there
		}
	}
	return v, away
}

// defaultGarbage is what a bad line makes of text.
const defaultGarbage = "\x00\x1b[?\xff\xfe~"

// logLine is a line of the system log that has nothing to do with QoS. mu is held.
func (sw *Switch) logLine() string {
	now := time.Now().UTC()
	if sw.cfg.Vendor.Name() == "cloudengine" {
		return now.Format("Jan _2 2006 15:04:05 ") + sw.hostname() + " %%01SHELL/5/LOGIN(s)[17]:Another user logged in."
	}
	return now.Format("2006 Jan _2 15:04:05 ") + sw.hostname() + " %SYSTEM-6-INFO: another user logged in"
}

// line is the line that a fault prints.
func (a *armed) line(usual string) string {
	if len(a.Lines) > 0 {
		return a.Lines[0]
	}
	return usual
}

// strikeForeign has another operator type. Lines that the switch refuses change nothing, as they would for him.
func (sw *Switch) strikeForeign(a *armed) {
	lines := a.Lines
	if lines == nil {
		lines = sw.kind.foreign()
	}
	if sw.kind.edit(lines) == nil {
		sw.changed()
	}
}
