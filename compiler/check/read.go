package check

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Reading is a running configuration that was read.
type Reading struct {
	Name, File string
	Vendor     vendors.Vendor
	Platform   vendors.Platform
	Switch     *qos.Switch
	Role       string
	Ports      map[string]vendors.SitePort // what is known of them beside QoS
	NICs       map[string]*fabric.NIC      // of the hosts at its ports, where something is said of them
	// Unread are the lines that are about QoS and not understood, without secrets.
	Unread []vendors.Line

	config  vendors.Config
	secrets func() []string // of the text
}

// Read reads a running configuration of which nothing else is known. The switch has the name that it gives itself, else that of the file.
// Neither an error nor what is read tells a secret.
func Read(file string, text []byte) (*Reading, error) {
	secrets := sync.OnceValue(func() []string { return vendors.Secrets(text) })
	r, err := read(file, text)
	if err != nil {
		return nil, errors.New(vendors.RedactSentence(err.Error(), secrets))
	}
	r.secrets = secrets
	return r, nil
}

func read(file string, text []byte) (*Reading, error) {
	v, p, ok := vendors.Recognize(text)
	if !ok {
		return nil, errors.New("it is no running configuration of a vendor that weft knows")
	}
	c, diags := v.Parse(text)
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("it cannot be parsed: %w", err)
	}
	if err := v.Complete(c, nil); err != nil {
		return nil, err
	}
	r := &Reading{Name: nameOf(v, c, file), File: file, Vendor: v, config: c}
	if s, can := v.(vendors.Surveyor); can {
		r.Ports = s.Survey(c)
	}
	r.on(p)
	return r, nil
}

// On reads the configuration again as that of a switch of a model, of which the text says the release only. An unknown model is an error
// that lists the known ones.
func (r *Reading) On(model string) error {
	p, err := r.Vendor.Platform(model, r.Platform.Release)
	if err != nil {
		return fmt.Errorf("the platform of %s: %w", r.Name, err)
	}
	r.on(p)
	return nil
}

// on reads what a switch of a platform does with the configuration.
func (r *Reading) on(p vendors.Platform) {
	c := vendors.PlainOf(r.Vendor, r.config, p)
	reading := r.Vendor.Read(c, p)
	p.Memory = vendors.MemoryOf(r.Vendor, c, p)
	r.Platform, r.Switch, r.Unread = p, reading.Switch, nil
	for _, line := range reading.Unread {
		line.Text = vendors.RedactLine(line.Text)
		r.Unread = append(r.Unread, line)
	}
}

func nameOf(v vendors.Vendor, c vendors.Config, file string) string {
	if n, can := v.(vendors.Namer); can {
		if name := n.Hostname(c); name != "" {
			return name
		}
	}
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// FromRunning is the fabric that running configurations make, with the links between them where they are known.
func FromRunning(readings []*Reading, unread []Unread, links []fabric.Link) *Net {
	n := &Net{Running: true, Unread: unread}
	for _, r := range readings {
		n.Switches = append(n.Switches, ofReading(r))
	}
	n.secrets = func() (all []string) {
		for _, r := range readings {
			if r.secrets != nil { // Read made it
				all = append(all, r.secrets()...)
			}
		}
		return all
	}
	return n.finish(links)
}

func ofReading(r *Reading) *Switch {
	s := &Switch{
		Name: r.Name, Role: r.Role, File: r.File, told: true, Platform: r.Platform, QoS: r.Switch, Ports: make([]Port, len(r.Switch.Ports)),
		VXLAN: r.Switch.Tunnel.DSCP.State != qos.NotApplicable || r.Switch.Tunnel.ECN.State != qos.NotApplicable,
	}
	for i := range s.Ports {
		p := &r.Switch.Ports[i]
		at := r.Ports[p.Name]
		s.Ports[i] = Port{Port: p, Switch: s, Speed: fabric.Speed(at.SpeedBps), CableMetres: at.CableMetres, Routed: at.Routed, LAG: at.LAG, Pause: at.Pause, Role: at.Role, NIC: r.NICs[p.Name]}
	}
	return s
}
