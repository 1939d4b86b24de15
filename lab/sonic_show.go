package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// showTools are the programs that look.
func showTools() map[string]tool {
	return map[string]tool{"show": (*proc).show, "sonic-db-dump": (*proc).dbDump, "sonic-db-cli": (*proc).dbCLI}
}

// showVerbs are the commands of show.
func showVerbs() map[string]func(p *proc) int {
	return map[string]func(p *proc) int{
		"version":                      (*proc).showVersion,
		"runningconfiguration all":     func(p *proc) int { return p.cfggen([]string{"-d", "--print-data"}) },
		"interfaces status":            (*proc).showInterfaces,
		"lldp table":                   (*proc).showLLDP,
		"pfc priority":                 (*proc).showPriorities,
		"priority-group drop counters": (*proc).showGroupDrops,
		"pfcwd config":                 (*proc).showWatchdog,
	}
}

func (p *proc) show(args []string) int {
	verbs := showVerbs()
	if verb := verbs[strings.Join(args, " ")]; verb != nil {
		return verb(p)
	}
	p.complain("Usage: show [OPTIONS] COMMAND [ARGS]...\n\nCommands:\n  %s", strings.Join(slices.Sorted(maps.Keys(verbs)), "\n  "))
	return exitUsage
}

func (p *proc) showVersion() int {
	at := p.b.sw.cfg.Platform
	p.say("\nSONiC Software Version: SONiC.%s\nSONiC OS Version: 12\nDistribution: Debian 12\n\nPlatform: x86_64-weft_lab-r0\nHwSKU: %s\nASIC: %s\nASIC Count: 1\n",
		at.Release, at.Model, strings.ToLower(at.Family))
	return 0
}

// columns prints a table with a rule below its header.
func (p *proc) columns(header []string, rows [][]string) int {
	widths := make([]int, len(header))
	for _, row := range append([][]string{header}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	line := func(cells []string) {
		for i, cell := range cells {
			fmt.Fprintf(p.out, "%*s", widths[i]+2*min(i, 1), cell)
		}
		p.say("")
	}
	rule := make([]string, len(header))
	for i := range rule {
		rule[i] = strings.Repeat("-", widths[i])
	}
	line(header)
	line(rule)
	for _, row := range rows {
		line(row)
	}
	return 0
}

// portRows makes a row of a table of each port.
func (p *proc) portRows(cells func(port *portHealth, row tree) []string) (rows [][]string) {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	configured := child(p.b.running(), "PORT")
	for _, port := range p.b.ports() {
		if c := cells(&port, child(configured, port.name)); c != nil {
			rows = append(rows, append([]string{port.name}, c...))
		}
	}
	return rows
}

func (p *proc) showInterfaces() int {
	return p.columns([]string{"Interface", "Lanes", "Speed", "MTU", "FEC", "Alias", "Vlan", "Oper", "Admin", "Type", "Asym PFC"},
		p.portRows(func(port *portHealth, row tree) []string {
			speed := strings.TrimSuffix(textOf(row, "speed"), "000") + "G"
			return []string{textOf(row, "lanes"), speed, textOf(row, "mtu"), textOf(row, "fec"), textOf(row, "alias"), "routed", upDown(port.up), upDown(!port.shut), "N/A", "N/A"}
		}))
}

func (p *proc) showLLDP() int {
	p.say("Capability codes: (R) Router, (B) Bridge, (O) Other")
	return p.columns([]string{"LocalPort", "RemoteDevice", "RemotePortID", "Capability", "RemotePortDescr"},
		p.portRows(func(port *portHealth, _ tree) []string {
			if port.link == nil || !port.up {
				return nil
			}
			return []string{port.link.Neighbour, port.link.NeighbourPort, "BR", port.link.NeighbourPort}
		}))
}

func (p *proc) showPriorities() int {
	return p.columns([]string{"Interface", "Lossless priorities"}, p.portRows(func(port *portHealth, _ tree) []string {
		var list []string
		for q := range qos.NumQueues {
			if port.lossless.Has(qos.Queue(q)) {
				list = append(list, fmt.Sprint(q))
			}
		}
		return []string{strings.Join(list, ",")}
	}))
}

func (p *proc) showGroupDrops() int {
	p.say("Ingress PG dropped packets:")
	header := []string{"Port"}
	for q := range qos.NumQueues {
		header = append(header, fmt.Sprintf("PG%d", q))
	}
	return p.columns(header, p.portRows(func(port *portHealth, _ tree) (cells []string) {
		for q := range qos.NumQueues {
			drops := uint64(0)
			if port.lossless.Has(qos.Queue(q)) {
				drops = port.drops
			}
			cells = append(cells, fmt.Sprint(drops))
		}
		return cells
	}))
}

func (p *proc) showWatchdog() int {
	p.b.sw.mu.Lock()
	rows := child(p.b.running(), "PFC_WD")
	table := [][]string{}
	for _, port := range slices.SortedFunc(maps.Keys(rows), qos.ComparePorts) {
		if r := child(rows, port); port != "GLOBAL" {
			table = append(table, []string{port, textOf(r, "action"), textOf(r, "detection_time"), textOf(r, "restoration_time")})
		}
	}
	poll := textOf(child(rows, "GLOBAL"), "POLL_INTERVAL")
	p.b.sw.mu.Unlock()
	p.say("Changed polling interval to %sms", poll)
	return p.columns([]string{"PORT", "ACTION", "DETECTION TIME", "RESTORATION TIME"}, table)
}

// dbDump prints the rows of a database whose keys fit a pattern: sonic-db-dump -n DB -y -k PATTERN.
func (p *proc) dbDump(args []string) int {
	name, pattern := "CONFIG_DB", "*"
	for i := 0; i+1 < len(args); i++ {
		switch args[i] {
		case "-n":
			name = args[i+1]
		case "-k":
			pattern = args[i+1]
		}
	}
	p.b.sw.mu.Lock()
	all := p.b.database(name)
	p.b.sw.mu.Unlock()
	if all == nil {
		p.complain("Invalid database name input : '%s'", name)
		return 1
	}
	dump := tree{}
	for _, key := range keysOf(all, pattern) {
		value := tree{}
		for field, text := range all[key] {
			value[field] = text
		}
		dump[key] = tree{"type": "hash", "ttl": -0.001, "value": value}
	}
	p.out.Write(printTree(dump))
	return 0
}

// dbCLI looks at a database, or writes to CONFIG_DB: sonic-db-cli DB KEYS|HGETALL|HGET|EXISTS|HSET|HDEL|DEL ...
func (p *proc) dbCLI(args []string) int {
	if len(args) < 2 {
		p.complain("usage: sonic-db-cli DB COMMAND [ARGS]")
		return exitUsage
	}
	if len(args) == 2 && strings.EqualFold(args[1], "ping") {
		p.say("PONG")
		return 0
	}
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	all := p.b.database(args[0])
	switch verb := strings.ToUpper(args[1]); {
	case all == nil:
		p.complain("Invalid database name input : '%s'", args[0])
		return 1
	case len(args) == 3 && verb == "KEYS":
		for _, key := range keysOf(all, args[2]) {
			p.say("%s", key)
		}
	case len(args) == 3 && verb == "EXISTS":
		p.say("%v", map[bool]int{true: 1}[all[args[2]] != nil])
	case len(args) == 3 && verb == "HGETALL":
		p.say("%s", pythonDict(all[args[2]]))
	case len(args) == 4 && verb == "HGET":
		p.say("%s", all[args[2]][args[3]])
	case args[0] == "CONFIG_DB" && p.root:
		return p.editRow(args[1:])
	default:
		p.complain("ERR the lab does not do %q", strings.Join(args[1:], " "))
		return 1
	}
	return 0
}

// editRow writes to CONFIG_DB. mu is held.
func (p *proc) editRow(words []string) int {
	if p.ignore {
		return 0
	}
	if err := p.b.editRow(words); err != nil {
		p.complain("%v", err)
		return 1
	}
	return 0
}

// pythonDict is a hash as Python prints it.
func pythonDict(fields map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		list = append(list, fmt.Sprintf("'%s': '%s'", name, fields[name]))
	}
	return "{" + strings.Join(list, ", ") + "}"
}
