// Package fabric is the inventory and cabling that a fabric is made of: devices, ports with their speeds, cables and roles,
// the links between them, and the NICs of hosts.
//
// It owns those types, the list of port speeds, and finding what is at the far end of a cable. It must never know the
// intent's syntax, a vendor's naming rules, or what a switch does to packets: that is qos.
package fabric
