package vendors

import "strings"

// isSecretWord tells whether a secret follows a word in the languages of switches. Vendors print no line that is out of scope,
// and no line in scope holds a secret: this is the second lock on that door.
func isSecretWord(word string) bool {
	switch word {
	case "password", "passwd", "passphrase", "passkey", "secret", "key", "key-string", "shared-key", "community", "token", "md5", "sha", "priv",
		"cipher", "irreversible-cipher":
		return true
	}
	return false
}

// isQualifier tells words that stand before a secret and say how it is encoded or what it is good for.
func isQualifier(word string) bool {
	switch word {
	case "cipher", "irreversible-cipher", "simple", "read", "write":
		return true
	}
	return len(word) == 1 && word[0] >= '0' && word[0] <= '9'
}

const redacted = "<redacted>"

// RedactLine cuts a configuration line where a secret begins.
func RedactLine(line string) string {
	first := len(line)
	eachSecret(line, func(start, _ int) { first = min(first, start) })
	if first == len(line) {
		return line
	}
	return line[:first] + redacted
}

// Secrets lists the secrets of a running configuration, for RedactProse.
func Secrets(running []byte) []string {
	text := string(running)
	var found []string
	eachSecret(text, func(start, end int) { found = append(found, text[start:end]) })
	return found
}

// RedactProse takes secrets out of a message. Prose speaks of keys and passwords without telling them, so that a word
// alone means nothing here.
func RedactProse(message string, secrets []string) string {
	for _, secret := range secrets {
		message = strings.ReplaceAll(message, secret, redacted)
	}
	return message
}

// RedactSentence takes secrets out of a sentence that may quote a line of a configuration. It asks for the secrets only if the
// sentence seems to hold one.
func RedactSentence(sentence string, secrets func() []string) string {
	if RedactLine(sentence) == sentence {
		return sentence
	}
	return RedactProse(sentence, secrets())
}

// eachSecret calls do with the place of every secret: the word that follows a secret word on its line, behind qualifiers.
func eachSecret(text string, do func(start, end int)) {
	for at := 0; at < len(text); at++ {
		start := at
		for at < len(text) && wordBytes[text[at]] {
			at++
		}
		if !isSecretWord(text[start:at]) {
			continue
		}
		from, end := nextWord(text, at)
		for from < end && isQualifier(text[from:end]) {
			from, end = nextWord(text, end)
		}
		if from < end {
			do(from, end)
		}
	}
}

// nextWord is the place of the first word after at on the same line; it is empty when there is none.
func nextWord(text string, at int) (start, end int) {
	for start = at; start < len(text) && strings.IndexByte(" \t\"':=", text[start]) >= 0; start++ {
	}
	if n := enciphered(text[start:]); n > 0 {
		return start, start + n
	}
	for end = start; end < len(text) && strings.IndexByte(" \t\"'\r\n,", text[end]) < 0; end++ {
	}
	return start, end
}

// enciphered is the length of a string between marks of encryption, blanks and all, or 0.
func enciphered(text string) int {
	const mark = "%^%#"
	if !strings.HasPrefix(text, mark) {
		return 0
	}
	line, _, _ := strings.Cut(text, "\n")
	if end := strings.Index(line[len(mark):], mark); end >= 0 {
		return len(mark) + end + len(mark)
	}
	return 0
}

// wordBytes are the bytes that words are made of.
var wordBytes = func() (is [256]bool) {
	for c := range is {
		is[c] = c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return is
}()
