package compiler

import (
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
)

// hostNIC finds a host_nic block, or nil.
func hostNIC(in *intent.Intent, name string) *intent.HostNIC {
	for i := range in.HostNICs {
		if in.HostNICs[i].Name == name {
			return &in.HostNICs[i]
		}
	}
	return nil
}

// nicOf is a host_nic block as fabric sees it, or nil.
func nicOf(in *intent.Intent, name string) *fabric.NIC {
	h := hostNIC(in, name)
	if h == nil {
		return nil
	}
	nic := &fabric.NIC{Name: h.Name, Trust: known(h.Trust), RoCEDSCP: said(h.RoCEDSCP), CNPDSCP: said(h.CNPDSCP), MTU: said(h.MTU)}
	if h.PFC.Set {
		nic.PFC = knownAt(qos.Queues(h.PFC.V...), h.PFC.Range)
	}
	return nic
}

// said is an attribute as a value of the model, not applicable when it is absent.
func said[T comparable](o intent.Opt[T]) qos.Value[T] {
	if !o.Set {
		return qos.Value[T]{}
	}
	return known(o)
}
