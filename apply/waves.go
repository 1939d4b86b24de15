package apply

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
)

// Rollout is in what order switches change, and when to stop.
type Rollout struct {
	Canary []string // patterns of names: those go first, and none of them may fail
	// Waves are how many switches have changed after each, canaries among them: "10%" or "5". The last wave is always all of them.
	Waves  []string
	Soak   time.Duration // between waves
	Budget int           // switches that may fail before no other is started
}

// wave is a group of switches that change before the next group does.
type wave struct {
	canary bool
	// parts change one after the other: switches that are to stay apart are in different ones.
	parts [][]string
}

// waves divides switches, by name in natural order.
func (r *Rollout) waves(names []string, apart map[string][]string) ([]wave, error) {
	canaries, rest, err := r.canaries(names)
	if err != nil {
		return nil, err
	}
	var all []wave
	if len(canaries) > 0 {
		all = append(all, wave{canary: true, parts: parts(canaries, apart)})
	}
	ordered := slices.Concat(canaries, rest)
	done := len(canaries)
	for _, text := range append(slices.Clip(r.Waves), "100%") {
		until, err := reach(text, len(names))
		if err != nil {
			return nil, err
		}
		if until > done {
			all = append(all, wave{parts: parts(ordered[done:until], apart)})
			done = until
		}
	}
	return all, nil
}

func (r *Rollout) canaries(names []string) (canaries, rest []string, err error) {
	for _, name := range names {
		is := false
		for _, pattern := range r.Canary {
			match, err := path.Match(pattern, name)
			if err != nil {
				return nil, nil, fmt.Errorf("the canary %q: %w", pattern, err)
			}
			is = is || match
		}
		if is {
			canaries = append(canaries, name)
		} else {
			rest = append(rest, name)
		}
	}
	return canaries, rest, nil
}

// reach is how many of n switches have changed after a wave.
func reach(text string, n int) (int, error) {
	number, percent := strings.CutSuffix(text, "%")
	v, err := strconv.Atoi(number)
	if err != nil || v < 1 || percent && v > 100 {
		return 0, fmt.Errorf("the wave %q is neither a number of switches nor a percentage", text)
	}
	if percent {
		v = (n*v + 99) / 100
	}
	return min(v, n), nil
}

// parts divides switches so that none is in one part with a switch that it is to stay apart from.
func parts(names []string, apart map[string][]string) [][]string {
	var all [][]string
	for _, name := range names {
		clashes := func(part []string) bool {
			return slices.ContainsFunc(part, func(other string) bool { return slices.Contains(apart[name], other) })
		}
		at := slices.IndexFunc(all, func(part []string) bool { return !clashes(part) })
		if at < 0 {
			at = len(all)
			all = append(all, nil)
		}
		all[at] = append(all[at], name)
	}
	return all
}

// apartOf is who is to stay apart from whom, said by either of them.
func apartOf(switches []Switch) map[string][]string {
	apart := map[string][]string{}
	for i := range switches {
		for _, other := range switches[i].Apart {
			apart[switches[i].Name] = append(apart[switches[i].Name], other)
			apart[other] = append(apart[other], switches[i].Name)
		}
	}
	return apart
}

// naturally sorts names.
func naturally(names []string) { slices.SortFunc(names, qos.ComparePorts) }
