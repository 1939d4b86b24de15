package nxos

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDivide(t *testing.T) {
	for name, test := range map[string]struct{ old, now, want []int64 }{
		"nothing is left":               {[]int64{100, 0, 0}, []int64{60, 30, 10}, []int64{60, 30, 10}},
		"one is left":                   {[]int64{60, 30, 10}, []int64{100, 0, 0}, []int64{60, 30, 10}},
		"one is left, another falls":    {[]int64{60, 30, 10}, []int64{40, 60, 0}, []int64{40, 30, 10}},
		"one for another":               {[]int64{50, 50, 0}, []int64{50, 0, 50}, []int64{50, 25, 25}},
		"there is enough for both":      {[]int64{60, 10, 0, 30}, []int64{30, 0, 30, 30}, []int64{30, 10, 30, 30}},
		"one percent for one percent":   {[]int64{99, 1, 0}, []int64{99, 0, 1}, []int64{98, 1, 1}},
		"all of it for all of it":       {[]int64{100, 0, 0}, []int64{0, 100, 0}, []int64{50, 50, 0}},
		"a queue that is never used":    {[]int64{50, 50, 0, 0}, []int64{50, 0, 50, 0}, []int64{50, 25, 25, 0}},
		"two are left, one is entered":  {[]int64{20, 40, 40, 0}, []int64{20, 0, 0, 80}, []int64{20, 20, 20, 40}},
		"one is left, two are entered":  {[]int64{20, 80, 0, 0}, []int64{20, 0, 40, 40}, []int64{20, 40, 20, 20}},
		"odd shares are rounded upward": {[]int64{49, 51, 0}, []int64{49, 0, 51}, []int64{48, 26, 26}},
	} {
		shares := sharesFrom(test.old, test.now)
		divide(shares)
		for i, want := range test.want {
			if shares[i].between != want {
				t.Errorf("%s: queue %d has %d, want %d", name, i, shares[i].between, want)
			}
		}
	}
}

func sharesFrom(old, now []int64) []share {
	shares := make([]share, len(old))
	for i := range shares {
		shares[i] = share{old: old[i], now: now[i]}
	}
	return shares
}

// TestDivideServesAll: meanwhile no queue is without bandwidth that has some before or after, and the sum stays within 100.
func TestDivideServesAll(t *testing.T) {
	hundred := rapid.Custom(func(t *rapid.T) []int64 {
		list := make([]int64, 8)
		left := int64(100)
		for i := range list {
			list[i] = min(left, rapid.SampledFrom([]int64{0, 0, 1, 10, 33, 99}).Draw(t, "share"))
			left -= list[i]
		}
		return list
	})
	rapid.Check(t, func(t *rapid.T) {
		shares := sharesFrom(hundred.Draw(t, "old"), hundred.Draw(t, "now"))
		divide(shares)
		for _, s := range shares {
			if (s.between > 0) != (s.old > 0 || s.now > 0) {
				t.Fatalf("%d between %d and %d", s.between, s.old, s.now)
			}
		}
		if sum := total(shares); sum > 100 {
			t.Fatalf("%v add to %d", shares, sum)
		}
	})
}
