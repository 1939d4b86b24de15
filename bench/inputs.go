package main

import (
	"bytes"
	"fmt"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	_ "github.com/weft-net/weft/vendors/cloudengine"
	_ "github.com/weft-net/weft/vendors/nxos"
	_ "github.com/weft-net/weft/vendors/sonic"
)

// inputs compiles the intent in dir and gives every switch its running configuration in the state of the spec.
func (s spec) inputs(dir string) ([]plan.Input, error) {
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		return nil, fmt.Errorf("loading the generated intent: %w", diags)
	}
	compiled, diags := compiler.Compile(in, compiler.Options{Dir: dir})
	if diags.HasErrors() {
		return nil, fmt.Errorf("compiling the generated intent: %w", diags)
	}
	inputs := make([]plan.Input, len(compiled.Units))
	for i, u := range compiled.Units {
		inputs[i] = plan.Input{
			Name: u.Device.Name, Vendor: u.Vendor, Site: u.Site, Fitted: u.Fitted, Deviations: u.Deviations, Desired: u.Desired,
			Running: s.running(u.Device.Name), Options: plan.Options{MaxDisruption: s.vendor.disruption},
		}
		if err := s.age(&inputs[i]); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// age brings a blank running configuration into the state of the spec.
func (s spec) age(in *plan.Input) error {
	if s.state == blank {
		return nil
	}
	res := plan.Make(*in)
	if res.Device.Status != plan.Change {
		return fmt.Errorf("planning %s from blank: %s: %s", in.Name, res.Device.Status, res.Device.Reason)
	}
	in.Running = res.Predicted.Bytes()
	if s.state == done {
		return nil
	}
	was, is := []byte(s.vendor.threshold), []byte(s.vendor.drifted)
	if !bytes.Contains(in.Running, was) {
		return fmt.Errorf("%s has no threshold to let drift", in.Name)
	}
	in.Running = bytes.Replace(in.Running, was, is, 1)
	return nil
}
