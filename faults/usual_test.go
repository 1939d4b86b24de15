//go:build !race

package faults

// usual is how many schedules are played when nobody says.
const usual = 300

// most is how many of so many moments are tried.
func most(n int) int { return n }
