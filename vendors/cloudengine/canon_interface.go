package cloudengine

import "strings"

// interfaceKinds are the kinds of interface whose names do not start with a speed, as printed.
var interfaceKinds = []string{
	"Eth-Trunk", "Vlanif", "Vbdif", "LoopBack", "NULL", "MEth", "Nve", "Stack-Port", "Tunnel", "Ethernet", "FlexE",
	"GigabitEthernet", "XGigabitEthernet",
}

// canonicalInterface is the name of one interface as the switch prints it, without blanks: 100GE1/0/1, Eth-Trunk1.
func canonicalInterface(written string) (string, bool) {
	if isPort(written) {
		return written, true
	}
	kind, numbers := cutNumbers(written)
	if kind == "" || numbers == "" || strings.Trim(numbers, "0123456789/.:") != "" {
		return "", false
	}
	if speed, ok := cutFold(kind, "GE"); ok && strings.Trim(speed, "0123456789|") == "" {
		if strings.HasSuffix(kind, "GE") {
			return written, true
		}
		return speed + "GE" + numbers, true
	}
	for _, k := range interfaceKinds {
		if strings.EqualFold(k, kind) {
			if k == kind {
				return written, true
			}
			return k + numbers, true
		}
	}
	return written, true
}

// cutNumbers cuts a name behind its last letter.
func cutNumbers(written string) (kind, numbers string) {
	at := strings.LastIndexFunc(written, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }) + 1
	return written[:at], written[at:]
}

func cutFold(s, suffix string) (string, bool) {
	at := len(s) - len(suffix)
	if at < 0 || !strings.EqualFold(s[at:], suffix) {
		return s, false
	}
	return s[:at], true
}

// isPort tells whether a printed name is of a physical port: GE1/0/1, 100GE1/0/1, 10GE1/0/1:1.
func isPort(name string) bool {
	at := strings.Index(name, "GE")
	if at < 0 || at+2 == len(name) || !isDigit(name[at+2]) {
		return false
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case isDigit(c), i < at && c == '|', i > at+1 && (c == '/' || c == ':'):
		case i == at || i == at+1:
		default:
			return false
		}
	}
	return true
}

// isBundle tells whether a printed name is of a bundle.
func isBundle(name string) bool {
	number, ok := strings.CutPrefix(name, "Eth-Trunk")
	return ok && isNumber(number)
}

// isSub tells whether a printed name is of a sub-interface of a port or bundle, and which that is.
func isSub(name string) (of string, ok bool) {
	of, _, ok = strings.Cut(name, ".")
	return of, ok && (isPort(of) || isBundle(of))
}

// slotIn is the slot in a port's name: 3 in 100GE3/0/1.
func slotIn(port string) string {
	_, numbers, _ := strings.Cut(port, "GE")
	slot, _, _ := strings.Cut(numbers, "/")
	return slot
}
