# What the rules share: the switches that a plan changes.
package weft

import rego.v1

changing contains device if {
	some device in input.plan.devices
	device.status == "change"
}

names contains device.name if some device in changing
