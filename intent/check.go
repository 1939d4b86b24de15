package intent

import (
	"fmt"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// checker judges a decoded intent by the rules that need no knowledge of a vendor.
type checker struct {
	*decoder
	in *Intent
}

func (c *checker) run(hasFabric bool) {
	if !hasFabric && !c.broken[""] {
		c.report(homeless("No fabric block", "Every intent has exactly one, such as fabric \"pod1\" { }."))
	}
	before := c.trouble
	c.checkClasses()
	sound := c.trouble == before && c.whole("traffic_class", "override")
	c.checkOverrides()
	c.checkPlaces(sound)
	c.checkDevices()
	c.checkLinks()
	c.checkCanary()
	c.checkHouseRules()
}

// whole tells whether what the intent does not say about these block types was left out by the user.
func (c *checker) whole(types ...string) bool {
	for _, t := range append(types, "") {
		if c.broken[t] {
			return false
		}
	}
	return true
}

// The roles that checks know. Others are fine; one that looks like a misspelling draws a warning.
var (
	deviceRoles = []string{"leaf", "spine", "superspine", "border"}
	portRoles   = []string{"host", "fabric"}
)

func (c *checker) checkDevices() {
	for i := range c.in.Devices {
		d := &c.in.Devices[i]
		c.checkRole(d.Role, deviceRoles)
		seen := map[string]hcl.Range{}
		for j := range d.Ports {
			p := &d.Ports[j]
			c.checkRole(p.Role, portRoles)
			c.checkPortNames(d, p, seen)
		}
	}
}

func (c *checker) checkRole(role Opt[string], known []string) {
	for _, k := range known {
		if role.V == k || !role.Set {
			return
		}
	}
	if best := closest(role.V, known); best != "" {
		c.report(warning(role.Range, fmt.Sprintf("Unusual role %q", role.V), "Did you mean %q? Checks that go by the role pass over others.", best))
	}
}

// checkPortNames finds ranges that are written twice. Ranges that overlap otherwise are the vendor's to find.
func (c *checker) checkPortNames(d *Device, p *Ports, seen map[string]hcl.Range) {
	if len(p.Names.V) == 0 && c.whole("ports") {
		c.report(problem(p.Range, "Ports without a name", "Write the range as the label, as in ports \"Ethernet1/1-30\", or in the attribute names."))
	}
	for _, name := range p.Names.V {
		if first, twice := seen[name]; twice {
			c.report(problem(p.Names.Range, fmt.Sprintf("Ports %q named twice", name), "Device %q has them at %s already. Merge the two.", d.Name, place(first)))
			continue
		}
		seen[name] = p.Names.Range
	}
}

func (c *checker) checkLinks() {
	used := map[string]hcl.Range{}
	for _, l := range c.in.Links {
		a, b := l.Ends[0], l.Ends[1]
		if a.Device == "" {
			continue // not decoded
		}
		if a.Device == b.Device && a.Port == b.Port {
			c.report(problem(b.Range, "Link from a port to itself", "Both ends are %s:%s.", a.Device, a.Port))
			continue
		}
		for _, e := range l.Ends {
			c.checkEnd(e, used)
		}
	}
}

func (c *checker) checkEnd(e End, used map[string]hcl.Range) {
	if _, known := c.names.declared[devices][e.Device]; !known && c.whole("device") {
		c.names.use(devices, e.Device, e.Range)
	}
	key := e.Device + ":" + e.Port
	if first, twice := used[key]; twice {
		c.report(problem(e.Range, fmt.Sprintf("Port %s in two links", key), "It is already an end of the link at %s. A port has one cable.", place(first)))
		return
	}
	used[key] = e.Range
}

func (c *checker) checkCanary() {
	if c.in.Rollout == nil || !c.whole("device") {
		return
	}
	canary := c.in.Rollout.Canary
	for _, pattern := range canary.V {
		if !c.matchesDevice(pattern) {
			c.report(warning(canary.Range, fmt.Sprintf("Canary %q is no device", pattern), "No device of the intent has a name like that%s",
				ended(didYouMean(strings.Trim(pattern, "*"), c.names.list(devices)))))
		}
	}
}

func (c *checker) matchesDevice(pattern string) bool {
	for i := range c.in.Devices {
		if ok, _ := path.Match(pattern, c.in.Devices[i].Name); ok {
			return true
		}
	}
	return false
}
