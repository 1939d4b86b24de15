// Command bench writes a generated fabric: an intent and the running configuration of each switch. Its benchmarks time every
// stage of the offline plan on such fabrics, and reading many switches of a lab at once.
//
// It owns generated fabrics and all that is measured. It must never be used by weft, or fail because something took long.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	s := spec{vendor: nxos}
	flag.Func("vendor", "of the switches: nxos, cloudengine or sonic (default nxos)", func(name string) error {
		at := slices.IndexFunc(dialects, func(d dialect) bool { return d.name == name })
		if at < 0 {
			return fmt.Errorf("there is no fabric of %q", name)
		}
		s.vendor = dialects[at]
		return nil
	})
	flag.IntVar(&s.switches, "switches", 200, "number of switches")
	flag.IntVar(&s.ports, "ports", 64, "ports of each switch")
	flag.StringVar(&s.state, "state", drifted, "running configurations: blank, done or drifted")
	dir := flag.String("out", "", "directory to write to")
	flag.Parse()
	if *dir == "" || s.switches < 1 || s.ports < 1 || s.state != blank && s.state != done && s.state != drifted {
		flag.Usage()
		os.Exit(64)
	}
	if err := s.write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
