package cloudengine

import "github.com/weft-net/weft/vendors"

// Dialect is how VRP8 talks at its command line in two-stage mode (D300, SCRAPLI, ANNET). The views that are entered from the
// system view stand behind the switch's name and a dash.
func (CloudEngine) Dialect() vendors.Dialect {
	return vendors.Dialect{
		Prompts: []string{
			`(HRP_[AMS])?<(?P<name>[^<>\s]{1,128})>`,
			`(HRP_[AMS])?\[[~*](?P<name>[^\[\]\s]{1,128})(-[^\[\]\s]{1,128})?\]`,
		},
		Login:  []string{"screen-length 0 temporary"},
		Wishes: []string{"undo terminal monitor"},
		Logout: "quit",
		Questions: []string{
			`\[[Yy](\(yes\))?/[Nn](\(no\))?(/[Cc](\(cancel\))?)?\]\s*:?`,
			`[Pp]assword:`,
		},
		More:     []string{`---- More ----`},
		Refusals: []string{`^\s*Error:`},
		Messages: []string{
			`[A-Z][a-z]{2} [ \d]?\d \d{4} \d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d)?( DST)? (?P<name>[^<>\s]{1,128}) %%\d\d\w+/[0-7]/\w+\(\w\).*`,
		},
		Logs:           []string{`\blog|\btrap`},
		Configurations: []string{"display cu", "display sa", "display conf", "display this"},
	}
}
