package sonic

import (
	"slices"

	"github.com/weft-net/weft/vendors"
)

// doubt is a behaviour that no source settles. The model of the device asks for its reading each time an outcome hangs on it, and
// so knows what it leaned on.
type doubt uint8

// The doubts, in the order of the table below. Reading 0 is the assumed one.
const (
	doubtPFCOff doubt = iota
	doubtMove
	doubtCable
	doubtPoolLive
	doubtDefaultTimes
	doubtDivided
	numDoubts
)

// doubts is the table of assumptions that the model of the device holds every reading of.
var doubts = [numDoubts]vendors.Assumption{
	doubtPFCOff: {
		ID: "sonic.pfc-off", Source: "1.4, section 8",
		Question: "Does a port that loses its last PFC priority stop pausing while the switch runs?",
		Readings: []string{"yes", "no, only when its services restart"},
	},
	doubtMove: {
		ID: "sonic.move", Source: "5.2, 5.3",
		Question: "Does the updater see a row of a restricted table that goes, and an equal one that comes, as a removal and an addition?",
		Readings: []string{"yes", "no, as a move, which its validators refuse"},
	},
	doubtCable: {
		ID: "sonic.cable-live", Source: "section 2",
		Question: "Does release 202505 compute headroom again when only the cable length of a port changes?",
		Readings: []string{"yes", "no, only with the next change of its speed or admin state"},
	},
	doubtPoolLive: {
		ID: "sonic.pool-live", Source: "section 7",
		Question: "Does the switch take another size or headroom of a buffer pool while it runs?",
		Readings: []string{"yes", "no"},
	},
	doubtDefaultTimes: {
		ID: "sonic.start-default", Source: "1.7",
		Question: "By which number of ports does pfcwd start_default multiply its times?",
		Readings: []string{"all ports", "the ports that it watches"},
	},
	doubtDivided: {
		ID: "sonic.divided", Source: "4.5, 5.2",
		Question: "Does the updater take a row for a range away before it makes rows for parts of the range?",
		Readings: []string{"yes", "no, so that they have nothing until they are written again"},
	},
}

// reads is the reading of a doubt. Asking is leaning on it.
func (d *device) reads(i doubt) uint8 {
	d.leaned[i] = true
	return d.readings[i]
}

// Leaned lists the assumptions that an outcome so far hung on, sorted.
func (d *device) Leaned() []string {
	var ids []string
	for i, leaned := range d.leaned {
		if leaned {
			ids = append(ids, doubts[i].ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Assumptions are the unconfirmed behaviours that Replay has more than one reading for, and those that Read leans on.
func (SONiC) Assumptions() []vendors.Assumption { return slices.Concat(doubts[:], readAssumptions[:]) }

// Exchanges are the replacements for which there is no in-place form. The updater replaces whatever it changes in place.
func (SONiC) Exchanges() []vendors.Exchange { return nil }
