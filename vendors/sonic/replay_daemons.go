package sonic

import (
	"strings"
)

// A patch that the updater takes can still ask for what a daemon refuses or the hardware does not do. Nothing says so on the
// switch but a log, so that this model refuses it. The rules are of 8.2 and the sections it sums up; they are about rows that
// change, not about what a switch has had all along.

// ignored is the refusal of what the updater would take and the switch not do.
func ignored(source string, c *rowChange, format string, args ...any) *Refusal {
	r := refuse(source, format, args...)
	r.Says = "/" + c.table.name + "/" + c.key + notWorking + r.Says
	return r
}

const notWorking = " is accepted but does not work: "

// rule judges a changed row by its table.
type rule func(d *device, s *store, c *rowChange) *Refusal

// standing are the rules about how a row is, by table.
var standing = [numTables][]rule{
	tDSCPToTC:        {noBlanks},
	tDot1pToTC:       {noBlanks},
	tTCToQueue:       {noBlanks},
	tTCToGroup:       {noBlanks},
	tTCToDSCP:        {noBlanks},
	tPriorityToQueue: {noBlanks},
	tPriorityToGroup: {noBlanks},
	tScheduler:       {schedulerRow},
	tWRED:            {wholeColours, below2G},
	tProfile:         {oneThreshold, thresholdOfPool},
	tPortQoS:         {onlyDSCPMap, watchedPriorities},
	tQueue:           {indexes},
	tBufferQueue:     {indexes},
	tGroup:           {indexes, nullProfile},
	tWatchdog:        {watchdogRow},
}

// live are the rules about how a row may change while the switch runs, by table. The create-only fields of pools and profiles
// (1.6) are not among them since no release lets a patch change those (5.3).
var live = [numTables][]rule{
	tPool:    {poolLive},
	tTunnel:  {createOnlyECN},
	tPortQoS: {pfcOff},
}

// daemons judges what the updater takes.
func (d *device) daemons(s *store, changes []rowChange, flaps []string) *Refusal {
	if refusal := d.follow(&live, s, changes); refusal != nil {
		return refusal
	}
	if refusal := d.cablesFollow(s, changes, flaps); refusal != nil {
		return refusal
	}
	for _, judge := range []func([]rowChange) *Refusal{d.divided, d.heldAction} {
		if refusal := judge(changes); refusal != nil {
			return refusal
		}
	}
	return d.lint(s, changes)
}

// lint judges how a database is after a step.
func (d *device) lint(s *store, changes []rowChange) *Refusal {
	if refusal := d.follow(&standing, s, changes); refusal != nil {
		return refusal
	}
	for _, judge := range d.linters() {
		if all := judge(s, changes); len(all) > 0 {
			return all[0].refusal
		}
	}
	return nil
}

// complaint is what is wrong with a changed row.
type complaint struct {
	change  *rowChange
	refusal *Refusal
}

// linters judge rows by others. Each tells of every changed row, and looks at a table once for all of them.
func (d *device) linters() []func(*store, []rowChange) []complaint {
	return []func(*store, []rowChange) []complaint{overlaps, watchdogPorts, d.oneAction, tunnelsHaveMaps, unmapped, d.groupsMade}
}

// follow applies the rules of each table to its changed rows.
func (d *device) follow(rules *[numTables][]rule, s *store, changes []rowChange) *Refusal {
	for i := range changes {
		c := &changes[i]
		if c.table.id == numTables {
			continue
		}
		for _, judge := range rules[c.table.id] {
			if refusal := judge(d, s, c); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// noBlanks: the models let a map have an empty name or value, the daemon does not (1.1).
func noBlanks(_ *device, _ *store, c *rowChange) *Refusal {
	if c.now == nil {
		return nil
	}
	for i := range c.now.fields {
		if f := &c.now.fields[i]; f.name == "" || f.value == "" {
			return ignored("1.1", c, "an entry %q: %q is empty", f.name, f.value)
		}
	}
	return nil
}

// schedulerRow: the daemon drops a row with a priority, and a strict queue has no weight (1.2).
func schedulerRow(_ *device, _ *store, c *rowChange) *Refusal {
	kind, _ := c.now.get("type")
	switch {
	case c.now.field("priority") != nil:
		return ignored("1.2", c, "the QoS daemon drops a scheduler with a priority")
	case kind == "STRICT" && c.now.field("weight") != nil:
		return ignored("1.2", c, "a STRICT scheduler has no weight")
	}
	return nil
}

var colours = [...]string{"green", "yellow", "red"}

// wholeColours: the daemon dies of a profile that enables a colour without thresholds (section 8).
func wholeColours(_ *device, _ *store, c *rowChange) *Refusal {
	for _, colour := range colours {
		on, _ := c.now.get("wred_" + colour + "_enable")
		if on == "true" && (c.now.field(colour+"_min_threshold") == nil || c.now.field(colour+"_max_threshold") == nil) {
			return ignored("section 8", c, "%s is enabled without both thresholds", colour)
		}
	}
	return nil
}

// below2G: the daemon reads thresholds as signed numbers of 32 bits (1.3).
func below2G(_ *device, _ *store, c *rowChange) *Refusal {
	if c.now == nil {
		return nil
	}
	for i := range c.now.fields {
		f := &c.now.fields[i]
		if n, _ := parseUnsigned(f.value); strings.HasSuffix(f.name, "_threshold") && n >= 1<<31 {
			return ignored("1.3", c, "%s is not below 2147483648", f.name)
		}
	}
	return nil
}

// oneThreshold: a profile has a static or a dynamic threshold, not both (1.6).
func oneThreshold(_ *device, _ *store, c *rowChange) *Refusal {
	if c.now.field("dynamic_th") != nil && c.now.field("static_th") != nil {
		return ignored("1.6", c, "dynamic_th and static_th exclude each other")
	}
	return nil
}

// thresholdOfPool: in the dynamic model the kind of threshold is the mode of the pool (1.6).
func thresholdOfPool(_ *device, s *store, c *rowChange) *Refusal {
	if c.now == nil || !s.dynamic() {
		return nil
	}
	pool, _ := c.now.get("pool")
	mode, ok := s.row(tPool, pool).get("mode")
	if ok && (c.now.field("static_th") != nil && mode != "static" || c.now.field("dynamic_th") != nil && mode != "dynamic") {
		return ignored("1.6", c, "the dynamic buffer manager refuses its threshold: the mode of %s is %s", pool, mode)
	}
	return nil
}

// nullProfile: a profile that is to be computed is known in the dynamic model only (1.6).
func nullProfile(_ *device, s *store, c *rowChange) *Refusal {
	if profile, _ := c.now.get("profile"); profile == "NULL" && !s.dynamic() {
		return ignored("1.6", c, "profile NULL means nothing in the traditional buffer model")
	}
	return nil
}

// onlyDSCPMap: of the row of the whole switch only the DSCP map has effect (1.4).
func onlyDSCPMap(_ *device, _ *store, c *rowChange) *Refusal {
	if c.now == nil || c.key != "global" {
		return nil
	}
	for i := range c.now.fields {
		if name := c.now.fields[i].name; name != "dscp_to_tc_map" {
			return ignored("1.4", c, "%s has no effect there", name)
		}
	}
	return nil
}

// watchedPriorities: the watchdog watches priorities that PFC is on for (8.2).
func watchedPriorities(_ *device, _ *store, c *rowChange) *Refusal {
	if watched := prioritySet(c.now, "pfcwd_sw_enable") &^ prioritySet(c.now, "pfc_enable"); watched != 0 {
		return ignored("8.2", c, "pfcwd_sw_enable has a priority that pfc_enable has not")
	}
	return nil
}

// prioritySet is a field with a list of priorities, one bit each.
func prioritySet(r *row, name string) (set uint8) {
	s, _ := r.get(name)
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '7' {
			set |= 1 << (s[i] - '0')
		}
	}
	return set
}

// watchdogRow: a port needs a time of detection, and Cisco's ASIC cannot forward (1.7).
func watchdogRow(d *device, _ *store, c *rowChange) *Refusal {
	if c.now == nil || c.key == watchdogGlobal {
		return nil
	}
	switch {
	case c.now.field("detection_time") == nil:
		return ignored("1.7", c, "it has no detection_time")
	case actionOf(c.now) == "forward" && d.asic == cisco8000:
		return ignored("1.7", c, "this ASIC refuses the action forward")
	}
	return nil
}

// createOnlyECN: the hardware takes the mode of a tunnel when it is made and never again: a change is skipped without a word (1.8).
func createOnlyECN(_ *device, _ *store, c *rowChange) *Refusal {
	was, _ := c.was.get("ecn_mode")
	now, _ := c.now.get("ecn_mode")
	if c.was != nil && c.now != nil && was != now {
		return ignored("1.8", c, "ecn_mode is create-only and stays %q until the services restart", was)
	}
	return nil
}

// poolLive: some hardware does not take another size of a pool (section 7).
func poolLive(d *device, _ *store, c *rowChange) *Refusal {
	if c.was != nil && c.now != nil && d.reads(doubtPoolLive) == 1 {
		return ignored("section 7", c, "the hardware does not take it while it runs")
	}
	return nil
}

// pfcOff: a port that loses its last priority may go on pausing (section 8).
func pfcOff(d *device, _ *store, c *rowChange) *Refusal {
	if prioritySet(c.was, "pfc_enable") != 0 && prioritySet(c.now, "pfc_enable") == 0 && d.reads(doubtPFCOff) == 1 {
		return ignored("section 8", c, "PFC stays on until the services restart")
	}
	return nil
}
