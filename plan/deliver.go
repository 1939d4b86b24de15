package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// File is a file with what is to be sent to a switch.
type File struct {
	Ending string // of its name, after that of the switch: ".step2.patch.json"
	Text   []byte
}

// Deliver gives the files to send for a planned change: one transcript, or for vendors that take files one for each step and each
// form that it can be sent in. A form that does not do on the model of the device what the step that was proved does is left out,
// and failures says why.
func Deliver(in Input, r Result) (files []File, failures []error) {
	if r.Device.Status != Change {
		return nil, nil
	}
	deliverer, can := in.Vendor.(vendors.Deliverer)
	if !can {
		return []File{{".txt", transcript(r.Device.Steps)}}, nil
	}
	return inForms(in, deliverer, sent(r.Device.Steps))
}

// Start gives the files to send that set what is desired on a switch of which nothing else is known; none for vendors that are typed
// at. They are proved on the plainest switch: each step is taken in each form, and a plan against the end has nothing to do.
func Start(in Input) (files []File, err error) {
	starter, can := in.Vendor.(vendors.Starter)
	deliverer, sends := in.Vendor.(vendors.Deliverer)
	if !can || !sends {
		return nil, nil
	}
	if len(in.Site.Adopt) > 0 {
		return nil, errors.New("what is adopted has to be looked at first")
	}
	plainest, steps := starter.Start(in.Desired, in.Site)
	in.Running = plainest.Bytes()
	end, _, err := replayed(in, steps)
	if err != nil {
		return nil, err
	}
	files, failures := inForms(in, deliverer, steps)
	if err := errors.Join(failures...); err != nil {
		return nil, err
	}
	in.Running = end.Config().Bytes()
	if again := Make(in).Device; again.Status != Unchanged {
		return nil, fmt.Errorf("it does not end where it should: a plan from there is %s %s", again.Status, again.Reason)
	}
	return files, nil
}

// inForms gives each step in each of its forms.
func inForms(in Input, deliverer vendors.Deliverer, steps []vendors.Step) (files []File, failures []error) {
	for i := range steps {
		mark := ""
		if len(steps) > 1 {
			mark = fmt.Sprintf(".step%d", i+1)
		}
		for _, form := range deliverer.Deliver(steps[i]) {
			if err := sameInForm(in, steps[:i+1], form); err != nil {
				failures = append(failures, fmt.Errorf("no %s%s.%s is written: %w", in.Name, mark, form.Name, err))
				continue
			}
			files = append(files, File{mark + "." + form.Name, lines(form.Commands)})
		}
	}
	return files, failures
}

// sent are the steps of a plan as they are sent.
func sent(steps []Step) []vendors.Step {
	all := make([]vendors.Step, len(steps))
	for i := range steps {
		all[i].Commands = steps[i].Commands
	}
	return all
}

// transcript is every command of steps.
func transcript(steps []Step) []byte {
	var all []string
	for i := range steps {
		all = append(all, steps[i].Commands...)
	}
	return lines(all)
}

func lines(commands []string) []byte {
	return []byte(strings.Join(commands, "\n") + "\n")
}

// sameInForm replays steps twice, the last one as it was proved and in a form. Both must do the same to the configuration, change
// the behaviour of the same ports, and lean on the same assumptions: then what was proved of the step holds for the form.
func sameInForm(in Input, steps []vendors.Step, form vendors.Form) error {
	last := len(steps) - 1
	if slices.Equal(form.Commands, steps[last].Commands) {
		return nil
	}
	proved, effect, err := replayed(in, steps)
	if err != nil {
		return err
	}
	formed, other, err := replayed(in, append(slices.Clone(steps[:last]), vendors.Step{Commands: form.Commands}))
	if err != nil {
		return err
	}
	if deltas := in.Vendor.Deltas(proved.Config(), formed.Config()); len(deltas) > 0 {
		return fmt.Errorf("it does not end where the step does: the first difference is %s", deltaText(deltas[0]))
	}
	if effect.All != other.All || !slices.Equal(effect.Ports, other.Ports) || !slices.Equal(proved.Leaned(), formed.Leaned()) {
		return errors.New("what was proved of the step says nothing of this form")
	}
	return nil
}

// replayed is the device after steps, with the effect of the last one.
func replayed(in Input, steps []vendors.Step) (device vendors.Device, effect vendors.Effect, err error) {
	running, diags := in.Vendor.Parse(in.Running)
	if err := reasons(diags); err != nil {
		return nil, effect, err
	}
	device = in.Vendor.Replay(running, in.Site.Platform, nil)
	for i := range steps {
		if effect, err = device.Do(steps[i]); err != nil {
			return nil, effect, fmt.Errorf("the device refuses it: %w", err)
		}
	}
	return device, effect, nil
}
