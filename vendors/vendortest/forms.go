package vendortest

import (
	"slices"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
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

// starts: the files for a switch of which nothing else is known can be proved, unless the release takes no patch for it.
func (b *bench) starts(t *testing.T) {
	if _, can := b.Vendor.(vendors.Starter); !can {
		t.Skip("it is no power of the vendor")
	}
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		w := b.want(t, "intent")
		files, err := plan.Start(b.input(nil, w))
		switch {
		case err == nil && len(files) > 0:
			proved++
		case err == nil && len(w.desired.Bytes()) > 0:
			t.Fatalf("nothing is sent for\n%s", w.desired.Bytes())
		case !b.sw.NoStart:
			t.Fatalf("%v\n%s", err, w.desired.Bytes())
		}
	})
	if proved == 0 && !b.sw.NoStart {
		t.Error("nothing was proved")
	}
}
