package sonic

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// rows are rows of a table of a database: key → field → value. A table that is one row has it under the empty key.
type rows map[string]map[string]string

// The tables of the gate (6.5).
const (
	stateDB   = "APPL_DB"
	countDB   = "COUNTERS_DB"
	tPortsNow = "PORT_TABLE"
	tSeen     = "LLDP_ENTRY_TABLE"
	tMembers  = "LAG_MEMBER_TABLE"
	tGroups   = "BUFFER_PG_TABLE"
	tProfiles = "BUFFER_PROFILE_TABLE"
	tCounters = "COUNTERS"
	tQueueIDs = "COUNTERS_QUEUE_NAME_MAP"
	tGroupIDs = "COUNTERS_PG_NAME_MAP"
)

// The counters of the gate.
const (
	countDrops      = "SAI_QUEUE_STAT_DROPPED_PACKETS"
	countGroupDrops = "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS"
	countStorms     = "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED"
)

// gate looks at a switch, table by table.
type gate struct {
	operating.View
	// table reads a table: nothing where there is none. A *vendors.RefusedError says why it cannot be read.
	table func(ctx context.Context, db, table string) (rows, error)
}

// health is what the tables say of ports.
func (g *gate) health(ctx context.Context, ports []vendors.PortWatch) ([]vendors.Sign, error) {
	for _, look := range []func(context.Context) error{g.states, g.neighbours, g.members, g.groups, g.counters} {
		if err := look(ctx); err != nil {
			return nil, err
		}
	}
	return g.Signs(ports), nil
}

// read reads a table. What cannot be read leaves its signs unchecked.
func (g *gate) read(ctx context.Context, db, table string, whats ...string) (rows, error) {
	t, err := g.table(ctx, db, table)
	var refused *vendors.RefusedError
	if !errors.As(err, &refused) {
		return t, err
	}
	for _, what := range whats {
		g.Miss(what, refused.Error())
	}
	return nil, nil
}

func (g *gate) states(ctx context.Context) error {
	t, err := g.read(ctx, stateDB, tPortsNow, operating.AdminState, operating.OperState)
	g.Admin, g.Oper = map[string]string{}, map[string]string{}
	for port, row := range t {
		g.Admin[port], g.Oper[port] = row["admin_status"], row["oper_status"]
	}
	return err
}

func (g *gate) neighbours(ctx context.Context) error {
	t, err := g.read(ctx, stateDB, tSeen, operating.Neighbours)
	g.Neighbours = map[string][]string{}
	for port, row := range t {
		g.Neighbours[port] = []string{strings.TrimSpace(row["lldp_rem_sys_name"] + " " + row["lldp_rem_port_id"])}
	}
	return err
}

func (g *gate) members(ctx context.Context) error {
	t, err := g.read(ctx, stateDB, tMembers, operating.Member)
	g.Members = map[string]string{}
	for key, row := range t {
		if bundle, port, ok := strings.Cut(key, ":"); ok {
			g.Members[port] = strings.TrimSpace(bundle + " " + row["status"])
		}
	}
	return err
}

// groups reads the priority groups. One is lossless when its buffer profile keeps room for what comes after the pause.
func (g *gate) groups(ctx context.Context) error {
	groups, err := g.read(ctx, stateDB, tGroups, operating.Programmed)
	if err != nil {
		return err
	}
	profiles, err := g.read(ctx, stateDB, tProfiles, operating.Programmed)
	g.Lossless = map[string]qos.QueueSet{}
	for key, row := range groups {
		port, span, _ := strings.Cut(key, ":")
		profile := strings.TrimSuffix(row["profile"], "]")
		profile = profile[strings.LastIndexByte(profile, ':')+1:] // older releases write "[BUFFER_PROFILE_TABLE:name]"
		if profiles[profile]["xoff"] != "" {
			g.Lossless[port] |= spanOf(span)
		}
	}
	return err
}

// spanOf reads "3" or "3-4". What is neither is none.
func spanOf(text string) (set qos.QueueSet) {
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		high = low
	}
	from, err := strconv.ParseUint(low, 10, 8)
	to, wrong := strconv.ParseUint(high, 10, 8)
	if err != nil || wrong != nil || to >= qos.NumQueues {
		return 0
	}
	for q := from; q <= to; q++ {
		set |= qos.Queues(qos.Queue(q))
	}
	return set
}

// counters reads what was dropped in queues and priority groups, and how often the watchdog found a storm. Objects have names that
// are told in tables of their own.
func (g *gate) counters(ctx context.Context) error {
	var tables [3]rows
	for i, name := range []string{tQueueIDs, tGroupIDs, tCounters} {
		t, err := g.read(ctx, countDB, name, operating.Drops, operating.Storms)
		if err != nil {
			return err
		}
		tables[i] = t
	}
	g.Drops, g.Storms = map[operating.PortQueue]uint64{}, map[operating.PortQueue]uint64{}
	count := tables[2]
	for name, id := range tables[0][""] {
		at, ok := portQueueOf(name)
		if !ok {
			continue
		}
		if n, err := strconv.ParseUint(count[id][countDrops], 10, 64); err == nil {
			more, _ := strconv.ParseUint(count[tables[1][""][name]][countGroupDrops], 10, 64)
			g.Drops[at] = n + more
		}
		if n, err := strconv.ParseUint(count[id][countStorms], 10, 64); err == nil {
			g.Storms[at] = n
		}
	}
	return nil
}

// portQueueOf reads the name of a queue: "Ethernet0:3".
func portQueueOf(name string) (operating.PortQueue, bool) {
	port, number, _ := strings.Cut(name, ":")
	n, err := strconv.ParseUint(number, 10, 8)
	return operating.PortQueue{Port: port, Queue: qos.Queue(n)}, err == nil && n < qos.NumQueues
}
