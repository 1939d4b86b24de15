// Command count reads the output of `go test -json`, prints what failed and one closing line with the number of tests.
//
// It owns what CI prints of tests. It must never count a test that did not run as passed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// event is one line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

func main() {
	results := map[string]int{}
	output := map[string]*strings.Builder{}
	var broken []string
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil {
			fmt.Println(in.Text()) // a line of make or of the compiler
			continue
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
		case "pass", "skip":
			if e.Test != "" {
				results[e.Action]++
			}
		case "fail", "build-fail":
			broken = append(broken, key)
			if e.Test != "" {
				results["fail"]++
			}
		}
	}
	slices.Sort(broken)
	for _, key := range slices.Compact(broken) {
		fmt.Printf("--- failed: %s\n", key)
		if text := output[key]; text != nil {
			fmt.Print(text.String())
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", results["pass"], results["fail"], results["skip"])
	if len(broken) > 0 || results["pass"] == 0 {
		os.Exit(1)
	}
}
