package sonic_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/sonic"
	"github.com/weft-net/weft/vendors/vendortest"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { vendortest.Main(m) }

func TestLaws(t *testing.T) {
	vendortest.Run(t, vendortest.Subject{
		Vendor: sonic.New(),
		Switches: []vendortest.Switch{
			subject("TD3", "Arista-7050CX3-32S-C32", "202511", stockTraditional),
			subject("TD3 before", "Arista-7050CX3-32S-C32", "202405", stockTraditional),
			subject("TH2", "Arista-7260CX3-C64", "202505", ""),
			subject("TD3 unlisted", "DellEMC-S5232f-C32", "202411", ""),
			subject("SPC3", "ACS-MSN4700", "202605", stockDynamic),
			subject("SPC3 before", "ACS-MSN4700", "202411", stockDynamic),
		},
		Disguise:  disguise,
		Rename:    rename,
		Mutations: mutations,
		Blind:     blindTo,
		Lines:     fieldLines,
		Unprinted: qos.FacetSet(0).With(qos.FacetMTU),
		Cut:       "}",
	})
}

func subject(name, model, release, stock string) vendortest.Switch {
	sw := vendortest.Switch{
		Name: name, Model: model, Release: release, MTUs: []qos.Bytes{1500, 9100},
		Secrets: []string{"$6$PASSWORDHASH$", "PRIVATECOMMUNITY", "TACACSKEY"},
	}
	sw.NoStart = release < "202511" // no row comes into a table that is not there
	buffers := ""
	if stock == stockDynamic {
		buffers = `, "buffer_model": "dynamic"`
	}
	var ports []string
	for i := range 6 {
		port := fmt.Sprintf("Ethernet%d", 4*i)
		ports = append(ports, fmt.Sprintf(blankPort, port, 4*i+1, 4*i+2, 4*i+3, 4*i+4, i))
		sw.Ports = append(sw.Ports, vendors.SitePort{Name: port, SpeedBps: 100 * qos.Gbps, CableMetres: 3, Routed: i == 2})
	}
	sw.Blank = []byte(fmt.Sprintf(blankSwitch, model, buffers, strings.Join(ports, ",\n"), stock))
	return sw
}

const blankPort = `        "%s": {
            "lanes": "%d,%d,%d,%d",
            "speed": "100000",
            "index": "%d",
            "mtu": "9100",
            "admin_status": "up"
        }`

const blankSwitch = `{
    "DEVICE_METADATA": {
        "localhost": {
            "hostname": "switch1",
            "hwsku": "%s"%s
        }
    },
    "PORT": {
%s
    },
%s    "INTERFACE": {
        "Ethernet8": {},
        "Ethernet8|10.0.0.0/31": {}
    },
    "LOCAL_USER": {
        "admin": {
            "passwd": "$6$PASSWORDHASH$"
        }
    },
    "SNMP_COMMUNITY": {
        "PRIVATECOMMUNITY": {
            "TYPE": "RO"
        }
    },
    "TACPLUS": {
        "global": {
            "passkey": "TACACSKEY"
        }
    }
}
`

// stockTraditional and stockDynamic are the buffers of a switch's own template.
const (
	stockTraditional = `    "BUFFER_POOL": {
        "ingress_lossless_pool": {
            "type": "ingress",
            "mode": "dynamic",
            "size": "32732160",
            "xoff": "1622016"
        },
        "egress_lossless_pool": {
            "type": "egress",
            "mode": "static",
            "size": "32599040"
        },
        "egress_lossy_pool": {
            "type": "egress",
            "mode": "dynamic",
            "size": "24709632"
        }
    },
    "BUFFER_PROFILE": {
        "ingress_lossy_profile": {
            "pool": "ingress_lossless_pool",
            "size": "0",
            "static_th": "32732160"
        },
        "egress_lossless_profile": {
            "pool": "egress_lossless_pool",
            "size": "0",
            "static_th": "32599040"
        },
        "egress_lossy_profile": {
            "pool": "egress_lossy_pool",
            "size": "1792",
            "dynamic_th": "3"
        }
    },
`
	stockDynamic = `    "BUFFER_POOL": {
        "ingress_lossless_pool": {
            "type": "ingress",
            "mode": "dynamic"
        },
        "egress_lossless_pool": {
            "type": "egress",
            "mode": "dynamic",
            "size": "60817392"
        }
    },
`
)

// rename gives weft's rows an operator's names.
func rename(config []byte, prefix string) []byte {
	return bytes.ReplaceAll(config, []byte(prefix+"-"), []byte("op_"))
}

// disguise rewrites a configuration as another person or program might have written it: rows and fields in another order, one
// row for queues that do the same, other white space.
func disguise(t *rapid.T, config []byte) []byte {
	d := readTables(config)
	if rapid.Bool().Draw(t, "ranges") {
		d.joinIndexes("QUEUE", "BUFFER_PG", "BUFFER_QUEUE")
	}
	if rapid.Bool().Draw(t, "another order") {
		d.shuffle(rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))))
	}
	text := d.text(rapid.SampledFrom([]string{"", " ", "    ", "\t"}).Draw(t, "indent"))
	if rapid.Bool().Draw(t, "CR LF") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return []byte(text)
}

// fieldLines are the fields of a configuration as differences tell them.
func fieldLines(config []byte) (lines []string) {
	for _, table := range readTables(config) {
		for _, row := range table.rows {
			if len(row.fields) == 0 {
				lines = append(lines, "{}")
			}
			for _, f := range row.fields {
				lines = append(lines, strconv.Quote(f.name)+": "+f.value)
			}
		}
	}
	return lines
}

// mutations are the small faults of a database: each field dropped, each number in one raised by one, each field moved to the next
// row of its table. Of ports, all of which have like rows, they are in the first ones.
func mutations(config []byte) (all []vendortest.Mutation) {
	d := readTables(config)
	for ti, table := range d {
		for ri, row := range table.rows {
			if port, _, _ := strings.Cut(row.key, "|"); strings.HasPrefix(port, "Ethernet") && port > "Ethernet12" {
				continue
			}
			for fi, f := range row.fields {
				line := table.name + "|" + row.key + " > " + f.name + ": " + strings.Trim(f.value, `"`)
				add := func(change string, edited tables) {
					if edited != nil {
						all = append(all, vendortest.Mutation{Text: []byte(edited.text("")), Line: line, Change: change})
					}
				}
				add("dropping", d.without(ti, ri, fi))
				add("raising", d.raised(ti, ri, fi))
				add("moving", d.moved(ti, ri, fi))
			}
		}
	}
	return all
}

// blind are the faults that change no behaviour, by the table and what the row and field start with.
var blind = []struct{ table, row, field, why string }{
	{"BUFFER_POOL", "", "", "how the switch divides its memory is no behaviour of a port"},
	{"BUFFER_PROFILE", "ingress_", "", "what lossy packets may take on arrival is no behaviour that is read"},
	{"BUFFER_PROFILE", "", "pool", "which memory a queue is in is no behaviour of a port"},
	{"BUFFER_PROFILE", "", "size", "what a queue may take beside its threshold is no behaviour that is read"},
	{"BUFFER_PORT_", "", "", "which memory a port draws on is no behaviour of it"},
	{"BUFFER_PG", "", "profile: ingress_lossy", "it is for lossy packets"},
	{"DEFAULT_LOSSLESS_BUFFER_PARAMETER", "", "", "the switch works the buffer out, whatever it comes to"},
	{"LOSSLESS_TRAFFIC_PATTERN", "", "", "the switch works the buffer out, whatever it comes to"},
	{"PFC_WD", "", "action: drop", "it is what the daemon does by itself"},
	{"PORT_QOS_MAP", "", "pfc_to_pg_map", "without a map groups have the numbers of priorities"},
	{"SCHEDULER", "", "weight: 1", "it is the weight of a scheduler without one"},
	{"WRED_PROFILE", "", "yellow_", "no packet is yellow"},
	{"WRED_PROFILE", "", "red_", "no packet is red"},
	{"WRED_PROFILE", "", "wred_yellow", "no packet is yellow"},
	{"WRED_PROFILE", "", "wred_red", "no packet is red"},
}

// blindTo knows the faults that change no behaviour.
func blindTo(m vendortest.Mutation, sw *qos.Switch) string {
	table, rest, _ := strings.Cut(m.Line, "|")
	row, field, _ := strings.Cut(rest, " > ")
	for _, b := range blind {
		if strings.HasPrefix(table, b.table) && strings.HasPrefix(row, b.row) && strings.HasPrefix(field, b.field) {
			return b.why
		}
	}
	number, to, _ := strings.Cut(field, ": ")
	n, _ := strconv.Atoi(number)
	paused := pausedOn(sw, "")
	switch {
	case table == "PORT_QOS_MAP" && pausedOn(sw, row) == 0 && (number == "tc_to_pg_map" || number == "pfc_to_queue_map"):
		return "the port pauses nothing"
	case strings.HasSuffix(row, "-groups-lossy"):
		return "it is for ports that pause nothing"
	case row == "egress_lossy_profile" && bytes.Contains(m.Text, []byte("q_lossy_profile")):
		return "it is for what a port takes as a whole"
	case strings.HasPrefix(table, "DSCP_") && m.Change == "dropping" && to == "0":
		return "what no map says is of class 0"
	case strings.HasPrefix(table, "MAP_PFC") && !paused.Has(qos.Queue(n)):
		return "the priority is not paused"
	case table == "TC_TO_PRIORITY_GROUP_MAP" && to == "0" && !(m.Change == "raising" && paused.Has(1)):
		return "it is for lossy packets"
	case strings.HasPrefix(table, "TC_TO") && !qos.Reach(sw).Has(qos.Queue(n)):
		return "nothing is of the class"
	}
	return ""
}

// pausedOn are the priorities that a port pauses; those of any port where none is named.
func pausedOn(sw *qos.Switch, port string) (set qos.QueueSet) {
	for i := range sw.Ports {
		if p := &sw.Ports[i]; port == "" || p.Name == port {
			set |= p.PFC.Priorities.V
		}
	}
	return set
}
