package qos

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestShares(t *testing.T) {
	tests := []struct {
		weights []int
		total   int
		want    []int
	}{
		{[]int{60, 25, 15}, 100, []int{60, 25, 15}},
		{[]int{1, 1, 1}, 100, []int{34, 33, 33}},
		{[]int{5, 3, 3}, 100, []int{46, 27, 27}},
		{[]int{1, 1, 1, 1, 1, 1}, 100, []int{17, 17, 17, 17, 16, 16}},
		{[]int{1, 1, 1, 1, 1, 1, 1}, 100, []int{15, 15, 14, 14, 14, 14, 14}},
		{[]int{7, 2, 1}, 100, []int{70, 20, 10}},
		{[]int{125, 375, 500}, 100, []int{13, 37, 50}}, // a tie goes to the first
		{slices.Repeat([]int{1}, 16), 100, append(slices.Repeat([]int{7}, 4), slices.Repeat([]int{6}, 12)...)},
		{[]int{0, 0}, 100, []int{0, 0}},
		{[]int{0, 3}, 1000, []int{0, 1000}},
		{nil, 100, []int{}},
	}
	for _, test := range tests {
		if got := Shares(test.weights, test.total); !slices.Equal(got, test.want) {
			t.Errorf("Shares(%v, %d) = %v, want %v", test.weights, test.total, got, test.want)
		}
	}
}

func TestSharesAreWithinOneOfTheQuota(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 8).Draw(t, "weights")
		total := rapid.SampledFrom([]int{100, 1000}).Draw(t, "total")
		sum, given := 0, 0
		for _, w := range weights {
			sum += w
		}
		for i, share := range Shares(weights, total) {
			given += share
			if off := share*sum - weights[i]*total; sum > 0 && (off <= -sum || off >= sum) {
				t.Fatalf("share %d is %d of weights %v", i, share, weights)
			}
		}
		if sum > 0 && given != total {
			t.Fatalf("shares add to %d", given)
		}
	})
}

func TestReduced(t *testing.T) {
	tests := []struct{ weights, want []int }{
		{[]int{50, 48, 2}, []int{25, 24, 1}},
		{[]int{60, 25, 15}, []int{12, 5, 3}},
		{[]int{0, 50, 50}, []int{0, 1, 1}},
		{[]int{0, 0}, []int{0, 0}},
		{[]int{7, 3}, []int{7, 3}},
	}
	for _, test := range tests {
		if got := Reduced(test.weights); !slices.Equal(got, test.want) {
			t.Errorf("Reduced(%v) = %v, want %v", test.weights, got, test.want)
		}
	}
}
