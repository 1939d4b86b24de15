package lab

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// hashes is a database of Redis: fields by key. Keys of APPL_DB and COUNTERS_DB have colons where those of CONFIG_DB and STATE_DB
// have bars.
type hashes map[string]map[string]string

// separatorOf is what divides table and key in the databases that the lab has.
var separatorOf = map[string]string{"CONFIG_DB": "|", "STATE_DB": "|", "APPL_DB": ":", "COUNTERS_DB": ":"}

// database is a database as it is now, nil for one that there is not. mu is held.
func (b *sonic) database(name string) hashes {
	switch name {
	case "CONFIG_DB":
		return hashesOf(b.running())
	case "STATE_DB":
		return b.stateDB()
	case "APPL_DB":
		return b.applDB()
	case "COUNTERS_DB":
		return b.countersDB()
	}
	return nil
}

// hashesOf is a tree as Redis holds it: the name of a list ends in @, and a row without fields has one that says so.
func hashesOf(t tree) hashes {
	all := hashes{}
	for table := range t {
		for key, row := range child(t, table) {
			fields := map[string]string{}
			r, _ := row.(tree)
			for name, value := range r {
				if _, list := value.([]any); list {
					name += "@"
				}
				fields[name] = textOf(r, strings.TrimSuffix(name, "@"))
			}
			if len(fields) == 0 {
				fields["NULL"] = "NULL"
			}
			all[table+"|"+key] = fields
		}
	}
	return all
}

// treeOf is a database of Redis as a tree, as gNMI shows it.
func treeOf(all hashes, separator string) tree {
	t := tree{}
	for at, fields := range all {
		row := tree{}
		for name, value := range fields {
			if list, is := strings.CutSuffix(name, "@"); is {
				row[list] = anyOf(strings.Split(value, ","))
			} else if name != "NULL" {
				row[name] = value
			}
		}
		table, key, keyed := strings.Cut(at, separator)
		if !keyed {
			t[table] = row // a hash without rows, such as a map of names
			continue
		}
		setRow(t, table, key, row)
	}
	return t
}

func anyOf(texts []string) []any {
	list := make([]any, len(texts))
	for i := range texts {
		list[i] = texts[i]
	}
	return list
}

// ports are how the ports are, with what the database says of their admin state. While services restart all are down. mu is held.
func (b *sonic) ports() health {
	ports := b.sw.health()
	rows := child(b.running(), "PORT")
	for i := range ports {
		p := &ports[i]
		p.shut = textOf(child(rows, p.name), "admin_status") != "up"
		p.up = p.up && !p.shut && b.stopped == 0
		p.lag = b.bundleOf(p.name)
	}
	return ports
}

// bundleOf is the bundle that a port is a member of. mu is held.
func (b *sonic) bundleOf(port string) string {
	for key := range child(b.running(), "PORTCHANNEL_MEMBER") {
		if bundle, member, _ := strings.Cut(key, "|"); member == port {
			return bundle
		}
	}
	return ""
}

// upDown says whether a port is up.
func upDown(up bool) string {
	if up {
		return "up"
	}
	return "down"
}

func (b *sonic) stateDB() hashes {
	all := hashes{}
	for _, p := range b.ports() {
		all["PORT_TABLE|"+p.name] = map[string]string{"state": "ok", "netdev_oper_status": upDown(p.up)}
		all["BUFFER_MAX_PARAM_TABLE|"+p.name] = map[string]string{"max_priority_groups": "8", "max_queues": strconv.Itoa(b.sw.cfg.Platform.Queues)}
	}
	return all
}

// applDB is what the daemons made of the configuration.
func (b *sonic) applDB() hashes {
	all := hashes{}
	rows := child(b.running(), "PORT")
	for _, p := range b.ports() {
		fields := map[string]string{"admin_status": upDown(!p.shut), "oper_status": upDown(p.up)}
		for _, name := range []string{"speed", "mtu", "lanes", "alias", "description"} {
			if text := textOf(child(rows, p.name), name); text != "" {
				fields[name] = text
			}
		}
		all["PORT_TABLE:"+p.name] = fields
		if p.link != nil && p.up {
			all["LLDP_ENTRY_TABLE:"+p.name] = map[string]string{"lldp_rem_sys_name": p.link.Neighbour, "lldp_rem_port_id": p.link.NeighbourPort}
		}
		if p.lag != "" {
			all["LAG_MEMBER_TABLE:"+p.lag+":"+p.name] = map[string]string{"status": map[bool]string{true: "enabled", false: "disabled"}[p.up]}
		}
		b.groups(all, &p)
	}
	for _, table := range []string{"BUFFER_PROFILE", "BUFFER_POOL"} {
		for key, row := range child(b.running(), table) {
			fields := map[string]string{}
			r, _ := row.(tree)
			for name := range r {
				fields[name] = textOf(r, name)
			}
			all[table+"_TABLE:"+key] = fields
		}
	}
	return all
}

// groups are the priority groups that hardware has for a port: one for the lossy ones, and one for each run of lossless priorities with
// a profile that the buffer manager made, where the configuration names none.
func (b *sonic) groups(all hashes, p *portHealth) {
	all["BUFFER_PG_TABLE:"+p.name+":0"] = map[string]string{"profile": "ingress_lossy_profile"}
	if p.lossless == 0 {
		return
	}
	port := child(child(b.running(), "PORT"), p.name)
	made := "pg_lossless_" + textOf(port, "speed") + "_" + b.cableOf(p.name) + "_profile"
	for _, run := range runsOf(p.lossless) {
		profile := textOf(child(child(b.running(), "BUFFER_PG"), p.name+"|"+run), "profile")
		if profile == "" || profile == "NULL" {
			profile = made
			if all["BUFFER_PROFILE_TABLE:"+made] == nil {
				all["BUFFER_PROFILE_TABLE:"+made] = map[string]string{"pool": "ingress_lossless_pool", "xon": "18432", "xoff": "55296", "size": "73728", "dynamic_th": "0"}
			}
		}
		all["BUFFER_PG_TABLE:"+p.name+":"+run] = map[string]string{"profile": profile}
	}
}

// cableOf is the cable length of a port.
func (b *sonic) cableOf(port string) string {
	for _, row := range child(b.running(), "CABLE_LENGTH") {
		if r, ok := row.(tree); ok && textOf(r, port) != "" {
			return textOf(r, port)
		}
	}
	return "0m"
}

// runsOf are the runs of a set of queues as keys have them: 3-4, or 6.
func runsOf(set qos.QueueSet) (runs []string) {
	for low := 0; low < qos.NumQueues; low++ {
		if !set.Has(qos.Queue(low)) {
			continue
		}
		high := low
		for high+1 < qos.NumQueues && set.Has(qos.Queue(high+1)) {
			high++
		}
		run := strconv.Itoa(low)
		if high > low {
			run += "-" + strconv.Itoa(high)
		}
		runs = append(runs, run)
		low = high
	}
	return runs
}

// The kinds of objects in ids of COUNTERS_DB.
const (
	oidPort  = 0x1000000000000
	oidQueue = 0x15000000000000
	oidGroup = 0x1a000000000000
)

func oid(kind, n int) string { return fmt.Sprintf("oid:0x%x", kind+n+1) }

// countersDB has the counters that tell of losses and storms. Packets are lost in lossless queues, and the
// watchdog finds storms there, when a fault says so.
func (b *sonic) countersDB() hashes {
	ports := map[string]string{}
	queues, groups := map[string]string{}, map[string]string{}
	all := hashes{"COUNTERS_PORT_NAME_MAP": ports, "COUNTERS_QUEUE_NAME_MAP": queues, "COUNTERS_PG_NAME_MAP": groups}
	for i, p := range b.ports() {
		ports[p.name] = oid(oidPort, i)
		counters := map[string]string{}
		for q := range qos.NumQueues {
			name, n, drops, shuts := p.name+":"+strconv.Itoa(q), qos.NumQueues*i+q, "0", "0"
			if p.lossless.Has(qos.Queue(q)) {
				drops, shuts = strconv.FormatUint(p.drops, 10), strconv.FormatUint(p.shuts, 10)
			}
			queues[name], groups[name] = oid(oidQueue, n), oid(oidGroup, n)
			all["COUNTERS:"+queues[name]] = map[string]string{
				"SAI_QUEUE_STAT_PACKETS": "0", "SAI_QUEUE_STAT_BYTES": "0", "SAI_QUEUE_STAT_DROPPED_PACKETS": drops, "SAI_QUEUE_STAT_DROPPED_BYTES": "0",
				"PFC_WD_STATUS": "operational", "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED": shuts, "PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED": shuts,
			}
			all["COUNTERS:"+groups[name]] = map[string]string{"SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS": drops}
			counters[fmt.Sprintf("SAI_PORT_STAT_PFC_%d_RX_PKTS", q)] = "0"
			counters[fmt.Sprintf("SAI_PORT_STAT_PFC_%d_TX_PKTS", q)] = "0"
		}
		all["COUNTERS:"+ports[p.name]] = counters
	}
	return all
}

// keysOf are the keys of a database that fit a pattern, in natural order.
func keysOf(all hashes, pattern string) []string {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(all)), func(key string) bool { return !wildcard(pattern, key) })
	slices.SortFunc(keys, qos.ComparePorts)
	return keys
}
