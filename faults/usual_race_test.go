//go:build race

package faults

// usual is how many schedules are played under the race detector, which takes ten times as long.
const usual = 40

// most is how many of so many moments are tried.
func most(n int) int { return max(3, n/20) }
