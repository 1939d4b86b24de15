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
	ports   []portRows
	results []qos.Port
	assumed []assumptions // of each port
	tallies []tally
}

// read makes the reading of a document. before, if there is one, may spare work.
func read(d *document, p vendors.Platform, before *known) vendors.Reading {
	k := &known{shared: sharedOf(d, p)}
	if before == nil {
		before = &known{}
	}
	if before.shared != nil && before.shared.same(k.shared) {
		k.shared = before.shared.copy()
	} else {
		before = &known{tallies: before.tallies}
	}
	r := vendors.Reading{Switch: &qos.Switch{NonECT: qos.Is(qos.NonECTDrop), Tunnel: k.shared.tunnel()}, Index: k}
	if name := namespaceOf(d); name != "" {
		r.Unread = []vendors.Line{{Path: []string{name}, Text: errMultiASIC.Error()}}
		return r
	}
	k.ports = collectPorts(d)
	assumed := k.readPorts(before)
	r.Switch.Ports = k.results
	r.Assumed = assumed.ids()
	k.count(d, before, &r)
	return r
}

// readPorts reads the ports, or takes them over from a reading of the same rows.
func (k *known) readPorts(before *known) assumptions {
	k.results, k.assumed = make([]qos.Port, len(k.ports)), make([]assumptions, len(k.ports))
	var all assumptions
	for i := range k.ports {
		if i < len(before.ports) && before.ports[i] == k.ports[i] {
			k.results[i], k.assumed[i] = before.results[i], before.assumed[i]
		} else {
			k.results[i], k.assumed[i] = k.shared.port(&k.ports[i])
		}
		all |= k.assumed[i]
	}
	return all
}

// count tallies what is not read.
func (k *known) count(d *document, before *known, r *vendors.Reading) {
	k.tallies = make([]tally, len(d.tables))
	for i, t := range d.tables {
		if i < len(before.tallies) && before.tallies[i].table == t {
			k.tallies[i] = before.tallies[i]
		} else {
			k.tallies[i] = tallyOf(t)
		}
		r.Foreign += k.tallies[i].foreign
		r.Unread = append(r.Unread, k.tallies[i].unread...)
	}
}
