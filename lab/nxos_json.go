package lab

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// object is a JSON object of the switch. All its values are strings, objects and lists (nxos.md 8.1).
type object map[string]any

// nxosJSON are the commands that print JSON with `| json`. Others print text whatever is asked.
var nxosJSON = map[string]func(*nxosSession, []string) object{
	"show interface priority-flow-control":        (*nxosSession).jsonPFC,
	"show interface <port> priority-flow-control": (*nxosSession).jsonPFC,
	"show interface brief":                        (*nxosSession).jsonBrief,
	"show interface status":                       (*nxosSession).jsonStatus,
	"show lldp neighbors":                         (*nxosSession).jsonLLDP,
	"show port-channel summary":                   (*nxosSession).jsonBundles,
	"show queuing interface":                      (*nxosSession).jsonQueuing,
	"show queuing interface <port>":               (*nxosSession).jsonQueuing,
	"show queuing pfc-queue":                      (*nxosSession).jsonWatchdog,
	"show queuing pfc-queue detail":               (*nxosSession).jsonWatchdog,
}

// table is a table: its rows are an object when there is one, a list when there are more, and nothing when there are none.
func table(name string, rows []object) object {
	switch len(rows) {
	case 0:
		return object{}
	case 1:
		return object{"TABLE_" + name: object{"ROW_" + name: rows[0]}}
	}
	return object{"TABLE_" + name: object{"ROW_" + name: rows}}
}

// module puts a table into the one of the only module.
func module(t object) object { return table("module", []object{t}) }

// rowsOf makes a row of each port that is asked for.
func (c *nxosSession) rowsOf(args []string, row func(portHealth) object) []object {
	c.n.sw.mu.Lock()
	defer c.n.sw.mu.Unlock()
	name := ""
	if len(args) > 0 {
		name = nxosPortName(args[0])
	}
	var rows []object
	for _, p := range c.n.sw.health().port(name) {
		if r := row(p); r != nil {
			rows = append(rows, r)
		}
	}
	return rows
}

func (c *nxosSession) jsonPFC(args []string) object {
	return module(table("pfc_interface", c.rowsOf(args, func(p portHealth) object {
		return object{"if_name_str": p.name, "admin": p.admin(), "oper": strings.Join(strings.Fields(p.oper()), " "), "rx-stats": "0", "tx-stats": "0"}
	})))
}

func (c *nxosSession) jsonBrief([]string) object {
	return table("interface", c.rowsOf(nil, func(p portHealth) object {
		return object{
			"interface": p.name, "vlan": p.vlan(), "type": "eth", "portmode": p.mode(), "state": p.state(),
			"state_rsn_desc": p.reason(), "speed": p.speedWord(), "ratemode": "D", "portchan": p.bundle(),
		}
	}))
}

func (c *nxosSession) jsonStatus([]string) object {
	return table("interface", c.rowsOf(nil, func(p portHealth) object {
		return object{
			"interface": p.name, "state": p.connected(), "vlan": p.vlanWord(), "duplex": "full", "speed": p.speedWord(), "type": "--",
		}
	}))
}

func (c *nxosSession) jsonLLDP([]string) object {
	rows := c.rowsOf(nil, func(p portHealth) object {
		if p.link == nil || !p.up {
			return nil
		}
		return object{
			"chassis_id": p.link.Neighbour, "l_port_id": short(p.name), "hold_time": "120", "capability": "BR", "port_id": p.link.NeighbourPort,
		}
	})
	made := table("nbor", rows)
	made["neigh_count"] = strconv.Itoa(len(rows))
	return made
}

func (c *nxosSession) jsonBundles([]string) object {
	c.n.sw.mu.Lock()
	defer c.n.sw.mu.Unlock()
	names, members := c.n.sw.health().bundles()
	var rows []object
	for _, name := range names {
		var ports []object
		for _, p := range members[name] {
			ports = append(ports, object{"port": p.name, "port-status": strings.Trim(memberFlag(p), "()")})
		}
		row := table("member", ports)
		flags := strings.Trim(bundleFlags(members[name]), "()")
		row["group"], row["port-channel"] = strings.TrimPrefix(name, "port-channel"), name
		row["layer"], row["status"], row["type"], row["prtcl"] = flags[:1], flags[1:], "Eth", "LACP"
		rows = append(rows, row)
	}
	return table("channel", rows)
}

func (c *nxosSession) jsonQueuing(args []string) object {
	queues := c.n.sw.cfg.Platform.Queues
	return module(table("queuing_interface", c.rowsOf(args, func(p portHealth) object {
		var groups []object
		for q := range queues {
			group := table("qosgrp_egress_stats_entry", []object{
				queueEntry("Tx", "Pkts", 0), queueEntry("Tx", "Byts", 0), queueEntry("WRED/AFD & Tail Drop", "Pkts", p.dropsOf(q)),
			})
			group["eq-qosgrp"] = strconv.Itoa(q)
			groups = append(groups, group)
		}
		row := table("qosgrp_egress_stats", groups)
		row["if_name_str"], row["dir"] = p.name, "Egress"
		return row
	})))
}

func queueEntry(kind, units string, count uint64) object {
	return object{
		"eq-stat-type": kind, "eq-stat-units": units, "eq-uc-stat-value": strconv.FormatUint(count, 10),
		"eq-oobfc-uc-stat-value": "0", "eq-mc-stat-value": "0",
	}
}

func (c *nxosSession) jsonWatchdog([]string) object {
	return module(table("queuing_interface", c.rowsOf(nil, func(p portHealth) object {
		var groups []object
		for q := range qos.NumQueues {
			if p.lossless>>q&1 == 1 {
				groups = append(groups, object{
					"qosgrp": strconv.Itoa(q), "q-shutdown": strconv.FormatUint(p.shuts, 10), "q-restored": strconv.FormatUint(p.shuts, 10),
				})
			}
		}
		row := table("qosgrp_stats", groups)
		mode := "Disabled"
		if p.watched {
			mode = "Enabled"
		}
		row["if_name_str"], row["wd-status"], row["vl-bmp"] = p.name, mode, bitmap(p.lossless)
		return row
	})))
}
