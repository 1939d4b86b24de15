package qos

import (
	"strconv"
	"strings"
)

// The words that texts, plans and the intent use for each enum, by value.
var (
	trustWords      = [...]string{"none", "dscp", "pcp", "dscp_else_pcp", "mixed"}
	nonECTWords     = [...]string{"drop", "forward"}
	pfcKeyWords     = [...]string{"class", "pcp", "dscp"}
	watchdogWords   = [...]string{"drop", "forward", "alert"}
	dcbxWords       = [...]string{"off", "advertise"}
	tunnelDSCPWords = [...]string{"uniform", "pipe", "zero"}
	tunnelECNWords  = [...]string{"copy", "ignore"}
	stateWords      = [...]string{"not applicable", "known", "platform default", "unknown"}
	facetWords      = [NumFacets]string{
		FacetClassify: "classification",
		FacetEgress:   "egress queues",
		FacetIngress:  "ingress headroom",
		FacetPFC:      "PFC",
		FacetWatchdog: "watchdog",
		FacetMTU:      "MTU",
		FacetClassMTU: "class MTU",
		FacetDCBX:     "DCBX",
		FacetTunnel:   "tunnel",
		FacetNonECT:   "non-ECT",
	}
)

// String is the word of the intent.
func (t Trust) String() string { return word(trustWords[:], uint8(t)) }

// String is the word of the intent.
func (n NonECT) String() string { return word(nonECTWords[:], uint8(n)) }

// String is the field, or "class".
func (k PFCKey) String() string { return word(pfcKeyWords[:], uint8(k)) }

// String is the word of the intent.
func (a WatchdogAction) String() string { return word(watchdogWords[:], uint8(a)) }

// String is the word of the intent.
func (d DCBX) String() string { return word(dcbxWords[:], uint8(d)) }

// String is the word of the intent; "zero" has none there.
func (t TunnelDSCP) String() string { return word(tunnelDSCPWords[:], uint8(t)) }

// String is the word of the intent.
func (t TunnelECN) String() string { return word(tunnelECNWords[:], uint8(t)) }

// String says the state in words.
func (s State) String() string { return word(stateWords[:], uint8(s)) }

// String names the facet in words.
func (f Facet) String() string { return word(facetWords[:], uint8(f)) }

// word looks a value up. One outside its enum comes from a broken caller and shows as its number.
func word(words []string, i uint8) string {
	if int(i) < len(words) {
		return words[i]
	}
	return strconv.Itoa(int(i))
}

// String lists the facets in order: "PFC, MTU".
func (s FacetSet) String() string {
	var names []string
	for f := range NumFacets {
		if s.Has(f) {
			names = append(names, f.String())
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// queueName names a queue in a sentence, with its class where that is known: "queue 3 (roce)".
func queueName(q Queue, names [NumQueues]string) string {
	return "queue " + strconv.Itoa(int(q)) + classWord(int(q), names)
}

// classWord is " (roce)", or empty for a queue without a name or beyond the last.
func classWord(q int, names [NumQueues]string) string {
	if q >= NumQueues || names[q] == "" {
		return ""
	}
	return " (" + names[q] + ")"
}

// queueNames names several queues, or "every class" for all there are.
func queueNames(set, all QueueSet, names [NumQueues]string) string {
	if set == all && set.Len() > 1 {
		return "every class"
	}
	var list []string
	for _, q := range set.List() {
		list = append(list, queueName(q, names))
	}
	return strings.Join(list, ", ")
}

// alphaText says a dynamic-threshold factor: "alpha 1/8".
func alphaText(num, den uint16) string {
	return "alpha " + strconv.Itoa(int(num)) + "/" + strconv.Itoa(int(den))
}

// String says a queue limit: "alpha 1/8" or a size.
func (l Limit) String() string {
	if l.AlphaDen != 0 {
		return alphaText(l.AlphaNum, l.AlphaDen)
	}
	return l.Bytes.String()
}

// String says an ingress buffer: "headroom 100 KiB, XOFF at 50 KiB, XON at 40 KiB".
func (b Buffer) String() string {
	var parts []string
	if b.Headroom != 0 {
		parts = append(parts, "headroom "+b.Headroom.String())
	}
	switch {
	case b.AlphaDen != 0:
		parts = append(parts, "XOFF by "+alphaText(b.AlphaNum, b.AlphaDen))
	case b.XOFF != 0:
		parts = append(parts, "XOFF at "+b.XOFF.String())
	}
	if b.XON != 0 {
		parts = append(parts, "XON at "+b.XON.String())
	}
	if parts == nil {
		return "no headroom"
	}
	return strings.Join(parts, ", ")
}

// String says a place in the scheduler: "strict priority 1" or "50 %".
func (s Schedule) String() string {
	if s.Strict {
		return "strict priority " + strconv.Itoa(int(s.Rank))
	}
	return s.Share.String()
}

// String says a marking curve.
func (e ECN) String() string {
	switch {
	case e.DropOnly:
		return "early drop " + e.curve()
	case e.On:
		return e.curve()
	}
	return "off"
}

func (e ECN) curve() string { return e.between() + " at " + e.Probability.String() }

func (e ECN) between() string { return "from " + e.Min.String() + " to " + e.Max.String() }

// String prints an integer percentage.
func (p Percent) String() string { return strconv.Itoa(int(p)) + " %" }

// String says what is done about deadlocks that come again.
func (e Escalation) String() string {
	switch {
	case e.Action == "":
		return "none"
	case e.Count == 0:
		return e.Action
	}
	return e.Action + " after " + strconv.Itoa(int(e.Count))
}

// say puts a value into words, whatever is known about it.
func say[T comparable](v Value[T], words func(T) string) string {
	var zero T
	switch v.State {
	case Known:
		return words(v.V)
	case Unknown:
		return "not readable: " + v.Why
	case NotApplicable:
		return "not set"
	}
	rule := "by the device's own rule"
	switch {
	case v.Why != "":
		return rule + ": " + v.Why
	case v.V != zero:
		return rule + " (" + words(v.V) + ")"
	}
	return rule
}
