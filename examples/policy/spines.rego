# Never two spines of a pod in one plan, and never all of a group that carries for one another.
package weft

import rego.v1

spines contains sw.name if {
	some sw in input.plan.fabric.switches
	sw.role == "spine"
}

deny contains msg if {
	together := sort(spines & names)
	count(together) > 1
	msg := sprintf("%s are spines of one pod: plan them one after the other", [concat(" and ", together)])
}

deny contains msg if {
	some group in data.house.never_together
	every name in group {
		name in names
	}
	msg := sprintf("%s never change together", [concat(" and ", group)])
}
