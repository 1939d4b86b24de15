package main

import "github.com/weft-net/weft/vendors"

// cloudengine is a fabric of CloudEngine switches.
var cloudengine = dialect{
	name: "cloudengine", platform: "CE8855", release: "V300R023C00",
	ports:     "400GE%[1]d/0/1-%[2]d",
	threshold: "high-limit 3072000", drifted: "high-limit 2048000",
	size: 31_000, disruption: vendors.Recarve,
	parts: []part{{head: `!Software Version V300R023C00SPC500
!Last configuration was updated at 2026-09-24 09:58:11+00:00 by admin
#
sysname %s
#
drop-profile default
#
dcb pfc
#
dcb ets-profile default
#
vlan batch 1 10
#
telnet server disable
#
diffserv domain default
#
aaa
 local-user admin password irreversible-cipher $1c$EXAMPLE$notarealhash
 local-user admin service-type ssh
 #
 authentication-scheme default
 #
 domain default
#
`, port: `interface 400GE%[1]d/0/%[2]d
 description %[3]s 400GE%[1]d/0/%[2]d to a host of the training cluster, rack R17, unit U%[4]d, first rail
 port link-type trunk
 port trunk pvid vlan 10
 undo port trunk allow-pass vlan 1
 port trunk allow-pass vlan 10 20 30 40 50 60
 stp edged-port enable
 storm suppression broadcast packets 1000
 storm suppression multicast packets 1000
 set flow-statistics interval 30
 device transceiver 400GBASE-FIBER
 carrier up-hold-time 1000
#
`}},
	tail: `interface MEth0/0/0
 ip binding vpn-instance management
 ip address 192.0.2.11 255.255.255.0
#
interface NULL0
#
bgp 65001
 router-id 10.0.0.1
 #
 ipv4-family unicast
  maximum load-balancing 64
#
snmp-agent
snmp-agent community read cipher %^%#notarealcommunity%^%#
#
lldp enable
#
user-interface vty 0 4
 authentication-mode aaa
#
return
`,
}
