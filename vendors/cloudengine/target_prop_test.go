package cloudengine

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/vendortest"
	"pgregory.net/rapid"
)

// blankFor is what a switch with the ports of a site prints when no QoS is configured, and things that are in weft's way or
// not its business.
func blankFor(t *rapid.T, site *vendors.Site) string {
	var b strings.Builder
	fmt.Fprintf(&b, "!Software Version %s\n#\nsysname LEAF\n#\ndrop-profile default\n#\ndcb pfc\n#\ndcb ets-profile default\n#\n", site.Platform.Release)
	b.WriteString("vlan batch 10\n#\ndiffserv domain default\n#\n")
	b.WriteString("traffic classifier c type or\n if-match dscp 10\n#\ntraffic behavior b\n remark dscp 12\n#\ntraffic policy p\n classifier c behavior b precedence 5\n#\n")
	if site.VXLAN {
		b.WriteString("interface Nve1\n source 10.1.1.1\n#\n")
	}
	trunks := map[string]bool{}
	for i := range site.Ports {
		p := &site.Ports[i]
		if p.LAG != "" && !trunks[p.LAG] {
			trunks[p.LAG] = true
			writePort(t, &b, p.LAG, "", p.Routed)
		}
		writePort(t, &b, p.Name, strings.TrimPrefix(p.LAG, "Eth-Trunk"), p.Routed && p.LAG == "")
	}
	b.WriteString("interface NULL0\n#\nreturn\n")
	return b.String()
}

func writePort(t *rapid.T, b *strings.Builder, name, trunk string, routed bool) {
	fmt.Fprintf(b, "interface %s\n description %s\n", name, name)
	if trunk != "" {
		fmt.Fprintf(b, " eth-trunk %s\n#\n", trunk)
		return
	}
	if routed {
		b.WriteString(" undo portswitch\n")
	}
	if rapid.Bool().Draw(t, "has a policy") {
		b.WriteString(" traffic-policy p inbound\n")
	}
	b.WriteString("#\n")
}

// aim draws a model that a site can do, and renders it.
func aim(t *rapid.T, site *vendors.Site, label string) (fitted *qos.Switch, desired vendors.Config) {
	var names []string
	for _, p := range site.Ports {
		names = append(names, p.Name)
	}
	asked := qostest.Switches(names...).Draw(t, label)
	vxlan := site.VXLAN
	tame(asked, site)
	if site.VXLAN = vxlan; !vxlan {
		asked.Tunnel = qos.Tunnel{}
	}
	vary(t, asked, site)
	fitted, _, diags := CloudEngine{}.Fit(asked, *site)
	if diags.HasErrors() {
		t.Skip(diags.Err())
	}
	desired, diags = CloudEngine{}.Render(fitted, *site)
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return fitted, desired
}

// planTo plans the way of a switch to a model, which proves it and its way back, and gives what the switch prints at the end.
func planTo(t *rapid.T, site vendors.Site, running string, fitted *qos.Switch, desired vendors.Config, options plan.Options) plan.Result {
	options.MaxDisruption, options.AllowUnnamed = vendors.Reload, "it is a test"
	res := plan.Make(plan.Input{
		Name: "leaf1", Vendor: CloudEngine{}, Site: site, Fitted: fitted, Desired: desired, Running: []byte(running), Options: options,
	})
	if strings.Contains(res.Device.Reason, "drop profiles with the default one") || strings.Contains(res.Device.Reason, "has reached the limit") {
		t.Skip("the family has room for fewer drop profiles")
	}
	if s := res.Device.Status; s != plan.Change && s != plan.Unchanged {
		t.Fatalf("%s on %s\nrunning:\n%s\ndesired:\n%s", res.Device.Reason, site.Platform.Family, running, desired.Bytes())
	}
	return res
}

// TestThereAndBack brings a switch on which an operator configured one model to a second and a third, and takes weft off it. Each
// patch and its way back is proved under every reading of the manual.
func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		site := drawSite(t)
		site.VXLAN = rapid.Bool().Draw(t, "vxlan")
		fitted, desired := aim(t, &site, "operator")
		res := planTo(t, site, blankFor(t, &site), fitted, desired, plan.Options{})
		running := strings.ReplaceAll(string(res.Predicted.Bytes()), "WEFT-", "ops_")
		for _, label := range []string{"first", "second"} {
			fitted, desired = aim(t, &site, label)
			options := plan.Options{TakeOver: rapid.Bool().Draw(t, label+" take-over"), Prune: rapid.Bool().Draw(t, label+" prune")}
			running = string(planTo(t, site, running, fitted, desired, options).Predicted.Bytes())
			if again := planTo(t, site, running, fitted, desired, options); again.Device.Status != plan.Unchanged {
				t.Fatalf("not settled: %v", again.Device.LineDiff)
			}
		}
		named := site.Ports
		if n := rapid.IntRange(0, len(named)).Draw(t, "ports that leave"); n > 0 {
			site.Ports = named[n:]
			left := *fitted
			left.Ports = fitted.Ports[n:]
			if desired, diags := (CloudEngine{}).Render(&left, site); !diags.HasErrors() && len(site.Ports) > 0 {
				running = string(planTo(t, site, running, &left, desired, plan.Options{}).Predicted.Bytes())
			}
		}
		end := planTo(t, site, running, fitted, desired, plan.Options{Destroy: true})
		if bytes.Contains(end.Predicted.Bytes(), []byte("WEFT-")) {
			t.Fatalf("weft is still there:\n%s", end.Predicted.Bytes())
		}
	})
}

// TestDrift changes one line of a switch that weft has set, anywhere, and plans again. What is refused is refused for the line and
// not by the proof, unless the switch refuses: then no switch is in such a state, such as one that marks without a profile.
func TestDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		site := drawSite(t)
		fitted, desired := aim(t, &site, "intent")
		first := planTo(t, site, blankFor(t, &site), fitted, desired, plan.Options{})
		faults := vendortest.LineMutations(first.Predicted.Bytes())
		drift := faults[rapid.IntRange(0, len(faults)-1).Draw(t, "drift")]
		res := plan.Make(plan.Input{
			Name: "leaf1", Vendor: CloudEngine{}, Site: site, Fitted: fitted, Desired: desired, Running: drift.Text,
			Options: plan.Options{MaxDisruption: vendors.Reload, AllowUnnamed: "it is a test"},
		})
		reason := res.Device.Reason
		for _, fault := range []string{"outside weft's scope", "does not read as", "the patch failed its proof: it does not end"} {
			if strings.Contains(reason, fault) {
				t.Fatalf("%s of %q: %s\n%s", drift.Change, drift.Line, reason, drift.Text)
			}
		}
		if res.Device.Status == plan.Change {
			if again := planTo(t, site, string(res.Predicted.Bytes()), fitted, desired, plan.Options{}); again.Device.Status != plan.Unchanged {
				t.Fatalf("%s of %q: not settled: %v", drift.Change, drift.Line, again.Device.LineDiff)
			}
		}
	})
}
