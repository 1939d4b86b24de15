package check

import (
	"iter"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// faults adds what qos finds wrong with each switch by itself, of some kinds, with the severity of each. Only ports that pause
// something are judged: what the others do is no lossless fabric's.
func (j *judge) faults(kinds map[string]vendors.Severity) {
	j.faultsOn(func(*Port) bool { return true }, kinds)
}

// faultsOn is faults on ports of a kind.
func (j *judge) faultsOn(of func(*Port) bool, kinds map[string]vendors.Severity) {
	for _, s := range j.net.Switches {
		for _, f := range j.net.faults(s) {
			severity, asked := kinds[f.Kind]
			if !asked {
				continue
			}
			for some := range s.named(s.unasked(&f)) {
				if p := &some[0]; of(p) {
					field, at := blame(p, f.Kind)
					j.ports(some, verdict{severity: severity, text: f.Text, fix: cures[f.Kind], field: field, at: at, queues: f.Queues, dscp: f.Points.DSCP})
				}
			}
		}
	}
}

// unasked are the ports of a fault on which it is not what an intent asks for: a queue that the platform serves first by itself may be one that
// shall be served so.
func (s *Switch) unasked(f *qos.Fault) []string {
	if f.Kind != "default-strict" || s.asked == nil {
		return f.Ports
	}
	asked := map[string]*qos.Port{}
	for i := range s.asked.Ports {
		asked[s.asked.Ports[i].Name] = &s.asked.Ports[i]
	}
	return slices.DeleteFunc(slices.Clone(f.Ports), func(name string) bool {
		p := asked[name]
		return p != nil && p.Egress != nil && !slices.ContainsFunc(f.Queues.List(), func(q qos.Queue) bool {
			e := &p.Egress.Queues[q]
			return !e.Schedule.V.Strict || e.Max.Known()
		})
	})
}

// named are ports of a switch by their names, those in a row that are alike together. There may be no port of a name.
func (s *Switch) named(names []string) iter.Seq[[]Port] {
	return func(yield func([]Port) bool) {
		for len(names) > 0 {
			p := s.port(names[0])
			if names = names[1:]; p == nil {
				continue
			}
			some, n := p.alike(), 1
			for n < len(some) && len(names) > 0 && some[n].Name == names[0] {
				n, names = n+1, names[1:]
			}
			if !yield(some[:n]) {
				return
			}
		}
	}
}

// cures are what to do about kinds of faults, by their codes.
var cures = map[string]string{
	"control-lossless":     "use DSCP 26 or 24 and priority 3 for RoCE, and leave CS6 to routing protocols and congestion notifications, in a strict and lossy queue",
	"control-shares":       "give CS6 a strict and lossy queue of its own",
	"lossless-drops-early": "mark instead of dropping: switch ECN on for the queue",
	"strict-and-lossless":  "give it a share of 50 to 90 % instead, and keep strict for congestion notifications, with a cap",
	"lossless-starved":     "give it a share of 50 to 90 %",
	"lossless-no-ecn":      "switch ECN on: senders slow down by its marks, which do not conflict with their congestion control; where throughput is low, raise min and max or lower the probability",
	"no-watchdog":          "guard every port that pauses",
	"starved":              "give every class a share",
	"default-strict":       "say how queues are served, or cap what is strict",
}

// faults are those of a switch, found once. Switches can have one model: they are judged together.
func (n *Net) faults(s *Switch) []qos.Fault {
	if s.judged {
		return s.found
	}
	if n.alike == nil {
		n.alike = map[*qos.Switch]*Switch{}
	}
	if like := n.alike[s.QoS]; like != nil && slices.EqualFunc(like.Ports, s.Ports, func(a, b Port) bool { return a.Port == b.Port }) {
		s.found, s.judged = like.found, true
		return s.found
	}
	s.found, s.judged = qos.Faults(s.QoS, sound(s)), true
	n.alike[s.QoS] = s
	return s.found
}

// blame is what of the intent, and which line of a running configuration, decides what is wrong with a port.
func blame(p *Port, kind string) (field string, at qos.Origin) {
	switch c := p.Classify; {
	case kind == "no-watchdog":
		return "watchdog", p.Watchdog.On.At
	case strings.HasPrefix(kind, "control-") && c != nil:
		return p.Switch.field(c.DSCP[cs6], "dscp"), qos.Origin{Line: c.DSCPAt[cs6]}
	}
	q := p.Lossless().List()[0] // only ports that pause something are judged
	if e := p.queue(q); e != nil && strings.HasSuffix(kind, "strict") {
		return p.Switch.field(q, "strict"), e.Schedule.At
	}
	return p.Switch.field(q, "lossless"), p.PFC.Priorities.At
}

// field is an attribute of the class of a queue, as vendors.Diagnostic names fields.
func (s *Switch) field(q qos.Queue, attribute string) string {
	return "traffic_class " + s.QoS.Names[q] + ": " + attribute
}

// cs6 is what routing protocols and congestion notifications are marked with. Nothing in use sends what lies above.
const cs6 = 48

// sound is a switch with nothing wrong on the ports that pause something: it asks of each what any fabric would ask.
func sound(s *Switch) *qos.Switch {
	classify := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	for d := range classify.RewriteDSCP {
		classify.RewriteDSCP[d] = qos.Keep
	}
	for q := range classify.RewritePCP {
		classify.RewritePCP[q] = qos.Keep
	}
	classify.DSCP[cs6] = 7
	egress := &qos.Egress{}
	for q := range egress.Queues {
		egress.Queues[q].Schedule = qos.Is(qos.Schedule{Share: 1000 / qos.NumQueues})
		egress.Queues[q].ECN = qos.Is(qos.ECN{On: true, Min: 1, Max: 1, Probability: 1})
	}
	want := &qos.Switch{Ports: make([]qos.Port, 0, len(s.Ports))}
	for i := range s.Ports {
		if p := &s.Ports[i]; p.Lossless() != 0 {
			want.Ports = append(want.Ports, qos.Port{
				Name: p.Name, Classify: classify, Egress: egress,
				PFC: qos.PFC{Priorities: qos.Is(qos.QueueSet(0))}, Watchdog: qos.Watchdog{On: qos.Is(true)},
			})
		}
	}
	return want
}
