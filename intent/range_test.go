package intent

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// TestRange: range makes the numbers of a fabric of thousands of switches; where the library's own makes any, the same ones.
func TestRange(t *testing.T) {
	numbers := func(args ...float64) (list []cty.Value) {
		for _, n := range args {
			list = append(list, cty.NumberFloatVal(n))
		}
		return list
	}
	for _, args := range [][]float64{{0}, {3}, {-3}, {1, 4}, {4, 1}, {2, 2}, {0, 10, 3}, {10, 0, -4}, {0, 1, 0.25}} {
		want, err := stdlib.RangeFunc.Call(numbers(args...))
		got, failure := rangeFunc.Call(numbers(args...))
		if err != nil || failure != nil || !got.RawEquals(want) {
			t.Errorf("range%v is %#v, %v; the library has %#v, %v", args, got, failure, want, err)
		}
	}
	for _, n := range []int{2000, mostValues} {
		if got, err := rangeFunc.Call(numbers(float64(n))); err != nil || got.LengthInt() != n {
			t.Errorf("range(%d): %v", n, err)
		}
	}
	for want, args := range map[string][]float64{
		"up to 65536 values":              {mostValues + 1},
		"one to three numbers, and got 0": {},
		"one to three numbers, and got 4": {1, 2, 3, 4},
		"0 does not":                      {1, 2, 0},
		"-1 does not":                     {1, 2, -1},
	} {
		if _, err := rangeFunc.Call(numbers(args...)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("range%v: %v", args, err)
		}
	}
}
