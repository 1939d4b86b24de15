package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// checkPort holds a port of the intent against the running configuration. What differs is an error; without the port nothing
// can be set.
func (t *targeter) checkPort(p *vendors.SitePort) bool {
	ports := t.have.table(tablePort)
	if ports == nil {
		return true // what compile prints has none
	}
	r := ports.row(p.Name)
	if r == nil {
		t.diags.Errorf(0, "%s is not in the running configuration: PORT|%s is not there", p.Name, p.Name)
		return false
	}
	t.checkSpeed(p, r)
	t.checkBundle(p, r)
	return true
}

// checkModel refuses to change a switch that works its buffers out by another model than weft writes them for, and a card of a chassis, whose
// queues have other names (1.5).
func (t *targeter) checkModel() {
	metadata, chip := t.have.metadata(), platformOf(t.site.Platform).chip
	if t.edit == nil || metadata == nil || t.scope.Destroy {
		return
	}
	if kind, _ := metadata.get("switch_type"); kind == "voq" {
		t.diags.Errorf(int(lineOf(metadata, "switch_type")), "DEVICE_METADATA|localhost has switch_type voq: its queues have a host and an ASIC in their names, and weft writes those of single switches only")
	}
	if chip.name == chipGeneric.name {
		return
	}
	says, line := "has no buffer_model, which means traditional", metadata.line // (1.9)
	model, said := metadata.get("buffer_model")
	if said {
		says, line = "has buffer_model "+model, lineOf(metadata, "buffer_model")
	}
	if dynamic := model == "dynamic"; dynamic != chip.dynamic {
		t.diags.Errorf(int(line), "DEVICE_METADATA|localhost %s, and weft writes buffers of %s for the other model. Either set buffer_model to %s and reload the switch (config reload), or name the platform %s, whose buffers weft leaves to the switch",
			says, chip.name, modelOf(chip), chipGeneric.name)
	}
}

// checkAsymmetric refuses ports whose PFC is to be set and that obey PAUSE of every priority whatever is set: that is a field of the port.
func (t *targeter) checkAsymmetric() {
	var ports []string
	line := int32(0)
	for i := range t.site.Ports {
		name := t.site.Ports[i].Name
		r := t.have.table(tablePort).row(name)
		if said, _ := r.get("pfc_asym"); said != "on" || t.keepOf(name).Has(qos.FacetPFC) {
			continue
		}
		if ports == nil {
			line = lineOf(r, "pfc_asym")
		}
		ports = append(ports, name)
	}
	if ports != nil {
		t.diags = append(t.diags, vendors.Diagnostic{
			Severity: vendors.Error, Line: int(line), Ports: ports, Summary: "PORT pfc_asym is on, with which a port obeys PAUSE of every priority",
			Detail: "weft does not set it: set it to off on the switch first",
		})
	}
}

// modelOf is the buffer model that weft writes the buffers of a chip for.
func modelOf(c *chip) string {
	if c.dynamic {
		return "dynamic"
	}
	return "traditional"
}

// checkSpeed compares the speed of a port, which buffers and thresholds go by.
func (t *targeter) checkSpeed(p *vendors.SitePort, r *row) {
	speed, _ := r.get("speed")
	mbps, err := strconv.ParseInt(speed, 10, 64)
	if err == nil && p.SpeedBps > 0 && qos.BitsPerSecond(mbps)*qos.Mbps != p.SpeedBps {
		t.diags.Errorf(int(lineOf(r, "speed")), "%s runs at %s Mbps (PORT|%s), and the intent says %s", p.Name, speed, p.Name, p.SpeedBps)
	}
}

// checkBundle compares the bundle that a port is a member of.
func (t *targeter) checkBundle(p *vendors.SitePort, r *row) {
	bundle, line := "", r.line
	if member := t.memberOf(p.Name); member != nil {
		bundle, _, _ = strings.Cut(member.key, "|")
		line = member.line
	}
	switch {
	case bundle == p.LAG:
	case p.LAG == "":
		t.diags.Errorf(int(line), "%s is in %s, and the intent names no lag", p.Name, bundle)
	case bundle == "":
		t.diags.Errorf(int(line), "%s is in no bundle, and the intent says lag %s", p.Name, p.LAG)
	default:
		t.diags.Errorf(int(line), "%s is in %s, and the intent says lag %s", p.Name, bundle, p.LAG)
	}
}

// memberOf is the row that makes a port a member of a bundle, or nil.
func (t *targeter) memberOf(port string) *row {
	if t.members == nil {
		t.members = map[string]*row{}
		for _, r := range t.have.table("PORTCHANNEL_MEMBER").all() {
			_, member, _ := strings.Cut(r.key, "|")
			t.members[member] = r
		}
	}
	return t.members[port]
}
