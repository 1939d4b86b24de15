package sonic

import (
	"errors"
	"fmt"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Complete tells whether a running configuration is whole. What is cut off is no JSON, which Parse reports; here the table PORT
// must have every named port. Where there is no such table, as in what compile prints, the ports must have rows of QoS.
func (SONiC) Complete(running vendors.Config, ports []string) error {
	d := docOf(running)
	if len(d.tables) == 0 {
		return errors.New("the configuration is empty")
	}
	if name := namespaceOf(d); name != "" {
		return fmt.Errorf("%w: it has a part %q", errMultiASIC, name)
	}
	in := "PORT"
	if d.table(in) == nil {
		in = "PORT_QOS_MAP"
	}
	for _, port := range ports {
		if d.table(in).row(port) == nil {
			return fmt.Errorf("%s has no row in %s: the configuration is not whole, or the switch has no such port", port, in)
		}
	}
	return nil
}

// Lacks are the facets of ports that a configuration without the table PORT, such as compile prints, has no place for.
func (SONiC) Lacks(running vendors.Config) (lacks qos.FacetSet, what string) {
	if docOf(running).table(tablePort) != nil {
		return 0, ""
	}
	return lacks.With(qos.FacetMTU), "the table PORT"
}

// errMultiASIC refuses a switch of several ASICs, whose databases come in one document.
var errMultiASIC = errors.New("this is the configuration of a switch with several ASICs, each with a CONFIG_DB of its own, which weft does not read")

// namespaceOf is a part of a document that is a CONFIG_DB of its own, such as "asic0", or empty.
func namespaceOf(d *document) string {
	for _, t := range d.tables {
		if t.name == "localhost" || len(t.name) > 4 && t.name[:4] == "asic" && isNumber(t.name[4:]) {
			return t.name
		}
	}
	return ""
}

// Hostname is what the switch calls itself.
func (SONiC) Hostname(c vendors.Config) string {
	name, _ := docOf(c).table("DEVICE_METADATA").row("localhost").get("hostname")
	return name
}
