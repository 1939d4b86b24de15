// Package deadlock judges whether the pauses of a fabric can wait for each other in a ring.
//
// A switch that a neighbour pauses cannot empty the buffer in front, and pauses in turn whoever fills it. The package builds the
// graph of which ingress buffer waits for which, from cables, tiers and the routing rule. Where the graph has no ring it gives
// ranks that rise along every edge: a certificate, which is checked without trusting how it was found. Where it has one it gives a
// smallest ring, with flows that keep each buffer waiting. It tells too which failures of links open a ring, and how many lossless
// priorities would close it again.
//
// It owns the graph, the failures and their wording. It must never know a vendor, the intent or a configuration: it is told of
// nodes, links and priorities. It takes for granted that hosts always drain what they are sent.
package deadlock
