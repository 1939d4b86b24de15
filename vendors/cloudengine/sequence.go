package cloudengine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Sequence turns ordered changes into one step, for all of it becomes live in one commit. Its commands are the lines of the
// candidate: they start in the system view and end there, every view that is entered is left with quit, and the commit itself
// is not among them.
func (CloudEngine) Sequence(_ vendors.Config, ordered []vendors.Change, _ vendors.Site) []vendors.Step {
	if len(ordered) == 0 {
		return nil
	}
	count := 0
	for i := range ordered {
		count += len(ordered[i].Body.(body).entries) + 2
	}
	s := sequencer{sent: make([]string, 0, count)}
	for i := range ordered {
		s.send(ordered[i].Body.(body))
	}
	s.enter("")
	step := vendors.Step{Commands: s.sent, Disruption: s.worst, Text: s.summary(ordered), Within: s.exchanges()}
	if !s.whole {
		step.Ports = s.disturbed()
	}
	return []vendors.Step{step}
}

// sequencer writes the candidate.
type sequencer struct {
	sent    []string
	at      string // the view
	worst   vendors.Disruption
	whole   bool // the switch as a whole is disturbed
	ports   []string
	rebound []string // ports whose PFC is taken off and put on again
}

// send sends a change in its view.
func (s *sequencer) send(b body) {
	s.enter(b.view)
	for i := range b.entries {
		e := &b.entries[i]
		s.sent = append(s.sent, e.text)
		if e.disruption != vendors.None {
			s.worst = vendors.MoreDisruptive(s.worst, e.disruption)
			s.whole = s.whole || b.ports == nil
			s.ports = addNew(s.ports, b.ports)
		}
		if e.rebinds {
			s.rebound = append(s.rebound, b.ports...)
		}
	}
}

// enter goes to the view of the next command; none is the system view.
func (s *sequencer) enter(view string) {
	if s.at == view {
		return
	}
	if s.at != "" {
		s.sent = append(s.sent, "quit")
	}
	if view != "" {
		s.sent = append(s.sent, view)
	}
	s.at = view
}

// addNew appends ports unless they are the last ones already: lines for one port come in a row.
func addNew(list, ports []string) []string {
	if n := len(list) - len(ports); n >= 0 && slices.Equal(list[n:], ports) {
		return list
	}
	return append(list, ports...)
}

// disturbed are the ports that are disturbed, each once, in natural order.
func (s *sequencer) disturbed() []string {
	slices.SortFunc(s.ports, qos.ComparePorts)
	return slices.Compact(s.ports)
}

// summary says what the commit does: "one commit: 3 objects created, 64 ports set; 64 ports: PFC rebound inside one commit".
func (s *sequencer) summary(ordered []vendors.Change) string {
	var counts [numRanks]int
	for i := range ordered {
		counts[ordered[i].Rank]++
	}
	gone := counts[rankMakeRoom]
	for _, n := range counts[rankObjectGone:rankSwitchLess] {
		gone += n
	}
	var parts []string
	for _, p := range []struct {
		n          int
		what, does string
	}{
		{counts[rankSwitchMore] + counts[rankSwitchLess], "line", "of the system view"},
		{counts[rankObjectNew] + counts[rankTakeRoom], "object", "created"}, {counts[rankObjectEdit], "object", "edited"},
		{counts[rankPort], "interface", "set"}, {gone, "object", "deleted"},
	} {
		if p.n > 0 {
			parts = append(parts, counted(p.n, p.what)+" "+p.does)
		}
	}
	text := "one commit: " + strings.Join(parts, ", ")
	if within := s.exchanges(); within != "" {
		text += "; " + within
	}
	return text
}

// exchanges says what is taken off and put on again inside the commit.
func (s *sequencer) exchanges() string {
	if len(s.rebound) == 0 {
		return ""
	}
	return counted(len(s.rebound), "port") + ": PFC rebound inside one commit"
}

// counted puts a number of things into words.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
