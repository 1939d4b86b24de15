// Package fitting is what the writing halves of vendors share: numbers of platform rows with what they are worth, the ledger
// of what fitting changed, and the names of weft's objects.
//
// It owns the rules that hold for every vendor: a deviation is booked once with all its ports, equal facets are fitted once,
// a name is PREFIX-ROLE[-CLASS][-SPEED][-HASH] of at most 31 characters. It must never know a platform or a keyword.
package fitting
