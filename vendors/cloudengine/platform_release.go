package cloudengine

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// train is a release train.
type train uint8

const (
	v200 train = iota
	v300
)

// String is the train as releases start.
func (t train) String() string { return [...]string{"V200", "V300"}[t] }

// release is one release: V200R020C10SPC600 is number 20 of train V200.
type release struct {
	text   string
	train  train
	number int
}

// What sources say of releases by their number.
const (
	lastNumber     = 29 // V200R02x is the newest train of V200
	firstV300      = 20
	documentedV300 = 23 // D300 is of V300R023C00
	firstECNLine   = 19 // golden configurations of V200R019 have ecn lines in drop profiles
)

var releaseForm = regexp.MustCompile(`^V([23])00R0(\d\d)(?:C\d\d(?:SPC\d{2,4})?)?$`)

// parseRelease reads a release such as V300R023C00SPC500. What follows the number may be left out.
func parseRelease(text string) (release, error) {
	r := release{text: strings.ToUpper(strings.TrimSpace(text))}
	if parts := releaseForm.FindStringSubmatch(r.text); parts != nil {
		r.number, _ = strconv.Atoi(parts[2]) // two digits
		first := 1
		if parts[1] == "3" {
			r.train, first = v300, firstV300
		}
		if first <= r.number && r.number <= lastNumber {
			return r, nil
		}
	}
	return r, fmt.Errorf("release %q is of no known CloudEngine train; known are V200R001 to V200R0%d and V300R0%d to V300R0%d, each with or without a version such as V300R023C00SPC500",
		r.text, lastNumber, firstV300, lastNumber)
}

// at is the row as it is for one release.
func (r *row) at(rel release) *row {
	own := *r
	switch {
	case rel.train == v200:
		own.ecnLine = r.ecnLine && rel.number >= firstECNLine
	case rel.number != documentedV300:
		own.caution = strings.TrimPrefix(own.caution+fmt.Sprintf("; %s is assumed to have the commands of V300R0%d, the release that is documented", rel.text, documentedV300), "; ")
	}
	return &own
}
