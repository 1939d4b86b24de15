package nxos

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// maxName is the longest name that weft gives; maxOwnName the longest that the switch takes (S-BF).
const (
	maxName    = 31
	maxOwnName = 40
)

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

// objectName joins the parts of a name, leaving out empty ones, and shortens it to maxName: a name that is too long keeps its
// start and gets a hash of all of it.
func objectName(parts ...string) string {
	name := make([]byte, 0, maxName+16)
	for _, part := range parts {
		if part == "" {
			continue
		}
		if len(name) > 0 {
			name = append(name, '-')
		}
		name = append(name, part...)
	}
	if len(name) <= maxName {
		return string(name)
	}
	return string(name[:maxName-7]) + "-" + hash6(string(name))
}

// hash6 is six hex digits that stand for a text.
func hash6(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:3])
}

// speedName is a port speed as the intent writes it: 400G.
func speedName(speed qos.BitsPerSecond) string {
	switch {
	case speed <= 0:
		return ""
	case speed%qos.Gbps == 0:
		return strconv.FormatInt(int64(speed/qos.Gbps), 10) + "G"
	}
	return strconv.FormatInt(int64(speed/qos.Mbps), 10) + "M"
}

// namePart is a label in the characters that a name may have.
func namePart(label string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if isNameChar(r) {
			return r
		}
		return '-'
	}, label), "-")
}

func isNameChar(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-'
}

// isName tells whether s can be the name of an object of one's own: nothing in it could end the command it stands in.
func isName(s string) bool {
	if s == "" || len(s) > maxOwnName || strings.HasPrefix(s, "default-") {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !isNameChar(r) && r != '.' }) < 0 && !isSystemClass(s)
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
