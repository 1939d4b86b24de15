package deadlock

import "github.com/weft-net/weft/qos"

// Net is a fabric: switches, hosts, and the cables between them. The results speak of nodes and links by their index.
type Net struct {
	Nodes []Node
	Links []Link
}

// Node is a switch or a host.
type Node struct {
	Name string
	// Host marks what sends and receives, and never forwards. A network card that several links lead to is one host.
	Host bool
	// Tier is how far up a switch is: 1 for leaves, 2 for spines. 0 is not known, and is then found from the distance to hosts.
	Tier int
}

// Link is a cable between two nodes.
type Link struct {
	Ends [2]End
}

// End is one end of a link.
type End struct {
	Node int
	Port string
	// Lossless are the priorities that this end pauses, and the other end obeys: what arrives here in them is never dropped.
	Lossless qos.QueueSet
}

// Channel is one direction of a link, and so the buffer that it fills: 2*link towards the second end, 2*link+1 towards the first.
type Channel int32

// Link is the index of the link.
func (c Channel) Link() int { return int(c) / 2 }

// back is the other direction of the link.
func (c Channel) back() Channel { return c ^ 1 }

// From is the end that sends into a channel.
func (n *Net) From(c Channel) *End { return &n.Links[c.Link()].Ends[c&1] }

// To is the end whose buffer a channel fills.
func (n *Net) To(c Channel) *End { return &n.Links[c.Link()].Ends[1-c&1] }

// Routing is which paths packets take.
type Routing uint8

const (
	// ValleyFree packets go up, at most once across, and down; never up or across after that. Every such path is taken to be used.
	ValleyFree Routing = iota
	// ShortestPath packets take every path with the fewest links.
	ShortestPath
	// NextHops packets go where Options.Next says.
	NextHops
)

// Options are what is asked of Check.
type Options struct {
	Routing Routing
	// Next gives the links over which a switch sends packets to a host, none where it drops them. For NextHops.
	Next func(at, host int) []int
	// Chain are the priorities that a packet has one after the other, changed at every turn that Raise names; after the last it
	// is lossy. Priorities outside the chain never change. No chain: none does.
	Chain []qos.Queue
	// Raise tells whether a packet that came over one channel and leaves over the other changes priority. nil: at bounces, the
	// turns that valley-free routing does not know.
	Raise func(in, out Channel) bool
	// Failures is how many links may have failed at once, for ShortestPath: every number from 1 up to it is tried, unless there is a
	// ring already.
	Failures int
	// Runs bounds how many fabrics with failed links are looked at for each number of failures; 0 is a bound by the work that one takes,
	// so that a sweep takes a bounded time whatever the fabric. Sets of links that mean the same count once.
	Runs int
}

// Result is what Check found.
type Result struct {
	Graphs []Graph // one for the priorities with the same buffers, lowest priority first
	// TiersFound tells that the tier of some switch was found from the distance to hosts.
	TiersFound bool
	Tiers      []int // of each node: those that were given, and those that were found
	// Cut is a pair of hosts with no path between them under the routing rule, and how many pairs of places with hosts are so.
	Cut Cut
	// AllFailures tells that what holds for the graphs holds for whatever links fail: the rule is one of each switch by itself.
	AllFailures bool
	Sweeps      []Sweep // by number of failed links, from 1; none where there is a ring already
	Retag       *Retag  // what would break the rings that were found; nil when there are none
}

// Cut counts places without a path between them; a place is a switch, or the switches of hosts with several links.
type Cut struct {
	Pairs    int
	Src, Dst int // hosts of the first pair
}

// Graph is the graph of buffers that wait for each other, of the priorities for which it is the same.
type Graph struct {
	Priorities      qos.QueueSet
	Vertices, Edges int     // buffers that lossless traffic reaches, and pairs where one waits for the other
	Ranks           []int32 // the certificate: Rank explains it; nil when there is a ring
	Ring            []Wait  // a smallest ring; nil when there is none
	Smallest        bool    // no ring is smaller; else the search for one was cut short
	Knots           []int   // buffers in each set that wait for each other in rings, ascending
	channels        int
}

// NoRank is the rank of what is no buffer of lossless traffic.
const NoRank = -1

// Rank is the place of a buffer in an order in which each waits only for later ones; NoRank when nothing lossless reaches it.
// Changes is how often its packets have changed priority.
func (g *Graph) Rank(c Channel, changes int) int32 { return g.Ranks[changes*g.channels+int(c)] }

// Wait is one buffer of a ring: it cannot drain into the next, and Flow is why.
type Wait struct {
	Buffer   Channel
	Priority qos.Queue
	Flow     Flow
}

// Flow is traffic that goes through the buffer of a Wait into the next of the ring.
type Flow struct {
	Src, Dst int       // hosts
	Path     []Channel // from host to host
}
