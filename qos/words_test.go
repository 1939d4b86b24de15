package qos

import (
	"fmt"
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	tests := []struct {
		value fmt.Stringer
		want  string
	}{
		{TrustDSCP, "dscp"}, {TrustPCP, "pcp"}, {TrustDSCPElsePCP, "dscp_else_pcp"}, {TrustNone, "none"}, {TrustMixed, "mixed"},
		{NonECTDrop, "drop"}, {NonECTForward, "forward"},
		{PFCByClass, "class"}, {PFCByPCP, "pcp"}, {PFCByDSCP, "dscp"},
		{WatchdogDrop, "drop"}, {WatchdogForward, "forward"}, {WatchdogAlert, "alert"},
		{DCBXOff, "off"}, {DCBXAdvertise, "advertise"},
		{TunnelUniform, "uniform"}, {TunnelPipe, "pipe"}, {TunnelDSCPZero, "zero"},
		{TunnelECNCopy, "copy"}, {TunnelECNIgnore, "ignore"},
		{NotApplicable, "not applicable"}, {Known, "known"}, {PlatformDefault, "platform default"}, {Unknown, "unknown"},
		{FacetClassify, "classification"}, {FacetEgress, "egress queues"}, {FacetIngress, "ingress headroom"}, {FacetPFC, "PFC"},
		{FacetWatchdog, "watchdog"}, {FacetMTU, "MTU"}, {FacetClassMTU, "class MTU"}, {FacetDCBX, "DCBX"},
		{FacetTunnel, "tunnel"}, {FacetNonECT, "non-ECT"}, {NumFacets, "10"},
		{SwitchFacets, "tunnel, non-ECT"}, {FacetSet(0), "none"},
		{Schedule{Strict: true, Rank: 2}, "strict priority 2"}, {Schedule{Share: 333}, "33.3 %"},
		{Limit{AlphaNum: 1, AlphaDen: 8}, "alpha 1/8"}, {Limit{Bytes: 1000}, "1000 B"},
		{Buffer{Headroom: 1 << 10, AlphaNum: 1, AlphaDen: 4, XON: 5}, "headroom 1 KiB, XOFF by alpha 1/4, XON at 5 B"},
		{ECN{}, "off"}, {ECN{DropOnly: true, Max: 1 << 20, Probability: 100}, "early drop from 0 B to 1 MiB at 100 %"},
		{Escalation{}, "none"}, {Escalation{Action: "error-down"}, "error-down"},
		{CodePoints{}, ""}, {CodePoints{DSCP: 1<<63 | 1<<62 | 1<<61 | 1<<8 | 1<<9}, "DSCP 8,9,61-63"},
		{CodePoints{DSCP: ^uint64(0)}, "DSCP 0-63"},
		{CodePoints{DSCP: 1, PCP: 0b1110, Other: true}, "DSCP 0 and PCP 1-3 and frames with neither DSCP nor PCP"},
	}
	for _, test := range tests {
		if got := test.value.String(); got != test.want {
			t.Errorf("%T is %q, want %q", test.value, got, test.want)
		}
	}
}

func TestSay(t *testing.T) {
	tests := []struct {
		value Value[Bytes]
		want  string
	}{
		{Is(Bytes(9216)), "9216"},
		{Default(Bytes(0)), "by the device's own rule"},
		{Default(Bytes(9216)), "by the device's own rule (9216)"},
		{Value[Bytes]{State: PlatformDefault, Why: "the cable decides"}, "by the device's own rule: the cable decides"},
		{NotRead[Bytes]("mtu odd", 3), "not readable: mtu odd"},
		{Value[Bytes]{}, "not set"},
	}
	for _, test := range tests {
		if got := say(test.value, octets); got != test.want {
			t.Errorf("%+v: %q, want %q", test.value, got, test.want)
		}
	}
}

func TestQueueNames(t *testing.T) {
	names := [NumQueues]string{3: "roce"}
	for _, test := range []struct {
		set, all QueueSet
		want     string
	}{
		{Queues(0, 3), Queues(0, 3), "every class"},
		{Queues(0, 3), Queues(0, 3, 7), "queue 0, queue 3 (roce)"},
		{Queues(3), Queues(3), "queue 3 (roce)"},
	} {
		if got := queueNames(test.set, test.all, names); got != test.want {
			t.Errorf("%s of %s: %q, want %q", test.set, test.all, got, test.want)
		}
	}
}

// TestBufferWords: what a buffer does not say is not said to be 0.
func TestBufferWords(t *testing.T) {
	for _, test := range []struct {
		buffer Buffer
		want   string
	}{
		{Buffer{Headroom: 100 << 10, XOFF: 50 << 10, XON: 40 << 10}, "headroom 100 KiB, XOFF at 50 KiB, XON at 40 KiB"},
		{Buffer{AlphaNum: 1, AlphaDen: 1}, "XOFF by alpha 1/1"},
		{Buffer{Headroom: 300 << 10}, "headroom 300 KiB"},
		{Buffer{}, "no headroom"},
	} {
		if got := test.buffer.String(); got != test.want {
			t.Errorf("%+v is said as %q, not %q", test.buffer, got, test.want)
		}
	}
	if restoreTime(0) != "never" || restoreTime(time.Second) != "1s" {
		t.Error("a queue without a time is never restored")
	}
}
