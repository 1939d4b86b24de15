package vendortest

import (
	"flag"
	"os"
	"testing"
)

// Main runs a vendor's tests. The generated cases are the same in every run unless -rapid.seed asks for others, so that a
// run that fails fails again.
func Main(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed != nil && seed.Value.String() == seed.DefValue {
		if err := seed.Value.Set("1"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
