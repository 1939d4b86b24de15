package main

import (
	"fmt"
	"strconv"

	"github.com/weft-net/weft/compiler/explain"
)

// field is the value of a flag for a field of a packet, which the packet may lack.
type field struct{ value, values int }

// absent is a field that the packet lacks, of the values 0 to values-1.
func absent(values int) field { return field{explain.Absent, values} }

// String, Set and Type are those of a flag's value.
func (f *field) String() string {
	if f.value == explain.Absent {
		return ""
	}
	return strconv.Itoa(f.value)
}

func (f *field) Set(s string) (err error) {
	f.value, err = whole(s, 0, f.values-1)
	return err
}

func (f *field) Type() string { return "int" }

// workers is the value of --parallelism: how many switches are worked on at once.
type workers int

// mostWorkers is more than any machine has use for.
const mostWorkers = 1 << 16

// String, Set and Type are those of a flag's value.
func (w *workers) String() string { return strconv.Itoa(int(*w)) }

func (w *workers) Set(s string) error {
	n, err := whole(s, 0, mostWorkers)
	*w = workers(n)
	return err
}

func (w *workers) Type() string { return "int" }

// byteLimit is the value of --max-bytes.
type byteLimit int

// mostBytes is more than anybody reads.
const mostBytes = 1 << 30

// String, Set and Type are those of a flag's value.
func (b *byteLimit) String() string { return strconv.Itoa(int(*b)) }

func (b *byteLimit) Set(s string) error {
	n, err := whole(s, 0, mostBytes)
	*b = byteLimit(n)
	return err
}

func (b *byteLimit) Type() string { return "N" }

// whole reads a whole number from low to high.
func whole(s string, low, high int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("write a whole number from %d to %d", low, high)
	}
	return n, nil
}
