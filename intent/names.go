package intent

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/hashicorp/hcl/v2"
)

// Limits of names. Objects on a switch are PREFIX-ROLE-CLASS-… in at most 31 characters; a longer name is shortened with a
// hash, which nobody can read, so names that leave no room are refused here.
const (
	longestName   = 24
	longestDevice = 63 // a host name label
	longestPrefix = 8
)

// reserved are names that mean something else to a switch or to weft's own command line.
var reserved = []string{"all", "any", "class-default", "default", "none"}

// parseName accepts the name of a class, profile, host NIC or credentials block.
func parseName(s string) (string, error) {
	return s, nameError(s, longestName, "")
}

// parseRole accepts the role of an adopted object: a word, and where weft has several objects of that role, a colon and the
// class or the port speed.
func parseRole(s string) (string, error) {
	role, variant, several := strings.Cut(s, ":")
	err := nameError(role, longestName, "")
	if err == nil && several {
		err = nameError(variant, longestName, "")
	}
	return s, err
}

// parseDeviceName accepts a switch's name, which may have dots as host names do.
func parseDeviceName(s string) (string, error) {
	return s, nameError(s, longestDevice, ".")
}

func nameError(s string, longest int, also string) error {
	if err := safeText(s); err != nil {
		return err
	}
	switch {
	case s == "":
		return errors.New("the name is empty")
	case len(s) > longest:
		return fmt.Errorf("the name is %d characters long: at most %d will do", len(s), longest)
	case slices.Contains(reserved, strings.ToLower(s)):
		return fmt.Errorf("%q is reserved: it means something else to switches. Choose another name than %s", s, strings.Join(reserved, ", "))
	case !letter(s[0]) && !digit(s[0]):
		return fmt.Errorf("%q starts with %q: names start with a letter or a digit", s, s[:1])
	}
	for _, r := range s {
		if !nameRune(r) && !strings.ContainsRune(also, r) {
			return fmt.Errorf("%q contains %q: names are made of letters, digits, _ and -%s", s, r, also)
		}
	}
	return nil
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

func nameRune(r rune) bool {
	return r < 128 && (letter(byte(r)) || digit(byte(r)) || r == '_' || r == '-')
}

func parsePrefix(s string) (string, error) {
	ok := len(s) <= longestPrefix && s != "" && letter(s[0])
	for i := range len(s) {
		ok = ok && (letter(s[i]) || digit(s[i]))
	}
	if !ok {
		return "", fmt.Errorf("%q is no prefix: write 1 to %d letters and digits, a letter first, such as \"WEFT\"", s, longestPrefix)
	}
	return s, nil
}

var acceptID = regexp.MustCompile(`^[a-z][a-z0-9]*\.[a-z0-9]+(-[a-z0-9]+)*$`)

func parseAcceptID(s string) (string, error) {
	if !acceptID.MatchString(s) {
		return "", fmt.Errorf("%q is no id: ids are the vendor, a dot, and words with dashes, such as \"nxos.watchdog-times\"", s)
	}
	return s, nil
}

var codeForm = regexp.MustCompile(`^[A-Z][A-Z0-9]*(-[A-Z0-9]+)*$`)

func parseCode(s string) (string, error) {
	if !codeForm.MatchString(s) {
		return "", fmt.Errorf("%q is no check code: codes are capital letters and digits, as weft prints them beside a finding", s)
	}
	return s, nil
}

// policyCodes are the codes that a policy can be about: those of rules of the house, of ports the intent does not name and of what
// others left unsaved on a switch, and those of the checks.
var policyCodes = []string{
	MaxSwitches, Together, OnlyInHours, "UNNAMED-PORTS", "UNSAVED",
	"C01", "C02", "C03", "C04", "C05", "C06", "C07", "C08", "C09", "C10",
	"C11", "C12", "C13", "C14", "C15", "C16", "C17", "C18", "C19", "C20",
	"C21",
}

// checkCode judges the code of a policy: its form, and whether anything has it.
func checkCode(code string, at hcl.Range) *hcl.Diagnostic {
	if _, err := parseCode(code); err != nil {
		return problem(at, "Unsuitable check code", "%s.", sentence(err))
	}
	if slices.Contains(policyCodes, code) {
		return nil
	}
	summary := fmt.Sprintf("Unknown check code %q", code)
	if best := closest(code, policyCodes); best != "" {
		return problem(at, summary, "Did you mean %q?", best)
	}
	return problem(at, summary, "There are MAX-SWITCHES, TOGETHER, HOURS, UNNAMED-PORTS, UNSAVED, and C01 to C21.")
}

var (
	portChars = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9/.:_, -]*$|^[0-9]+GE[0-9/:.,-]*$`)
	portSpan  = regexp.MustCompile(`([0-9]+)-([0-9]+)(/[0-9]+)?$`)
)

// parsePortRange accepts ports in a vendor's own naming. What they are is the vendor's business; a range that runs
// backwards is wrong everywhere.
func parsePortRange(s string) (string, error) {
	if !portChars.MatchString(s) {
		return "", fmt.Errorf("%q is no port range: write it as the switch does, such as \"Ethernet1/1-30\"", s)
	}
	for part := range strings.SplitSeq(s, ",") {
		if err := spanError(strings.TrimSpace(part)); err != nil {
			return "", err
		}
	}
	return s, nil
}

func spanError(s string) error {
	m := portSpan.FindStringSubmatchIndex(s)
	if m == nil {
		return nil
	}
	from, to := s[m[2]:m[3]], s[m[4]:m[5]]
	low, errLow := strconv.Atoi(from)
	high, errHigh := strconv.Atoi(to)
	if errors.Join(errLow, errHigh) == nil && low <= high {
		return nil
	}
	return fmt.Errorf("%q runs backwards: write %q", s, s[:m[2]]+to+"-"+from+s[m[5]:])
}

// parsePort accepts one port.
func parsePort(s string) (string, error) {
	if !portChars.MatchString(s) || strings.ContainsAny(s, ", ") {
		return "", fmt.Errorf("%q is no port: write it as the switch does, such as \"Ethernet1/1\"", s)
	}
	return s, nil
}

// didYouMean is " Did you mean "x"?" for the candidate closest to a misspelt word, or nothing.
func didYouMean(given string, candidates []string) string {
	if best := closest(given, candidates); best != "" {
		return fmt.Sprintf(". Did you mean %q?", best)
	}
	return ""
}

// closest returns the candidate within two edits of given, or within a third of its length, that is nearest; the first of
// equals; or nothing.
func closest(given string, candidates []string) string {
	if len(given) > longestText {
		return ""
	}
	best, distance := "", max(3, len(given)/3+1)
	for _, c := range candidates {
		if strings.EqualFold(c, given) {
			return c
		}
		if d := levenshtein.Distance(given, c, nil); d < distance && d < len(c) {
			best, distance = c, d
		}
	}
	return best
}

// catalogue is a kind of thing that has names which attributes and labels refer to.
type catalogue string

// The catalogues.
const (
	classes  catalogue = "traffic_class"
	profiles catalogue = "profile"
	hostNICs catalogue = "host_nic"
	devices  catalogue = "device"
	policies catalogue = "policy"

	credentialBlocks catalogue = "credentials"
)

// reference is the use of a name.
type reference struct {
	to   catalogue
	name string
	at   hcl.Range
}

// names are what is declared and what is used, by catalogue.
type names struct {
	declared map[catalogue]map[string]hcl.Range
	used     map[reference]bool
}

func newNames() names {
	return names{map[catalogue]map[string]hcl.Range{}, map[reference]bool{}}
}

// declare adds a name; a name declared twice is an error that shows both places.
func (n names) declare(c catalogue, name string, at hcl.Range) *hcl.Diagnostic {
	known := n.declared[c]
	if known == nil {
		known = map[string]hcl.Range{}
		n.declared[c] = known
	}
	first, twice := known[name]
	switch {
	case twice && first == at:
		return problem(at, fmt.Sprintf("Two %s blocks named %q", c, name), "for_each gives both the same name. Make the name depend on each.key.")
	case twice:
		return problem(at, fmt.Sprintf("Two %s blocks named %q", c, name), "The first one is at %s. Rename one of them, or merge them.", place(first))
	}
	known[name] = at
	return nil
}

func (n names) use(c catalogue, name string, at hcl.Range) { n.used[reference{c, name, at}] = true }

// unknown reports every use of a name that is not declared.
func (n names) unknown() hcl.Diagnostics {
	var diags hcl.Diagnostics
	for r := range n.used {
		if _, known := n.declared[r.to][r.name]; !known {
			diags = append(diags, n.unknownName(r))
		}
	}
	return diags
}

func (n names) unknownName(r reference) *hcl.Diagnostic {
	list := n.list(r.to)
	summary := fmt.Sprintf("Unknown %s %q", r.to, r.name)
	if len(list) == 0 {
		return problem(r.at, summary, "The intent has no %s block.", r.to)
	}
	if best := closest(r.name, list); best != "" {
		return problem(r.at, summary, "Did you mean %q?", best)
	}
	return problem(r.at, summary, "The intent has %s.", quoted(list))
}

// list returns the declared names, sorted.
func (n names) list(c catalogue) []string {
	list := make([]string, 0, len(n.declared[c]))
	for name := range n.declared[c] {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// quoted lists names in a sentence; of many only the first.
func quoted(list []string) string {
	const most = 12
	shown := make([]string, 0, most)
	for _, s := range list[:min(len(list), most)] {
		shown = append(shown, strconv.Quote(s))
	}
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(shown, ", "), len(list)-most)
	}
	return strings.Join(shown, ", ")
}
