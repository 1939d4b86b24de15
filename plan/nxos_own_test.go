package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// drawnClass is a traffic class of a random intent.
type drawnClass struct {
	name                  string
	queue                 qos.Queue
	dscp                  []int
	strict, lossless, ecn bool
	share                 qos.Permille
}

// drawAsked is a random intent over six ports, of which the last one or two may trust PCP. Strict classes have the highest queues, as the
// platform wants it.
func drawAsked(t *rapid.T, label string) *qos.Switch {
	classes := drawClasses(t, label)
	byDSCP, byPCP := drawnClassify(classes, qos.TrustDSCP), drawnClassify(classes, qos.TrustPCP)
	sw := &qos.Switch{Names: [qos.NumQueues]string{0: "be"}}
	egress := &qos.Egress{}
	lossless := qos.QueueSet(0)
	for _, c := range classes {
		sw.Names[c.queue] = c.name
		egress.Queues[c.queue] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: c.share}), ECN: qos.Is(qos.ECN{})}
		if c.strict {
			egress.Queues[c.queue].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: 8 - uint8(c.queue)})
		}
		if c.ecn {
			egress.Queues[c.queue].ECN = qos.Is(qos.ECN{On: true, Min: 150 << 10, Max: 3000 << 10, Probability: 7})
		}
		if c.lossless {
			lossless |= 1 << c.queue
		}
	}
	tagged := rapid.SampledFrom([]int{6, 6, 5, 4}).Draw(t, label+" first port that trusts PCP")
	for i := range 6 {
		p := qos.Port{
			Name: fmt.Sprintf("Ethernet1/%d", i+1), Classify: byDSCP, Egress: egress,
			PFC:      qos.PFC{Priorities: qos.Is(lossless)},
			Watchdog: qos.Watchdog{On: qos.Is(lossless != 0), Action: qos.Is(qos.WatchdogDrop)},
			MTU:      qos.Is[qos.Bytes](9216), DCBX: qos.Is(qos.DCBXOff),
		}
		if i >= tagged {
			p.Classify, p.Label = byPCP, "tagged"
		}
		sw.Ports = append(sw.Ports, p)
	}
	return sw
}

func drawClasses(t *rapid.T, label string) []drawnClass {
	names := rapid.Permutation([]string{"alpha", "beta", "gamma", "delta"}).Draw(t, label+" names")
	queues := rapid.Permutation([]qos.Queue{1, 2, 3, 4, 5, 6, 7}).Draw(t, label+" queues")
	dscps := rapid.Permutation([]int{8, 10, 18, 24, 26, 34, 46, 48}).Draw(t, label+" dscps")
	n := rapid.IntRange(1, len(names)).Draw(t, label+" classes")
	highest := qos.Queue(0)
	for _, q := range queues[:n] {
		highest = max(highest, q)
	}
	var classes []drawnClass
	left, lossless := qos.Permille(1000), 0
	for i, q := range queues[:n] {
		c := drawnClass{name: names[i], queue: q}
		count := rapid.IntRange(1, 2).Draw(t, label+" values")
		c.dscp, dscps = dscps[:count], dscps[count:]
		if c.strict = q == highest && rapid.Bool().Draw(t, label+" strict"); !c.strict {
			c.share = 10 * qos.Permille(rapid.IntRange(1, int(left)/10-(n-i)).Draw(t, label+" share"))
			left -= c.share
			c.ecn = rapid.Bool().Draw(t, label+" ecn")
			c.lossless = lossless < 2 && rapid.Bool().Draw(t, label+" lossless")
		}
		if c.lossless {
			lossless++
		}
		classes = append(classes, c)
	}
	return append(classes, drawnClass{name: "be", share: left})
}

func drawnClassify(classes []drawnClass, trust qos.Trust) *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(trust)}
	for _, class := range classes {
		for _, d := range class.dscp {
			if trust == qos.TrustDSCP {
				c.DSCP[d] = class.queue
			}
		}
		if trust == qos.TrustPCP {
			c.PCP[class.queue] = class.queue
		}
	}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	return c
}

// mostNoDrop is how many priorities a network-qos policy pauses: a switch that moves more at once has no way.
const mostNoDrop = 3

// TestNXOSOwnToOwn plans from one random intent to another over the same ports: there is a way, proved, and a way back.
func TestNXOSOwnToOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := drawAsked(t, "first"), drawAsked(t, "second")
		first := plan.Make(nxosInput(t, from, wide(6)))
		if first.Predicted == nil {
			t.Fatalf("the first is %s: %s", first.Device.Status, first.Device.Reason)
		}
		in := nxosInput(t, to, first.Predicted.Bytes())
		result := plan.Make(in)
		moving := len((from.Ports[0].PFC.Priorities.V | to.Ports[0].PFC.Priorities.V).List())
		if moving > mostNoDrop && strings.Contains(result.Device.Reason, "too many no-drop classes") {
			return
		}
		if s := result.Device.Status; s != plan.Change && s != plan.Unchanged {
			t.Fatalf("%s: %s\n%s\n%s", s, result.Device.Reason, in.Running, in.Desired.Bytes())
		}
	})
}

// tb is a test, or one try of a property.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}
