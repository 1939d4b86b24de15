package nxos

import "github.com/weft-net/weft/vendors"

// Dialect is how NX-OS talks at its command line (S-SCRAPLI, S-PYATS, S-ANSIBLE).
//
// "terminal dont-ask" is not entered: a question that nobody expected ends the session, and is not answered by the switch itself.
func (NXOS) Dialect() vendors.Dialect {
	return vendors.Dialect{
		Prompts: []string{
			`(?P<name>[\w.\-]{1,64})(\(maint-mode\))?# ?`,
			`(?P<name>[\w.\-]{1,64})(\(maint-mode\))?\(conf[\w.\-@/:+]{0,64}\)# ?`,
		},
		Login:  []string{"terminal length 0", "terminal width 511", "terminal session-timeout 0"},
		Wishes: []string{"terminal no monitor"},
		Logout: "exit",
		Questions: []string{
			`\((y|yes)/(n|no)(/\w+)?\)\s*\??\s*:?\s*(\[\w*\])?`,
			`\[[Yy]/[Nn]\]\s*:?`,
			`\[confirm\]`,
			`[Pp]assword:`,
		},
		More: []string{`--More--`},
		Refusals: []string{
			`^% ?(Invalid|Incomplete|Ambiguous)`,
			`^% \w+`,
			`(?i)^\s*error ?:`,
			`(?i)\bnot found\b`,
			`(?i)\bcannot apply\b`,
			`(?i)sufficient free entries are not available in tcam bank`,
			`'[^']+' returned error code`,
			`^Module \d+ returned status "`,
			`^Rollback failed`,
			`^Configuration update aborted`,
			`^Failed\. err=`,
			`(?i)commit verification failed`,
		},
		Messages: []string{
			`(\d{4} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(\.\d+)?( [A-Z]{3,5})? (?P<name>[\w.\-]{1,64}) (%\$ VDC-\d+ %\$ )?)?` +
				`%[A-Z][A-Z0-9_]*(-[A-Z0-9_]+)*-[0-7]-[A-Z][A-Z0-9_]*: .*`,
			`Confirm commit Timer expired, triggering rollback commit`,
		},
		Logs:           []string{`\blog`},
		Configurations: []string{"show run", "show start", "show conf", "show diff", "show file"},
	}
}
