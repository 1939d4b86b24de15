// Package vendortest is the conformance suite that every vendor runs: the laws of weft as property tests over generated
// switches and running configurations, and a mutation of every line that the vendor renders.
//
// It owns the laws' tests and the generators of what switches are asked to do. It must never know which vendor it runs: what a
// language needs said is a field of Subject.
package vendortest
