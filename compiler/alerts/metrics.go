package alerts

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/qos"
)

// metric is one family of metrics.
type metric struct {
	name, help string
	value      func(*Expected) int64 // 0 where there is none
	info       bool                  // all labels, and the value 1
}

// expectations are the metrics of expected values. Each has the labels by which monitoring knows a port and its priority.
var expectations = []metric{
	{"weft_intent_expected_info", "What the intent asks of a lossless class on a port.", nil, true},
	{"weft_intent_headroom_bytes", "Ingress headroom of a lossless priority.", func(e *Expected) int64 { return int64(e.Headroom) }, false},
	{"weft_intent_port_speed_bytes", "Bytes per second of a port.", func(e *Expected) int64 { return int64(e.Speed) / 8 }, false},
}

// Metrics writes the expected values, and what the checks found wrong, in the text format of Prometheus, such as for the textfile collector
// of node_exporter. The same fabric gives the same bytes.
func Metrics(w io.Writer, list []Expected, report *check.Report) error {
	out := bufio.NewWriter(w)
	for _, m := range expectations {
		fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", m.name, m.help, m.name)
		for i := range list {
			m.write(out, &list[i])
		}
	}
	mismatches(out, report)
	return out.Flush()
}

func (m *metric) write(out *bufio.Writer, e *Expected) {
	at := labels("device", e.Device, "interface", e.Interface, "priority", fmt.Sprint(e.Queue))
	switch {
	case m.info:
		more := labels("role", e.Role, "class", e.Class, "dscp", strings.TrimPrefix(e.DSCP.String(), "DSCP "), "queue", fmt.Sprint(e.Queue),
			"kmin", known(e.Kmin), "kmax", known(e.Kmax), "headroom", known(e.Headroom))
		fmt.Fprintf(out, "%s{%s,%s} 1\n", m.name, at, more)
	case m.value(e) != 0:
		fmt.Fprintf(out, "%s{%s} %d\n", m.name, at, m.value(e))
	}
}

// known is a number of bytes, and empty where there is none.
func known(b qos.Bytes) string {
	if b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(b), 10)
}

// mismatches writes for every rule whether it found something wrong, and on which switch. One that could not judge all has no 0: on which
// switches that was is a metric of its own.
func mismatches(out *bufio.Writer, report *check.Report) {
	const name, unjudged = "weft_intent_mismatch", "weft_intent_not_checked"
	fmt.Fprintf(out, "# HELP %s Whether a check finds something wrong with an object.\n# TYPE %s gauge\n", name, name)
	for _, rule := range check.Rules() {
		wrong := concerned(report.Wrong(), rule.Code, false)
		for _, device := range wrong {
			fmt.Fprintf(out, "%s{%s} 1\n", name, labels("check", rule.Code, "object", device))
		}
		if wrong == nil && concerned(report.Findings, rule.Code, true) == nil {
			fmt.Fprintf(out, "%s{%s} 0\n", name, labels("check", rule.Code, "object", "fabric"))
		}
	}
	fmt.Fprintf(out, "# HELP %s An object that a check could not judge, or not in all.\n# TYPE %s gauge\n", unjudged, unjudged)
	for _, rule := range check.Rules() {
		for _, device := range concerned(report.Findings, rule.Code, true) {
			fmt.Fprintf(out, "%s{%s} 1\n", unjudged, labels("check", rule.Code, "object", device))
		}
	}
}

// concerned are the switches that findings of a rule are about, each once: what it found, or what it could not check.
func concerned(findings []check.Finding, code string, notChecked bool) (devices []string) {
	seen := map[string]bool{}
	for i := range findings {
		f := &findings[i]
		if f.Code != code || f.NotChecked != notChecked {
			continue
		}
		for _, place := range f.Where {
			if !seen[place.Device] {
				seen[place.Device] = true
				devices = append(devices, place.Device)
			}
		}
	}
	return devices
}

// labels writes names and values by turns, as the text format has them.
func labels(pairs ...string) string {
	parts := make([]string, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(pairs[i+1])
		parts = append(parts, pairs[i]+`="`+value+`"`)
	}
	return strings.Join(parts, ",")
}
