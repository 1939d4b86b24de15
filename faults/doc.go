// Package faults has whole runs of weft go wrong: apply, the vendors' operators and the real transports against switches of package lab, in
// virtual time, with faults on the switches, on the way to them, on the disk, and in weft itself. It owns the law that is held after each
// run (law_test.go), the faults one by one (cases_test.go), and random schedules of them (schedule_test.go), which `make faults` runs
// more of. It has tests alone, and must never judge a switch by what apply says of it.
package faults
