# No more than so many switches in one plan.
package weft

import rego.v1

deny contains msg if {
	count(changing) > data.house.max_switches
	msg := sprintf("%d switches change, and %d may at once: plan with --target", [count(changing), data.house.max_switches])
}

deny contains "house.max_switches is not there, or no number" if not limited

limited if is_number(data.house.max_switches)
