package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// nameMark stands for a name in a rendered text until the name is known. It cannot occur in one.
const nameMark = "\x00"

// interfaceView is what the template of an interface gets. What is empty is not written.
type interfaceView struct {
	Name         string
	Routed       bool   // written because it decides what the other lines mean
	EthTrunk     string // number of the Eth-Trunk that it is a member of
	TrustDSCP    bool
	Domain       string
	PortPriority int
	MarkDSCP     bool
	MarkPCP      bool
	PFC          string // name of the profile
	Auto         bool   // PFC is negotiated
	Buffers      *bufferLines
	ErrorDown    bool
	Egress       *egressLines
	Jumbo, MTU   int64
	DCBX         bool
}

// interfaces writes blocks. Those that differ in nothing but the name go through the template once.
type interfaces struct {
	r      *renderer
	done   map[interfaceView][]string // texts, cut where the name stands
	last   interfaceView              // ports in a row mostly have the same lines
	pieces []string
}

func (w *interfaces) write(name string, lines interfaceView) error {
	if w.pieces == nil || w.last != lines {
		if err := w.turnTo(lines); err != nil {
			return err
		}
	}
	w.r.out.WriteString(separator)
	for i, piece := range w.pieces {
		if i > 0 {
			w.r.out.WriteString(name)
		}
		w.r.out.WriteString(piece)
	}
	return nil
}

func (w *interfaces) turnTo(lines interfaceView) error {
	pieces, ok := w.done[lines]
	if !ok {
		named := lines
		named.Name = nameMark
		var text strings.Builder
		if err := w.r.set.Execute(&text, "interface", &named); err != nil {
			return err
		}
		pieces = strings.Split(text.String(), nameMark)
		w.done[lines] = pieces
	}
	w.last, w.pieces = lines, pieces
	return nil
}

// writeInterfaces writes Eth-Trunks, ports and the tunnel interface.
func (r *renderer) writeInterfaces() error {
	w := interfaces{r: r, done: map[interfaceView][]string{}}
	for _, b := range r.bundles() {
		if err := w.write(b.name, r.bundleLines(b.member)); err != nil {
			return err
		}
	}
	for i := range r.fitted.Ports {
		if err := w.write(r.fitted.Ports[i].Name, r.portLines(i)); err != nil {
			return err
		}
	}
	dscp := r.fitted.Tunnel.DSCP
	if dscp.State == qos.NotApplicable {
		return nil
	}
	return r.put("interface-nve", struct{ Uniform bool }{dscp.Known() && dscp.V == qos.TunnelUniform})
}

// bundleView is an Eth-Trunk and the first of its members.
type bundleView struct {
	name   string
	member int
}

// bundles are the Eth-Trunks of the named ports, in natural order.
func (r *renderer) bundles() []bundleView {
	var list []bundleView
	for i := range r.ports {
		lag := r.ports[i].LAG
		if lag != "" && !slices.ContainsFunc(list, func(b bundleView) bool { return b.name == lag }) {
			list = append(list, bundleView{lag, i})
		}
	}
	slices.SortFunc(list, func(a, b bundleView) int { return qos.ComparePorts(a.name, b.name) })
	return list
}

// bundleLines are the lines that an Eth-Trunk has for all its members: classification and sizes.
func (r *renderer) bundleLines(member int) interfaceView {
	v := interfaceView{Routed: r.ports[member].Routed}
	p := &r.fitted.Ports[member]
	if c := p.Classify; c != nil {
		v.Domain = nameOf(r.uses[member].domain)
		v.TrustDSCP = !v.Routed && (c.Trust.V == qos.TrustDSCP || c.Trust.V == qos.TrustDSCPElsePCP)
		if !v.Routed {
			v.PortPriority = portPriority(c)
		}
		v.MarkDSCP = rewritesDSCP(c)
		v.MarkPCP = r.row.keepsPCP && slices.ContainsFunc(c.RewritePCP[:], func(to int8) bool { return to != qos.Keep })
	}
	v.Jumbo, v.MTU = sizes(p.MTU, v.Routed)
	return v
}

// sizes are the jumbo frame and, on a routed port, the mtu that an IP packet needs; 0 where the built-in one is it. A routed
// port leaves the jumbo limit alone where the packet passes it.
func sizes(packet qos.Value[qos.Bytes], routed bool) (jumbo, mtu int64) {
	if !packet.Known() {
		return 0, 0
	}
	if frame := packet.V + frameOverhead; frame > builtinJumbo || frame < builtinJumbo && !routed {
		jumbo = int64(frame)
	}
	if routed && packet.V != builtinMTU {
		mtu = int64(packet.V)
	}
	return jumbo, mtu
}

// portLines are the lines of a physical port. A member of an Eth-Trunk has those that the Eth-Trunk cannot have.
func (r *renderer) portLines(i int) interfaceView {
	var v interfaceView
	if lag := r.ports[i].LAG; lag != "" {
		v.EthTrunk = strings.TrimPrefix(lag, portWords[0].word)
	} else {
		v = r.bundleLines(i)
	}
	p, u := &r.fitted.Ports[i], &r.uses[i]
	v.PFC, v.Auto = nameOf(u.profile), u.profile != nil && p.PFC.Negotiated.V
	v.Buffers = r.buffersOf(p.Ingress)
	v.ErrorDown = p.Watchdog.Escalate.V.Action == errorDown
	v.Egress = u.queues
	v.DCBX = advertises(p)
	return v
}

// advertises tells whether a port speaks DCBX: as it is asked to, or to negotiate.
func advertises(p *qos.Port) bool {
	return p.DCBX.Known() && p.DCBX.V == qos.DCBXAdvertise || p.PFC.Priorities.V != 0 && p.PFC.Negotiated.V
}
