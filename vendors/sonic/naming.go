package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors/fitting"
)

// The roles of weft's rows, as they stand in names and as `adopt` calls them.
const (
	roleClassify  = "classify"
	roleQueues    = "queues"
	roleGroups    = "groups"
	rolePFC       = "pfc"
	rolePFCGroups = "pfc-groups"
	roleMark      = "mark"
	roleScheduler = "q"
	roleECN       = "ecn"
	roleHeadroom  = "headroom"
	roleLimit     = "limit"
)

// roleTable is a role with the tables of its rows.
type roleTable struct {
	role   string
	tables []string
	of     string // what may follow the role, for messages
}

var roleTables = []roleTable{
	{roleClassify, []string{tableDSCP, tableDot1p}, ""},
	{roleQueues, []string{tableQueues}, ""},
	{roleGroups, []string{tableGroups}, ""},
	{rolePFC, []string{tablePFCQueues}, ""},
	{rolePFCGroups, []string{tablePFCGroups}, ""},
	{roleMark, []string{tableMarks}, ""},
	{roleScheduler, []string{tableScheduler}, ":CLASS"},
	{roleECN, []string{tableWRED}, ":CLASS[:SPEED]"},
	{roleHeadroom, []string{tableProfile}, ":CLASS[:SPEED]"},
	{roleLimit, []string{tableProfile}, ":CLASS"},
}

// roleWords lists the roles as `adopt` takes them.
func roleWords() string {
	words := make([]string, len(roleTables))
	for i, r := range roleTables {
		words[i] = r.role
		if r.of != "" {
			words[i] += "[" + r.of + "]"
		}
	}
	return strings.Join(words, ", ")
}

// mostName is the longest key of a row that names can refer to.
const mostName = 32

// isKey tells whether s can be the key of a row of one's own: letters, digits, dashes, underscores and, in tables other than
// those of maps, dots.
func isKey(s string) bool {
	if s == "" || len(s) > mostName || s[0] == '-' || s[0] == '_' || s[0] == '.' {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !fitting.NameRune(r) && r != '.' }) < 0
}

// cutObject takes the full name of a row apart: "WRED_PROFILE AZURE_LOSSLESS", or with the bar of the database.
func cutObject(full string) (table, key string, ok bool) {
	at := strings.IndexAny(full, " |")
	if at < 0 {
		return "", "", false
	}
	return full[:at], full[at+1:], true
}
