package nxos

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// fact is one number of a row with what it is worth.
type fact[T any] = fitting.Fact[T]

// classSet is which queuing and network-qos classes a family has: the system's eight, the system's four, or the user's own.
type classSet uint8

const (
	eightClasses classSet = iota
	fourClasses
	userClasses
)

// row is one family of the platform table.
type row struct {
	family string
	models []string // as Cisco sells them

	// refuse says why weft writes nothing for the family; empty for one that it does write for. Reading works for all.
	refuse       string
	refuseSource string
	// caution is said with everything that is written for the family.
	caution string

	classes classSet
	// pauseNoDrop: the classes take `pause no-drop`, not `pause pfc-cos N`.
	pauseNoDrop bool
	// systemQoS: a type qos policy under `system qos` classifies every port, not FEX ones only.
	systemQoS bool
	// layer2MTU: a layer 2 port has no MTU of its own, the class decides.
	layer2MTU bool
	// carved: classification and ECN need a TCAM region that is not there from the start.
	carved bool
	// noWatchdog says why the PFC watchdog cannot be had; empty where it can.
	noWatchdog string

	maxNoDrop  fact[int]
	cell       fact[qos.Bytes] // of the packet buffer
	minBuffer  fact[qos.Bytes] // least buffer-size
	minPause   fact[qos.Bytes] // least pause-threshold and resume-threshold
	pauseAt    fact[qos.Bytes] // pause-threshold where nothing is asked
	resumeGap  fact[qos.Bytes] // resume-threshold is this much below, where nothing is asked
	buffer     fact[qos.Bytes] // packet buffer of the whole switch
	shapeStep  fact[qos.BitsPerSecond]
	tcam       fact[int] // entries of the region that classification uses
	maxQoSMaps fact[int] // distinct type qos policies
}

// limits is what the family can pause, and how far by itself. Of a switch that is not known only the latter is known, which holds for all.
func (r *row) limits() (l vendors.Limits) {
	l.OwnCable = vendors.Bound[int]{V: shortCableMetres, Source: "S-PFC105"}
	if r.family != "generic" {
		l.Lossless = fitting.Bound(r.maxNoDrop)
	}
	return l
}

// queues is the number of egress queues, network-qos classes and qos-groups of a port.
func (r *row) queues() int {
	if r.classes == fourClasses {
		return 4
	}
	return qos.NumQueues
}

// systemQoSClassifies tells whether `service-policy type qos input` under `system qos` classifies front-panel ports.
func (r *row) systemQoSClassifies() bool { return r.systemQoS }

// unsaid lists what no source states about the family.
func (r *row) unsaid() []string {
	var list []string
	for _, f := range []struct {
		what  string
		known bool
	}{
		{"buffer cell", r.cell.Known()},
		{"least pause buffer", r.minBuffer.Known()},
		{"buffer size", r.buffer.Known()},
		{"shaper step", r.shapeStep.Known()},
		{"TCAM region size", r.tcam.Known()},
	} {
		if !f.known {
			list = append(list, f.what)
		}
	}
	return list
}

// rowOf is the row of a platform that this vendor made.
func rowOf(p vendors.Platform) *row { return p.Row.(*row) }

// smallestPacket and largestPacket are what `mtu` takes, on an interface and in a network-qos class (S-BF, S-TFN).
const (
	smallestPacket qos.Bytes = 576
	largestPacket  qos.Bytes = 9216
	builtinMTU     qos.Bytes = 1500 // of interfaces and classes that no line says anything about (S-CHKPT)
)

// Platform finds the row of a switch model or family and checks the release. N9K-C or N3K-C may be left out, and case does
// not count.
//
// The class MTU exists once for the whole switch, and so does the set of no-drop classes, which is no facet of its own: a
// port has all of it or nothing.
func (NXOS) Platform(model, release string) (vendors.Platform, error) {
	r, name, err := findRow(model)
	if err != nil {
		return vendors.Platform{}, err
	}
	release = strings.TrimSpace(release)
	if _, err := trainOf(release); err != nil {
		return vendors.Platform{}, fmt.Errorf("platform %s: %w", name, err)
	}
	return vendors.Platform{
		Vendor: "nxos", Model: name, Release: release, Family: r.family,
		Queues:      r.queues(),
		SwitchWide:  qos.FacetSet(0).With(qos.FacetClassMTU),
		MaxPacket:   largestPacket,
		Cell:        r.cell.V,
		CellQuality: r.cell.Quality,
		Row:         r,
		Unsaid:      r.unsaid(),
		Memory:      vendors.Memory{Size: fitting.Amount(r.buffer)},
		Limits:      r.limits(),
	}, nil
}

// Models lists the switch models and families that Platform accepts, sorted.
func (NXOS) Models() []string {
	var names []string
	for i := range rows {
		names = append(names, rows[i].family)
		names = append(names, rows[i].models...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// findRow returns the row and the full name of a model or family.
func findRow(model string) (*row, string, error) {
	key := modelKey(model)
	for i := range rows {
		r := &rows[i]
		for _, name := range r.models {
			if modelKey(name) == key {
				return r, name, nil
			}
		}
		if modelKey(r.family) == key {
			return r, r.family, nil
		}
	}
	if cards, ok := chassis[key]; ok {
		return nil, "", fmt.Errorf("platform %q is a chassis, and what its ports can do depends on the line cards: name a card, such as %s", model, cards)
	}
	return nil, "", fmt.Errorf("platform %q is not in the NX-OS table; known are %s (%q is for any other switch, with conservative limits)",
		model, strings.Join(NXOS{}.Models(), ", "), "generic")
}

// modelKey is a model without what may be left out.
func modelKey(model string) string {
	key := strings.ToUpper(strings.TrimSpace(model))
	for _, prefix := range []string{"N9K-", "N3K-"} {
		key = strings.TrimPrefix(key, prefix)
	}
	if len(key) > 1 && key[0] == 'C' && '0' <= key[1] && key[1] <= '9' {
		key = key[1:]
	}
	return key
}
