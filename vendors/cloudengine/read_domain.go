package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// point is a service class and a colour: what the switch knows a packet by between its arrival and its leaving.
type point struct {
	queue  qos.Queue
	colour uint8
}

// domain is a map between header fields and points, both ways.
type domain struct {
	dscp    [qos.NumDSCP]point
	pcp     [qos.NumPCP]point
	dscpAt  [qos.NumDSCP]int32
	pcpAt   [qos.NumPCP]int32
	outDSCP [qos.NumQueues][3]int8
	outPCP  [qos.NumQueues][3]int8
	unknown string // why it is not known, else empty
	at      int32
}

// builtinOutDSCP is what packets of each class and colour leave with where no line says it (1.2).
var builtinOutDSCP = [qos.NumQueues][3]int8{
	{0, 0, 0}, {10, 12, 14}, {18, 20, 22}, {26, 28, 30}, {34, 36, 38}, {46, 46, 46}, {48, 48, 48}, {56, 56, 56},
}

// builtinDomain is the map of every domain before its lines: DSCP n goes to queue n/8, and a priority to its own. The middle
// and high drop precedences of the assured forwarding classes are yellow and red (1.2).
func builtinDomain() *domain {
	d := &domain{outDSCP: builtinOutDSCP}
	for i := range d.dscp {
		d.dscp[i].queue = qos.Queue(i / 8)
	}
	for q := 1; q <= 4; q++ {
		d.dscp[8*q+4].colour, d.dscp[8*q+6].colour = 1, 2
	}
	for p := range d.pcp {
		d.pcp[p].queue = qos.Queue(p)
		d.outPCP[p] = [3]int8{int8(p), int8(p), int8(p)}
	}
	return d
}

// takeDomain reads a block of a domain.
func (s *shared) takeDomain(n *conf.Node) {
	name := n.Text[len("diffserv domain "):]
	d := s.domains[name]
	if d == nil {
		d = builtinDomain()
		s.domains[name] = d
	}
	for _, line := range n.Kids {
		switch line.Kind {
		case conf.In:
			d.line(wordsOf(line.Text), line.Line)
		case conf.Odd:
			d.unknown, d.at = notUnderstood(line), line.Line
		}
	}
}

// domainOf is the domain that a line binds.
func (s *shared) domainOf(name string, bound int32) *domain {
	if d := s.domains[name]; d != nil {
		return d
	}
	d := builtinDomain()
	d.unknown, d.at = "diffserv domain "+name+" is bound and not defined", bound
	return d
}

// line reads a line of a domain, such as ip-dscp-inbound 24 phb af4 green.
func (d *domain) line(words []string, line int32) {
	if len(words) != 5 {
		return
	}
	if strings.HasSuffix(words[0], "-inbound") {
		q, _ := phbOf(words[3])
		c, _ := colourOf(words[4])
		d.inbound(words[0], numberOf(words[1]), point{q, c}, line)
		return
	}
	q, _ := phbOf(words[1])
	c, _ := colourOf(words[2])
	if words[0] == "ip-dscp-outbound" {
		d.outDSCP[q][c] = int8(numberOf(words[4]))
	} else {
		d.outPCP[q][c] = int8(numberOf(words[4]))
	}
}

func (d *domain) inbound(command string, value int64, p point, line int32) {
	if command == "ip-dscp-inbound" {
		d.dscp[value], d.dscpAt[value] = p, line
	} else {
		d.pcp[value], d.pcpAt[value] = p, line
	}
}
