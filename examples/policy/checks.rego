# Nothing that the checks call an error and that was not there before.
package weft

import rego.v1

deny contains msg if {
	some finding in input.plan.checks.findings
	finding.severity == "error"
	finding.change == "worse"
	devices := {place.device | some place in finding.where}
	msg := sprintf("%s gets worse on %s: %s", [finding.code, concat(", ", sort(devices)), finding.text])
}

# A plan in which nobody asked the checks proves nothing about them.
deny contains "the plan does not say what the checks think of it" if not checked

checked if is_array(input.plan.checks.findings)
