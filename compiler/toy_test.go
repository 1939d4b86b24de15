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
	alters func(*qos.Port)   // what fitting makes of a port
}

func init() {
	vendors.Register(toy{name: "toy"})
	vendors.Register(toy{name: "strict", fit: func(*qos.Switch) ([]vendors.Deviation, vendors.Diagnostics) {
		return []vendors.Deviation{{Kind: vendors.Rounding, Ports: []string{"Port1"}, Field: "traffic_class roce: bandwidth", Asked: "50 %", Got: "49 %", Reason: "it counts in sevens", Source: "S-TOY"}},
			vendors.Diagnostics{{Severity: vendors.Error, Summary: "traffic_class roce: queue: 3 is not possible", Detail: "there are 2", Ports: []string{"Port1", "Port2"}, Field: "traffic_class roce: queue"}}
	}})
	vendors.Register(toy{name: "liar", misses: func(sw *qos.Switch) { sw.Ports[0].MTU = qos.Is[qos.Bytes](1500) }})
	vendors.Register(toy{name: "twin"})
	vendors.Register(toy{name: "coarse", alters: ecnFrom(900 << 10), fit: deviating("900 KiB")})
	vendors.Register(toy{name: "coarser", alters: ecnFrom(512 << 10), fit: deviating("512 KiB")})
	vendors.Register(toy{name: "silent", alters: ecnFrom(512 << 10)})
	vendors.Register(toy{name: "classed", alters: keyedBy(qos.PFCByClass)})
	vendors.Register(toy{name: "tagged", alters: keyedBy(qos.PFCByPCP)})
	vendors.Register(toy{name: "untagged", alters: keyedBy(qos.PFCByPCP), fit: func(*qos.Switch) ([]vendors.Deviation, vendors.Diagnostics) {
		return []vendors.Deviation{{Kind: vendors.ByPlatform, Field: "traffic_class roce: lossless", Asked: "every packet", Got: "tagged ones", Reason: "it looks at tags"}}, nil
	}})
	vendors.Register(toy{name: "moody", alters: func(p *qos.Port) {
		if ecnFrom(512 << 10)(p); p.MTU.V == 1500 {
			p.PFC = qos.PFC{Priorities: qos.Is(qos.QueueSet(0))}
		}
	}})
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
	fitted := *asked
	fitted.Ports = slices.Clone(asked.Ports)
	for i := range fitted.Ports {
		if t.alters != nil {
			t.alters(&fitted.Ports[i])
		}
	}
	if t.fit == nil {
		return &fitted, nil, nil
	}
	deviations, diags := t.fit(asked)
	return &fitted, deviations, diags
}

// ecnFrom makes queue 3 mark from another depth.
func ecnFrom(least qos.Bytes) func(*qos.Port) {
	return func(p *qos.Port) {
		e := *p.Egress
		e.Queues[3].ECN.V.Min = least
		p.Egress = &e
	}
}

// keyedBy makes PFC go by a field.
func keyedBy(key qos.PFCKey) func(*qos.Port) {
	return func(p *qos.Port) { p.PFC.Key = qos.Is(key) }
}

// deviating says so on every port.
func deviating(got string) func(*qos.Switch) ([]vendors.Deviation, vendors.Diagnostics) {
	return func(asked *qos.Switch) ([]vendors.Deviation, vendors.Diagnostics) {
		d := vendors.Deviation{Kind: vendors.Rounding, Field: "traffic_class roce: ecn min", Asked: "950 KiB", Got: got, Reason: "it counts in blocks", Source: "S-TOY"}
		for i := range asked.Ports {
			d.Ports = append(d.Ports, asked.Ports[i].Name)
		}
		return []vendors.Deviation{{Kind: vendors.ByPlatform, Ports: d.Ports, Field: "pfc_watchdog: poll", Asked: "1s", Got: "2s", Reason: "it is slow"}, d}, nil
	}
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
