package intent

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
)

// unit is one way to write a quantity: its name and how many base units it is.
type unit struct {
	name   string
	factor int64
}

// The units of the language, in the order that messages list them.
var (
	sizeUnits = []unit{
		{"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
	}
	lengthUnits = []unit{{"m", 1e3}, {"km", 1e6}} // base: a millimetre
	timeUnits   = []unit{
		{"us", int64(time.Microsecond)}, {"ms", int64(time.Millisecond)}, {"s", int64(time.Second)}, {"m", int64(time.Minute)},
	}
	rateUnits = []unit{{"Mbps", 1e6}, {"Gbps", 1e9}}
)

// speeds are the port speeds of the language.
var speeds = []string{"10G", "25G", "40G", "50G", "100G", "200G", "400G", "800G"}

// quantity is a kind of value that is a number with a unit.
type quantity struct {
	name    string // "size"
	units   []unit
	prefers string // the unit that a message offers for a bare number
	aliases map[string]string
}

var (
	sizes = quantity{"size", sizeUnits, "KiB", map[string]string{
		"k": "KiB", "kb": "KB", "kib": "KiB", "m": "MiB", "mb": "MB", "mib": "MiB", "g": "GiB", "gb": "GB", "gib": "GiB",
		"b": "B", "byte": "B", "bytes": "B", "kbyte": "KB", "kbytes": "KB", "mbytes": "MB",
	}}
	lengths = quantity{"length", lengthUnits, "m", map[string]string{
		"meter": "m", "meters": "m", "metre": "m", "metres": "m", "kilometers": "km", "kilometres": "km",
	}}
	times = quantity{"time", timeUnits, "ms", map[string]string{
		"usec": "us", "µs": "us", "msec": "ms", "sec": "s", "seconds": "s", "min": "m", "minutes": "m",
	}}
	rates = quantity{"rate", rateUnits, "Gbps", map[string]string{
		"m": "Mbps", "g": "Gbps", "gbit": "Gbps", "mbit": "Mbps", "gb/s": "Gbps", "mb/s": "Mbps", "gbit/s": "Gbps", "mbit/s": "Mbps",
	}}
)

// parse reads text such as "150KiB", with at most one space before the unit, and returns it in base units. The error says
// what would be right.
func (q quantity) parse(text string) (int64, error) {
	number, name := splitUnit(text)
	if number == "" {
		return 0, fmt.Errorf("%q is no %s: write a number and a unit, such as %q", text, q.name, q.sample("150"))
	}
	if name == "" {
		return 0, fmt.Errorf("%q has no unit: write %q, or another of %s", text, q.sample(number), q.list())
	}
	at := slices.IndexFunc(q.units, func(u unit) bool { return u.name == name })
	if at < 0 {
		return 0, q.unknownUnit(text, number, name)
	}
	return q.scale(text, number, q.units[at])
}

func (q quantity) unknownUnit(text, number, name string) error {
	if right := q.aliases[strings.ToLower(name)]; right != "" {
		return fmt.Errorf("%q has the unit %q: write %q", text, name, number+right)
	}
	for _, u := range q.units {
		if strings.EqualFold(u.name, name) {
			return fmt.Errorf("%q has the unit %q: write %q", text, name, number+u.name)
		}
	}
	return fmt.Errorf("%q has the unit %q, which is none of %s", text, name, q.list())
}

// scale multiplies without rounding: a quantity is a whole number of base units or an error.
func (q quantity) scale(text, number string, u unit) (int64, error) {
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return 0, fmt.Errorf("%q is no %s: %q is no number", text, q.name, number)
	}
	r.Mul(r, new(big.Rat).SetInt64(u.factor))
	if !r.IsInt() {
		return 0, fmt.Errorf("%q is no whole number of %s", text, q.base())
	}
	if !r.Num().IsInt64() {
		return 0, fmt.Errorf("%q is too large", text)
	}
	return r.Num().Int64(), nil
}

func (q quantity) base() string {
	return map[string]string{"size": "bytes", "length": "millimetres", "time": "nanoseconds", "rate": "bits per second"}[q.name]
}

// sample is what a bare number probably means: a large size was counted in bytes.
func (q quantity) sample(number string) string {
	if q.name == "size" && len(number) > 5 {
		return number + "B"
	}
	return number + q.prefers
}

func (q quantity) list() string {
	names := make([]string, len(q.units))
	for i, u := range q.units {
		names[i] = u.name
	}
	return strings.Join(names, ", ")
}

// splitUnit cuts text after its leading number. Nine digits on either side of the point are more than any quantity needs.
func splitUnit(text string) (number, name string) {
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.') {
		end++
	}
	if end > 20 {
		return "", ""
	}
	return text[:end], strings.TrimPrefix(text[end:], " ")
}

func parseSize(text string) (qos.Bytes, error) {
	n, err := sizes.parse(text)
	return qos.Bytes(n), err
}

// parseLength returns metres.
func parseLength(text string) (float64, error) {
	n, err := lengths.parse(text)
	if err == nil && n == 0 {
		return 0, fmt.Errorf("%q is no length of a cable: it is more than 0", text)
	}
	return float64(n) / 1000, err
}

func parseDuration(text string) (time.Duration, error) {
	n, err := times.parse(text)
	return time.Duration(n), err
}

func parseSpeed(text string) (string, error) {
	if slices.Contains(speeds, text) {
		return text, nil
	}
	number, _ := splitUnit(text)
	if slices.Contains(speeds, number+"G") {
		return "", fmt.Errorf("%q is no port speed: write %q", text, number+"G")
	}
	return "", fmt.Errorf("%q is no port speed: the speeds are %s", text, strings.Join(speeds, ", "))
}

// parseRate reads "40Gbps", "500Mbps" or "10%".
func parseRate(text string) (Rate, error) {
	if number, found := strings.CutSuffix(text, "%"); found {
		p, err := strconv.Atoi(strings.TrimSuffix(number, " "))
		if err != nil || p < 1 || p > 100 {
			return Rate{}, fmt.Errorf("%q is no percentage of a port's speed: write a whole number from 1 to 100, such as \"10%%\"", text)
		}
		return Rate{Percent: qos.Percent(p)}, nil
	}
	n, err := rates.parse(text)
	if err != nil {
		return Rate{}, fmt.Errorf("%w, or a percentage of the port's speed such as \"10%%\"", err)
	}
	if n == 0 {
		return Rate{}, fmt.Errorf("%q is no rate: leave the attribute out to have none", text)
	}
	return Rate{BitsPerSecond: qos.BitsPerSecond(n)}, nil
}

// parseAlpha reads "1/8", "4", or either of them after "alpha ".
func parseAlpha(text string) (num, den uint16, err error) {
	top, bottom, fraction := strings.Cut(strings.TrimPrefix(text, "alpha "), "/")
	if !fraction {
		bottom = "1"
	}
	n, errN := strconv.ParseUint(top, 10, 16)
	d, errD := strconv.ParseUint(bottom, 10, 16)
	if errors.Join(errN, errD) != nil || n == 0 || d == 0 {
		return 0, 0, fmt.Errorf("%q is no dynamic threshold factor: write \"alpha 1/8\" or \"alpha 4\"", text)
	}
	return uint16(n), uint16(d), nil
}

func parseThreshold(text string) (Threshold, error) {
	if strings.HasPrefix(text, "alpha") {
		num, den, err := parseAlpha(text)
		return Threshold{AlphaNum: num, AlphaDen: den}, err
	}
	size, err := parseSize(text)
	if err != nil {
		return Threshold{}, fmt.Errorf("%w, or a factor of the free buffer such as \"alpha 1/8\"", err)
	}
	return Threshold{Bytes: size}, nil
}
