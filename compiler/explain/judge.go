package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
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
	"C13": "vxlan", "C15": "watchdog", "C16": "headroom", "C18": "headroom",
	"C05": "pfc", "C06": "pfc", "C07": "pfc", "C08": "pfc", "C17": "pfc", "C21": "pfc",
}

// attach adds a finding to the first fact that it is about; where there is none, to one of its own.
func (r *Report) attach(f *check.Finding) {
	is := func(subject string) int {
		return slices.IndexFunc(r.Facts, func(fact Fact) bool { return fact.Subject == subject })
	}
	at := is(subjects[f.Code])
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

// concerns tells whether a finding is about this switch and port, and about the packet's queue or code point where it names any.
func (r *Report) concerns(packet Packet, f *check.Finding) bool {
	end := r.Device + ":" + r.Port
	here := slices.ContainsFunc(f.Where, func(p check.Place) bool {
		return p.Far == end || p.Device == r.Device && (p.Port == r.Port || p.Port == "")
	})
	if !here || r.Queue == nil || f.Code == "C08" { // which tells what both ends of a cable do
		return here
	}
	if slices.Contains(losslessAlone, f.Code) && !r.lossless() {
		return false
	}
	if queues := numbers(queueWords, f.Text); queues != nil {
		return slices.Contains(queues, *r.Queue)
	}
	points := numbers(dscpWords, f.Text)
	return points == nil || packet.DSCP == nil || slices.Contains(points, int(*packet.DSCP))
}

// losslessAlone are the rules that are about lossless traffic and no other.
var losslessAlone = []string{"C01", "C02", "C03", "C15", "C16", "C18"}

// lossless tells whether the report says that the packet is.
func (r *Report) lossless() bool {
	return slices.ContainsFunc(r.Facts, func(f Fact) bool { return f.Subject == "pfc" && strings.HasPrefix(f.Text, lossless) })
}

// What sentences name: "queue 3", "priorities 3,4", "DSCP 24-26,48".
var (
	queueWords = regexp.MustCompile(`\b(?:queues?|priority|priorities) ([0-9][0-9,-]*)`)
	dscpWords  = regexp.MustCompile(`\bDSCP ([0-9][0-9,-]*)`)
)

// numbers are all numbers that a sentence names, nil when there is none.
func numbers(words *regexp.Regexp, text string) (list []int) {
	for _, match := range words.FindAllStringSubmatch(text, -1) {
		for _, span := range strings.Split(strings.Trim(match[1], ",-"), ",") {
			low, high, ranged := strings.Cut(span, "-")
			first, _ := strconv.Atoi(low)
			last := first
			if ranged {
				last, _ = strconv.Atoi(high)
			}
			for n := first; n <= last; n++ {
				list = append(list, n)
			}
		}
	}
	return list
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
