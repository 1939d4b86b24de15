package qos

import "slices"

// Shares divides total among weights by largest remainder: each gets the whole part of its quota, and what is left goes one
// by one to the largest fractions, the first of equal ones before the later. When every weight is 0, so is every share.
// Weights and total must not be negative, and their products must fit in an int.
func Shares(weights []int, total int) []int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	shares := make([]int, len(weights))
	if sum == 0 {
		return shares
	}
	left := total
	order := make([]int, len(weights))
	for i, w := range weights {
		shares[i] = w * total / sum
		left -= shares[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return weights[j]*total%sum - weights[i]*total%sum })
	for _, i := range order[:left] {
		shares[i]++
	}
	return shares
}

// Reduced divides weights by their greatest common divisor. Schedulers serve a weight at a stretch, so small weights of the
// same ratio give shorter rounds and less jitter. Weights that are all 0 stay.
func Reduced(weights []int) []int {
	divisor := 0
	for _, w := range weights {
		divisor = gcd(divisor, w)
	}
	reduced := slices.Clone(weights)
	if divisor > 1 {
		for i := range reduced {
			reduced[i] /= divisor
		}
	}
	return reduced
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
