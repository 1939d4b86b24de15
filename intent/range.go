package intent

import (
	"fmt"
	"math/big"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// mostValues is how many values range makes at most: there are fabrics of thousands of switches, and a slip of the pen is to end at once.
const mostValues = 65_536

// rangeFunc is the range of Terraform: range(END), range(START, END) and range(START, END, STEP). That of the library ends at 1,024 values.
var rangeFunc = function.New(&function.Spec{
	Description: stdlib.RangeFunc.Description(),
	VarParam:    &function.Parameter{Name: "params", Type: cty.Number},
	Type:        function.StaticReturnType(cty.List(cty.Number)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		start, end, step, err := bounds(args)
		if err != nil {
			return cty.NilVal, err
		}
		var values []cty.Value
		for at := new(big.Float).Copy(start); at.Cmp(end)*step.Sign() < 0; at = new(big.Float).Add(at, step) {
			if len(values) == mostValues {
				return cty.NilVal, fmt.Errorf("range makes up to %d values, and more are asked for: take a smaller difference or a larger step", mostValues)
			}
			values = append(values, cty.NumberVal(at))
		}
		if values == nil {
			return cty.ListValEmpty(cty.Number), nil
		}
		return cty.ListVal(values), nil
	},
})

// bounds are the arguments of range, those that are left out as they are by themselves. A step leads from the start towards the end.
func bounds(args []cty.Value) (start, end, step *big.Float, err error) {
	start, step = big.NewFloat(0), big.NewFloat(1)
	switch len(args) {
	case 1:
		end = args[0].AsBigFloat()
	case 2, 3:
		start, end = args[0].AsBigFloat(), args[1].AsBigFloat()
	default:
		return nil, nil, nil, fmt.Errorf("range takes one to three numbers, and got %d", len(args))
	}
	if end.Cmp(start) < 0 {
		step = big.NewFloat(-1)
	}
	if len(args) == 3 {
		step = args[2].AsBigFloat()
	}
	switch {
	case start.IsInf() || end.IsInf() || step.IsInf():
		return nil, nil, nil, fmt.Errorf("range takes no infinite number")
	case step.Sign() == 0, end.Cmp(start)*step.Sign() < 0:
		return nil, nil, nil, fmt.Errorf("the step of range leads from its start to its end, and %s does not", step.Text('g', -1))
	}
	return start, end, step, nil
}
