package apply

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// verdict is what signs of health before and after a change say.
type verdict struct {
	sick      []string            // what is not as it must be
	unchecked map[string][]string // what the platform does not show, never passed, never failed: on which ports
	final     bool                // something of it does not get better by waiting
}

// without adds a sign that says nothing.
func (v *verdict) without(s *vendors.Sign, why string) {
	if v.unchecked == nil {
		v.unchecked = map[string][]string{}
	}
	what := s.What + ": " + why
	v.unchecked[what] = append(v.unchecked[what], s.Port)
}

// uncheckedText are the signs that say nothing, each with its ports.
func (v *verdict) uncheckedText() []string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(v.unchecked)) {
		if on := plan.Ranges(v.unchecked[what]); on != "" {
			what += "; on " + on
		}
		all = append(all, what)
	}
	return all
}

// judge compares the signs that a switch shows after a change with those before it.
func judge(before, after []vendors.Sign) (v verdict) {
	known := map[signKey]*vendors.Sign{}
	for i := range before {
		known[keyOf(&before[i])] = &before[i]
	}
	for i := range after {
		s := &after[i]
		v.sign(known[keyOf(s)], s)
		delete(known, keyOf(s))
	}
	for i := range before {
		if s := &before[i]; known[keyOf(s)] != nil && s.Unchecked == "" {
			v.sick = append(v.sick, signText(s)+" is no longer shown")
		}
	}
	return v
}

type signKey struct{ port, what string }

func keyOf(s *vendors.Sign) signKey { return signKey{s.Port, s.What} }

func signText(s *vendors.Sign) string { return strings.TrimSpace(s.Port + " " + s.What) }

// sign judges one sign; was is the same one before the change, or nil.
func (v *verdict) sign(was, is *vendors.Sign) {
	switch {
	case is.Unchecked != "":
		v.without(is, is.Unchecked)
	case is.Rule == vendors.Met:
		if is.Value != is.Want {
			v.sick = append(v.sick, fmt.Sprintf("%s is %q and not %q", signText(is), is.Value, is.Want))
		}
	case was == nil || was.Unchecked != "":
		v.without(is, "it was not shown before the change")
	case is.Rule == vendors.Counter:
		if is.Count > was.Count {
			v.sick = append(v.sick, fmt.Sprintf("%s grew by %d", signText(is), is.Count-was.Count))
			v.final = true
		}
	case is.Value != was.Value:
		v.sick = append(v.sick, fmt.Sprintf("%s was %q and is %q", signText(is), was.Value, is.Value))
	}
}

// settlePause is how long signs are given between two looks.
const settlePause = 5 * time.Second

// healthy is the health gate: nil when every sign that the switch shows is as it must be. Signs may take a while to be so.
func (x *subject) healthy(ctx context.Context) error {
	x.say("health")
	until := time.Now().Add(x.settle())
	for {
		after, err := x.signsNow(ctx)
		if err != nil {
			return fmt.Errorf("its health cannot be read: %w", err)
		}
		v := judge(x.signs, after)
		x.report.Unchecked = v.uncheckedText()
		if len(v.sick) == 0 {
			return nil
		}
		if v.final || time.Now().Add(settlePause).After(until) {
			return fmt.Errorf("it is not healthy: %s", some(v.sick))
		}
		if err := pause(ctx, settlePause); err != nil {
			return err
		}
	}
}

// signsNow reads the signs of health.
func (x *subject) signsNow(ctx context.Context) (signs []vendors.Sign, err error) {
	err = x.again(ctx, readTries, func() error {
		return x.do(ctx, x.run.limits.Act, func(ctx context.Context, s Session) error {
			signs, err = s.Health(ctx, x.watched())
			return err
		})
	})
	return slices.DeleteFunc(signs, func(s vendors.Sign) bool { return !x.run.options.gated(s.Rule) }), err
}

// gateOf are the names of the gates that look at signs of each rule.
var gateOf = map[vendors.SignRule]string{vendors.Steady: "links", vendors.Met: "programmed", vendors.Counter: "drops"}

// gated tells whether signs of a rule count.
func (o *Options) gated(rule vendors.SignRule) bool {
	return len(o.Gates) == 0 || slices.Contains(o.Gates, gateOf[rule])
}

// watched are the ports whose health counts, with what the configuration that the switch is to run makes lossless on them.
func (x *subject) watched() []vendors.PortWatch {
	ports := slices.Clone(x.sw.Watch)
	if x.new == nil {
		return ports // the switch is on its way back, and its hardware is not judged
	}
	does := x.sw.Vendor.Read(x.new, x.sw.Site.Platform).Switch
	for i := range ports {
		ports[i].Lossless = losslessOn(does, ports[i].Name)
	}
	return ports
}

// losslessOn are the priorities that pause on a port.
func losslessOn(sw *qos.Switch, port string) []qos.Queue {
	for i := range sw.Ports {
		if p := &sw.Ports[i]; p.Name == port && p.PFC.Priorities.Known() {
			return p.PFC.Priorities.V.List()
		}
	}
	return nil
}

// some is a list in words, cut where it gets long.
func some(list []string) string {
	const most = 5
	if len(list) <= most {
		return strings.Join(list, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(list[:most], "; "), len(list)-most)
}

// pause waits, or says why it did not.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
