package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// spec is what a generated fabric looks like.
type spec struct {
	vendor          dialect
	switches, ports int // ports of each switch, 64 on a line card
	state           string
}

// dialect is one vendor's part of a fabric.
type dialect struct {
	name, platform, release string
	ports                   string // a range of the intent, made of the line card, its last port, and the first lanes of both ends
	parts                   []part // of a running configuration
	tail                    string
	size                    int // in bytes, of a running configuration of 64 ports without QoS
	// threshold is a text of a running configuration that does as the intent says, and drifted what it becomes.
	threshold, drifted string
	// disruption is what a switch without QoS has to bear.
	disruption vendors.Disruption
}

// part is a text with the name of the switch, then one for each port, made of its line card, its number there, the switch, its unit
// in the rack and its first lane, with another one between ports.
type part struct{ head, port, between string }

// dialects are the vendors that fabrics can be made of.
var dialects = []dialect{nxos, cloudengine, sonic}

// The states of a generated running configuration.
const (
	blank   = "blank"   // no QoS at all: the plan is the whole of it
	done    = "done"    // as the intent says: the plan is empty
	drifted = "drifted" // one ECN threshold differs: the plan is one line
)

// portRanges are the port ranges of a switch, a line card each.
func (s spec) portRanges() []string {
	var ranges []string
	for slot, left := 1, s.ports; left > 0; slot, left = slot+1, left-64 {
		first, last := lane(slot, 1), lane(slot, min(64, left))
		ranges = append(ranges, fmt.Sprintf(s.vendor.ports, slot, min(64, left), first, last))
	}
	return ranges
}

// lane is the first of the four lanes of a port, counted from 0.
func lane(slot, port int) int { return 4 * (64*(slot-1) + port - 1) }

func (s spec) device(i int) string { return fmt.Sprintf("leaf%d", i+1) }

// intent is the HCL of the fabric and the list of its switches.
func (s spec) intent() map[string]string {
	var csv strings.Builder
	csv.WriteString("name,address\n")
	for i := range s.switches {
		fmt.Fprintf(&csv, "%s,192.0.2.%d\n", s.device(i), i%250+1)
	}
	quoted := make([]string, 0, 8)
	for _, r := range s.portRanges() {
		quoted = append(quoted, fmt.Sprintf("%q", r))
	}
	v := &s.vendor
	fill := strings.NewReplacer("VENDOR", v.name, "PLATFORM", v.platform, "RELEASE", v.release, "PORTS", strings.Join(quoted, ", "))
	return map[string]string{"leaves.csv": csv.String(), "fabric.hcl": fill.Replace(intentText)}
}

const intentText = `fabric "bench" {
  prefix = "WEFT"
  mtu    = 9216
}

traffic_class "roce" {
  dscp      = [24, 26]
  queue     = 3
  lossless  = true
  bandwidth = 50
  headroom  = "auto"

  ecn {
    min         = "150KiB"
    max         = "1500KiB"
    probability = 7
  }
  ecn "400G" {
    min = "950KiB"
    max = "3000KiB"
  }
}

traffic_class "control" {
  dscp   = [56]
  queue  = 7
  strict = true
}

traffic_class "cnp" {
  dscp   = [48]
  queue  = 6
  strict = true
}

traffic_class "best_effort" {
  default   = true
  queue     = 0
  bandwidth = 50
}

pfc_watchdog {
  detect  = "200ms"
  restore = "400ms"
  action  = "drop"
}

device "leaf" {
  for_each = { for row in csvdecode(file("leaves.csv")) : row.name => row }
  name     = each.key
  vendor   = "VENDOR"
  platform = "PLATFORM"
  release  = "RELEASE"
  address  = each.value.address
  role     = "leaf"

  ports {
    names = [PORTS]
    role  = "host"
    speed = "400G"
    cable = "3m"
    mode  = "l2"
  }
}
`

// running is a configuration without any QoS.
func (s spec) running(device string) []byte {
	var b bytes.Buffer
	for _, p := range s.vendor.parts {
		fmt.Fprintf(&b, p.head, device)
		for slot, left := 1, s.ports; left > 0; slot, left = slot+1, left-64 {
			for port := 1; port <= min(64, left); port++ {
				if slot+port > 2 {
					b.WriteString(p.between)
				}
				fmt.Fprintf(&b, p.port, slot, port, device, 100+port, lane(slot, port))
			}
		}
	}
	b.WriteString(s.vendor.tail)
	return b.Bytes()
}

// write puts the intent into dir and the running configurations into dir/backups.
func (s spec) write(dir string) error {
	backups := filepath.Join(dir, "backups")
	if err := os.MkdirAll(backups, 0o755); err != nil {
		return err
	}
	for name, text := range s.intent() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	inputs, err := s.inputs(dir)
	if err != nil {
		return err
	}
	for _, in := range inputs {
		if err := os.WriteFile(filepath.Join(backups, in.Name+vendors.ExtensionOf(in.Vendor)), in.Running, 0o644); err != nil {
			return err
		}
	}
	return nil
}
