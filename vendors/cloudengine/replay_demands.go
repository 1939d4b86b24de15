package cloudengine

import "strings"

// The demands of the manual. Each is the refusal of a command, or empty when it may be done. The exact texts of most are not
// confirmed; that they begin with Error: is (reference 6.4).

func notBuiltIn(_ *device, c *command) string {
	if isBuiltIn(objectOf(c.text)) {
		return "Error: The default one cannot be deleted."
	}
	return ""
}

func notUsed(d *device, c *command) string {
	if d.used(objectOf(c.text)) {
		return "Error: It is being used."
	}
	return ""
}

// allExist looks for every object that the line names.
func allExist(d *device, c *command) string {
	a, b := refersTo(c.text)
	if d.find(a) == nil || b.kind != noKind && d.find(b) == nil {
		return "Error: It does not exist."
	}
	return ""
}

// notBrief keeps a word free that display commands need.
func notBrief(_ *device, c *command) string {
	if strings.HasPrefix("brief", c.args[0]) {
		return saysWrong
	}
	return ""
}

const saysFull = "Error: The number of them has reached the limit."

// roomForProfile keeps drop profiles and ETS profiles to what the chip holds.
func roomForProfile(d *device, c *command) string {
	key := objectOf(c.text)
	most := mostETSProfiles
	if key.kind == dropObject {
		most = d.hardware.limitOf(mostDropProfiles)
	}
	if d.find(key) == nil && d.counts[key.kind].objects >= most {
		return saysFull
	}
	return ""
}

// typeMayChange lets a classifier change how its rules combine only without any.
func typeMayChange(d *device, c *command) string {
	if o := d.find(objectOf(c.text)); o != nil && saysType(c.text) && o.header != c.text && len(d.tree.Find(o.header).Kids) > 0 {
		return "Error: The classifier has rules."
	}
	return ""
}

// saysType tells whether the header of a classifier says how its rules combine.
func saysType(header string) bool { return strings.Contains(header, " type ") }
