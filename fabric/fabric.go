package fabric

import "github.com/weft-net/weft/qos"

// Device is one switch. New sorts its ports.
type Device struct {
	Name     string
	Vendor   string // as the vendor registry names it: "nxos"
	Platform string // switch model
	Release  string
	Address  string
	Role     string // "leaf", "spine", or any other word
	Ports    []Port // in natural order; a name occurs once
}

// Port is one physical port.
type Port struct {
	Name        string  // the vendor's full name
	Speed       Speed   // 0 when it is not known
	CableMetres float64 // as the inventory says for the port; 0 when it does not. Fabric.CableMetres knows better.
	Role        string  // "host", "fabric", or any other word
	LAG         string  // the bundle it is a member of, or empty
	Routed      bool    // a port with an address of its own, not a switched one
	NIC         *NIC    // what a host port leads to; nil when that is not said
}

// NIC is what a host's network card does. What is not applicable was not said.
type NIC struct {
	Name     string
	Trust    qos.Value[qos.Trust]
	PFC      qos.Value[qos.QueueSet]
	RoCEDSCP qos.Value[qos.DSCP]
	CNPDSCP  qos.Value[qos.DSCP]
	MTU      qos.Value[qos.Bytes] // largest IP packet
}

// Link is a cable between two ports.
type Link struct {
	A, B        PortRef
	CableMetres float64 // 0 when it is not known
}

// PortRef names a port of the fabric.
type PortRef struct {
	Device, Port string
}

// String is the form of the intent: "leaf1:Ethernet1/31".
func (r PortRef) String() string { return r.Device + ":" + r.Port }

// Port returns the port with this name, or nil.
func (d *Device) Port(name string) *Port {
	return find(d.Ports, name, func(p *Port) string { return p.Name })
}
