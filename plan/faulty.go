package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// A switch can run what it would take from nobody. It then refuses changes that have nothing to do with that, and those that lead back
// to it.

// mostFaults is how many faults a message names at most.
const mostFaults = 5

// loaded is a way that the device refuses, as the vendor's other steps: for a switch that runs, or would run again, what it takes from
// nobody. Where those do not do either, the first refusal stands.
func (m *maker) loaded(from, to side, direct way, failure error) (way, error) {
	loader, can := m.vendor.(vendors.Loader)
	refused := (*refusedError)(nil)
	if !can || !errors.As(failure, &refused) {
		return direct, failure
	}
	faults := append(m.faults(from), m.faults(to)...)
	if len(faults) == 0 {
		return direct, failure
	}
	splitter, _ := m.vendor.(vendors.Splitter)
	ordered, err := Order(direct.changes, splitter)
	if err != nil {
		return direct, failure
	}
	w := way{changes: direct.changes, steps: loader.Load(from.config, ordered, m.in.Site, refused.err.Error())}
	if m.sendable(w.steps) != nil {
		return direct, failure
	}
	if w.proof, err = m.prove(from, to, w.steps); err != nil {
		return direct, failure
	}
	m.tellFaults(faults)
	return w, nil
}

// tellFaults says once what is wrong with what the switch runs.
func (m *maker) tellFaults(faults vendors.Diagnostics) {
	text := "what the switch runs has faults, which the patch ends and the way back brings back as they were: " + few(faults, "; ")
	if w := m.device.Warnings; len(w) == 0 || w[len(w)-1] != text {
		m.device.Warnings = append(w, text)
	}
}

// faults is what the switch finds wrong with a configuration.
func (m *maker) faults(s side) vendors.Diagnostics {
	faulter, can := m.vendor.(vendors.Faulter)
	if !can {
		return nil
	}
	return faulter.Faults(s.config, m.in.Site.Platform)
}

// few names the first faults.
func few(faults vendors.Diagnostics, sep string) string {
	var b strings.Builder
	for i := range faults {
		if i == mostFaults {
			fmt.Fprintf(&b, "%sand %d more", sep, len(faults)-mostFaults)
			break
		}
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(said(faults[i]))
	}
	return b.String()
}

// atFault explains a failed proof by what is wrong with what the switch runs and still is in the end.
func (m *maker) atFault(failure error) error {
	refused := (*refusedError)(nil)
	if !errors.As(failure, &refused) {
		return failure
	}
	stays := map[string]bool{}
	for _, left := range m.faults(m.after) {
		stays[left.Summary] = true
	}
	still := slices.DeleteFunc(m.faults(m.before), func(d vendors.Diagnostic) bool { return !stays[d.Summary] })
	if len(still) == 0 {
		return failure
	}
	return fmt.Errorf("the switch takes no change that leaves what is wrong with what it runs; correct this on it, and plan again:\n%s",
		few(still, "\n"))
}
