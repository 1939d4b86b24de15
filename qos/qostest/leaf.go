package qostest

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// Leaf is the switch that most cases change something about: RoCE of these code points lossless in queue 3 with ECN, CNPs strict in
// queue 7, the rest in queue 0, on ports Ethernet1/1 to Ethernet1/n that share what they do.
func Leaf(n int, roce ...qos.DSCP) *qos.Switch {
	classify := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	classify.DSCP[48] = 7
	for _, d := range roce {
		classify.DSCP[d] = 3
	}
	for d := range classify.RewriteDSCP {
		classify.RewriteDSCP[d] = qos.Keep
	}
	for q := range classify.RewritePCP {
		classify.RewritePCP[q] = qos.Keep
	}
	egress := &qos.Egress{}
	egress.Queues[0] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Share: 500}), ECN: qos.Is(qos.ECN{})}
	egress.Queues[3] = qos.EgressQueue{
		Schedule: qos.Is(qos.Schedule{Share: 500}),
		ECN:      qos.Is(qos.ECN{On: true, Min: 950 << 10, Max: 3000 << 10, Probability: 7}),
	}
	egress.Queues[7] = qos.EgressQueue{Schedule: qos.Is(qos.Schedule{Strict: true, Rank: 1}), ECN: qos.Is(qos.ECN{})}
	sw := &qos.Switch{Names: [qos.NumQueues]string{0: "best_effort", 3: "roce", 7: "cnp"}}
	for i := range n {
		sw.Ports = append(sw.Ports, qos.Port{
			Name: fmt.Sprintf("Ethernet1/%d", i+1), Classify: classify, Egress: egress,
			PFC:      qos.PFC{Priorities: qos.Is(qos.Queues(3))},
			Watchdog: qos.Watchdog{On: qos.Is(true), Action: qos.Is(qos.WatchdogDrop)},
			MTU:      qos.Is[qos.Bytes](9216),
			DCBX:     qos.Is(qos.DCBXOff),
		})
	}
	return sw
}
