package cloudengine

// The demands of lines on ports: what may stand on a member, a bundle, a switched or routed port.

// isMember tells whether the open port is of a bundle.
func (d *device) isMember() bool { return d.besides("eth-trunk") }

func isNoMember(d *device, _ *command) string {
	if d.isMember() {
		return "Error: The port is a member of an Eth-Trunk."
	}
	return ""
}

func notOnMember(d *device, c *command) string {
	if !d.isMember() || d.reads(doubtMemberLines) == 1 {
		return ""
	}
	return isNoMember(d, c)
}

func (d *device) isRoutedPort() bool { return d.besides("undo portswitch") }

func isSwitched(d *device, _ *command) string {
	if d.isRoutedPort() {
		return saysUnrecognized
	}
	return ""
}

func isRouted(d *device, _ *command) string {
	if !d.isRoutedPort() {
		return saysUnrecognized
	}
	return ""
}

// mayTrust refuses trust on a routed port, which reads DSCP anyway.
func mayTrust(d *device, _ *command) string {
	if !d.isRoutedPort() || d.hardware.is(onV200) && d.reads(doubtRoutedTrust) == 1 {
		return ""
	}
	return saysUnrecognized
}

const saysMarking = "Error: trust upstream none and qos phb marking exclude each other."

func noMarking(d *device, _ *command) string {
	if d.besides("qos phb marking dscp enable") || d.besides("qos phb marking 8021p disable") {
		return saysMarking
	}
	return ""
}

func notUntrusted(d *device, _ *command) string {
	if d.besides("trust upstream none") {
		return saysMarking
	}
	return ""
}

func trunkThere(d *device, c *command) string {
	if d.tree.Find("interface Eth-Trunk"+c.args[0]) == nil {
		return "Error: The Eth-Trunk does not exist."
	}
	return ""
}

// inNoTrunk keeps a member from changing its bundle: it must leave the one it is in.
func inNoTrunk(d *device, _ *command) string {
	if d.isMember() {
		return "Error: The port is a member of another Eth-Trunk."
	}
	return ""
}

func madeByUsers(_ *device, c *command) string {
	if isHardwarePort(c.args[0]) {
		return saysWrong
	}
	return ""
}

func noMembers(d *device, c *command) string {
	if isTrunkPort(c.args[0]) && len(d.members(c.args[0])) > 0 {
		return "Error: The Eth-Trunk has members."
	}
	return ""
}

const saysFlowControl = "Error: flow-control and dcb pfc enable exclude each other."

func noFlowControl(d *device, _ *command) string {
	if d.besides("flow-control") {
		return saysFlowControl
	}
	return ""
}

func noPFCBeside(d *device, _ *command) string {
	if d.besides("dcb pfc enable") {
		return saysFlowControl
	}
	return ""
}

func oneOfIQCNAndNPCC(d *device, c *command) string {
	if other := map[string]string{"iqcn enable": "npcc enable", "npcc enable": "iqcn enable"}[c.text]; d.besides(other) {
		return "Error: iqcn and npcc exclude each other."
	}
	return ""
}
