// Package review tells what a plan does to the fabric as a whole: which findings of the checks it brings, which it mends, and which
// stay.
//
// It owns the two moments that the rules judge, before and after a plan, the comparison of what they find, and the picture of the
// fabric in the plan file. It must never know a vendor's syntax, plan or change anything, or decide what happens because of a finding.
package review
