package vendors

import (
	"slices"

	"github.com/weft-net/weft/qos"
)

// Bridger is an optional power: a vendor whose direct way from one configuration to another would take a protection away
// for a while offers a configuration in between that has the protections of both, or nil. Where that is not enough it is asked
// again, for the way from there.
type Bridger interface {
	Bridge(running, target Config, site Site) Config
}

// Splitter is an optional power: a vendor divides a change that other changes wait for in a circle into parts, one that only
// frees names and a later one that only uses them. No parts means that it cannot be divided.
type Splitter interface {
	Split(Change) []Change
}

// Widener is an optional power: a vendor widens the scope where the switch takes what it has now or what the intent asks, and
// not a part of each.
type Widener interface {
	Widen(running, desired Config, site Site, scope Scope) Scope
}

// Printer is an optional power: a vendor says where a device prints a block of its configuration. Blocks of lower ranks come
// first, those of equal ranks in any order.
type Printer interface {
	PrintRank(header string) int
}

// Accepter is an optional power: a vendor lists the ids of the unconfirmed lines that an intent can accept, sorted.
type Accepter interface {
	Accepts() []string
}

// Preparer is an optional power: some changes are possible only after a step that takes effect with a reload. A vendor offers the
// running configuration with that alone, and says what it is for, when scope allows reloads; nil where nothing of the kind
// is in the way of the desired configuration, or something else is too.
type Preparer interface {
	Prepare(running, desired Config, site Site, scope Scope) (prepared Config, why string)
}

// Plainer is an optional power: files may say what is so without being said, and the switch prints no such lines. Plain gives the
// configuration without them, as the switch has it.
type Plainer interface {
	Plain(Config, Platform) Config
}

// PlainOf is what a switch has of a configuration: all of it where its vendor is no Plainer.
func PlainOf(v Vendor, c Config, p Platform) Config {
	if plainer, can := v.(Plainer); can && p.Row != nil {
		return plainer.Plain(c, p)
	}
	return c
}

// Namer is an optional power: a vendor reads what a switch calls itself; empty when its configuration does not say.
type Namer interface {
	Hostname(Config) string
}

// Filer is an optional power: a vendor says what the names of files with its configurations end in, where that is not ".cfg".
type Filer interface {
	Extension() string
}

// ExtensionOf is what the names of files with the configurations of a vendor end in.
func ExtensionOf(v Vendor) string {
	if f, ok := v.(Filer); ok {
		return f.Extension()
	}
	return ".cfg"
}

// Deliverer is an optional power: a vendor's steps are files that are handed to the switch one after the other, and not one text that
// is typed. It says in which forms a step can be sent, in a fixed order.
type Deliverer interface {
	Deliver(Step) []Form
}

// Form is a step as it is sent in one way of several. Replay takes the commands of each in place of the step's.
type Form struct {
	Name     string   // what the name of its file ends in: "patch.json"
	Commands []string // the lines of the file
}

// Starter is an optional power: a vendor whose steps are files gives those that set what Render wrote on a switch of which nothing else
// is known, and the plainest configuration that they can be sent to.
type Starter interface {
	Start(desired Config, site Site) (plainest Config, steps []Step)
}

// Fragmenter is an optional power: what compile prints is not all that a switch needs to have. Lacks are the facets of ports that a
// running configuration has no place for, being such a fragment, and what it is without; none where it is whole.
type Fragmenter interface {
	Lacks(running Config) (lacks qos.FacetSet, what string)
}

// LacksOf are the facets of ports that a running configuration has no place for: none where its vendor is no Fragmenter.
func LacksOf(v Vendor, running Config) (lacks qos.FacetSet, what string) {
	if fragmenter, can := v.(Fragmenter); can {
		return fragmenter.Lacks(running)
	}
	return 0, ""
}

// Releaser is an optional power: a vendor compares the release that a running configuration says it is of with the one that the
// intent says. A difference by which the vendor's lines differ is an error, another one that matters a warning; a configuration
// that does not say its release has none.
type Releaser interface {
	CheckRelease(running Config, p Platform) Diagnostics
}

// Viewer is an optional power of a Device with a command line: it says in which view it takes the next command, as the commands that
// lead there from outside of configuration, outermost first ("configure terminal", "interface Ethernet1/1"). None is outside.
type Viewer interface {
	View() []string
}

// ViewOf is the view of a device; none where it is no Viewer.
func ViewOf(d Device) []string {
	if v, ok := d.(Viewer); ok {
		return v.View()
	}
	return nil
}

// Remarker is an optional power: a vendor's configurations have lines that set nothing, such as the time at which they were printed.
type Remarker interface {
	Remark(line string) bool
}

// Sets are the deltas of lines that set something.
func Sets(v Vendor, deltas []Delta) []Delta {
	remarker, can := v.(Remarker)
	if !can {
		return deltas
	}
	return slices.DeleteFunc(deltas, func(d Delta) bool { return remarker.Remark(d.Text) })
}

// Netter is an optional power: a vendor says, without contact, what catches a switch when contact to it is lost in mid-change over a
// transport ("ssh", "gnmi"). A plan tells it.
type Netter interface {
	Net(site Site, transport string) Net
}

// Answerer is what an error of Device.Do is when the device knows what the switch prints: the line of its answer that says no.
type Answerer interface {
	error
	Answer() string
}

// Loader is an optional power: beside the steps that Sequence gives, a vendor knows others that the switch checks less and that disrupt
// more, for what it refuses in the first ones; nil where there are none. why is the refusal.
type Loader interface {
	Load(from Config, ordered []Change, site Site, why string) []Step
}

// Faulter is an optional power: a vendor says what a switch finds wrong with a configuration, so that it refuses changes to it which have
// nothing to do with that. Each is an error with its line.
type Faulter interface {
	Faults(Config, Platform) Diagnostics
}

// Returner is an optional power of a Device: told that its steps lead back to what the switch ran before, it takes that with all that is
// wrong with it, in the ways in which the switch itself checks nothing.
type Returner interface {
	Returning()
}

// Returning tells a device that its steps lead back to what the switch ran before.
func Returning(d Device) {
	if r, can := d.(Returner); can {
		r.Returning()
	}
}

// Recognizer is an optional power: a vendor says whether a text is a running configuration of its own, and of which platform as far as
// the text says so; what it does not say is the generic model and the newest release.
type Recognizer interface {
	Recognize(text []byte) (Platform, bool)
}

// Recognize finds the vendor of a running configuration.
func Recognize(text []byte) (Vendor, Platform, bool) {
	for _, name := range Names() {
		v := registry[name]
		if r, can := v.(Recognizer); can {
			if p, is := r.Recognize(text); is {
				return v, p, true
			}
		}
	}
	return nil, Platform{}, false
}

// Surveyor is an optional power: a vendor says what a running configuration tells of ports beside QoS, by their names. What it does
// not tell is 0.
type Surveyor interface {
	Survey(Config) map[string]SitePort
}

// Storer is an optional power: a vendor says what a running configuration tells of the packet buffer, with its source. What it does not
// tell is not known. A platform row says what weft writes and what the hardware has; a configuration may say something else.
type Storer interface {
	Memory(Config, Platform) Memory
}

// MemoryOf is the packet buffer of a switch that runs a configuration: the hardware as the platform row has it, and divided as the
// configuration says. How it is divided where nothing says so is not known.
func MemoryOf(v Vendor, c Config, p Platform) Memory {
	m := Memory{Size: p.Memory.Size, Parts: p.Memory.Parts}
	s, can := v.(Storer)
	if !can {
		return m
	}
	told := s.Memory(c, p)
	if !m.Size.Known() {
		m.Size = told.Size
	}
	m.Shared, m.Pool = told.Shared, told.Pool
	return m
}

// Scribe is an optional power: a vendor writes steps down as a person enters them who has just logged in to the switch, saving included.
type Scribe interface {
	ByHand(steps []Step) []string
}

// ByHand are steps as a person enters them; where the vendor is no Scribe, their commands.
func ByHand(v Vendor, steps []Step) []string {
	if s, can := v.(Scribe); can {
		return s.ByHand(steps)
	}
	return CommandsOf(steps)
}

// CommandsOf are the commands of steps, one after the other.
func CommandsOf(steps []Step) []string {
	var all []string
	for i := range steps {
		all = append(all, steps[i].Commands...)
	}
	return all
}

// Bouncer is an optional power: a vendor writes how a switch moves packets that come back by one of its ports upward and leave by another
// to other priorities. Where the platform has nothing of the kind there are no lines.
type Bouncer interface {
	Bounce(p Platform, ports []string, moves []Move) []string
}

// Move is what becomes of packets that bounce: those with one DSCP get a priority and the DSCP of that.
type Move struct {
	From     qos.DSCP
	Priority qos.Queue
	DSCP     qos.DSCP
}
