package intent

import (
	"slices"

	"github.com/weft-net/weft/qos"
)

// EffectiveClass is a traffic class as it holds on some ports, after every override.
type EffectiveClass struct {
	Name    string
	Default bool
	// Settings are the final ones. ECN holds at most one block, under "": the one for the ports' speed.
	Settings
	// Overridden are the scopes that make this class differ from the fabric's, such as "profile gpu_port", in order of
	// precedence. An override that repeats what the fabric says is not among them.
	Overridden []string
}

// layer is one scope that says something of ports.
type layer struct {
	scope    string // "profile gpu_port"
	settings *PortSettings
}

// Effective merges everything that the intent says of the ports p of device d. Precedence, the weakest first: the fabric,
// the device's profiles in the order of its list, the ports' profiles likewise, the device, the ports. p may be nil for what
// holds on the device as a whole.
//
// What no scope sets has its default in V without being Set: trust is dscp, rewrite is keep, mtu and dcbx are the fabric's,
// and the watchdog guards the port if the intent has a pfc_watchdog block. The intent is not changed. The results may share
// memory with it and with each other: nobody may change them.
func (in *Intent) Effective(d *Device, p *Ports) ([]EffectiveClass, PortSettings) {
	layers := in.layers(d, p)
	speed := ""
	if p != nil {
		speed = p.Speed.V
	}
	return in.classesOn(layers, speed), in.portSettings(layers)
}

func (in *Intent) classesOn(layers []layer, speed string) []EffectiveClass {
	plain := in.plainClasses(speed)
	if !slices.ContainsFunc(layers, func(l layer) bool { return len(l.settings.Overrides) > 0 }) {
		return plain
	}
	merged := slices.Clone(plain)
	for i := range in.Classes {
		if c := &in.Classes[i]; slices.ContainsFunc(layers, func(l layer) bool { return l.overrides(c.Name) }) {
			merged[i] = mergeClass(c, layers, speed)
		}
	}
	return merged
}

func (l layer) overrides(class string) bool {
	_, does := l.settings.Overrides[class]
	return does
}

// plainClasses are the classes at a port speed where nothing overrides them.
func (in *Intent) plainClasses(speed string) []EffectiveClass {
	if known, done := in.plain[speed]; done {
		return known
	}
	plain := make([]EffectiveClass, len(in.Classes))
	for i := range in.Classes {
		plain[i] = mergeClass(&in.Classes[i], nil, speed)
	}
	return plain
}

// prepare computes the plain classes once for every speed in use, so that Effective can be called for any number of ports.
func (in *Intent) prepare() {
	in.plain = map[string][]EffectiveClass{}
	in.plain[""] = in.plainClasses("")
	for i := range in.Devices {
		for j := range in.Devices[i].Ports {
			if speed := in.Devices[i].Ports[j].Speed.V; in.plain[speed] == nil {
				in.plain[speed] = in.plainClasses(speed)
			}
		}
	}
}

func (in *Intent) layers(d *Device, p *Ports) []layer {
	layers := make([]layer, 0, 8)
	for _, name := range d.Profiles.V {
		layers = in.appendProfile(layers, name)
	}
	if p != nil {
		for _, name := range p.Profiles.V {
			layers = in.appendProfile(layers, name)
		}
	}
	layers = append(layers, layer{"device " + d.Name, &d.PortSettings})
	if p != nil {
		layers = append(layers, layer{"port " + p.Label(), &p.PortSettings})
	}
	return layers
}

func (in *Intent) appendProfile(layers []layer, name string) []layer {
	if p := in.Profile(name); p != nil {
		layers = append(layers, layer{"profile " + name, &p.PortSettings})
	}
	return layers
}

// Label names the ports as the intent does: their ranges.
func (p *Ports) Label() string {
	label := ""
	for i, name := range p.Names.V {
		if i > 0 {
			label += ","
		}
		label += name
	}
	return label
}

// Profile returns the profile of a name, or nil.
func (in *Intent) Profile(name string) *Profile {
	if i := slices.IndexFunc(in.Profiles, func(p Profile) bool { return p.Name == name }); i >= 0 {
		return &in.Profiles[i]
	}
	return nil
}

func (in *Intent) portSettings(layers []layer) PortSettings {
	out := PortSettings{
		Trust:    Opt[qos.Trust]{V: qos.TrustDSCP},
		Rewrite:  Opt[string]{V: "keep"},
		Watchdog: Opt[bool]{V: in.Watchdog != nil},
		MTU:      Opt[qos.Bytes]{V: in.Fabric.MTU.V},
		DCBX:     Opt[qos.DCBX]{V: in.Fabric.DCBX.V},
	}
	for _, l := range layers {
		lay(&out.Trust, l.settings.Trust)
		lay(&out.Mode, l.settings.Mode)
		lay(&out.Rewrite, l.settings.Rewrite)
		lay(&out.HostNIC, l.settings.HostNIC)
		lay(&out.Watchdog, l.settings.Watchdog)
		lay(&out.MTU, l.settings.MTU)
		lay(&out.DCBX, l.settings.DCBX)
	}
	return out
}

// lay puts an attribute of a stronger scope over one of a weaker, and tells whether there was one.
func lay[T any](under *Opt[T], over Opt[T]) bool {
	if over.Set {
		*under = over
	}
	return over.Set
}
