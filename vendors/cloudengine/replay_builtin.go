package cloudengine

import (
	"strconv"
	"strings"
)

// What a CloudEngine does where nothing is printed (reference 1.2 and the defaults of section 2).

// always tells that a line says what holds anyway.
func always(*device, *command) bool { return true }

// endsIn tells whether a line ends in a default.
func endsIn(words string) isDefault {
	words = " " + words
	return func(_ *device, c *command) bool { return strings.HasSuffix(c.text, words) }
}

// isBuiltIn tells whether an object is there without being configured.
func isBuiltIn(key objectKey) bool {
	for _, b := range builtIns {
		if b.object == key {
			return true
		}
	}
	return false
}

// builtInPriority is the map from 802.1p values to service classes.
func builtInPriority(_ *device, c *command) bool {
	p, _ := digits(c.args[0])
	return c.text == "8021p-inbound "+c.args[0]+" phb "+phbNames[p]+" green"
}

// builtInPriorityOut is the map from service classes to 802.1p values, of every colour.
func builtInPriorityOut(_ *device, c *command) bool {
	return c.args[2] == strconv.Itoa(serviceClass(c.args[0]))
}

// serviceClass is the queue of a service class.
func serviceClass(name string) int {
	for queue, phb := range phbNames {
		if phb == name {
			return queue
		}
	}
	return -1
}

// builtInDSCP is the map from code points to service classes and colours. Of the four assured classes the second and the third
// drop precedence have colours of their own.
func builtInDSCP(_ *device, c *command) bool {
	n, _ := digits(c.args[0])
	colour := "green"
	switch class, precedence := n/8, n%8; {
	case class < 1 || class > 4:
	case precedence == 4:
		colour = "yellow"
	case precedence == 6:
		colour = "red"
	}
	return c.text == "ip-dscp-inbound "+c.args[0]+" phb "+phbNames[n/8]+" "+colour
}

// builtInDSCPOut is the map from service classes and colours to code points.
func builtInDSCPOut(_ *device, c *command) bool {
	class, code := serviceClass(c.args[0]), 0
	switch {
	case c.args[0] == "ef":
		code = 46
	case class >= 1 && class <= 4:
		code = 8*class + 2
		for precedence, colour := range colourNames {
			if colour == c.args[1] {
				code += 2 * precedence
			}
		}
	default:
		code = 8 * class
	}
	return c.args[2] == strconv.Itoa(code)
}

// usualRecovery is what happens to packets of a priority in deadlock.
func usualRecovery(d *device, c *command) bool {
	usual := "forwarding"
	if d.hardware.is(chipB) {
		usual = "discard"
	}
	return wordAt(c.text, 4) == usual
}

// usualXoff is the threshold of group A at which it pauses, with or without the offset at which it resumes.
func usualXoff(_ *device, c *command) bool {
	return strings.HasSuffix(c.text, " xoff dynamic 3") || strings.HasSuffix(c.text, " xoff dynamic 3 xon offset 6 kbytes")
}

// usualGroupWeight is the weight of the two priority groups that have queues from the start.
func usualGroupWeight(_ *device, c *command) bool {
	return c.text == "priority-group 0 drr weight 50" || c.text == "priority-group 1 drr weight 50"
}

// What the switch makes of what is typed.

// withColour is a map with the colour, which is green where none is typed.
func withColour(_ *device, c *command) string {
	if lastWords(c.text, 2) == "phb "+lastWords(c.text, 1) {
		return c.text + " green"
	}
	return c.text
}

// withMode is a binding of a PFC profile with its mode.
func withMode(_ *device, c *command) string {
	if strings.Contains(c.text, " mode ") {
		return c.text
	}
	return c.text + " mode auto"
}

// withWeight is a queue in DRR with its weight.
func withWeight(_ *device, c *command) string {
	if strings.HasSuffix(c.text, " drr") {
		return c.text + " weight 1"
	}
	return c.text
}

// withType is a classifier with how its rules combine.
func withType(_ *device, c *command) string {
	if saysType(c.text) {
		return c.text
	}
	return c.text + " type or"
}

// largestUnit is a line with its sizes in the unit that the switch prints.
func largestUnit(d *device, c *command) string {
	words := strings.Fields(c.text)
	for i, word := range words {
		n, ok := digits(word)
		if !ok || n == 0 || n%1024 != 0 || i+1 == len(words) || words[i+1] != "kbytes" || d.reads(doubtUnitPrinted) == 0 {
			continue
		}
		words[i], words[i+1] = strconv.Itoa(n/1024), "mbytes"
	}
	return strings.Join(words, " ")
}

// wholeBlocks is a line with its sizes in bytes as the switch prints them. It keeps buffers in blocks.
func wholeBlocks(d *device, c *command) string {
	if d.hardware.block == 0 {
		return c.text
	}
	words := strings.Fields(c.text)
	for i, word := range words {
		n, ok := digits(word)
		if !ok || n%d.hardware.block == 0 || !isBytes(words, i) || d.reads(doubtBlockPrinted) == 0 {
			continue
		}
		words[i] = strconv.Itoa((n/d.hardware.block + 1) * d.hardware.block)
	}
	return strings.Join(words, " ")
}

// isBytes tells whether a word of a line is a size in bytes.
func isBytes(words []string, i int) bool {
	before := words[i-1]
	return before == "low-limit" || before == "high-limit" || i+1 < len(words) && words[i+1] == "bytes"
}

// nextPrecedence is a binding of a classifier with the precedence that the switch gives it: the one it has, or five more than
// the last one.
func nextPrecedence(d *device, c *command) string {
	last := 0
	for _, n := range d.kids() {
		p := numberAfter(n.Text, "precedence")
		if startsWith(n.Text, firstWords(c.text, 2)) && p >= 0 {
			return c.text + " precedence " + strconv.Itoa(p)
		}
		last = max(last, p)
	}
	return c.text + " precedence " + strconv.Itoa(last/5*5+5)
}
