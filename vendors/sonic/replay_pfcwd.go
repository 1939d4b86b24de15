package sonic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// The times of the watchdog's commands, in milliseconds (1.7; sonic-utilities: pfcwd/main.py).
const (
	shortestPoll = 100
	longestPoll  = 1000
	defaultTime  = 200
	portsPerTime = 32
)

// pfcwd does a command of the watchdog. It is the way to make the rows that a patch must find (5.3).
func (d *device) pfcwd(command string) (vendors.Effect, *Refusal) {
	words := strings.Fields(command)
	s := newStore(d.doc)
	var refusal *Refusal
	switch {
	case len(words) == 3 && words[1] == "interval":
		refusal = d.interval(s, words[2])
	case len(words) == 2 && words[1] == "start_default":
		d.startDefault(s)
	default:
		refusal = refuse("1.7", "Error: no such command, or one that this model does not know: %s", command)
	}
	if refusal != nil {
		return vendors.Effect{}, refusal
	}
	changes := s.changes()
	if refusal := d.stays(s, changes); refusal != nil {
		return vendors.Effect{}, refusal
	}
	effect := s.effect(changes)
	d.commit(s)
	return effect, nil
}

// stays refuses what the command would do and the models forbid: no patch could be applied any more (5.2 step 2).
func (d *device) stays(s *store, changes []rowChange) *Refusal {
	if refusal := d.validWhole(s, nil); refusal != nil {
		return refusal
	}
	return d.lint(s, changes)
}

// interval sets how often the watchdog looks. It may not be longer than a time of a port.
func (d *device) interval(s *store, word string) *Refusal {
	poll, err := strconv.Atoi(word)
	if err != nil || poll < shortestPoll || poll > longestPoll {
		return refuse("1.7", "Error: Invalid value for \"POLL_INTERVAL\": %s is not in the valid range of %d to %d", word, shortestPoll, longestPoll)
	}
	short := false
	s.known[tWatchdog].each(func(r *row) {
		for _, name := range []string{"detection_time", "restoration_time"} {
			if n, ok := numberIn(r, name); ok && n < uint64(poll) {
				short = true
			}
		}
	})
	if short {
		return refuse("1.7", "unable to use polling interval = %dms, value is bigger than one of the configured detection or restoration time values", poll)
	}
	s.setWatchdog(watchdogGlobal, "POLL_INTERVAL", strconv.Itoa(poll))
	return nil
}

// startDefault starts the watchdog with its default times on the ports that lead to neighbours and have PFC, if the switch is told
// that it is to have one.
func (d *device) startDefault(s *store) {
	if !strings.EqualFold(deviceField(d.doc, "default_pfcwd_status"), "enable") {
		return
	}
	ports := activePorts(d.doc)
	watched := slices.DeleteFunc(slices.Clone(ports), func(port string) bool { return s.row(tPortQoS, port).field("pfc_enable") == nil })
	count := s.known[tPort].count()
	if count > portsPerTime && d.reads(doubtDefaultTimes) == 1 {
		count = len(watched)
	}
	times := max(1, (count-1)/portsPerTime+1) * defaultTime
	for _, port := range watched {
		s.put(&s.known[tWatchdog], s.newRow(port))
		s.setWatchdog(port, "action", "drop", "detection_time", strconv.Itoa(times), "restoration_time", strconv.Itoa(times))
		if models[d.release][tWatchdog].leaf("pfc_stat_history") != nil {
			s.edit(&s.known[tWatchdog], port).set("pfc_stat_history", "disable")
		}
	}
	s.setWatchdog(watchdogGlobal, "POLL_INTERVAL", strconv.Itoa(min(times, longestPoll)))
}

// activePorts are the ports with a neighbour, and those inside the switch that are up.
func activePorts(doc *document) []string {
	active := map[string]bool{}
	if neighbours := doc.table("DEVICE_NEIGHBOR"); neighbours != nil {
		for _, r := range neighbours.rows {
			active[r.key] = true
		}
	}
	var list []string
	if ports := doc.table(tableNames[tPort]); ports != nil {
		for _, r := range ports.rows {
			role, _ := r.get("role")
			status, _ := r.get("admin_status")
			if active[r.key] || role == "Int" && status == "up" {
				list = append(list, r.key)
			}
		}
	}
	return list
}

// setWatchdog writes fields of a row of PFC_WD, names and values in turn. The row and the table are made where they are not there.
func (s *store) setWatchdog(key string, pairs ...string) {
	t := &s.known[tWatchdog]
	t.there = true
	if t.row(key) == nil {
		s.put(t, s.newRow(key))
	}
	r := s.edit(t, key)
	for i := 0; i < len(pairs); i += 2 {
		r.set(pairs[i], pairs[i+1])
	}
}

// set gives a row of a store a field.
func (r *row) set(name, text string) {
	if at := r.find(name); at >= 0 {
		r.fields[at] = field{name: name, value: text}.inPlaceOf(&r.fields[at])
		return
	}
	r.fields = append(r.fields, field{name: name, value: text})
	r.reindex()
}
