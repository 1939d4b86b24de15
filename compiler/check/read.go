package check

import (
	"errors"
	"fmt"
	"path"
	"strconv"
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
	Ports      map[string]vendors.SitePort // what it tells of them beside QoS
	// Unread are the lines that are about QoS and not understood, without secrets.
	Unread []vendors.Line

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
	c = vendors.PlainOf(v, c, p)
	reading := v.Read(c, p)
	r := &Reading{Name: nameOf(v, c, file), File: file, Vendor: v, Platform: p, Switch: reading.Switch}
	if s, can := v.(vendors.Surveyor); can {
		r.Ports = s.Survey(c)
	}
	for _, line := range reading.Unread {
		line.Text = vendors.RedactLine(line.Text)
		r.Unread = append(r.Unread, line)
	}
	return r, nil
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
		Name: r.Name, File: r.File, Platform: r.Platform, QoS: r.Switch, Ports: make([]Port, len(r.Switch.Ports)),
		VXLAN: r.Switch.Tunnel.DSCP.State != qos.NotApplicable || r.Switch.Tunnel.ECN.State != qos.NotApplicable,
	}
	for i := range s.Ports {
		p := &r.Switch.Ports[i]
		at := r.Ports[p.Name]
		s.Ports[i] = Port{Port: p, Switch: s, Speed: fabric.Speed(at.SpeedBps), CableMetres: at.CableMetres, Routed: at.Routed}
	}
	return s
}

// ParseLinks reads a list of cables, one a line: "leaf1:Ethernet1/31 spine1:Ethernet1/1 40m", the length where it is known. Commas do
// for blanks, and # starts a comment. Ports may be written in any form that their vendors take. An error names the line.
func ParseLinks(text string, readings []*Reading) ([]fabric.Link, error) {
	byName := make(map[string]*Reading, len(readings))
	for _, r := range readings {
		byName[r.Name] = r
	}
	var links []fabric.Link
	var errs []error
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(", \t\r;", r) })
		if len(words) == 0 {
			continue
		}
		link, err := parseLink(words, byName)
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", i+1, err))
			continue
		}
		links = append(links, link)
	}
	return links, errors.Join(errs...)
}

func parseLink(words []string, byName map[string]*Reading) (link fabric.Link, err error) {
	if len(words) < 2 || len(words) > 3 {
		return link, errors.New("a link is two ends such as leaf1:Ethernet1/31, and perhaps a length such as 40m")
	}
	if link.A, err = parseEnd(words[0], byName); err != nil {
		return link, err
	}
	if link.B, err = parseEnd(words[1], byName); err != nil {
		return link, err
	}
	if len(words) == 3 {
		number, hasUnit := strings.CutSuffix(words[2], "m")
		link.CableMetres, err = strconv.ParseFloat(number, 64)
		if !hasUnit || err != nil || !(link.CableMetres > 0 && link.CableMetres <= 1e6) {
			return link, fmt.Errorf("%q is no length such as 40m", words[2])
		}
	}
	return link, nil
}

// parseEnd reads one end. A switch without a configuration keeps the port as it is written.
func parseEnd(word string, byName map[string]*Reading) (fabric.PortRef, error) {
	device, port, ok := strings.Cut(word, ":")
	if !ok || device == "" || port == "" {
		return fabric.PortRef{}, fmt.Errorf("%q is no end such as leaf1:Ethernet1/31", word)
	}
	r := byName[device]
	if r == nil {
		return fabric.PortRef{Device: device, Port: port}, nil
	}
	if names, err := r.Vendor.ExpandPorts(r.Platform, port, ""); err == nil && len(names) == 1 {
		port = names[0]
	}
	for i := range r.Switch.Ports {
		if r.Switch.Ports[i].Name == port {
			return fabric.PortRef{Device: device, Port: port}, nil
		}
	}
	return fabric.PortRef{}, fmt.Errorf("the configuration of %s has no port %s", device, port)
}
