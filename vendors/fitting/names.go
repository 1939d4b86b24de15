package fitting

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// MaxName is the longest name that weft gives.
const MaxName = 31

// ObjectName joins the parts of a name, leaving out empty ones, and shortens it to MaxName: a name that is too long keeps its
// start and gets a hash of all of it.
func ObjectName(parts ...string) string {
	name := make([]byte, 0, MaxName+16)
	for _, part := range parts {
		if part == "" {
			continue
		}
		if len(name) > 0 {
			name = append(name, '-')
		}
		name = append(name, part...)
	}
	if len(name) <= MaxName {
		return string(name)
	}
	return string(name[:MaxName-7]) + "-" + Hash6(string(name))
}

// Hash6 is six hex digits that stand for a text.
func Hash6(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:3])
}

// SpeedName is a port speed as the intent writes it: 400G.
func SpeedName(speed qos.BitsPerSecond) string {
	switch {
	case speed <= 0:
		return ""
	case speed%qos.Gbps == 0:
		return strconv.FormatInt(int64(speed/qos.Gbps), 10) + "G"
	}
	return strconv.FormatInt(int64(speed/qos.Mbps), 10) + "M"
}

// NamePart is a label in the characters that a name may have.
func NamePart(label string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if NameRune(r) {
			return r
		}
		return '-'
	}, label), "-")
}

// NameRune tells whether every switch takes a character in the name of an object.
func NameRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-'
}

// ClassName is what the intent calls a queue, for the fields of deviations.
func ClassName(sw *qos.Switch, q qos.Queue) string {
	if name := sw.Names[q]; name != "" {
		return "traffic_class " + name
	}
	return "queue " + strconv.Itoa(int(q))
}

// Namer gives names, each once. It is used by one goroutine.
type Namer map[string]bool

// Unique makes a name of parts. When another object has it already, a hash of what the object says tells the two apart.
func (n Namer) Unique(identity any, parts ...string) string {
	name := ObjectName(parts...)
	if n[name] {
		name = ObjectName(append(parts, Hash6(fmt.Sprint(identity)))...)
	}
	n[name] = true
	return name
}
