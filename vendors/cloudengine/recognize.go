package cloudengine

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// documentedRelease is the one that D300 is of.
const documentedRelease = "V300R023C00"

// Recognize tells a running configuration by its `sysname` or the `return` at its end. The header says the release, and nothing the model (5.1).
func (CloudEngine) Recognize(text []byte) (vendors.Platform, bool) {
	if conf.Word(text, "sysname") == "" && !bytes.HasSuffix(bytes.TrimSpace(text), []byte("\nreturn")) {
		return vendors.Platform{}, false
	}
	release, _ := releaseOf(string(text))
	if _, err := parseRelease(release); err != nil {
		release = documentedRelease
	}
	p, err := CloudEngine{}.Platform("generic", release)
	return p, err == nil
}

// Survey tells the speed of ports, which their names begin with, bundles, 802.3x pause, and which ports route.
func (CloudEngine) Survey(c vendors.Config) map[string]vendors.SitePort {
	ports := map[string]vendors.SitePort{}
	for _, n := range treeOf(c).Top {
		name, is := strings.CutPrefix(n.Text, "interface ")
		gigabits, _, named := strings.Cut(name, "GE")
		speed, err := strconv.Atoi(gigabits)
		if !is || !named || err != nil {
			continue
		}
		p := vendors.SitePort{Name: name, SpeedBps: qos.BitsPerSecond(speed) * qos.Gbps}
		for _, line := range n.Kids {
			p.Routed = p.Routed || line.Text == "undo portswitch"
			p.Pause = p.Pause || line.Text == "flow-control" || strings.HasPrefix(line.Text, "flow-control ")
			if trunk, is := strings.CutPrefix(line.Text, "eth-trunk "); is {
				p.LAG = "Eth-Trunk" + trunk
			}
		}
		ports[name] = p
	}
	return ports
}

// Memory tells the pool that PFC takes headroom from. Of a switch with several slots, where each has its own for its own ports, nothing
// is told.
func (CloudEngine) Memory(c vendors.Config, _ vendors.Platform) (m vendors.Memory) {
	for _, n := range treeOf(c).Top {
		if !strings.HasPrefix(n.Text, "qos buffer headroom-pool size ") {
			continue
		}
		if m.Pool.Known() {
			return vendors.Memory{}
		}
		words := wordsOf(n.Text)
		m.Pool = vendors.Amount{Bytes: qos.Bytes(numberOf(words[4])) * sizeUnits[words[5]], Source: n.Text}
	}
	return m
}
