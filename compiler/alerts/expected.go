package alerts

import (
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
)

// Expected is one lossless class on one port.
type Expected struct {
	Device, Interface, Role string
	Class                   string
	DSCP                    qos.CodePoints
	Queue                   qos.Queue // and its PFC priority
	Kmin, Kmax              qos.Bytes // where it marks; 0 where it does not, or it is not known
	Headroom                qos.Bytes // 0 where the switch decides it
	Speed                   fabric.Speed
}

// FromUnits are the lossless classes of a fabric as fitted, switch by switch and port by port.
func FromUnits(f *fabric.Fabric, units []*compiler.Unit) []Expected {
	var list []Expected
	for _, u := range units {
		if u.Failed() || u.Fitted == nil {
			continue
		}
		device := f.Device(u.Device.Name)
		for i := range u.Fitted.Ports {
			p := &u.Fitted.Ports[i]
			if at := device.Port(p.Name); at != nil && p.PFC.Priorities.Known() {
				list = append(list, ofPort(u, p, at)...)
			}
		}
	}
	return list
}

func ofPort(u *compiler.Unit, p *qos.Port, at *fabric.Port) (list []Expected) {
	for _, q := range p.PFC.Priorities.V.List() {
		e := Expected{Device: u.Device.Name, Interface: p.Name, Role: at.Role, Class: u.Fitted.Names[q], Queue: q, Speed: at.Speed}
		if p.Classify != nil {
			for d, to := range p.Classify.DSCP {
				if to == q {
					e.DSCP.DSCP |= 1 << d
				}
			}
		}
		if p.Egress != nil {
			if curve := p.Egress.Queues[q].ECN; curve.Known() && curve.V.Marks() {
				e.Kmin, e.Kmax = curve.V.Min, curve.V.Max
			}
		}
		if p.Ingress != nil && p.Ingress.Buffers[q].State != qos.Unknown {
			e.Headroom = p.Ingress.Buffers[q].V.Headroom
		}
		list = append(list, e)
	}
	return list
}

// fastest is the speed of the fastest port.
func fastest(list []Expected) (speed fabric.Speed) {
	for i := range list {
		speed = max(speed, list[i].Speed)
	}
	return speed
}
