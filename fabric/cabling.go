package fabric

import (
	"errors"
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
)

// Fabric is every device and every link, indexed. It is not changed after New.
type Fabric struct {
	Devices []Device // in natural order; a name occurs once
	Links   []Link   // in natural order of their first ends

	linked map[PortRef]int // index in Links, for both ends
}

// New puts devices, their ports and links in order and checks that they fit together: names are unique, the ends of links
// exist and have one link each, and nothing says two lengths of one cable. It reports all that is wrong, not the first only.
func New(devices []Device, links []Link) (*Fabric, error) {
	f := &Fabric{
		Devices: slices.Clone(devices),
		Links:   slices.Clone(links),
		linked:  make(map[PortRef]int, 2*len(links)),
	}
	var errs []error
	sortByName(f.Devices, func(d *Device) string { return d.Name })
	for i := range f.Devices {
		d := &f.Devices[i]
		if i > 0 && d.Name == f.Devices[i-1].Name {
			errs = append(errs, fmt.Errorf("device %s is there twice", d.Name))
		}
		errs = append(errs, d.sortPorts()...)
	}
	slices.SortStableFunc(f.Links, func(a, b Link) int { return qos.ComparePorts(a.A.String(), b.A.String()) })
	for i := range f.Links {
		errs = append(errs, f.connect(i)...)
	}
	return f, errors.Join(errs...)
}

func (d *Device) sortPorts() []error {
	var errs []error
	d.Ports = slices.Clone(d.Ports)
	sortByName(d.Ports, func(p *Port) string { return p.Name })
	for i := 1; i < len(d.Ports); i++ {
		if d.Ports[i].Name == d.Ports[i-1].Name {
			errs = append(errs, fmt.Errorf("device %s has port %s twice", d.Name, d.Ports[i].Name))
		}
	}
	return errs
}

// connect checks one link and enters it in the index.
func (f *Fabric) connect(i int) []error {
	link := &f.Links[i]
	var errs []error
	for _, end := range [...]PortRef{link.A, link.B} {
		if f.Port(end) == nil {
			errs = append(errs, fmt.Errorf("link %s: there is no port %s", link, end))
		}
		if j, taken := f.linked[end]; taken {
			errs = append(errs, fmt.Errorf("link %s: port %s is already linked by %s", link, end, &f.Links[j]))
			continue
		}
		f.linked[end] = i
	}
	if len(errs) == 0 {
		errs = f.checkCable(link)
	}
	return errs
}

// checkCable wants the ports at both ends to say the same length, where the link itself says none.
func (f *Fabric) checkCable(link *Link) []error {
	a, b := f.Port(link.A).CableMetres, f.Port(link.B).CableMetres
	if link.CableMetres == 0 && a != 0 && b != 0 && a != b {
		return []error{fmt.Errorf("link %s: its cable is %g m at the first end and %g m at the second", link, a, b)}
	}
	return nil
}

// String names the link by its ends.
func (l *Link) String() string { return l.A.String() + " - " + l.B.String() }

// Device returns the device with this name, or nil.
func (f *Fabric) Device(name string) *Device {
	return find(f.Devices, name, func(d *Device) string { return d.Name })
}

// Port returns the port that ref names, or nil.
func (f *Fabric) Port(ref PortRef) *Port {
	if d := f.Device(ref.Device); d != nil {
		return d.Port(ref.Port)
	}
	return nil
}

// Link returns the link of a port, or nil.
func (f *Fabric) Link(ref PortRef) *Link {
	if i, ok := f.linked[ref]; ok {
		return &f.Links[i]
	}
	return nil
}

// Far returns the port at the other end of a port's link; false when it has none.
func (f *Fabric) Far(ref PortRef) (PortRef, bool) {
	link := f.Link(ref)
	switch {
	case link == nil:
		return PortRef{}, false
	case link.A == ref:
		return link.B, true
	}
	return link.A, true
}

// CableMetres returns the length of the cable in a port: what its link says, or else the port, or else the port at the far
// end; 0 when nothing does.
func (f *Fabric) CableMetres(ref PortRef) float64 {
	if link := f.Link(ref); link != nil && link.CableMetres != 0 {
		return link.CableMetres
	}
	if p := f.Port(ref); p != nil && p.CableMetres != 0 {
		return p.CableMetres
	}
	if far, ok := f.Far(ref); ok {
		if p := f.Port(far); p != nil {
			return p.CableMetres
		}
	}
	return 0
}

func sortByName[T any](list []T, name func(*T) string) {
	slices.SortStableFunc(list, func(a, b T) int { return qos.ComparePorts(name(&a), name(&b)) })
}

// find looks a name up in a list that sortByName sorted.
func find[T any](list []T, name string, nameOf func(*T) string) *T {
	i, ok := slices.BinarySearchFunc(list, name, func(item T, name string) int { return qos.ComparePorts(nameOf(&item), name) })
	if !ok {
		return nil
	}
	return &list[i]
}
