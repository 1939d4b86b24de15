package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// interfaceView is what the template of an interface gets. What is empty is not written.
type interfaceView struct {
	Name                       string
	PFC                        string // "on", "on send-tlv", "off"
	Watchdog                   bool
	MTU                        int64
	Classify, Headroom, Egress string // names of policies
	ChannelGroup               string // number of the port-channel that it is a member of
	Routed                     bool   // written where it decides what an MTU means
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
		text, err := w.r.execute("interface", named)
		if err != nil {
			return err
		}
		pieces = strings.Split(text, nameMark)
		w.done[lines] = pieces
	}
	w.last, w.pieces = lines, pieces
	return nil
}

// writeInterfaces writes port-channels, the tunnel interface and ports.
func (r *renderer) writeInterfaces() error {
	w := interfaces{r: r, done: map[interfaceView][]string{}}
	for _, bundle := range r.bundles() {
		if err := w.write(bundle.name, r.bundleLines(bundle.member)); err != nil {
			return err
		}
	}
	if dscp := r.fitted.Tunnel.DSCP; dscp.Known() {
		if err := r.put("interface-nve", struct{ Pipe bool }{dscp.V == qos.TunnelPipe}); err != nil {
			return err
		}
	}
	noDrop := noDropOf(r.fitted)
	for i := range r.fitted.Ports {
		if err := w.write(r.fitted.Ports[i].Name, r.portLines(i, noDrop)); err != nil {
			return err
		}
	}
	return nil
}

// bundleView is a port-channel and the first of its members.
type bundleView struct {
	name   string
	member int
}

// bundles are the port-channels of the named ports, in natural order.
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

// bundleLines are the lines that a port-channel has for all its members.
func (r *renderer) bundleLines(member int) interfaceView {
	p := interfaceView{Routed: r.row.layer2MTU && r.ports[member].Routed}
	if mtu := r.fitted.Ports[member].MTU; mtu.Known() && mtu.V != builtinMTU && (p.Routed || !r.row.layer2MTU) {
		p.MTU = int64(mtu.V)
	}
	u := &r.uses[member]
	p.Classify, p.Headroom, p.Egress = nameOf(u.classify), nameOf(u.headroom), nameOf(u.egress)
	return p
}

func nameOf(o *weftObject) string {
	if o == nil {
		return ""
	}
	return o.name
}

// portLines are the lines of a physical port. A member of a bundle has only those that the port-channel cannot have.
func (r *renderer) portLines(i int, noDrop qos.QueueSet) interfaceView {
	var p interfaceView
	if lag := r.ports[i].LAG; lag != "" {
		p.ChannelGroup, p.Routed = strings.TrimPrefix(lag, "port-channel"), r.row.layer2MTU && r.ports[i].Routed
	} else {
		p = r.bundleLines(i)
	}
	p.Watchdog = watched(&r.fitted.Ports[i])
	p.PFC = pfcMode(&r.fitted.Ports[i], noDrop)
	return p
}

// pfcMode is the mode line of a port. The default, auto, pauses what the peer agrees to, so a port that must not pause says
// so once there is anything to pause.
func pfcMode(p *qos.Port, noDrop qos.QueueSet) string {
	pfc := p.PFC
	switch {
	case !pfc.Priorities.Known():
		return ""
	case pfc.Priorities.V == 0 && noDrop != 0:
		return "off"
	case pfc.Priorities.V == 0 || pfc.Negotiated.V:
		return ""
	case p.DCBX.Known() && p.DCBX.V == qos.DCBXAdvertise:
		return "on send-tlv"
	}
	return "on"
}
