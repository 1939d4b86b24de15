package cloudengine

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/fitting"
)

// The roles of weft's objects, as they stand in names, and as `adopt` calls them.
const (
	roleClassify = "classify" // a diffserv domain
	rolePFC      = "pfc"      // a dcb pfc profile
	roleEgress   = "egress"   // a drop profile
	roleECN      = "ecn"      // its part of a name
)

// kindOf is what the switch calls the objects of a role.
var kindOf = map[string]string{roleClassify: "diffserv domain", rolePFC: "dcb pfc", roleEgress: "drop-profile"}

// notNames are words that stand where a name does and mean something else (D300).
var notNames = []string{"default", "dscp-mapping", "deadlock", "deadlock-detect", "deadlock-recovery", "global", "uplink", "enable", "none"}

// isOwnName tells whether s can be the name of an object of one's own: nothing in it could end the command it stands in, and
// it is no word of the command.
func isOwnName(s string) bool {
	if s == "" || len(s) > fitting.MaxName || slices.Contains(notNames, strings.ToLower(s)) || strings.HasPrefix("brief", strings.ToLower(s)) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !fitting.NameRune(r) && r != '.' }) < 0
}
