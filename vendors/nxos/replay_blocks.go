package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// openObject enters an object, and makes it first if there is none of the name.
func (d *device) openObject(c *typed) (says string) {
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	name := c.args[0]
	o := d.find(c.row.kind, name)
	if o == nil {
		o = d.object(c.row.kind, name)
		o.header = d.header(c)
		d.insertTop(d.line(o.header))
		d.changed = true
	}
	d.at = place{mode: c.row.opens, block: d.tree.Find(o.header), object: o}
	return ""
}

// header is the line of a new object as the switch prints it. Only a class-map of type qos says how its matches combine.
func (d *device) header(c *typed) string {
	switch c.row.kind {
	case classMapQoS:
		match := matchWord(c.text)
		if match == "" {
			match = doubts[doubtMatchDefault].Readings[d.reads(doubtMatchDefault)]
		}
		return "class-map type qos " + match + " " + c.args[0]
	case classMapNetwork, classMapQueuing:
		return firstWords(c.text, 3) + " " + c.args[0]
	}
	return c.text
}

// matchWord is the word of a class-map line that says how its matches combine, or empty.
func matchWord(line string) string {
	for _, word := range []string{"match-any", "match-all"} {
		if strings.Contains(line, " "+word+" ") {
			return word
		}
	}
	return ""
}

// removeObject takes an object away with all in it.
func (d *device) removeObject(c *typed) (says string) {
	o := d.find(c.row.kind, c.args[0])
	if o == nil {
		return saysAbsent
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	for n := d.tree.Find(o.header); n != nil; n = d.tree.Find(o.header) {
		for _, kid := range n.Kids {
			if kid.Kind == conf.In {
				d.countWithin(kid, -1)
			}
		}
		d.edit.Remove(nil, n)
	}
	o.header = ""
	d.changed = true
	return ""
}

// openClass enters a class of the policy, and makes it first if there is none.
func (d *device) openClass(c *typed) (says string) {
	header := classHeader(c)
	n := d.at.block.Find(header)
	if n == nil {
		if says := d.check(c.row.needs, c); says != "" {
			return says
		}
		n = d.line(header)
		d.edit.Insert(d.open(), n, d.classBehind(c))
		d.count(c.row.kind, c.args[0], +1)
	}
	d.at.mode, d.at.class = c.row.opens, n
	return ""
}

// classHeader is a class as the switch prints it: without its type in a policy of type qos.
func classHeader(c *typed) string {
	if c.row.kind == classMapQoS && c.text[len("class "):] != c.args[0] {
		return "class " + c.args[0]
	}
	return c.text
}

// classBehind is the class before which a new one goes, or nil for the end.
func (d *device) classBehind(c *typed) *conf.Node {
	if len(c.args) == 2 {
		return d.at.block.Find("class " + c.args[1])
	}
	last := d.at.block.Find("class class-default")
	if c.row.kind != classMapQoS || last == nil || d.reads(doubtClassAppend) == 1 {
		return nil
	}
	return last
}

// removeClass takes a class out of the policy.
func (d *device) removeClass(c *typed) (says string) {
	n := d.at.block.Find(classHeader(c))
	if n == nil {
		return saysAbsent
	}
	d.at.class = n // what the demands are about
	says = d.check(c.row.frees, c)
	d.at.class = nil
	if says != "" {
		return says
	}
	d.edit.Remove(d.open(), n)
	d.count(c.row.kind, c.args[0], -1)
	return ""
}

// openPort enters an interface. Those that are not hardware are made first if need be.
func (d *device) openPort(c *typed) (says string) {
	name := c.args[0]
	if d.tree.Find(c.text) == nil {
		if says := d.makePort(c, name); says != "" {
			return says
		}
	}
	d.at = place{mode: c.row.opens, block: d.tree.Find(c.text), port: name, reach: d.portEffect(name)}
	switch {
	case strings.HasPrefix(name, "nve"):
		d.at.mode = inTunnel
	case strings.Contains(name, "."), !strings.HasPrefix(name, "Ethernet") && !strings.HasPrefix(name, "port-channel"):
		d.at.mode = inOtherPort
	}
	return ""
}

func (d *device) makePort(c *typed, name string) (says string) {
	physical, _, sub := strings.Cut(name, ".")
	if sub && d.tree.Find("interface "+physical) == nil || !sub && isHardware(name) {
		return saysParameter
	}
	d.insertTop(d.line(c.text))
	d.add(d.portEffect(name))
	return ""
}

// isHardware tells whether an interface is there whatever the configuration says.
func isHardware(name string) bool {
	return strings.HasPrefix(name, "mgmt") || strings.HasPrefix(name, "Ethernet") && !strings.Contains(name, ".")
}

// removePort takes an interface away that users made.
func (d *device) removePort(c *typed) (says string) {
	n := d.tree.Find(c.text)
	if n == nil {
		return saysAbsent
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	for _, kid := range n.Kids {
		if kind, name := bound(kid.Text); kind != noObject && kid.Kind == conf.In {
			d.count(kind, name, -1)
		}
	}
	d.add(d.portEffect(c.args[0]))
	d.edit.Remove(nil, n)
	return ""
}

// bind attaches a policy.
func (d *device) bind(c *typed) (says string) {
	old := d.lineOf(c.row, c.text)
	if old != nil && old.Text == c.text {
		return ""
	}
	c.about = d.find(c.row.kind, c.args[0])
	if says := d.check(c.row.needs, c); says != "" {
		return says
	}
	if old != nil && c.row.does == binds && !attaches(old.Text, c.args[0]) && d.reads(doubtBindAgain) == 0 {
		return "ERROR: a policy of this type is attached already"
	}
	if old != nil {
		kind, name := bound(old.Text)
		d.count(kind, name, -1)
	}
	d.count(c.row.kind, c.args[0], +1)
	switch hidden := c.row.does == swaps && c.about == nil && d.builtInPrinted(c) == ""; {
	case !hidden:
		d.put(c.text, old)
	case old != nil:
		d.drop(old)
	}
	return ""
}

// attaches tells whether a service-policy line attaches the policy of this name.
func attaches(line, policy string) bool {
	_, name := bound(line)
	return name == policy
}

// unbind detaches a policy. Under system qos the built-in one takes its place.
func (d *device) unbind(c *typed) (says string) {
	n := d.printed(c)
	if n == nil {
		return saysAbsent
	}
	if says := d.check(c.row.frees, c); says != "" {
		return says
	}
	d.count(c.row.kind, c.args[0], -1)
	if text := d.builtInPrinted(c); text != "" && text != n.Text {
		d.put(text, n)
	} else {
		d.drop(n)
	}
	return ""
}

// builtInPrinted is the line by which the switch prints that a built-in policy is attached here, or empty: only older
// releases print it. What counts is the text that was read from the switch, as for other defaults: an edit since then hides
// from the undo of a patch what the patch replaced.
func (d *device) builtInPrinted(c *typed) string {
	key := firstWords(c.text, c.row.key)
	if c.row.does != swaps || !strings.Contains(d.start.Source(), key+" default-") {
		return ""
	}
	lines, within := conf.Scan(d.start.Source()), false
	for line, ok := lines.Next(); ok; line, ok = lines.Next() {
		text := strings.TrimSpace(line)
		if within = text == "system qos" || within && line != text; !within {
			continue
		}
		if kind, name := bound(text); startsWith(text, key) && isBuiltInPolicy(kind, name) {
			return text
		}
	}
	return ""
}
