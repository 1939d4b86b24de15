package nxos

import "github.com/weft-net/weft/vendors"

// Sequence turns ordered changes into steps, one for each command that the switch makes live. The first step starts in
// configuration mode, and the last one ends there. A command that enters a view stands in the step of the first command in
// that view; one that leaves it, in the step of the last: an `exit` left out would let a session hang after system qos
// (S-SCRAPLI).
func (NXOS) Sequence(_ vendors.Config, ordered []vendors.Change, _ vendors.Site) []vendors.Step {
	count := 0
	for i := range ordered {
		count += len(ordered[i].Body.(body))
	}
	s := sequencer{steps: make([]vendors.Step, 0, count)}
	for i := range ordered {
		commands := ordered[i].Body.(body)
		for j := range commands {
			s.step(&commands[j])
		}
	}
	s.leave(where{})
	return s.steps
}

// mostInStep is how many commands a step has at most: two that enter, the live one, two that leave.
const mostInStep = 5

// sequencer writes the transcript.
type sequencer struct {
	steps []vendors.Step
	sent  []string // where the commands of steps are cut from
	start int      // where the commands of the last step start
	at    where
}

// step sends one live command from where it has to be sent.
func (s *sequencer) step(c *command) {
	s.leave(c.in)
	if cap(s.sent)-len(s.sent) < mostInStep {
		s.sent = make([]string, 0, 64)
	}
	s.start = len(s.sent)
	if s.at.outer != c.in.outer {
		s.send(c.in.outer)
	}
	if s.at.inner != c.in.inner {
		s.send(c.in.inner)
	}
	s.send(c.text)
	s.sent = append(s.sent, c.then...)
	s.at = c.in
	if c.opens {
		s.at = c.in.into(c.text)
	}
	s.steps = append(s.steps, vendors.Step{
		Disruption: c.disruption, Ports: c.ports, Text: c.words, Exchange: c.exchange, Commands: s.sent[s.start:len(s.sent):len(s.sent)],
	})
}

func (s *sequencer) send(command string) { s.sent = append(s.sent, command) }

// leave exits the views that the next command is not in.
func (s *sequencer) leave(next where) {
	if s.at.inner != "" && (s.at.inner != next.inner || s.at.outer != next.outer) {
		s.exit()
		s.at.inner = ""
	}
	if s.at.outer != "" && s.at.outer != next.outer {
		s.exit()
		s.at.outer = ""
	}
}

// exit adds an exit to the last step, whose commands are the last that were sent.
func (s *sequencer) exit() {
	s.send("exit")
	s.steps[len(s.steps)-1].Commands = s.sent[s.start:len(s.sent):len(s.sent)]
}
