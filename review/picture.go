package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// pictureOf is a fabric as the plan file has it.
func pictureOf(name string, f *fabric.Fabric) *plan.Fabric {
	picture := &plan.Fabric{Name: name, Switches: make([]plan.FabricSwitch, len(f.Devices)), Links: []plan.FabricLink{}}
	for i := range f.Devices {
		d := &f.Devices[i]
		picture.Switches[i] = plan.FabricSwitch{Name: d.Name, Role: d.Role, Hosts: hosts(d)}
	}
	cables := map[[2]string]int{}
	for i := range f.Links {
		a, b := f.Links[i].A.Device, f.Links[i].B.Device
		if qos.ComparePorts(b, a) < 0 {
			a, b = b, a
		}
		cables[[2]string{a, b}]++
	}
	pairs := slices.SortedFunc(maps.Keys(cables), func(a, b [2]string) int {
		return cmp.Or(qos.ComparePorts(a[0], b[0]), qos.ComparePorts(a[1], b[1]))
	})
	for _, pair := range pairs {
		picture.Links = append(picture.Links, plan.FabricLink{Ends: []string{pair[0], pair[1]}, Cables: cables[pair]})
	}
	return picture
}

// hosts counts the ports of a switch that lead to hosts.
func hosts(d *fabric.Device) (n int) {
	for i := range d.Ports {
		if d.Ports[i].Role == "host" {
			n++
		}
	}
	return n
}
