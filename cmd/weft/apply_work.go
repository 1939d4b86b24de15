package main

import (
	"context"
	"slices"
	"sync"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/vendors"
)

// unsavedCode is the policy that refuses a switch on which others left something unsaved, which saving would make permanent.
const unsavedCode = "UNSAVED"

func refusesUnsaved(in *intent.Intent) bool {
	return slices.ContainsFunc(in.Policies, func(p intent.Policy) bool { return p.Code == unsavedCode && p.Severity.V == "error" })
}

// rollout is in what order the intent wants switches changed.
func rollout(in *intent.Intent) apply.Rollout {
	r := in.EffectiveRollout()
	return apply.Rollout{Canary: r.Canary.V, Waves: r.Waves.V, Soak: r.Soak.V, Budget: r.Budget.V}
}

// workOf is a plan with what has to be known of each switch that it changes.
func workOf(ctx context.Context, in *intent.Intent, made *plan.Plan, p *project) (apply.Work, error) {
	resolved, diags := compiler.Resolve(in, p.options())
	if diags.HasErrors() {
		return apply.Work{}, diags
	}
	work := apply.Work{Plan: chosen(made, resolved.Names())}
	var one sync.Mutex
	err := resolved.Each(ctx, func(_ int, u *compiler.Unit) {
		one.Lock()
		defer one.Unlock()
		work.Switches = append(work.Switches, apply.Switch{
			Name: u.Device.Name, Vendor: u.Vendor, Site: u.Site, Watch: watch(&u.Site), Apart: neighbours(resolved.Fabric, u.Device.Name),
		})
	})
	slices.SortFunc(work.Switches, func(a, b apply.Switch) int { return qos.ComparePorts(a.Name, b.Name) })
	return work, err
}

// chosen is the plan of the switches that the command line names.
func chosen(made *plan.Plan, names []string) *plan.Plan {
	devices := slices.DeleteFunc(slices.Clone(made.Devices), func(d plan.Device) bool { return !slices.Contains(names, d.Name) })
	return plan.Assemble(devices, plan.Meta{WeftVersion: made.WeftVersion, IntentHash: made.IntentHash, Commit: made.Commit, Choices: made.Choices})
}

// watch are the ports whose health counts.
func watch(site *vendors.Site) []vendors.PortWatch {
	ports := make([]vendors.PortWatch, len(site.Ports))
	for i := range ports {
		ports[i] = vendors.PortWatch{Name: site.Ports[i].Name, LAG: site.Ports[i].LAG}
	}
	return ports
}

// neighbours are the switches at the other ends of a switch's links.
func neighbours(f *fabric.Fabric, name string) []string {
	var list []string
	for _, l := range f.Links {
		for _, pair := range [2][2]string{{l.A.Device, l.B.Device}, {l.B.Device, l.A.Device}} {
			if pair[0] == name && pair[1] != name && !slices.Contains(list, pair[1]) {
				list = append(list, pair[1])
			}
		}
	}
	return list
}

// connector opens sessions for a run.
type connector struct{ *reach.Book }

// Connect opens a session with a switch.
func (c connector) Connect(ctx context.Context, site vendors.Site) (apply.Session, error) {
	return c.Open(ctx, site)
}
