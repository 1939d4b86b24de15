package check

import (
	"slices"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Net is a fabric as the rules see it. FromUnits, FromStates and FromRunning make one.
type Net struct {
	Switches []*Switch // in natural order
	Links    []Link
	// Unread are the switches that nothing is known of, and why.
	Unread []Unread
	// Running tells that the switches are what running configurations do. What platforms do with what weft writes, such as the
	// size of a pool, is then known of those alone that run it.
	Running bool
	// LatencySLO is what all queues of a path may add up to; not set where nobody asks.
	LatencySLO intent.Opt[time.Duration]
	Policies   []intent.Policy
	Manifests  Manifests
	Routing    string // which paths packets take: "valley-free" or "shortest-path"; empty where nobody says

	refused []*Switch               // of the unread ones those that fit no platform: how far they are to reach is judged all the same
	secrets func() []string         // that no finding may tell; nil for an intent
	alike   map[*qos.Switch]*Switch // the first that was judged of each model
	beside  func() *buffers         // the graph that it shares with another moment; nil where it has its own
	usual   listing                 // the longest that a finding had so far
}

// Unread is a switch of which it is not known what it runs. It is not judged, unless it stands in the net as the intent asks.
type Unread struct {
	Name, Why string
	Asked     bool // it is judged as the intent asks
}

// Switch is one switch.
type Switch struct {
	Name, Role string
	Platform   vendors.Platform
	QoS        *qos.Switch
	Ports      []Port // in natural order
	VXLAN      bool   // tunnels end here
	File       string // of the running configuration; empty for an intent

	place   func(port, field string) hcl.Range // in the intent; nil for a running configuration
	written bool                               // all of it is as weft writes it, although it runs
	asked   *qos.Switch                        // what an intent asks of it; nil where nobody says
	told    bool                               // the numbers of its memory are those of the running configuration
	index   int                                // in Net.Switches

	found  []qos.Fault // once judged
	judged bool
	shared *qos.Bytes // once sharedBuffer was asked for
}

// Port is one port of a switch.
type Port struct {
	*qos.Port
	Switch      *Switch
	Speed       fabric.Speed // 0 when it is not known
	CableMetres float64      // 0 when it is not known
	Role        string
	Routed      bool
	LAG         string      // the bundle it is a member of, or empty
	Pause       bool        // 802.3x pause is configured
	NIC         *fabric.NIC // of the host at the other end; nil when nothing is said of it
	Far         *Port       // the port at the other end of the cable; nil when it is none of the fabric's

	index int // in Switch.Ports
	more  int // ports right after it that are like it
}

// Link is a cable between two ports of the fabric.
type Link struct{ A, B *Port }

// Lossless are the priorities that a port is known to pause.
func (p *Port) Lossless() qos.QueueSet {
	if !p.PFC.Priorities.Known() {
		return 0
	}
	return p.PFC.Priorities.V
}

// buffer is the ingress buffer of a priority; not applicable where the model says nothing of it. Headroom that no line sets is the
// platform's own, where that is known.
func (p *Port) buffer(q qos.Queue) (b qos.Value[qos.Buffer]) {
	if p.Ingress != nil {
		b = p.Ingress.Buffers[q]
	}
	own := p.Switch.Platform.Limits.OwnHeadroom
	if b.State == qos.Unknown || !unset(b) || !own.Known() {
		return b
	}
	if b.V.Headroom = own.V; b.State == qos.NotApplicable {
		b.State = qos.PlatformDefault
	}
	return b
}

// queue is what a queue does on the way out; nil where the model says nothing of it.
func (p *Port) queue(q qos.Queue) *qos.EgressQueue {
	if p.Egress == nil {
		return nil
	}
	return &p.Egress.Queues[q]
}

// class names a queue: "queue 3 (roce)".
func (s *Switch) class(q qos.Queue) string {
	return queueWord(q, s.QoS.Names[q])
}

func queueWord(q qos.Queue, name string) string {
	word := "queue " + string('0'+byte(q))
	if name != "" {
		word += " (" + name + ")"
	}
	return word
}

// port finds a port by its name, or nil.
func (s *Switch) port(name string) *Port {
	i, is := slices.BinarySearchFunc(s.Ports, name, func(p Port, name string) int { return qos.ComparePorts(p.Name, name) })
	if !is {
		return nil
	}
	return &s.Ports[i]
}

// divided tells whether the platform's memory is divided as its numbers say: as weft divides it, or as the configuration says.
func (n *Net) divided(s *Switch) bool { return s.told || n.wrote(s) }

// wrote tells whether all that a switch does is as weft writes it.
func (n *Net) wrote(s *Switch) bool { return !n.Running || s.written }

// finish puts the switches in order and joins the ends of links.
func (n *Net) finish(links []fabric.Link) *Net {
	slices.SortFunc(n.Switches, func(a, b *Switch) int { return qos.ComparePorts(a.Name, b.Name) })
	slices.SortFunc(n.Unread, func(a, b Unread) int { return qos.ComparePorts(a.Name, b.Name) })
	byName := make(map[string]*Switch, len(n.Switches))
	for i, s := range n.Switches {
		byName[s.Name] = s
		s.index = i
	}
	for _, l := range links {
		n.join(byName[l.A.Device], byName[l.B.Device], l)
	}
	return n
}

// join makes a link of two ports. One to a switch that nothing is known of leads nowhere.
func (n *Net) join(a, b *Switch, l fabric.Link) {
	if a == nil || b == nil {
		n.loose(l.A.Device, a)
		n.loose(l.B.Device, b)
		return
	}
	near, far := a.port(l.A.Port), b.port(l.B.Port)
	if near == nil || far == nil {
		return
	}
	near.Far, far.Far = far, near
	if near.CableMetres == 0 {
		near.CableMetres = max(l.CableMetres, far.CableMetres)
	}
	if far.CableMetres == 0 {
		far.CableMetres = near.CableMetres
	}
	n.Links = append(n.Links, Link{near, far})
}

// loose notes a switch at the end of a link that nothing is known of.
func (n *Net) loose(name string, s *Switch) {
	known := func(u Unread) bool { return u.Name == name }
	if s == nil && !slices.ContainsFunc(n.Unread, known) {
		n.Unread = append(n.Unread, Unread{Name: name, Why: "it is at the end of a link, and not among the switches that are judged"})
	}
}
