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
// Commas do for blanks, but in pfc=3,4, and # starts a comment. Lengths are in m or km. What contradicts itself is an error: a port has one
// cable or one host, and everything is said of it once. Ports may be written in any form that their vendors take. What is said of switches and hosts
// goes into the readings; the cables are returned. Errors name their lines.
func ParseLinks(text string, readings []*Reading) ([]fabric.Link, error) {
	s := &surroundings{
		readings: readings, byName: make(map[string]*Reading, len(readings)),
		claims: map[fabric.PortRef]claim{}, models: map[string]said{}, roles: map[string]said{},
	}
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

	line   int                      // that is being read
	claims map[fabric.PortRef]claim // what each port is said to lead to
	models map[string]said          // what is said of each switch
	roles  map[string]said
}

// claim is what a port leads to, and the line that says so.
type claim struct {
	what string
	line int
}

// claim notes what a port leads to. It leads to one thing.
func (s *surroundings) claim(end fabric.PortRef, what string) error {
	if had, is := s.claims[end]; is {
		return fmt.Errorf("%s:%s has a %s by line %d already", end.Device, end.Port, had.what, had.line)
	}
	s.claims[end] = claim{what, s.line}
	return nil
}

// said is a word that says something of a switch, and its line.
type said struct {
	word string
	line int
}

// once notes what is said of a switch. Two lines may say the same.
func (s *surroundings) once(all map[string]said, name, word string) error {
	if had, is := all[name]; is && had.word != word {
		return fmt.Errorf("%s is %s here and %s in line %d", name, word, had.word, had.line)
	}
	all[name] = said{word, s.line}
	return nil
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
		words := wordsOf(line)
		if len(words) == 0 {
			continue
		}
		s.line = i + 1
		if err := read(words); err != nil {
			s.errs = append(s.errs, lineError{i + 1, err})
		}
	}
}

// wordsOf are the words of a line. A number right after a comma is one more priority of the pfc= before it.
func wordsOf(line string) (words []string) {
	for _, field := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r;", r) }) {
		pauses := false
		for _, word := range strings.FieldsFunc(field, func(r rune) bool { return r == ',' }) {
			if _, err := strconv.ParseUint(word, 10, 16); err == nil && pauses {
				word = pfcWord + word
			}
			pauses = strings.HasPrefix(word, pfcWord)
			words = append(words, word)
		}
	}
	return words
}

// pfcWord starts the word of a priority that a network card pauses.
const pfcWord = "pfc="

// device reads what switches of a name are.
func (s *surroundings) device(words []string) error {
	if len(words) < 2 {
		return errors.New("a switch is a name, and a model such as N9K-C9332D-GX2B or a role such as role=leaf")
	}
	for _, word := range words[1:] {
		named, err := matching(s.readings, words[0])
		if err != nil {
			return err
		}
		role, is := strings.CutPrefix(word, "role=")
		switch {
		case !is:
			err = s.model(named, word)
		case tiers[role] == 0:
			err = fmt.Errorf("there is no role %q; there are leaf, border, spine and superspine", role)
		default:
			err = s.role(named, role)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *surroundings) model(named []*Reading, model string) error {
	for _, r := range named {
		if err := s.once(s.models, r.Name, model); err != nil {
			return err
		}
		if err := r.On(model); err != nil {
			return err
		}
	}
	return nil
}

func (s *surroundings) role(named []*Reading, role string) error {
	for _, r := range named {
		if err := s.once(s.roles, r.Name, "a "+role); err != nil {
			return err
		}
		r.Role = role
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
	if link.A == link.B {
		return fmt.Errorf("both ends are %s:%s", link.A.Device, link.A.Port)
	}
	about, err := factsOf("", words[2:])
	if err != nil {
		return err
	}
	link.CableMetres = about.metres
	for _, end := range []fabric.PortRef{link.A, link.B} {
		if err := s.claim(end, "cable"); err != nil {
			return err
		}
		if r := s.byName[end.Device]; r != nil {
			r.tell(end.Port, portFacts{speed: about.speed, metres: about.metres, role: "fabric"})
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
	about, err := factsOf("host", words[1:])
	if err != nil {
		return err
	}
	if about.nic != nil && about.nic.Name == "" {
		about.nic.Name = "without a name"
	}
	for _, port := range ports {
		if err := s.claim(fabric.PortRef{Device: device, Port: port}, "host"); err != nil {
			return err
		}
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
	if about.speed != 0 && p.SpeedBps == 0 { // what the switch is set to is what runs
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

// factsOf are what words say of a port. Each thing is said once, but for the priorities that a card pauses.
func factsOf(role string, words []string) (portFacts, error) {
	about := portFacts{role: role}
	had := map[string]string{}
	for _, word := range words {
		kind, err := about.read(word)
		if err != nil {
			return about, err
		}
		if before, twice := had[kind]; twice && !(kind == "pfc" && before != pfcNone && word != pfcNone) {
			return about, fmt.Errorf("two words say the %s: %s and %s", kind, before, word)
		}
		had[kind] = word
	}
	return about, nil
}

// pfcNone says that a card pauses nothing.
const pfcNone = pfcWord + "none"

// read takes one word: a length, a speed, or something of the network card. It returns which.
func (f *portFacts) read(word string) (kind string, err error) {
	name, value, named := strings.Cut(word, "=")
	if named {
		return name, f.readNIC(name, value)
	}
	if speed, err := fabric.ParseSpeed(word); err == nil {
		f.speed = speed
		return "speed", nil
	}
	if f.metres, err = parseMetres(word); err != nil {
		return "", err
	}
	return "length", nil
}

// parseMetres reads a length such as 40m or 2.5km.
func parseMetres(word string) (float64, error) {
	number, hasUnit := strings.CutSuffix(word, "m")
	number, kilo := strings.CutSuffix(number, "k")
	metres, err := strconv.ParseFloat(number, 64)
	if kilo {
		metres *= 1000
	}
	if !hasUnit || err != nil || !(metres > 0 && metres <= 1e6) {
		return 0, fmt.Errorf("%q is no length such as 40m or 2km, and no speed such as 400G", word)
	}
	return metres, nil
}

// readNIC takes something of the network card. A priority more is another pfc=, or behind a comma.
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
