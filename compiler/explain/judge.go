package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/qos"
)

// judge adds what the rules of docs/checks find about this switch, port and packet, each to the decision that it is about, and where the
// packet goes on when it leaves through this port. n is the fabric that the report is of.
func (r *Report) judge(packet Packet, n *check.Net) {
	judged := check.Run(n)
	for i := range judged.Findings {
		if f := &judged.Findings[i]; r.concerns(packet, f) {
			r.attach(f)
		}
	}
	if p := portOf(n, r.Device, r.Port); p != nil && p.Far != nil {
		r.next(packet, p)
	}
}

// subjects are the facts that the rules are about.
var subjects = map[string]string{
	"C01": "headroom", "C02": "headroom", "C03": "ecn", "C04": "ecn", "C09": "class", "C10": "class", "C11": "class", "C12": "schedule",
	"C13": "vxlan", "C14": "pfc", "C15": "watchdog", "C16": "headroom", "C18": "headroom",
	"C05": "pfc", "C06": "pfc", "C07": "pfc", "C08": "pfc", "C17": "pfc", "C21": "pfc",
}

// limited are the facts that limits of a platform are about, by the attribute of the intent that goes beyond them.
var limited = map[string]string{"ecn": "ecn", "detect": "detect", "restore": "restore"}

// subject is the fact that a finding is about.
func subject(f *check.Finding) string {
	if _, attribute, is := strings.Cut(f.Field, ": "); is && f.Code == "C14" && limited[attribute] != "" {
		return limited[attribute]
	}
	return subjects[f.Code]
}

// attach adds a finding to the first fact that it is about; where there is none, to one of its own.
func (r *Report) attach(f *check.Finding) {
	is := func(subject string) int {
		return slices.IndexFunc(r.Facts, func(fact Fact) bool { return fact.Subject == subject })
	}
	at := is(subject(f))
	if at < 0 {
		at = is("checks")
	}
	if at < 0 {
		at = len(r.Facts)
		r.Facts = append(r.Facts, Fact{Subject: "checks", Text: "what else is found about this port", Cites: []Cite{}, Checks: []Check{}})
	}
	fact := &r.Facts[at]
	fact.Checks = append(fact.Checks, Check{Code: f.Code, Severity: f.Word(), Text: strings.TrimPrefix(f.Text, "not checked: ")})
}

// concerns tells whether a finding is about this switch and port, and about packets in its queue or with its code point where it is about some.
func (r *Report) concerns(packet Packet, f *check.Finding) bool {
	end := r.Device + ":" + r.Port
	here := slices.ContainsFunc(f.Where, func(p check.Place) bool {
		return p.Far == end || p.Device == r.Device && (p.Port == r.Port || p.Port == "")
	})
	if !here || r.Queue == nil {
		return here
	}
	if slices.Contains(losslessAlone, f.Code) && !r.lossless() {
		return false
	}
	if f.Queues == 0 && f.DSCP == 0 {
		return true
	}
	return f.Queues.Has(qos.Queue(*r.Queue)) || packet.DSCP != nil && f.DSCP>>*packet.DSCP&1 == 1
}

// losslessAlone are the rules that are about lossless traffic and no other.
var losslessAlone = []string{"C01", "C02", "C03", "C15", "C16", "C18"}

// lossless tells whether the report says that the packet is.
func (r *Report) lossless() bool {
	return slices.ContainsFunc(r.Facts, func(f Fact) bool { return f.Subject == "pfc" && strings.HasPrefix(f.Text, lossless) })
}

// portOf finds a port of a fabric, or nil.
func portOf(n *check.Net, device, port string) *check.Port {
	for _, s := range n.Switches {
		if s.Name != device {
			continue
		}
		for i := range s.Ports {
			if s.Ports[i].Name == port {
				return &s.Ports[i]
			}
		}
	}
	return nil
}

// next tells what the switch at the other end of a cable does with the packet.
func (r *Report) next(packet Packet, p *check.Port) {
	far := p.Far
	t := &teller{sw: far.Switch.QoS, port: far.Port, packet: rewritten(packet, p.Classify)}
	text := fmt.Sprintf("leaving here it arrives at %s:%s", far.Switch.Name, far.Name)
	if c := far.Classify; c != nil && c.Trust.State != qos.Unknown {
		if first, second := t.decisions(c); second == nil || second.queue == first.queue {
			word := "lossy"
			if far.Lossless().Has(first.queue) {
				word = "lossless"
			}
			text += fmt.Sprintf(", in %s by %s: %s", t.queueName(first.queue), first.by, word)
		}
	}
	r.Facts = append(r.Facts, Fact{Subject: "next", Text: text, Cites: []Cite{}, Checks: []Check{}})
}

// rewritten is a packet as it leaves.
func rewritten(packet Packet, c *qos.Classify) Packet {
	if packet.DSCP == nil || c == nil || c.RewriteDSCP[*packet.DSCP] == qos.Keep {
		return packet
	}
	to := qos.DSCP(c.RewriteDSCP[*packet.DSCP])
	packet.DSCP = &to
	return packet
}
