package vendors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/weft-net/weft/qos"
)

// Terminal is one session with a switch in which lines are entered one after the other: a command line with a prompt, or commands
// run by a Unix shell. It belongs to one goroutine.
type Terminal interface {
	// Run enters a line and waits until the switch is done with it. An error is one of the session, after which the session is
	// of no use and nothing is known of what the line did; a line that the switch refused is an answer.
	Run(ctx context.Context, e Entry) (Answer, error)
}

// Entry is one line for a Terminal.
type Entry struct {
	Line string
	// Input is what a shell command reads; a command line has none.
	Input []byte
	// Within is how long the switch may take; 0 leaves it to the session.
	Within time.Duration
	// Replies are the questions that this line is expected to raise. Any other question ends the session.
	Replies []Reply
}

// Reply is a question that a switch asks before it does a line, and its answer.
type Reply struct {
	Question string // a part of the question that does not change
	Answer   string
}

// Answer is what a switch said to a line.
type Answer struct {
	Text   string // without echo and prompt; what a shell command wrote to its output
	Prompt string // the prompt that stands there now; empty for a shell
	Errors string // what a shell command wrote to its error output
	Exit   int    // exit status of a shell command; 0 on a command line
	// Messages are lines of the system log that came into the answer and were taken out of Text. A line that one of them broke
	// in two stays broken: a configuration that was read with messages in it is read again.
	Messages []string
}

// Dialect is what a session has to know of how a vendor's switches talk, as data. Patterns are regular expressions of Go.
type Dialect struct {
	// Shell says that each line is a command that a Unix shell runs on its own, with an exit status. There are no prompts then
	// and nothing of the rest is used but Configurations.
	Shell bool
	// Prompts match the last line of what the switch sent when it waits for a line, as a whole and nothing before it. A group
	// called "name" is what the switch calls itself: the first prompt tells it, and in all that follow it has to be the same.
	Prompts []string
	// Login are entered first: no paging, no line breaks. A switch that refuses one of them is not talked to.
	Login []string
	// Wishes are entered after Login; a switch may refuse them.
	Wishes []string
	// Logout ends a session; it is answered by the end of the connection.
	Logout string
	// Questions match the last line when the switch waits for an answer to something.
	Questions []string
	// More match the last line when the switch waits for a key before it prints on.
	More []string
	// Refusals match a line of an answer that says that the switch did not do what was entered.
	Refusals []string
	// Messages match a line, as a whole, that the switch puts out by itself whatever it is doing: its system log. A group
	// "name" is that of the prompts.
	Messages []string
	// Logs match lines that ask for such messages; nothing is taken out of their answers.
	Logs []string
	// Configurations are what lines begin with that are answered by a configuration, or a part of one. They may hold secrets.
	Configurations []string
}

// Store is one gNMI session with a switch whose configuration is a database.
type Store interface {
	// Get reads the node of a path ("sonic-db:/CONFIG_DB/localhost") as JSON. Where there is nothing the error is ErrNotFound.
	Get(ctx context.Context, path string) ([]byte, error)
	// Set sends one SetRequest, written as Deliver writes it. An error does not say that nothing was done: neither one of the
	// session nor a *RefusedError, which is what the switch answered (its Step is -1).
	Set(ctx context.Context, request []byte) error
}

// Liver is an optional power: a vendor knows how its switches are read and changed while they run.
type Liver interface {
	Dialect() Dialect
	// Operate gives the operator of a switch over a Terminal.
	Operate(t Terminal, site Site) Operator
}

// StoreLiver is an optional power: a vendor's switches can be read and changed over gNMI as well.
type StoreLiver interface {
	OperateStore(s Store, site Site) Operator
}

// Tx is one transaction on one switch. Everything that it leaves on the switch carries its name, so that another process, or a
// person, finds what belongs to it.
type Tx struct {
	ID    string        // "weft-" and ten lower-case letters and digits
	Timer time.Duration // after which a switch that can do so goes back by itself; for Confirm 0 where none was started
	// Steps are what is going to be pushed: a switch may need to know how much there is.
	Steps []Step
}

// Net is what catches a switch when contact to it is lost in mid-change.
type Net struct {
	// Reverts says that the switch goes back by itself when nobody confirms.
	Reverts bool
	// Alone says that nobody else can change the switch as long as the net is there, so that Revert loses nobody's work.
	Alone bool
	// Holds says that the session which pushed has to stay open, and is the only one that can confirm: its end takes the change back.
	Holds bool
	Text  string // in words: "reverts by itself 600 s after the commit", "checkpoint only: a lost session leaves what was sent"
}

// Claim is what a transaction left on a switch, of this run, an earlier one or another machine's.
type Claim struct {
	Tx   string        // the name of the transaction
	What string        // "trial", "checkpoint of Jan 25 21:01:11 2017", "unit"
	Left time.Duration // until its timer ends it; 0 when it has none or the switch does not say
	// Live says that the claim may still change the switch, or holds it: a trial, a running unit.
	Live bool
	// Busy says that it is changing the switch right now, whoever is connected: what is read before it is done is not what it
	// will be.
	Busy bool
}

// Operator reads and changes one switch over one session. The order of a transaction is Claims, Arm, Push, then in a second
// session the reading back, Confirm, Save, Release. It keeps nothing that the switch does not: every method works in a fresh
// session too. Errors of the session are passed on, wrapped; what the switch refused is a *RefusedError.
type Operator interface {
	// Running is the whole running configuration.
	Running(ctx context.Context) ([]byte, error)
	// Saved is the whole configuration that the switch starts with.
	Saved(ctx context.Context) ([]byte, error)
	// Claims are what transactions of weft have on the switch, and what of anybody is in the way of a change (Tx is empty then). A session
	// that met something of the second kind may be good for nothing else.
	Claims(ctx context.Context) ([]Claim, error)
	// Net says what Arm is going to give, without changing anything; after Arm, and after Push, what it came to in this session.
	Net() Net
	// Arm has the switch take its own snapshot and, where it can, start the timer that undoes what is not confirmed.
	Arm(ctx context.Context, tx Tx) error
	// Push sends the steps. done is called after each with its number, from 0; an error of it stops the push. After a
	// refusal nothing is left open on the switch: no candidate, no view.
	Push(ctx context.Context, tx Tx, steps []Step, done func(step int) error) error
	// Confirm stops the timer: what was pushed stays. Where the switch does not say that it did, it takes as long as the timer. It can be
	// repeated.
	Confirm(ctx context.Context, tx Tx) error
	// Revert has the switch go back, as a whole, to what it was when it was armed.
	Revert(ctx context.Context, tx Tx) error
	// Save makes what runs what the switch starts with. It can be repeated.
	Save(ctx context.Context) error
	// Release removes from the switch what the transaction left there. It can be repeated.
	Release(ctx context.Context, tx Tx) error
	// Health is what the switch says of itself.
	Health(ctx context.Context, ports []PortWatch) ([]Sign, error)
}

// PortWatch is a port whose health counts, and what must be programmed on it.
type PortWatch struct {
	Name     string
	LAG      string
	Lossless []qos.Queue // traffic classes that must be lossless in hardware
}

// SignRule says how a sign is judged.
type SignRule uint8

// The rules. A sign of Steady must be the same before and after, one of Met must have Value equal to Want after the
// change, one of Counter must not have grown.
const (
	Steady SignRule = iota
	Met
	Counter
)

// Sign is one thing that a switch shows of its health.
type Sign struct {
	Port  string // empty for the switch
	What  string // "oper state", "lossless priorities in hardware", "drops in queue 3"
	Rule  SignRule
	Value string
	Want  string // for Met
	Count uint64 // for Counter
	// Unchecked says why the platform cannot show it. Such a sign never counts as passed.
	Unchecked string
}

// RefusedError is a line that a switch refused, or did not do.
type RefusedError struct {
	Step int    // of those pushed, from 0; -1 for a line that is none of theirs
	Line string // redacted
	Says string // the line of its answer that says so, redacted
	// Idle says that the refusal came before anything that was sent could have an effect.
	Idle bool
}

// Error tells what was refused and what the switch said.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("the switch refused %q: %s", e.Line, e.Says)
}

// ErrTimer is why a Confirm came too late: the switch has gone back, or is about to.
var ErrTimer = errors.New("the timer on the switch has run out")

// Why a session does not come about, or ends. Errors of the transports wrap one of them where they know which.
var (
	// ErrUnreachable: nothing answers, or what answers is not what was expected there.
	ErrUnreachable = errors.New("unreachable")
	// ErrHostKey: the switch did not prove who it is. Its host key or certificate is unknown, another one, or no longer valid.
	ErrHostKey = errors.New("the switch did not prove who it is")
	// ErrHostKeyChanged is an ErrHostKey of a switch that is known, by another key.
	ErrHostKeyChanged = fmt.Errorf("%w: another key than is on record", ErrHostKey)
	// ErrAuth: the switch does not let this user in, or not do this.
	ErrAuth = errors.New("access denied")
	// ErrNotFound: a Store has nothing at a path.
	ErrNotFound = errors.New("nothing at that path")
)
