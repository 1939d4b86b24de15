package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Finding is one thing that a rule found, on all places where it is the same.
type Finding struct {
	Code     string
	Severity vendors.Severity
	// NotChecked tells that the rule could not judge these places. Text says why.
	NotChecked bool
	Where      []Place // in natural order
	Text       string  // a sentence with the numbers, without a full stop
	Fix        string  // what to do; empty where Text says it
	Reason     string  // of the policy that set the severity; empty where none did
	Field      string  // of the intent that decides it, as vendors.Diagnostic names fields; empty where none does
	// Queues and DSCP are the packets that it is about: those in one of the queues, and those with one of the code points, a bit for each.
	// It is about all where both are empty.
	Queues qos.QueueSet
	DSCP   uint64
	Range  hcl.Range
}

// Place is what a finding is about: a switch, a port of it, or a link.
type Place struct {
	Device string
	Port   string // empty for the switch as a whole
	Far    string // the other end of a link as "spine1:Ethernet1/1", or what is there, such as "host cx7"
	File   string // of the running configuration
	Line   int    // in it; 0 for none
}

// String is the place as texts name it.
func (p Place) String() string {
	text := p.Device
	if p.Port != "" {
		text += ":" + p.Port
	}
	if p.Far != "" {
		text += " - " + p.Far
	}
	return text
}

func comparePlaces(a, b Place) int {
	if order := qos.ComparePorts(a.Device, b.Device); order != 0 {
		return order
	}
	if order := qos.ComparePorts(a.Port, b.Port); order != 0 {
		return order
	}
	return qos.ComparePorts(a.Far, b.Far)
}

// key is what makes findings one.
type key struct {
	severity   vendors.Severity
	notChecked bool
	text, fix  string
	policy     *intent.Policy
}

// judge collects the findings of one rule.
type judge struct {
	net    *Net
	waits  func() *buffers // the same for all rules
	rule   *Rule
	groups map[key]*group
	alike  []Port // those that the one at hand is judged for; none where each is judged by itself
	proofs []Proof
}

// prove notes what was proved or tried.
func (j *judge) prove(word, text string) {
	j.proofs = append(j.proofs, Proof{Code: j.rule.Code, Word: word, Text: text})
}

// complete tells whether the rule could judge all that it was to.
func (j *judge) complete() bool {
	for k := range j.groups {
		if k.notChecked {
			return false
		}
	}
	return true
}

// verdict is one finding at one place, before it is put together with others.
type verdict struct {
	severity   vendors.Severity
	notChecked bool
	text, fix  string
	field      string // Finding.Field
	at         qos.Origin
	far        string // Place.Far
	queues     qos.QueueSet
	dscp       uint64         // as Finding has them
	rule       string         // another one that has more on it; empty for none
	weak       bool           // by itself it is no error, whatever a policy makes of it
	policy     *intent.Policy // about that rule, where it is why the severity is lower
}

// port adds a finding about a port, and those that it is judged for.
func (j *judge) port(p *Port, v verdict) {
	if len(j.alike) > 0 && p == &j.alike[0] {
		j.ports(j.alike, v)
		return
	}
	j.ports(p.alone(), v)
}

// ports adds a finding about ports of a switch, one after the other.
func (j *judge) ports(ports []Port, v verdict) {
	g, p := j.group(v), &ports[0]
	g.add(ports, v)
	if g.Range == (hcl.Range{}) && p.Switch.place != nil && v.field != "" {
		g.Range = p.Switch.place(p.Name, v.field)
	}
}

// placeOf is a port as the place of a verdict, which a line of its configuration decides.
func placeOf(p *Port, line int32, far string) Place {
	place := Place{Device: p.Switch.Name, Port: p.Name, Far: far}
	if p.Switch.File != "" {
		place.File, place.Line = p.Switch.File, int(line)
	}
	return place
}

// device adds a finding about a switch as a whole.
func (j *judge) device(s *Switch, v verdict) {
	f := j.group(v)
	f.Where = append(f.Where, Place{Device: s.Name, File: s.File, Line: int(v.at.Line)})
	if f.Range == (hcl.Range{}) && s.place != nil && v.field != "" {
		f.Range = s.place("", v.field)
	}
}

// link adds a finding about a link, at its first end.
func (j *judge) link(l Link, v verdict) {
	v.far = l.B.Switch.Name + ":" + l.B.Name
	j.port(l.A, v)
}

func (j *judge) group(v verdict) *group {
	k := key{v.severity, v.notChecked, v.text, v.fix, v.policy}
	f := j.groups[k]
	if f == nil {
		f = &group{Finding: Finding{Code: j.rule.Code, Severity: v.severity, NotChecked: v.notChecked, Text: v.text, Fix: v.fix, Field: v.field}}
		if v.policy != nil {
			f.Reason = v.policy.Reason.V
		}
		j.groups[k] = f
	}
	f.Queues, f.DSCP = f.Queues|v.queues, f.DSCP|v.dscp
	return f
}

// notChecked is a verdict that there can be none.
func notChecked(why string) verdict {
	return verdict{severity: vendors.Info, notChecked: true, text: "not checked: " + why}
}

// findings are those of the rule, the places of each in order and once.
func (j *judge) findings() []Finding {
	list := make([]Finding, 0, len(j.groups))
	for _, g := range j.groups {
		list = append(list, g.finding(&j.net.usual))
	}
	return list
}

// places puts places in order, each once.
func places(list []Place) []Place {
	slices.SortFunc(list, comparePlaces)
	return slices.CompactFunc(list, func(a, b Place) bool { return comparePlaces(a, b) == 0 })
}

// order sorts findings: what is wrong before what was not checked, errors first, then by rule, then the most places.
func order(list []Finding) {
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(
			compareBools(a.NotChecked, b.NotChecked), cmp.Compare(a.Severity, b.Severity), strings.Compare(a.Code, b.Code),
			cmp.Compare(len(b.Where), len(a.Where)), comparePlaces(a.Where[0], b.Where[0]), strings.Compare(a.Text, b.Text),
		)
	})
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
