# What the rules share: the switches that a plan changes.
package weft

import rego.v1

changing contains device if {
	some device in input.plan.devices
	device.status == "change"
}

names contains device.name if some device in changing

# Each rule denies what it cannot judge: an input or data that are missing or misspelt let nothing pass.
deny contains "the input has no plan of weft: its devices are not there" if not has_devices

has_devices if is_array(input.plan.devices)
