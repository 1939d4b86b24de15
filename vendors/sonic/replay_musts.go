package sonic

// watchdogGlobal is the row of PFC_WD that is not a port's.
const watchdogGlobal = "GLOBAL"

// must is a rule of a model about more than one value.
type must struct {
	field string
	says  string
	holds func(v *verifier, r *row) bool
	on    releases
}

// musts are the rules of each table: the must statements of its YANG module. A comparison with what is not there is false.
var musts = [numTables][]must{
	tScheduler: {
		{"pir", "it needs a cir above 0", needsAbove0("pir", "cir"), everyRelease},
		{"pir", "it is below cir", atLeast("pir", "cir"), everyRelease},
		{"cbs", "it needs a cir above 0", needsAbove0("cbs", "cir"), everyRelease},
		{"pbs", "it needs a pir above 0", needsAbove0("pbs", "pir"), everyRelease},
		{"pbs", "it is below cbs", func(v *verifier, r *row) bool { return r.field("cbs") == nil || atLeast("pbs", "cbs")(v, r) }, everyRelease},
	},
	tWRED: {
		{"green_max_threshold", "it is below the min", atLeast("green_max_threshold", "green_min_threshold"), everyRelease},
		{"yellow_max_threshold", "it is below the min", atLeast("yellow_max_threshold", "yellow_min_threshold"), everyRelease},
		{"red_max_threshold", "it is below the min", atLeast("red_max_threshold", "red_min_threshold"), everyRelease},
	},
	tPool: {
		{"percentage", "a pool of a size has none", func(_ *verifier, r *row) bool { return r.field("percentage") == nil || r.field("size") == nil }, everyRelease},
		{"percentage", "it needs the dynamic buffer model", func(v *verifier, r *row) bool { return r.field("percentage") == nil || v.store.dynamic() }, everyRelease},
	},
	tTunnel: {
		{"src_ip", "it is not the address of a row of PEER_SWITCH", isPeer, everyRelease &^ just(release202511)},
		{"dst_ip", "it is not of the family of src_ip", oneFamily, just(release202511)},
	},
	tWatchdog: {
		{"", "GLOBAL has POLL_INTERVAL and nothing else, a port has all but that", fieldsOfWatchdog, everyRelease},
		{"detection_time", "it is below POLL_INTERVAL", atLeastPoll("detection_time"), everyRelease},
		{"restoration_time", "it is below POLL_INTERVAL", atLeastPoll("restoration_time"), everyRelease},
	},
	tPort: {
		{"lanes", "it must be there", func(v *verifier, r *row) bool { return r.field("lanes") != nil || v.store.lineCard() }, everyRelease},
	},
}

// needsAbove0 holds when a field comes with another one that is above zero.
func needsAbove0(name, other string) func(*verifier, *row) bool {
	return func(_ *verifier, r *row) bool {
		if r.field(name) == nil {
			return true
		}
		n, ok := numberIn(r, other)
		return ok && n > 0
	}
}

// atLeast holds when a field is not below another one, which must be there.
func atLeast(name, other string) func(*verifier, *row) bool {
	return func(_ *verifier, r *row) bool {
		n, ok := numberIn(r, name)
		if !ok {
			return true
		}
		m, ok := numberIn(r, other)
		return ok && n >= m
	}
}

// atLeastPoll holds when a time of a port is not below the interval of polling, if there is a row that gives it.
func atLeastPoll(name string) func(*verifier, *row) bool {
	return func(v *verifier, r *row) bool {
		global := v.store.row(tWatchdog, watchdogGlobal)
		n, ok := numberIn(r, name)
		if !ok || global == nil {
			return true
		}
		poll, ok := numberIn(global, "POLL_INTERVAL")
		return ok && n >= poll
	}
}

func fieldsOfWatchdog(_ *verifier, r *row) bool {
	for i := range r.fields {
		if (r.fields[i].name == "POLL_INTERVAL") != (r.key == watchdogGlobal) {
			return false
		}
	}
	return true
}

// numberIn is the number that a field holds.
func numberIn(r *row, name string) (uint64, bool) {
	s, ok := r.get(name)
	if !ok {
		return 0, false
	}
	return parseUnsigned(s)
}

// isPeer tells whether the source of a tunnel is the other switch of a pair, which releases without general tunnels ask for (1.8).
func isPeer(v *verifier, r *row) bool {
	source, ok := r.get("src_ip")
	if !ok {
		return true
	}
	peers := v.store.doc.table("PEER_SWITCH")
	if peers == nil {
		return false
	}
	for _, peer := range peers.rows {
		if address, _ := peer.get("address_ipv4"); address == source {
			return true
		}
	}
	return false
}

// oneFamily tells whether both ends of a tunnel are IPv4 or both IPv6.
func oneFamily(_ *verifier, r *row) bool {
	source, _ := r.get("src_ip")
	target, _ := r.get("dst_ip")
	return isIPv6(source) == isIPv6(target)
}

func isIPv6(address string) bool {
	for i := range len(address) {
		if address[i] == ':' {
			return true
		}
	}
	return false
}

// deviceField is a field of DEVICE_METADATA|localhost.
func deviceField(doc *document, name string) string {
	s, _ := doc.metadata().get(name)
	return s
}

// dynamic tells whether the switch computes its buffers itself (section 2).
func (s *store) dynamic() bool {
	return metadataNow(s, "buffer_model") == "dynamic"
}

// lineCard tells whether ports need no lanes: those of a card in a chassis.
func (s *store) lineCard() bool {
	switch metadataNow(s, "switch_type") {
	case "voq", "chassis-packet", "fabric":
		return metadataNow(s, "asic_name") == ""
	}
	return false
}

// metadataNow is a field of DEVICE_METADATA|localhost as the step leaves it.
func metadataNow(s *store, name string) string {
	for _, t := range s.others {
		if t.name == "DEVICE_METADATA" {
			text, _ := t.row("localhost").get(name)
			return text
		}
	}
	return deviceField(s.doc, name)
}
