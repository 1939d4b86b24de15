package plan

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/visible"
)

// inScope holds the target against the vendor's second opinion of what weft may change. A line that fails is a fault of
// weft's own, and is said plainly.
func (m *maker) inScope(deltas []vendors.Delta) error {
	var outside []error
	for _, d := range deltas {
		if !m.vendor.InScope(d, m.in.Site, m.scope) {
			outside = append(outside, fmt.Errorf("internal fault: the patch would change a line outside weft's scope: %s", deltaText(d)))
		}
	}
	return errors.Join(outside...)
}

// sendable refuses a patch with a command that must not be sent.
func (m *maker) sendable(steps []vendors.Step) error {
	if err := noSecrets(steps); err != nil {
		return err
	}
	for _, s := range steps {
		for _, command := range s.Commands {
			if err := m.noControls(command); err != nil {
				return err
			}
		}
	}
	return nil
}

// noControls refuses a command with a control character in it: a terminal takes it for a key, one that ends the command or takes back what
// stands before it. Such a name can only come from the running configuration. Bytes that are no UTF-8 are refused too, since they
// mean control characters to some terminals, and no plan file can hold them.
func (m *maker) noControls(command string) error {
	at := strings.IndexFunc(command, unicode.IsControl)
	if bad := strings.IndexFunc(command, func(r rune) bool { return r == utf8.RuneError }); at < 0 && bad >= 0 && !utf8.ValidString(command[bad:]) {
		at = bad
	}
	if at < 0 {
		return nil
	}
	r, size := utf8.DecodeRuneInString(command[at:])
	what := "the control character " + visible.Name(r)
	if r == utf8.RuneError {
		what = "bytes that are no UTF-8"
	}
	word := command[strings.LastIndexByte(command[:at], ' ')+1 : at+size]
	return fmt.Errorf("a command of the patch would have %s in it, which a switch may take for a key, or for the end of the command: %s%s",
		what, visible.Text(command), m.lineOf(word, command[at:at+size]))
}

// lineOf says where in the running configuration a command has a character from: where the beginning of its word stands, or the character alone.
func (m *maker) lineOf(word, character string) string {
	for _, text := range []string{word, character} {
		if before, _, found := bytes.Cut(m.in.Running, []byte(text)); found {
			return fmt.Sprintf("; it is from line %d of the running configuration, where it has to be renamed first", 1+bytes.Count(before, []byte("\n")))
		}
	}
	return ""
}

// noSecrets refuses a patch whose commands would print a secret: they cannot be shown, and so not be approved.
func noSecrets(steps []vendors.Step) error {
	for _, s := range steps {
		for _, command := range s.Commands {
			if shown := vendors.RedactLine(command); shown != command {
				return fmt.Errorf("internal fault: a command of the patch holds a secret: %s", shown)
			}
		}
	}
	return nil
}

// allowed holds the steps against the most disruption that the user accepts.
func (m *maker) allowed(steps []vendors.Step) error {
	limit := m.in.Options.MaxDisruption
	var over []error
	for d := worst(steps); d > limit; d-- {
		if what := disrupted(steps, d); what != "" {
			over = append(over, errors.New(what))
		}
	}
	if len(over) == 0 {
		return nil
	}
	return fmt.Errorf("the patch would disrupt more than %s allows; --max-disruption %s allows it:\n%w",
		limit, worst(steps), errors.Join(over...))
}

// disrupted says what the steps of one disruption do, and where: "flap on Ethernet1/1-4: rebind queue 3, in 4 steps".
func disrupted(steps []vendors.Step, d vendors.Disruption) string {
	first, count, whole := "", 0, false
	var ports []string
	for i := range steps {
		s := &steps[i]
		if s.Disruption != d {
			continue
		}
		if count++; count == 1 {
			first = s.Text
		}
		whole = whole || len(s.Ports) == 0
		ports = append(ports, s.Ports...)
	}
	switch {
	case whole:
		ports = nil
	case count == 0:
		return ""
	}
	text := fmt.Sprintf("%s on %s: %s", d, where(ports), first)
	if count > 1 {
		text += fmt.Sprintf(", in %d steps", count)
	}
	return text
}

func worst(steps []vendors.Step) vendors.Disruption {
	d := vendors.None
	for _, s := range steps {
		d = vendors.MoreDisruptive(d, s.Disruption)
	}
	return d
}

// where names ports, or the whole switch for none.
func where(ports []string) string {
	if len(ports) == 0 {
		return "the whole switch"
	}
	return Ranges(ports)
}

func planSteps(steps []vendors.Step) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		out[i] = Step{Commands: s.Commands, Disruption: s.Disruption.String(), Ports: s.Ports, Seconds: s.Seconds, Text: s.Text}
	}
	return out
}
