package compiler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
)

// sameBehaviour tells in words how a model that was read differs from the fitted one. What the fitted model says nothing about is
// not judged; what it says must be read exactly, and no more of it than it says.
func sameBehaviour(read, fitted *qos.Switch) error {
	differences := qos.Diff(fitted, judged(read, fitted))
	if len(differences) == 0 {
		return nil
	}
	const most = 3
	var texts []string
	for _, d := range differences[:min(most, len(differences))] {
		if len(d.Ports) > 0 {
			d.Text = qos.PortRanges(d.Ports) + ": " + d.Text
		}
		texts = append(texts, d.Text)
	}
	if more := len(differences) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return errors.New(strings.Join(texts, "; "))
}

// judged is what was read without what the fitted model says nothing about.
func judged(read, fitted *qos.Switch) *qos.Switch {
	out := *read
	unsaid(&out.Tunnel.DSCP, fitted.Tunnel.DSCP)
	unsaid(&out.Tunnel.ECN, fitted.Tunnel.ECN)
	unsaid(&out.NonECT, fitted.NonECT)
	out.Ports = slices.Clone(read.Ports)
	for i := range out.Ports {
		if i < len(fitted.Ports) && out.Ports[i].Name == fitted.Ports[i].Name {
			judgePort(&out.Ports[i], &fitted.Ports[i])
		}
	}
	return &out
}

func judgePort(read, fitted *qos.Port) {
	unsaidFacet(&read.Classify, fitted.Classify)
	read.Egress = judgedEgress(read.Egress, fitted.Egress)
	unsaidFacet(&read.Ingress, fitted.Ingress)
	unsaidFacet(&read.ClassMTU, fitted.ClassMTU)
	unsaid(&read.MTU, fitted.MTU)
	unsaid(&read.DCBX, fitted.DCBX)
	unsaid(&read.PFC.Priorities, fitted.PFC.Priorities)
	unsaid(&read.PFC.Negotiated, fitted.PFC.Negotiated)
	unsaid(&read.PFC.Key, fitted.PFC.Key)
	r, f := &read.Watchdog, &fitted.Watchdog
	unsaid(&r.On, f.On)
	unsaid(&r.Action, f.Action)
	unsaid(&r.Detect, f.Detect)
	unsaid(&r.Restore, f.Restore)
	unsaid(&r.Poll, f.Poll)
	unsaid(&r.Escalate, f.Escalate)
}

// judgedEgress leaves out the limits of queues that the fitted model does not speak of: on some switches a queue has to name a
// buffer, and that has one.
func judgedEgress(read, fitted *qos.Egress) *qos.Egress {
	if read == nil || fitted == nil {
		return nil
	}
	out := *read
	for q := range out.Queues {
		unsaid(&out.Queues[q].Limit, fitted.Queues[q].Limit)
	}
	return &out
}

// unsaid blanks a value that the fitted model does not speak of.
func unsaid[T comparable](read *qos.Value[T], fitted qos.Value[T]) {
	if fitted.State == qos.NotApplicable {
		*read = qos.Value[T]{}
	}
}

func unsaidFacet[T any](read **T, fitted *T) {
	if fitted == nil {
		*read = nil
	}
}
