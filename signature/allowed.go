package signature

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// signer is a key that may sign: a line of an allowed_signers file.
type signer struct {
	who           string // its principals; empty for a bare public key
	key           []byte
	namespaces    string // patterns; empty for all
	after, before time.Time
}

// Allowed is who may sign.
type Allowed struct {
	path    string
	signers []signer
	revoked map[string]bool // public keys in SSH's form
}

// ReadAllowed reads who may sign from a file: lines of allowed_signers as ssh-keygen takes them, or public keys alone. Times are local
// unless they end in Z. Lines for certificate authorities do not count: signatures of certificates are refused.
func ReadAllowed(path string) (*Allowed, error) {
	a := &Allowed{path: path, revoked: map[string]bool{}}
	err := eachLine(path, func(line string) error {
		s, counts, err := parseSigner(line)
		if counts {
			a.signers = append(a.signers, s)
		}
		return err
	})
	if err == nil && len(a.signers) == 0 {
		err = fmt.Errorf("%s allows nobody to sign", path)
	}
	if err != nil {
		return nil, fmt.Errorf("who may sign: %w", err)
	}
	return a, nil
}

// Revoke reads public keys that may not sign any more, one a line, whatever the file of those who may says.
func (a *Allowed) Revoke(path string) error {
	err := eachLine(path, func(line string) error {
		if strings.HasPrefix(line, "SSHKRL") {
			return errors.New("it is a binary list of revocations: write the public keys, one a line")
		}
		key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil {
			return fmt.Errorf("no public key: %w", err)
		}
		a.revoked[string(key.Marshal())] = true
		return nil
	})
	if err != nil {
		return fmt.Errorf("the revoked keys: %w", err)
	}
	return nil
}

// eachLine calls with each line of a file that says something.
func eachLine(path string, do func(line string) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := do(line); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// parseSigner reads a line: a public key alone, or whose it is, options and a public key. One for a certificate authority does not count.
func parseSigner(line string) (s signer, counts bool, err error) {
	if key, alone := publicKey([]byte(line)); alone {
		return signer{key: key.Marshal()}, true, nil
	}
	who, rest, err := principals(line)
	if err != nil {
		return s, false, err
	}
	for pattern := range strings.SplitSeq(who, ",") {
		if strings.HasPrefix(pattern, "!") {
			return s, false, fmt.Errorf("%q excludes somebody, and weft knows keys and not who holds them: have lines for those who may sign", who)
		}
	}
	key, _, options, _, err := ssh.ParseAuthorizedKey([]byte(rest))
	if err != nil {
		return s, false, fmt.Errorf("after %q there is no public key: %w", who, err)
	}
	s, counts = signer{who: who, key: key.Marshal()}, true
	for _, option := range options {
		if strings.EqualFold(option, "cert-authority") {
			counts = false
		} else if err := s.option(option); err != nil {
			return s, false, err
		}
	}
	return s, counts, nil
}

// option takes in NAME="VALUE".
func (s *signer) option(text string) (err error) {
	name, value, _ := strings.Cut(text, "=")
	switch value = strings.Trim(value, `"`); strings.ToLower(name) {
	case "namespaces":
		s.namespaces = value
	case "valid-after":
		s.after, err = parseTime(value)
	case "valid-before":
		s.before, err = parseTime(value)
	default:
		err = fmt.Errorf("unknown option %q", name)
	}
	return err
}

// principals cuts the first field off a line, which may be in quotation marks.
func principals(line string) (who, rest string, err error) {
	if quoted, found := strings.CutPrefix(line, `"`); found {
		who, rest, found = strings.Cut(quoted, `"`)
		if !found {
			return "", "", errors.New("a quotation mark is not closed")
		}
		return who, strings.TrimSpace(rest), nil
	}
	at := strings.IndexAny(line, " \t")
	if at < 0 {
		return "", "", errors.New("no public key")
	}
	return line[:at], strings.TrimSpace(line[at:]), nil
}

// timeForms are how ssh-keygen writes times.
var timeForms = []string{"20060102", "200601021504", "20060102150405"}

func parseTime(text string) (time.Time, error) {
	digits, utc := strings.CutSuffix(text, "Z")
	zone := time.Local
	if utc {
		zone = time.UTC
	}
	for _, form := range timeForms {
		if len(form) != len(digits) {
			continue
		}
		if t, err := time.ParseInLocation(form, digits, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: write YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, with a Z for UTC", text)
}

// may is why a key may not sign at a time; nil when it may.
func (s *signer) may(now time.Time) error {
	switch {
	case s.namespaces != "" && !matchesAny(s.namespaces, Namespace):
		return fmt.Errorf("it is allowed for %q, and not for %q", s.namespaces, Namespace)
	case !s.after.IsZero() && now.Before(s.after):
		return fmt.Errorf("it is allowed from %s on", s.after.Format(time.DateTime))
	case !s.before.IsZero() && now.After(s.before):
		return fmt.Errorf("it was allowed until %s", s.before.Format(time.DateTime))
	}
	return nil
}

// matchesAny matches a list of patterns as OpenSSH does: one that begins with "!" and matches decides against all.
func matchesAny(patterns, text string) bool {
	matched := false
	for pattern := range strings.SplitSeq(patterns, ",") {
		wanted, negated := strings.CutPrefix(pattern, "!")
		if !matches(wanted, text) {
			continue
		}
		if negated {
			return false
		}
		matched = true
	}
	return matched
}

// matches matches a pattern in which * stands for any text and ? for any character.
func matches(pattern, text string) bool {
	if pattern == "" {
		return text == ""
	}
	switch {
	case pattern[0] == '*':
		return matches(pattern[1:], text) || text != "" && matches(pattern, text[1:])
	case text == "" || pattern[0] != '?' && pattern[0] != text[0]:
		return false
	}
	return matches(pattern[1:], text[1:])
}
