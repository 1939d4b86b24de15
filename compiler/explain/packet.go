package explain

import (
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
)

// Packet is what arrives at a port: an IP packet with a DSCP, a tagged frame with a PCP, both, or neither.
type Packet struct {
	DSCP *qos.DSCP
	PCP  *qos.PCP
}

// Absent is the number of a field that a packet does not have.
const Absent = -1

// NewPacket makes a packet of numbers as a person gives them.
func NewPacket(dscp, pcp int) (Packet, error) {
	var p Packet
	if dscp < Absent || dscp >= qos.NumDSCP || pcp < Absent || pcp >= qos.NumPCP {
		return p, fmt.Errorf("a DSCP is 0 to %d and a PCP 0 to %d", qos.NumDSCP-1, qos.NumPCP-1)
	}
	if dscp != Absent {
		d := qos.DSCP(dscp)
		p.DSCP = &d
	}
	if pcp != Absent {
		c := qos.PCP(pcp)
		p.PCP = &c
	}
	return p, nil
}

// String names the packet: "an IP packet with DSCP 26".
func (p Packet) String() string {
	switch {
	case p.DSCP != nil && p.PCP != nil:
		return fmt.Sprintf("a tagged IP packet with DSCP %d and PCP %d", *p.DSCP, *p.PCP)
	case p.DSCP != nil:
		return fmt.Sprintf("an untagged IP packet with DSCP %d", *p.DSCP)
	case p.PCP != nil:
		return fmt.Sprintf("a tagged frame with PCP %d and no IP packet in it", *p.PCP)
	}
	return "an untagged frame with no IP packet in it"
}

// Report is a packet's way through a switch.
type Report struct {
	Device string `json:"device"`
	Port   string `json:"port"`
	Packet string `json:"packet"`
	By     string `json:"by"` // "the intent", or the running configuration's file
	Class  string `json:"class"`
	Queue  *int   `json:"queue"` // nil where it cannot be told
	Facts  []Fact `json:"facts"`
}

// Fact is one thing that happens to the packet.
type Fact struct {
	Subject string `json:"subject"` // "class", "pfc", "ecn"
	Text    string `json:"text"`
	// Cites are the lines that say so. There are none for what the switch does by itself.
	Cites []Cite `json:"cites"`
	// Checks are what the rules of docs/checks find about it.
	Checks []Check `json:"checks"`
}

// Check is what a rule finds.
type Check struct {
	Code     string `json:"code"`
	Severity string `json:"severity"` // error, warning, info, or not checked
	Text     string `json:"text"`
}

// Cite is one line. File is empty for the running configuration.
type Cite struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// source finds the line behind a decision about a port: by its origin in the model, or by the field of the intent, such as
// "traffic_class roce: ecn".
type source interface {
	Name() string
	Find(port, field string, at qos.Origin) (Cite, bool)
}

// follow follows a packet that arrives at a port and leaves through one that is configured alike.
func follow(sw *qos.Switch, device, port string, packet Packet, from source) (*Report, error) {
	i := slices.IndexFunc(sw.Ports, func(p qos.Port) bool { return p.Name == port })
	if i < 0 {
		return nil, fmt.Errorf("%s has no port %s in %s", device, port, from.Name())
	}
	p := sw.Ports[i]
	p.Egress = sw.Canonical().Ports[i].Egress // whose shares are those of what is left
	t := &teller{sw: sw, port: &p, packet: packet, source: from}
	t.report = &Report{Device: device, Port: port, Packet: packet.String(), By: from.Name()}
	t.tell()
	return t.report, nil
}
