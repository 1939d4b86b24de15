package check

import (
	"github.com/weft-net/weft/compiler/check/manifests"
	"github.com/weft-net/weft/qos"
)

// Manifests are the objects of a cluster whose pods use the fabric.
type Manifests struct {
	Objects []manifests.Document
	Unread  []Unread // files that could not be read
}

// kubernetes is C19: the manifests of a cluster ask for what the fabric gives. Without manifests there is nothing to judge.
func kubernetes(j *judge) {
	for _, u := range j.net.Manifests.Unread {
		j.group(notChecked("nothing is known of the manifest: " + u.Why)).Where = []Place{{Device: u.Name, File: u.Name}}
	}
	if len(j.net.Manifests.Objects) == 0 {
		return
	}
	want := j.net.expected()
	if want.PFC == 0 {
		f := j.group(notChecked("whether cards and programs mark packets as the fabric expects: no port to a host is known to pause anything"))
		f.Where = append(f.Where, Place{Device: j.net.Manifests.Objects[0].File, File: j.net.Manifests.Objects[0].File})
	}
	for _, fault := range manifests.Judge(j.net.Manifests.Objects, want) {
		f := j.group(verdict{severity: fault.Severity, text: fault.Text, fix: fault.Fix})
		f.Where = append(f.Where, Place{Device: fault.Object, File: fault.File, Line: fault.Line})
	}
}

// expected is what the ports to hosts that pause something expect of these.
func (n *Net) expected() (want manifests.Expected) {
	for _, s := range n.Switches {
		for i := range s.Ports {
			p := &s.Ports[i]
			if p.Far != nil || p.Role == "fabric" || p.Lossless() == 0 || p.Classify == nil {
				continue
			}
			want.PFC |= p.Lossless()
			expect(&want, p)
		}
	}
	return want
}

// expect adds what one port expects.
func expect(want *manifests.Expected, p *Port) {
	switch p.Classify.Trust.V {
	case qos.TrustDSCP:
		want.DSCP = true
	case qos.TrustPCP:
		want.PCP = true
	case qos.TrustDSCPElsePCP, qos.TrustMixed:
		want.DSCP, want.PCP = true, true
	}
	if p.MTU.Known() && (want.MTU == 0 || p.MTU.V < want.MTU) {
		want.MTU = p.MTU.V
	}
	if classOf(p) == nil {
		return
	}
	for d, q := range p.Classify.DSCP {
		if p.Lossless().Has(q) {
			want.Lossless |= 1 << d
		}
	}
}
