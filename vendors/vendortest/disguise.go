package vendortest

import (
	"bytes"
	"math/rand"
	"strings"
)

// ShuffleInterfaces changes the order of the lines inside each interface of a configuration that is indented so.
func ShuffleInterfaces(text, indent string, seed int64) string {
	random := rand.New(rand.NewSource(seed))
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "interface ") {
			continue
		}
		end := i + 1
		for end < len(lines) && strings.HasPrefix(lines[end], indent) {
			end++
		}
		body := lines[i+1 : end]
		random.Shuffle(len(body), func(a, b int) { body[a], body[b] = body[b], body[a] })
	}
	return strings.Join(lines, "")
}

// Rename gives objects of a prefix the names of an operator.
func Rename(config []byte, prefix string) []byte {
	return bytes.ReplaceAll(config, []byte(prefix+"-"), []byte("operators_"))
}
