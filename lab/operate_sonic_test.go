package lab

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/transport/gnmi"
	"github.com/weft-net/weft/vendors"
)

// oneLine is a patch as steps have them.
func oneLine(patch string) string { return strings.Join(strings.Fields(patch), "") }

// weightStep changes the contents of a row, rebindStep takes two ports down and up.
func weightStep() vendors.Step { return vendors.Step{Commands: []string{weightPatch}} }

func rebindStep() vendors.Step {
	return vendors.Step{Commands: []string{oneLine(rebindPatch)}, Disruption: vendors.Flap, Ports: []string{"Ethernet0", "Ethernet4"}, Seconds: 7}
}

func txOf(steps ...vendors.Step) vendors.Tx {
	return vendors.Tx{ID: "weft-0123456789", Timer: 10 * time.Minute, Steps: steps}
}

func goOn(int) error { return nil }

// TestSONiCTransaction goes through a whole transaction, ports that flap among it: it holds after the timer, and nothing is left of it.
func TestSONiCTransaction(t *testing.T) {
	live(t, leaf, func(t *testing.T, p *person) {
		tx := txOf(weightStep(), rebindStep())
		ctx := t.Context()
		o, done := p.operate()
		noClaims(t, o)
		must(t, o.Arm(ctx, tx))
		must(t, o.Push(ctx, tx, tx.Steps, goOn))
		done()
		o, done = p.operate()
		running, err := o.Running(ctx)
		must(t, err)
		sameConfig(t, p.sw.cfg.Vendor, "read", running, p.sw.Running())
		must(t, o.Confirm(ctx, tx))
		must(t, o.Confirm(ctx, tx))
		must(t, o.Save(ctx))
		saved, err := o.Saved(ctx)
		must(t, err)
		sameConfig(t, p.sw.cfg.Vendor, "saved", saved, running)
		must(t, o.Release(ctx, tx))
		must(t, o.Release(ctx, tx))
		noClaims(t, o)
		done()
		time.Sleep(time.Hour)
		if fieldOf(p.sw, "SCHEDULER", "scheduler.0", "weight") != "9" || fieldOf(p.sw, "QUEUE", "Ethernet4|0", "scheduler") != "new" {
			t.Error("the change is gone")
		}
	})
}

// TestSONiCNet has nobody confirm: the switch goes back by itself, a session that comes later is told so, and a transaction of the same
// name can be made anew.
func TestSONiCNet(t *testing.T) {
	live(t, leaf, func(t *testing.T, p *person) {
		before := p.sw.Running()
		tx := txOf(rebindStep())
		o, done := p.operate()
		must(t, o.Arm(t.Context(), tx))
		must(t, o.Push(t.Context(), tx, tx.Steps, goOn))
		done()
		o, done = p.operate()
		claims, err := o.Claims(t.Context())
		must(t, err)
		left := time.Duration(0)
		for _, c := range claims {
			left = max(left, c.Left)
		}
		if left < 9*time.Minute || left > 10*time.Minute {
			t.Errorf("the claims say %v", claims)
		}
		done()
		time.Sleep(11 * time.Minute)
		sameConfig(t, p.sw.cfg.Vendor, "after the timer", p.sw.Running(), before)
		o, done = p.operate()
		defer done()
		if err := o.Confirm(t.Context(), tx); !errors.Is(err, vendors.ErrTimer) {
			t.Errorf("a confirmation that comes too late: %v", err)
		}
		must(t, o.Release(t.Context(), tx))
		noClaims(t, o)
		must(t, o.Arm(t.Context(), tx))
		must(t, o.Release(t.Context(), tx))
		noClaims(t, o)
	})
}

// TestSONiCRevert takes a transaction back by the switch's checkpoint; then it is pushed and undone once more under the same name.
func TestSONiCRevert(t *testing.T) {
	live(t, leaf, func(t *testing.T, p *person) {
		before := p.sw.Running()
		tx := txOf(rebindStep())
		o, done := p.operate()
		defer done()
		must(t, o.Arm(t.Context(), tx))
		must(t, o.Push(t.Context(), tx, tx.Steps, goOn))
		must(t, o.Revert(t.Context(), tx))
		sameConfig(t, p.sw.cfg.Vendor, "after the way back", p.sw.Running(), before)
		must(t, o.Push(t.Context(), tx, tx.Steps, goOn))
		must(t, o.Revert(t.Context(), tx))
		sameConfig(t, p.sw.cfg.Vendor, "after the second way back", p.sw.Running(), before)
		must(t, o.Confirm(t.Context(), tx))
		must(t, o.Release(t.Context(), tx))
		noClaims(t, o)
	})
}

// TestSONiCLostSession loses the session while the updater is at work. It goes on; the next session sees that, and waits.
func TestSONiCLostSession(t *testing.T) {
	live(t, leaf, func(t *testing.T, p *person) {
		tx := txOf(rebindStep())
		o, done := p.operate()
		must(t, o.Arm(t.Context(), tx))
		inject(t, p.sw, Fault{Name: FaultDrop, Match: "systemctl show weft-0123456789-0.service", After: 2})
		if err := o.Push(t.Context(), tx, tx.Steps, goOn); err == nil {
			t.Error("the session was not lost")
		}
		done()
		o, done = p.operate()
		defer done()
		looks := 0
		for ; busy(t, o); looks++ {
			if err := o.Release(t.Context(), tx); err == nil {
				t.Fatal("an updater at work was released")
			}
			time.Sleep(time.Second)
		}
		if looks == 0 || fieldOf(p.sw, "QUEUE", "Ethernet4|0", "scheduler") != "new" {
			t.Errorf("after %d looks the queue has %s", looks, fieldOf(p.sw, "QUEUE", "Ethernet4|0", "scheduler"))
		}
		must(t, o.Confirm(t.Context(), tx))
		must(t, o.Release(t.Context(), tx))
	})
}

func busy(t *testing.T, o vendors.Operator) bool {
	t.Helper()
	claims, err := o.Claims(t.Context())
	must(t, err)
	for _, c := range claims {
		if c.Busy {
			return true
		}
	}
	return false
}

// TestSONiCRefused wants everything that stops a transaction to be told, and the switch to be as it was.
func TestSONiCRefused(t *testing.T) {
	unplanned := rebindStep()
	unplanned.Ports = unplanned.Ports[:1]
	for name, c := range map[string]struct {
		step  vendors.Step
		fault Fault
		says  string
	}{
		"by the validators": {vendors.Step{Commands: []string{`[{"op":"remove","path":"/SCHEDULER/nothing"}]`}}, Fault{}, "can't remove a non-existent object"},
		"an unplanned flap": {unplanned, Fault{}, "Ethernet4 down, which is not planned"},
		"no room":           {weightStep(), Fault{Name: FaultFull}, "config checkpoint"},
		"no checkpoint":     {weightStep(), Fault{Name: FaultIgnore, Match: "config checkpoint"}, "there is no checkpoint"},
	} {
		t.Run(name, func(t *testing.T) {
			live(t, leaf, func(t *testing.T, p *person) {
				before := p.sw.Running()
				o, done := p.operate()
				defer done()
				if c.fault.Name != "" {
					inject(t, p.sw, c.fault)
				}
				var refused *vendors.RefusedError
				if err := o.Arm(t.Context(), txOf(c.step)); !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("want %q: %v", c.says, err)
				}
				p.sw.Heal()
				sameConfig(t, p.sw.cfg.Vendor, "after a refusal", p.sw.Running(), before)
				must(t, o.Release(t.Context(), txOf(c.step)))
				noClaims(t, o)
			})
		})
	}
}

// TestSONiCLoad does a full load, and brings the switch back from it: what it starts with too.
func TestSONiCLoad(t *testing.T) {
	live(t, leaf, func(t *testing.T, p *person) {
		before, saved := p.sw.Running(), p.sw.Saved()
		step := vendors.Step{Disruption: vendors.Reload, Commands: []string{
			"printf '%s\\n' '" + weightPatch + "' | python3 -c 'import json, jsonpatch, subprocess, sys; json.dump(jsonpatch.apply_patch(" +
				`json.loads(subprocess.check_output(["sonic-cfggen", "-d", "--print-data"])), json.load(sys.stdin)), sys.stdout, indent=4)'` +
				" > /etc/sonic/config_db.json.new && mv /etc/sonic/config_db.json.new /etc/sonic/config_db.json && config reload -y",
		}}
		tx := txOf(step)
		o, done := p.operate()
		defer done()
		must(t, o.Arm(t.Context(), tx))
		must(t, o.Push(t.Context(), tx, tx.Steps, goOn))
		if fieldOf(p.sw, "SCHEDULER", "scheduler.0", "weight") != "9" {
			t.Error("nothing was loaded")
		}
		must(t, o.Revert(t.Context(), tx))
		sameConfig(t, p.sw.cfg.Vendor, "after the way back", p.sw.Running(), before)
		sameConfig(t, p.sw.cfg.Vendor, "what it starts with", p.sw.Saved(), saved)
		must(t, o.Release(t.Context(), tx))
		noClaims(t, o)
	})
}

// TestSONiCPlan sends the plan of the example by the operators, over a shell and over gNMI, and its undo.
func TestSONiCPlan(t *testing.T) {
	in, _ := exampleInput(t, "leaf4")
	res := plan.Make(in)
	if res.Device.Status != plan.Change {
		t.Fatalf("%v: %s", res.Device.Status, res.Device.Reason)
	}
	steps := func(from []plan.Step) (to []vendors.Step) {
		for i := range from {
			to = append(to, vendors.Step{Commands: from[i].Commands, Ports: from[i].Ports, Seconds: from[i].Seconds, Disruption: disruptionOf(t, from[i])})
		}
		return to
	}
	live(t, leaf, func(t *testing.T, p *person) {
		must(t, p.sw.load(in.Running))
		there, back := steps(res.Device.Steps), steps(res.Device.Undo.Steps)
		tx := txOf(there...)
		o, done := p.operate()
		defer done()
		must(t, o.Arm(t.Context(), tx))
		must(t, o.Push(t.Context(), tx, there, goOn))
		sameConfig(t, in.Vendor, "after the plan", p.sw.Running(), res.Predicted.Bytes())
		must(t, o.Push(t.Context(), tx, back, goOn))
		sameConfig(t, in.Vendor, "after the undo", p.sw.Running(), in.Running)
		must(t, o.Confirm(t.Context(), tx))
		must(t, o.Release(t.Context(), tx))
	})
}

func disruptionOf(t *testing.T, s plan.Step) vendors.Disruption {
	t.Helper()
	d, ok := vendors.ParseDisruption(s.Disruption)
	if !ok {
		t.Fatalf("%q is no disruption", s.Disruption)
	}
	return d
}

// TestSONiCHealth injects what only health shows, over a shell and over gNMI.
func TestSONiCHealth(t *testing.T) {
	ports := []vendors.PortWatch{{Name: "Ethernet0", Lossless: []qos.Queue{3, 4}}, {Name: "Ethernet4", Lossless: []qos.Queue{3, 4}}}
	for fault, tells := range map[string]string{"": "", FaultLinkDown: "oper state", FaultDrops: "drops", FaultDeadlock: "PFC storms"} {
		look := func(t *testing.T, sw *Switch, o vendors.Operator) {
			before, err := o.Health(t.Context(), ports)
			must(t, err)
			if fault != "" {
				inject(t, sw, Fault{Name: fault})
			}
			after, err := o.Health(t.Context(), ports)
			must(t, err)
			if told := worse(t, before, after); !strings.Contains(told, tells) || fault == "" && told != "" {
				t.Errorf("%q tells %q", fault, told)
			}
		}
		live(t, leaf, func(t *testing.T, p *person) {
			o, done := p.operate()
			defer done()
			look(t, p.sw, o)
		})
		onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
			look(t, sw, sw.cfg.Vendor.(vendors.StoreLiver).OperateStore(s, vendors.Site{Device: "leaf1"}))
		})
	}
}

// TestSONiCStore makes a transaction over gNMI, which the switch saves by itself; one whose answer is an error may have been done.
func TestSONiCStore(t *testing.T) {
	onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
		o := sw.cfg.Vendor.(vendors.StoreLiver).OperateStore(s, vendors.Site{Device: "leaf1"})
		tx := txOf(weightStep())
		ctx := t.Context()
		noClaims(t, o)
		must(t, o.Arm(ctx, tx))
		must(t, o.Push(ctx, tx, tx.Steps, goOn))
		running, err := o.Running(ctx)
		must(t, err)
		sameConfig(t, sw.cfg.Vendor, "read", running, sw.Running())
		sameConfig(t, sw.cfg.Vendor, "saved", sw.Saved(), sw.Running())
		inject(t, sw, Fault{Name: FaultGNMIError})
		again := txOf(vendors.Step{Commands: []string{strings.Replace(weightPatch, `"9"`, `"10"`, 1)}})
		var refused *vendors.RefusedError
		if err := o.Push(ctx, again, again.Steps, goOn); !errors.As(err, &refused) || refused.Step != 0 {
			t.Errorf("an error of the server: %v", err)
		}
		if fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "10" {
			t.Error("the fault did nothing")
		}
		if err := o.Arm(ctx, txOf(rebindStep())); err == nil {
			t.Error("ports are taken down over gNMI")
		}
	})
}
