package cloudengine

import "github.com/weft-net/weft/qos"

// domainView is what the template of a diffserv domain gets: only what differs from the built-in map.
type domainView struct {
	Name            string
	PCPIn, DSCPIn   []inboundView
	PCPOut, DSCPOut []outboundView
}

// inboundView puts a code point in a service class, outboundView the other way about.
type inboundView struct {
	Point int
	PHB   string
}

type outboundView struct {
	PHB, Colour string
	Point       int
}

// builtinMarks is the DSCP that each class leaves with, by colour (D300 1.2).
var builtinMarks = [qos.NumQueues][len(colourNames)]int8{
	{0, 0, 0}, {10, 12, 14}, {18, 20, 22}, {26, 28, 30}, {34, 36, 38}, {46, 46, 46}, {48, 48, 48}, {56, 56, 56},
}

// builtinClass is the queue of a DSCP in the built-in map (D300 1.2).
func builtinClass(d int) qos.Queue { return qos.Queue(d / 8) }

// domainLines are the lines of a domain. Every code point that the ports look at gets its class, those that no class names too;
// the others are left alone. A frame that is no IP packet may have its priority looked at under trust dscp too: that is
// documented for one family, where routed ports may do so as well.
func (r *renderer) domainLines(o *ownObject) domainView {
	c := o.identity.(domainContent)
	v := domainView{Name: o.name}
	if o.layer2 || r.row.tagForOther {
		for p, q := range c.pcp {
			if q != qos.Queue(p) {
				v.PCPIn = append(v.PCPIn, inboundView{p, phbNames[q]})
			}
		}
	}
	if c.trust == qos.TrustDSCP || c.trust == qos.TrustDSCPElsePCP || o.routed {
		for d, q := range c.dscp {
			if q != builtinClass(d) {
				v.DSCPIn = append(v.DSCPIn, inboundView{d, phbNames[q]})
			}
		}
	}
	for q := range c.outPCP {
		v.mark(q, c.outPCP[q], c.outDSCP[q])
	}
	return v
}

// mark adds what a class leaves with, whatever its colour.
func (v *domainView) mark(q int, pcp, dscp int8) {
	for i, colour := range colourNames {
		if pcp != qos.Keep && int(pcp) != q {
			v.PCPOut = append(v.PCPOut, outboundView{phbNames[q], colour, int(pcp)})
		}
		if dscp != qos.Keep && dscp != builtinMarks[q][i] {
			v.DSCPOut = append(v.DSCPOut, outboundView{phbNames[q], colour, int(dscp)})
		}
	}
}
