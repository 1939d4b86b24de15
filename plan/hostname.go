package plan

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/weft-net/weft/vendors"
)

// checkName warns of a running configuration that another switch seems to have: its file may have been mixed up.
func (m *maker) checkName(running vendors.Config) {
	namer, ok := m.vendor.(vendors.Namer)
	if !ok {
		return
	}
	host := namer.Hostname(running)
	if host == "" || wordIn(host, m.in.Name) || wordIn(m.in.Name, host) {
		return
	}
	m.device.Warnings = append(m.device.Warnings, fmt.Sprintf("the running configuration is of a switch that calls itself %q: is it that of %s?", host, m.in.Name))
}

// checkRelease compares the release that a running configuration says with that of the intent.
func (m *maker) checkRelease(running vendors.Config) error {
	releaser, ok := m.vendor.(vendors.Releaser)
	if !ok {
		return nil
	}
	diags := releaser.CheckRelease(running, m.in.Site.Platform)
	m.warn(diags)
	return reasons(diags)
}

// wordIn tells whether a name is another one, or whole words of it: leaf1 in pod1-leaf1.example.net, and not in leaf10. Case does
// not count.
func wordIn(long, short string) bool {
	long, short = strings.ToLower(long), strings.ToLower(short)
	inWord := func(s string, at int) bool {
		return at >= 0 && at < len(s) && (unicode.IsLetter(rune(s[at])) || unicode.IsDigit(rune(s[at])))
	}
	for at := 0; ; at++ {
		next := strings.Index(long[at:], short)
		if next < 0 {
			return false
		}
		at += next
		if !inWord(long, at-1) && !inWord(long, at+len(short)) {
			return true
		}
	}
}
