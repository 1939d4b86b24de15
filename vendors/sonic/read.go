package sonic

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Read gives the behaviour of every physical port of a configuration, whoever wrote it and whatever its rows are called. What
// names a row that is not there, and what is not understood, makes unknown what it decides, with the reason. Some of it needs
// words:
//
//   - A line of the contract is a field here: Unread lists fields, and Foreign counts them. A row without fields counts as one.
//   - A queue without a scheduler is the switch's own. Of two strict queues the higher number is served first.
//   - Marking is that of green packets: what no policer has coloured.
//   - A priority that is switched on is paused if its class has a priority group of its own with a lossless buffer, and a
//     queue that it stops and that cannot drop. In the traditional buffer model the switch makes that buffer by the length of
//     the cable, and in the dynamic one for the profile NULL: both are platform defaults, with the numbers that it wrote down.
//   - What an explicit buffer leaves to the switch is 0.
//
// Ports that name the same rows share what they do, with the lines of those rows as origins.
func (SONiC) Read(c vendors.Config, p vendors.Platform) vendors.Reading {
	return read(docOf(c), p, nil)
}

// Reread is Read after a change. It takes over what no table that changed has a part in; the effect has nothing to add to that.
func (SONiC) Reread(c vendors.Config, p vendors.Platform, before vendors.Reading, _ vendors.Effect) vendors.Reading {
	k, _ := before.Index.(*known)
	return read(docOf(c), p, k)
}

// known is what a reading found on its way, kept for the next. It is not changed afterwards.
type known struct {
	shared  *shared
	tables  [numPortTables]*table
	ports   []portRows
	parts   []portParts // of each port
	results []qos.Port
}

// read makes the reading of a document. before, if there is one, may spare work.
func read(d *document, p vendors.Platform, before *known) vendors.Reading {
	k := &known{shared: sharedOf(d, p)}
	var common common
	if before == nil || before.shared == nil {
		before = &known{}
	} else {
		common = before.shared.common(k.shared)
		k.shared.takeOver(before.shared, common)
	}
	r := vendors.Reading{Switch: &qos.Switch{NonECT: qos.Is(qos.NonECTDrop), Tunnel: k.shared.tunnel()}, Index: k}
	if name := namespaceOf(d); name != "" {
		r.Unread = []vendors.Line{{Path: []string{name}, Text: errMultiASIC.Error()}}
		return r
	}
	k.tables = portTablesOf(d)
	k.ports = portsOf(d, &k.tables)
	assumed := k.readPorts(before, common)
	r.Switch.Ports = k.results
	r.Assumed = assumed.ids()
	count(d, &r)
	return r
}

// readPorts reads the ports, or takes over what a reading of the same rows has in common.
func (k *known) readPorts(before *known, common common) assumptions {
	k.results, k.parts = make([]qos.Port, len(k.ports)), make([]portParts, len(k.ports))
	var all assumptions
	var was, now portParts // of the port before
	same := before.ports != nil && before.tables == k.tables
	for i := range k.ports {
		p, parts, out := &k.ports[i], &k.parts[i], &k.results[i]
		switch {
		case same || i < len(before.ports) && before.ports[i] == *p:
			old := before.parts[i]
			*parts = k.shared.again(p, old, was, now, common)
			was, now = old, *parts
			*out = before.results[i]
			if out.Egress = parts.egress.egress; !common.paused || !common.watched {
				k.shared.port(out, p, parts)
			}
		case i > 0 && p.like(&k.ports[i-1]):
			*parts = k.parts[i-1]
			k.shared.port(out, p, parts)
		default:
			*parts = k.shared.parts(p)
			k.shared.port(out, p, parts)
		}
		all |= parts.classes.assumed | parts.egress.assumed
	}
	return all
}

// count tallies what is not read.
func count(d *document, r *vendors.Reading) {
	for _, t := range d.tables {
		y := tallyOf(t)
		r.Foreign += y.foreign
		r.Unread = append(r.Unread, y.unread...)
	}
}
