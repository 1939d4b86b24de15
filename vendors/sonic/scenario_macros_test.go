package sonic_test

import (
	"fmt"
	"regexp"
	"strings"
)

// Scenarios write the long rows of a database in short: @dscp{26:3 48:6} is a map of all 64 code points, with 0 for the others;
// @same is a map of eight numbers to themselves, and @same{3 4} one of those, with 0 for the others; @port{1} is a row of PORT
// whose first lane is 1 and @port{1 down 25000} one with another state or speed; @wred{1000 2000 5} is a drop profile that marks.

var macro = regexp.MustCompile(`@(\w+)(\{[^}]*\})?`)

// expand writes a configuration of a scenario out.
func expand(text string) string {
	return macro.ReplaceAllStringFunc(text, func(found string) string {
		name, args, _ := strings.Cut(strings.TrimSuffix(found[1:], "}"), "{")
		words := strings.Fields(args)
		switch name {
		case "dscp":
			return numbersOf(64, words)
		case "same":
			return sameNumbers(words)
		case "port":
			return portRow(words)
		case "wred":
			return wredRow(words)
		}
		return found
	})
}

// numbersOf is a map of so many numbers: to 0, or where the pairs say.
func numbersOf(n int, pairs []string) string {
	to := map[string]string{}
	for _, pair := range pairs {
		from, where, _ := strings.Cut(pair, ":")
		to[from] = where
	}
	var fields []string
	for i := range n {
		where := to[fmt.Sprint(i)]
		if where == "" {
			where = "0"
		}
		fields = append(fields, fmt.Sprintf("%q: %q", fmt.Sprint(i), where))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func sameNumbers(words []string) string {
	if len(words) == 0 {
		words = strings.Fields("0 1 2 3 4 5 6 7")
	}
	var pairs []string
	for _, w := range words {
		pairs = append(pairs, w+":"+w)
	}
	return numbersOf(8, pairs)
}

func portRow(words []string) string {
	lane, status, speed := words[0], "up", "100000"
	if len(words) > 1 {
		status = words[1]
	}
	if len(words) > 2 {
		speed = words[2]
	}
	return fmt.Sprintf(`{"lanes": "%s", "index": "%s", "speed": "%s", "mtu": "9100", "admin_status": "%s"}`, lane, lane, speed, status)
}

func wredRow(words []string) string {
	fields := []string{`"ecn": "ecn_all"`}
	for _, colour := range []string{"green", "yellow", "red"} {
		fields = append(fields,
			fmt.Sprintf(`"wred_%s_enable": "true"`, colour), fmt.Sprintf(`"%s_min_threshold": "%s"`, colour, words[0]),
			fmt.Sprintf(`"%s_max_threshold": "%s"`, colour, words[1]), fmt.Sprintf(`"%s_drop_probability": "%s"`, colour, words[2]))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
