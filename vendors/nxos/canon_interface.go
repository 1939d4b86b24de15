package nxos

import (
	"strconv"
	"strings"
)

// interfaceKinds are the kinds of interface, with the fewest letters that name each.
var interfaceKinds = []struct {
	name    string
	letters int
	view    *view
}{
	{"Ethernet", 1, viewPort},
	{"port-channel", 1, viewPort},
	{"Vlan", 2, viewOtherInterface},
	{"loopback", 1, viewOtherInterface},
	{"mgmt", 1, viewOtherInterface},
	{"nve", 2, viewTunnel},
	{"Tunnel", 1, viewOtherInterface},
}

// canonicalInterfaces is the name after `interface`, or the list of names and ranges, with full keywords and without blanks.
func canonicalInterfaces(words []string) (string, bool) {
	written := words[0]
	if len(words) > 1 {
		written = strings.Join(strings.Fields(strings.Join(words, " ")), "")
	}
	if isPort(written) {
		return written, true
	}
	if !strings.Contains(written, ",") {
		return canonicalInterface(written)
	}
	var names []string
	for item := range strings.SplitSeq(written, ",") {
		name, ok := canonicalInterface(item)
		if !ok {
			return "", false
		}
		names = append(names, name)
	}
	return strings.Join(names, ","), true
}

// canonicalInterface is one name or range.
func canonicalInterface(written string) (string, bool) {
	at := strings.IndexAny(written, "0123456789")
	if at <= 0 || strings.Trim(written[at:], "0123456789/.-") != "" {
		return "", false
	}
	for i := range interfaceKinds {
		k := &interfaceKinds[i]
		if at < k.letters || at > len(k.name) || !strings.EqualFold(written[:at], k.name[:at]) {
			continue
		}
		if written[:at] == k.name {
			return written, true
		}
		return k.name + written[at:], true
	}
	return "", false
}

// viewOfInterface is what may stand under interfaces of these canonical names.
func viewOfInterface(names string) *view {
	for i := range interfaceKinds {
		if k := &interfaceKinds[i]; strings.HasPrefix(names, k.name) {
			if k.view == viewPort && strings.Contains(names, ".") {
				return viewOtherInterface
			}
			return k.view
		}
	}
	return viewOtherInterface
}

// isPort tells whether a canonical name is of a physical port.
func isPort(name string) bool {
	const kind = "Ethernet"
	if len(name) == len(kind) || !strings.HasPrefix(name, kind) {
		return false
	}
	for i := len(kind); i < len(name); i++ {
		if c := name[i]; (c < '0' || c > '9') && c != '/' {
			return false
		}
	}
	return true
}

// isBundle tells whether a canonical name is of one port-channel.
func isBundle(name string) bool {
	number, ok := strings.CutPrefix(name, "port-channel")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// maxInterfaces bounds what one header of a block may name: more than any switch has.
const maxInterfaces = 4096

// interfacesOf are the interfaces that the header of a block names, which may be a list with ranges of the last number:
// "Ethernet1/1-3,Ethernet1/7".
func interfacesOf(names string) []string {
	var all []string
	for item := range strings.SplitSeq(names, ",") {
		if all = append(all, expandRange(item)...); len(all) > maxInterfaces {
			break
		}
	}
	return all
}

// expandRange expands one name whose last number may be a range. What is no range stands for itself.
func expandRange(item string) []string {
	dash := strings.LastIndexByte(item, '-')
	stem := strings.TrimRight(item[:max(dash, 0)], "0123456789")
	if dash < 0 || len(stem) == dash {
		return []string{item}
	}
	from, errFrom := strconv.Atoi(item[len(stem):dash])
	to, errTo := strconv.Atoi(item[dash+1:])
	if errFrom != nil || errTo != nil || from > to || to-from >= maxInterfaces {
		return []string{item}
	}
	var all []string
	for n := from; n <= to; n++ {
		all = append(all, stem+strconv.Itoa(n))
	}
	return all
}
