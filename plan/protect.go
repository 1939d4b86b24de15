package plan

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// guard knows what every port must keep through a change: what it has both before and after. It serves both directions.
type guard struct {
	qos           *qos.Guard
	ports         []qos.Port // of the state before
	before, after []*qos.Protections

	last    int   // the port that was last looked for
	touched []int // room for what indexes finds
}

func newGuard(from, to vendors.Reading) *guard {
	g := &guard{qos: qos.NewGuard(), ports: from.Switch.Ports}
	g.before = make([]*qos.Protections, len(g.ports))
	g.after = make([]*qos.Protections, len(g.ports))
	for i := range g.ports {
		g.before[i] = g.qos.Of(&g.ports[i])
		g.after[i] = g.before[i]
		if p := portAt(to.Switch.Ports, i, g.ports[i].Name); p != nil {
			g.after[i] = g.qos.Of(p)
		}
	}
	return g
}

// loss is what port i lacks in a state in between.
func (g *guard) loss(now vendors.Reading, i int) qos.Loss {
	p := portAt(now.Switch.Ports, i, g.ports[i].Name)
	if p == nil {
		return qos.Loss{}
	}
	return qos.Lost(g.before[i], g.qos.Of(p), g.after[i])
}

// losses looks at the ports that an effect touches. An effect on a name that is no port, such as a bundle, is looked for on
// every port.
func (g *guard) losses(now vendors.Reading, effect vendors.Effect) []portLoss {
	touched, known := g.indexes(effect)
	var found []portLoss
	look := func(i int) {
		if l := g.loss(now, i); !l.None() {
			found = append(found, portLoss{i, l})
		}
	}
	if !known {
		for i := range g.ports {
			look(i)
		}
		return found
	}
	for _, i := range touched {
		look(i)
	}
	return found
}

// indexes finds the ports of an effect; known is false when it may concern any port.
func (g *guard) indexes(effect vendors.Effect) (touched []int, known bool) {
	if effect.All {
		return nil, false
	}
	g.touched = g.touched[:0]
	for _, name := range effect.Ports {
		if !g.find(name) {
			return nil, false
		}
		g.touched = append(g.touched, g.last)
	}
	return g.touched, true
}

// find moves last to the port of a name. Effects, and steps one after the other, mostly go through ports in order.
func (g *guard) find(name string) bool {
	for i := g.last; i < min(g.last+2, len(g.ports)); i++ {
		if g.ports[i].Name == name {
			g.last = i
			return true
		}
	}
	i, found := sort.Find(len(g.ports), func(i int) int { return qos.ComparePorts(name, g.ports[i].Name) })
	if found {
		g.last = i
	}
	return found
}

// portAt finds a port by name, first at the index where it should be.
func portAt(ports []qos.Port, i int, name string) *qos.Port {
	if i < len(ports) && ports[i].Name == name {
		return &ports[i]
	}
	for i := range ports {
		if ports[i].Name == name {
			return &ports[i]
		}
	}
	return nil
}

// portLoss is what one port, by index, lacks.
type portLoss struct {
	port int
	loss qos.Loss
}

// gapError is a patch that takes a protection away for a while.
type gapError struct {
	command string
	lost    string // "Ethernet1/1-4: DSCP 26 is lossy for a moment"
}

func (e *gapError) Error() string { return fmt.Sprintf("after %s %s", e.command, e.lost) }

// gap makes the error of a step that loses something.
func (g *guard) gap(s *vendors.Step, lost []portLoss) error {
	var ports []string
	for _, l := range lost {
		if l.loss == lost[0].loss {
			ports = append(ports, g.ports[l.port].Name)
		}
	}
	return &gapError{commandText(s), Ranges(ports) + ": " + lost[0].loss.String()}
}

// gaps counts, by what is lost, for how many commands each port lacks it.
type gaps [numLosses]map[int]int

// The kinds of loss, in the order in which they are told. A port that is not classified is not lossless either: the first
// kind that fits is the one that counts.
const (
	lostClass = iota
	lostLossless
	lostBandwidth
	lostECN
	numLosses
)

var lossWords = [numLosses]string{"unclassified", "not lossless", "without bandwidth", "without ECN marking"}

func (gs *gaps) count(lost []portLoss) {
	for _, l := range lost {
		kind := kindOf(l.loss)
		if gs[kind] == nil {
			gs[kind] = map[int]int{}
		}
		gs[kind][l.port]++
	}
}

func kindOf(l qos.Loss) int {
	switch {
	case !l.Class.Empty() || l.Order || l.Rules:
		return lostClass
	case !l.Lossless.Empty():
		return lostLossless
	case !l.Bandwidth.Empty():
		return lostBandwidth
	}
	return lostECN
}

// texts says the gaps: "64 ports unclassified for one command each".
func (gs *gaps) texts() []string {
	var out []string
	for kind, ports := range gs {
		byLength := map[int]int{}
		longest := 0
		for _, commands := range ports {
			byLength[commands]++
			longest = max(longest, commands)
		}
		for commands := longest; commands > 0; commands-- {
			if n := byLength[commands]; n > 0 {
				out = append(out, gapText(n, lossWords[kind], commands))
			}
		}
	}
	return out
}

func gapText(ports int, word string, commands int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d ports %s for %d commands each", ports, word, commands)
	text := b.String()
	if commands == 1 {
		text = strings.Replace(text, "1 commands", "one command", 1)
	}
	if ports == 1 {
		text = strings.TrimSuffix(strings.Replace(text, "1 ports", "1 port", 1), " each")
	}
	return text
}

// longestCommand is how long a command is at most that a message quotes.
const longestCommand = 160

// commandText is the command of a step that does something, for messages, or what it does where the command is long.
func commandText(s *vendors.Step) string {
	text := strings.Join(s.Commands, " ; ")
	switch {
	case len(text) <= longestCommand:
		return strconv.Quote(text)
	case s.Text != "":
		return s.Text
	}
	return strconv.Quote(text[:longestCommand]) + " and more"
}
