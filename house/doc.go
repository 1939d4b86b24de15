// Package house judges plans by the rules of the house: the policy blocks that say how many switches may change in one plan, which of them
// never together, and what waits for its hours.
//
// It must never know a vendor's syntax, look at a clock, or decide what happens because a rule is broken.
package house
