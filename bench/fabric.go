package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// spec is what a generated fabric looks like.
type spec struct {
	switches, ports int // ports of each switch, 64 on a line card
	state           string
}

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
		ranges = append(ranges, fmt.Sprintf("Ethernet%d/1-%d", slot, min(64, left)))
	}
	return ranges
}

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
	return map[string]string{
		"leaves.csv": csv.String(),
		"fabric.hcl": strings.Replace(intentText, "PORTS", strings.Join(quoted, ", "), 1),
	}
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
  vendor   = "nxos"
  platform = "N9K-C9364D-GX2A"
  release  = "10.4(3)"
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

// running is a configuration of about 31 kB for 64 ports, without any QoS.
func (s spec) running(device string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, head, device, device)
	for slot, left := 1, s.ports; left > 0; slot, left = slot+1, left-64 {
		for port := 1; port <= min(64, left); port++ {
			fmt.Fprintf(&b, portText, slot, port, device, slot, port, 100+port)
		}
	}
	b.WriteString(tail)
	return b.Bytes()
}

const head = `!Command: show running-config
!Running configuration last done at: Thu Sep 24 09:58:11 2026
!Time: Thu Sep 24 10:00:02 2026

version 10.4(3) Bios:version 01.14 
hostname %s
vdc %s id 1
  limit-resource vlan minimum 16 maximum 4094
  limit-resource vrf minimum 2 maximum 4096

feature bgp
feature interface-vlan
feature lldp

username admin password 5 $5$EXAMPLE$notarealhash role network-admin
ip domain-lookup
copp profile strict
snmp-server community notarealcommunity group network-operator

vlan 1,10

vrf context management
  ip route 0.0.0.0/0 192.0.2.254

`

const portText = `interface Ethernet%d/%d
  description %s Ethernet%d/%d to a host of the training cluster, rack R17, unit U%d, first rail
  switchport
  switchport mode trunk
  switchport trunk native vlan 10
  switchport trunk allowed vlan 10,20,30,40,50,60
  spanning-tree port type edge trunk
  spanning-tree bpduguard enable
  storm-control broadcast level 1.00
  storm-control multicast level 1.00
  load-interval counter 1 30
  logging event port link-status
  no snmp trap link-status
  no shutdown

`

const tail = `interface mgmt0
  vrf member management
  ip address 192.0.2.11/24
line console
line vty
boot nxos bootflash:/nxos64-cs.10.4.3.F.bin 
router bgp 65001
  router-id 10.0.0.1
  address-family ipv4 unicast
    maximum-paths 64
`

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
		if err := os.WriteFile(filepath.Join(backups, in.Name+".cfg"), in.Running, 0o644); err != nil {
			return err
		}
	}
	return nil
}
