package qos

import "time"

// Switch is what one switch does to packets. Ports are physical: what a LAG says is resolved onto its members.
type Switch struct {
	Ports  []Port // in natural order (ComparePorts); a name occurs once
	Tunnel Tunnel
	// Names are the class names by queue, for object names and sentences; no behaviour, outside Equal.
	Names [NumQueues]string
	// NonECT is what happens between the two thresholds of an ECN queue to packets that are not ECN-capable.
	NonECT Value[NonECT]
}

// Port is what one physical port does. Facets that many ports share are pointers to one immutable value; two ports that
// behave alike may or may not share the pointer. A nil facet is not applicable: the model says nothing about it.
type Port struct {
	Name string
	// Label is a hint for the names of classification objects: the scopes whose overrides make this port different from the
	// fabric's plain one there, such as a profile's name. Labels are those of other facets. They are no behaviour and outside
	// Equal.
	Label  string
	Labels Labels

	Classify *Classify
	Egress   *Egress
	Ingress  *Ingress
	PFC      PFC
	Watchdog Watchdog
	MTU      Value[Bytes] // largest IP packet that the port forwards
	ClassMTU *ClassMTU
	DCBX     Value[DCBX]
}

// Labels are hints for object names like Port.Label, each from what makes a port different in its facet alone: an object of
// one facet keeps its name when another changes.
type Labels struct{ Egress, Ingress, PFC string }

// Trust is the header field that decides a frame's class on arrival.
type Trust uint8

// The ways to trust. TrustMixed is read from configurations only: a policy whose first match decides among DSCP and PCP.
const (
	TrustNone Trust = iota
	TrustDSCP
	TrustPCP
	TrustDSCPElsePCP
	TrustMixed
)

// Keep is the rewrite value that leaves a field as it arrived.
const Keep = -1

// Classify is how arriving frames get their class. It is immutable once shared.
type Classify struct {
	Trust Value[Trust]
	DSCP  [NumDSCP]Queue // class of an IP packet, by code point, whatever tag it carries
	PCP   [NumPCP]Queue  // class of a tagged frame that DSCP does not decide
	Other Queue          // class of a frame with neither
	// RewriteDSCP is the DSCP that packets of each arriving code point leave with, or Keep. RewritePCP likewise by class.
	RewriteDSCP [NumDSCP]int8
	RewritePCP  [NumQueues]int8
	// Rules are what code points alone cannot say, in order of precedence: an ACL match, a policer. A Classify with rules
	// equals only one with the same rules.
	Rules []Rule

	// Names are what the configuration calls the class of each queue, for sentences; no behaviour, outside Equal.
	Names [NumQueues]string

	// Unlisted are code points that nothing says the class of, a bit for each. Trust is then unknown, and the other entries hold: they are
	// by DSCP.
	Unlisted uint64

	DSCPAt [NumDSCP]int32 // configuration line that decided each entry; 0 for a default
	PCPAt  [NumPCP]int32
}

// Rule is a classification decision beyond code points.
type Rule struct {
	Match string // in words: "packets that access list ROCE_UDP permits"
	Queue Queue
	Does  string // in words, when it does more than choose a queue: "are policed to 1 Gbps"
	Line  int32
}

// Egress is what the eight queues of a port do on the way out. It is immutable once shared.
type Egress struct {
	Queues [NumQueues]EgressQueue
}

// EgressQueue is the scheduling, shaping and congestion marking of one queue.
type EgressQueue struct {
	Schedule Value[Schedule]
	Min, Max Value[BitsPerSecond] // shaping; not applicable when there is none
	ECN      Value[ECN]
	Limit    Value[Limit] // egress queue limit; not applicable where nothing sets it
}

// Schedule is a queue's place in the scheduler: strict with a rank, or a share.
type Schedule struct {
	Strict bool
	Rank   uint8    // among strict queues, 1 is served first; 0 for a shared queue
	Share  Permille // of what strict queues leave, in proportion to the other shares; 0 for a strict queue
}

// ECN is a queue's marking curve on instantaneous depth: nothing below Min, rising to Probability at Max, everything above.
// The zero ECN is "no early marking or dropping".
type ECN struct {
	On          bool
	DropOnly    bool // WRED without ECN: packets are dropped, not marked, whatever On says
	Min, Max    Bytes
	Probability Percent
}

// NonECT is the treatment of packets that are not ECN-capable in a queue with ECN.
type NonECT uint8

// The treatments.
const (
	NonECTDrop NonECT = iota
	NonECTForward
)

// Limit is an egress queue limit: bytes, or a dynamic-threshold factor alpha as a fraction.
type Limit struct {
	Bytes              Bytes
	AlphaNum, AlphaDen uint16
}

// Ingress is the ingress buffering of lossless classes, by priority. It is immutable once shared.
type Ingress struct {
	Buffers [NumQueues]Value[Buffer]
}

// Buffer is the ingress buffer of one priority. Headroom absorbs what still arrives after XOFF; alpha is set instead of
// XOFF where the threshold is dynamic.
type Buffer struct {
	Headroom, XOFF, XON Bytes
	AlphaNum, AlphaDen  uint16
}

// PFCKey is the field that decides which PFC priority an arriving packet is accounted to.
type PFCKey uint8

// The keys. PFCByClass follows the classification, whatever field that uses.
const (
	PFCByClass PFCKey = iota
	PFCByPCP
	PFCByDSCP
)

// PFC is priority flow control on a port. Priorities are those really paused: a port with PFC switched on while no class
// is lossless has none.
type PFC struct {
	Priorities Value[QueueSet]
	Negotiated Value[bool] // true: on only if the peer agrees by DCBX
	Key        Value[PFCKey]
}

// WatchdogAction is what happens to a queue that stays paused.
type WatchdogAction uint8

// The actions.
const (
	WatchdogDrop WatchdogAction = iota
	WatchdogForward
	WatchdogAlert
)

// Escalation is what a watchdog does about a priority that deadlocks again and again. The zero value does nothing more.
type Escalation struct {
	Action string // "turn-off", "error-down"; empty for none
	Count  uint16 // deadlocks in the platform's period, or 0
}

// Watchdog is the PFC watchdog of a port. When On is known to be false the other values do not count.
type Watchdog struct {
	On       Value[bool]
	Action   Value[WatchdogAction]
	Detect   Value[time.Duration]
	Restore  Value[time.Duration]
	Poll     Value[time.Duration]
	Escalate Value[Escalation]
}

// ClassMTU is the largest IP packet of each class, where a platform limits it by class. It is immutable once shared.
type ClassMTU struct {
	MTU [NumQueues]Value[Bytes]
}

// DCBX is whether a port tells its peer about PFC.
type DCBX uint8

// The ways. DCBXAdvertise sends the PFC TLV although PFC is forced on.
const (
	DCBXOff DCBX = iota
	DCBXAdvertise
)

// TunnelDSCP and TunnelECN are how VXLAN carries the two fields across the underlay.
type (
	TunnelDSCP uint8
	TunnelECN  uint8
)

// The ways. Uniform copies the inner DSCP out and, where the platform does that, the outer one back in; pipe keeps the inner
// one. Copy carries congestion marks of the underlay into the inner header when a packet leaves the tunnel; ignore loses them.
const (
	TunnelUniform TunnelDSCP = iota
	TunnelPipe
	TunnelDSCPZero // the outer header always carries 0
)
const (
	TunnelECNCopy TunnelECN = iota
	TunnelECNIgnore
)

// Tunnel is the VXLAN behaviour of a switch; not applicable on a switch without tunnels.
type Tunnel struct {
	DSCP Value[TunnelDSCP]
	ECN  Value[TunnelECN]
}

// Facet is one separately owned part of a port's behaviour: weft keeps or sets each on its own.
type Facet uint8

// The facets. FacetTunnel and FacetNonECT are of the switch, the others of a port.
const (
	FacetClassify Facet = iota
	FacetEgress
	FacetIngress
	FacetPFC
	FacetWatchdog
	FacetMTU
	FacetClassMTU
	FacetDCBX
	FacetTunnel
	FacetNonECT
	NumFacets
)

// FacetSet is a set of facets, one bit each.
type FacetSet uint16

// Has tells whether f is in the set. With and Without return the set with f added or removed.
func (s FacetSet) Has(f Facet) bool         { return s>>f&1 == 1 }
func (s FacetSet) With(f Facet) FacetSet    { return s | 1<<f }
func (s FacetSet) Without(f Facet) FacetSet { return s &^ (1 << f) }

// AllFacets is the set of every facet.
const AllFacets = FacetSet(1<<NumFacets - 1)
