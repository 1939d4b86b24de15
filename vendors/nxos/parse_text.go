package nxos

import "strings"

// freeText takes a command of the top with the lines that belong to it as text, if it is such a one: a banner, a scheduler
// job, a certificate. They may look like anything.
func (p *parser) freeText(header string) bool {
	if c := header[0] | 0x20; c != 'b' && c != 's' && c != '-' {
		return false
	}
	end, what := freeTextEnd(header)
	if end == nil {
		return false
	}
	if first, ended := p.build.FreeText(&p.lines, header, end); !ended {
		p.diags.Errorf(first, "the %s that starts here does not end", what)
	}
	p.depth, p.open[0].foreign = 0, 0
	return true
}

// freeTextEnd recognises a command that text follows on further lines, and tells the last of them.
func freeTextEnd(header string) (end func(line string) bool, what string) {
	var space [maxWords]string
	words, _ := split(header, space[:])
	switch {
	case strings.HasPrefix(header, "-----BEGIN "):
		return func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "-----END ") }, "certificate"
	case len(words) < 3:
		return nil, ""
	case isWord(words[0], "banner", 3) && (isWord(words[1], "motd", 1) || isWord(words[1], "exec", 1)):
		delimiter := words[2][:1]
		_, text, _ := strings.Cut(header, words[0])
		_, text, _ = strings.Cut(text, words[1])
		_, text, _ = strings.Cut(text, delimiter)
		if strings.Contains(text, delimiter) {
			return nil, ""
		}
		return func(line string) bool { return strings.Contains(line, delimiter) }, "banner"
	case isWord(words[0], "scheduler", 3) && isWord(words[1], "job", 1) && isWord(words[2], "name", 1):
		return func(line string) bool { return strings.TrimSpace(line) == "end-job" }, "scheduler job"
	}
	return nil, ""
}

// isWord tells whether s is a keyword or a start of it of so many letters at least.
func isWord(s, word string, letters int) bool {
	return len(s) >= letters && abbreviated(s, []string{word}) != ""
}

// topCommands are first words, or first two, of commands that stand at the top only. In a text without any indentation they
// end the block before them.
var topCommands = []string{
	"aaa", "banner", "bfd", "boot", "class-map", "cli", "clock", "congestion-control", "control-plane", "copp", "crypto", "end",
	"errdisable", "event", "evpn", "fabric", "feature", "hardware", "hostname", "icam", "interface", "ip access-list",
	"ip as-path", "ip community-list", "ip domain-lookup", "ip domain-name", "ip host", "ip name-server", "ip prefix-list",
	"ip route", "ipv6 access-list", "ipv6 prefix-list", "ipv6 route", "key", "license", "line", "lldp holdtime", "lldp reinit",
	"lldp timer", "lldp tlv-select", "logging", "mac access-list", "mac address-table", "monitor", "ngoam", "ntp", "nxapi",
	"object-group", "poap", "policy-map", "port-channel", "ptp", "qos", "radius-server", "rmon", "role", "route-map", "router",
	"scheduler", "sflow", "snmp-server", "spanning-tree loopguard", "spanning-tree mode", "spanning-tree pathcost",
	"spanning-tree vlan", "ssh", "switchname", "system", "tacacs-server", "telemetry", "telnet", "track", "username", "vdc",
	"version", "vlan", "vpc domain", "vrf context", "wred-queue",
}

// isTopCommand tells whether a line, or what it negates, starts with one of topCommands.
func isTopCommand(line string) bool {
	line = strings.TrimPrefix(line, "no ")
	for _, start := range topCommands {
		if rest, ok := strings.CutPrefix(line, start); ok && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// opensBlock tells whether a line that was not understood heads a block, as far as its first word says.
func opensBlock(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	for _, opener := range []string{"class-map", "policy-map", "class", "interface"} {
		if isWord(word, opener, 3) {
			return true
		}
	}
	return false
}
