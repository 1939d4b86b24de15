package vendors

import (
	"fmt"
	"slices"
	"strings"
)

// registry is filled by the vendor packages' init functions and only read afterwards.
var registry = map[string]Vendor{}

// Register makes a vendor known by its name. It is called from a vendor package's init and panics on a second of one name.
func Register(v Vendor) {
	if _, taken := registry[v.Name()]; taken {
		panic("vendors: " + v.Name() + " is registered twice")
	}
	registry[v.Name()] = v
}

// Lookup finds a vendor. An unknown name is an error that lists the known ones.
func Lookup(name string) (Vendor, error) {
	if v, ok := registry[name]; ok {
		return v, nil
	}
	return nil, fmt.Errorf("vendor %q is not built in; there is %s", name, strings.Join(Names(), ", "))
}

// Names lists the registered vendors, sorted.
func Names() []string {
	names := make([]string, 0, len(registry))
	for name := range registry {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
