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

// member is one switch of the fabric.
type member struct {
	state         check.State // but for what it does
	before, after *qos.Switch // nil where they cannot be read
	planned       bool        // after is as weft writes it
	unread        string      // why it is not known what it runs
}

// New is the review of a plan for an intent, with the fabric that it describes.
func New(in *intent.Intent, f *fabric.Fabric) *Review {
	return &Review{in: in, fabric: f, members: make(map[string]member, len(f.Devices)), shared: newShared()}
}

// Add takes what the plan of one switch comes to. running is the configuration that it was made from: no finding tells its secrets.
func (r *Review) Add(u *compiler.Unit, running []byte, result *plan.Result) {
	m := memberOf(u, running)
	m.planned = result.Device.Status == plan.Change || result.Device.Status == plan.Unchanged
	if result.Before == nil {
		m.unread = "it could not be read"
	}
	r.enter(u, m, result.Before, result.After)
}

// AddOther takes a switch that the plan leaves out, with the configuration that it runs. It stays as it is, or where that is not known as
// the intent asks; why says then why it is not known.
func (r *Review) AddOther(u *compiler.Unit, running []byte, why string) {
	m := memberOf(u, running)
	var does *qos.Switch
	if m.unread = why; why == "" {
		if does = runs(u, running); does == nil {
			m.unread = "it is left out of this plan, and could not be read"
		}
	}
	r.enter(u, m, does, does)
}

// runs is what a configuration makes of a switch, or nil where that cannot be read.
func runs(u *compiler.Unit, running []byte) *qos.Switch {
	if u.Vendor == nil || u.Site.Platform.Row == nil {
		return nil
	}
	config, diags := u.Vendor.Parse(running)
	if diags.Err() != nil || u.Vendor.Complete(config, nil) != nil {
		return nil
	}
	return u.Vendor.Read(vendors.PlainOf(u.Vendor, config, u.Site.Platform), u.Site.Platform).Switch
}

func memberOf(u *compiler.Unit, running []byte) member {
	return member{state: check.State{
		Name: u.Device.Name, Role: u.Device.Role.V, Platform: u.Site.Platform, Place: u.Places(),
		Secrets: func() []string { return vendors.Secrets(running) },
	}}
}

// enter keeps what a switch does before and after the plan. Where that is not known it is what the intent asks, if that is possible.
func (r *Review) enter(u *compiler.Unit, m member, before, after *qos.Switch) {
	r.one.Lock()
	defer r.one.Unlock()
	if u.Fitted != nil && !u.Failed() {
		m.state.Asked = r.shared.of(u.Fitted)
	}
	if before != nil {
		m.before = r.shared.of(named(before, u.Fitted))
		m.after = r.shared.of(named(after, u.Fitted))
	} else if asked := m.state.Asked; asked != nil {
		m.before, m.after, m.planned = asked, asked, true
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

// states are the switches before the plan and after it, those of which it is not known what they run, and whether the moments differ at all.
func (r *Review) states() (states [2][]check.State, unread []check.Unread, changes bool) {
	for i := range r.fabric.Devices {
		name := r.fabric.Devices[i].Name
		m, there := r.members[name]
		if !there {
			m.unread = "it is left out of this plan"
		}
		if m.unread != "" {
			unread = append(unread, check.Unread{Name: name, Why: m.unread, Asked: m.before != nil})
		}
		if m.before == nil {
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
