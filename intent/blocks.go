package intent

import (
	"fmt"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
)

// Defaults of the fabric.
const (
	defaultPrefix = "WEFT"
	defaultMTU    = qos.Bytes(9216)
)

// root is the top level of the language: what all files together hold.
type root struct {
	Intent
	fabric *Fabric
}

// language is the table of the top level.
var language = block[root]{
	children: []child[root]{
		once(fabricBlock, func(r *root) **Fabric { return &r.fabric }),
		many(classBlock, func(r *root) *[]Class { return &r.Classes }),
		once(watchdogBlock, func(r *root) **Watchdog { return &r.Watchdog }),
		many(hostNICBlock, func(r *root) *[]HostNIC { return &r.HostNICs }),
		many(profileBlock, func(r *root) *[]Profile { return &r.Profiles }),
		many(deviceBlock, func(r *root) *[]Device { return &r.Devices }),
		many(linkBlock, func(r *root) *[]Link { return &r.Links }),
		once(vxlanBlock, func(r *root) **VXLAN { return &r.VXLAN }),
		many(policyBlock, func(r *root) *[]Policy { return &r.Policies }),
		once(rolloutBlock, func(r *root) **Rollout { return &r.Rollout }),
		many(credentialsBlock, func(r *root) *[]Credentials { return &r.Credentials }),
		elsewhere[root](variableSchema),
		elsewhere[root](localsSchema),
	},
}.build()

// elsewhere is a block that was decoded before the others.
func elsewhere[T any](s *BlockSchema) child[T] {
	return child[T]{s, func(*decoder, *hcl.Block, scope, *T) {}}
}

// named starts a value from its block's label, which is declared in a catalogue.
func named[T any](c catalogue, start func(into *T, name string, at hcl.Range)) func(*decoder, *hcl.Block, *T) {
	return func(d *decoder, b *hcl.Block, into *T) {
		label, at := b.Labels[0], b.LabelRanges[0]
		if _, err := parseName(label); err != nil {
			d.report(problem(at, fmt.Sprintf("Unsuitable name for a %s", c), "%s.", sentence(err)))
		}
		d.report(d.names.declare(c, label, at))
		start(into, label, b.DefRange)
	}
}

// ranged starts a value without a name.
func ranged[T any](at func(*T) *hcl.Range) func(*decoder, *hcl.Block, *T) {
	return func(_ *decoder, b *hcl.Block, into *T) { *at(into) = b.DefRange }
}

var fabricBlock = block[Fabric]{
	BlockSchema: BlockSchema{Type: "fabric", Label: "name", Once: true, Doc: "The fabric as a whole. Every intent has exactly one."},
	open: func(d *decoder, b *hcl.Block, f *Fabric) {
		if _, err := parseName(b.Labels[0]); err != nil {
			d.report(problem(b.LabelRanges[0], "Unsuitable name for a fabric", "%s.", sentence(err)))
		}
		f.Name, f.Range = b.Labels[0], b.DefRange
	},
	attributes: []attribute[Fabric]{
		attrOr("prefix", prefix, func(f *Fabric) *Opt[string] { return &f.Prefix }, defaultPrefix, info{`"WEFT"`, `"POD1"`,
			"Every object that weft creates on a switch starts with this and a dash."}),
		attrOr("mtu", mtu, func(f *Fabric) *Opt[qos.Bytes] { return &f.MTU }, defaultMTU, info{"9216", "9000",
			"Largest IP packet that ports forward."}),
		attr("latency_slo", positive(during), func(f *Fabric) *Opt[time.Duration] { return &f.LatencySLO }, info{"", `"200us"`,
			"How long the fabric may hold a packet of a lossless class; checks compare queue thresholds with it."}),
		attrOr("routing", word("valley-free", "shortest-path"), func(f *Fabric) *Opt[string] { return &f.Routing }, "valley-free", info{
			`"valley-free"`, `"shortest-path"`,
			"What paths packets take, for the deadlock check. Valley-free traffic never goes up again after it came down."}),
		attr("templates", prose, func(f *Fabric) *Opt[string] { return &f.Templates }, info{"", `"templates"`,
			"A directory of a house's own templates that is laid over weft's."}),
		attrOr("dcbx", dcbx, func(f *Fabric) *Opt[qos.DCBX] { return &f.DCBX }, qos.DCBXOff, info{"what the switch does stays", `"advertise"`,
			"Whether ports tell hosts about PFC with LLDP. To end it, say `\"off\"`: taking the line out only stops deciding about it."}),
	},
}.build()

var dcbx = choice(option[qos.DCBX]{"off", qos.DCBXOff}, option[qos.DCBX]{"advertise", qos.DCBXAdvertise})

var trust = choice(
	option[qos.Trust]{"dscp", qos.TrustDSCP},
	option[qos.Trust]{"pcp", qos.TrustPCP},
	option[qos.Trust]{"dscp_else_pcp", qos.TrustDSCPElsePCP},
	option[qos.Trust]{"none", qos.TrustNone},
)

var watchdogBlock = block[Watchdog]{
	BlockSchema: BlockSchema{Type: "pfc_watchdog", Once: true, Doc: "What switches do about a queue that its peer keeps paused. Without the block there is no watchdog."},
	open:        ranged(func(w *Watchdog) *hcl.Range { return &w.Range }),
	attributes: []attribute[Watchdog]{
		attrOr("detect", positive(during), func(w *Watchdog) *Opt[time.Duration] { return &w.Detect }, 200*time.Millisecond, info{
			`"200ms"`, `"300ms"`, "How long a queue must be paused before the watchdog acts."}),
		attrOr("restore", positive(during), func(w *Watchdog) *Opt[time.Duration] { return &w.Restore }, 400*time.Millisecond, info{
			`"400ms"`, `"500ms"`, "How long a queue must be unpaused before it is served again."}),
		attr("poll", positive(during), func(w *Watchdog) *Opt[time.Duration] { return &w.Poll }, info{
			"the platform's", `"100ms"`, "How often the switch looks."}),
		attrOr("action", choice(
			option[qos.WatchdogAction]{"drop", qos.WatchdogDrop},
			option[qos.WatchdogAction]{"forward", qos.WatchdogForward},
			option[qos.WatchdogAction]{"alert", qos.WatchdogAlert},
		), func(w *Watchdog) *Opt[qos.WatchdogAction] { return &w.Action }, qos.WatchdogDrop, info{
			`"drop"`, `"forward"`, "What happens to the packets of a paused queue."}),
	},
	children: []child[Watchdog]{{&escalateBlock.BlockSchema, decodeEscalate}},
}.build()

var escalateBlock = block[qos.Escalation]{
	BlockSchema: BlockSchema{Type: "escalate", Once: true, Doc: "What the watchdog does about a priority that deadlocks again and again. Without the block: nothing more."},
	attributes: []attribute[qos.Escalation]{
		plain("action", word("turn-off", "error-down"), func(e *qos.Escalation) *string { return &e.Action }, info{
			"", `"turn-off"`, "Turn PFC off on the priority, or take the port down."}).required(),
		plain("count", number[uint16]("whole number 1 to 300", "counts of deadlocks are", 1, 300), func(e *qos.Escalation) *uint16 { return &e.Count }, info{
			"", "30", "After how many deadlocks in the platform's period."}).required(),
	},
}.build()

func decodeEscalate(d *decoder, b *hcl.Block, s scope, into *Watchdog) {
	if into.Escalate.Set {
		d.report(problem(b.DefRange, "Second escalate block", "There may be only one. Merge the two."))
		return
	}
	decodeInstances(d, escalateBlock, b, s, func(e qos.Escalation) {
		into.Escalate = Opt[qos.Escalation]{V: e, Set: true, Range: b.DefRange}
	})
}

var hostNICBlock = block[HostNIC]{
	BlockSchema: BlockSchema{Type: "host_nic", Label: "name", Doc: "What the far end of a host port does, for the checks that compare it with the switch."},
	open:        named(hostNICs, func(n *HostNIC, name string, at hcl.Range) { n.Name, n.Range = name, at }),
	attributes: []attribute[HostNIC]{
		attrOr("trust", trust, func(n *HostNIC) *Opt[qos.Trust] { return &n.Trust }, qos.TrustDSCP, info{`"dscp"`, `"pcp"`,
			"The header field that decides a packet's priority in the NIC."}),
		attr("pfc", list(queue), func(n *HostNIC) *Opt[[]qos.Queue] { return &n.PFC }, info{"", "[3]",
			"The priorities that the NIC pauses and obeys."}),
		attr("roce_dscp", dscp, func(n *HostNIC) *Opt[qos.DSCP] { return &n.RoCEDSCP }, info{"", "26",
			"The DSCP that the NIC sends RoCE packets with."}),
		attr("cnp_dscp", dscp, func(n *HostNIC) *Opt[qos.DSCP] { return &n.CNPDSCP }, info{"", "48",
			"The DSCP that the NIC sends congestion notifications with."}),
		attr("mtu", mtu, func(n *HostNIC) *Opt[qos.Bytes] { return &n.MTU }, info{"", "9000",
			"Largest IP packet that the NIC sends."}),
	},
}.build()

var vxlanBlock = block[VXLAN]{
	BlockSchema: BlockSchema{Type: "vxlan", Once: true, Doc: "How VXLAN tunnels carry DSCP and ECN. In a device it replaces the fabric's. Without it weft leaves tunnels alone. The fabric's block is for the switches on which tunnels end: those that have a port of another role than fabric."},
	open:        ranged(func(v *VXLAN) *hcl.Range { return &v.Range }),
	attributes: []attribute[VXLAN]{
		attrOr("dscp", choice(
			option[qos.TunnelDSCP]{"uniform", qos.TunnelUniform},
			option[qos.TunnelDSCP]{"pipe", qos.TunnelPipe},
		), func(v *VXLAN) *Opt[qos.TunnelDSCP] { return &v.DSCP }, qos.TunnelUniform, info{`"uniform"`, `"pipe"`,
			"Uniform copies the inner DSCP out and the outer one back in; pipe keeps the inner one as it was."}),
		attrOr("ecn", choice(
			option[qos.TunnelECN]{"copy", qos.TunnelECNCopy},
			option[qos.TunnelECN]{"ignore", qos.TunnelECNIgnore},
		), func(v *VXLAN) *Opt[qos.TunnelECN] { return &v.ECN }, qos.TunnelECNCopy, info{`"copy"`, `"ignore"`,
			"Copy carries congestion marks of the underlay into the inner packet; ignore loses them."}),
		attrOr("underlay", word("ipv4", "ipv6"), func(v *VXLAN) *Opt[string] { return &v.Underlay }, "ipv4", info{`"ipv4"`, `"ipv6"`,
			"The underlay's protocol: the outer headers add 50 bytes over IPv4, 70 over IPv6."}),
	},
}.build()
