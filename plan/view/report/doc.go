// Package report shows a plan as one HTML file that needs nothing else: no network, no other file, and no script to be read.
//
// It owns the page: what stands where, its pictures, search, and what is left out when a plan is too large for one file. It must
// never decide anything, and never let a text of a configuration become markup.
package report
