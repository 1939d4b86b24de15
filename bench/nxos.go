package main

import "github.com/weft-net/weft/vendors"

// nxos is a fabric of Nexus 9000 switches.
var nxos = dialect{
	name: "nxos", platform: "N9K-C9364D-GX2A", release: "10.4(3)",
	ports:     "Ethernet%[1]d/1-%[2]d",
	threshold: "maximum-threshold 3072000 bytes", drifted: "maximum-threshold 2048000 bytes",
	size: 31_000, disruption: vendors.Recarve,
	parts: []part{{head: `!Command: show running-config
!Running configuration last done at: Thu Sep 24 09:58:11 2026
!Time: Thu Sep 24 10:00:02 2026

version 10.4(3) Bios:version 01.14 
hostname %[1]s
vdc %[1]s id 1
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

`, port: `interface Ethernet%[1]d/%[2]d
  description %[3]s Ethernet%[1]d/%[2]d to a host of the training cluster, rack R17, unit U%[4]d, first rail
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

`}},
	tail: `interface mgmt0
  vrf member management
  ip address 192.0.2.11/24
line console
line vty
boot nxos bootflash:/nxos64-cs.10.4.3.F.bin 
router bgp 65001
  router-id 10.0.0.1
  address-family ipv4 unicast
    maximum-paths 64
`,
}
