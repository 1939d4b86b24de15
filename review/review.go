package review

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Review collects what the switches of a plan do before it and after it. It is for many goroutines at once.
type Review struct {
	in      *intent.Intent
	fabric  *fabric.Fabric
	one     sync.Mutex
	members map[string]member
	shared  *shared
}

// member is one switch of the plan.
type member struct {
	state         check.State // but for what it does
	before, after *qos.Switch // nil where they cannot be read
	planned       bool        // after is as weft writes it
}

// New is the review of a plan for an intent, with the fabric that it describes.
func New(in *intent.Intent, f *fabric.Fabric) *Review {
	return &Review{in: in, fabric: f, members: make(map[string]member, len(f.Devices)), shared: newShared()}
}

// Add takes what the plan of one switch comes to. running is the configuration that it was made from: no finding tells its secrets.
func (r *Review) Add(u *compiler.Unit, running []byte, result *plan.Result) {
	m := member{
		state: check.State{
			Name: u.Device.Name, Role: u.Device.Role.V, Platform: u.Site.Platform, Place: u.Places(),
			Secrets: func() []string { return vendors.Secrets(running) },
		},
		planned: result.Device.Status == plan.Change || result.Device.Status == plan.Unchanged,
	}
	r.one.Lock()
	defer r.one.Unlock()
	if result.Before != nil {
		m.before = r.shared.of(named(result.Before, u.Fitted))
		m.after = r.shared.of(named(result.After, u.Fitted))
		if u.Fitted != nil {
			m.state.Asked = r.shared.of(u.Fitted)
		}
	}
	r.members[m.state.Name] = m
}

// named is a switch whose classes are called as the intent calls them.
func named(s, fitted *qos.Switch) *qos.Switch {
	if fitted == nil {
		return s
	}
	calls := *s
	calls.Names = fitted.Names
	return &calls
}

// Fill adds the picture of the fabric and the findings to the plan of the switches that were added. An error is a defect of weft.
func (r *Review) Fill(p *plan.Plan) error {
	p.Fabric = pictureOf(r.in.Fabric.Name, r.fabric)
	before, after := r.judge()
	if err := errors.Join(before.defect, after.defect); err != nil {
		return err
	}
	p.Checks = &plan.Checks{
		Before: tally(before.report.Findings), After: tally(after.report.Findings),
		Findings: compare(before.report.Findings, after.report.Findings), Paths: changedPaths(before, after),
	}
	return nil
}

// moment is the fabric at one of the moments, and what the rules say of it.
type moment struct {
	net    *check.Net
	report *check.Report
	defect error
}

// judge has the rules look at the fabric. A rule that cannot is a defect of weft, and no end of the program.
func (m *moment) judge() {
	defer func() {
		if defect := recover(); defect != nil {
			m.defect = fmt.Errorf("defect in weft: judging the fabric failed: %v; please report it with the intent", defect)
		}
	}()
	m.report = check.Run(m.net)
}

// judge has the rules look at the fabric before the plan and after it.
func (r *Review) judge() (before, after *moment) {
	states, unread, changes := r.states()
	before = &moment{net: check.FromStates(r.in, r.fabric, states[0], unread)}
	if !changes {
		before.judge()
		return before, before
	}
	after = &moment{net: check.FromStates(r.in, r.fabric, states[1], slices.Clone(unread))}
	after.net.Beside(before.net)
	var both sync.WaitGroup
	for _, m := range []*moment{before, after} {
		both.Go(m.judge)
	}
	both.Wait()
	return before, after
}

// states are the switches before the plan and after it, those that nothing is known of, and whether the moments differ at all.
func (r *Review) states() (states [2][]check.State, unread []check.Unread, changes bool) {
	for i := range r.fabric.Devices {
		name := r.fabric.Devices[i].Name
		m, planned := r.members[name]
		switch {
		case !planned:
			unread = append(unread, check.Unread{Name: name, Why: "it is left out of this plan"})
			continue
		case m.before == nil:
			unread = append(unread, check.Unread{Name: name, Why: "what it runs could not be read"})
			continue
		}
		before, after := m.does(m.before), m.does(m.after)
		after.Written = m.planned
		before.Written = m.planned && sameBuffers(m.before, m.after)
		changes = changes || m.before != m.after
		states[0], states[1] = append(states[0], before), append(states[1], after)
	}
	return states, unread, changes
}

// does is the switch at the moment at which that is what it does.
func (m *member) does(does *qos.Switch) check.State {
	state := m.state
	state.QoS = does
	state.VXLAN = does.Tunnel.DSCP.State != qos.NotApplicable || does.Tunnel.ECN.State != qos.NotApplicable
	return state
}

// sameBuffers tells whether a switch sets room aside for pauses alike before and after. Where weft writes what is after, what is
// known of the platform's memory then holds before, too.
func sameBuffers(a, b *qos.Switch) bool {
	return a == b || slices.EqualFunc(a.Ports, b.Ports, func(a, b qos.Port) bool {
		return a.Name == b.Name && a.PFC == b.PFC && (a.Ingress == b.Ingress || a.Ingress != nil && b.Ingress != nil && *a.Ingress == *b.Ingress)
	})
}
