package nxos

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// maxOwnName is the longest name that the switch takes (S-BF).
const maxOwnName = 40

// The roles of weft's objects, as they stand in names and as `adopt` calls them.
const (
	roleClassify = "classify"
	roleEgress   = "egress"
	roleHeadroom = "headroom"
	roleNoDrop   = "nodrop"
	roleQueue    = "queue" // queuing class-maps of families that have none of their own
)

// classStem is the stem of the system's classes of one policy type: group 3 of stem "c-8q-nq" is c-8q-nq3, and group 0 is
// c-8q-nq-default (S-CHKPT).
type classStem string

// classStems by class set: for network-qos, output queuing and input queuing.
var classStems = [...]struct{ network, output, input classStem }{
	eightClasses: {"c-8q-nq", "c-out-8q-q", "c-in-q"},
	fourClasses:  {"c-nq", "c-out-q", "c-in-q"},
}

func (s classStem) of(q qos.Queue) string {
	if q == 0 {
		return string(s) + "-default"
	}
	return string(s) + strconv.Itoa(int(q))
}

// isName tells whether s can be the name of an object of one's own: nothing in it could end the command it stands in.
func isName(s string) bool {
	if s == "" || len(s) > maxOwnName || strings.HasPrefix(s, "default-") {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !fitting.NameRune(r) && r != '.' }) < 0 && !isSystemClass(s)
}

func isSystemClass(s string) bool {
	for _, set := range classStems {
		for _, stem := range []classStem{set.network, set.output, set.input} {
			if strings.HasPrefix(s, string(stem)) {
				return true
			}
		}
	}
	return s == classDefault
}

// classDefault takes what no other class of a policy does.
const classDefault = "class-default"
