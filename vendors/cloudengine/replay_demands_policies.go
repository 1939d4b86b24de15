package cloudengine

import "strings"

// The demands of classifiers, behaviors and policies.

// oneKindInAnd keeps a classifier whose rules must all match to one of the fields that exclude each other.
func oneKindInAnd(d *device, c *command) string {
	if !strings.HasSuffix(d.at.header, " type and") {
		return ""
	}
	for _, n := range d.kids() {
		switch kind := wordAt(n.Text, 1); kind {
		case "dscp", "8021p", "ip-precedence", "ecn":
			if kind != wordAt(c.text, 1) {
				return "Error: The rules of the classifier exclude each other."
			}
		}
	}
	return ""
}

func behaviorReplaces(d *device, c *command) string {
	old := d.lineOf(c)
	if old == nil || wordAt(old.Text, 3) == wordAt(c.text, 3) || d.reads(doubtClassifierAgain) == 0 {
		return ""
	}
	return "Error: The classifier has another behavior."
}

func precedenceIsFree(d *device, c *command) string {
	for _, n := range d.kids() {
		if !startsWith(n.Text, c.key) && numberAfter(n.Text, "precedence") == numberAfter(c.text, "precedence") {
			return "Error: Another classifier has the precedence."
		}
	}
	return ""
}

// mostPolicies is how many traffic policies a V300 interface has in one direction.
const mostPolicies = 2

// roomForPolicy keeps a second traffic policy of one direction off V200, and a third one off V300.
func roomForPolicy(d *device, c *command) string {
	others := len(d.policies(lastWords(c.text, 1)))
	switch {
	case d.hardware.is(onV200):
		if others > 0 && d.reads(doubtPolicyAgain) == 0 {
			return "Error: A traffic policy is applied already."
		}
	case others >= mostPolicies:
		return saysFull
	}
	return ""
}
