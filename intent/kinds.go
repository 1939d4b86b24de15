package intent

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/visible"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// kind is a type of attribute value: how documentation calls it, what programs are told of it, and how it is read. An error of read
// says what is wrong and what would be right; it becomes the detail of a diagnostic.
type kind[V any] struct {
	name string
	form Form
	read func(cty.Value) (V, error)
}

// elementError is an error in one element of a list, so that only that element is underlined.
type elementError struct {
	index int
	error
}

func (e elementError) Unwrap() error { return e.error }

// The kinds.
var (
	boolean = kind[bool]{"true or false", Form{Type: "bool"}, readBool}
	text    = kind[string]{"text", Form{Type: "string"}, readText}
	prose   = kind[string]{"text", Form{Type: "string"}, readProse}
	size    = parsed("size", "150KiB", parseSize).in(sizes)
	length  = parsed("length", "3m", parseLength).in(lengths)
	during  = parsed("time", "200ms", parseDuration).in(times)
	speed   = parsed("port speed", "400G", parseSpeed).oneOf(speeds)
	rate    = parsed("rate", "10%", parseRate).in(rates, "%")
	xoff    = parsed("size or alpha", "alpha 1/8", parseThreshold).in(sizes)
	prefix  = parsed("1 to 8 letters and digits", "WEFT", parsePrefix)
	accept  = parsed("id", "nxos.watchdog-times", parseAcceptID)
	portRun = parsed("port range", "Ethernet1/1-30", parsePortRange)
	mtu     = number[qos.Bytes]("IP packet in bytes", "packet sizes are", 576, 65535)
	queue   = number[qos.Queue]("whole number 0 to 7", "queues are", 0, qos.NumQueues-1)
	dscp    = kind[qos.DSCP]{"DSCP 0 to 63", dscpNumber.form, readDSCP}
	pcp     = number[qos.PCP]("PCP 0 to 7", "802.1p priorities are", 0, qos.NumPCP-1)
	percent = number[qos.Percent]("percent 1 to 100", "percentages here are", 1, 100)
	role    = parsed("role", "classify", parseRole)

	deviceName = parsed("name", "leaf1", parseDeviceName)
	portName   = parsed("port", "Ethernet1/1", parsePort)
)

// number is a whole number from low to high. A string that holds one is accepted, as in the cells of a CSV file.
func number[V ~int | ~int64 | ~uint8 | ~uint16](name, what string, low, high int64) kind[V] {
	return kind[V]{name, Form{Type: "number", Min: &low, Max: &high}, func(v cty.Value) (V, error) {
		n, err := wholeNumber(v)
		if err != nil {
			return 0, fmt.Errorf("%w: %s whole numbers from %d to %d", err, what, low, high)
		}
		if n < low || n > high {
			return 0, fmt.Errorf("%d is out of range: %s %d to %d", n, what, low, high)
		}
		return V(n), nil
	}}
}

func wholeNumber(v cty.Value) (int64, error) {
	n, err := convert.Convert(v, cty.Number)
	if err != nil || n.IsNull() {
		return 0, fmt.Errorf("%s is no number", describe(v))
	}
	whole, accuracy := n.AsBigFloat().Int64()
	if accuracy != big.Exact {
		return 0, fmt.Errorf("%s is no whole number", describe(v))
	}
	return whole, nil
}

// parsed is a kind whose values are written as strings. A bare number is an error that shows how it would be written.
func parsed[V any](name, sample string, parse func(string) (V, error)) kind[V] {
	return kind[V]{name, Form{Type: "string"}, func(v cty.Value) (V, error) {
		var none V
		s, err := readText(v)
		if err == nil {
			return parse(s)
		}
		if v.Type() == cty.Number && !v.IsNull() {
			if _, wrong := parse(describe(v)); wrong != nil {
				return none, wrong
			}
		}
		if !v.Type().IsPrimitiveType() || v.IsNull() {
			err = fmt.Errorf("%w: write one such as %q", err, sample)
		}
		return none, err
	}}
}

// in is the kind with the units that its values are written in.
func (k kind[V]) in(q quantity, more ...string) kind[V] {
	for _, u := range q.units {
		k.form.Units = append(k.form.Units, u.name)
	}
	k.form.Units = append(k.form.Units, more...)
	return k
}

// oneOf is the kind with all the values that it has.
func (k kind[V]) oneOf(values []string) kind[V] {
	k.form.Values = values
	return k
}

// list is a list of values of another kind. A set will do too.
func list[V any](of kind[V]) kind[[]V] {
	return kind[[]V]{"list (" + of.name + ")", Form{Type: "list", Of: &of.form}, func(v cty.Value) ([]V, error) {
		if v.IsNull() || !v.Type().IsTupleType() && !v.Type().IsListType() && !v.Type().IsSetType() {
			return nil, fmt.Errorf("%s is no list: write [ ] around it", describe(v))
		}
		out := make([]V, 0, v.LengthInt())
		for it := v.ElementIterator(); it.Next(); {
			_, element := it.Element()
			x, err := of.read(element)
			if err != nil {
				return nil, elementError{len(out), err}
			}
			out = append(out, x)
		}
		return out, nil
	}}
}

// someOf is list without the empty one.
func someOf[V any](of kind[V]) kind[[]V] {
	k := list(of)
	k.form.Filled = true
	read := k.read
	k.read = func(v cty.Value) ([]V, error) {
		out, err := read(v)
		if err == nil && len(out) == 0 {
			return nil, errors.New("the list is empty: leave the attribute out, or name at least one")
		}
		return out, err
	}
	return k
}

// option is one word of a choice and what it stands for.
type option[V any] struct {
	word  string
	value V
}

// choice is one of a few words.
func choice[V any](options ...option[V]) kind[V] {
	words, known := make([]string, len(options)), make([]string, len(options))
	for i, o := range options {
		words[i], known[i] = strconv.Quote(o.word), o.word
	}
	return kind[V]{strings.Join(words, ", "), Form{Type: "string", Values: known}, func(v cty.Value) (V, error) {
		var none V
		s, err := readText(v)
		if err != nil {
			return none, fmt.Errorf("%w: write one of %s", err, strings.Join(words, ", "))
		}
		for _, o := range options {
			if o.word == s {
				return o.value, nil
			}
		}
		return none, fmt.Errorf("%q is none of %s%s", s, strings.Join(words, ", "), didYouMean(s, known))
	}}
}

// word is a choice whose words stand for themselves.
func word(words ...string) kind[string] {
	options := make([]option[string], len(words))
	for i, w := range words {
		options[i] = option[string]{w, w}
	}
	return choice(options...)
}

func readBool(v cty.Value) (bool, error) {
	b, err := convert.Convert(v, cty.Bool)
	if err != nil || b.IsNull() {
		return false, fmt.Errorf("%s is neither true nor false", describe(v))
	}
	return b.True(), nil
}

// readText accepts strings that are safe to print and to send to a switch. Numbers are not turned into text: 10.10 would
// become "10.1".
func readText(v cty.Value) (string, error) {
	switch {
	case v.IsNull() || !v.Type().IsPrimitiveType():
		return "", fmt.Errorf("%s is no text", describe(v))
	case v.Type() != cty.String:
		return "", fmt.Errorf("%s is no text: write it in quotes, %q", describe(v), describe(v))
	}
	s := v.AsString()
	if s == "" {
		return "", errors.New("the text is empty: leave the attribute out, or write something")
	}
	return s, safeText(s)
}

// readProse accepts text that no switch ever sees: quotation marks are harmless there.
func readProse(v cty.Value) (string, error) {
	if v.IsNull() || v.Type() != cty.String || v.AsString() == "" {
		_, err := readText(v)
		return "", err
	}
	s := v.AsString()
	for _, r := range s {
		switch {
		case unicode.IsControl(r):
			return "", errors.New("the text contains a line break or another control character")
		case visible.Hidden(r):
			return "", fmt.Errorf("the text contains %s, which nobody sees, or which changes how the text around it is read", visible.Name(r))
		}
	}
	return s, nil
}

const longestText = 200

// safeText refuses what could end a line or a quoted string on a switch, and so start another command.
func safeText(s string) error {
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r':
			return fmt.Errorf("%q contains a line break: a switch would take what follows as another command", s)
		case r == '"' || r == '\'' || r == '`':
			return fmt.Errorf("%q contains a quotation mark: a switch would end the text there", s)
		case visible.Hidden(r) || !unicode.IsPrint(r):
			return fmt.Errorf("%q contains the unprintable character %U", s, r)
		}
	}
	if len(s) > longestText {
		return fmt.Errorf("the text is %d characters long: at most %d will do", len(s), longestText)
	}
	return nil
}

func readDSCP(v cty.Value) (qos.DSCP, error) {
	if !v.IsNull() && v.Type() == cty.String {
		if n, known := dscpByName(strings.ToLower(v.AsString())); known {
			return 0, fmt.Errorf("%q is a name: write its number, %d", v.AsString(), n)
		}
	}
	return dscpNumber.read(v)
}

var dscpNumber = number[qos.DSCP]("", "DSCPs are", 0, qos.NumDSCP-1)

// dscpByName knows the names of RFC 2474, RFC 2597 and RFC 3246.
func dscpByName(s string) (n int, known bool) {
	switch {
	case s == "ef":
		return 46, true
	case s == "default" || s == "be":
		return 0, true
	case len(s) == 3 && s[:2] == "cs" && s[2] >= '0' && s[2] <= '7':
		return int(s[2]-'0') * 8, true
	case len(s) == 4 && s[:2] == "af" && s[2] >= '1' && s[2] <= '4' && s[3] >= '1' && s[3] <= '3':
		return int(s[2]-'0')*8 + int(s[3]-'0')*2, true
	}
	return 0, false
}

func readHeadroomSize(v cty.Value) (Headroom, error) {
	if !v.IsNull() && v.Type() == cty.String && v.AsString() == "auto" {
		return Headroom{Auto: true, Packets: "worst"}, nil
	}
	b, err := size.read(v)
	if err != nil {
		return Headroom{}, fmt.Errorf("%w; \"auto\" computes it", err)
	}
	return Headroom{Bytes: b}, nil
}

// positive refuses a zero time.
func positive(k kind[time.Duration]) kind[time.Duration] {
	return kind[time.Duration]{k.name, k.form, func(v cty.Value) (time.Duration, error) {
		d, err := k.read(v)
		if err == nil && d == 0 {
			err = errors.New("the time must be more than nothing")
		}
		return d, err
	}}
}

// describe shows a value in a message, as it would be written where that is short.
func describe(v cty.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case v.Type() == cty.String:
		return strconv.Quote(v.AsString())
	case v.Type() == cty.Number:
		if n := v.AsBigFloat(); n.MantExp(nil) > 64 { // 1e400 is not written out
			return n.Text('g', 6)
		}
		return v.AsBigFloat().Text('f', -1)
	case v.Type() == cty.Bool:
		return strconv.FormatBool(v.True())
	}
	return "a value of type " + v.Type().FriendlyName()
}
