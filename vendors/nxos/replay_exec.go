package nxos

import "strings"

// exec does the commands that a switch knows outside of configuration mode: it saves what it runs, and starts again with what it
// saved. Regions of the TCAM are carved then (S-TCAM).
func (d *device) exec(c *typed) (says string) {
	switch strings.ToLower(strings.Join(c.words, " ")) {
	case "copy running-config startup-config":
		d.saved = d.tree.Mark() + 1
	case "reload":
		if d.saved != d.tree.Mark()+1 {
			return "ERROR: what is not saved would be lost"
		}
		d.carved = map[string]bool{}
		for _, n := range d.tree.Top {
			d.carved[n.Text] = true
		}
		d.effect.All = true
	default:
		return saysInvalid
	}
	return ""
}

// startedWith tells whether the switch had a line at the top when it last started.
func (d *device) startedWith(line string) bool {
	if d.carved != nil {
		return d.carved[line]
	}
	return d.start.Find(line) != nil
}
