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
	lossless qos.QueueSet // what hardware never drops
	paused   bool         // PFC is on: by the configuration, or by what the peer was told
	drops    uint64       // in lossless queues
	link     *Link        // the cable
}

// health is how the switch is now. Whether a priority is lossless comes from the vendor's own reading of the configuration. mu is held.
func (sw *Switch) health() health {
	if sw.seenAt != sw.epoch {
		sw.seen, sw.seenAt = sw.configured(), sw.epoch
	}
	ports := slices.Clone(sw.seen)
	if a := sw.state(FaultUnprogrammed); a != nil {
		for i := range ports {
			ports[i].lossless = a.hardware[ports[i].name]
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
	return ports
}

// configured is how the switch is when hardware does what the configuration says and every cable is plugged in.
func (sw *Switch) configured() health {
	c := sw.device.Config()
	blocks := portBlocks(string(c.Bytes()))
	model := sw.cfg.Vendor.Read(c, sw.cfg.Platform).Switch
	ports := make(health, 0, len(model.Ports))
	for i := range model.Ports {
		p := &model.Ports[i]
		b := blocks[p.Name]
		h := portHealth{name: p.Name, lag: b.lag, shut: b.shut, up: !b.shut, link: sw.linkOf(p.Name)}
		if set := p.PFC.Priorities; set.Known() {
			h.lossless, h.paused = set.V, set.V != 0
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

// portBlock is what the block of an interface says beside QoS.
type portBlock struct {
	lag  string
	shut bool
}

// portBlocks reads the interface blocks of a text, of NX-OS or VRP.
func portBlocks(text string) map[string]portBlock {
	blocks := map[string]portBlock{}
	at := ""
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "interface "); ok {
			at = strings.TrimSpace(name)
			blocks[at] = portBlock{}
			continue
		}
		if line[0] != ' ' || at == "" {
			at = ""
			continue
		}
		blocks[at] = blocks[at].with(strings.TrimSpace(line))
	}
	return blocks
}

// with is the block with a line more.
func (b portBlock) with(line string) portBlock {
	words := strings.Fields(line)
	switch {
	case line == "shutdown":
		b.shut = true
	case len(words) > 1 && words[0] == "channel-group":
		b.lag = "port-channel" + words[1]
	case len(words) == 2 && words[0] == "eth-trunk":
		b.lag = "Eth-Trunk" + words[1]
	}
	return b
}
