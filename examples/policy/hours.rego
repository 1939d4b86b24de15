# Nothing that traffic feels in business hours. The time comes with the input, in the form of RFC 3339.
package weft

import rego.v1

business if {
	now := time.parse_rfc3339_ns(input.now)
	time.weekday([now, data.house.hours.zone]) in data.house.hours.days
	[hour, _, _] := time.clock([now, data.house.hours.zone])
	hour >= data.house.hours.from
	hour < data.house.hours.to
}

deny contains msg if {
	business
	some device in changing
	device.disruption != "none"
	msg := sprintf("%s: disruption %s in business hours", [device.name, device.disruption])
}
