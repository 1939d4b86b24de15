package conf

import "bytes"

// Word is the rest of the first line of a text that starts with a keyword: the name in "hostname leaf1". Empty for none.
func Word(text []byte, keyword string) string {
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte(keyword+" ")); ok {
			return string(bytes.TrimSpace(rest))
		}
	}
	return ""
}
