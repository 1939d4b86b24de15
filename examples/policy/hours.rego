# Nothing that traffic feels in business hours. The time comes with the input, in the form of RFC 3339. Hours may go past midnight, from 22 to 6:
# they belong to the day on which they began.
package weft

import rego.v1

hours := data.house.hours

now := time.parse_rfc3339_ns(input.now)

hour := time.clock([now, hours.zone])[0]

on_a_day(at) if time.weekday([at, hours.zone]) in hours.days

business if {
	hours.from < hours.to
	hours.from <= hour
	hour < hours.to
	on_a_day(now)
}

business if {
	hours.from > hours.to
	hour >= hours.from
	on_a_day(now)
}

business if {
	hours.from > hours.to
	hour < hours.to
	on_a_day(time.add_date(now, 0, 0, -1))
}

deny contains msg if {
	hours_known
	business
	some device in changing
	disruption := object.get(device, "disruption", "unknown")
	disruption != "none"
	msg := sprintf("%s: disruption %s in business hours", [device.name, disruption])
}

weekdays := {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

hours_known if {
	every side in [hours.from, hours.to] {
		is_number(side)
		side >= 0
		side <= 24
	}
	hours.from != hours.to
	count(hours.days) > 0
	every day in hours.days {
		day in weekdays
	}
}

deny contains "house.hours is not whole: it wants a zone, days by their English names, and two hours of 0 to 24, from and to" if not hours_known

deny contains "nobody knows what time it is: the input wants now, such as 2026-06-16T22:30:00Z, and house.hours a zone, such as Europe/Berlin" if not hour
