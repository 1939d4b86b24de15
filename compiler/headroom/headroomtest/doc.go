// Package headroomtest reads the headroom tables that makers of switches publish.
//
// It owns the tables as data, for the tests of all that is to come to the same numbers. It must never compute headroom, or be used outside
// tests.
package headroomtest
