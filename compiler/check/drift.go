package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// fewest is the number of switches from which on most of them show what is meant.
const fewest = 3

// alikeSwitches is C17: switches of one role and model treat lossless traffic alike. Who is alone with something is told.
func alikeSwitches(j *judge) {
	kin := map[string][]*Switch{}
	var order []string
	for _, s := range j.net.Switches {
		family := kinship(s)
		if kin[family] == nil {
			order = append(order, family)
		}
		kin[family] = append(kin[family], s)
	}
	for _, family := range order {
		if len(kin[family]) >= fewest {
			j.family(kin[family])
		}
	}
}

// kinship is a switch's role, vendor and model. A switch without a role has that of others whose names differ in the number alone.
func kinship(s *Switch) string {
	role := s.Role
	if role == "" {
		role = strings.TrimRight(s.Name, "0123456789")
	}
	return strings.Join([]string{role, s.Platform.Vendor, s.Platform.Model}, "\x00")
}

// family compares the switches of one kind with what most of them do.
func (j *judge) family(switches []*Switch) {
	habits := make([][]string, len(switches))
	count := map[string]int{}
	for i, s := range switches {
		habits[i] = habitsOf(s)
		count[strings.Join(habits[i], "\x00")]++
	}
	usual := slices.IndexFunc(habits, func(h []string) bool { return 2*count[strings.Join(h, "\x00")] > len(switches) })
	if usual < 0 {
		return
	}
	for i, s := range switches {
		if own, others := without(habits[i], habits[usual]), without(habits[usual], habits[i]); own != nil || others != nil {
			v := verdict{
				severity: vendors.Warning, field: "traffic_class",
				text: fmt.Sprintf("not as %d of the %d switches of its kind: here %s; there %s", count[strings.Join(habits[usual], "\x00")], len(switches), listed(own), listed(others)),
				fix:  "configure switches of one kind alike, or give this one a role of its own",
			}
			if j.net.wrote(s) {
				v.severity = vendors.Info // the intent says so
			}
			j.device(s, v)
		}
	}
}

// habit is what decides how a port treats a lossless queue.
type habit struct {
	queue   qos.Queue
	ecn     qos.ECN
	unread  bool // what it marks cannot be read
	buffer  qos.Buffer
	unknown bool // nor the buffer
}

// habitsOf are the ways in which the ports of a switch treat lossless queues, in words, each once and in order.
func habitsOf(s *Switch) []string {
	seen := map[habit]bool{}
	var words []string
	for i := range s.Ports {
		p := &s.Ports[i]
		for _, q := range p.Lossless().List() {
			h := habit{queue: q, buffer: p.buffer(q).V, unknown: p.buffer(q).State == qos.Unknown}
			if e := p.queue(q); e != nil {
				h.ecn, h.unread = e.ECN.V, e.ECN.State == qos.Unknown
			}
			if !seen[h] {
				seen[h] = true
				words = append(words, h.String())
			}
		}
	}
	slices.Sort(words)
	return words
}

func (h habit) String() string {
	text := fmt.Sprintf("queue %d with ECN %s", h.queue, h.ecn)
	if h.unread {
		text = fmt.Sprintf("queue %d with ECN that cannot be read", h.queue)
	}
	switch {
	case h.unknown:
		return text + " and a buffer that cannot be read"
	case h.buffer != qos.Buffer{}:
		return text + " and " + h.buffer.String()
	}
	return text
}

// without are the words of a list that are not in another.
func without(list, other []string) (rest []string) {
	for _, word := range list {
		if !slices.Contains(other, word) {
			rest = append(rest, word)
		}
	}
	return rest
}

// listed names ways to treat lossless queues.
func listed(words []string) string {
	if words == nil {
		return "nothing that the other does not have"
	}
	return some(words)
}
