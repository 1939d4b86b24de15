// Package check judges a whole fabric: whether lossless traffic has room, is marked before it is paused, means the same at both
// ends of every cable, and can be relied on.
//
// It owns the table of rules with their stable codes, the model of a fabric that they judge, and their findings: grouped, worst
// first, always with the numbers. The same rules judge what an intent asks for, as fitted to its platforms, and what running
// configurations do. What cannot be judged for lack of data is a finding that says so. It must never know a vendor's syntax,
// change anything, or decide what happens because of a finding.
package check
