package vendortest

import (
	"slices"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
)

// forms are the names of the forms, beside the steps themselves, that any of the steps can be sent in.
func (b *bench) forms(steps []plan.Step) (names []string) {
	for _, s := range steps {
		for _, f := range b.deliver(s) {
			if !slices.Equal(f.Commands, s.Commands) && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// inForm are steps with those that can be sent in a form in it.
func (b *bench) inForm(steps []plan.Step, name string) []plan.Step {
	steps = slices.Clone(steps)
	for i := range steps {
		for _, f := range b.deliver(steps[i]) {
			if f.Name == name {
				steps[i].Commands = f.Commands
			}
		}
	}
	return steps
}

func (b *bench) deliver(s plan.Step) []vendors.Form {
	deliverer, can := b.Vendor.(vendors.Deliverer)
	if !can {
		return nil
	}
	return deliverer.Deliver(vendors.Step{Commands: s.Commands})
}
