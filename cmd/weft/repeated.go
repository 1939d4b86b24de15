package main

import (
	"fmt"
	"strings"
)

// repeated are the values of a flag that may be given several times. Each is judged when it is read: a wrong one is a wrong command line.
type repeated struct {
	values *[]string
	judge  func(string) error
}

// Set adds a value.
func (r repeated) Set(s string) error {
	if err := r.judge(s); err != nil {
		return err
	}
	*r.values = append(*r.values, s)
	return nil
}

// String is what help would show as the default: nothing.
func (repeated) String() string { return "" }

// Type is the name that help shows where the description has none.
func (repeated) Type() string { return "text" }

// pair wants NAME=VALUE, in the words that say so.
func pair(form string) func(string) error {
	return func(s string) error {
		if name, _, found := strings.Cut(s, "="); !found || name == "" {
			return fmt.Errorf("write %s", form)
		}
		return nil
	}
}
