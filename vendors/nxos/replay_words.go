package nxos

import (
	"math/bits"
	"strconv"
	"strings"
)

// paramKind reads a parameter from word i of a command on: its canonical form, the word after it, and what is wrong with it.
type paramKind func(c *typed, i int) (value string, next int, says string)

// The longest names (reference section 2.1).
const (
	longestName       = 40
	longestAccessList = 64
)

// paramOf is the reader of a parameter: one of the names below, or a range such as <0-7>.
func paramOf(label string) paramKind {
	switch label {
	case "<name>":
		return nameParam(longestName)
	case "<acl>":
		return nameParam(longestAccessList)
	case "<word>":
		return func(c *typed, i int) (string, int, string) { return c.words[i], i + 1, "" }
	case "<text>":
		return textParam
	case "<words>":
		return wordsParam
	case "<n>":
		return numberParam(0, 1<<32-1)
	case "<port>":
		return portParam
	case "<dscp>":
		return dscpParam
	case "<dscps>":
		return listParam(64, dscpNumber)
	case "<coses>":
		return listParam(8, plainNumber)
	}
	low, high, _ := strings.Cut(strings.Trim(label, "<>"), "-")
	from, _ := strconv.Atoi(low)
	to, _ := strconv.Atoi(high)
	return numberParam(from, to)
}

func nameParam(longest int) paramKind {
	return func(c *typed, i int) (string, int, string) {
		if len(c.words[i]) > longest {
			return "", i, saysParameter
		}
		return c.words[i], i + 1, ""
	}
}

// textParam takes the rest of the command as it is.
func textParam(c *typed, i int) (string, int, string) {
	return strings.TrimRight(c.raw[c.at[i]:], " \t\r"), len(c.words), ""
}

// wordsParam takes the rest of the command with single blanks.
func wordsParam(c *typed, i int) (string, int, string) {
	if c.loose {
		return strings.Join(c.words[i:], " "), len(c.words), ""
	}
	return textParam(c, i)
}

func numberParam(from, to int) paramKind {
	return func(c *typed, i int) (string, int, string) {
		n, ok := plainNumber(c.words[i])
		switch {
		case !ok:
			return "", i, saysInvalid
		case n < from || n > to:
			return "", i, saysNumber
		}
		return canonNumber(c.words[i]), i + 1, ""
	}
}

func dscpParam(c *typed, i int) (string, int, string) {
	n, ok := dscpNumber(c.words[i])
	if !ok {
		return "", i, saysInvalid
	}
	if n > 63 {
		return "", i, saysNumber
	}
	return numberText(c.words[i], n), i + 1, ""
}

// listParam reads a comma list of numbers below limit and ranges of them, and gives it sorted and written out.
func listParam(limit int, number func(string) (int, bool)) paramKind {
	return func(c *typed, i int) (string, int, string) {
		set, says := cliList(c.words[i], limit, number)
		if says != "" {
			return "", i, says
		}
		return listText(set, c.words[i]), i + 1, ""
	}
}

func cliList(list string, limit int, number func(string) (int, bool)) (set uint64, says string) {
	for more := true; more; {
		var item string
		item, list, more = strings.Cut(list, ",")
		low, high, isRange := strings.Cut(item, "-")
		from, ok := number(low)
		to := from
		if isRange && ok {
			to, ok = number(high)
		}
		switch {
		case !ok:
			return 0, saysInvalid
		case from >= limit || to >= limit || from > to:
			return 0, saysNumber
		}
		set |= (1<<(to-from+1) - 1) << from
	}
	return set, ""
}

// listOf reads a list that the switch printed; what it does not understand is empty.
func listOf(list string) uint64 {
	set, _ := cliList(list, 64, dscpNumber)
	return set
}

// listText writes a set as a comma list. When that is as, no text is made.
func listText(set uint64, as string) string {
	buf := make([]byte, 0, 192)
	for ; set != 0; set &= set - 1 {
		if len(buf) > 0 {
			buf = append(buf, ',')
		}
		buf = strconv.AppendInt(buf, int64(bits.TrailingZeros64(set)), 10)
	}
	if string(buf) == as {
		return as
	}
	return string(buf)
}

// plainNumber reads digits.
func plainNumber(s string) (int, bool) {
	if s == "" || len(s) > 10 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// numberIn is the number that a parameter is.
func numberIn(s string) int {
	n, _ := plainNumber(s)
	return n
}

// dscpNumber reads a code point by number or by name.
func dscpNumber(s string) (int, bool) {
	if n, ok := plainNumber(s); ok {
		return n, true
	}
	switch name := strings.ToLower(s); {
	case name == "default":
		return 0, true
	case name == "ef":
		return 46, true
	case len(name) == 3 && name[:2] == "cs" && name[2] >= '0' && name[2] <= '7':
		return 8 * int(name[2]-'0'), true
	case len(name) == 4 && name[:2] == "af" && name[2] >= '1' && name[2] <= '4' && name[3] >= '1' && name[3] <= '3':
		return 8*int(name[2]-'0') + 2*int(name[3]-'0'), true
	}
	return 0, false
}

// canonNumber is a number without leading zeros.
func canonNumber(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// numberText writes n. When it was typed as digits no text is made.
func numberText(typedAs string, n int) string {
	if typedAs[0] >= '0' && typedAs[0] <= '9' {
		return canonNumber(typedAs)
	}
	return strconv.Itoa(n)
}

// portKinds are the interface names as printed, with the part that must be typed at least.
var portKinds = [...]struct{ name, least string }{
	{"Ethernet", "e"}, {"port-channel", "po"}, {"Vlan", "vl"}, {"loopback", "lo"}, {"mgmt", "m"}, {"nve", "nv"},
}

// portParam reads an interface name, of one word or of two, and gives it as printed.
func portParam(c *typed, i int) (string, int, string) {
	word, next := c.words[i], i+1
	letters := 0
	for letters < len(word) && (word[letters] < '0' || word[letters] > '9') {
		letters++
	}
	number := word[letters:]
	if number == "" && next < len(c.words) {
		number = c.words[next]
		next++
	}
	for _, kind := range portKinds {
		if letters < len(kind.least) || !startsFold(kind.name, word[:letters]) {
			continue
		}
		if !isPortNumber(number) {
			return "", i, "% Invalid interface format at '^' marker."
		}
		if kind.name == word[:letters] && letters < len(word) {
			return word, next, ""
		}
		return kind.name + number, next, ""
	}
	return "", i, saysInvalid
}

// isPortNumber tells whether s is like 1, 1/2, 1/2/3 or 1/2.100.
func isPortNumber(s string) bool {
	digits := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			digits = true
		case (s[i] == '/' || s[i] == '.') && digits:
			digits = false
		default:
			return false
		}
	}
	return digits
}

// firstWords is the beginning of a line up to its n-th word.
func firstWords(line string, n int) string {
	for i := 0; i < len(line); i++ {
		if line[i] != ' ' {
			continue
		}
		if n--; n == 0 {
			return line[:i]
		}
	}
	return line
}

// startsWith tells whether a line begins with whole words.
func startsWith(line, words string) bool {
	return strings.HasPrefix(line, words) && (len(line) == len(words) || line[len(words)] == ' ')
}

// lastWord is what follows the last blank of a line.
func lastWord(line string) string { return line[strings.LastIndexByte(line, ' ')+1:] }

// numberAt is the number that word i of a line is, counted from 0, or -1.
func numberAt(line string, i int) int {
	if n, ok := plainNumber(lastWord(firstWords(line, i+1))); ok {
		return n
	}
	return -1
}
