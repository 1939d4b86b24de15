package alerts

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/qos"
	"go.yaml.in/yaml/v3"
)

// file, group and rule are a file of rules as Prometheus reads it.
type file struct {
	Groups []group `yaml:"groups"`
}

type group struct {
	Name  string `yaml:"name"`
	Rules []rule `yaml:"rules"`
}

type rule struct {
	Record      string            `yaml:"record,omitempty"`
	Alert       string            `yaml:"alert,omitempty"`
	Expr        string            `yaml:"expr"`
	For         string            `yaml:"for,omitempty"`
	Labels      map[string]string `yaml:"labels,omitempty"`
	Annotations map[string]string `yaml:"annotations,omitempty"`
}

// recordings are the ratios that alerts look at, over five minutes.
var recordings = []rule{
	{Record: "weft:pfc_paused:ratio_rate5m", Expr: "rate(weft_pfc_paused_seconds_total[5m])"},
	{Record: "weft:pfc_paused:ratio_rate1m", Expr: "rate(weft_pfc_paused_seconds_total[1m])"},
	{Record: "weft:pfc_paused_bound:ratio_rate5m", Expr: "rate(weft_pfc_frames_total[5m]) * " + strconv.Itoa(longestPause*quantumBytes) +
		" / on (device, interface, priority) group_left weft_intent_port_speed_bytes"},
	{Record: "weft:rdma_retransmits:ratio_rate5m", Expr: "rate(weft_rdma_retransmits_total[5m]) / rate(weft_rdma_packets_total[5m])"},
	{Record: "weft:cnp_sent:ratio_rate5m", Expr: `sum by (host, rdma_device, port) (rate(weft_cnp_packets_total{role="np",outcome="sent"}[5m])) / ` +
		"sum by (host, rdma_device, port) (rate(weft_rdma_packets_total[5m]))"},
	{Record: "weft:buffer_shared:ratio", Expr: "weft_buffer_shared_watermark_bytes / weft_buffer_xoff_threshold_bytes"},
	{Record: "weft:buffer_headroom:ratio", Expr: "weft_buffer_headroom_watermark_bytes / on (device, interface, priority) group_left weft_intent_headroom_bytes"},
	{Record: "weft:ecn_marks_per_pause:ratio_rate5m", Expr: `sum by (device, interface, priority) (label_replace(rate(weft_ecn_marked_packets_total[5m]), "priority", "$1", "queue", "(.*)")) / ` +
		`(sum by (device, interface, priority) (rate(weft_pfc_frames_total{direction="rx"}[5m])) > 0)`},
}

// alert is one row of the table of alerts. A threshold is a number with which expr is compared.
type alert struct {
	name, severity string // warning or page
	expr           string
	lasts          string // for how long it must hold; empty for at once
	says           string // with the check whose assumption it watches
	check          string
}

// intended keeps an expression to the ports and priorities that the intent makes lossless.
const intended = " and on (device, interface, priority) weft_intent_expected_info"

// toHosts keeps one to those with hosts.
const toHosts = ` and on (device, interface, priority) weft_intent_expected_info{role="host"}`

// alerts is the table of alerts by what they watch.
var alerts = []alert{
	{"WeftPaused", "warning", "weft:pfc_paused:ratio_rate5m > 0.01" + intended, "5m", "a lossless priority is paused more than 1 % of the time", "C03"},
	{"WeftPausedLong", "page", "weft:pfc_paused:ratio_rate1m > 0.10" + intended, "1m", "a lossless priority is paused more than 10 % of the time", "C03"},
	{"WeftPausedByCount", "warning", "weft:pfc_paused_bound:ratio_rate5m > 0.01 unless on (device, interface, priority, direction) weft_pfc_paused_seconds_total", "5m",
		"by the number of its PFC frames a priority may be paused more than 1 % of the time", "C03"},
	{"WeftSlowReceiver", "warning", `rate(weft_pfc_frames_total{direction="rx"}[5m]) > 0` + toHosts, "5m",
		"a host pauses the fabric: it does not drain what it is sent, which the proof against rings takes for granted", "C05"},
	{"WeftWatchdog", "page", `increase(weft_pfc_watchdog_storms_total{state="detected"}[5m]) > 0`, "", "a watchdog has found a storm of pauses, and drops", "C15"},
	{"WeftDrops", "warning", "increase(weft_lossless_dropped_packets_total[5m]) > 0", "", "packets of a lossless class are dropped", "C01"},
	{"WeftDropsGoOn", "page", "increase(weft_lossless_dropped_packets_total[1m]) > 0", "2m", "packets of a lossless class are dropped minute after minute", "C01"},
	{"WeftRetransmits", "warning", "weft:rdma_retransmits:ratio_rate5m > 1e-7", "5m", "RDMA sends packets again", "C21"},
	{"WeftRetransmitsMany", "page", "weft:rdma_retransmits:ratio_rate5m > 1e-5", "5m", "RDMA sends many packets again", "C21"},
	{"WeftNotifications", "warning", "weft:cnp_sent:ratio_rate5m > 0.01", "5m", "more than 1 % of what a host gets makes it send a congestion notification", "C10"},
	{"WeftNotificationsMany", "page", "weft:cnp_sent:ratio_rate5m > 0.10", "5m", "more than 10 % of what a host gets makes it send a congestion notification", "C10"},
	{"WeftNotificationsIgnored", "warning", `increase(weft_cnp_packets_total{role="rp",outcome="ignored"}[5m]) > 0`, "", "a card ignores congestion notifications: congestion control is off at one end", "C10"},
	{"WeftFewMarks", "warning", "weft:ecn_marks_per_pause:ratio_rate5m < 10" + intended, "15m", "fewer than 10 packets are marked for each pause", "C03"},
	{"WeftNoMarks", "page", "weft:ecn_marks_per_pause:ratio_rate5m == 0" + intended, "5m", "a priority is paused and nothing is marked: it pauses before it marks", "C03"},
	{"WeftBufferFull", "warning", "weft:buffer_shared:ratio > 0.8" + intended, "", "an ingress queue has used more than 80 % of what it may hold before it pauses", "C16"},
	{"WeftHeadroom", "page", "weft:buffer_headroom:ratio > 0.7", "", "more than 70 % of a headroom is used: it is too small for the cable, or a peer obeys late", "C01"},
	{"WeftMismatch", "warning", "weft_intent_mismatch == 1", "", "a check finds something wrong with what the intent asks for", ""},
}

// Rules writes the rules for Prometheus. The same fabric gives the same bytes.
func Rules(w io.Writer, list []Expected) error {
	doc := file{Groups: []group{{Name: "weft-recordings", Rules: recordings}, {Name: "weft-alerts"}}}
	for i := range alerts {
		doc.Groups[1].Rules = append(doc.Groups[1].Rules, alerts[i].rule(fastest(list)))
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("writing the rules: %w", err)
	}
	return enc.Close()
}

func (a *alert) rule(speed fabric.Speed) rule {
	r := rule{
		Alert: a.name, Expr: a.expr, For: a.lasts, Labels: map[string]string{"severity": a.severity},
		Annotations: map[string]string{"summary": strings.ToUpper(a.says[:1]) + a.says[1:] + "."},
	}
	if a.check != "" {
		r.Annotations["check"] = a.check
	}
	if text := a.means(qos.BitsPerSecond(speed)); text != "" && speed != 0 {
		r.Annotations["description"] = text
	}
	return r
}

// means says what a threshold comes to on the fastest ports.
func (a *alert) means(speed qos.BitsPerSecond) string {
	const lost = 1e-5
	switch a.name {
	case "WeftRetransmitsMany":
		return fmt.Sprintf("At %s one in 100,000 is %.0f packets a second, and a sender that goes back keeps %.3f %% of its rate with a round trip of 10 us.",
			fabric.Speed(speed), lost*Window(speed, 1), 100*GoBackN(lost, Window(speed, roundTrip)))
	case "WeftPausedByCount":
		return fmt.Sprintf("At %s %d frames a second keep a priority paused.", fabric.Speed(speed), PauseFrames(speed, 1e9))
	}
	return ""
}
