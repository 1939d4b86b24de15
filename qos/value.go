package qos

// State says how much is known about a value.
type State uint8

// The four states. The zero Value is not applicable: the platform has no such thing, or nothing asked for it.
const (
	NotApplicable   State = iota
	Known                 // the configuration says it, or a documented default does
	PlatformDefault       // the device does it by its own rule; V holds the value in force where one is documented, else zero
	Unknown               // a configuration says something here that weft cannot read; Why tells what
)

// Origin is where a value was decided: a line of a configuration (1-based), or a file and line of the intent.
type Origin struct {
	File string // empty for a switch configuration
	Line int32  // 0 when no line decided it, or one that was never printed, such as weft's own before it is on a switch
	// BuiltIn tells that nobody configured it: the platform does it by itself.
	BuiltIn bool
}

// Value is one property of the model together with what is known about it and where it came from.
type Value[T comparable] struct {
	V     T
	State State
	// Forbidden tells, for Unknown, that the vendor forbids what the configuration says: what the switch does is not known, and wrong. Why
	// has the numbers.
	Forbidden bool
	At        Origin
	// Why says, for Unknown, what could not be read, for PlatformDefault the rule in force, if it needs words, and for Known
	// why it is no other, where a reader would expect another: "PFC is on, but no class is no-drop".
	Why string
}

// Is returns a known value.
func Is[T comparable](v T) Value[T] { return Value[T]{V: v, State: Known} }

// IsAt returns a known value decided at a configuration line.
func IsAt[T comparable](v T, line int32) Value[T] {
	return Value[T]{V: v, State: Known, At: Origin{Line: line}}
}

// BuiltIn returns a known value that no line decides: a documented default of the platform.
func BuiltIn[T comparable](v T) Value[T] {
	return Value[T]{V: v, State: Known, At: Origin{BuiltIn: true}}
}

// Default returns a value the platform decides; v is the documented value in force, or the zero value.
func Default[T comparable](v T) Value[T] { return Value[T]{V: v, State: PlatformDefault} }

// NotRead returns an unknown value with the reason.
func NotRead[T comparable](why string, line int32) Value[T] {
	return Value[T]{State: Unknown, Why: why, At: Origin{Line: line}}
}

// NotAllowed returns an unknown value where a configuration says what the vendor forbids.
func NotAllowed[T comparable](why string, line int32) Value[T] {
	return Value[T]{State: Unknown, Forbidden: true, Why: why, At: Origin{Line: line}}
}

// Known tells whether the value is known.
func (v Value[T]) Known() bool { return v.State == Known }

// Equal compares what the two values do; where they came from does not count. Two platform defaults are equal whatever
// number is documented for them. An unknown value equals only an unknown value with the same reason, never a known one.
func (v Value[T]) Equal(w Value[T]) bool {
	if v.State != w.State {
		return false
	}
	switch v.State {
	case Known:
		return v.V == w.V
	case Unknown:
		return v.Why == w.Why
	default:
		return true
	}
}
