package lab

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// health is how the switch is, by port in natural order.
type health []portHealth

// portHealth is how a port is.
type portHealth struct {
	name     string
	lag      string // the bundle that it is in
	shut     bool   // taken down by the configuration
	up       bool
	lossless qos.QueueSet    // what hardware never drops
	wanted   qos.QueueSet    // what it is not to drop
	pfc      string          // the mode of PFC as the configuration has it: "on", "off", empty for the default
	profile  string          // the PFC profile that is bound
	policies []string        // traffic policies as they are applied, "NAME inbound"
	failed   map[string]bool // of those, the ones that hardware does not have
	routed   bool
	speed    string // "400G"; empty when the configuration does not say and the name neither
	watched  bool   // the PFC watchdog is on
	drops    uint64 // in lossless queues
	shuts    uint64 // of lossless queues by the watchdog
	link     *Link  // the cable
}

// health is how the switch is now. Whether a priority is lossless comes from the vendor's own reading of the configuration. mu is held.
func (sw *Switch) health() health {
	if sw.seenAt != sw.epoch {
		sw.seen, sw.seenAt = sw.configured(), sw.epoch
	}
	ports := slices.Clone(sw.seen)
	if a := sw.state(FaultUnprogrammed); a != nil && a.epoch != sw.epoch {
		for i := range ports {
			ports[i] = ports[i].unlike(a.hardware[ports[i].name])
		}
	}
	if sw.faulty(FaultLinkDown) && len(ports) > 0 {
		ports[0].up = false
	}
	if a := sw.state(FaultDrops); a != nil {
		a.looks++
		for i := range ports {
			ports[i].drops = 100 * a.looks
		}
	}
	if a := sw.state(FaultDeadlock); a != nil {
		a.looks++
		for i := range ports {
			ports[i].shuts = a.looks
		}
	}
	return ports
}

// unlike is the port as its configuration says, with hardware that gave up to be lossless and has none of the policies that came.
func (p portHealth) unlike(was portHealth) portHealth {
	p.lossless, p.failed = 0, map[string]bool{}
	for _, policy := range p.policies {
		p.failed[policy] = !slices.Contains(was.policies, policy)
	}
	return p
}

// configured is how the switch is when hardware does what the configuration says and every cable is plugged in.
func (sw *Switch) configured() health {
	c := sw.device.Config()
	blocks := portBlocks(string(sw.text))
	model := sw.cfg.Vendor.Read(c, sw.cfg.Platform).Switch
	ports := make(health, 0, len(model.Ports))
	for i := range model.Ports {
		p := &model.Ports[i]
		h := blocks[p.Name]
		h.name, h.up, h.link = p.Name, !h.shut, sw.linkOf(p.Name)
		h.watched = p.Watchdog.On.Known() && p.Watchdog.On.V
		if set := p.PFC.Priorities; set.Known() && !(p.PFC.Negotiated.Known() && p.PFC.Negotiated.V) {
			h.lossless, h.wanted = set.V, set.V // no peer in the lab negotiates
		}
		ports = append(ports, h)
	}
	return ports
}

// linkOf is the cable of a port, or nil.
func (sw *Switch) linkOf(port string) *Link {
	for i := range sw.cfg.Links {
		if sw.cfg.Links[i].Port == port {
			return &sw.cfg.Links[i]
		}
	}
	return nil
}

// portBlocks reads what the blocks of interfaces say beside QoS, of NX-OS or VRP.
func portBlocks(text string) map[string]portHealth {
	blocks := map[string]portHealth{}
	at := ""
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "interface "); ok {
			at = strings.TrimSpace(name)
			blocks[at] = portHealth{}
			continue
		}
		if line[0] != ' ' || at == "" {
			at = ""
			continue
		}
		blocks[at] = blocks[at].with(strings.Fields(line))
	}
	return blocks
}

// with is the port with a line more of its block.
func (p portHealth) with(words []string) portHealth {
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch line := strings.Join(words, " "); {
	case line == "shutdown":
		p.shut = true
	case line == "no switchport", line == "undo portswitch":
		p.routed = true
	case strings.HasPrefix(line, "channel-group "):
		p.lag = "port-channel" + second
	case strings.HasPrefix(line, "eth-trunk "):
		p.lag = "Eth-Trunk" + second
	case strings.HasPrefix(line, "priority-flow-control mode "):
		p.pfc = words[2]
	case strings.HasPrefix(line, "dcb pfc enable "):
		p.profile, p.pfc = words[3], words[len(words)-1]
	case strings.HasPrefix(line, "traffic-policy ") && len(words) > 2:
		p.policies = append(p.policies, second+" "+words[len(words)-1])
	case strings.HasPrefix(line, "speed "):
		p.speed = second
	}
	return p
}

// bundles are the ports by bundle, the names of bundles in the order of their first port.
func (h health) bundles() (names []string, members map[string]health) {
	members = map[string]health{}
	for _, p := range h {
		if p.lag == "" {
			continue
		}
		if members[p.lag] == nil {
			names = append(names, p.lag)
		}
		members[p.lag] = append(members[p.lag], p)
	}
	return names, members
}

// port is the port of a name, or all of them when the name is empty.
func (h health) port(name string) health {
	if name == "" {
		return h
	}
	for _, p := range h {
		if strings.EqualFold(p.name, name) {
			return health{p}
		}
	}
	return nil
}

// anyUp tells whether one of the ports is up.
func (h health) anyUp() bool {
	return slices.ContainsFunc(h, func(p portHealth) bool { return p.up })
}

// state is what most tables say of the link of a port.
func (p portHealth) state() string {
	if p.up {
		return "up"
	}
	return "down"
}
