// Package qos is the vendor-neutral model of what a switch does to packets: how it classifies them, queues and schedules
// them, marks them with ECN, pauses them with PFC, and how large they may be.
//
// The intent lowers to it, every vendor configuration reads into it, and checks, the behavioural diff and explain work on it
// alone. It owns the plain types, their canonical form, Equal, Diff and Faults. It must never import another package of weft,
// know a vendor's syntax, or hold a tolerance: rounding belongs to the platform row, before a model gets here.
package qos
