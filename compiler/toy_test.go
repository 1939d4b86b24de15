package compiler

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// toy is a vendor that can do everything: it fits a model to itself and writes it down as it is.
type toy struct {
	vendors.Vendor
	name   string
	fit    func(*qos.Switch) ([]vendors.Deviation, vendors.Diagnostics)
	misses func(*qos.Switch) // what reading gets wrong
}

func init() {
	vendors.Register(toy{name: "toy"})
	vendors.Register(toy{name: "strict", fit: func(*qos.Switch) ([]vendors.Deviation, vendors.Diagnostics) {
		return []vendors.Deviation{{Kind: vendors.Rounding, Ports: []string{"Port1"}, Field: "traffic_class roce: bandwidth", Asked: "50 %", Got: "49 %", Reason: "it counts in sevens", Source: "S-TOY"}},
			vendors.Diagnostics{{Severity: vendors.Error, Summary: "traffic_class roce: queue: 3 is not possible", Detail: "there are 2", Ports: []string{"Port1", "Port2"}, Field: "traffic_class roce: queue"}}
	}})
	vendors.Register(toy{name: "liar", misses: func(sw *qos.Switch) { sw.Ports[0].MTU = qos.Is[qos.Bytes](1500) }})
	vendors.Register(toy{name: "crash", misses: func(*qos.Switch) { panic("out of paper") }})
}

func (t toy) Name() string     { return t.name }
func (toy) Accepts() []string  { return []string{"toy.loud", "toy.odd-line"} }
func (t toy) Models() []string { return []string{"T1", "T1000"} }

func (t toy) Platform(model, release string) (vendors.Platform, error) {
	if !slices.Contains(t.Models(), model) {
		return vendors.Platform{}, fmt.Errorf("platform %q is not known; there are T1 and T1000", model)
	}
	if release != "1" {
		return vendors.Platform{}, fmt.Errorf("release %q is not known; there is 1", release)
	}
	p := vendors.Platform{Vendor: t.name, Model: model, Release: release, MaxPacket: 9216, Cell: 256}
	if model == "T1000" {
		p.SwitchWide = qos.FacetSet(0).With(qos.FacetClassMTU)
	}
	return p, nil
}

// ExpandPorts takes Port1, Port1-4, and any case.
func (toy) ExpandPorts(_ vendors.Platform, spec, _ string) ([]string, error) {
	rest, ok := strings.CutPrefix(strings.ToLower(spec), "port")
	from, to, ranged := strings.Cut(rest, "-")
	if !ranged {
		to = from
	}
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if !ok || errA != nil || errB != nil {
		return nil, fmt.Errorf("%q is no port of a toy", spec)
	}
	var names []string
	for i := a; i <= b; i++ {
		names = append(names, fmt.Sprintf("Port%d", i))
	}
	return names, nil
}

func (t toy) Fit(asked *qos.Switch, _ vendors.Site) (*qos.Switch, []vendors.Deviation, vendors.Diagnostics) {
	if t.fit == nil {
		return asked, nil, nil
	}
	deviations, diags := t.fit(asked)
	return asked, deviations, diags
}

func (t toy) Render(fitted *qos.Switch, _ vendors.Site) (vendors.Config, vendors.Diagnostics) {
	return toyConfig{fitted}, nil
}

func (t toy) Read(c vendors.Config, _ vendors.Platform) vendors.Reading {
	sw := *c.(toyConfig).sw
	sw.Ports = slices.Clone(sw.Ports)
	if t.misses != nil {
		t.misses(&sw)
	}
	return vendors.Reading{Switch: &sw}
}

type toyConfig struct{ sw *qos.Switch }

func (c toyConfig) Bytes() []byte { return fmt.Appendf(nil, "%+v", c.sw) }
func (toyConfig) Line(int) string { return "" }
