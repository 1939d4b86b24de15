package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// The demands of the manual. Each is the refusal of a command, or empty when it may be done. The exact texts of most are not
// confirmed; that they begin with ERROR: or % is (reference section 6.3).

// demand is something that must hold before a command is accepted: empty, or the refusal.
type demand func(d *device, c *typed) (says string)

// check asks every demand until one refuses.
func (d *device) check(demands []demand, c *typed) (says string) {
	for _, holds := range demands {
		if says = holds(d, c); says != "" {
			return says
		}
	}
	return ""
}

// Names.

func nameIsFree(d *device, c *typed) string {
	if _, isSystem := systemClassOf(c.args[0]); isSystem && !d.hardware.userGroups {
		return "ERROR: the name is of a system-defined class-map"
	}
	if c.args[0] == "class-default" {
		return "ERROR: class-default is reserved"
	}
	return ""
}

func notBuiltIn(_ *device, c *typed) string {
	if strings.HasPrefix(c.args[0], "default-") {
		return "ERROR: the policy-map is system-defined"
	}
	return ""
}

func usersMakeGroups(d *device, _ *typed) string {
	if !d.hardware.userGroups {
		return saysInvalid
	}
	return ""
}

func saysTypeQoS(d *device, c *typed) string {
	if strings.Contains(c.text, " type ") || d.reads(doubtNoClassMap) == 1 {
		return ""
	}
	return saysIncomplete
}

// sameMatch keeps the match word of a class-map that exists.
func sameMatch(d *device, c *typed) string {
	o, match := d.find(classMapQoS, c.args[0]), matchWord(c.text)
	if o != nil && match != "" && match != matchWord(o.header) {
		return "ERROR: the class-map exists with another match keyword"
	}
	return ""
}

func notUsed(d *device, c *typed) string {
	if o := d.find(c.row.kind, c.args[0]); o == nil || !d.used(o) {
		return ""
	}
	if d.reads(doubtInUseText) == 1 {
		return "% Object is in use"
	}
	return "ERROR: the object is in use"
}

func doesNotExist(*device, *typed) string { return saysInvalid }

// Classification.

const matchStart = "match "

func (d *device) matches() (access, others int) {
	for _, n := range d.kids() {
		switch {
		case n.Kind == conf.Out || !strings.HasPrefix(n.Text, matchStart):
		case strings.HasPrefix(n.Text, "match access-group "):
			access++
		default:
			others++
		}
	}
	return access, others
}

func noAccessListBeside(d *device, _ *typed) string {
	if access, _ := d.matches(); access > 0 {
		return "ERROR: no other match may stand beside match access-group"
	}
	return ""
}

func noMatchBeside(d *device, _ *typed) string {
	if access, others := d.matches(); access+others > 0 {
		return "ERROR: match access-group may not stand beside another match"
	}
	return ""
}

// mostClasses is the limit of a policy-map (S-CLS7X). That of a class-map, 1024 matches, is beyond all there are to match.
const mostClasses = 128

func roomForClass(d *device, _ *typed) string {
	if len(d.at.block.Kids) >= mostClasses {
		return "ERROR: too many classes in the policy-map"
	}
	return ""
}

func accessListExists(d *device, c *typed) string {
	if d.find(accessList, c.args[0]) == nil {
		return "ERROR: the access list does not exist"
	}
	return ""
}

const saysNoClassMap = "ERROR: the class-map does not exist"

func classMapExists(d *device, c *typed) string {
	if c.args[0] != "class-default" && d.find(c.row.kind, c.args[0]) == nil {
		return saysNoClassMap
	}
	return ""
}

func knowsInsertBefore(d *device, _ *typed) string {
	if d.reads(doubtInsertBefore) == 0 {
		return saysInvalid
	}
	return ""
}

func laterClassExists(d *device, c *typed) string {
	if d.at.block.Find("class "+c.args[1]) == nil {
		return "ERROR: the class is not in the policy-map"
	}
	return ""
}

func setReplaces(d *device, c *typed) string {
	if d.lineOf(c.row, c.text) != nil && d.reads(doubtSetAgain) == 1 {
		return "ERROR: a value is set already"
	}
	return ""
}
