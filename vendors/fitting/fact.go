package fitting

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Fact is one number of a platform row with what it is worth. The zero Fact is not known.
type Fact[T any] struct {
	V       T
	Quality vendors.Quality
	Source  string
}

// Known tells whether any source gives the number.
func (f Fact[T]) Known() bool { return f.Source != "" }

// Stated, Advertised and Assumed make facts of each quality.
func Stated[T any](v T, source string) Fact[T]     { return Fact[T]{v, vendors.Stated, source} }
func Advertised[T any](v T, source string) Fact[T] { return Fact[T]{v, vendors.Advertised, source} }
func Assumed[T any](v T, source string) Fact[T]    { return Fact[T]{v, vendors.Assumed, source} }

// Amount is a fact about memory as a platform carries it.
func Amount(f Fact[qos.Bytes]) vendors.Amount {
	return vendors.Amount{Bytes: f.V, Quality: f.Quality, Source: f.Source}
}

// Bound is a fact about what a switch can do as a platform carries it.
func Bound[T any](f Fact[T]) vendors.Bound[T] {
	return vendors.Bound[T]{V: f.V, Quality: f.Quality, Source: f.Source}
}
