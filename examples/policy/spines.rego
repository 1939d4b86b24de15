# Never two spines of a fabric in one plan, and never all of a group that carries for one another.
package weft

import rego.v1

spines contains sw.name if {
	some sw in input.plan.fabric.switches
	sw.role == "spine"
}

deny contains msg if {
	together := sort(spines & names)
	count(together) > 1
	msg := sprintf("%s are spines of one fabric: plan them one after the other", [concat(" and ", together)])
}

deny contains msg if {
	some group in data.house.never_together
	count(group) > 1
	every name in group {
		name in names
	}
	msg := sprintf("%s never change together", [concat(" and ", group)])
}

deny contains "the plan does not say which switches are spines: its fabric is not there" if not has_fabric

has_fabric if is_array(input.plan.fabric.switches)

deny contains "house.never_together is not there, or no list" if not grouped

grouped if is_array(data.house.never_together)

deny contains msg if {
	some group in data.house.never_together
	not several(group)
	msg := sprintf("house.never_together: %v are not two switches or more", [group])
}

several(group) if {
	is_array(group)
	count(group) > 1
}
