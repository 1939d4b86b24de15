package explain

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// teller makes the facts of one packet.
type teller struct {
	sw     *qos.Switch
	port   *qos.Port
	packet Packet
	source source
	queue  qos.Queue
	report *Report
}

// tell goes along the packet's way. Without a class there is nothing more to tell.
func (t *teller) tell() {
	t.rules()
	queue, ok := t.classify()
	if !ok {
		return
	}
	t.queue = queue
	number := int(queue)
	t.report.Queue, t.report.Class = &number, t.className(queue)
	t.rewrite()
	t.pfc()
	t.egress()
	t.mtu()
	t.tunnel()
}

// add adds a fact with the line behind it, if one is.
func (t *teller) add(subject, field string, at qos.Origin, format string, args ...any) {
	fact := Fact{Subject: subject, Text: fmt.Sprintf(format, args...), Cites: []Cite{}, Checks: []Check{}}
	if cite, ok := t.source.Find(t.port.Name, field, at); ok {
		fact.Cites = append(fact.Cites, cite)
	}
	t.report.Facts = append(t.report.Facts, fact)
}

// class is how the intent calls an attribute of the packet's class.
func (t *teller) class(attribute string) string {
	return "traffic_class " + t.sw.Names[t.queue] + ": " + attribute
}

// queueName is "queue 3 (roce)".
func (t *teller) queueName(q qos.Queue) string {
	if name := t.className(q); name != "" {
		return fmt.Sprintf("queue %d (%s)", q, name)
	}
	return fmt.Sprintf("queue %d", q)
}

// className is what the intent calls the class of a queue, or else the configuration; empty where nobody does.
func (t *teller) className(q qos.Queue) string {
	if c := t.port.Classify; t.sw.Names == ([qos.NumQueues]string{}) && c != nil {
		return c.Names[q]
	}
	return t.sw.Names[q]
}

// tellValue adds a fact about a value, whatever is known of it. Of one that is not applicable nothing is told.
func tellValue[T comparable](t *teller, subject, field string, v qos.Value[T], words func(T) string) {
	if v.State != qos.NotApplicable {
		t.add(subject, field, v.At, "%s", qos.Say(v, words))
	}
}
