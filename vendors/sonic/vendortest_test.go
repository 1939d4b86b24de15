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
// row of its table.
func mutations(config []byte) (all []vendortest.Mutation) {
	add := func(line, change string, edit func(fields *[]namedValue, next *[]namedValue) bool, table, row int) {
		d := readTables(config)
		rows := d[table].rows
		var next *[]namedValue
		if row+1 < len(rows) {
			next = &rows[row+1].fields
		}
		if edit(&rows[row].fields, next) {
			all = append(all, vendortest.Mutation{Text: []byte(d.text("  ")), Line: line, Change: change})
		}
	}
	for ti, table := range readTables(config) {
		for ri, row := range table.rows {
			for fi, f := range row.fields {
				line := table.name + "|" + row.key + " > " + f.name + ": " + f.value
				add(line, "dropping", func(fields, _ *[]namedValue) bool {
					*fields = append((*fields)[:fi], (*fields)[fi+1:]...)
					return true
				}, ti, ri)
				add(line, "raising by one", func(fields, _ *[]namedValue) bool {
					n, err := strconv.Atoi(strings.Trim(f.value, `"`))
					(*fields)[fi].value = strconv.Quote(strconv.Itoa(n + 1))
					return err == nil
				}, ti, ri)
				add(line, "moving", func(fields, next *[]namedValue) bool {
					if next == nil {
						return false
					}
					for i := range *next {
						if (*next)[i].name == f.name {
							return false
						}
					}
					*fields, *next = append((*fields)[:fi], (*fields)[fi+1:]...), append(*next, f)
					return true
				}, ti, ri)
			}
		}
	}
	return all
}

// blindTo knows the faults that change no behaviour.
func blindTo(m vendortest.Mutation, sw *qos.Switch) string {
	return ""
}
