package nxos

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Recognize tells a running configuration by its `version`, or by policies of a type, which no other CLI has (S-CHKPT). It says the
// release and never the model.
func (NXOS) Recognize(text []byte) (vendors.Platform, bool) {
	release, _, _ := strings.Cut(conf.Word(text, "version"), " ")
	if _, err := trainOf(release); err != nil {
		if conf.Word(text, "policy-map type") == "" {
			return vendors.Platform{}, false
		}
		release = trains[len(trains)-1].name
	}
	p, err := NXOS{}.Platform("generic", release)
	return p, err == nil
}

// Survey tells the ports that route, the speed of those that have one set, bundles, and 802.3x pause.
func (NXOS) Survey(c vendors.Config) map[string]vendors.SitePort {
	ports := map[string]vendors.SitePort{}
	var at vendors.SitePort
	lines := conf.Scan(string(c.Bytes()))
	for line, ok := lines.Next(); ok; line, ok = lines.Next() {
		if name, is := strings.CutPrefix(line, "interface "); is || line != "" && line[0] != ' ' {
			at = vendors.SitePort{Name: strings.TrimSpace(name)}
			if !is {
				at.Name = ""
			}
			continue
		}
		switch text := strings.TrimSpace(line); {
		case at.Name == "":
			continue
		case text == "no switchport":
			at.Routed = true
		case strings.HasPrefix(text, "speed "):
			mbps, _ := strconv.Atoi(text[len("speed "):]) // 0 for "auto"
			at.SpeedBps = qos.BitsPerSecond(mbps) * qos.Mbps
		case strings.HasPrefix(text, "channel-group "):
			number, _, _ := strings.Cut(text[len("channel-group "):], " ")
			at.LAG = "port-channel" + number
		case text == "flowcontrol receive on" || text == "flowcontrol send on":
			at.Pause = true
		}
		ports[at.Name] = at
	}
	return ports
}
