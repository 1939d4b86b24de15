package check

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// ParseLinks reads what is known of a fabric beside the configurations of its switches, one thing a line:
//
//	leaf1:Ethernet1/31 spine1:Ethernet1/1 40m 400G       a cable between two ports; length and speed where they are known
//	host leaf1:Ethernet1/1-30 3m mtu=9000 pfc=3 dscp=26  ports with a host each, and what its network card does, where that is known
//	switch leaf* N9K-C9332D-GX2B role=leaf               what switches of a name are; * and ? stand for any letters
//
// Commas do for blanks, and # starts a comment. Ports may be written in any form that their vendors take. What is said of switches and hosts
// goes into the readings; the cables are returned. Errors name their lines.
func ParseLinks(text string, readings []*Reading) ([]fabric.Link, error) {
	s := &surroundings{readings: readings, byName: make(map[string]*Reading, len(readings))}
	for _, r := range readings {
		s.byName[r.Name] = r
	}
	lines := strings.Split(text, "\n")
	s.each(lines, func(words []string) error { // first, since how ports are named depends on them
		if words[0] == "switch" {
			return s.device(words[1:])
		}
		return nil
	})
	s.each(lines, func(words []string) error {
		switch words[0] {
		case "switch":
			return nil
		case "host":
			return s.host(words[1:])
		}
		return s.cable(words)
	})
	slices.SortStableFunc(s.errs, func(a, b lineError) int { return a.line - b.line })
	errs := make([]error, len(s.errs))
	for i, err := range s.errs {
		errs[i] = err
	}
	return s.links, errors.Join(errs...)
}

// surroundings is what a file of links says.
type surroundings struct {
	readings []*Reading
	byName   map[string]*Reading
	links    []fabric.Link
	errs     []lineError
}

type lineError struct {
	line int
	err  error
}

// Error and Unwrap are those of an error with its line.
func (e lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e lineError) Unwrap() error { return e.err }

// each has every line that says something read.
func (s *surroundings) each(lines []string, read func(words []string) error) {
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(", \t\r;", r) })
		if len(words) == 0 {
			continue
		}
		if err := read(words); err != nil {
			s.errs = append(s.errs, lineError{i + 1, err})
		}
	}
}

// device reads what switches of a name are.
func (s *surroundings) device(words []string) error {
	if len(words) < 2 {
		return errors.New("a switch is a name, and a model such as N9K-C9332D-GX2B or a role such as role=leaf")
	}
	for _, word := range words[1:] {
		role, is := strings.CutPrefix(word, "role=")
		if !is {
			if err := Hardware(s.readings, words[0], word); err != nil {
				return err
			}
			continue
		}
		if tiers[role] == 0 {
			return fmt.Errorf("there is no role %q; there are leaf, border, spine and superspine", role)
		}
		named, err := matching(s.readings, words[0])
		if err != nil {
			return err
		}
		for _, r := range named {
			r.Role = role
		}
	}
	return nil
}

// Hardware says of which model the switches of a name are; * and ? in it stand for any letters. A name that no switch has is an error, and
// so is a model that its vendor does not know.
func Hardware(readings []*Reading, name, model string) error {
	named, err := matching(readings, name)
	if err != nil {
		return err
	}
	for _, r := range named {
		if err := r.On(model); err != nil {
			return err
		}
	}
	return nil
}

func matching(readings []*Reading, pattern string) (named []*Reading, err error) {
	for _, r := range readings {
		switch is, err := path.Match(pattern, r.Name); {
		case err != nil:
			return nil, fmt.Errorf("%q is no name of switches: %w", pattern, err)
		case is:
			named = append(named, r)
		}
	}
	if named == nil {
		return nil, fmt.Errorf("no configuration is of a switch %s", pattern)
	}
	return named, nil
}

// cable reads a cable between two ports.
func (s *surroundings) cable(words []string) (err error) {
	if len(words) < 2 {
		return errors.New("a link is two ends such as leaf1:Ethernet1/31, and perhaps a length such as 40m and a speed such as 400G")
	}
	var link fabric.Link
	if link.A, err = s.end(words[0]); err != nil {
		return err
	}
	if link.B, err = s.end(words[1]); err != nil {
		return err
	}
	about := portFacts{}
	for _, word := range words[2:] {
		if err := about.read(word); err != nil {
			return err
		}
	}
	link.CableMetres = about.metres
	for _, end := range []fabric.PortRef{link.A, link.B} {
		if r := s.byName[end.Device]; r != nil {
			r.tell(end.Port, portFacts{speed: about.speed, role: "fabric"})
		}
	}
	s.links = append(s.links, link)
	return nil
}

// end reads one end. A switch without a configuration keeps the port as it is written.
func (s *surroundings) end(word string) (fabric.PortRef, error) {
	device, ports, err := s.ends(word)
	switch {
	case err != nil:
		return fabric.PortRef{}, err
	case len(ports) != 1:
		return fabric.PortRef{}, fmt.Errorf("%q is more than one end", word)
	}
	return fabric.PortRef{Device: device, Port: ports[0]}, nil
}

// ends reads ports of one switch.
func (s *surroundings) ends(word string) (device string, ports []string, err error) {
	device, spec, ok := strings.Cut(word, ":")
	if !ok || device == "" || spec == "" {
		return "", nil, fmt.Errorf("%q is no end such as leaf1:Ethernet1/31", word)
	}
	r := s.byName[device]
	if r == nil {
		return device, []string{spec}, nil
	}
	if ports, err = r.Vendor.ExpandPorts(r.Platform, spec, ""); err != nil || len(ports) == 0 {
		ports = []string{spec}
	}
	for _, port := range ports {
		if !slices.ContainsFunc(r.Switch.Ports, func(p qos.Port) bool { return p.Name == port }) {
			return "", nil, fmt.Errorf("the configuration of %s has no port %s", device, port)
		}
	}
	return device, ports, nil
}

// host reads ports with a host each, and what its network card does.
func (s *surroundings) host(words []string) error {
	if len(words) == 0 {
		return errors.New("a host is at an end such as leaf1:Ethernet1/1, with perhaps a length, a speed, pfc=3, trust=dscp, mtu=9000, dscp=26, cnp=48 and a name such as nic=cx7")
	}
	device, ports, err := s.ends(words[0])
	if err != nil {
		return err
	}
	r := s.byName[device]
	if r == nil {
		return fmt.Errorf("no configuration is of a switch %s", device)
	}
	about := portFacts{role: "host"}
	for _, word := range words[1:] {
		if err := about.read(word); err != nil {
			return err
		}
	}
	if about.nic != nil && about.nic.Name == "" {
		about.nic.Name = "without a name"
	}
	for _, port := range ports {
		r.tell(port, about)
	}
	return nil
}

// tell enters what is said of a port.
func (r *Reading) tell(port string, about portFacts) {
	if r.Ports == nil {
		r.Ports = map[string]vendors.SitePort{}
	}
	p := r.Ports[port]
	p.Name, p.Role = port, about.role
	if about.speed != 0 {
		p.SpeedBps = qos.BitsPerSecond(about.speed)
	}
	if about.metres != 0 {
		p.CableMetres = about.metres
	}
	r.Ports[port] = p
	if about.nic != nil {
		if r.NICs == nil {
			r.NICs = map[string]*fabric.NIC{}
		}
		r.NICs[port] = about.nic
	}
}

// portFacts is what is said of a port.
type portFacts struct {
	metres float64
	speed  fabric.Speed
	role   string
	nic    *fabric.NIC // nil where nothing is said of it
}

// read takes one word: a length, a speed, or something of the network card.
func (f *portFacts) read(word string) error {
	name, value, named := strings.Cut(word, "=")
	if named {
		return f.readNIC(name, value)
	}
	if speed, err := fabric.ParseSpeed(word); err == nil {
		f.speed = speed
		return nil
	}
	number, hasUnit := strings.CutSuffix(word, "m")
	metres, err := strconv.ParseFloat(number, 64)
	if !hasUnit || err != nil || !(metres > 0 && metres <= 1e6) {
		return fmt.Errorf("%q is no length such as 40m, and no speed such as 400G", word)
	}
	f.metres = metres
	return nil
}

// readNIC takes something of the network card. A priority more is another pfc=.
func (f *portFacts) readNIC(name, value string) error {
	if f.role != "host" {
		return fmt.Errorf("%s=%s is of a host, and a line of a host starts with that word", name, value)
	}
	if f.nic == nil {
		f.nic = &fabric.NIC{}
	}
	n, err := strconv.ParseUint(value, 10, 16)
	whole := err == nil
	switch {
	case name == "nic" && value != "":
		f.nic.Name = value
	case name == "trust" && value == "dscp":
		f.nic.Trust = qos.Is(qos.TrustDSCP)
	case name == "trust" && value == "pcp":
		f.nic.Trust = qos.Is(qos.TrustPCP)
	case name == "pfc" && value == "none":
		f.nic.PFC = qos.Is(qos.QueueSet(0))
	case name == "pfc" && whole && n < qos.NumQueues:
		f.nic.PFC = qos.Is(f.nic.PFC.V | qos.Queues(qos.Queue(n)))
	case name == "mtu" && whole:
		f.nic.MTU = qos.Is(qos.Bytes(n))
	case name == "dscp" && whole && n < qos.NumDSCP:
		f.nic.RoCEDSCP = qos.Is(qos.DSCP(n))
	case name == "cnp" && whole && n < qos.NumDSCP:
		f.nic.CNPDSCP = qos.Is(qos.DSCP(n))
	default:
		return fmt.Errorf("%s=%s is nothing of a network card: there are nic=NAME, trust=dscp or pcp, pfc=0 to 7 or none, mtu=BYTES, dscp=0 to 63 and cnp=0 to 63", name, value)
	}
	return nil
}
