package check

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// faults adds what qos finds wrong with each switch by itself, of some kinds, with the severity of each. Only ports that pause
// something are judged: what the others do is no lossless fabric's.
func (j *judge) faults(kinds map[string]vendors.Severity) {
	for _, s := range j.net.Switches {
		for _, f := range s.faults() {
			severity, of := kinds[f.Kind]
			if !of {
				continue
			}
			for _, name := range f.Ports {
				if p := s.port(name); p != nil {
					j.port(p, verdict{severity: severity, text: f.Text, field: faultFields[f.Kind], at: faultOrigin(p, f.Kind)})
				}
			}
		}
	}
}

// faults are those of a switch, found once.
func (s *Switch) faults() []qos.Fault {
	if !s.judged {
		s.found, s.judged = qos.Faults(s.QoS, sound(s)), true
	}
	return s.found
}

// faultFields are what of a port decides each kind of fault, in the words of the intent.
var faultFields = map[string]string{"no-watchdog": "watchdog"}

// faultOrigin is the line that a fault of a port can be blamed on.
func faultOrigin(p *Port, kind string) qos.Origin {
	if kind == "no-watchdog" {
		return p.Watchdog.On.At
	}
	return p.PFC.Priorities.At
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
	want := &qos.Switch{}
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
